"""Sokoban on the page: paths, far boxes, swipes, undo by step, push and path, and the table for screen readers."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page, expect
from web_browser import PHONE, Visit, center, drag, played, swipe
from web_levels import id_of

ROOMS = "########\n#@ #   #\n#  # $ #\n#      #\n#   #. #\n########"
"""A wall between the player and the box, open below."""
OPEN = "########\n#      #\n# $    #\n#@    .#\n#      #\n########"
MOVES = """(JSON.parse(localStorage.getItem("unjam.game." + sessionStorage.getItem("unjam.open")))?.at ?? 0)"""
TRACE = """() => { window.seen = []; const hero = document.querySelector(".hero");
    const note = () => window.seen.push([+hero.dataset.y, +hero.dataset.x]); note();
    new MutationObserver(note).observe(hero, {attributes: true, attributeFilter: ["data-x", "data-y"]}); }"""


def at(page: Page, selector: str = ".hero") -> tuple[int, int]:
    row, column = page.locator(selector).first.evaluate("el => [+el.dataset.y, +el.dataset.x]")
    return row, column


def waits_at(page: Page, cell: tuple[int, int], selector: str = ".hero") -> None:
    expect(page.locator(f"{selector}[data-y='{cell[0]}'][data-x='{cell[1]}']")).to_have_count(1)


def moves(page: Page, count: int) -> None:
    page.wait_for_function(f"n => {MOVES} === n", arg=count, polling=20)


def dots(page: Page) -> set[tuple[int, int]]:
    cells = page.locator(".mark.dot").evaluate_all(
        "all => all.map((el) => [+el.style.getPropertyValue('--y'), +el.style.getPropertyValue('--x')])"
    )
    return {(row, column) for row, column in cells}


def test_hover_shows_the_path_and_click_walks_it() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', ROOMS)}")
        page.mouse.move(*center(page, (1, 4)))
        expect(page.locator(".mark.dot")).to_have_count(7)
        assert {(3, 3), (1, 4)} <= dots(page)
        assert not dots(page) & {(1, 3), (2, 3)}, "the wall"
        page.evaluate(TRACE)
        page.mouse.click(*center(page, (1, 4)))
        waits_at(page, (1, 4))
        moves(page, 7)
        seen = [tuple(cell) for cell in page.evaluate("window.seen")]
        assert not {(1, 3), (2, 3)} & set(seen)
        steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(seen) if a != b]
        assert steps == [1] * 7, "one square at a time"
        expect(page.locator(".mark.dot")).to_have_count(0)


def test_reduced_motion_walks_at_once() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('sokoban', ROOMS)}")
        page.mouse.click(*center(page, (1, 6)))
        moves(page, 9)
        waits_at(page, (1, 6))


def test_far_box_is_selected_and_sent_to_a_cell() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        page.mouse.click(*center(page, (2, 2)))
        expect(page.locator(".box.pick")).to_have_count(1)
        expect(page.locator(".below")).to_contain_text("The box in row 2, column 2 can be pushed to")
        expect(page.locator(".mark.spot").first).to_be_visible()
        page.mouse.click(*center(page, (3, 6)))
        waits_at(page, (3, 6), ".box")
        expect(page.locator("#main-button")).to_have_text("Next level")
        expect(page.locator("#count-pushes")).to_have_text("5")


def test_drag_of_a_box_is_undone_at_once() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        drag(page, center(page, (2, 2)), center(page, (2, 5)))
        waits_at(page, (2, 5), ".box")
        expect(page.locator("#count-pushes")).to_have_text("3")
        page.keyboard.press("z")
        moves(page, 0)
        waits_at(page, (2, 2), ".box")
        page.keyboard.press("y")
        waits_at(page, (2, 5), ".box")
        page.keyboard.press("Shift+Z")
        expect(page.locator("#count-pushes")).to_have_text("2")
        page.keyboard.press("Backspace")
        expect(page.locator("#count-pushes")).to_have_text("1")
        page.keyboard.press("Shift+Backspace")
        expect(page.locator("#count-pushes")).to_have_text("2")
        page.reload()
        expect(page.locator("#count-pushes")).to_have_text("2")
        page.keyboard.press("z")
        moves(page, 0)


def test_undo_takes_back_the_last_push_with_the_walk_after_it() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        for n, key in enumerate(("Up", "Right", "Right", "Down", "Down"), 1):  # the second and third are pushes
            page.keyboard.press(f"Arrow{key}")
            moves(page, n)
        for undo in ("z", "Shift+Z"):
            for left in (2, 1, 0):
                page.keyboard.press(undo)
                moves(page, left)
            for reached in (2, 3, 5):
                page.keyboard.press("Shift+Y")
                moves(page, reached)


def test_held_key_keeps_undoing() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        for n in range(1, 6):
            page.keyboard.press("ArrowRight")
            moves(page, n)
        page.keyboard.press("Backspace")
        moves(page, 4)
        for _ in range(30):  # a key that is down again and again is a key that is held
            page.keyboard.down("Backspace")
            if page.evaluate(f"() => {MOVES}") == 0:
                break
            page.wait_for_timeout(20)
        page.keyboard.up("Backspace")
        moves(page, 0)


def test_held_button_keeps_undoing() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', ROOMS)}")
        for n, cell in ((4, (3, 3)), (7, (1, 4)), (9, (3, 4))):
            page.mouse.click(*center(page, cell))
            moves(page, n)
        waits_at(page, (3, 4))
        page.get_by_role("button", name="Undo").hover()
        page.mouse.down()
        moves(page, 0)
        page.mouse.up()
        page.get_by_role("button", name="Redo").click()
        moves(page, 4)


def test_unreachable_cell_is_explained() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', ROOMS)}")
        page.mouse.click(*center(page, (2, 5)))
        expect(page.locator(".below")).to_contain_text("The box in row 2, column 5 can be pushed to 20 squares.")
        page.mouse.click(*center(page, (1, 3)))
        expect(page.locator(".below")).to_contain_text("cannot be pushed there while the others stay")
        moves(page, 0)


def test_swipe_walks_one_step_and_finger_drags_a_box() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        x, y = center(page, (4, 3))
        swipe(page, (x, y), (x + 70, y + 5))
        moves(page, 1)
        waits_at(page, (3, 2))
        swipe(page, (x, y), (x - 4, y - 60))
        moves(page, 2)
        waits_at(page, (1, 2), ".box")
        page.get_by_role("button", name="Undo", exact=True).tap()
        moves(page, 1)
        swipe(page, center(page, (2, 2)), center(page, (2, 5)))
        waits_at(page, (2, 5), ".box")
        page.touchscreen.tap(*center(page, (4, 6)))
        waits_at(page, (4, 6))
        assert page.evaluate("scrollY") == 0


def test_player_has_the_same_size_in_every_direction() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', OPEN)}")
        sizes = set()
        for n, key in enumerate(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"), 1):
            page.keyboard.press(key)
            played(page, n)
            area = page.locator(".hero svg").bounding_box()
            assert area is not None
            sizes.add((round(area["width"]), round(area["height"])))
        assert len(sizes) == 1


def test_screen_reader_table_counts_inside_the_wall() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban', ROOMS)}")
        grid = page.get_by_role("table", name="The board, square by square")
        rows = grid.get_by_role("row")
        expect(rows).to_have_count(4)
        expect(rows.nth(0).get_by_role("cell")).to_have_text(["player", "floor", "wall", "floor", "floor", "floor"])
        expect(rows.nth(1).get_by_role("cell").nth(4)).to_have_text("box")
        expect(rows.nth(3).get_by_role("cell")).to_have_text(["floor", "floor", "floor", "wall", "goal", "floor"])
        expect(page.get_by_role("img", name="Box, row 2, column 5")).to_have_count(1)
        expect(page.locator(".island")).to_have_attribute("aria-label", "Sokoban, 4 by 6. 0 of 1 in place.")
        page.keyboard.press("ArrowDown")
        played(page, 1)
        expect(rows.nth(0).get_by_role("cell").nth(0)).to_have_text("floor")
        expect(rows.nth(1).get_by_role("cell").nth(0)).to_have_text("player")
        drag(page, center(page, (2, 5)), center(page, (4, 5)))
        expect(rows.nth(3).get_by_role("cell").nth(4)).to_have_text("box on a goal")


def test_keys_are_listed_in_help() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        page.keyboard.press("?")
        sheet = page.locator("dialog")
        for words in ("take back one step", "take back one push", "take back the last click, drag or swipe"):
            expect(sheet).to_contain_text(words)
