"""A shorter solution than the one at hand: replayed, never worse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import (
    Control,
    IllegalMove,
    Limits,
    Message,
    Move,
    Puzzle,
    PuzzleError,
    Result,
    Task,
    Unsupported,
    WrongAnswer,
    rules,
)
from ..formats.read import PuzzleLike, one
from .check import Solution, check

SECONDS = 30.0
"""How long a solution is worked on where nobody says."""


def improve(
    puzzle: PuzzleLike,
    solution: Solution,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    **options: Any,
) -> Result:
    """The solution, made shorter in the metric until nothing helps or the time (30 seconds by default) is out.

    ``solution`` is a text in the family's notation, a list of its words, moves, or what ``solve`` found. The metric
    may be one that only a whole solution has (``lines``), or two with a comma between them: the second decides between
    solutions that are equal in the first, which is the ``cost``. Unsupported where the family has nothing for it;
    PuzzleError where the solution cannot be read, IllegalMove where it is none.

    >>> improve("######|#@ $.#|######", "rlrR").cost
    2
    """
    puzzle = one(puzzle)
    metric = improved_metric(type(puzzle), metric)
    settings = puzzle.settings(options)
    if isinstance(solution, Result) and solution.cost is None:
        raise IllegalMove(Message("there is no solution to improve"))
    moves = solution.moves if isinstance(solution, Result) else _given(puzzle, solution)
    task = Task(metric, limits_or_default(limits, SECONDS), control_or_default(control), options=settings)
    found = puzzle.native.improve(puzzle, moves, task) if puzzle.native else None
    if found is None:
        why = Message("the level is too large for the native core")
        cost = counted(puzzle, moves, metric)[0]
        found = Result("solved", moves, cost, algorithm="native", metric=metric, reason=why)
    else:
        _replay(puzzle, moves, found)
    found = replace(found, puzzle=puzzle)
    return _joined(solution, found) if isinstance(solution, Result) else found


def improved_metric(kind: type[Puzzle], name: str | None) -> str:
    """The named metric in which solutions of the family are made shorter; Unsupported lists the choices."""
    known = kind.native.improves if kind.native else ()
    if not known:
        raise Unsupported(
            Message("{family} has nothing to improve solutions with: solve finds the optimum", family=kind.family)
        )
    if name is not None and name not in known:
        raise Unsupported.choice(
            Message("{family} cannot improve solutions in '{name}'", family=kind.family, name=name), known
        )
    return name or kind.metrics[0]


def solved_metric(kind: type[Puzzle], metric: str) -> str:
    """The metric in which a solver looks for what is then improved in another."""
    first = metric.split(",")[0]
    return first if first in kind.metrics else kind.metrics[-1]


def counted(puzzle: Puzzle, moves: Iterable[Move], metric: str) -> tuple[int, ...]:
    """What the moves cost in each part of the metric; IllegalMove where one cannot be played."""
    moves, out, play = tuple(moves), [], rules(type(puzzle))
    for name in metric.split(","):
        if name in puzzle.about.counts:
            out.append(puzzle.about.counts[name](puzzle, moves))
            continue
        position, cost = puzzle, 0
        for move in moves:
            cost += position.cost(move, name)
            position = play(position, move)
        out.append(cost)
    return tuple(out)


def _given(puzzle: Puzzle, solution: Solution) -> tuple[Move, ...]:
    found = check(puzzle, solution, quick=True)
    if not found.readable:
        raise PuzzleError(Message("the solution cannot be read: {why}", why=found.fault))
    if found.fault is not None:
        raise IllegalMove(Message("the solution is not legal: {why}", why=found.fault))
    if not found.solves:
        raise IllegalMove(Message("the solution is legal, but it does not solve"))
    return found.moves


def _replay(puzzle: Puzzle, given: tuple[Move, ...], found: Result) -> None:
    """Nothing, or WrongAnswer where the rules do not accept what was found or it is worse than what was given."""
    played = check(puzzle, puzzle.notations(found.moves), quick=True)
    if not played.solves or played.moves != found.moves:
        raise WrongAnswer(Message("the improved solution does not solve the puzzle: {why}", why=played.fault or ""))
    before, after = counted(puzzle, given, found.metric), counted(puzzle, found.moves, found.metric)
    if after > before or after[0] != found.cost:
        why = Message(
            "{before} became {after}, said to be {cost}", before=str(before), after=str(after), cost=found.cost
        )
        raise WrongAnswer(why)


def _joined(before: Result, found: Result) -> Result:
    """What is known from both searches: the better bound, and that a limit came first where it did."""
    bounds = [found.lower_bound or 0]
    if before.metric == found.metric.split(",")[0]:
        bounds.append(before.lower_bound or 0)
    optimal = found.optimal or (found.cost == max(bounds) and "," not in found.metric)
    return replace(
        found,
        status="solved" if optimal else before.status,
        optimal=optimal,
        lower_bound=max(bounds) or None,
        expanded=before.expanded + found.expanded,
        generated=before.generated + found.generated,
        seconds=before.seconds + found.seconds,
        peak_bytes=max(before.peak_bytes, found.peak_bytes),
        reason=None if optimal else before.reason,
    )
