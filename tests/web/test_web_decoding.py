"""A page without a server accepts and refuses the same requests as the server, and says the same about the refused."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields, is_dataclass, replace
from functools import wraps
from inspect import signature
from types import NoneType
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints
from urllib.parse import quote, urlencode

import pytest
from event_loop import run_async
from fastapi import FastAPI
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_cases import cases
from web_levels import id_of

from unjam.core.puzzle import UnjamError
from unjam.families import FAMILIES
from unjam.web.api.routes import PREFIX, ROUTES, Route
from unjam.web.browser import app as browser
from unjam.web.browser.app import BrowserServer
from unjam.web.http import routes as http
from unjam.web.http.constant_answers import ConstantAnswers
from unjam.web.http.errors import add_error_handlers
from unjam.web.state import ServerState
from unjam.web.wire import requests

Answer = tuple[int, Any]
NUMBERS = (
    "5", " 5 ", "\xa05", "\x1c5", "1_0", "1__0", "_1", "1_", "+5", "-0", "-1", "5.0", "5.", "5.00", "5.01", ".5", "05",
    "1e3", "1_e3", "nan", "-nan", "inf", "Infinity", "٣", "0x5", "9" * 20, "9" * 4300, "9" * 4301, "0" * 4301,
    "x" * 4301, "", "+", "+_5", "1_0.0", "5.0_0", "1000000", "1000001", "999999999", "1000000000", "0", "86400",
    "86400.5",
)  # fmt: skip
TEXTS = (
    "", "a", "a\n", "\ud800", "é" * 80, "a" * 20, "a" * 21, "a" * 60, "a" * 61, "a" * 80, "a" * 81, "a" * 100,
    "a" * 101, "6x6", "6x6\n", "06x6", "66666x6", "abcdefgh", "ABCDEFGH", "2026-11-16", "2026-02-30", "1999-12-31",
    "20261116", "2024-02-29", "svg", "png", "beginner", "Beginner", "moves", "true", "ON", "oFf", "2", " on", "select",
    "put", "win", "astar", *FAMILIES, id_of("tiles"), "1-_", "1" * 8200,
)  # fmt: skip
texts = st.sampled_from((*NUMBERS, *TEXTS)) | st.text(max_size=6)
plain = st.none() | st.booleans() | st.integers(-2000, 2000) | st.floats() | texts
junk = plain | st.lists(plain, max_size=3) | st.dictionaries(texts, plain, max_size=2)


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Return values for an annotation of a body, good ones and bad ones."""
    kind = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind)) | junk
    if NoneType in get_args(kind):
        return st.none() | values(next(each for each in get_args(kind) if each is not NoneType))
    if get_origin(kind) is list:
        return st.lists(values(get_args(kind)[0]), max_size=4) | st.just([0] * 2001) | junk
    if is_dataclass(kind):
        return bodies(kind)
    return (texts if kind is str else st.integers(-1, 8) | st.sampled_from((1000, 1001, 5.0, 1e300, 2**70))) | junk


def good(annotation: Any) -> st.SearchStrategy[Any]:
    """Return values that are mostly accepted, so that what comes after them is reached, too."""
    kind, *limits = get_args(annotation) if get_origin(annotation) is Annotated else [annotation]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if NoneType in get_args(kind):
        return good(next(each for each in get_args(kind) if each is not NoneType))
    if get_origin(kind) is list:
        size = {name: bound for limit in limits for name, bound in limit.bounds.items()}
        least = size.get("min_length", 0)
        return st.lists(good(get_args(kind)[0]), min_size=least, max_size=min(least + 1, size["max_length"]))
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return st.fixed_dictionaries({each.name: good(hints[each.name]) for each in fields(kind)})
    return st.sampled_from(("tiles", "abcdefgh", "1-_")) if kind is str else st.integers(0, 7)


@st.composite
def bodies(draw: st.DrawFn, kind: Any) -> Any:
    """Return a dataclass as JSON with a fault or two, or none."""
    hints = get_type_hints(kind, include_extras=True)
    body = draw(good(kind))
    for name in draw(st.lists(st.sampled_from([each.name for each in fields(kind)]), max_size=2)):
        body[name] = draw(values(hints[name]))
    if (absent := draw(st.none() | st.sampled_from(list(body)))) and draw(st.booleans()):
        del body[absent]
    if draw(st.integers(0, 9)) == 0:
        body[draw(texts)] = draw(junk)
    return body


@st.composite
def asked(draw: st.DrawFn, route: Route) -> tuple[str, str, str]:
    """Return the path, the query and the body of a request for a route."""
    hints = get_type_hints(route.handler, include_extras=True)
    _, *names = signature(route.handler).parameters
    path, query, body = PREFIX + route.path, [], ""
    for name in names:
        if f"{{{name}}}" in route.path:
            value = draw(texts.filter(lambda text: text and "/" not in text and text.isprintable()))
            path = path.replace(f"{{{name}}}", quote(value if draw(st.booleans()) else draw(good(hints[name]))))
        elif is_dataclass(hints[name]):
            text = json.dumps(draw(st.one_of(bodies(hints[name]), bodies(hints[name]), junk)))
            body = text[: len(text) - draw(st.sampled_from((0, 0, 0, 0, 0, 1)))]
        else:
            some = texts.filter(lambda text: "\ud800" not in text)
            query += [(name, value) for value in draw(st.lists(some, max_size=2))]
    return path, urlencode(query), body


def record(route: Route) -> Route:
    """Return the route with a handler that refuses everything and repeats its arguments."""

    @wraps(route.handler)
    def refuse(state: Any, **values: Any) -> Any:
        arguments = signature(route.handler).bind(None, **values)
        arguments.apply_defaults()
        raise UnjamError(repr(arguments.args))

    @wraps(route.handler)
    async def handler(state: Any, **values: Any) -> Any:
        refuse(state, **values)

    return replace(route, handler=refuse if route.is_constant else handler)


@pytest.fixture(scope="module")
def server() -> FastAPI:
    app = FastAPI()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http, "ROUTES", tuple(map(record, ROUTES)))
        app.include_router(http.make_router())
    app.state.server = None
    app.state.constants = ConstantAnswers(cast(ServerState, None))

    async def page(request: Any, status: int) -> Any:
        raise AssertionError("no page is served under the API's address")

    add_error_handlers(app, page)
    return app


async def ask_server(app: FastAPI, method: str, path: str, query: str, body: str) -> Answer:
    from urllib.parse import unquote

    received = [{"type": "http.request", "body": body.encode(), "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return received.pop() if received else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(b"content-type", b"application/json")], "client": None, "server": ("here", 80),
    }  # fmt: skip
    await app(scope, receive, send)
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent[1:]))


async def ask_browser(method: str, path: str, query: str, body: str) -> Answer:
    sent, ended = [], asyncio.Event()

    def send(id: int, kind: str, value: Any) -> None:
        sent.append(value)
        if kind == "end":
            ended.set()

    def no_search(hear: Any) -> Any:
        raise AssertionError("no search is needed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser, "ROUTES", tuple(map(record, ROUTES)))
        patch.setattr(BrowserServer, "_start", ended.wait)
        server = BrowserServer(send, no_search)
        server.handle(1, method, path, query, body)
        await ended.wait()
    return sent[0]["status"], json.loads(sent[1])


def answers(app: FastAPI, method: str, path: str, query: str = "", body: str = "") -> tuple[Answer, Answer]:
    async def both() -> tuple[Answer, Answer]:
        return await ask_server(app, method, path, query, body), await ask_browser(method, path, query, body)

    return run_async(both)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
@given(data=st.data())
@settings(max_examples=cases(400))
def test_both_take_the_same_requests(server: FastAPI, route: Route, data: st.DataObject) -> None:
    path, query, body = data.draw(asked(route))
    there, here = answers(server, route.method, path, query, body)
    assert here == there


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422), ("null", 422), ("{", 422), ("[" * 100_000, 400), ("1" * 5000, 400), ("{} x", 422), ("NaN", 422),
        ('{"text": 5}', 422), ('{"text": "A", "more": 1}', 422), ('{"text": "A", "\\ud800": 1}', 422),
        ('{"text": "\\ud800"}', 422), ('{"\\ud800": 1}', 422), ('{"text": 5, "\\ud800": 1}', 422),
        ('{"text": "A", "family": "x"}', 422), ('{"text": "A", "text": "B"}', 404),
        (json.dumps({"text": "x" * (requests.MAX_FILE + 1)}), 422),
    ],
)  # fmt: skip
def test_both_refuse_the_same_bodies(server: FastAPI, body: str, status: int) -> None:
    there, here = answers(server, "POST", f"{PREFIX}/levels", body=body)
    assert here == there
    assert here[0] == status


@pytest.mark.parametrize("number", NUMBERS)
def test_both_read_the_same_numbers(server: FastAPI, number: str) -> None:
    for path, name in (("/library", "skip"), (f"/positions/{id_of('tiles')}/solution", "seconds")):
        there, here = answers(server, "GET", PREFIX + path, urlencode({name: number}))
        assert here == there


@given(text=st.text(max_size=8))
@example("../health")
@settings(max_examples=cases(200))
def test_both_know_the_same_addresses(server: FastAPI, text: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        there, here = answers(server, method, f"{PREFIX}/{quote(text)}")
        assert here == there
    there, here = answers(server, "DELETE", f"{PREFIX}/health")
    assert here == there
