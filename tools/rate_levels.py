"""Rates the levels that come with unjam and writes src/unjam/formats/shipped/ratings.json.

    python tools/rate_levels.py            # after the levels or a difficulty model changed
    python tools/rate_levels.py --check    # says which figures are not what solve and rate find now

Commands and the page read the ratings instead of solving the levels each time they list them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from unjam import FAMILIES, family
from unjam.formats.shipped import RATINGS, bundled, shipped_ratings
from unjam.rating.rate import rate_many

DIGITS = 1
"""Decimals of a score, in seconds."""


def rate_levels(names: Iterable[str] = FAMILIES) -> dict[str, dict[str, str | float | int | None]]:
    """Return name -> cost, score, range of times and difficulty of every shipped level of the families."""
    figures: dict[str, dict[str, str | float | int | None]] = {}
    for name in names:
        levels = bundled(name)
        ratings = rate_many(family(name).parse(level.board) for level in levels)
        for level, rating in zip(levels, ratings, strict=True):
            assert rating.result is not None
            times = {name: getattr(rating, name) for name in ("score", "low", "high")}
            rounded = {name: None if time is None else round(time, DIGITS) for name, time in times.items()}
            figures[level.name] = {"cost": rating.result.cost, **rounded, "difficulty": rating.difficulty}
    return figures


def differences(names: Iterable[str] = FAMILIES) -> list[str]:
    """Return the levels whose shipped figures are not what solve and rate find now, and those that are not shipped."""
    shipped, found, names = shipped_ratings(), rate_levels(names), list(names)
    known = {name for name in shipped if name.partition("/")[0] in names}
    return sorted(name for name in known | set(found) if shipped.get(name) != found.get(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a figure is out of date")
    if parser.parse_args().check:
        old = differences()
        sys.exit(f"run tools/rate_levels.py; out of date: {', '.join(old)}" if old else 0)
    lines = [f"{json.dumps(name)}: {json.dumps(figures)}" for name, figures in rate_levels().items()]
    with open(str(RATINGS), "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
