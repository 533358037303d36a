"""What other sites show of a link: title, task and picture of its level, from untrusted titles and host names."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from event_loop import run_async
from web_levels import id_of

from unjam.formats.position_id import encode
from unjam.formats.read import read
from unjam.web.options import ServerOptions
from unjam.web.server import make_app


class Head(HTMLParser):
    """The tags in the head of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: dict[str, str | None] = {}
        self.names: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.names.append(tag)
        if tag == "meta" and found.get("property"):
            assert found["property"] not in self.tags, "twice"
            self.tags[str(found["property"])] = found["content"]


class Client:
    """Sends requests to a server that runs no workers."""

    def __init__(self, address: str, **options: Any) -> None:
        self.address = address
        self.app = make_app(ServerOptions(ahead=False, workers=1, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=self.address) as client:
                return await client.get(path, **options)

        return run_async(send)


@pytest.fixture(scope="module")
def client() -> Client:
    return Client("http://localhost:8000", allowed_hosts=("puzzles.example.org",))


def head(client: Client, path: str, **headers: str) -> dict[str, Any]:
    answer = client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert answer.status_code == 200
    page = Head(answer.text)
    assert page.names.count("script") == 1, "nothing in a title becomes a tag"
    title = re.search("<title>(.*)</title>", answer.text)
    assert title is not None
    return {**page.tags, "title": unescape(title[1])}


def test_shipped_level_has_its_title_task_and_picture(client: Client) -> None:
    id = encode(read("rushhour/market-day")[0])
    for view in ("play", "watch", "draw", "lab"):
        tags = head(client, f"/{view}/{id}?title=Something+else")
        assert tags["og:title"] == "Market Day · Rush Hour"
        assert tags["title"] == "Market Day · Rush Hour · unjam"
        assert tags["og:description"] == "Slide the red car out. 16 moves will do it."
        assert tags["og:image"] == f"http://localhost:8000/api/v1/positions/{id}/picture.png"
        assert tags["og:image:alt"] == tags["og:title"]
        assert tags["twitter:card"] == "summary"
    picture = client.get(tags["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_title_of_a_link_is_bounded_cleaned_and_escaped(client: Client) -> None:
    path = f"/play/{id_of('sokoban')}"
    assert head(client, path)["og:title"] == "Sokoban"
    assert head(client, f"{path}?title=Two+rooms")["og:title"] == "Two rooms · Sokoban"
    hostile = '"><script>alert(1)</script><meta property="og:image" content="//evil'
    tags = head(client, f"{path}?{urlencode({'title': hostile})}")
    assert tags["og:title"] == f"{hostile[:80].rstrip()} · Sokoban"
    assert tags["og:image"].startswith("http://localhost:8000/api/")
    assert head(client, f"{path}?title=%5C1%5Cg%3C0%3E")["og:title"] == r"\1\g<0> · Sokoban"
    assert head(client, f"{path}?title=%00a%0A%E2%80%AEb%20%20c")["og:title"] == "a b c · Sokoban"
    assert head(client, f"{path}?title={'x' * 5000}")["og:title"] == f"{'x' * 80} · Sokoban"


def test_other_addresses_have_general_tags(client: Client) -> None:
    general = {"og:type": "website", "og:title": "unjam"}
    for path in ("/", "/open", "/play", "/play/nonsense", "/play/1nonsense"):
        tags = head(client, path)
        assert {name: tags[name] for name in general} == general
        assert "og:image" not in tags
    family = head(client, "/puzzles/sokoban")
    assert (family["og:title"], family["og:description"]) == ("Sokoban", "Push every box home.")


def test_picture_has_the_address_under_which_the_visitor_came(client: Client) -> None:
    path = f"/play/{id_of('rushhour')}"

    def origin(**headers: str) -> str:
        return str(head(client, path, **headers)["og:image"]).partition("/api/")[0]

    assert origin(host="puzzles.example.org") == "http://puzzles.example.org"
    assert origin(host="127.0.0.1:9") == "http://127.0.0.1:9"
    assert origin(x_forwarded_host="puzzles.example.org") == "http://puzzles.example.org"
    for foreign in ("evil.example", "localhost:1", 'puzzles.example.org"', "puzzles.example.org/x", ""):
        assert origin(x_forwarded_host=foreign) == "http://localhost:8000", foreign


def test_page_behind_a_proxy_that_speaks_tls() -> None:
    """Uvicorn believes X-Forwarded-Proto of a proxy on this machine, and puts it into the request."""
    secure = Client("https://puzzles.example.org", allowed_hosts=("puzzles.example.org",))
    image = head(secure, f"/play/{id_of('rushhour')}")["og:image"]
    assert image.startswith("https://puzzles.example.org/api/v1/")


def test_own_language_and_unchanged_copies(client: Client) -> None:
    path = f"/play/{id_of('rushhour')}"
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    french = Client("http://localhost", lang="fr")
    assert head(french, path)["og:description"] != head(client, path)["og:description"]
