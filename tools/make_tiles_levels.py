"""Makes the shipped levels of tiles: boards walked away from the goal, solved again, one for each wanted length.

The levels of blocks were drawn by hand; both files are proven again by a test.
"""

from __future__ import annotations

import argparse
from random import Random

from unjam import rate, solve
from unjam.families.tiles import Tiles
from unjam.families.tiles.board import half_turn, shared_frame
from unjam.families.tiles.text import standard_goal

WANTED = (
    ("First steps", 3, 3, 4),
    ("Round the corner", 3, 3, 8),
    ("Three in a row", 2, 4, 12),
    ("Eight at table", 3, 3, 16),
    ("Long shelf", 2, 5, 20),
    ("The old eight", 3, 3, 26),
    ("Window box", 3, 4, 30),
    ("As far as it goes", 3, 3, 31),
    ("Pocket fifteen", 4, 4, 36),
    ("Five by three", 3, 5, 42),
    ("Fifteen", 4, 4, 50),
    ("Late evening fifteen", 4, 4, 58),
    ("Twenty-four, gently", 5, 5, 60),
)


def drawn(rng: Random, rows: int, cols: int, cost: int) -> Tiles:
    """A board with exactly this optimal length."""
    while True:
        if cost <= 26 or rows == 5:
            board = Tiles.parse(f"{rows} {cols}\n{' '.join(map(str, range(rows * cols)))}")
            before = None
            for _ in range(cost if cost < 10 else cost * 2):
                after = rng.choice([each for each in map(board.play, board.moves()) if each != before])
                before, board = board, after
        else:
            board = Tiles.random(rng, rows=rows, cols=cols)
        if solve(board).cost == cost:
            return board


def gap_last(board: Tiles) -> Tiles:
    """The same board turned by half, so that the gap ends last as on every fifteen puzzle."""
    return Tiles(
        half_turn(board.cells), shared_frame(board.rows, board.cols, standard_goal(board.rows, board.cols, "last"))
    )


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rng = Random(2024)
    levels = []
    for title, rows, cols, cost in WANTED:
        board = gap_last(Tiles.parse("8 0 6 5 4 7 2 3 1") if cost == 31 else drawn(rng, rows, cols, cost))
        levels.append((rate(board).score or 0.0, title, cost, board))
    for _, title, cost, board in sorted(levels, key=lambda level: level[0]):
        print(f'[[level]]\ntitle = "{title}"\ncost = {cost}\nboard = """\n{board}\n"""\n')


if __name__ == "__main__":
    main()
