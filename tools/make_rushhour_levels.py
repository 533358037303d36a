"""Makes the Rush Hour levels that come with unjam: random boards, searched whole, their hardest positions kept.

    python tools/make_rushhour_levels.py > src/unjam/formats/shipped/rushhour.toml

A board's hardest position is the reachable one that is farthest from any exit, and its distance the cost. From a random
board, cars and walls are exchanged one at a time as long as the hardest position gets no easier; for each wanted cost
the first board on the way is taken in which most cars have to move. The same seed makes the same levels.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random

from unjam import Limits, solve
from unjam.families.rushhour import RushHour
from unjam.solving.explore import explore

SEED = 2026
WANTED = (
    (5, 5, "First Gear"),
    (7, 7, "Side Street"),
    (9, 9, "School Run"),
    (11, 11, "Coffee Stop"),
    (13, 13, "Double Parked"),
    (16, 16, "Market Day"),
    (18, 19, "Roadworks"),
    (21, 22, "Rainy Monday"),
    (24, 25, "The Removal Van"),
    (27, 28, "Five O'Clock"),
    (30, 32, "Ring Road at Dusk"),
    (34, 40, "The Long Way Home"),
)
LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"


def hardest(board: RushHour) -> tuple[int, RushHour]:
    """The hardest reachable position and its distance; 0 where nothing can be solved or the space is too loose."""
    space = explore(board, limits=Limits(bytes=4_000_000))
    return (space.max_distance, RushHour.parse(space.hardest[0])) if space.max_distance else (0, board)


def exchanged(rng: Random, board: RushHour) -> RushHour:
    """The board with one car or wall taken away, if any can be, and another put where there is room."""
    cells = list(board.storage_text())
    others = sorted(set(cells) - {"A", "o"})
    if others and rng.random() < 0.6:
        gone = rng.choice(others)
        where = [i for i, mark in enumerate(cells) if mark == gone]
        for i in where if gone != "x" else where[:1]:
            cells[i] = "o"
    if cells.count("x") < 2 and rng.random() < 0.1:
        place = [rng.randrange(36)]
        mark = "x"
    else:
        length, step = rng.choice((2, 2, 3)), rng.choice((1, 6))
        row, col = rng.randrange(6 if step == 1 else 7 - length), rng.randrange(7 - length if step == 1 else 6)
        place = [6 * row + col + k * step for k in range(length)]
        mark = next(letter for letter in LETTERS if letter not in cells)
    if all(cells[i] == "o" for i in place) and not (12 <= place[0] < 18 and (mark == "x" or place[-1] - place[0] < 6)):
        for i in place:
            cells[i] = mark
    return RushHour.parse("".join(cells))


def climb(rng: Random) -> Iterator[tuple[int, RushHour]]:
    """The hardest positions met while one random board is made harder."""
    board = RushHour.random(rng, cars=10, walls=rng.choice((0, 0, 1, 2)))
    best = 0
    for _ in range(400):
        other = exchanged(rng, board)
        cost, position = hardest(other)
        if cost >= best and cost:
            board, best = other, cost
            yield cost, position


def tidy(board: RushHour) -> RushHour:
    """The same board with its cars named B, C, … in the order a reader meets them."""
    names = {"A": "A", "o": "o", "x": "x"}
    letters = iter(LETTERS)
    return RushHour.parse(
        "".join(names.get(mark) or names.setdefault(mark, next(letters)) for mark in board.storage_text())
    )


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rng, levels = Random(SEED), dict[str, tuple[int, RushHour]]()
    while len(levels) < len(WANTED):
        for cost, board in climb(rng):
            title = next((title for low, high, title in WANTED if low <= cost <= high and title not in levels), None)
            if title and 3 * len({move.piece for move in solve(board).moves}) >= 2 * len(board.lot.cars):
                levels[title] = cost, tidy(board)
                print(f"{len(levels)} of {len(WANTED)}: {cost} moves", file=sys.stderr)
                break  # one level a climb, so that they do not look alike
    print("# Made by tools/make_rushhour_levels.py; every cost is proven by the solver.")
    for _, _, title in WANTED:
        cost, board = levels[title]
        print(f'\n[[level]]\ntitle = "{title}"\ncost = {cost}\nboard = """\n{board.text("grid")}\n"""')


if __name__ == "__main__":
    main()
