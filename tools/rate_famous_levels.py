"""Prints the table of well-known levels in docs/difficulty.md: how long people need, to be read as a player.

    python tools/rate_famous_levels.py LEVELS [FAMILY …]

LEVELS as for tools/refit.py, with sokoban/microban1.xsb and sokoban/xsokoban.xsb; without them their rows are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from unjam import FAMILIES, Limits, Puzzle, family, rate_many
from unjam.core.wording import about_time
from unjam.families.sokoban import Sokoban
from unjam.families.tiles import Tiles
from unjam.formats.shipped import bundled

COLLECTIONS = (("Microban 1", "microban1.xsb", 10), ("XSokoban", "xsokoban.xsb", 5))
SECONDS = 30.0
"""For one level. XSokoban's are rated from the best solution found in that time."""


def famous(name: str, folder: Path) -> Iterator[tuple[str, Puzzle]]:
    """The well-known levels of a family, with what the table calls them: published ones, then those made by hand."""
    kind = family(name)
    if kind is Sokoban:
        for title, file, count in COLLECTIONS:
            path = folder / "sokoban" / file
            texts = list(Sokoban.levels(path.read_text(encoding="utf-8")))[:count] if path.is_file() else []
            for number, level in enumerate(texts, 1):
                yield f"{title}, {number}", level.puzzle
    if kind is Tiles:
        yield "a random 15-puzzle", Tiles.random(Random(1), rows=4)
    for shipped in bundled(name):
        if shipped.generated_name is None:
            yield shipped.title, kind.parse(shipped.board)


def rows(names: Iterable[str], folder: Path) -> Iterator[str]:
    for name in names:
        levels = list(famous(name, folder))
        ratings = rate_many((puzzle for _, puzzle in levels), limits=Limits(SECONDS))
        for (title, puzzle), rating in zip(levels, ratings, strict=True):
            about = type(puzzle).about.title
            cost = "–" if rating.result is None or rating.result.cost is None else rating.result.cost
            if rating.score is None:
                yield f"| {about} | {title} | {cost} | – | – | {rating.reason} |"
                continue
            sampled = "; at least" if "luck_at_least" in rating.features else ""
            yield (
                f"| {about} | {title} | {cost} | {about_time(rating.score)}{sampled} "
                f"| {rating.short_time} | {rating.difficulty} |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("families", nargs="*", default=list(FAMILIES))
    options = parser.parse_args()
    print("| puzzle | level | moves | expected time | eight in ten people | difficulty |\n|---|---|---|---|---|---|")
    for row in rows(options.families, options.levels):
        print(row, flush=True)


if __name__ == "__main__":
    main()
