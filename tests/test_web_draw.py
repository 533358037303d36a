"""Draw: the faults of every family as one draws, in words and at their place; and what waits until they are mended."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from unjam.web.drawing import STARTS, Edit
from unjam.web.sketch import sketch
from web_browser import Visit

FAULTY: dict[str, tuple[str, list[tuple[str, int | None, list[tuple[int, int]] | None]]]] = {
    "rushhour": (
        "oooooo\nooBoCo\nAAoooo\noooooo\noooooo\noooooo",
        [("Car B", 2, [(1, 2)]), ("Car C", 2, [(1, 4)])],
    ),
    "tiles": (
        "1 2 2\n3 x 99\n6 7 8",
        [("'x'", 2, [(1, 1)]), ("2 is there twice", 1, [(0, 2)]), ("99", 2, [(1, 2)])],
    ),
    "blocks": (
        "AB.A\n..B.\n?...",
        [("'?'", 3, [(2, 0)]), ("Block A", 1, [(0, 0), (0, 3)]), ("Block B", 2, None), ("No goal", None, [])],
    ),
    "sokoban": (
        "######\n#@ @ #\n#?$. #\n##  ##\n## ###",
        [("'?'", 3, [(2, 1)]), ("A second player", 2, [(1, 3)]), ("The walls are open", 5, [(4, 2)])],
    ),
    "packing": (
        "board 4 4\nA 9\nB 2x2 purplish\nC 2x2\nC @ 9,9",
        [("Piece A", 2, []), ("'purplish'", 3, []), ("C at 9,9", 5, [])],
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_every_fault_is_found_at_its_place(name: str) -> None:
    text, wanted = FAULTY[name]
    found = sketch(name, text, Edit(None))
    assert found["id"] is None
    assert len(found["faults"]) == len(wanted)
    for fault, (why, line, cells) in zip(found["faults"], wanted, strict=True):
        assert why in fault["why"]
        assert fault["line"] == line
        assert cells is None or fault["cells"] == cells


def test_what_is_eased_hides_no_fault_and_makes_none() -> None:
    assert [f["why"] for f in sketch("sokoban", "#####\n# $.#\n#z  #\n#####", Edit(None))["faults"]] == [
        "'z' means nothing here; expected # @ + $ * . - _ or a space.",
        "The level has no player; expected one @ (or + on storage).",
    ]
    drawn = sketch("packing", "board 4 4\nA\n#?\nA @ 0,0\nB 2x2", Edit(None))
    assert len(drawn["faults"]) == 2  # the shape that ends at '?', and '#?' itself; not the place of A
    assert sketch("tiles", "1 2 3\n4 5", Edit(None))["faults"][0]["why"].startswith("5 numbers")
    for name in FAULTY:
        assert sketch(name, "", Edit(None))["faults"] == [] or name in ("packing", "tiles")


def test_a_level_that_can_be_read_but_not_played_names_its_pieces() -> None:
    [solved] = sketch("rushhour", "oooo\nooAA\noooo\noooo", Edit(None))["faults"]
    assert solved["cells"] == [(1, 2), (1, 3)]
    area, nowhere = sketch("packing", "board 4 4\nA 5x1\nB 2x2", Edit(None))["faults"]
    assert "cover 9 cells" in area["why"]
    assert nowhere["line"] == 2


@pytest.mark.parametrize("name", FAULTY)
def test_faults_are_shown_and_keep_play_and_share_waiting(name: str) -> None:
    text, wanted = FAULTY[name]
    with Visit() as visit:
        page = visit.open(f"/draw?family={name}")
        share = page.get_by_role("button", name="Share this position")
        field = page.get_by_label("Level text, live")
        expect(field).not_to_have_value("")
        field.fill(text)
        below = page.locator(".below")
        expect(below).to_contain_text(wanted[0][0])
        expect(below).to_contain_text(f"And {len(wanted) - 1} more")
        rows = page.locator(".faults li")
        expect(rows).to_have_count(len(wanted) - 1)
        for row, (why, line, _) in zip(rows.all(), wanted[1:], strict=True):
            expect(row).to_contain_text(why)
            expect(row).to_contain_text(f"Line {line}" if line else why)
        marked = {line for _, line, _ in wanted if line}
        expect(page.locator(".ed li.at")).to_have_count(len(marked))
        cells = {cell for _, _, cells in wanted for cell in cells or []}
        if cells:
            expect(page.locator(".at-fault").first).to_be_visible()
        expect(share).to_be_disabled()
        address = page.url
        page.get_by_role("button", name="Play it").click()
        expect(below).to_contain_text("Not yet.")
        assert page.url == address
        if name not in ("packing", "tiles"):
            field.fill(STARTS[name])
            expect(page.locator(".faults")).to_be_hidden()
            expect(share).to_be_enabled()
            expect(below).to_contain_text(re.compile("Beginner|Intermediate|Solved"))


def test_a_view_that_waits_shows_an_empty_tray() -> None:
    with Visit() as visit:
        visit.open("/")

        def dawdle(route: Route) -> None:
            visit.page.wait_for_timeout(900)
            route.continue_()

        visit.page.route("**/api/v1/families/tiles/levels", dawdle)
        visit.page.get_by_role("link", name="Sliding tiles").click()
        expect(visit.page.locator(".board.busy")).to_be_visible()
        expect(visit.page.locator(".tile").first).to_be_visible()
        expect(visit.page.locator(".busy")).to_have_count(0)
