"""What the lab's page gets to draw: the skyline and every search on it, as plain arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.puzzle import Control, Limits, Message, Puzzle, Result
from ..lab.record import MAX_WINDOWS, Record, Skyline, lab_parts, usual
from ..search import BLIND, INFORMED
from ..solving.compare import COLUMNS

FIGURES = (*COLUMNS, "metric")


def tell_lab(
    puzzle: Puzzle,
    searches: list[list[str | None]] | None,
    metric: str | None,
    limits: Limits,
    control: Control,
    tell: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Tells what the lab finds, part by part and ready for JSON; comes back with why there is nothing, if so.

    The parts: what was ``asked`` with what could be; each search that has ``ended``, a number of the list that was
    asked; and the ``skyline``, before the second of them.
    """
    chosen = [(str(algorithm), heuristic) for algorithm, heuristic in searches] if searches else usual(puzzle)
    asked = [(name, (by or puzzle.best_heuristic) if name in INFORMED else None) for name, by in chosen]
    tell({"asked": asked, "metric": puzzle.metric(metric), **choices(puzzle)})
    seen: Skyline | None = None
    finished = True
    for part in lab_parts(puzzle, asked, metric=metric, limits=limits, control=control):
        if isinstance(part, Skyline):
            seen = part
            tell({"skyline": drawing(seen)})
        else:
            finished &= part.result.status != "gave_up"
            drawn = search_json(part.record, seen) if part.record and seen else {}
            tell({"ended": part.which, **figures(part.result), **drawn})
    reason = None if seen is None else _said(seen.reason)
    return {"reason": reason, "finished": finished and reason is None}


def choices(puzzle: Puzzle) -> dict[str, Any]:
    """What can be chosen in the lab for a puzzle of this family."""
    return {
        "algorithms": [*BLIND, *INFORMED],
        "informed": list(INFORMED),
        "heuristics": list(puzzle.heuristics),
        "metrics": puzzle.metrics,
    }


def drawing(skyline: Skyline) -> dict[str, Any]:
    """The skyline as the page draws it: window by window, or, where there are too many, counts for each tower."""
    windows = skyline.states <= MAX_WINDOWS
    out: dict[str, Any] = {
        "metric": skyline.metric,
        "reason": _said(skyline.reason),
        "states": skyline.states,
        "goals": skyline.goals,
        "best": skyline.best,
        "towers": skyline.towers(),
        "windows": windows,
    }
    if windows:
        out |= {
            "distance": list(skyline.distance),
            "parent": list(skyline.parent),
            "branch": list(skyline.branch),
        }
    return out


def figures(result: Result) -> dict[str, Any]:
    """What is known of a search by itself."""
    return {**{name: getattr(result, name) for name in FIGURES}, "reason": _said(result.reason)}


def search_json(record: Record, skyline: Skyline) -> dict[str, Any]:
    """A search on the skyline: its figures, and what it did to each window or, moment by moment, to each tower."""
    out = figures(record.result) | {"again": record.again, "outside": record.outside}
    if skyline.states <= MAX_WINDOWS:
        return out | {"kinds": list(record.kinds), "numbers": list(record.numbers), "path": record.path}
    samples = record.samples(skyline.distance)
    on_path = [0] * (max(skyline.distance, default=-1) + 1)
    for n in record.path:
        on_path[skyline.distance[n]] += 1
    return out | {
        "at": [done for done, _, _ in samples],
        "expanded_by_tower": list(zip(*(expanded for _, expanded, _ in samples), strict=True)),
        "frontier_by_tower": list(zip(*(frontier for _, _, frontier in samples), strict=True)),
        "path_by_tower": on_path,
    }


def _said(reason: Message | None) -> dict[str, Any] | None:
    return None if reason is None else reason.json()
