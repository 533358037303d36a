"""Collections as shelves: marks, filters, keys, previous and next, my solutions, and progress as a file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, resize
from web_shelves import bring, expect_levels, open_file, saved, store_ratings

import unjam
from unjam.families import family
from unjam.formats.position_id import encode

LEVELS = [
    f"#{'#' * (a + b + 3)}#\n#@{' ' * a}${' ' * b}.#\n#{'#' * (a + b + 3)}#" for a in range(13) for b in range(12)
]
TEXT = "\n\n".join(LEVELS[:155])
"""Corridors, each longer than the last or pushed farther: 155 levels that arrow keys solve."""
IDS = [encode(family("sokoban").parse(level)) for level in LEVELS[:155]]
COSTS = [a + b + 1 for a in range(13) for b in range(12)][:155]
SHELF = "() => JSON.parse(localStorage.getItem('unjam.shelf.corridors'))"
KEEP = "all => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))"

EDGES = """() => {
  const box = (el) => el.getBoundingClientRect();
  const all = [...document.querySelectorAll(".strip, .level-grid .level-card")].map((el) => box(el).right);
  const [panel, next] = [".lead", ".strip .next"].map((name) => box(document.querySelector(name)));
  return { right: Math.max(...all), panel: panel.left, next: next.width }; }"""
"""How far to the right a shelf reaches, where its panel begins, and how wide the tick of the next level is."""


def opened(visit: Visit, text: str = TEXT, name: str = "Corridors.sok") -> Page:
    return open_file(visit, text, name)


def rate(page: Page) -> None:
    """Store the results of a long rating, and show the shelf again."""
    levels = ["beginner", "intermediate", "advanced", "expert"]
    store_ratings(page, "corridors", [{"cost": cost, "level": levels[min(3, cost // 7)]} for cost in COSTS])
    page.locator(".level-grid .caption i").first.wait_for()


def win(page: Page, at: int) -> None:
    """Walk to the end of the corridor."""
    expect(page.locator("#main-button")).to_have_text("Hint")
    for n in range(COSTS[at]):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("n => Number(document.querySelector('#count-moves').textContent) >= n", arg=n + 1)
    expect(page.locator("#main-button")).to_have_text("Next level")


def cell(page: Page, at: int) -> Any:
    return page.locator(f'.level-grid [data-at="{at}"]')


def test_dropped_collection_becomes_a_rated_shelf() -> None:
    with Visit() as visit:
        page = opened(visit)
        page.wait_for_url("**/shelf/corridors")
        for _ in range(2):
            expect(page.locator("h1")).to_have_text("Corridors")
            expect_levels(page, 155)
            expect(page.locator(".strip b")).to_have_count(155)
            expect(page.locator(".cnt")).to_contain_text("of 155 solved")
            expect(cell(page, 2)).to_have_attribute("aria-label", f"Level 3, {COSTS[2]} moves, not played")
            page.reload()
        page.wait_for_function(f"() => ({SHELF})().slots.slice(0, 3).every((slot) => slot.rated)")
        visit.open("/open")
        expect(page.get_by_role("link", name="Corridors")).to_be_visible()
        opened(visit)  # the same file again is the same shelf
        assert (
            page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('unjam.shelf.')).length") == 1
        )


def test_shelf_of_shipped_levels_needs_no_search() -> None:
    with Visit() as visit:
        asked: list[str] = []
        visit.page.on("request", lambda request: asked.append(request.url))
        page = visit.open("/shelf/rushhour")
        expect_levels(page, len(unjam.levels("rushhour")))
        page.wait_for_load_state("networkidle")
        assert [url for url in asked if url.endswith("/scenes")]
        assert [url for url in asked if "/solution" in url or "/rating" in url] == []
        first = unjam.rate(unjam.levels("rushhour")[0])
        expect(page.locator(".lead dl")).to_contain_text(f"Time{first.short_time}")


def test_win_leads_to_the_next_unsolved_level() -> None:
    with Visit() as visit:
        page = opened(visit)
        rate(page)
        page.evaluate(KEEP, {f"unjam.best.{IDS[1]}": {"cost": COSTS[1], "hints": 0, "when": 1, "family": "sokoban"}})
        page.get_by_role("button", name="Play level 1").click()
        crumb = page.locator(".crumb")
        expect(crumb).to_contain_text("Corridors, 1 of 155")
        expect(crumb).to_contain_text("1 of 155 solved")
        expect(page.locator("h1")).to_have_text("Level 1")
        win(page, 0)
        expect(crumb).to_contain_text("2 of 155 solved")
        page.locator("#main-button").click()
        page.wait_for_url(f"**/play/{IDS[2]}")  # the second was solved before
        expect(crumb).to_contain_text("Corridors, 3 of 155")
        page.get_by_label("Previous level, 2").click()
        page.wait_for_url(f"**/play/{IDS[1]}")
        page.get_by_label("Next level, 3").click()
        page.wait_for_url(f"**/play/{IDS[2]}")
        page.locator(".crumb a").first.click()
        page.wait_for_url("**/shelf/corridors")
        for _ in range(2):
            expect(page.locator(".cnt .count")).to_have_text("2")
            expect(page.locator(".cnt")).to_contain_text("2 optimally")
            expect(cell(page, 0).locator(".status-icon.fewest")).to_have_count(1)
            expect(page.locator(".level-card.next")).to_have_count(1)
            expect(cell(page, 2)).to_contain_text("Next")
            expect(page.locator(".strip .fewest")).to_have_count(2)
            page.reload()


def test_click_selects_second_click_plays_and_arrows_move() -> None:
    with Visit() as visit:
        page = opened(visit)
        rate(page)
        play = page.locator(".shelf .go")
        cell(page, 4).click()
        expect(play).to_have_text("Play level 5")
        assert "/shelf/" in page.url
        page.keyboard.press("ArrowRight")
        expect(play).to_have_text("Play level 6")
        columns = page.evaluate(
            "() => getComputedStyle(document.querySelector('.level-grid')).gridTemplateColumns.split(' ').length"
        )
        page.keyboard.press("ArrowDown")
        expect(play).to_have_text(f"Play level {6 + columns}")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
        expect(play).to_have_text("Play level 5")
        page.get_by_label("Previous level").click()
        expect(play).to_have_text("Play level 4")
        page.get_by_text("First unsolved").click()
        expect(play).to_have_text("Play level 1")
        cell(page, 7).click()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/play/{IDS[7]}")
        page.go_back()
        cell(page, 9).click()
        cell(page, 9).click()
        page.wait_for_url(f"**/play/{IDS[9]}")


def test_filters_hide_levels_and_keep_their_numbers() -> None:
    with Visit() as visit:
        page = opened(visit)
        rate(page)
        group = page.get_by_role("group", name="Difficulty")
        expert = sum(cost >= 21 for cost in COSTS)
        group.get_by_role("button", name=f"Expert, {expert}").click()
        expect_levels(page, expert)
        expect(page.get_by_text(f"{expert} of 155 shown.")).to_be_visible()
        first = next(at for at, cost in enumerate(COSTS) if cost >= 21)
        expect(page.locator(".level-grid .level-card:visible").first.locator("u")).to_have_text(str(first + 1))
        page.get_by_role("group", name="Size").get_by_role("button", name="Small").click()
        expect(page.get_by_text("No level matches.")).to_be_visible()
        page.get_by_role("link", name="Show all").click()
        expect_levels(page, 155)
        page.get_by_role("group", name="Length").get_by_role("button").nth(1).click()
        expect(page.get_by_text(" of 155 shown.")).to_be_visible()
        assert 0 < int(page.locator(".level-grid > li").first.get_attribute("aria-setsize") or "") < 155


def test_my_solutions_can_be_watched_and_copied() -> None:
    with Visit() as visit:
        page = opened(visit)
        rate(page)
        page.get_by_role("button", name="Play level 1").click()
        win(page, 0)
        page.wait_for_function("id => JSON.parse(localStorage.getItem('unjam.best.' + id))?.notation", arg=IDS[0])
        page.locator(".crumb a").first.click()
        page.get_by_text("My solutions").click()
        page.get_by_role("button", name="Copy the moves of Level 1").click()
        expect(page.locator("dialog")).to_contain_text("Moves copied.")
        assert page.evaluate("() => navigator.clipboard.readText()") == "R" * COSTS[0]
        page.get_by_role("link", name="Watch Level 1").click()
        page.wait_for_url(f"**/watch/{IDS[0]}?mine")
        expect(page.locator(".watch")).to_contain_text(f"Your solution, {COSTS[0]} move")
        expect(page.locator(".score")).to_have_attribute("aria-valuenow", str(COSTS[0]))
        page.get_by_role("link", name="Watch the best").click()
        expect(page.locator(".watch")).to_contain_text("No shorter solution exists")


def test_deleted_shelf_can_be_restored() -> None:
    with Visit() as visit:
        page = opened(visit)
        page.get_by_text("Delete this shelf").click()
        expect(page.get_by_text("“Corridors” deleted.")).to_be_visible()
        assert page.evaluate(SHELF) is None
        page.get_by_role("button", name="Undo").click()
        expect_levels(page, 155)
        visit.open("/open").get_by_role("button", name="Delete Corridors").click()
        page.get_by_role("button", name="Undo").click()
        assert len(page.evaluate(SHELF)["slots"]) == 155
        page.get_by_role("button", name="Delete Corridors").click()
        page.reload()
        expect(page.locator(".paste")).to_be_visible()
        expect(page.get_by_role("link", name="Corridors")).to_have_count(0)


def test_several_collections_of_five_hundred_fit() -> None:
    collections = choose([2], [4])[0]
    many = [f"{level}\nTitle: {n}-{at}" for n in range(collections) for at, level in enumerate(LEVELS * 4)]
    with Visit() as visit:
        for n in range(collections):
            page = opened(visit, "\n\n".join(many[n * 600 : n * 600 + 500]), f"Large {n}.sok")
            expect_levels(page, 500)
        kept = page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('unjam.shelf.')).length")
        assert kept == collections


def test_five_hundred_levels_fit_the_screen() -> None:
    """Measured in one go, for the cells are drawn anew as their ratings come."""
    with Visit(**PHONE) as visit:
        page = opened(visit, "\n\n".join((LEVELS * 4)[:500]), "Many.sok")
        for wide in (390, 320):
            resize(page, wide, 844)
            assert page.evaluate(EDGES)["right"] <= wide
        resize(page, 1280, 800)
        edges = page.evaluate(EDGES)
        assert edges["right"] <= edges["panel"]
        assert edges["next"] >= 4  # wide enough to be told from the others


@pytest.mark.parametrize("phone", [False, True])
def test_unsolvable_levels_are_offered_with_the_other_goal(phone: bool) -> None:
    text = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14\n1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n"
    with Visit(**(PHONE if phone else {})) as visit:
        page = opened(visit, text, "Fifteen.txt")
        offer = page.locator(".offer")
        expect(offer).to_contain_text("but they can with the gap last")
        page.get_by_role("button", name="Put the gap last").click()
        expect(offer).to_be_hidden()
        page.reload()
        expect(page.get_by_role("button", name="Play level 1")).to_be_enabled()
        expect(offer).to_be_hidden()
        page.get_by_role("button", name="Play level 1").click()
        expect(page.locator(".crumb")).to_contain_text("Fifteen, 1 of 2")
        expect(page.locator(".goalrow")).to_contain_text("gap last")
        expect(page.get_by_role("button", name="Put the gap")).to_have_count(0)


def test_phone_shows_four_in_a_row_and_play_in_the_dock() -> None:
    with Visit(**PHONE) as visit:
        page = opened(visit)
        rate(page)
        assert (
            page.evaluate(
                "() => getComputedStyle(document.querySelector('.level-grid')).gridTemplateColumns.split(' ').length"
            )
            == 4
        )
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        cell(page, 3).tap()
        dock = page.locator(".shelf .dock")
        expect(dock.locator(".go")).to_have_text("Play level 4")
        expect(dock.locator(".go")).to_be_in_viewport()
        dock.locator(".go").tap()
        page.wait_for_url(f"**/play/{IDS[3]}")


# -- all progress, as one file


def best(cost: int, hints: int = 0) -> dict[str, Any]:
    return {"cost": cost, "hints": hints, "when": 1, "family": "sokoban"}


def test_imported_progress_keeps_better_results() -> None:
    draft = {"key": "k1", "title": "Mine", "family": "sokoban", "text": LEVELS[0], "id": IDS[0], "when": 5}
    here = {f"unjam.best.{IDS[0]}": best(9), f"unjam.best.{IDS[1]}": best(4), "unjam.draft.k1": draft}
    with Visit() as visit:
        page = opened(visit)
        page.evaluate(KEEP, here)
        page.evaluate("() => localStorage.setItem('unjam', JSON.stringify({settings: {motion: 'none'}}))")
        text = saved(page)
    there = {f"unjam.best.{IDS[0]}": best(7), f"unjam.best.{IDS[1]}": best(2, hints=3), f"unjam.best.{IDS[2]}": best(5)}
    with Visit() as visit:
        page = visit.open("/open")
        page.evaluate(KEEP, {**there, "unjam.draft.k1": {**draft, "text": LEVELS[5]}})
        assert "imported" in bring(page, text)
        costs = page.evaluate(
            "ids => ids.map((id) => JSON.parse(localStorage.getItem('unjam.best.' + id)).cost)", IDS[:3]
        )
        assert costs == [7, 4, 5]
        texts = page.evaluate(
            """() => Object.keys(localStorage).filter((key) => key.startsWith("unjam.draft."))
            .map((key) => JSON.parse(localStorage.getItem(key)).text)"""
        )
        assert sorted(texts) == sorted([LEVELS[0], LEVELS[5]])
        assert page.evaluate("() => document.documentElement.dataset.animation") == "none"
        assert "The file contains nothing newer" in bring(page, text)
        visit.open("/shelf/corridors")
        expect_levels(page, 155)
        expect(page.locator(".cnt .count")).to_have_text("3")


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "null", '{"format": "unjam progress"}', '{"best": {"x": 1}}', "\0\1 no", "#####"]
)
def test_invalid_progress_file_changes_nothing(text: str) -> None:
    with Visit() as visit:
        page = visit.open("/open")
        page.evaluate(KEEP, {f"unjam.best.{IDS[0]}": best(9)})
        before = page.evaluate("() => JSON.stringify(localStorage)")
        assert bring(page, text) == "This is not a progress file. Nothing was changed."
        assert page.evaluate("() => JSON.stringify(localStorage)") == before


def test_invalid_parts_of_a_progress_file_are_skipped() -> None:
    bad = {
        "format": "unjam progress",
        "best": {IDS[0]: {"cost": "many", "hints": 0}, "../x": best(3), IDS[1]: best(3)},
        "game": {IDS[0]: {"start": IDS[0], "entries": [{"id": "<b>"}], "at": 0, "family": "sokoban"}, IDS[1]: 7},
        "shelf": {"s": {"name": "s", "slots": [{"id": 5}]}},
        "draft": {"d": {"text": 3}},
    }
    with Visit() as visit:
        page = visit.open("/open")
        assert "1 item was imported" in bring(page, json.dumps(bad))
        visit.open("/open")
        visit.open(f"/play/{IDS[0]}")
