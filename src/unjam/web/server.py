"""The web server: creates the app, finds a free port and opens the browser."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from functools import cache
from types import FrameType

import uvicorn
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware

from ..core.message import Message
from ..core.own_heuristics import load_heuristic, short_name
from ..core.puzzle import Unsupported
from ..datasets.library import Library
from ..datasets.plays import PlayLog
from ..families import FAMILIES, load
from .api.errors import MAX_BODY
from .api.routes import PREFIX
from .http.constant_answers import ConstantAnswers
from .http.errors import add_error_handlers
from .http.hosts import EVERYWHERE, addresses, allowed_hosts, is_loopback, url
from .http.link_previews import LinkPreviews, add_preview
from .http.routes import describe_api, make_router
from .http.security import SecurityMiddleware
from .http.static_files import SERVICE_WORKER, PageFiles, StoredAnswer
from .jobs.level_stock import LevelStock
from .jobs.process import start_process
from .jobs.queue import JobQueue
from .options import PUBLIC_MEMORY, PUBLIC_SECONDS, ServerOptions
from .presenters.positions import Positions
from .state import ServerState

PAGES = (
    "/",
    "/open",
    "/library",
    "/shelf/{key}",
    "/print/{key}",
    "/puzzles/{name}",
    "/calendar/{name}",
    "/day/{name}/{date}",
    "/statistics",
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
PRELOAD = "rel=preload; as=fetch; crossorigin"
POSITION_ID = re.compile(r"[A-Za-z0-9_-]+")
MAX_CONNECTIONS = 2_000
COMPRESSED = ("image/gif", "image/png")
"""Media types that are not compressed again. Event streams are compressed, but each event is flushed immediately."""


def make_app(options: ServerOptions | None = None) -> SecurityMiddleware:
    """Return the ASGI app: the API, the static files, and the page itself at the URL of each view."""
    state = make_state(options := options or ServerOptions())

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await state.jobs.warm_up()
        state.stock.start()
        yield
        await state.stock.close()
        await state.jobs.close()
        if state.plays is not None:
            state.plays.close()

    app = FastAPI(
        title="unjam",
        version="1",
        description="Play, watch, draw and solve puzzles. Positions travel as ids that hold the whole level.",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{PREFIX}/openapi.json",
        lifespan=lifespan,
    )
    app.openapi = cache(lambda: describe_api(app))  # type: ignore[method-assign]
    app.state.server = state
    app.state.constants = ConstantAnswers(state)
    app.include_router(make_router())
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=MAX_BODY)
    app.add_middleware(GZipMiddleware, compresslevel=6, exclude_content_types=COMPRESSED)
    hosts = allowed_hosts(options.host, options.allowed_hosts)
    _serve_files(app, LinkPreviews(state.positions, hosts, options.lang), state.library is not None)
    return SecurityMiddleware(app, hosts)


def make_state(options: ServerOptions) -> ServerState:
    """Return the state shared by the handlers; raise Unsupported or PuzzleError if a folder cannot be used."""
    own_families = [load(path).family for path in options.families]
    own_heuristics = load_own_heuristics(options.heuristics)
    files = [os.path.abspath(path) for path in (*options.families, *options.heuristics)]
    jobs = JobQueue(start_process, options.workers, options.seconds, options.memory, files)
    library = None if options.library is None else Library(options.library)
    if library is not None:
        len(library)  # fails unless the folder is a library
    return ServerState(
        positions=Positions(),
        jobs=jobs,
        stock=LevelStock(jobs, options.ahead),
        own_families=own_families,
        level_text=options.level_text or "",
        family=options.family,
        library=library,
        plays=_open_plays(options.plays),
        own_heuristics=own_heuristics,
    )


def load_own_heuristics(names: Sequence[str]) -> list[str]:
    """Load heuristics, each FILE.py:NAME, and return the names without folders under which the page knows them."""
    shown = [short_name(name) for name in names]
    for name in shown:
        if shown.count(name) > 1:
            raise Unsupported(Message("two heuristics are called {name}; rename one of the files", name=name))
    for name, short in zip(names, shown, strict=True):
        load_heuristic(name, short)
    return shown


def _open_plays(path: str | None) -> PlayLog | None:
    try:
        return None if path is None else PlayLog(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unsupported(Message("{path}: plays cannot be stored there: {why}", path=path, why=why)) from None


def _serve_files(app: FastAPI, previews: LinkPreviews, has_library: bool) -> None:
    files = PageFiles(has_library=has_library)
    app.add_route("/static/{path:path}", files.file, include_in_schema=False)

    async def service_worker(request: Request) -> Response:
        return files.files[SERVICE_WORKER].respond(request)

    app.add_route("/service-worker.js", service_worker, include_in_schema=False)

    async def page(request: Request, status: int = 200) -> Response:
        _, view, *rest = request.url.path.split("/")
        constants: ConstantAnswers = app.state.constants
        stored = files.page(view, await run_in_threadpool(lambda: constants.version))
        if status == 200 and rest and (tags := await run_in_threadpool(previews.tags, request, view, rest[0])):
            stored = StoredAnswer(add_preview(stored.content.decode(), tags).encode(), stored.media_type)
        response = stored.respond(request, status=status)
        if status == 200:
            paths = _first_requests(constants, view, rest)
            response.headers["link"] = ", ".join(f"<{path}>; {PRELOAD}" for path in paths)
        return response

    async def family_page(request: Request) -> Response:
        is_known = request.path_params["name"] in FAMILIES
        return await page(request, 200 if is_known else 404)

    for path in PAGES:
        app.add_route(path, family_page if "{name}" in path else page, include_in_schema=False)
    add_error_handlers(app, page)


def _first_requests(constants: ConstantAnswers, view: str, rest: Sequence[str]) -> list[str]:
    """Return the first API requests of a view, so that a browser can send them while it loads the scripts."""
    requests = [constants.address("/families")]
    if view in ("", "puzzles"):
        name = rest[0] if rest else next(iter(FAMILIES))
        requests.append(constants.address(f"/families/{name}/levels"))
    if view in ("play", "watch", "lab") and rest and POSITION_ID.fullmatch(rest[0]):
        requests.append(f"{PREFIX}/positions/{rest[0]}")
    return requests


class QuietServer(uvicorn.Server):
    """A server that ends silently on Ctrl-C: cancelling a running search is not reported as an error."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def stop_on_ctrl_c(self) -> Iterator[None]:
        """Let Ctrl-C stop the server even before it runs; a KeyboardInterrupt could be lost in a weakref's callback."""
        if threading.current_thread() is not threading.main_thread():  # only the main thread may set a handler
            yield
            return
        before = signal.signal(signal.SIGINT, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that accepts connections; from now on clients wait instead of being refused.

    Its protocol is named, because asyncio sends at once (TCP_NODELAY) only where it is: otherwise the body of an answer
    waits for the client to acknowledge the head, about 40 ms on every connection that is used again.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)
    return listener


def serve(options: ServerOptions | None = None) -> None:
    """Serve the page until Ctrl-C, and print its address.

    On a server that other machines can reach, searches are always limited.
    """
    options = options or ServerOptions()
    host, is_public = options.host, not is_loopback(options.host)
    if is_public:
        limits = options.seconds or PUBLIC_SECONDS, options.memory or PUBLIC_MEMORY
        options = replace(options, seconds=limits[0], memory=limits[1])
    app = make_app(options)
    listener = open_listener(host, options.port)
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, limit_concurrency=MAX_CONNECTIONS
    )
    server = QuietServer(config)
    address = url("127.0.0.1" if host in EVERYWHERE else host, port)
    with server.stop_on_ctrl_c():
        print(Message("unjam is running at {address} (Ctrl-C stops it)", address=address).to(options.lang), flush=True)
        if is_public:
            print(describe_access(host, port, *limits).to(options.lang), flush=True)
        if options.open_browser:
            threading.Timer(0.4, webbrowser.open, (address + _first_view(options),)).start()
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # ignore disconnected browsers and unawaited workers
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _first_view(options: ServerOptions) -> str:
    if options.level_text is not None:
        return "open"
    if options.library:
        return "library"
    return f"puzzles/{options.family}" if options.family else ""


def describe_access(host: str, port: int, seconds: float, memory: int) -> Message:
    """Return the startup message: who can reach the server, at which address, and what they can do there."""
    reachable = addresses() if host in EVERYWHERE else [host]
    return Message(
        "Open to everyone who can reach this machine, at {addresses}: they can play and start searches of up to "
        "{seconds} s and {size} MiB.",
        addresses=", ".join(url(address, port) for address in reachable) or url("127.0.0.1", port),
        seconds=f"{seconds:g}",
        size=memory // 2**20,
    )
