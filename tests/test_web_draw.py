"""Draw: the faults of every family as one draws, in words and at their place; and what waits until they are mended."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from unjam.editor import Edit
from unjam.families import FAMILIES, family
from unjam.message import Message
from unjam.web.sketch import sketch
from web_browser import Visit, hold
from web_levels import FIVE, TEXTS, id_of

Cells = list[tuple[int, int]]

FAULTY: dict[str, tuple[str, list[tuple[str, int | None, Cells | None]]]] = {
    "rushhour": (
        "oooooo\nooBoCo\nAAoooo\noooooo\noooooo\noooooo",
        [("car B", 2, [(1, 2)]), ("car C", 2, [(1, 4)])],
    ),
    "tiles": (
        "1 2 2\n3 q 99\n6 7 8",
        [("2 is there twice", 1, [(0, 1), (0, 2)]), ("'q'", 2, [(1, 1)]), ("99", 2, [(1, 2)])],
    ),
    "blocks": (
        "AB.A\n..B.\n?...",
        [("no goal", 1, []), ("block A", 1, [(0, 0), (0, 3)]), ("block B", 2, None), ("'?'", 3, [(2, 0)])],
    ),
    "sokoban": (
        "######\n#@ @ #\n#?$. #\n##  ##\n## ###",
        [("a second player", 2, [(1, 3)]), ("'?'", 3, [(2, 1)]), ("the walls are open", 5, [(4, 2)])],
    ),
    "packing": (
        "board 4 4\nA 9\nB 2x2 purplish\nC 2x2\nC @ 9,9",
        [("piece A", 2, []), ("'purplish'", 3, []), ("C at 9,9", 5, [])],
    ),
}


def drawn(name: str, text: str) -> list[dict[str, Any]]:
    """The faults of a drawing, each message in words."""
    found: list[dict[str, Any]] = sketch(family(name), text, Edit(None))["faults"]
    return [{**fault, "why": str(Message.from_json(fault["message"]))} for fault in found]


@pytest.mark.parametrize("name", FAULTY)
def test_every_fault_is_found_at_its_place(name: str) -> None:
    text, wanted = FAULTY[name]
    assert sketch(family(name), text, Edit(None))["id"] is None
    found = drawn(name, text)
    assert len(found) == len(wanted)
    for fault, (why, line, cells) in zip(found, wanted, strict=True):
        assert why in fault["why"]
        assert fault["line"] == line
        assert cells is None or sorted(fault["cells"]) == cells


def test_no_fault_hides_another_or_makes_one() -> None:
    assert [fault["why"] for fault in drawn("sokoban", "#####\n# $.#\n#z  #\n#####")] == [
        "the level has no player; expected one @ (or + on storage)",
        "'z' means nothing here; expected # @ + $ * . - _ or a space",
    ]
    assert len(drawn("packing", "board 4 4\nA\n#?\nA @ 0,0\nB 2x2")) == 1  # '?' alone: not the shape, not its place
    assert drawn("tiles", "1 2 3\n4 5")[0]["why"].startswith("5 numbers")
    for name in FAULTY:
        assert drawn(name, "") == [] or name in ("packing", "tiles")


def test_a_level_that_can_be_read_but_not_played_names_its_pieces() -> None:
    [solved] = drawn("rushhour", "oooo\nooAA\noooo\noooo")
    assert solved["cells"] == ((1, 2), (1, 3))
    area, nowhere = drawn("packing", "board 4 4\nA 5x1\nB 2x2")
    assert "cover 9 cells" in area["why"]
    assert nowhere["line"] == 2


@pytest.mark.parametrize("name", FAMILIES)
def test_five_faults_are_shown_and_keep_play_and_share_waiting(name: str) -> None:
    text = FIVE[name]
    wanted = drawn(name, text)
    assert len(wanted) >= 5
    with Visit() as visit:
        page = visit.open(f"/draw?family={name}")
        share = page.get_by_role("button", name="Share this position")
        field = page.get_by_label("Level text, live")
        field.fill(text)
        below = page.locator(".below")
        expect(below).to_contain_text(wanted[0]["why"][1:])
        expect(below).to_contain_text(f"And {len(wanted) - 1} more")
        rows = page.locator(".faults li")
        expect(rows).to_have_count(len(wanted))
        for row, fault in zip(rows.all(), wanted, strict=True):
            expect(row).to_contain_text(fault["why"][1:])
            if fault["line"]:
                expect(row).to_contain_text(f"Line {fault['line']}")
        expect(page.locator(".ed li.at")).to_have_count(len({fault["line"] for fault in wanted if fault["line"]}))
        cells = [cell for fault in wanted for cell in fault["cells"]]
        expect(page.locator(".at-fault")).to_have_count(len(cells))
        expect(share).to_be_disabled()
        address = page.url
        page.get_by_role("button", name="Play it").click()
        expect(below).to_contain_text("Not yet.")
        assert page.url == address
        field.fill(TEXTS[name])
        expect(page.locator(".faults.amber")).to_have_count(0)
        expect(share).to_be_enabled()
        expect(below).to_contain_text(re.compile("Beginner|Intermediate|Advanced|Expert"))


def test_nothing_can_be_typed_into_a_drawing_that_is_still_loading() -> None:
    """Else what is typed and what is loaded would be mixed."""
    with Visit() as visit:
        page = visit.page
        release = hold(page, "**/api/v1/sketch")
        with page.expect_request("**/api/v1/sketch"):
            page.goto(f"{visit.address}/draw/{id_of('rushhour')}")
        field = page.get_by_label("Level text, live")
        expect(field).to_be_disabled()
        assert field.input_value() == ""
        release()
        expect(field).to_be_enabled()
        assert field.input_value().startswith("ooooBo")


def test_another_family_is_loaded_before_it_can_be_typed_into() -> None:
    with Visit() as visit:
        page = visit.open("/draw")
        field = page.get_by_label("Level text, live")
        release = hold(page, "**/api/v1/sketch")
        with page.expect_request("**/api/v1/sketch"):
            page.get_by_label("Family").select_option("sokoban")
        expect(field).to_be_disabled()
        release()
        expect(field).to_be_enabled()
        expect(field).to_have_value(re.compile("^####"))


def test_a_view_that_waits_shows_an_empty_tray() -> None:
    with Visit() as visit:
        page = visit.open("/")
        release = hold(page, "**/api/v1/families/tiles/levels")
        page.get_by_role("link", name="Sliding tiles").click()
        expect(page.locator(".board.busy")).to_be_visible()
        release()
        expect(page.locator(".tile").first).to_be_visible()
        expect(page.locator(".busy")).to_have_count(0)
