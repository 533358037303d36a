"""The look of packing: colours, numbers, outlines, and trays that never overlap."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, center, examine
from web_levels import id_of

from unjam.families.packing import Packing
from unjam.formats.position_id import encode
from unjam.pictures.colour import coat, paint

SIX = "board 10 10\nVerde 4x2\nAzul 4x5\nLado 3x8 roja\nNaranja 7x3\nRosa 3x7\nNoche 3x2 navy"
TWELVE = "board 12 1\n" + "\n".join(f"P{n} 1x1" for n in range(1, 13))
THIN = "board 6 2\nA 6x1\nB 4x1\nC 2x1\nA @ 0,0\nB @ 0,1 locked"
BENT = "board 3 2\nEll\n#.\n##\nFlip\n##\n.#\n"
HUGE = Packing.random(Random(1), width=32, height=32, pieces=40)
SLABS = "board 32 32\n" + "\n".join(f"P{n} 8x4" for n in range(32))
TURNED = Packing.random(Random(2), width=8, height=8, pieces=12, freedom="turn")
LONG = "board 10 2\nA 10x1 turn\nB 10x1 turn"

FACE = "el => getComputedStyle(el).backgroundColor"
PLACES = """() => [...document.querySelectorAll("[data-tray]")].map((el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [el.dataset.tray, ...[x, y + scrollY, width, height].map(Math.round)].join(); })"""
BOXES = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)].map((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return [name, left, top, right, bottom]; })).filter((box) => box[3] > box[1])"""


def oklch(text: str) -> list[float]:
    """Return the numbers of a colour as the browser writes it."""
    return [float(part) for part in re.findall(r"[0-9.]+", text)][:3]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_have_the_colours_of_the_level(scheme: Any) -> None:
    with Visit(color_scheme=scheme) as visit:
        page = visit.open(f"/play/{id_of('packing', SIX)}")
        for name, piece_paint in paint(Packing.parse(SIX).scene()).items():
            face = coat(piece_paint, dark=scheme == "dark").face
            shown = oklch(page.locator(f'.tray [data-id="{name}"]').evaluate(FACE))
            assert shown == pytest.approx([face.lightness, face.chroma, face.hue], abs=0.01), name
        page.keyboard.press("3")
        expect(page.locator("#selected")).to_have_text("Lado (3)")
        named = page.locator("#selected").evaluate(FACE)
        assert named == page.locator('.tray [data-id="Lado"]').evaluate(FACE)


def test_thumbnails_have_the_colours_too() -> None:
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of('packing', SIX)}")
        page.locator(".tray .deep").first.wait_for()
        assert page.locator(".tray .named").count() + page.locator(".well .named").count() == 5


def test_pieces_from_ten_on_have_keys() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', TWELVE)}")

        def typed(*digits: str) -> None:
            """Presses the keys at one moment, however busy the machine is."""
            page.evaluate(
                "(keys) => keys.forEach((key) => document.body.dispatchEvent("
                "new KeyboardEvent('keydown', { key, bubbles: true })))",
                list(digits),
            )

        for digits, name in ((("1", "0"), "P10 (10)"), (("1", "2"), "P12 (12)"), (("0",), "P10 (10)")):
            typed(*digits)
            expect(page.locator("#selected")).to_have_text(name)
            page.keyboard.press("Escape")
            expect(page.locator("#selected")).to_have_text("None")
        typed("2", "7")  # there is no piece 27
        expect(page.locator("#selected")).to_have_text("P7 (7)")
        page.keyboard.press("?")
        expect(page.locator("dialog[open]")).to_contain_text("one digit right after the other")


def test_thin_pieces_have_no_label_disc() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', THIN)}")
        for name in "ABC":
            label = page.locator(f'[data-id="{name}"] > span')
            assert label.evaluate(FACE) == "rgba(0, 0, 0, 0)", name
        cross = page.locator('[data-id="B"] .cross path:not(.in)').last.bounding_box()
        piece = page.locator('[data-id="B"]').bounding_box()
        assert cross is not None
        assert piece is not None
        assert cross["width"] < piece["width"]
        assert cross["height"] < piece["height"]
        assert cross["width"] > piece["width"] / 2


def test_hint_outlines_the_shape_of_the_piece() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', BENT)}")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("Look at")
        page.locator("#main-button").click()
        expect(page.locator(".ghost")).to_have_count(1)
        expect(page.locator(".ghost")).to_have_css("border-top-width", "0px")
        path = page.locator(".ghost .edge path").get_attribute("d") or ""
        assert len(re.findall("Q", path)) == 6  # the corners of an L
        expect(page.locator("#main-button")).to_have_text(re.compile("Why|Move it"))
        if page.locator("#main-button").inner_text() == "Why":
            page.locator("#main-button").click()
            expect(page.locator("#main-button")).to_have_text("Move it")
        page.locator("#main-button").click()
        expect(page.locator(".well [data-id]")).to_have_count(1)
        page.keyboard.press("1")
        expect(page.locator(".tried .edge path")).to_have_count(1)


def test_tray_slots_never_move() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', SIX)}")
        before = page.evaluate(PLACES)
        assert len(before) == 6
        for key, row, col in (("3", 7, 0), ("4", 2, 3), ("5", 9, 7)):
            page.keyboard.press(key)
            page.locator(".star").first.wait_for()
            page.mouse.click(*center(page, (row, col)))
            page.locator(".tried").wait_for()
            assert page.evaluate(PLACES) == before
            page.keyboard.press("Control")
            page.locator(".tried").wait_for(state="detached")
            assert page.evaluate(PLACES) == before
        page.reload()
        expect(page.locator(".tray [data-id]")).to_have_count(3)
        assert page.evaluate(PLACES) == before
        page.keyboard.press("z")
        expect(page.locator(".tray [data-id]")).to_have_count(4)
        assert page.evaluate(PLACES) == before


def test_turned_piece_stays_in_its_slot() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', LONG)}")
        place, piece = page.locator('[data-tray="A"] .bed'), page.locator('.tray [data-id="A"]')
        page.keyboard.press("1")
        page.locator(".star").first.wait_for()
        page.keyboard.press("t")
        expect(page.locator(".star")).to_have_count(0)
        room, turned = place.bounding_box(), piece.bounding_box()
        assert room is not None
        assert turned is not None
        assert turned["height"] > turned["width"]
        assert turned["height"] <= room["height"] + 1
        page.keyboard.press("Escape")
        expect(page.locator("#selected")).to_have_text("None")
        back = piece.bounding_box()
        assert back is not None
        assert back["width"] > back["height"]


def disjoint(page: Page, width: int, *names: str) -> None:
    """Check that none of these elements overlaps another or leaves the window."""
    boxes = page.evaluate(BOXES, list(names))
    assert boxes
    for i, (name, left, top, right, bottom) in enumerate(boxes):
        assert left >= -1, name
        assert right <= width + 1, name
        for other, x, y, x2, y2 in boxes[i + 1 :]:
            apart = right <= x + 1 or x2 <= left + 1 or bottom <= y + 1 or y2 <= top + 1
            assert apart, (name, other)


WINDOWS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "wide": {"viewport": {"width": 2560, "height": 1440}},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": PHONE,
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("window", WINDOWS)
def test_trays_never_overlap(window: str) -> None:
    with Visit(**WINDOWS[window]) as visit:
        for level in (Packing.parse(SIX), HUGE, Packing.parse(SLABS), TURNED):
            check_trays(visit, window, level)


def check_trays(visit: Visit, window: str, level: Packing) -> None:
    page = visit.open(f"/play/{encode(level)}")
    expect(page.locator(".tray-cell")).to_have_count(len(level.placements))
    disjoint(page, WINDOWS[window]["viewport"]["width"], ".bed", ".board", ".below", ".head h1")
    if window in ("phone", "tablet"):
        for _, left, top, right, bottom in page.evaluate(BOXES, [".tray-cell"]):
            assert right - left >= 44
            assert bottom - top >= 44
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        last = page.evaluate(BOXES, [".tray-cell"])[-1]
        buttons = page.locator(".hand-buttons").bounding_box()
        assert buttons is not None
        assert last[4] <= buttons["y"] + 1  # it can be scrolled out from under them


@pytest.mark.parametrize("window", ["desktop", "tablet", "phone"])
def test_waiting_pieces_do_not_overlap_in_draw(window: str) -> None:
    with Visit(**WINDOWS[window]) as visit:
        page = visit.open(f"/draw/{encode(HUGE)}")
        expect(page.locator(".tray.under .piece")).to_have_count(40)
        disjoint(page, WINDOWS[window]["viewport"]["width"], ".tray .piece", ".board", ".below", ".palette")


def test_whole_slot_can_be_touched() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('packing', SIX)}")
        place = page.locator('[data-tray="Noche"]').bounding_box()
        assert place is not None
        page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + 4)
        expect(page.locator("#selected")).to_have_text("Noche (6)")


@pytest.mark.parametrize("window", choose(["phone"], ["desktop", "phone"]))
def test_axe_finds_no_violations_during_a_game(window: str) -> None:
    with Visit(reduced_motion="reduce", **WINDOWS[window]) as visit:
        page = visit.open(f"/play/{id_of('packing', SIX)}")
        corners = {"3": (7, 0), "2": (7, 3), "1": (9, 0), "4": (2, 3), "5": (9, 7), "6": (9, 4)}
        for key, cell in corners.items():
            page.keyboard.press(key)
            page.locator(".star").first.wait_for()
            if key in "36":
                examine(page, f"piece {key} in hand")
            page.mouse.click(*center(page, cell))
            page.locator(".tried").wait_for()
            if key in "16":
                examine(page, f"piece {key} tried")
            page.keyboard.press("Enter" if key == "3" else "Control")
            page.locator(".tried").wait_for(state="detached")
        page.locator("#lock-all").wait_for()
        examine(page, "full")
        page.locator("#lock-all").click()
        page.locator(".victory").wait_for()
        examine(page, "won")
