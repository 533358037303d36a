"""Packing by keyboard, mouse and touch: what each key changes and what it does not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect
from web_browser import PHONE, Visit, center, drag
from web_levels import id_of

STARS = """() => [...document.querySelectorAll(".star")]
    .map((s) => [Number(s.style.getPropertyValue("--y")), Number(s.style.getPropertyValue("--x"))]).sort()"""
STATE = """() => [...document.querySelectorAll(".well [data-id]")]
    .map((el) => [el.dataset.id, el.dataset.y, el.dataset.x, el.classList.contains("locked")].join()).sort()"""
TURNING = "board 3 2\nBar 3x1 turn\nEll turn\n#.\n##"


def stars(page: Page) -> list[list[int]]:
    cells: list[list[int]] = page.evaluate(STARS)
    return cells


def selected(page: Page, name: str) -> None:
    """Wait until the line below the board names this piece, or None."""
    numbers = {"Verde": 1, "Azul": 2, "Roja": 3}
    expect(page.locator("#selected")).to_have_text(f"{name} ({numbers[name]})" if name in numbers else name)


def tap(page: Page, row: int, col: int) -> None:
    page.mouse.click(*center(page, (row, col)))


@pytest.fixture
def page() -> object:
    with Visit() as visit:
        yield visit.open(f"/play/{id_of('packing')}")


def test_number_key_selects_and_marks_possible_corners(page: Page) -> None:
    selected(page, "None")
    assert stars(page) == []
    page.keyboard.press("1")
    selected(page, "Verde")
    assert stars(page) == [[0, 0], [1, 0], [2, 0]]
    page.keyboard.press("2")
    selected(page, "Azul")
    assert len(stars(page)) == 6
    page.keyboard.press("9")
    selected(page, "Azul")
    expect(page.locator(".below")).to_contain_text("The selected piece is: Azul (2)")
    own = page.locator("#selected").evaluate("el => getComputedStyle(el).backgroundColor")
    piece = page.locator('.tray [data-id="Azul"]').evaluate("el => getComputedStyle(el).backgroundColor")
    assert own == piece  # named in its own colour
    assert page.locator(".tray [data-id] span").all_inner_texts().sort() == ["1", "2", "3"].sort()


def test_click_previews_and_ctrl_places(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    tap(page, 2, 1)
    expect(page.locator(".tried")).to_have_count(1)
    assert page.evaluate(STATE) == []
    page.keyboard.press("Control")
    expect(page.locator(".tried")).to_have_count(0)
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,1,1,false"]


def test_enter_locks_with_a_white_cross(page: Page) -> None:
    page.keyboard.press("1")
    page.locator(".star").first.wait_for()
    tap(page, 0, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator('.well [data-id="Verde"] .cross')).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".below")).to_contain_text("locked for good")
    assert stars(page) == []
    for key in ("Escape", "Control", "Enter", "t"):
        page.keyboard.press(key)
    before = page.evaluate(STATE)
    page.mouse.move(*center(page, (0, 1)))
    page.mouse.down()
    page.mouse.move(*center(page, (2, 1)), steps=5)
    page.mouse.up()
    page.keyboard.press("2")  # acts are made one after the other: once this one is, so are those before
    selected(page, "Azul")
    assert page.evaluate(STATE) == before == ["Verde,0,0,true"]


def test_place_and_lock_need_a_preview(page: Page) -> None:
    for key in ("Control", "Enter"):
        page.keyboard.press(key)
    selected(page, "None")
    page.keyboard.press("3")
    selected(page, "Roja")
    page.keyboard.press("Enter")
    with page.expect_response("**/hand"):
        page.keyboard.press("Control")
    selected(page, "Roja")
    assert page.evaluate(STATE) == []
    assert len(stars(page)) == 6


def test_escape_deselects_and_removes_a_placed_piece(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    page.keyboard.press("Escape")
    selected(page, "None")
    assert stars(page) == []
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    tap(page, 1, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    page.keyboard.press("Escape")
    selected(page, "None")
    expect(page.locator('.tray [data-id="Azul"]')).to_have_count(1)
    assert page.evaluate(STATE) == []


def test_selecting_a_placed_piece_frees_its_cells(page: Page) -> None:
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    before = stars(page)
    tap(page, 2, 1)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    page.keyboard.press("3")
    page.locator("#selected", has_text="Roja").wait_for()
    assert stars(page) == []  # nowhere beside it
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    assert stars(page) == before
    tap(page, 1, 0)
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,0,0,false"]


def put(page: Page, key: str, row: int, col: int, how: str = "Control") -> None:
    """Take the piece with this number and place or lock it with its corner there."""
    page.keyboard.press(key)
    page.locator(".star").first.wait_for()
    tap(page, row, col)
    page.locator(".tried").wait_for()
    page.keyboard.press(how)
    page.locator(".tried").wait_for(state="detached")


def fill(page: Page) -> None:
    for key, row, col in (("1", 0, 0), ("2", 2, 0), ("3", 2, 2)):
        put(page, key, row, col)


def test_ctrl_puts_a_selected_piece_back_and_enter_locks_it(page: Page) -> None:
    put(page, "2", 2, 1)
    page.keyboard.press("2")
    expect(page.locator(".tried")).to_have_count(1)  # tried where it lies
    expect(page.locator('.well [data-id="Azul"]')).to_have_css("opacity", "0")
    assert len(stars(page)) == 6
    page.keyboard.press("Control")
    selected(page, "None")
    expect(page.locator('.well [data-id="Azul"]')).to_have_css("opacity", "1")
    assert page.evaluate(STATE) == ["Azul,1,1,false"]
    page.keyboard.press("2")
    page.locator(".tried").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator('.well [data-id="Azul"] .cross')).to_have_count(1)
    assert page.evaluate(STATE) == ["Azul,1,1,true"]


def test_piece_leaves_the_tray_at_the_preview(page: Page) -> None:
    waiting, place = page.locator('.tray [data-id="Azul"]'), page.locator('[data-tray="Azul"]')
    page.keyboard.press("2")
    page.locator(".star").first.wait_for()
    expect(waiting).to_have_css("opacity", "1")
    tap(page, 2, 1)
    expect(page.locator(".tried")).to_have_count(1)
    expect(waiting).to_have_css("opacity", "0")
    expect(place.locator(".number")).to_be_visible()
    expect(place).to_have_class("tray-cell now")
    page.keyboard.press("Escape")
    expect(waiting).to_have_css("opacity", "1")
    expect(place.locator(".number")).to_be_hidden()


def test_full_board_is_won_by_locking_all(page: Page) -> None:
    fill(page)
    words = "Lock the pieces (Enter) to win. 3 are placed but not locked."
    expect(page.locator(".below")).to_contain_text(words, use_inner_text=True)
    expect(page.locator(".victory")).to_have_count(0)
    expect(page.locator(".well .locked")).to_have_count(0)
    page.locator("#main-button").click()  # no hint is needed any more
    expect(page.locator(".below")).to_contain_text("Lock the pieces")
    page.keyboard.press("2")  # and a piece can still be moved
    page.locator(".tried").wait_for()
    page.keyboard.press("Control")
    expect(page.locator("#lock-all")).to_be_visible()
    page.keyboard.press("1")
    page.locator(".tried").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator(".below")).to_contain_text("2 are placed but not locked.")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator(".victory")).to_have_text("Victory")
    expect(page.locator(".well .locked")).to_have_count(3)
    selected(page, "None")
    band, board = page.locator(".victory").bounding_box(), page.locator(".well").bounding_box()
    assert band is not None
    assert board is not None
    assert band["width"] == pytest.approx(board["width"], abs=1)
    assert band["height"] > board["height"] / 5
    before = page.evaluate(STATE)
    requests: list[str] = []

    def record(request: Request) -> None:
        requests.append(request.url)

    page.on("request", record)
    for key in ("1", "2", "Escape", "Control", "Enter", " ", "t"):
        page.keyboard.press(key)
    tap(page, 1, 1)
    assert page.evaluate(STATE) == before
    page.remove_listener("request", record)
    assert requests == []


def test_last_lock_wins(page: Page) -> None:
    put(page, "1", 0, 0, "Enter")
    put(page, "2", 2, 0, "Enter")
    put(page, "3", 2, 2, "Enter")
    expect(page.locator(".victory")).to_have_text("Victory")


def test_won_level_can_be_undone_restarted_and_replayed(page: Page) -> None:
    fill(page)
    page.locator("#lock-all").click()
    page.locator(".victory").wait_for()
    page.keyboard.press("z")
    expect(page.locator(".victory")).to_have_count(0)
    expect(page.locator(".well .locked")).to_have_count(0)
    expect(page.locator("#lock-all")).to_be_visible()
    page.keyboard.press("y")
    page.locator(".victory").wait_for()
    page.reload()
    page.locator(".victory").wait_for()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".victory")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    page.locator(".victory").wait_for()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".tray [data-id]")).to_have_count(3)
    expect(page.locator(".victory")).to_have_count(0)
    for key, row, col in (("1", 0, 0), ("2", 2, 0), ("3", 2, 2)):
        put(page, key, row, col, "Enter")
    expect(page.locator(".victory")).to_have_text("Victory")


def test_lock_can_be_undone(page: Page) -> None:
    put(page, "1", 0, 0, "Enter")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.tray [data-id="Verde"]')).to_have_count(1)
    assert page.evaluate(STATE) == []


def test_t_turns_a_piece() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', TURNING)}")
        page.keyboard.press("1")
        page.locator(".star").first.wait_for()
        assert stars(page) == [[0, 0], [1, 0]]
        page.keyboard.press("t")
        expect(page.locator(".star")).to_have_count(0)
        page.keyboard.press("t")
        expect(page.locator(".star")).to_have_count(2)
        page.keyboard.press("2")
        expect(page.locator(".star")).to_have_count(2)
        with page.expect_response("**/hand"):
            page.get_by_role("button", name="Turn").click()
        expect(page.locator(".star")).to_have_count(2)


def test_play_by_touch_only() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        page.locator('.tray [data-id="Verde"]').tap()
        selected(page, "Verde")
        page.touchscreen.tap(*center(page, (0, 0)))
        page.locator(".tried").wait_for()
        page.locator("#lock").tap()
        expect(page.locator(".well .locked")).to_have_count(1)
        page.locator('.tray [data-id="Azul"]').tap()
        page.locator(".star").first.wait_for()
        page.touchscreen.tap(*center(page, (2, 0)))
        page.locator(".tried").wait_for()
        page.locator("#put-down").tap()
        expect(page.locator(".well [data-id]")).to_have_count(2)
        page.touchscreen.tap(*center(page, (2, 0)))
        selected(page, "Azul")
        page.locator("#put-down").tap()  # back where it was
        selected(page, "None")
        assert page.evaluate(STATE) == ["Azul,1,0,false", "Verde,0,0,true"]
        page.touchscreen.tap(*center(page, (2, 0)))
        selected(page, "Azul")
        page.locator("#let-go").tap()
        expect(page.locator(".well [data-id]")).to_have_count(1)
        for name, cell in (("Azul", (2, 0)), ("Roja", (2, 2))):
            page.locator(f'.tray [data-id="{name}"]').tap()
            page.locator(".star").first.wait_for()
            page.touchscreen.tap(*center(page, cell))
            page.locator(".tried").wait_for()
            page.locator("#put-down").tap()
            selected(page, "None") if name == "Azul" else None
        below = page.locator(".below")
        expect(below).to_contain_text("Lock the pieces to win.", use_inner_text=True)  # without a key
        page.locator("#lock-all").tap()
        expect(page.locator(".victory")).to_have_text("Victory")
        page.get_by_role("button", name="Undo").tap()
        expect(page.locator(".victory")).to_have_count(0)


def test_piece_dropped_elsewhere_returns(page: Page) -> None:
    put(page, "2", 2, 1)
    drag(page, center(page, (1.5, 1.5)), center(page, (-0.4, 3.4)))
    page.locator(".tried").wait_for(state="detached")
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,1,1,false"]
    drag(page, center(page, (1.5, 1.5)), center(page, (0.5, 0.5)))
    expect(page.locator('.well [data-id="Azul"]')).to_have_attribute("data-x", "0")
    selected(page, "None")
    assert page.evaluate(STATE) == ["Azul,0,0,false"]


def test_dead_end_is_reported_and_the_hint_removes_the_piece() -> None:
    ten = "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n"
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing', ten)}")
        put(page, "2", 7, 2)
        below, filled = page.locator(".below"), page.locator("#main-button")
        expect(below.locator(".warn")).to_have_text("The board cannot be filled like this; take Azul off.")
        expect(page.locator('.well [data-id="Azul"]')).to_have_class(re.compile(r"\bbad\b"))
        expect(filled).to_have_text("Undo 1 move")
        page.keyboard.press("h")
        expect(below).to_contain_text("Look at")
        page.keyboard.press("h")
        expect(below).to_contain_text("Take off Azul (2).")
        expect(below).to_contain_text("6 pieces to go.")
        filled.click()
        expect(filled).to_have_text("Hint")
        assert page.evaluate(STATE) == []
        stuck = id_of("packing", ten + "Azul @ 2,3\n")  # a link to the dead end: no move can be taken back
        page = visit.open(f"/play/{stuck}")
        expect(page.locator(".below .warn")).to_contain_text("take Azul off")
        for label, words in (
            ("Hint", "Look at"),
            ("Hint", "Take off Azul (2)."),
            ("Why", "With Azul (2) there, the rest of the board cannot be filled."),
        ):
            expect(page.locator("#main-button")).to_have_text(label)
            page.locator("#main-button").click()
            expect(page.locator(".below")).to_contain_text(words)
        page.get_by_role("button", name="Move it").click()
        expect(page.locator('.tray [data-id="Azul"]')).to_have_count(1)
        assert page.evaluate(STATE) == []
        page = visit.open(f"/watch/{stuck}")
        expect(page.locator("#view")).to_contain_text("Take off Azul")
