"""Draws the pictures of the README with unjam itself: python tools/make_pictures.py."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import unjam
from unjam.cli import unjam as command_line
from unjam.formats.shipped import bundled
from unjam.pictures.gif import gif
from unjam.pictures.svg import sheet, svg

OUT = Path(__file__).parents[1] / "docs" / "pictures"
BOARD = "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo"


def film(puzzle: unjam.Puzzle) -> list[unjam.Scene]:
    """The scenes of the optimal solution, the start first."""
    scenes = [puzzle.scene()]
    for move in unjam.solve(puzzle).moves:
        puzzle = puzzle.play(move)
        scenes.append(puzzle.scene())
    return scenes


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    scenes = film(unjam.read(BOARD)[0])
    (OUT / "start.svg").write_text(svg(scenes[0], dark=None, title="A Rush Hour board"), encoding="utf-8")
    first = unjam.read("rushhour/street-6")[0].scene()
    (OUT / "first.svg").write_text(svg(first, dark=None, title="The level Street 6"), encoding="utf-8")
    (OUT / "solved.svg").write_text(svg(scenes[-1], dark=None, title="The same board, solved"), encoding="utf-8")
    (OUT / "solution.gif").write_bytes(gif(scenes, cell=40))
    shown = {"rushhour": 8, "tiles": 6, "blocks": -1, "sokoban": 6, "packing": 6}  # which of the shipped levels
    boards = [unjam.family(name).parse(bundled(name)[number].board) for name, number in shown.items()]
    families = [film(board)[-1] if board.family == "packing" else board.scene() for board in boards]
    (OUT / "families.svg").write_text(
        sheet(families, columns=len(families), size=170, plain=False, dark=None), encoding="utf-8"
    )
    draw_tree()


def draw_tree() -> None:
    """Draw the tree of the student's page with the command that the page shows."""
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(folder) / "puzzle.txt"
        puzzle.write_text("1 4 2 3 7 5 6 0 8\n", encoding="utf-8")
        options = ["--algorithm", "bfs", "--nodes", "10", "-o", str(OUT / "tree.svg"), "--quiet"]
        command_line.main(["trace", str(puzzle), *options], standalone_mode=False)


if __name__ == "__main__":
    main()
