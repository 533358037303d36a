"""What the server answers when it refuses something: in English words, as a message, and fault by fault."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ..core.message import Message
from ..core.puzzle import IllegalMove, PuzzleError, UnjamError
from .jobs import Busy
from .positions import fault_json

OWN = ("/api/", "/static/")
"""Where not the page answers but programs ask."""
BUSY = Message("Too many searches are waiting; try again in a minute.")


def error_json(error: UnjamError) -> dict[str, Any]:
    """What the error says, with every fault of a text that is no level."""
    faults = error.faults if isinstance(error, PuzzleError) else ()
    return {**said(error.message), "faults": [fault_json(fault) for fault in faults]}


def said(message: Message) -> dict[str, Any]:
    return {"error": str(message), "message": message.json(), "faults": []}


def answer_errors(app: FastAPI, page: Callable[[Request, int], Awaitable[Response]]) -> None:
    """Makes the app answer each kind of error with its status and the same form of body.

    An address where there is nothing is answered with the page, which says so.
    """

    @app.exception_handler(UnjamError)
    async def refused(request: Request, error: UnjamError) -> JSONResponse:
        return JSONResponse(error_json(error), 409 if isinstance(error, IllegalMove) else 404)

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> JSONResponse:
        return JSONResponse(said(BUSY), 503)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        why = Message("{why}", why=str(first["msg"]))
        return JSONResponse(said(Message("{place}: {why}", place=place, why=why) if place else why), 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method == "GET" and not request.url.path.startswith(OWN):
            return await page(request, 404)
        return JSONResponse(said(Message("{why}", why=str(error.detail))), error.status_code, headers=error.headers)
