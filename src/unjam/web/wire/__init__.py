"""The data types exchanged between the server and the page, each defined once as a dataclass.

``requests`` defines what the page sends, ``answers`` what it receives. Neither needs FastAPI or pydantic: the routes
let pydantic validate requests against these dataclasses and generate the OpenAPI description from them.
"""
