"""Converts errors to HTTP responses, with the message in English and as a template, and all faults in a level."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ...core.message import Message
from ..api.errors import HANDLER_ERRORS, refusal, trouble
from ..wire.decoding import Malformed
from .routes import JsonResponse

PROGRAM_PATHS = ("/api/", "/static/")
"""URL prefixes used by programs; for any other unknown URL, the page is returned."""


def refuse(status: int, message: Message, headers: dict[str, str] | None = None) -> JsonResponse:
    return JsonResponse(trouble(message), status, headers)


def add_error_handlers(app: FastAPI, page: Callable[[Request, int], Awaitable[Response]]) -> None:
    """Add a handler for each kind of error; for an unknown URL outside the API, the page itself is returned."""

    async def handler_error(request: Request, error: Exception) -> Response:
        status, answer = refusal(error)
        return JsonResponse(answer, status)

    for kind in HANDLER_ERRORS:
        app.add_exception_handler(kind, handler_error)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        return await handler_error(request, Malformed(place, str(first.get("ctx", {}).get("error") or first["msg"])))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method == "GET" and not request.url.path.startswith(PROGRAM_PATHS):
            return await page(request, 404)
        return refuse(error.status_code, Message("{why}", why=str(error.detail)), dict(error.headers or {}))
