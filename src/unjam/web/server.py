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

from ..core.message import Message
from ..core.puzzle import Unsupported
from ..datasets.library import Library
from ..datasets.plays import PlayLog
from ..families import FAMILIES, load
from . import api, lab, new_levels
from . import library as shelves
from . import plays as kept
from .errors import answer_errors
from .hosts import EVERYWHERE, Hosts, addresses, is_loopback, started_for, url
from .jobs import Searches
from .level_stock import Pools
from .positions import Positions
from .security import MAX_BODY, Guard
from .static_files import PageFiles, catalogue

PAGES = (
    "/",
    "/open",
    "/library",
    "/shelf/{key}",
    "/puzzles/{name}",
    "/new/{name}/{level}/{size}",
    "/new/{name}/{level}/{size}/{seed}",
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
MAX_CONNECTIONS = 2_000
"""At a time; whoever comes then is told to try again."""
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
    hosts: Hosts | None = None,
    plays: str | None = None,
    ahead: bool = True,
) -> Any:
    """The ASGI app: the API under /api/v1, the files of the page, and the page itself at every view's address.

    ``families`` are Python files with families of one's own; ``level_text`` is read as ``family``, or as whatever it
    looks like; ``library`` is the folder of one, ``plays`` that where plays are kept of those who allow it. It
    answers to the names of ``hosts``, or of this machine alone. Levels are made before anybody asks for them, unless
    ``ahead`` is off.
    """
    own = [load(path).family for path in families]
    searches = Searches(workers, seconds, memory, [os.path.abspath(path) for path in families])
    pools = Pools(searches, ahead)
    log = _kept(plays)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await searches.warm_up()
        pools.begin()
        yield
        await pools.close()
        await searches.close()
        if log is not None:
            log.close()

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
    app.state.pools = pools
    app.state.own = own
    app.state.given = level_text
    app.state.given_family = family
    app.state.library = _opened(library)
    app.state.plays = log
    app.include_router(api.router)
    app.include_router(lab.router)
    app.include_router(new_levels.router)
    app.include_router(shelves.router)
    app.include_router(kept.router)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=MAX_BODY)
    app.add_middleware(GZipMiddleware, compresslevel=6, exclude_content_types=COMPRESSED)
    _serve_files(app)
    return Guard(app, hosts)


def _opened(path: str | None) -> Library | None:
    """The library of that folder, once it was seen to be one; Unsupported or PuzzleError says why not."""
    if path is None:
        return None
    library = Library(path)
    len(library)
    return library


def _kept(path: str | None) -> PlayLog | None:
    """The log of plays in that folder; Unsupported says why there can be none."""
    if path is None:
        return None
    try:
        return PlayLog(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unsupported(Message("{path}: no plays can be kept there: {why}", path=path, why=why)) from None


def _serve_files(app: FastAPI) -> None:
    files = PageFiles()
    app.add_route("/static/words/{lang}.json", catalogue, include_in_schema=False)
    app.mount("/static", files)

    async def page(request: Request, status: int = 200) -> Response:
        response = await files.get_response("index.html", request.scope)
        if response.status_code == 200:
            response.status_code = status
        return response

    async def family_page(request: Request) -> Response:
        known = request.path_params["name"] in FAMILIES
        return await page(request, 200 if known else 404)

    for path in PAGES:
        app.add_route(path, family_page if "{name}" in path else page, include_in_schema=False)
    answer_errors(app, page)


class QuietServer(uvicorn.Server):
    """Ends without a word on Ctrl-C: a search that is then called off is no error."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
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
    allowed: Sequence[str] = (),
    plays: str | None = None,
    ahead: bool = True,
    lang: str = "en",
) -> None:
    """Nothing, once the server is stopped; port 0 takes a free one. Says the address on standard output.

    It answers to the name of the host and to those that are ``allowed``. Where others reach it a search has limits,
    also if none were asked for.
    """
    if not is_loopback(host):
        seconds, memory = seconds or PUBLIC_SECONDS, memory or PUBLIC_MEMORY
    app = make_app(
        seconds=seconds,
        memory=memory,
        workers=workers,
        level_text=level_text,
        family=family,
        families=families,
        library=library,
        hosts=started_for(host, allowed),
        plays=plays,
        ahead=ahead,
    )
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)  # from here on a caller waits instead of being refused, so the address may be told
    port = listener.getsockname()[1]
    address = url("127.0.0.1" if host in EVERYWHERE else host, port)
    print(Message("unjam is at {address} (Ctrl-C ends it)", address=address).to(lang), flush=True)
    if not is_loopback(host):
        print(opened(host, port, seconds or PUBLIC_SECONDS, memory or PUBLIC_MEMORY).to(lang), flush=True)
    if open_browser:
        view = "open" if level_text is not None else "library" if library else f"puzzles/{family}" if family else ""
        threading.Timer(0.4, webbrowser.open, (address + view,)).start()
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, limit_concurrency=MAX_CONNECTIONS
    )
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # no news: a browser went away, a worker ended unawaited
    with contextlib.suppress(KeyboardInterrupt):
        QuietServer(config).run(sockets=[listener])


def opened(host: str, port: int, seconds: float, memory: int) -> Message:
    """What a server opens that others reach, and where."""
    found = addresses() if host in EVERYWHERE else [host]
    return Message(
        "Open to everybody who reaches this machine, at {addresses}: they can play, and start searches of up to "
        "{seconds} s and {size} MiB.",
        addresses=", ".join(url(each, port) for each in found) or url("127.0.0.1", port),
        seconds=f"{seconds:g}",
        size=memory // 2**20,
    )
