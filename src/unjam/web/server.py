"""The server of the page: makes the app, finds a port, opens the browser."""

from __future__ import annotations

import contextlib
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ..puzzle import IllegalMove, PuzzleError, UnjamError
from . import api, lab
from .files import static_files
from .guard import Guard
from .positions import NoLevel, Positions
from .searches import Busy, Searches

PAGES = (
    "/",
    "/open",
    "/puzzles/{name}",
    "/play",
    "/play/{id}",
    "/watch",
    "/watch/{id}",
    "/draw",
    "/draw/{id}",
    "/lab",
    "/lab/{id}",
)
PUBLIC_SECONDS, PUBLIC_MEMORY = 60.0, 2**30


def make_app(
    *,
    seconds: float | None = PUBLIC_SECONDS,
    memory: int | None = PUBLIC_MEMORY,
    workers: int | None = None,
    level_text: str | None = None,
) -> Any:
    """The ASGI app: the API under /api/v1, the files of the page, and the page itself at every view's address."""
    searches = Searches(workers, seconds, memory)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await searches.warm_up()
        yield
        await searches.close()

    app = FastAPI(
        title="unjam",
        version="1",
        description="Play, watch, draw and solve puzzles. Positions travel as ids that carry the whole level.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
    )
    app.state.positions = Positions()
    app.state.searches = searches
    app.state.given = level_text
    app.state.ratings = {}
    app.include_router(api.router)
    app.include_router(lab.router)
    _answer_errors(app)
    _serve_files(app)
    return Guard(app)


def _answer_errors(app: FastAPI) -> None:
    def trouble(status: int, why: str, line: int | None = None, column: int | None = None) -> JSONResponse:
        return JSONResponse({"error": why, "line": line, "column": column}, status)

    @app.exception_handler(NoLevel)
    async def no_level(request: Request, error: NoLevel) -> JSONResponse:
        return trouble(404, str(error))

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> JSONResponse:
        return trouble(503, "Too many searches are waiting; try again in a minute.")

    @app.exception_handler(UnjamError)
    async def refused(request: Request, error: UnjamError) -> JSONResponse:
        if isinstance(error, PuzzleError):
            return trouble(404, error.why, error.line, error.column)
        return trouble(409 if isinstance(error, IllegalMove) else 404, str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        return trouble(422, f"{place}: {first['msg']}" if place else str(first["msg"]))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        answer = trouble(error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer


def _serve_files(app: FastAPI) -> None:
    found = static_files()

    @app.get("/static/{name}", include_in_schema=False)
    async def file(name: str, request: Request) -> Response:
        if name not in found:
            raise HTTPException(404, "There is no such file.")
        return found[name].answer(request)

    async def page(request: Request) -> Response:
        return found["index.html"].answer(request)

    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = False,
    level_text: str | None = None,
    *,
    seconds: float | None = PUBLIC_SECONDS,
    memory: int | None = PUBLIC_MEMORY,
    workers: int | None = None,
) -> None:
    """Nothing, once the server is stopped; port 0 takes a free one. Says the address on standard output."""
    app = make_app(seconds=seconds, memory=memory, workers=workers, level_text=level_text)
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)  # from here on a caller waits instead of being refused, so the address may be told
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}/"
    print(f"unjam is at {address} (Ctrl-C ends it)", flush=True)
    if open_browser:
        first = address + ("open" if level_text is not None else "")
        threading.Timer(0.4, webbrowser.open, (first,)).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
