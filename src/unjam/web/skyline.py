"""What the lab's page gets to draw: the skyline and every search on it, as plain arrays."""

from __future__ import annotations

from typing import Any

from ..lab import MOST_WINDOWS, Lab, Record, Skyline, lab
from ..puzzle import Control, Limits, Message, Puzzle
from ..search import BLIND, INFORMED

FIGURES = ("algorithm", "heuristic", "status", "cost", "optimal", "expanded", "generated", "max_frontier", "seconds")


def lab_json(
    puzzle: Puzzle, searches: list[list[str | None]] | None, metric: str | None, limits: Limits, control: Control
) -> dict[str, Any]:
    """The searches on the skyline of the puzzle, ready for JSON; a ``reason`` instead where it is too large."""
    chosen = [(str(algorithm), heuristic) for algorithm, heuristic in searches] if searches else None
    seen = lab(puzzle, chosen, metric=metric, limits=limits, control=control)
    return {**choices(puzzle), **drawing(seen)}


def choices(puzzle: Puzzle) -> dict[str, Any]:
    """What can be chosen in the lab for a puzzle of this family."""
    return {
        "algorithms": [*BLIND, *INFORMED],
        "informed": list(INFORMED),
        "heuristics": list(puzzle.heuristics),
        "metrics": puzzle.metrics,
    }


def drawing(seen: Lab) -> dict[str, Any]:
    """Everything the page draws: window by window, or, where there are too many, counts for each tower."""
    skyline = seen.skyline
    windows = skyline.states <= MOST_WINDOWS
    out: dict[str, Any] = {
        "metric": skyline.metric,
        "reason": _said(skyline.reason),
        "states": skyline.states,
        "goals": skyline.goals,
        "best": skyline.best,
        "towers": skyline.towers(),
        "windows": windows,
        "searches": [_search(record, skyline, windows) for record in seen.records],
    }
    if windows:
        out |= {
            "distance": list(skyline.distance),
            "parent": list(skyline.parent),
            "branch": list(skyline.branch),
        }
    return out


def _search(record: Record, skyline: Skyline, windows: bool) -> dict[str, Any]:
    figures = {name: getattr(record.result, name) for name in FIGURES}
    figures |= {"reason": _said(record.result.reason), "again": record.again, "outside": record.outside}
    if windows:
        return figures | {"kinds": list(record.kinds), "numbers": list(record.numbers), "path": record.path}
    samples = record.samples(skyline.distance)
    on_path = [0] * (max(skyline.distance, default=-1) + 1)
    for n in record.path:
        on_path[skyline.distance[n]] += 1
    return figures | {
        "at": [done for done, _, _ in samples],
        "expanded_by_tower": list(zip(*(expanded for _, expanded, _ in samples), strict=True)),
        "frontier_by_tower": list(zip(*(frontier for _, _, frontier in samples), strict=True)),
        "path_by_tower": on_path,
    }


def _said(reason: Message | None) -> dict[str, Any] | None:
    return None if reason is None else reason.json()
