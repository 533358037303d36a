"""Solves, rates and draws one level of each family in the terminal."""

from __future__ import annotations

import os
import sys

import unjam
from unjam.formats.shipped import bundled
from unjam.pictures.terminal import terminal

COLOUR = not os.environ.get("NO_COLOR") and (sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR")))


def finished(puzzle: unjam.Puzzle, result: unjam.Result) -> unjam.Puzzle:
    for move in result.moves:
        puzzle = puzzle.play(move)
    return puzzle


def side_by_side(left: str, right: str) -> str:
    rows, others = left.split("\n"), right.split("\n")
    return "\n".join(f"{a}      {b}" for a, b in zip(rows, others, strict=False))


for name in unjam.FAMILIES:
    levels = bundled(name)
    if not levels:
        continue
    level = levels[len(levels) // 2]
    puzzle = unjam.family(name).parse(level.board)
    result = unjam.solve(puzzle)
    rating = unjam.rate(puzzle, result=result)
    print(f"\n{name}: “{level.title}”")
    print(side_by_side(*(terminal(p.scene(), colour=COLOUR) for p in (puzzle, finished(puzzle, result)))))
    proof = "proven optimal" if result.optimal else "not proven"
    print(f"{result.cost} {result.metric}, {proof}; {result.expanded:,} positions in {1000 * result.seconds:.1f} ms")
    print(
        f"rated {rating.level}, {rating.expected_time}" if rating.score is not None else f"not rated: {rating.reason}"
    )
    names = puzzle.notations(result.moves)
    print(" ".join(names)[:110] + (" …" if len(" ".join(names)) > 110 else ""))
