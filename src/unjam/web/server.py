"""The server of the page: makes the app, finds a port, opens the browser."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware

from ..families import load
from ..library import Library
from . import api, lab
from . import library as shelves
from .errors import answer_errors
from .files import PageFiles
from .guard import LARGEST_BODY, Guard
from .positions import Positions
from .searches import Searches

PAGES = (
    "/",
    "/open",
    "/library",
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
COMPRESSED = ("image/gif", "image/png")
"""Not compressed again. Streams of events are compressed: each event is flushed, so none waits for the next."""


def make_app(
    *,
    seconds: float | None = PUBLIC_SECONDS,
    memory: int | None = PUBLIC_MEMORY,
    workers: int | None = None,
    level_text: str | None = None,
    family: str | None = None,
    families: Sequence[str] = (),
    library: str | None = None,
) -> Any:
    """The ASGI app: the API under /api/v1, the files of the page, and the page itself at every view's address.

    ``families`` are Python files with families of one's own; ``level_text`` is read as ``family``, or as whatever it
    looks like; ``library`` is the folder of one.
    """
    own = [load(path).family for path in families]
    searches = Searches(workers, seconds, memory, [os.path.abspath(path) for path in families])

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
    app.state.own = own
    app.state.given = level_text
    app.state.given_family = family
    app.state.ratings = {}
    app.state.library = _opened(library)
    app.include_router(api.router)
    app.include_router(lab.router)
    app.include_router(shelves.router)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY)
    app.add_middleware(GZipMiddleware, compresslevel=6, exclude_content_types=COMPRESSED)
    answer_errors(app)
    _serve_files(app)
    return Guard(app)


def _opened(path: str | None) -> Library | None:
    """The library of that folder, once it was seen to be one; Unsupported or PuzzleError says why not."""
    if path is None:
        return None
    library = Library(path)
    len(library)
    return library


def _serve_files(app: FastAPI) -> None:
    files = PageFiles()
    app.mount("/static", files)

    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)


class QuietServer(uvicorn.Server):
    """Ends without a word on Ctrl-C: a search that is then called off is no error."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # a worker may have ended before anybody waits for it
        super().handle_exit(sig, frame)


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = False,
    *,
    seconds: float | None = PUBLIC_SECONDS,
    memory: int | None = PUBLIC_MEMORY,
    workers: int | None = None,
    level_text: str | None = None,
    family: str | None = None,
    families: Sequence[str] = (),
    library: str | None = None,
) -> None:
    """Nothing, once the server is stopped; port 0 takes a free one. Says the address on standard output."""
    app = make_app(
        seconds=seconds,
        memory=memory,
        workers=workers,
        level_text=level_text,
        family=family,
        families=families,
        library=library,
    )
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)  # from here on a caller waits instead of being refused, so the address may be told
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}/"
    print(f"unjam is at {address} (Ctrl-C ends it)", flush=True)
    if open_browser:
        view = "open" if level_text is not None else "library" if library else f"puzzles/{family}" if family else ""
        threading.Timer(0.4, webbrowser.open, (address + view,)).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
    with contextlib.suppress(KeyboardInterrupt):
        QuietServer(config).run(sockets=[listener])
