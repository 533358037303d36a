"""Prints the core's results on random Rush Hour boards; run once for each instruction set."""

from __future__ import annotations

import sys
from random import Random

from rushhour_boards import arrangements, small, wild

from unjam import _core
from unjam.families.rushhour import RushHour, native


def medium(rng: Random) -> RushHour:
    """Return a board of 6×6 to 9×9 with many positions, but not too many to list."""
    while True:
        side = rng.randint(6, 9)
        board = wild(rng, side, side, side + rng.randint(0, side), rng.randint(0, side))
        if 20_000 < arrangements(board) <= 1_000_000:
            return board


def main(count: int) -> None:
    print(_core.instructions())
    for seed in range(count):
        rng = Random(seed)
        board = medium(rng) if seed % 4 == 0 else small(rng, most=20_000)
        code = native.code(board)
        for steps in (False, True):
            (outcome,) = _core.rushhour_solve([code], steps, 1, None)
            space = _core.rushhour_explore(code, steps, None)
            print(outcome.status, outcome.cost, outcome.expanded, outcome.generated, list(outcome.moves))
            print(space.states, space.goals, list(space.histogram), space.farthest)


if __name__ == "__main__":
    main(int(sys.argv[1]))
