"""Converts errors to HTTP responses, with the message in English and as a template, and all faults in a level."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ...core.message import Message
from ...core.puzzle import IllegalMove, UnjamError
from ..api.levels import describe_error
from ..api.plays import StorageFull
from ..jobs.queue import Busy
from .routes import JsonResponse

PROGRAM_PATHS = ("/api/", "/static/")
"""URL prefixes used by programs; for any other unknown URL, the page is returned."""


def refuse(status: int, message: Message, headers: dict[str, str] | None = None) -> JsonResponse:
    return JsonResponse(describe_error(UnjamError(message)), status, headers)


def add_error_handlers(app: FastAPI, page: Callable[[Request, int], Awaitable[Response]]) -> None:
    """Add a handler for each kind of error; for an unknown URL outside the API, the page itself is returned."""

    @app.exception_handler(UnjamError)
    async def unjam_error(request: Request, error: UnjamError) -> Response:
        return JsonResponse(describe_error(error), 409 if isinstance(error, IllegalMove) else 404)

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> Response:
        return refuse(503, Message("Too many searches are waiting; try again in a minute."))

    @app.exception_handler(StorageFull)
    async def storage_full(request: Request, error: StorageFull) -> Response:
        return refuse(507, Message("there is no room for more plays"))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        why = Message("{why}", why=str(first.get("ctx", {}).get("error") or first["msg"]))
        return refuse(422, Message("{place}: {why}", place=place, why=why) if place else why)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method == "GET" and not request.url.path.startswith(PROGRAM_PATHS):
            return await page(request, 404)
        return refuse(error.status_code, Message("{why}", why=str(error.detail)), dict(error.headers or {}))
