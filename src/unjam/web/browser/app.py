"""Answers the page's requests in a web worker, with the same handlers as the server."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from ...core.message import Message
from ..api.errors import HANDLER_ERRORS, MAX_BODY, TOO_LARGE, refusal, trouble
from ..api.pictures import Picture
from ..api.routes import PREFIX, ROUTES, Route
from ..jobs.level_stock import LevelStock
from ..jobs.queue import Event, JobQueue
from ..options import PUBLIC_MEMORY, PUBLIC_SECONDS
from ..presenters.positions import Positions
from ..state import ServerState
from ..wire.decoding import arguments
from ..wire.encoding import dumps
from .workers import NewSearch, starter

Send = Callable[[int, str, Any], None]
"""Sends a part of an answer: the request's id, and ``head`` with the status and the media type, ``body`` with text or
bytes, or ``end``."""
JSON, EVENTS = "application/json", "text/event-stream"


@dataclass(frozen=True)
class Answer:
    """An answer: its status, its media type and its content, which may be a stream of events."""

    status: int
    media_type: str
    content: str | bytes | AsyncGenerator[Event]


class BrowserServer:
    """Answers requests; searches run in at most ``workers`` workers at once, which ``new_search`` starts.

    All of it happens in one thread: a handler that takes long delays the next one.
    """

    def __init__(self, send: Send, new_search: NewSearch, workers: int = 1) -> None:
        jobs = JobQueue(starter(new_search), workers, PUBLIC_SECONDS, PUBLIC_MEMORY)
        self.state = ServerState(
            positions=Positions(),
            jobs=jobs,
            stock=LevelStock(jobs, ahead=False),
            own_families=(),
            level_text="",
            family=None,
            library=None,
            plays=None,
        )
        self._send = send
        self._constants: dict[tuple[Any, ...], str] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._starting: asyncio.Task[None] | None = None

    def handle(self, id: int, method: str, path: str, query: str = "", body: str = "") -> None:
        """Begin to answer a request; its parts are sent one by one."""
        task = asyncio.ensure_future(self._handle(id, method, path, query, body))
        self._running[id] = task
        task.add_done_callback(lambda _: self._running.pop(id))

    def cancel(self, id: int) -> None:
        """Stop answering a request; a search that works for it ends."""
        if id in self._running:
            self._running[id].cancel()

    async def close(self) -> None:
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        if self._starting is not None:
            await self._starting
        await self.state.stock.close()
        await self.state.jobs.close()

    async def _handle(self, id: int, method: str, path: str, query: str, body: str) -> None:
        answer = await self._answer(method, path, query, body)
        self._send(id, "head", {"status": answer.status, "type": answer.media_type})
        if isinstance(answer.content, AsyncGenerator):
            await self._send_events(id, answer.content)
        elif answer.content:
            self._send(id, "body", answer.content)
        self._send(id, "end", None)
        self._starting = self._starting or asyncio.ensure_future(self._start())

    async def _send_events(self, id: int, stream: AsyncGenerator[Event]) -> None:
        try:
            async with aclosing(stream) as events:
                async for event in events:
                    self._send(id, "body", str(event))
        except Exception as error:  # such as a worker that cannot be started; the page must not wait for it
            self._send(id, "body", str(Event.of("failed", _describe_bug(error))))

    async def _start(self) -> None:
        """Start what the first answer did not need: the stock of levels, and a worker for the first search."""
        self.state.stock.start()
        with suppress(Exception):  # the first search that needs the worker reports it
            await self.state.jobs.warm_up()

    async def _answer(self, method: str, path: str, query: str, body: str) -> Answer:
        try:
            found = find_route(method, unquote(path))
            if isinstance(found, int):
                return _refuse(found, Message("{why}", why=HTTPStatus(found).phrase))
            if len(body.encode()) > MAX_BODY:
                return _refuse(413, TOO_LARGE)
            route, values = found
            return await self._call(route, arguments(route.handler, values, query, body))
        except HANDLER_ERRORS as error:
            status, answer = refusal(error)
            return Answer(status, JSON, dumps(answer))
        except Exception as error:  # a bug must not leave the page waiting
            return _refuse(500, _describe_bug(error))

    async def _call(self, route: Route, values: dict[str, Any]) -> Answer:
        key = (route.path, *values.values()) if route.is_constant else ()
        if key in self._constants:
            return Answer(200, JSON, self._constants[key])
        answer = route.handler(self.state, **values)
        if asyncio.iscoroutine(answer):
            answer = await answer
        if isinstance(answer, AsyncGenerator):
            return Answer(200, EVENTS, answer)
        if isinstance(answer, Picture):
            return Answer(200, answer.media_type, answer.content)
        if route.is_silent:
            return Answer(204, JSON, "")
        text = dumps(answer)
        if route.is_constant:
            self._constants[key] = text
        return Answer(200, JSON, text)


def _describe_bug(error: Exception) -> Message:
    traceback.print_exception(error)
    return Message("the request failed: {error}", error=type(error).__name__)


def _refuse(status: int, message: Message) -> Answer:
    return Answer(status, JSON, dumps(trouble(message)))


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | int:
    """Return the route for a path with the values in it, or the status of the refusal.

    >>> route, values = find_route("GET", "/api/v1/positions/1abc/picture.svg")
    >>> route.path, values
    ('/positions/{id}/picture.{kind}', {'id': '1abc', 'kind': 'svg'})
    >>> find_route("GET", "/api/v1/nothing"), find_route("POST", "/api/v1/health")
    (404, 405)
    """
    status = 404
    for route in ROUTES:
        values = _match((PREFIX + route.path).split("/"), path.split("/"))
        if values is not None:
            if route.method == method:
                return route, values
            status = 405
    return status


def _match(pattern: list[str], parts: list[str]) -> dict[str, str] | None:
    values = {}
    if len(pattern) != len(parts):
        return None
    for expected, part in zip(pattern, parts, strict=True):
        start, _, name = expected.partition("{")
        if not name:
            if part != expected:
                return None
        elif part.startswith(start) and part != start:
            values[name.removesuffix("}")] = part[len(start) :]
        else:
            return None
    return values
