"""A library on the page: shelves by difficulty, filters, and the API behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from library_levels import boards
from playwright.sync_api import Route, expect
from random_cases import choose
from web_browser import PHONE, Visit, examine, ready
from web_server import address

import unjam
from unjam.core.message import Message
from unjam.datasets.library import Library
from unjam.formats.position_id import decode
from unjam.web.server import ServerOptions, make_app

PUSH = "#####\n#@$.#\n#####\nTitle: One <b>push</b>\n\n######\n#@$ .#\n######\nTitle: Two pushes; -- '\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("library"))
    Library(folder).add([PUSH, *(board.storage_text() for board in boards(150, seed=3))], workers=1)
    return folder


@pytest.fixture
def client(folder: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address(library=folder), timeout=60) as http_client:
        yield http_client


def shelves(client: httpx.Client, **query: Any) -> Any:
    answer = client.get("/api/v1/library", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_shelves_match_the_filters(client: httpx.Client, folder: str) -> None:
    library = Library(folder)
    every = shelves(client)
    assert every["families"] == {"rushhour": library.count("family = 'rushhour' and cost is not null"), "sokoban": 2}
    assert (every["family"], every["sizes"]) == ("rushhour", ["5x5"])
    assert {each["level"]: each["total"] for each in every["shelves"]} == {
        each.level: each.levels for each in library.stats("family = 'rushhour' and cost is not null")
    }
    assert all(len(each["levels"]) == min(12, each["total"]) for each in every["shelves"])
    for level in (each for shelf in every["shelves"] for each in shelf["levels"]):
        (rating,) = unjam.rate_many([decode(level["id"])])
        assert str(Message.from_json(level["time"])) == str(rating.short_time)
    for query, where in {
        ("least", 4): "cost >= 4", ("most", 2): "cost <= 2", ("size", "5x5"): "true", ("size", "6x6"): "false",
        ("level", "beginner"): "level = 'beginner'", ("title", "x' or 1=1 --"): "false",
    }.items():  # fmt: skip
        filtered = shelves(client, **dict([query]))
        assert sum(each["total"] for each in filtered["shelves"]) == library.count(
            f"cost is not null and family = 'rushhour' and {where}"
        )
    (shelf,) = shelves(client, family="sokoban", title="PUSHES; -- '")["shelves"]
    (level,) = shelf["levels"]
    assert (level["title"], level["cost"], level["level"]) == ("Two pushes; -- '", 2, shelf["level"])
    assert client.get(f"/api/v1/positions/{level['id']}").status_code == 200


def test_shelf_is_paginated(client: httpx.Client) -> None:
    first = shelves(client, level="beginner")["shelves"][0]
    assert first["total"] > len(first["levels"]) == 60
    ids = [level["id"] for level in first["levels"]]
    rest = shelves(client, level="beginner", skip=60)["shelves"][0]["levels"]
    assert len(rest) == min(60, first["total"] - 60)
    assert set(ids).isdisjoint(level["id"] for level in rest)


@pytest.mark.parametrize(
    "query", ["level=hard", "size=6", "size=6x6;", "least=-1", "most=x", "skip=-1", "title=" + "x" * 101]
)
def test_invalid_query_is_rejected(client: httpx.Client, query: str) -> None:
    assert client.get(f"/api/v1/library?{query}").status_code == 422


@pytest.mark.parametrize("title", ["\0", "\ud83d", "%", "'", "\\", "\n", "{0}"])
def test_odd_title_is_harmless(client: httpx.Client, title: str) -> None:
    title = title.encode("utf-8", "replace").decode()
    assert shelves(client, title=title)["family"] == "rushhour"


def test_missing_library_is_reported() -> None:
    answer = httpx.get(f"{address()}/api/v1/library", timeout=60)
    assert (answer.status_code, answer.json()["error"]) == (404, "the page was started without a library")
    assert httpx.get(f"{address()}/api/v1/startup", timeout=60).json()["library"] is False


def test_invalid_library_is_reported_at_start(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no library here"):
        make_app(ServerOptions(library=str(tmp_path / "none")))
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match=r"bad\.parquet: not a valid Parquet file"):
        make_app(ServerOptions(library=str(tmp_path)))


def test_filters_on_the_page(folder: str) -> None:
    with Visit(library=folder) as visit:
        page = visit.open("/library")
        expect(page.get_by_role("heading", name="Library")).to_be_visible()
        shelf = page.locator(".library section")
        expect(shelf.first.locator("a .mini").first).to_be_visible()
        page.get_by_label("Difficulty").select_option("beginner")
        expect(shelf).to_have_count(1)
        expect(shelf.locator(".set > a")).to_have_count(60)
        page.get_by_role("button", name="More").click()
        total = Library(folder).count("family = 'rushhour' and level = 'beginner'")
        expect(shelf.locator(".set > a")).to_have_count(min(120, total))
        page.get_by_label("Difficulty").select_option("")
        page.get_by_label("Fewest moves").fill("1000")
        page.get_by_label("Fewest moves").press("Enter")
        expect(page.get_by_text("No level in the library matches.")).to_be_visible()
        assert "least=1000" in page.url
        page.get_by_label("Fewest moves").fill("")
        page.get_by_label("Fewest moves").press("Enter")
        page.get_by_label("Family").select_option("sokoban")
        page.get_by_label("Title").fill("two")
        page.get_by_label("Title").press("Enter")
        expect(shelf.locator(".set > a")).to_have_count(1)
        assert page.reload() is not None  # the address holds what is wished for
        expect(shelf.locator(".set > a")).to_have_count(1)
        shelf.locator(".set > a").click()
        expect(page.locator(".island .well, .board .well").first).to_be_visible()
        assert "/play/" in page.url
        page.go_back()
        expect(shelf.locator(".set > a")).to_have_count(1)


def test_level_shows_its_number_among_all_matches(folder: str) -> None:
    easy = Library(folder).count("family = 'rushhour' and cost is not null")

    def answer(route: Route) -> None:
        """Two shelves: the easy levels, of which a part is shown, and one that is hard."""
        answered = route.fetch().json()
        (shelf,) = answered["shelves"]
        hard = {"level": "expert", "total": 1, "levels": [shelf["levels"].pop()]}
        route.fulfill(json=answered | {"shelves": [shelf, hard]})

    with Visit(library=folder) as visit:
        visit.page.route(re.compile(r"/api/v1/library\??$"), answer)
        page = visit.open("/library")
        thumbs = page.locator(".library .set").first.locator("a")
        crumb = page.locator(".crumb")
        thumbs.nth(3).click()
        expect(crumb).to_contain_text(f"Library, 4 of {easy + 1}")
        expect(crumb).not_to_contain_text("solved")  # nobody knows of the levels that are not shown
        page.get_by_label("Previous level, 3").click()
        expect(crumb).to_contain_text(f"Library, 3 of {easy + 1}")
        visit.open("/library")
        thumbs.nth(10).click()
        page.get_by_label(f"Next level, {easy + 1}").click()  # the first of the next shelf
        expect(crumb).to_contain_text(f"Library, {easy + 1} of {easy + 1}")
        visit.open("/library?level=beginner")
        page.get_by_role("button", name="More").click()
        thumbs.nth(60).click()
        expect(crumb).to_contain_text(f"Library, 61 of {easy}")


def test_library_level_leads_to_the_next_of_its_shelf(folder: str) -> None:
    with Visit(library=folder) as visit:
        page = visit.open("/library?family=sokoban")
        page.locator(".set > a").first.click()
        expect(page.locator(".crumb")).to_contain_text("Library, 1 of 2")
        expect(page.locator("h1")).to_have_text("One <b>push</b>")
        expect(page.locator("#main-button")).to_have_text("Hint")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count-moves")).to_have_text("1")
        expect(page.locator("#main-button")).to_have_text("Next level")
        page.locator("#main-button").click()
        expect(page.locator(".crumb")).to_contain_text("Library, 2 of 2")
        expect(page.locator("h1")).to_have_text("Two pushes; -- '")
        page.locator(".crumb a").first.click()
        page.wait_for_url("**/library?family=sokoban")
        ready(page)
        expect(page.locator(".status-icon.fewest")).to_have_count(1)


def test_open_view_links_to_the_library(folder: str) -> None:
    with Visit(library=folder) as visit:
        page = visit.open("/open")
        page.get_by_role("link", name="Open the library").click()
        expect(page.get_by_role("heading", name="Library")).to_be_visible()


@pytest.mark.parametrize("width", choose([390], [1280, 390]))
def test_axe_finds_no_violations_in_the_library(folder: str, width: int) -> None:
    with Visit(library=folder, viewport={"width": width, "height": 800}) as visit:
        page = visit.open("/library")
        page.locator(".library .mini").first.wait_for()
        examine(page, "library")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("phone", [False, True])
def test_home_links_to_the_library_and_to_open(folder: str, phone: bool) -> None:
    with Visit(library=folder, **(PHONE if phone else {})) as visit:
        page = visit.open("/")
        expect(page.get_by_role("link", name="Open or paste")).to_be_in_viewport()
        page.get_by_role("link", name="Library").click()
        expect(page.get_by_role("heading", name="Library")).to_be_visible()
    with Visit(**(PHONE if phone else {})) as visit:
        page = visit.open("/")
        expect(page.get_by_role("link", name="Library")).to_have_count(0)  # the server has none
        page.get_by_role("link", name="Open or paste").click()
        expect(page.get_by_role("heading", name="Open a level")).to_be_visible()


def test_library_says_what_it_shows_and_what_it_leaves_out(tmp_path: Path) -> None:
    folder = str(tmp_path)
    unsolvable = "oooooooooooooAAoBoooooBoooooooooooo".replace("o", "o")[:35] + "o"
    Library(folder).add([*(board.storage_text() for board in boards(40, seed=5)), unsolvable], workers=1)
    library = Library(folder)
    left_out, all_ = library.count("cost is null"), library.count("cost is not null")
    assert left_out
    with Visit(library=folder) as visit:
        page = visit.open("/library")
        expect(page.locator(".library [role=status]")).to_contain_text(f"{all_} of {all_} levels match.")
        expect(page.locator(".library [role=status]")).to_contain_text(f"{left_out} level")
        beginner = library.count("cost is not null and level = 'beginner'")
        expect(page.locator(".library h2").first).to_contain_text(f"{beginner} levels, the first 12 shown")
