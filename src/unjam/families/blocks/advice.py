"""Advice for designers of Klotski levels: points out blocks that do not affect the solution."""

from __future__ import annotations

from ...core.design import Advice
from ...core.puzzle import Limits, Result, Task, plural
from .board import Layout
from .position import Blocks
from .text import Drawing

LIMITS = Limits(1.0)
"""The limits for solving the level again without one of its blocks."""


def advice(level: Blocks, result: Result) -> list[Advice]:
    """Return advice about blocks that could be removed without changing the length of the solution.

    Only blocks that the solution does not move are tried.

    >>> from unjam import solve
    >>> from unjam.families.blocks import Blocks
    >>> level = Blocks.parse("A...\\n....\\n...B\\ngoal A at 0,2")
    >>> [str(each) for each in advice(level, solve(level))]
    ['block B plays no part: the solution is just as long without it']
    """
    layout = level.layout
    moved = {move.piece for move in result.moves} | {layout.letters[block] for block in layout.goals}
    still = [(n, letter) for n, letter in enumerate(layout.letters) if letter not in moved]
    idle = [(n, letter) for n, letter in still if _is_as_long(_without(level, letter), result)]
    if not idle:
        return []
    what = plural(
        "block {blocks} plays no part: the solution is just as long without it",
        "blocks {blocks} play no part: the solution is just as long without any one of them",
        n=len(idle),
        blocks=", ".join(letter for _, letter in idle),
    )
    return [Advice(what, tuple(cell for n, _ in idle for cell in layout.cells(n, level.at[n])), "idle")]


def _without(level: Blocks, gone: str) -> Blocks:
    layout = level.layout
    walls = frozenset((r, c) for r, row in enumerate(layout.floor) for c, mark in enumerate(row) if mark == "#")
    blocks = {each: layout.cells(n, level.at[n]) for n, each in enumerate(layout.letters) if each != gone}
    rest = Layout(Drawing(layout.rows, layout.cols, walls, blocks, dict(layout.goal_corners)))
    return type(level)(rest, rest.start)


def _is_as_long(level: Blocks, result: Result) -> bool:
    [answer] = level.native.solve_many([level], Task("moves", LIMITS))
    return answer.optimal and len(answer.moves) == len(result.moves)
