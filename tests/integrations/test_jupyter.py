"""The board in JupyterLab, in a real browser: dragging, keys, hints, themes, and the link to Python.

JupyterLab is large, so this is a part of ``make test-all``, which says where it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nbformat", reason="notebooks are written with nbformat, a development tool")

from jupyter_lab import Lab, jupyter_lab
from playwright.sync_api import Locator, expect
from web_browser import TAKE_DOWN

COMMAND = os.environ.get("UNJAM_JUPYTER", "")
pytestmark = pytest.mark.skipif(not COMMAND, reason="JupyterLab is tested by make test-all")

LEVEL = "oooooooooBooAAoBoooooooooooooooooooo"
SHOW = f'import unjam\nw = unjam.widget("{LEVEL}")\nw'
TELL = "print(w.moves, w.position, w.solved)"
PLACE = """(el, id) => { const piece = el.querySelector(`[data-id="${id}"]`);
  return [Number(piece.dataset.y), Number(piece.dataset.x)]; }"""
PICTURES = os.environ.get("UNJAM_PICTURES", "")
"""A folder to keep screenshots in, for people who look."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with jupyter_lab(COMMAND, tmp_path_factory.mktemp("jupyter")) as running:
        yield running


def board_in(output: Locator) -> Locator:
    board = output.locator(".unjam")
    board.wait_for()
    return board


def says(board: Locator, words: str) -> None:
    expect(board.locator(".below")).to_contain_text(words)


def keep(board: Locator, name: str) -> None:
    if PICTURES:
        board.page.screenshot(path=str(Path(PICTURES) / f"jupyter-{name}.png"))


def test_board_is_won_by_dragging_and_python_follows(lab: Lab) -> None:
    with lab.notebook(SHOW, TELL, f"w.position = '{LEVEL}'", "w.moves = ['B+2']\nprint(w.position)") as note:
        board = board_in(note.run(0))
        says(board, "0 moves so far")
        note.drag(board, (2, 3), (0.2, 3))
        says(board, "1 move so far")
        note.drag(board, (2, 1), (2, 5))
        says(board, "Solved in 2 moves")
        expect(note.run(1)).to_have_text("['B-1', 'A+4'] oooBoooooBooooooAAoooooooooooooooooo True")
        keep(board, "won")
        note.run(2)
        says(board, "0 moves so far")
        assert board.evaluate(PLACE, "A") == [2, 0]
        assert board.evaluate(PLACE, "B") == [1, 3]
        expect(note.run(3)).to_have_text("ooooooooooooAAoooooooBoooooBoooooooo")
        says(board, "1 move so far")
        assert board.evaluate(PLACE, "B") == [3, 3]


def test_hints_undo_keys_and_films(lab: Lab) -> None:
    with lab.notebook(SHOW, "len(w.moves)", width=520) as note:
        board, keys = board_in(note.run(0)), note.page.keyboard
        board.get_by_role("button", name="Hint").click()
        says(board, "Move car B 1 cell up")
        expect(board.locator(".ghost")).to_have_count(1)
        keep(board, "hint")
        board.focus()
        for key in ("b", "ArrowUp"):  # keys of the board, not of JupyterLab, which knows "b" too
            keys.press(key)
        says(board, "1 move so far")
        keys.press("z")
        says(board, "0 moves so far")
        keys.press("y")
        says(board, "1 move so far")
        board.get_by_role("button", name="Undo").click()
        says(board, "0 moves so far")
        expect(board.get_by_role("button", name="Undo")).to_be_disabled()
        board.locator(".below").evaluate(TAKE_DOWN)
        board.get_by_role("button", name="Watch the solution").click()
        film = "window.sentences.filter((each) => each.includes(' / '))"
        note.page.wait_for_function(f"() => {film}.length === 2")
        assert note.page.evaluate(f"() => {film}") == ["1 / 2: Move car B 1 cell up", "2 / 2: Move car A 4 cells right"]
        says(board, "0 moves so far")  # the film is over, the game is where it was
        expect(note.page.locator(".jp-Notebook .jp-Cell")).to_have_count(2)
        assert note.run(1).inner_text().strip() == "0"


CELLS = (
    'import unjam\nw = unjam.widget("sokoban/after-you", lang="fr")\nw',
    'v = unjam.widget("1 2 0 3 4 5 6 7 8")\nv',
    'p = unjam.widget("packing/bread-and-butter")\np',
    'from unjam.formats.shipped import bundled\nb = unjam.widget(bundled("blocks")[0].name)\nb',
    "print(w.moves, v.moves, v.solved, len(p.moves), len(b.moves))",
)


@pytest.mark.parametrize(("dark", "width"), [(False, 1000), (True, 420)])
def test_every_kind_of_board_in_one_notebook(lab: Lab, dark: bool, width: int) -> None:
    with lab.notebook(*CELLS, dark=dark, width=width) as note:
        walk, tiles, pack, blocks = (board_in(note.run(n)) for n in range(4))
        walk.focus()
        note.page.keyboard.press("ArrowDown")
        says(walk, "1 coup jusqu’ici")
        tiles.focus()
        for key in ("ArrowRight", "ArrowRight"):
            note.page.keyboard.press(key)
        says(tiles, "Solved in 2 moves")
        pack.locator(".shape").first.click()
        expect(pack.locator(".mark.spot").first).to_be_visible()
        pack.focus()
        for key in ("ArrowDown", "Enter"):
            note.page.keyboard.press(key)
        says(pack, "1 move so far")
        blocks.get_by_role("button", name="Hint").click()
        expect(blocks.locator(".ghost")).to_have_count(1)
        keep(blocks, f"all-{'dark' if dark else 'light'}")
        expect(note.run(4)).to_have_text("['d'] ['2', '1'] True 1 0")
        for board in (walk, tiles, pack, blocks):
            light = float(board.evaluate("el => getComputedStyle(el).backgroundColor.match(/[\\d.]+/)[0]"))
            assert (light < 0.5) == dark  # the first number of oklch()
            assert board.evaluate("el => el.scrollWidth <= el.clientWidth"), "cut off"


def test_results_are_drawn_below_their_cells(lab: Lab) -> None:
    cells = (
        'import unjam\nunjam.solve("1 2 0 3 4 5 6 7 8")',
        'unjam.rate("rushhour/first-gear")',
        'unjam.explore("1 2 0 3 4 5 6 7 8")',
        'unjam.compare("1 2 0 3 4 5 6 7 8", algorithms="bfs,dfs")',
    )
    with lab.notebook(*cells, dark=True) as note:
        for number, figures in enumerate((3, 1, 1, 1)):
            output = note.run(number)
            expect(output.locator("figure svg")).to_have_count(figures)
        keep(output, "answers")
