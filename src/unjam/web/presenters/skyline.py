"""The lab's data for the page: the skyline and every search on it, as plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.puzzle import Control, Limits, Puzzle, Result
from ...lab.bins import changes, divide
from ...lab.record import MAX_WINDOWS, Record, Skyline, default_searches, lab_parts
from ...search import BLIND, INFORMED
from ..wire import events

FIGURES = [name for name in events.LabFigures.__dataclass_fields__ if name != "ended"]


def run_lab(
    puzzle: Puzzle,
    searches: Sequence[Sequence[str | None]],
    metric: str | None,
    limits: Limits,
    control: Control,
    report: Callable[[events.LabPart], None],
    own: Sequence[str] = (),
) -> events.LabEnd:
    """Run the given searches, or the default ones, and report each part as soon as it is known.

    ``own`` are the heuristics of the user's own, which are offered beside those of the family.

    The first part contains the searches that will run and the available options. Each search is
    reported when it ends. The skyline is reported before the second search.
    """
    chosen = [(str(algorithm), heuristic) for algorithm, heuristic in searches] or default_searches(puzzle)
    chosen = [(name, (by or puzzle.best_heuristic) if name in INFORMED else None) for name, by in chosen]
    report(
        events.LabStart(
            searches=chosen,
            algorithms=[*BLIND, *INFORMED],
            informed=list(INFORMED),
            heuristics=[*puzzle.heuristics, *own],
            metrics=puzzle.metrics,
            metric=puzzle.metric(metric),
        )
    )
    picture: Picture | None = None
    finished, reason = True, None
    for part in lab_parts(puzzle, chosen, metric=metric, limits=limits, control=control):
        if isinstance(part, Skyline):
            picture, reason = Picture(part), part.reason
            report(events.LabSkylinePart(picture.describe()))
        else:
            finished &= part.result.status != "gave_up"
            report(describe_search(part.index, part.result, part.record, picture))
    return events.LabEnd(reason, finished and reason is None)


class Picture:
    """A skyline as the page draws it: position by position or, if there are too many, with windows of several."""

    def __init__(self, skyline: Skyline) -> None:
        self.skyline = skyline
        self.windows = divide(skyline) if skyline.states > MAX_WINDOWS else None

    def describe(self) -> events.LabSkyline:
        skyline = self.skyline
        counts: dict[str, Any] = {
            "metric": skyline.metric,
            "reason": skyline.reason,
            "states": skyline.states,
            "goals": skyline.goals,
            "best": skyline.best,
            "towers": skyline.towers(),
            "windows": self.windows is None,
            "per_window": 1 if self.windows is None else self.windows.per_window,
        }
        if self.windows is not None:
            return events.LabSkyline(**counts)
        lists = list(skyline.distance), list(skyline.parent), list(skyline.branch)
        return events.LabWindows(**counts, distance=lists[0], parent=lists[1], branch=lists[2])


def describe_search(number: int, result: Result, record: Record | None, picture: Picture | None) -> events.LabFigures:
    """Return the figures of a search with its events or, for windows of several positions, with the changes of these
    windows and with samples for each tower."""
    figures = {name: getattr(result, name) for name in FIGURES}
    if record is None or picture is None:
        return events.LabFigures(number, **figures)
    figures |= {"again": record.again, "outside": record.outside}
    if picture.windows is None:
        return events.LabEvents(
            number, **figures, kinds=list(record.kinds), numbers=list(record.numbers), path=record.path
        )
    samples = record.samples(picture.skyline.distance)
    changed = changes(record, picture.windows)
    return events.LabSamples(
        number,
        **figures,
        at=[expanded for expanded, _, _ in samples],
        expanded_by_tower=list(zip(*(expanded for _, expanded, _ in samples), strict=True)),
        frontier_by_tower=list(zip(*(frontier for _, _, frontier in samples), strict=True)),
        changed=list(changed.windows),
        shares=list(changed.shares),
        ends=list(changed.ends),
        path=[picture.windows.window[n] for n in record.path],
    )
