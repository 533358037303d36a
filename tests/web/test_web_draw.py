"""Draw: faults of every family in words and at their place; Play and Share wait until they are fixed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from web_browser import Visit, center, drag, hold
from web_levels import FIVE, TEXTS, id_of

from unjam.core.editor import Edit
from unjam.families import FAMILIES, family
from unjam.web.presenters.sketch import sketch
from unjam.web.wire.encoding import plain

Cells = list[tuple[int, int]]
PLACE = """(el) => Object.fromEntries(["x", "y", "w", "k"].map((name) =>
  [name, Number(el.style.getPropertyValue("--" + name))]))"""
"""The cell at which a mark on the board begins, and how many it covers."""

FAULTY: dict[str, tuple[str, list[tuple[str, int | None, Cells | None]]]] = {
    "rushhour": (
        "oooooo\nooBoCo\nAAoooo\noooooo\noooooo\noooooo",
        [("car B", 2, [(1, 2)]), ("car C", 2, [(1, 4)])],
    ),
    "tiles": (
        "1 2 2\n3 q 99\n6 7 8",
        [("2 appears twice", 1, [(0, 1), (0, 2)]), ("'q'", 2, [(1, 1)]), ("99", 2, [(1, 2)])],
    ),
    "blocks": (
        "AB.A\n..B.\n?...",
        [("goal line is missing", 1, []), ("block A", 1, [(0, 0), (0, 3)]), ("block B", 2, None), ("'?'", 3, [(2, 0)])],
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
    """Return the faults of a drawing, with their messages in English."""
    faults = sketch(family(name), text, Edit(None)).faults
    return [{**plain(fault), "why": str(fault.message), "cells": fault.cells} for fault in faults]


@pytest.mark.parametrize("name", FAULTY)
def test_every_fault_is_reported_at_its_place(name: str) -> None:
    text, wanted = FAULTY[name]
    assert sketch(family(name), text, Edit(None)).id is None
    faults = drawn(name, text)
    assert len(faults) == len(wanted)
    for fault, (why, line, cells) in zip(faults, wanted, strict=True):
        assert why in fault["why"]
        assert fault["line"] == line
        assert cells is None or sorted(fault["cells"]) == cells


def test_faults_do_not_hide_or_cause_others() -> None:
    assert [fault["why"] for fault in drawn("sokoban", "#####\n# $.#\n#z  #\n#####")] == [
        "the level has no player; expected one @ (or + on storage)",
        "unexpected 'z'; expected # @ + $ * . - _ or a space",
    ]
    assert len(drawn("packing", "board 4 4\nA\n#?\nA @ 0,0\nB 2x2")) == 1  # '?' alone: not the shape, not its place
    assert drawn("tiles", "1 2 3\n4 5")[0]["why"].startswith("5 numbers")
    for name in FAULTY:
        assert drawn(name, "") == [] or name in ("packing", "tiles")


def test_unplayable_level_names_its_pieces() -> None:
    [solved] = drawn("rushhour", "oooo\nooAA\noooo\noooo")
    assert solved["cells"] == ((1, 2), (1, 3))
    area, nowhere = drawn("packing", "board 4 4\nA 5x1\nB 2x2")
    assert "cover 9 cells" in area["why"]
    assert nowhere["line"] == 2


@pytest.mark.parametrize("name", FAMILIES)
def test_five_faults_are_shown_and_block_play_and_share(name: str) -> None:
    text = FIVE[name]
    wanted = drawn(name, text)
    assert len(wanted) >= 5
    with Visit() as visit:
        page = visit.open(f"/draw?family={name}")
        share = page.get_by_role("button", name="Share this position")
        field = page.get_by_label("Level text, updated as you draw")
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
        expect(page.locator(".text-editor li.at")).to_have_count(
            len({fault["line"] for fault in wanted if fault["line"]})
        )
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
        expect(page.locator(".head .difficulty")).to_contain_text(re.compile("Beginner|Intermediate|Advanced|Expert"))


REFUSED: list[tuple[str, str, Edit, str]] = [
    ("rushhour", "oooo\nAAoo\nBBoo\noooo", Edit("turn", cell=(1, 0)), "no room to turn it: B is in the way"),
    ("rushhour", "oooo\nAAoo\noooo\noooo", Edit("turn", cell=(3, 0)), "There is no piece here"),
    ("rushhour", "oooo\nAAoo\noooo\nBBBo", Edit("turn", cell=(3, 0)), "outside the board"),
    ("rushhour", "oooo\nAAox\noxoo\nooxo", Edit("put", "truck", (3, 2)), "does not fit there"),
    ("rushhour", "oooo\nAAox\noooo\noooo", Edit("put", "wall", (1, 0)), "A is in the way"),
    ("rushhour", "oooo\nAAox\noooo\noooo", Edit("move", cell=(1, 0), to=(1, 2)), "a wall is in the way"),
    ("blocks", "AA..\nAA.B\n....\ngoal A at 1,0", Edit("put", "big", (0, 2)), "B is in the way"),
    ("sokoban", "#####\n#@$.#\n#####", Edit("move", cell=(1, 2), to=(0, 2)), "a wall is in the way"),
    ("sokoban", "#####\n#@$.#\n#####", Edit("move", cell=(1, 1), to=(1, 2)), "a box is in the way"),
    ("sokoban", "#####\n#@$.#\n#####", Edit("move", cell=(1, 1)), "needs a player"),
    ("packing", "board 3 2\nA 2x2\nA @ 0,0", Edit("put", "piece", (0, 1), (0, 2)), "A is in the way"),
    ("packing", "board\n##\n#.\nA 1x1", Edit("put", "piece", (0, 1), (1, 1)), "a hole is in the way"),
    ("packing", "board 3 1\nA 1x1\nA @ 0,0", Edit("put", "brush", (0, 0), (0, 2)), "does not touch A"),
    ("packing", "board 3 1\nA 3x1\nA @ 0,0", Edit("put", "brush", (0, 1)), "A would fall apart"),
    ("tiles", "1 2 0\n3 4 5\n6 7 8", Edit("move", cell=(0, 0)), "stays on the board"),
    ("packing", "board 3 2\nA 1x2 3\nA @ 0,0", Edit("turn", cell=(0, 0)), "There are 3 pieces called A"),
    ("packing", "board 3 2\nA 1x2 3", Edit("put", "lock", (0, 0)), "There is no piece here"),
    ("packing", "bored 3 2", Edit("put", "piece", (0, 0)), "Fix the text"),
    ("tiles", "1 2 3\n4 5", Edit("put", "swap", (0, 0)), "Fix the text"),
]


@pytest.mark.parametrize(("name", "text", "edit", "why"), REFUSED)
def test_edit_that_does_not_fit_is_explained(name: str, text: str, edit: Edit, why: str) -> None:
    drawing = sketch(family(name), text, edit)
    assert drawing.text == text
    assert drawing.refused is not None
    assert why in str(drawing.refused)
    assert sketch(family(name), text, Edit(None)).refused is None


def test_empty_board_explains_what_to_do() -> None:
    for name in FAMILIES:
        drawing = sketch(family(name), "", Edit(None))
        assert drawing.faults == []
        assert (drawing.greeting is not None) == (drawing.id is None) == (name == "packing")
    with Visit() as visit:
        page = visit.open("/draw?family=packing")
        below, card = page.locator(".below"), page.locator(".advice ul")
        expect(below).to_contain_text("Drag a rectangle on the board")
        expect(card).to_have_text("Nothing is drawn yet.")
        expect(page.locator(".amber, .at-fault, .text-editor li.at, .below .warn")).to_have_count(0)
        expect(page.get_by_role("button", name="Share this position")).to_be_disabled()
        page.get_by_role("button", name="Play it").click()
        expect(below).to_contain_text("Not yet. Drag a rectangle")
        drag(page, center(page, (0, 0)), center(page, (5, 5)))
        expect(page.locator(".head .difficulty")).to_contain_text("1 piece")


def test_preview_matches_the_result() -> None:
    with Visit() as visit:
        page = visit.open("/draw")
        text = page.get_by_label("Level text, updated as you draw")
        text.fill("oooooo\noooooo\nAAoooB\nooooxB\noooooo\noooooo")
        expect(page.locator(".text-editor li")).to_have_count(6)
        expect(page.locator(".head .difficulty")).to_contain_text("Beginner")
        tool, drop, below = page.locator("[data-value=car]"), page.locator(".mark.drop"), page.locator(".below")

        def carry_to(cell: tuple[int, int]) -> None:
            """Drag the tool there, without letting go."""
            area = tool.bounding_box()
            assert area is not None
            page.mouse.move(area["x"] + 20, area["y"] + 20)
            page.mouse.down()
            page.mouse.move(*center(page, cell), steps=6)
            expect(drop).to_be_visible()

        def shows(**place: int) -> None:
            page.wait_for_function(f"place => JSON.stringify(({PLACE})(document.querySelector('.drop'))) === place",
                                   arg=json.dumps(place, separators=(",", ":")))  # fmt: skip

        carry_to((0, 5))  # at the edge it stays on the board
        shows(x=4, y=0, w=2, k=1)
        page.mouse.up()
        expect(text).to_have_value(re.compile("^ooooCC"))
        carry_to((1, 5))  # B is below, and there is room beside it
        shows(x=4, y=1, w=2, k=1)
        page.mouse.up()
        expect(text).to_have_value(re.compile("^ooooCC\nooooDD"))
        carry_to((3, 3))  # a wall to the right; below it there is room
        shows(x=3, y=3, w=1, k=2)
        page.mouse.move(*center(page, (2, 4)), steps=3)  # B to the right, a wall below
        expect(drop).to_have_class(re.compile("refused"))
        expect(page.locator(".refusal")).to_contain_text("It does not fit there: B is in the way.")
        expect(below).to_be_hidden()
        page.mouse.up()
        expect(page.locator(".refusal")).to_be_hidden()
        expect(below).to_contain_text("It does not fit there: B is in the way.")
        expect(page.locator(".text-editor li").first).to_have_text("ooooCC")
        page.mouse.move(*center(page, (2, 0)))
        page.mouse.down()
        page.mouse.move(*center(page, (2, 5)), steps=6)
        shows(x=4, y=2, w=2, k=1)  # it does not hang over the edge
        expect(drop).to_have_class(re.compile("refused"))
        page.mouse.up()
        expect(below).to_contain_text("It does not fit there: B is in the way.")
        page.mouse.move(*center(page, (1, 4)))
        page.mouse.down()
        page.mouse.move(*center(page, (1, 0)), steps=6)
        shows(x=0, y=1, w=2, k=1)
        page.mouse.move(1250, 700, steps=4)  # off the board: it would go
        expect(page.locator("[data-id=D]")).to_have_class(re.compile("leaving"))
        page.mouse.up()
        expect(page.locator("[data-id=D]")).to_have_count(0)
        page.mouse.click(*center(page, (3, 5)))  # B stands upright, a click would lay it down
        expect(below).to_contain_text("There is no room to turn it")


def test_loading_drawing_cannot_be_edited() -> None:
    """Else what is typed and what is loaded would be mixed."""
    with Visit() as visit:
        page = visit.page
        release = hold(page, "**/api/v1/sketch")
        with page.expect_request("**/api/v1/sketch"):
            page.goto(f"{visit.address}/draw/{id_of('rushhour')}")
        field = page.get_by_label("Level text, updated as you draw")
        expect(field).to_be_disabled()
        assert field.input_value() == ""
        release()
        expect(field).to_be_enabled()
        assert field.input_value().startswith("ooooBo")


def test_switching_family_loads_before_editing() -> None:
    with Visit() as visit:
        page = visit.open("/draw")
        field = page.get_by_label("Level text, updated as you draw")
        release = hold(page, "**/api/v1/sketch")
        with page.expect_request("**/api/v1/sketch"):
            page.get_by_label("Family").select_option("sokoban")
        expect(field).to_be_disabled()
        release()
        expect(field).to_be_enabled()
        expect(field).to_have_value(re.compile("^####"))


def test_loading_view_shows_an_empty_board() -> None:
    with Visit() as visit:
        page = visit.open("/")
        release = hold(page, "**/api/v1/families/tiles/levels?*")
        page.get_by_role("link", name="Sliding tiles").click()
        expect(page.locator(".board.busy")).to_be_visible()
        release()
        expect(page.locator(".tile").first).to_be_visible()
        expect(page.locator(".busy")).to_have_count(0)
