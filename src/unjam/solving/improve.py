"""Shortens a solution; the new solution is verified by replaying it, and is never worse than the old one."""

from __future__ import annotations

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
)
from ..formats.read import PuzzleLike, as_puzzle
from .check import Solution, check, costs

DEFAULT_SECONDS = 30.0


def improve(
    puzzle: PuzzleLike,
    solution: Solution,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    **options: Any,
) -> Result:
    """Shorten the solution until nothing more can be saved or the time (30 seconds by default) is up.

    ``solution`` is a string in the family's notation, a list of notations, moves, or the result of ``solve``. The
    metric may be one that depends on the whole solution (``lines``), or two metrics separated by a comma: the first is
    the ``cost``, the second breaks ties. Raises Unsupported if the family cannot improve solutions, PuzzleError if the
    solution cannot be read, and IllegalMove if it is illegal or does not solve the puzzle.

    >>> improve("######|#@ $.#|######", "rlrR").cost
    2
    """
    puzzle = as_puzzle(puzzle)
    metric = improved_metric(type(puzzle), metric)
    settings = puzzle.settings(options)
    if isinstance(solution, Result) and solution.cost is None:
        raise IllegalMove(Message("there is no solution to improve"))
    moves = solution.moves if isinstance(solution, Result) else _checked_moves(puzzle, solution)
    task = Task(metric, limits_or_default(limits, DEFAULT_SECONDS), control_or_default(control), options=settings)
    result = puzzle.native.improve(puzzle, moves, task) if puzzle.native else None
    if result is None:
        why = Message("the level is too large for the native core")
        cost = metric_costs(puzzle, moves, metric)[0]
        result = Result("solved", moves, cost, algorithm="native", metric=metric, reason=why)
    else:
        _verify(puzzle, moves, result)
    result = replace(result, puzzle=puzzle)
    return _combine(solution, result) if isinstance(solution, Result) else result


def improved_metric(kind: type[Puzzle], name: str | None) -> str:
    """Return the metric in which solutions are improved, by default the first; raise Unsupported if it is unknown."""
    known = kind.native.improves if kind.native else ()
    if not known:
        raise Unsupported(
            Message("solutions of {family} cannot be improved: solve already finds the optimum", family=kind.family)
        )
    if name is not None and name not in known:
        raise Unsupported.choice(
            Message("{family} cannot improve solutions in '{name}'", family=kind.family, name=name), known
        )
    return name or kind.metrics[0]


def solved_metric(kind: type[Puzzle], metric: str) -> str:
    """Return the metric for finding the first solution, before it is improved in ``metric``."""
    first = metric.split(",")[0]
    return first if first in kind.metrics else kind.metrics[-1]


def metric_costs(puzzle: Puzzle, moves: tuple[Move, ...], metric: str) -> tuple[int, ...]:
    """Return the cost of the moves in each part of the metric; raise IllegalMove if a move cannot be played."""
    every = costs(puzzle, moves)
    return tuple(every[name] for name in metric.split(","))


def _checked_moves(puzzle: Puzzle, solution: Solution) -> tuple[Move, ...]:
    checked = check(puzzle, solution, quick=True)
    if not checked.readable:
        raise PuzzleError(Message("the solution cannot be read: {why}", why=checked.fault))
    if checked.fault is not None:
        raise IllegalMove(Message("the solution is not legal: {why}", why=checked.fault))
    if not checked.solves:
        raise IllegalMove(Message("the solution is legal, but does not solve the puzzle"))
    return checked.moves


def _verify(puzzle: Puzzle, original: tuple[Move, ...], result: Result) -> None:
    """Raise WrongAnswer if the rules reject the improved solution or it is worse than the original."""
    checked = check(puzzle, puzzle.notations(result.moves), quick=True)
    if not checked.solves or checked.moves != result.moves:
        raise WrongAnswer(Message("the improved solution does not solve the puzzle: {why}", why=checked.fault or ""))
    before, after = metric_costs(puzzle, original, result.metric), metric_costs(puzzle, result.moves, result.metric)
    if after > before or after[0] != result.cost:
        raise WrongAnswer(
            Message(
                "a solution of {before} became one of {after}, but {cost} was reported",
                before=str(before),
                after=str(after),
                cost=result.cost,
            )
        )


def _combine(before: Result, improved: Result) -> Result:
    """Return the improved result with the better bound and the total effort of both searches."""
    bounds = [improved.lower_bound or 0]
    if before.metric == improved.metric.split(",")[0]:
        bounds.append(before.lower_bound or 0)
    optimal = improved.optimal or (improved.cost == max(bounds) and "," not in improved.metric)
    return replace(
        improved,
        status="solved" if optimal else before.status,
        optimal=optimal,
        lower_bound=max(bounds) or None,
        expanded=before.expanded + improved.expanded,
        generated=before.generated + improved.generated,
        seconds=before.seconds + improved.seconds,
        peak_bytes=max(before.peak_bytes, improved.peak_bytes),
        reason=None if optimal else before.reason,
    )
