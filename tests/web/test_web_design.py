"""Draw for designers: what an edit changed, advice on the board, harder and easier levels, the brush for packing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_browser import Visit, center, drag, examine, resize
from web_clipping import find_clipped_text

from unjam import rate
from unjam.core.cells import connected_groups
from unjam.core.editor import Edit
from unjam.families import FAMILIES, family
from unjam.web.presenters.preview import preview
from unjam.web.presenters.sketch import sketch

TEXT = "Level text, updated as you draw"
BADGE = ".head .difficulty"
FIRST = "oooooo\noooooo\noAAooB\noooooB\noooooB\nCCoooo"
"""One car in the way, and one that plays no part."""


def fill(page: Page, text: str) -> None:
    page.get_by_label(TEXT).fill(text)
    expect(page.locator(BADGE)).to_contain_text(re.compile(r"\d (move|piece)"))


def test_designer_sees_what_an_edit_changed_and_takes_a_proposal() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        below, advice = page.locator(".below"), page.locator(".advice")
        expect(below).to_contain_text("No faults.")
        fill(page, FIRST)
        expect(below).to_contain_text("since the last edit")  # the empty board was one move
        expect(below).not_to_contain_text("Beginner")  # the badge tells the difficulty, and only the badge
        expect(advice).to_contain_text("Car C plays no part")
        expect(advice).to_contain_text("Every move is forced.")
        expect(page.locator(".mark.idle")).to_have_count(2)
        expect(page.locator(".mark.order")).to_have_text(["1", "2"])
        page.get_by_role("button", name="On the board").click()
        expect(page.locator(".mark.idle, .mark.order")).to_have_count(0)
        page.get_by_role("button", name="On the board").click()
        fill(page, FIRST.replace("CCoooo", "CCoDDD"))
        expect(below).to_contain_text(re.compile(r"^\+1 move, \d+ seconds? longer since the last edit\."))

        page.get_by_role("button", name="Make it harder").click()
        proposals = page.locator(".proposals button")
        expect(proposals).to_have_count(3, timeout=20_000)
        expect(page.locator(".vary")).to_contain_text("Click one to draw it.")
        expect(proposals.first).to_contain_text(re.compile("longer"))
        examine(page, "Draw with proposals")
        before = page.get_by_label(TEXT).input_value()
        proposals.first.click()
        expect(page.get_by_label(TEXT)).not_to_have_value(before)
        expect(below).to_contain_text("longer since the last edit")
        after = page.get_by_label(TEXT).input_value()
        harder, level = (rate(family("rushhour").parse(text)) for text in (after, before))
        assert harder.score is not None
        assert level.score is not None
        assert harder.score > level.score
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label(TEXT)).to_have_value(before)


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "rushhour"])
def test_proposals_of_each_family_can_be_drawn(name: str) -> None:
    """The other families through the API: a proposal's text is a drawing of its level."""
    from unjam.formats.position_id import decode, encode
    from unjam.formats.shipped import bundled
    from unjam.web.jobs.tasks import TASKS

    level = family(name).parse(bundled(name)[0].board)
    sent: list[tuple[str, Any]] = []
    task = {"task": "vary", "id": encode(level), "direction": "easier", "count": 1, "seconds": 20}
    end = TASKS["vary"](task, lambda event, data: sent.append((event, data)))
    [found] = [data for event, data in sent if event == "part"]
    assert end.reason is None
    drawing = sketch(family(name), found.text, Edit(None))
    assert drawing.faults == []
    assert drawing.id == found.id
    assert rate(decode(found.id)).score == pytest.approx(found.seconds)
    assert drawing.scene.pieces  # a packing level is drawn with its pieces on the board
    assert any(event == "progress" for event, _ in sent)


def test_advice_fits_a_narrow_column() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open("/draw?family=sokoban")
        page.locator(".advice button").wait_for()
        resize(page, 844, 390)
        assert find_clipped_text(page) == []


def test_brush_paints_a_piece_cell_by_cell() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=packing")
        text, below = page.get_by_label(TEXT), page.locator(".below")
        text.fill("board 3 2")
        page.locator("[data-value=brush]").click()
        expect(page.locator(".well")).to_be_visible()
        page.mouse.move(*center(page, (0, 0)))
        page.mouse.down()
        page.mouse.move(*center(page, (0, 1)), steps=3)
        page.mouse.move(*center(page, (1, 1)), steps=3)
        page.mouse.up()
        expect(text).to_have_value("board 3 2\nA\n##\n.#\nA @ 0,0\n")
        page.get_by_role("button", name="Undo").click()  # a stroke is one step
        expect(text).to_have_value("board 3 2")
        page.get_by_role("button", name="Redo").click()
        drag(page, center(page, (0, 2)), center(page, (1, 2)))
        expect(text).to_have_value(re.compile(r"B 1x2\n"))
        drag(page, center(page, (1, 1)), center(page, (1, 0)))  # A goes on where it was
        expect(text).to_have_value(re.compile(r"A 2x2\n"))
        expect(page.locator(BADGE)).to_contain_text("2 pieces")
        expect(page.locator(".advice")).to_contain_text("Apart from rotation and reflection, there is only one")
        page.mouse.click(*center(page, (0, 0)))  # a click takes the cell away
        expect(text).to_have_value(re.compile(r"A\n\.#\n##\n"))
        page.locator(".board").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowLeft")
        expect(text).to_have_value(re.compile(r"A 2x2\n"))
        drag(page, center(page, (0, 0)), center(page, (0, 2)))
        expect(below).to_contain_text("It does not fit there: B is in the way.")


EDITS = [
    ("rushhour", Edit("put", "truck", (5, 5))), ("rushhour", Edit("put", "target", (0, 5))),
    ("rushhour", Edit("put", "wall", (5, 5))), ("rushhour", Edit("move", cell=(2, 0), to=(2, 5))),
    ("blocks", Edit("put", "big", (4, 3))), ("blocks", Edit("move", cell=(1, 1), to=(4, 3))),
    ("blocks", Edit("put", "goal", (4, 3))), ("tiles", Edit("move", cell=(0, 0), to=(2, 2))),
    ("sokoban", Edit("put", "box", (1, 1))), ("sokoban", Edit("move", cell=(2, 3), to=(3, 4))),
    ("sokoban", Edit("put", "wall", (2, 3))), ("packing", Edit("put", "piece", (5, 5), (4, 4))),
    ("packing", Edit("put", "hole", (0, 0))), ("packing", Edit("put", "brush", (3, 3))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "edit"), EDITS)
def test_preview_shows_exactly_what_is_drawn(name: str, edit: Edit) -> None:
    """What is covered after the edit and was not before, cell by cell, is what the preview said."""
    kind = family(name)
    start = sketch(kind, "", Edit(None)).text
    shown = preview(kind, start, edit)
    before, after = sketch(kind, start, Edit(None)).scene, sketch(kind, start, edit).scene
    assert shown.refused is None
    assert all(0 <= r < after.rows and 0 <= c < after.cols for r, c in shown.cells)

    def looks(scene: Any) -> dict[Any, Any]:
        pieces = {cell: (piece.id, piece.kind) for piece in scene.pieces for cell in piece.cells}
        homes = {cell for home in scene.homes for cell in home.cells}
        cells = ((r, c) for r in range(scene.rows) for c in range(scene.cols))
        return {cell: (scene.floor[cell[0]][cell[1]], pieces.get(cell), cell in homes) for cell in cells}

    old, new = looks(before), looks(after)
    changed = {cell for cell in new if new[cell] != old[cell]}
    left = {cell for cell in changed if new[cell][1] is None and not new[cell][2] and old[cell][0] == new[cell][0]}
    assert changed - left <= set(shown.cells)
    assert len(connected_groups(shown.cells)) <= 2


def test_refused_preview_says_why_and_where() -> None:
    shown = preview(family("rushhour"), "oooooo\nBBBooo\nAAoooo", Edit("put", "truck", (1, 2)))
    assert str(shown.refused) == "It does not fit there: B is in the way."
    assert shown.cells == ((1, 2), (1, 3), (1, 4))
