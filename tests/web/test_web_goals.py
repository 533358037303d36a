"""Goals of sliding blocks on the page, in words and as outlines; and how large a cell may be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, center, drag, played
from web_levels import id_of

from unjam.families import FAMILIES, family
from unjam.families.blocks.game import goal

CORNERS = "BCDG\nBCDG\n..F.\nAAEE\nAAH.\ngoal A at 3,2\ngoal B at 3,0"
PLACES = "BA\n..\ngoal A at 0,0\ngoal B at 0,1"
KLOTSKI = "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at 3,1"
SMALL = {
    "rushhour": "AA.\n...\n...\nexit right",
    "tiles": "1 2\n3 0",
    "blocks": "A.\n..\ngoal A at 1,1",
    "sokoban": "#####\n#@$.#\n#####",
    "packing": "board 2 2\nVerde 2x1\nAzul 2x1",
}
OUTLINES = """() => [...document.querySelectorAll(".home-outline")].map((el) => {
  const well = el.closest(".well").getBoundingClientRect(), at = el.getBoundingClientRect();
  const u = well.width / getComputedStyle(el.closest(".play")).getPropertyValue("--cols");
  const area = [at.top - well.top, at.left - well.left, at.height, at.width];
  return [el.textContent, ...area.map((n) => Math.round(n / u))];
})"""
CELL = """() => { const play = document.querySelector(".play");
  return document.querySelector(".board .well, .island .well").getBoundingClientRect().width
    / getComputedStyle(play).getPropertyValue("--cols"); }"""


@pytest.mark.parametrize(
    ("text", "text_of_goal", "rest", "lines"),
    [
        (
            CORNERS,
            "Bring A to the bottom right corner, B to the bottom left.",
            None,
            ["A Bottom right corner: E and H occupy its place", "B Bottom left corner: A occupies its place"],
        ),
        (
            "B.\nA.\ngoal A at 0,1\ngoal B at 0,0",
            "B is home.",
            "A goes to the top right.",
            ["A Top right corner: not yet", "B Top left corner: home"],
        ),
        (
            KLOTSKI,
            "Bring B to the middle of the bottom edge.",
            None,
            ["B Middle of the bottom edge: G and H occupy its place"],
        ),
        ("A...\n....\n....\ngoal A at 1,2", "Bring A to row 2, column 3.", None, ["A Row 2, column 3: not yet"]),
        ("AAA\nB..\n...\ngoal A at 2,0", "Bring A to the bottom edge.", None, ["A Bottom edge: not yet"]),
        (
            "AB\nCD\n..\ngoal A at 2,0\ngoal B at 2,1\ngoal C at 0,0\ngoal D at 0,1",
            "Bring A, B, C and D to their outlines.",
            None,
            [
                "A Bottom left corner: not yet",
                "B Bottom right corner: not yet",
                "C Top left corner: A occupies its place",
                "D Top right corner: B occupies its place",
            ],
        ),
    ],
)
def test_goal_in_words(text: str, text_of_goal: str, rest: str | None, lines: list[str]) -> None:
    shown_goal = goal(family("blocks").parse(text))
    assert str(shown_goal.text) == text_of_goal
    assert (shown_goal.rest and str(shown_goal.rest)) == rest
    assert [f"{to.piece} {to.place}: {to.state}" for to in shown_goal.each] == lines


def test_every_goal_is_described_and_outlined() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('blocks', CORNERS)}")
        expect(page.locator(".below")).to_have_text("Bring A to the bottom right corner, B to the bottom left.")
        assert page.evaluate(OUTLINES) == [["A", 3, 2, 2, 2], ["B", 3, 0, 2, 1]]
        expect(page.locator(".exit")).to_have_count(0)
        page.wait_for_function("() => getComputedStyle(document.querySelector('.home-outline')).zIndex > 3")
        lines = page.locator(".piece-goals li")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text("Bottom right cornerE and H occupy its place")
        expect(page.locator(".piece-goals .mini rect.hue")).to_have_count(2)


def test_block_at_its_goal_is_ticked() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('blocks', PLACES)}")
        expect(page.locator(".home-outline.in")).to_have_count(0)
        for n, (start, end) in enumerate((((0, 1), (1, 1)), ((0, 0), (0, 1))), 1):
            drag(page, center(page, start), center(page, end))
            played(page, n)
        page.keyboard.press("Escape")
        expect(page.locator(".home-outline.in")).to_have_text("B")
        expect(page.locator(".below")).to_have_text("B is home. A goes to the top left.")
        expect(page.locator(".piece-goals li").nth(1)).to_contain_text("home")


def test_exit_gap_for_the_largest_block() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('blocks', KLOTSKI)}")
        expect(page.locator(".exit.down")).to_have_count(1)
        expect(page.locator(".below")).to_have_text("Bring B to the middle of the bottom edge.")
        assert page.evaluate(OUTLINES) == [["B", 3, 1, 2, 2]]


def test_goals_are_shown_in_watch_and_draw() -> None:
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of('blocks', CORNERS)}")
        expect(page.locator(".home-outline")).to_have_count(2)
        page = visit.open(f"/draw/{id_of('blocks', CORNERS)}")
        expect(page.locator(".home-outline")).to_have_count(2)


def words_at(page: Page) -> float:
    return float(page.evaluate("() => document.querySelector('.side').getBoundingClientRect().left"))


def test_small_board_has_limited_cell_size() -> None:
    for most, options in ((112, {"viewport": {"width": 1440, "height": 900}}), (78, PHONE)):
        with Visit(**options) as visit:
            for name in FAMILIES:
                page = visit.open(f"/play/{id_of(name, SMALL[name])}")
                assert 40 < page.evaluate(CELL) <= most, name
    with Visit() as visit:
        for name in choose(["tiles", "blocks"], list(FAMILIES)):
            page = visit.open(f"/puzzles/{name}")
            assert page.evaluate(CELL) <= 112, name


def test_small_board_is_centred_and_text_stays() -> None:
    with Visit(viewport={"width": 1440, "height": 900}) as visit:
        page = visit.open(f"/play/{id_of('blocks', CORNERS)}")
        usual = words_at(page)
        page = visit.open(f"/play/{id_of('blocks', PLACES)}")
        assert words_at(page) == usual
        left, right = page.evaluate(
            """() => { const [mid, board] = [".mid", ".board"].map((one) =>
            document.querySelector(one).getBoundingClientRect());
            return [board.left - mid.left, mid.right - board.right]; }"""
        )
        assert left == pytest.approx(right, abs=1)
        assert left > 80
