"""From the core's outcome to a Result: the same words for the same endings in every family."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import _core
from .puzzle import MOST_HARDEST, Limits, Move, Result, Space

_STATUS = {
    _core.Status.solved: "solved",
    _core.Status.unsolvable: "unsolvable",
    _core.Status.gave_up: "gave_up",
}


def result(
    outcome: _core.Outcome, moves: Iterable[Move], *, metric: str, limits: Limits, reason: str | None = None
) -> Result:
    """The outcome as a Result; ``moves`` is the family's reading of ``outcome.moves``."""
    status = _STATUS[outcome.status]
    if status == "gave_up":
        reason = reason or why_stopped(outcome.stop, limits)
    elif status == "unsolvable":
        reason = reason or f"no way out: all {outcome.expanded:,} positions tried"
    solved = outcome.cost >= 0
    return Result(
        status=status,  # type: ignore[arg-type]
        moves=tuple(moves),
        cost=outcome.cost if solved else None,
        lower_bound=None if status == "unsolvable" else outcome.lower_bound,
        optimal=outcome.optimal and status == "solved",
        expanded=outcome.expanded,
        generated=outcome.generated,
        seconds=outcome.seconds,
        peak_bytes=outcome.peak_bytes,
        algorithm="native",
        metric=metric,
        reason=reason,
    )


def space(
    found: _core.Space, family: str, metric: str, limits: Limits, size: int, text: Callable[[bytes], str]
) -> Space:
    """The core's space as ours; ``text`` writes one of the farthest positions, each so many bytes long."""
    if found.stop != _core.Stop.none:
        return Space.unfinished(family, metric, found.states, why_stopped(found.stop, limits), found.goals or None)
    histogram, farthest = tuple(found.histogram), found.farthest
    hardest = sorted(text(farthest[at : at + size]) for at in range(0, len(farthest), size))
    return Space(
        family,
        metric,
        states=found.states,
        goals=found.goals,
        lost=found.states - sum(histogram),
        max_distance=len(histogram) - 1 if histogram else None,
        histogram=histogram,
        hardest=tuple(hardest[:MOST_HARDEST]),
    )


def why_stopped(stop: _core.Stop, limits: Limits) -> str:
    """Why a native search gave up, in words."""
    if stop == _core.Stop.time:
        return f"the time limit of {limits.seconds:g} s was reached"
    if stop == _core.Stop.memory:
        return f"the memory limit of {limits.bytes:,} bytes was reached"
    return "stopped on request"
