"""Shelves of thousands of levels, and what a shelf says of itself: its name and its counts."""

from __future__ import annotations

import json
import re
from itertools import islice, permutations
from typing import Any

import httpx
from playwright.sync_api import Page, expect
from web_browser import Visit, examine, hold, resize
from web_server import address
from web_shelves import bring, expect_levels, open_file, saved, store_ratings

from unjam.families import family
from unjam.formats.position_id import encode
from unjam.web.api.levels import MAX_LEVELS, MAX_SCENES

COUNT = MAX_LEVELS + 3
"""A file with three levels more than a shelf holds."""


def is_even(order: tuple[int, ...]) -> bool:
    return sum(a > b > 0 for n, a in enumerate(order) for b in order[n:]) % 2 == 0


BOARDS = [" ".join(map(str, order)) for order in islice(filter(is_even, permutations(range(9))), COUNT)]
"""Eight-puzzles that can be solved, near their goal and so quickly rated."""
TEXT = "\n".join(BOARDS)
BEST = {"cost": 9, "hints": 0, "when": 1, "family": "tiles"}


def test_long_reading_is_announced_and_progress_may_be_large() -> None:
    progress = {
        "format": "unjam progress",
        "best": {encode(family("tiles").parse(BOARDS[1])): BEST},
        "x": "x" * 2_100_000,
    }
    with Visit() as visit:
        page = visit.open("/open")
        release = hold(page, "**/levels")
        page.get_by_label("Level text").fill(TEXT[:200])
        page.get_by_role("button", name="Open it").click()
        expect(page.get_by_text("Reading the levels.")).to_be_visible()
        release()
        page.wait_for_url("**/shelf/*")
        expect(page.get_by_text("Reading the levels.")).to_have_count(0)
        visit.open("/open")
        for text, words in ((json.dumps(progress), "1 item was imported"), ("#" * 2_100_000, "larger than 2 MB")):
            file: Any = {"name": "large.json", "mimeType": "application/json", "buffer": text.encode()}
            page.get_by_label("Choose a file").set_input_files(file)
            expect(page.locator("dialog")).to_contain_text(words)
            page.keyboard.press("Escape")


def open_large(visit: Visit) -> Page:
    page = open_file(visit, TEXT, "Thousands.txt")
    expect_levels(page, MAX_LEVELS)
    return page


def test_long_list_comes_with_few_scenes_and_a_true_count() -> None:
    answer = httpx.post(f"{address()}/api/v1/levels", json={"text": TEXT}, timeout=60).json()
    assert (len(answer["levels"]), answer["left_out"], answer["all_counted"]) == (MAX_LEVELS, 3, True)
    assert all((level["scene"] is not None) == (n < MAX_SCENES) for n, level in enumerate(answer["levels"]))
    assert {level["cells"] for level in answer["levels"]} == {9}


def test_large_shelf_holds_only_visible_cells() -> None:
    """Keys, the find field and the Tab key reach every level, and what is visible is rated first."""
    ids = [encode(family("tiles").parse(board)) for board in BOARDS[MAX_LEVELS - 5 : MAX_LEVELS]]
    with Visit() as visit:
        page = open_large(visit)
        play = page.locator(".shelf .go")
        cells = page.locator(".level-grid > li")
        expect(page.locator(".cnt")).to_contain_text("3 others of the file are left out")
        expect(page.locator(".cnt")).to_contain_text(f"of {MAX_LEVELS:,} solved")
        assert page.locator(".strip b").count() <= 240
        with page.expect_request(lambda request: any(f"{id}/solution" in request.url for id in ids)):
            page.keyboard.press("End")
        expect(play).to_have_text(f"Play level {MAX_LEVELS:,}")
        expect(page.locator(".level-grid a:focus")).to_have_attribute("data-at", str(MAX_LEVELS - 1))
        expect(cells.last).to_have_attribute("aria-posinset", str(MAX_LEVELS))
        assert cells.count() < 250
        page.keyboard.press("2")  # a digit goes to the find field
        page.keyboard.type("500")
        page.keyboard.press("Enter")
        expect(play).to_have_text("Play level 2,500")
        expect(page.locator(".level-grid a:focus")).to_be_in_viewport()
        expect(page.locator(".level-grid a:focus .mini rect").nth(3)).to_be_attached()  # its picture has come
        page.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")
        expect(cells.first).to_have_attribute("aria-posinset", "1")
        expect(page.locator(".level-grid")).to_be_focused()  # the cell that had the focus is gone
        expect(page.locator(".level-grid a[tabindex='0']")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        expect(play).to_have_text("Play level 2,501")
        expect(page.locator(".level-grid a:focus")).to_have_attribute("data-at", "2500")
        page.keyboard.press("Enter")
        expect(page.locator(".crumb")).to_contain_text(f"2,501 of {MAX_LEVELS:,}")
        page.go_back()  # shows the level that was opened, though nothing was played
        expect(play).to_have_text("Play level 2,501")
        expect(page.locator(".level-grid a.chosen")).to_be_in_viewport()
        page.get_by_label("Find by number or title").fill("no such level")
        page.get_by_label("Find by number or title").press("Enter")
        expect(page.get_by_text("No level has this number or title.")).to_be_visible()


def test_each_filter_says_how_many_levels_it_leaves() -> None:
    levels = [("beginner", 5, 10), ("beginner", 30, 10), ("expert", 90, 60), ("expert", 90, 100), (None, None, 10)]
    text = "\n".join([*BOARDS[1 : len(levels) + 1], "1 2 3 4 5 6 7 8 9"])
    with Visit() as visit:
        page = open_file(visit, text, "Few.txt")
        store_ratings(page, "few", [{"level": level, "cost": cost, "size": size} for level, cost, size in levels])
        expect(page.locator(".cnt")).to_contain_text("of 5 solved")
        expect(page.locator(".cnt")).to_contain_text("1 cannot be read")
        difficulty, size = (page.get_by_role("group", name=name) for name in ("Difficulty", "Size"))
        expect(difficulty.get_by_role("button", name="Beginner, 2").locator("small")).to_have_text("2")
        expect(difficulty.get_by_role("button", name="Advanced, 0")).to_be_visible()
        expect(size.get_by_role("button", name=re.compile("Small.*, 3"))).to_be_visible()
        difficulty.get_by_role("button", name="Expert, 2").click()
        expect(size.get_by_role("button", name=re.compile("Small.*, 0"))).to_be_visible()
        expect(size.get_by_role("button", name=re.compile("Large.*, 1"))).to_be_visible()
        expect(page.locator(".grid > [role=status]")).to_contain_text("2 of 6 shown. (1 cannot be read)")


def test_renamed_shelf_keeps_its_name_on_another_device() -> None:
    two = "\n".join(BOARDS[1:3])
    with Visit() as visit:
        page = open_file(visit, two, "Draft.txt")
        before = saved(page)
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Name of the shelf").fill("For the  train <b>")
        page.keyboard.press("Enter")
        for _ in range(2):
            expect(page.locator("h1")).to_have_text("For the train <b>")
            expect(page).to_have_title(re.compile("^For the"))
            page.reload()
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Name of the shelf").fill("Not this")
        examine(page, "a shelf gets a name")
        resize(page, 320, 640)
        button = page.get_by_role("button", name="Save", exact=True).bounding_box()
        assert button
        assert button["x"] + button["width"] <= 320
        page.get_by_label("Name of the shelf").press("Escape")
        expect(page.locator("h1")).to_have_text("For the train <b>")
        open_file(visit, two, "Draft.txt")  # the same file again is the same shelf, by its new name
        expect(page.locator("h1")).to_have_text("For the train <b>")
        after = saved(page)
    with Visit() as visit:
        page = visit.open("/open")
        for text in (before, after, before):  # an older name does not come back
            bring(page, text)
        page = visit.open("/shelf/draft")
        expect(page.locator("h1")).to_have_text("For the train <b>")
        names: Any = json.loads(after)["shelf"]["draft"]
        assert names["name"] == "For the  train <b>".strip()
