"""Converts outcomes of the native core to Results, with the same reasons in every family."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log, log2
from typing import Any, TypeVar

from .. import _core
from .cores import count_workers
from .puzzle import MAX_HARDEST, STOPPED, Fault, Limits, Message, Move, Puzzle, Result, Space, Task
from .result import all_expanded

P = TypeVar("P", bound=Puzzle)


def result(outcome: _core.Outcome, moves: Iterable[Move], task: Task, reason: Message | None = None) -> Result:
    """Convert an outcome to a Result; ``moves`` are ``outcome.moves``, decoded by the family."""
    status = outcome.status.name
    if status == "gave_up":
        reason = reason or why_stopped(outcome.stop, task.limits)
    elif status == "unsolvable":
        reason = reason or all_expanded(outcome.expanded)
    return Result(
        status=status,  # type: ignore[arg-type]
        moves=tuple(moves),
        cost=outcome.cost if outcome.cost >= 0 else None,
        lower_bound=None if status == "unsolvable" else outcome.lower_bound,
        optimal=outcome.optimal and status == "solved",
        expanded=outcome.expanded,
        generated=outcome.generated,
        seconds=outcome.seconds,
        peak_bytes=outcome.peak_bytes,
        algorithm="native",
        metric=task.metric,
        reason=reason,
    )


def impossible(fault: Fault, task: Task) -> Result:
    """Return the result for a position that was proven dead without a search."""
    return Result("unsolvable", algorithm="native", metric=task.metric, reason=fault.message)


def threads(task: Task) -> int:
    """Return the number of threads for one search: as requested, or one for each core of the processor."""
    return count_workers(task.workers)


def solve_batch(
    puzzles: list[P],
    task: Task,
    solve: Callable[[list[P]], Iterable[_core.Outcome]],
    moves: Callable[[P, list[int]], Iterable[Move]],
) -> list[Result]:
    """Solve all puzzles that are not proven dead in one call to the core; ``moves`` decodes a solution."""
    faults = [puzzle.dead() for puzzle in puzzles]
    alive = [puzzle for puzzle, fault in zip(puzzles, faults, strict=True) if fault is None]
    outcomes = iter(solve(alive) if alive else ())
    results = []
    for puzzle, fault in zip(puzzles, faults, strict=True):
        if fault is not None:
            results.append(impossible(fault, task))
        else:
            outcome = next(outcomes)
            results.append(result(outcome, moves(puzzle, outcome.moves), task))
    return results


def space(explored: _core.Space, family: str, task: Task, size: int, text: Callable[[bytes], str]) -> Space:
    """Convert a state space from the core to a Space; ``text`` decodes a position, which takes up ``size`` bytes."""
    if explored.stop != _core.Stop.none:
        why = why_stopped(explored.stop, task.limits)
        return Space.unfinished(family, task.metric, explored.states, why, explored.goals or None)
    histogram, farthest = tuple(explored.histogram), explored.farthest
    hardest = sorted(text(farthest[at : at + size]) for at in range(0, len(farthest), size))
    return Space(
        family,
        task.metric,
        states=explored.states,
        goals=explored.goals,
        lost=explored.states - sum(histogram),
        max_distance=len(histogram) - 1 if histogram else None,
        histogram=histogram,
        hardest=tuple(hardest[:MAX_HARDEST]),
    )


def why_stopped(stop: _core.Stop, limits: Limits) -> Message:
    if stop == _core.Stop.time:
        return limits.time_reached()
    return limits.memory_reached() if stop == _core.Stop.memory else STOPPED


def luck(log2_chance: float) -> float:
    """Return log2(1 - log2 P) for a chance of success P, given as log2 P; 0 if success is certain.

    >>> luck(0.0), luck(-3.0)
    (0.0, 2.0)
    """
    return log2(1 - min(0.0, log2_chance))


def luck_features(study: _core.Study, task: Task | None) -> dict[str, Any]:
    """Return the features that all families share: luck, positions, solutions, choices and forced moves.

    If a limit was reached, ``reason`` names the limit and luck is None, because an unfinished study overestimates it.
    ``luck_at_least`` means that no sampled attempt succeeded, so that even more luck is needed.
    """
    if study.stop != _core.Stop.none:
        return {"luck": None, "reason": why_stopped(study.stop, Limits() if task is None else task.limits)}
    out: dict[str, Any] = {"luck": luck(study.log2_chance)}
    if not study.exact:
        out["luck_error"] = study.error / ((1 - study.log2_chance) * log(2))
        if not study.goal_reached:
            out["luck_at_least"] = out["luck"]
    out["positions"] = study.positions
    if study.log2_solutions >= 0:
        out["solutions"] = round(2**study.log2_solutions)
        out["choices"], out["forced"] = study.choices, study.forced
    return out
