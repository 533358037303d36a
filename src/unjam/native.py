"""From the core's outcome to a Result: the same words for the same endings in every family."""

from __future__ import annotations

from collections.abc import Iterable

from . import _core
from .puzzle import Limits, Move, Result

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


def why_stopped(stop: _core.Stop, limits: Limits) -> str:
    """Why a native search gave up, in words."""
    if stop == _core.Stop.time:
        return f"the time limit of {limits.seconds:g} s was reached"
    if stop == _core.Stop.memory:
        return f"the memory limit of {limits.bytes:,} bytes was reached"
    return "stopped on request"
