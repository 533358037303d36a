"""Cuts the levels of the families without people's data at the quartiles of 1,000 generated levels.

    python tools/cut_borders.py [FAMILY …] [--write]

The levels are those of ``unjam generate FAMILY --count 10 --seed S`` for the seeds 1 to 100: no level, length or size
is asked for, so every stream gives the first level that its generator comes upon, of any size that the generator knows,
whatever its rating. A hundred short runs, because one long run would leave out what is alike and so run out of small
boards. The quartiles are rounded to times that one would say.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from statistics import quantiles

from unjam.generation.generate import generate

FOLDER = Path(__file__).parents[1] / "src" / "unjam" / "families"
FAMILIES = ("tiles", "blocks", "packing")
SEEDS, EACH = range(1, 101), 10


def scores(family: str) -> list[float]:
    """The expected seconds of the levels; the borders that are in force have no say in which these are."""
    return [level.score for seed in SEEDS for level in generate(family, count=EACH, seed=seed, workers=1)]


def as_spoken(seconds: float) -> float:
    """Round to half minutes, from five minutes on to five minutes, and from an hour on to quarters of an hour.

    >>> [as_spoken(seconds) for seconds in (101, 236, 960, 4500)]
    [90.0, 240.0, 900.0, 4500.0]
    """
    step = 30 if seconds < 300 else 300 if seconds < 3600 else 900
    return float(step * max(1, round(seconds / step)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--write", action="store_true", help="write the borders into the families")
    options = parser.parse_args()
    if unknown := set(options.families) - set(FAMILIES):
        parser.error(f"{', '.join(sorted(unknown))}: the families are {', '.join(FAMILIES)}")
    for family in options.families or FAMILIES:
        times = scores(family)
        cuts = quantiles(times, n=4)
        borders = tuple(map(as_spoken, cuts))
        print(
            f"{family}: {len(times)} levels, {min(times):.0f} to {max(times):.0f} s, "
            f"quartiles {', '.join(f'{cut:.0f}' for cut in cuts)} s, borders {borders}",
            flush=True,
        )
        if options.write:
            path = FOLDER / family / "weights.py"
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"borders=\([^)]*\)", f"borders={borders}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
