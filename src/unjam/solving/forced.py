"""Counts the moves at the start of a shortest solution that every shortest solution shares.

A move is forced if all others lead to positions from which the goal is farther away. So the positions beside the
solution are solved, one step after the other, until a second move turns out to be as good. If there is none, the
solution is the only shortest one.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.puzzle import Control, Limits, Puzzle, Result, Stopwatch, rules
from .solve import solve


class Forced(NamedTuple):
    """The number of forced moves at the start, and of equally good moves after them: 0 at the end of the solution."""

    moves: int
    choices: int


def count_forced(puzzle: Puzzle, result: Result, limits: Limits, control: Control | None = None) -> Forced | None:
    """Return how much of a proven shortest solution is forced; None if the limits do not allow a complete answer.

    The time limit applies to the whole count.

    >>> from unjam import Tiles
    >>> board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> count_forced(board, solve(board), Limits(seconds=5))
    Forced(moves=2, choices=0)
    """
    if not result.optimal or result.cost is None:
        return None
    position, left, clock, play = puzzle, result.cost, Stopwatch(), rules(type(puzzle))
    for number, best in enumerate(result.moves):
        after = play(position, best)
        choices = {after}
        for move in position.branches():
            cost, beside = position.cost(move, result.metric), play(position, move)
            if cost > left or beside in choices:
                continue
            answer = solve(beside, metric=result.metric, limits=limits.less(clock()), control=control, workers=1)
            if answer.status == "gave_up" and cost + (answer.lower_bound or 0) <= left:
                return None
            if answer.optimal and answer.cost is not None and cost + answer.cost == left:
                choices.add(beside)
        if len(choices) > 1:
            return Forced(number, len(choices))
        left -= position.cost(best, result.metric)
        position = after
    return Forced(len(result.moves), 0)
