"""Cuts the levels of the families without people's data at the quartiles of 1,000 generated boards.

    python tools/cut_borders.py [FAMILY …] [--write]

Boards come from the families' own random positions with the seeds 1 to 1000, in the sizes that people play.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles

from unjam import Blocks, Limits, Packing, Puzzle, Tiles, rate

FAMILIES = Path(__file__).parents[1] / "src" / "unjam" / "families"
COUNT = 1000


def tiles(rng: Random) -> Puzzle:
    rows, cols = rng.choice(((2, 3), (2, 4), (3, 3), (3, 3), (3, 4), (4, 4)))
    return Tiles.random(rng, rows=rows, cols=cols)


def blocks(rng: Random) -> Puzzle:
    rows, cols = rng.choice(((4, 4), (5, 4), (5, 4), (5, 5)))
    return Blocks.random(rng, rows=rows, cols=cols)


def packing(rng: Random) -> Puzzle:
    width, height = rng.choice(((4, 4), (5, 4), (5, 5), (6, 5), (6, 6)))
    pieces = width * height // rng.choice((4, 5))
    return Packing.random(rng, width=width, height=height, pieces=pieces)


MAKERS: dict[str, Callable[[Random], Puzzle]] = {"tiles": tiles, "blocks": blocks, "packing": packing}


def scores(family: str) -> list[float]:
    """The expected seconds of the boards that can be solved, until there are enough."""
    found: list[float] = []
    for seed in range(1, 20 * COUNT):
        rating = rate(MAKERS[family](Random(seed)), limits=Limits(20))
        if rating.score is not None and rating.result is not None and rating.result.cost:
            found.append(rating.score)
        if len(found) == COUNT:
            break
    return found


def main(arguments: list[str]) -> None:
    for family in [name for name in arguments if name in MAKERS] or MAKERS:
        found = scores(family)
        borders = tuple(float(f"{value:.2g}") for value in quantiles(found, n=4))
        print(f"{family}: {len(found)} boards, {min(found):.0f} to {max(found):.0f} s, borders {borders}")
        if "--write" in arguments:
            path = FAMILIES / family / "weights.py"
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"borders=\([^)]*\)", f"borders={borders}", text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
