"""Every shape that crosses between the server and the page, written once as a dataclass.

``requests`` holds what the page sends and ``answers`` what it gets. Neither needs FastAPI or pydantic: the routes let
pydantic check requests against these dataclasses and make the OpenAPI description of them.
"""
