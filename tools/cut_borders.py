"""Cuts the levels of the families without people's data at the quartiles of 1,000 generated levels.

    python tools/cut_borders.py [FAMILY …] [--write]

The levels are those of ``unjam generate FAMILY --count 10 --seed S`` for the seeds 1 to 100: no level, length or size
is asked for, so every stream gives the first level that its generator comes upon, of any size that the generator knows,
whatever its rating. A hundred short runs, because one long run would leave out what is alike and so run out of small
boards.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import quantiles

from unjam.generation.generate import generate

FOLDER = Path(__file__).parents[1] / "src" / "unjam" / "families"
FAMILIES = ("tiles", "blocks", "packing")
SEEDS, EACH = range(1, 101), 10


def scores(family: str) -> list[float]:
    """The expected seconds of the levels; the borders that are in force have no say in which these are."""
    return [level.score for seed in SEEDS for level in generate(family, count=EACH, seed=seed, workers=1)]


def main(arguments: list[str]) -> None:
    for family in [name for name in arguments if name in FAMILIES] or FAMILIES:
        times = scores(family)
        borders = tuple(float(f"{value:.2g}") for value in quantiles(times, n=4))
        print(f"{family}: {len(times)} levels, {min(times):.0f} to {max(times):.0f} s, borders {borders}", flush=True)
        if "--write" in arguments:
            path = FOLDER / family / "weights.py"
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"borders=\([^)]*\)", f"borders={borders}", text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
