"""The answers that stay the same while the server runs: the families, their shipped levels and their rules.

At an address that ends in ``?v=VERSION`` a browser may cache such an answer forever. The version is a hash of all of
them; the HTML of the page names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from ...families import FAMILIES
from ..api.routes import PREFIX, ROUTES, Route
from ..state import ServerState
from ..wire.encoding import dumps
from .static_files import ASK, FOREVER, StoredAnswer


class ConstantAnswers:
    """The answers, each created when it is first needed, in any thread."""

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self._stored: dict[str, StoredAnswer] = {}
        self._lock = Lock()

    def answer(self, route: Route, values: Mapping[str, str]) -> StoredAnswer:
        """Return the answer of a route, with these values in its path."""
        path = route.path.format(**values)
        with self._lock:
            if path not in self._stored:
                content = dumps(route.handler(self._state, **values)).encode()
                self._stored[path] = StoredAnswer(content, "application/json")
            return self._stored[path]

    def paths(self) -> Iterator[tuple[Route, Mapping[str, str]]]:
        """Yield every constant route, with the name of each family that its path may contain."""
        for route in ROUTES:
            if route.is_constant:
                for name in FAMILIES if "{name}" in route.path else [""]:
                    yield route, {"name": name} if name else {}

    def all(self) -> Iterator[tuple[str, StoredAnswer]]:
        """Yield every answer with its path, such as ``/families``."""
        for route, values in self.paths():
            yield route.path.format(**values), self.answer(route, values)

    @cached_property
    def version(self) -> str:
        digest = blake2b(digest_size=8)
        for route, values in self.paths():
            with suppress(Exception):  # of a family of the user's own; who asks for its answer is told
                digest.update(self.answer(route, values).content)
        return digest.hexdigest()

    def address(self, path: str) -> str:
        """Return the address at which a browser may cache the answer forever."""
        return f"{PREFIX}{path}?v={self.version}"

    def respond(self, request: Request, route: Route, values: Mapping[str, str]) -> Response:
        is_current = "v" in request.query_params and request.query_params["v"] == self.version
        return self.answer(route, values).respond(request, FOREVER if is_current else ASK)
