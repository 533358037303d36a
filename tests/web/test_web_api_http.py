"""Hostile requests, security headers, compression and caching."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest
from browser_server import SERVERS, connect
from web_api import at_rest
from web_levels import LONG, TEXTS, id_of

from unjam.web.http.bundle import strip_types
from unjam.web.http.static_files import STATIC


@pytest.fixture(scope="module", params=SERVERS)
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    with connect(request.param) as http_client:
        yield http_client


@pytest.fixture(scope="module")
def server() -> Iterator[httpx.Client]:
    """A client for what only a server has: HTTP, files and families of the user's own."""
    with connect("server") as http_client:
        yield http_client


def test_hostile_input_is_rejected_and_the_server_survives(client: httpx.Client) -> None:
    refused = client.post("/api/v1/levels", content=b"x" * 10_000_000)
    assert refused.status_code == 413
    assert refused.json()["error"] == "That is more than 3,000,000 bytes; send less text."
    unknown_length = client.post("/api/v1/levels", content=(b"x" * 100_000 for _ in range(40)))
    assert (unknown_length.status_code, unknown_length.json()) == (413, refused.json())
    assert client.post("/api/v1/levels", content=b"[" * 100_000).status_code in (400, 422)
    assert client.post("/api/v1/levels", json={"text": 5}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "family": "x"}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "more": 1}).status_code == 422
    huge = "\n".join(["#" * 1000] * 1000)
    answer = client.post("/api/v1/levels", json={"text": huge.replace("##", "@$", 1)})
    assert answer.status_code == 200
    assert answer.json()["levels"][0]["error"]["error"]
    for bad in ("1" + "A" * 9000, "..%2f..%2fetc%2fpasswd", "%00", "<script>"):
        assert client.get(f"/api/v1/positions/{bad}").status_code in (404, 422)
    many = {"moves": [{"piece": "A", "to": [2, 1]}] * 501}
    assert client.post(f"/api/v1/positions/{id_of('rushhour')}/moves", json=many).status_code == 422
    assert client.get("/api/v1/health").status_code == 200


def test_only_the_files_of_the_page_are_served(server: httpx.Client) -> None:
    for path in ("/static/../server.py", "/static/..%2fserver.py", "/static/%2e%2e/server.py", "/static/nothing.js"):
        assert server.get(path).status_code == 404


def test_title_is_never_markup(client: httpx.Client) -> None:
    title = "<script>alert(1)</script>"
    text = f"{TEXTS['sokoban']}\nTitle: {title}\n"
    [level] = client.post("/api/v1/levels", json={"text": text}).json()["levels"]
    assert level["title"] == title
    assert level["id"]


def test_every_response_has_the_security_headers(server: httpx.Client) -> None:
    for path in ("/", "/play/x", "/static/app/app.js", "/api/v1/health", "/nothing"):
        headers = server.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_page_names_no_other_host(server: httpx.Client) -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8")
        hosts = [part.split("/")[0] for part in text.replace("http://", "https://").split("https://")[1:]]
        assert set(hosts) <= {"www.w3.org"}, path
        assert "innerHTML" not in text, path
        assert "eval(" not in text, path


def test_files_are_compressed_and_cached(server: httpx.Client) -> None:
    plain = strip_types((STATIC / "app" / "app.js").read_text(encoding="utf-8")).encode()
    with server.stream("GET", "/static/app/app.js", headers={"accept-encoding": "gzip"}) as packed:
        sent = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["cache-control"] == "no-cache"
    assert packed.headers["content-type"].startswith("text/javascript")
    assert len(sent) < len(plain) / 2
    assert gzip.decompress(sent) == plain
    assert server.get("/static/app/app.js", headers={"accept-encoding": "identity"}).content == plain
    for path in ("/static/app/app.js", "/", "/play"):
        first = server.get(path)
        again = server.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["cache-control"] == "no-cache"


def test_events_are_compressed_and_sent_at_once(server: httpx.Client) -> None:
    url = f"/api/v1/positions/{id_of('tiles', LONG)}/solution"
    with server.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-store"
        lines = answer.iter_lines()
        assert next(lines) == "event: progress"  # while the search goes on
        assert json.loads(next(lines).removeprefix("data: "))["expanded"] >= 0
        assert server.get("/api/v1/health").json()["running"] == 1
    at_rest(server)
