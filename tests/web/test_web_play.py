"""Playing every family in a real browser to the win: by mouse, keyboard and touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from sokoban_boards import pulled_level
from web_browser import MOVES, PHONE, Visit, center, drag, played, shorten_searches, swipe
from web_levels import TEXTS, id_of

from unjam.core.puzzle import Move, Puzzle
from unjam.families import FAMILIES, family
from unjam.formats.position_id import encode
from unjam.solving.solve import solve

AT_STAR = """() => { const star = document.querySelector(".star.at");
    return star && ["--y", "--x"].map((name) => Number(star.style.getPropertyValue(name))); }"""
ARROWS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}


def solution(name: str) -> list[tuple[Puzzle, Move]]:
    """Return the solution of a test level: each move with the position before it."""
    position = family(name).parse(TEXTS[name])
    out = []
    for move in solve(position).moves:
        out.append((position, move))
        position = position.play(move)
    return out


def cell_of(position: Puzzle, piece: str) -> tuple[int, int]:
    return next(p.cells[0] for p in position.scene().pieces if p.id == piece)


def settled(page: Page, n: int) -> None:
    """Wait until the page has played n moves."""
    page.wait_for_function(f"n => {MOVES} === n", arg=n, polling=20)


def won(page: Page, name: str, by_key: bool = False) -> None:
    if name == "packing":
        expect(page.locator(".below")).to_contain_text("Lock the pieces")
        if by_key:
            page.keyboard.press("Enter")
        else:
            page.locator("#lock-all").click()
        expect(page.locator(".victory")).to_have_text("Victory")
    else:
        expect(page.locator(".below")).to_contain_text(re.compile("(Out|Done) in"))
    expect(page.locator(".lit")).to_have_count(1)
    expect(page.locator("#main-button")).to_have_text("Next level")


def middle(page: Page, selector: str) -> tuple[float, float]:
    area = page.locator(selector).first.bounding_box()
    assert area is not None
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


def pull(page: Page, name: str, hand: Callable[[Page, Any, Any], None]) -> None:
    """Play the solution by dragging, with mouse or finger."""
    for n, (position, move) in enumerate(solution(name), 1):
        if name == "packing":
            cells = position.play(move).scene().pieces
            to = next(p.cells for p in cells if p.id == move.piece)
            middle_cell = (sum(r for r, _ in to) / len(to), sum(c for _, c in to) / len(to))
            hand(page, middle(page, f'.tray [data-id="{move.piece}"]'), center(page, middle_cell))
        else:
            hand(page, center(page, cell_of(position, move.piece)), center(page, move.to))
        settled(page, n)


@pytest.mark.parametrize("name", choose(["tiles", "sokoban", "packing"], list(FAMILIES)))  # the journey wins the others
def test_win_by_mouse(name: str) -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of(name)}")
        pull(page, name, drag)
        won(page, name)
        expect(page.locator(".below")).to_contain_text("All 3 are locked" if name == "packing" else "best possible")


@pytest.mark.parametrize("name", FAMILIES)
def test_win_by_touch(name: str) -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of(name)}")
        pull(page, name, swipe)
        won(page, name)


@pytest.mark.parametrize("name", choose(["rushhour", "tiles", "sokoban", "packing"], list(FAMILIES)))
def test_win_by_keyboard(name: str) -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of(name)}")
        page.locator(".below b").first.wait_for()
        for n, (position, move) in enumerate(solution(name), 1):
            if name == "packing":
                number = next(p.label for p in position.scene().waiting if p.id == move.piece)
                place_by_keys(page, position, move, number)
                settled(page, n)
                continue
            start = cell_of(position, move.piece)
            step = tuple((b > a) - (b < a) for a, b in zip(start, move.to, strict=True))
            far = abs(move.to[0] - start[0]) + abs(move.to[1] - start[1])
            if name in ("rushhour", "blocks"):
                page.keyboard.press(move.piece.lower())
                expect(page.locator(f'[data-id="{move.piece}"]')).to_be_focused()
            for _ in range(far):
                page.keyboard.press(ARROWS[step])  # type: ignore[index]
            settled(page, n)  # several cells of one car are one move
        won(page, name, by_key=True)


def place_by_keys(page: Page, position: Any, move: Move, number: str) -> None:
    x, y = position.corner(move)
    row = position.scene().rows - 1 - y
    page.keyboard.press(number)
    page.locator(".star").first.wait_for()
    for key in ["ArrowRight"] + ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] * 8:
        at = page.evaluate(AT_STAR)
        if at == [row, x]:
            break
        page.keyboard.press(key)
    page.keyboard.press(" ")
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")


@pytest.mark.parametrize("name", choose(["blocks", "packing"], list(FAMILIES)))
def test_hint_step_by_step(name: str) -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of(name)}")
        button = page.locator("#main-button")
        expect(button).to_have_text("Hint")
        button.click()
        expect(page.locator(".below")).to_contain_text("Look at")
        button.click()
        expect(page.locator(".ghost")).to_have_count(1)
        expect(page.locator(".below")).to_contain_text("to go")
        expect(button).to_have_text(re.compile("Why|Move it"))
        if button.inner_text() == "Why":
            button.click()
        expect(button).to_have_text("Move it")
        button.click()
        played(page, 1)
        expect(page.locator(".ghost")).to_have_count(0)
        expect(button).to_have_text("Hint")


def test_hint_uses_one_name_for_a_long_car() -> None:
    truck = "oooooooooooooAAooBoooooBoooooBoooooo"  # B is three cells long, and moves first
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour', truck)}")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("Look at car B.")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("Move car B 1 cell down.")


def test_hint_without_proof_shows_a_solution() -> None:
    crowd = pulled_level(Random(0), 11, 12, 10)
    with Visit() as visit:
        shorten_searches(visit.page)
        page = visit.open(f"/play/{encode(crowd)}")
        button = page.locator("#main-button")
        expect(button).to_have_text("Hint")
        button.click()
        expect(page.locator(".below")).to_contain_text("Look at", timeout=60_000)
        button.click()
        expect(page.locator(".below")).to_contain_text("to go this way; there may be a shorter one.")
        expect(button).to_have_text(re.compile("Why|Move it"))
        if button.inner_text() == "Why":
            button.click()
        expect(button).to_have_text("Move it")
        button.click()
        played(page, 1)
        button.click()  # known by now: the same way goes on
        expect(page.locator(".below")).to_contain_text("Look at")


@pytest.mark.parametrize("name", choose(["rushhour", "sokoban"], ["rushhour", "tiles", "blocks", "sokoban"]))
def test_undo_redo_and_restart(name: str) -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of(name)}")
        position, move = solution(name)[0]
        undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
        again = page.get_by_role("button", name="Start again")
        expect(undo).to_be_disabled()
        drag(page, center(page, cell_of(position, move.piece)), center(page, move.to))
        settled(page, 1)
        expect(undo).to_be_enabled()
        page.keyboard.press("Control+z")
        settled(page, 0)
        expect(redo).to_be_enabled()
        page.keyboard.press("Control+y")
        settled(page, 1)
        undo.click()
        settled(page, 0)
        redo.click()
        settled(page, 1)
        page.keyboard.press("Home")
        settled(page, 0)
        page.keyboard.press("Control+Shift+z")
        settled(page, 1)
        again.click()
        settled(page, 0)


def test_repeated_moves_of_a_piece_count_once() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.locator(".below b").first.wait_for()
        page.keyboard.press("a")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count-moves")).to_have_text("1")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#count-moves")).to_have_text("0")


def test_click_selects_and_second_click_moves() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.mouse.click(*center(page, (0, 4)))
        expect(page.locator(".spot")).to_have_count(0)
        expect(page.locator(".below")).to_contain_text("cannot move")
        page.mouse.click(*center(page, (3, 3)))
        expect(page.locator(".spot")).to_have_count(4)
        page.mouse.click(*center(page, (3, 1)))
        settled(page, 1)
        expect(page.locator('[data-id="D"]')).to_have_attribute("aria-label", "Car D, row 4, columns 2 to 3")


def test_piece_stops_at_its_neighbour() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        start, end = center(page, (2, 0)), center(page, (2, 5))
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=12)
        x = page.locator('[data-id="A"]').evaluate("el => Number(el.style.getPropertyValue('--x'))")
        assert x == 2  # truck B stands in column 5
        page.mouse.up()
        settled(page, 1)


def test_dropped_piece_goes_to_the_nearest_cell() -> None:
    """A drag of less than half a cell is none; with more than half the piece goes on to the next cell."""
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        car, start = page.locator('[data-id="A"]'), center(page, (2, 0))
        for end, column in ((0.35, 0), (0.7, 1), (1.35, 1)):
            drag(page, start, center(page, (2, end)))
            settled(page, 1 if column else 0)
            assert car.evaluate("el => Number(el.style.getPropertyValue('--x'))") == column
            start = center(page, (2, column))


def test_tiles_in_line_with_the_gap_move_together() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('tiles')}")
        page.mouse.click(*center(page, (1, 0)))
        settled(page, 2)
        expect(page.locator("#count-moves")).to_have_text("2")


def test_sokoban_walks_to_a_click_and_reports_dead_ends() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', '#######|#@    #|# $ . #|#     #|#######'.replace('|', chr(10)))}")
        page.mouse.click(*center(page, (3, 5)))
        settled(page, 6)
        page.mouse.click(*center(page, (3, 2)))
        settled(page, 9)
        page.mouse.click(*center(page, (2, 2)))
        expect(page.locator(".below")).to_contain_text("never")
        expect(page.locator(".box.bad")).to_have_count(1)
        button = page.locator("#main-button")
        expect(button).to_have_text("Undo 1 push")
        button.click()
        expect(button).to_have_text("Hint")
        page.mouse.click(*center(page, (0, 0)))


def test_game_continues_after_a_reload() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        position, move = solution("rushhour")[0]
        drag(page, center(page, cell_of(position, move.piece)), center(page, move.to))
        settled(page, 1)
        page.reload()
        expect(page.locator("#count-moves")).to_have_text("1")
        page.goto(page.url.split("/play")[0] + "/")
        page.locator("#continue").click()
        expect(page.locator("#count-moves")).to_have_text("1")


def test_unsolvable_level_is_explained() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('tiles', '0 2 1 3 4 5 6 7 8')}")
        expect(page.locator(".below")).to_contain_text("parity")
        expect(page.locator("#main-button")).to_have_text("Edit a copy")


def test_bad_link_is_explained() -> None:
    with Visit() as visit:
        page = visit.open("/play/nonsense")
        expect(page.locator(".bad-link")).to_contain_text("This link does not contain a readable level.")
        expect(page.locator(".board, .island")).to_have_count(1)
