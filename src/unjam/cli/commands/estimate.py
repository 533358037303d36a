"""unjam estimate: print every heuristic's value beside the true distance."""

from __future__ import annotations

from typing import Any

import click

from ...core.puzzle import Control, Limits, Message, Puzzle
from ...solving.compare import fold_row
from ...solving.estimates import Estimate, Estimates, estimate_all
from .. import options
from ..printing import level_output
from ..printing.language import number, words
from ..printing.terminal import columns, echo
from ..reading.family_file import load_own_heuristics
from ..running.interrupts import was_stopped
from ..running.run_levels import each_level


@click.command(
    "estimate",
    cls=options.FamilyCommand,
    help="Print what every heuristic says of each level in FILE, beside the true distance to a solution.",
)
@click.option("--heuristic", metavar="FILE.py:NAME", help="Also a function of your own.")
@options.metric_option
@options.common()
def command(common: options.Common, heuristic: str | None, metric: str | None) -> int:
    load_own_heuristics(heuristic)
    levels = common.levels()

    def estimate_level(puzzle: Puzzle, limits: Limits, control: Control) -> Estimates:
        return estimate_all(puzzle, metric=metric, limits=limits, control=control)

    for entry, found in each_level(levels, estimate_level, common, Message("estimating")):
        if was_stopped(found.solution):
            continue
        levels.codes.add(found.solution)
        if common.as_json:
            level_output.print_record(levels, entry, _record(entry.kind.family, found))
            continue
        echo(f"{level_output.heading(levels, entry)}{_distance(found)}")
        for cells in _table(found):
            echo(fold_row(cells, columns()))
    return levels.codes.code


def _distance(found: Estimates) -> str:
    """Return the true distance, or the bound below it that is proven."""
    result = found.solution
    if found.distance is not None:
        return words("{cost} to a solution, proven", cost=level_output.amount(found.distance, result.metric))
    return level_output.verdict(result)


def _table(found: Estimates) -> list[list[str]]:
    """Return the rows of the table, with equal widths: name, value, distance below the truth, and the claims."""
    head = [words("heuristic"), words("value"), words("error"), words("admissible"), words("consistent")]
    rows = [head, *([each.heuristic, *_cells(each, found.distance)] for each in found.estimates)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return [[row[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(row[1:3], widths[1:3], strict=True)),
             *(cell.ljust(n) for cell, n in zip(row[3:], widths[3:], strict=True))] for row in rows]  # fmt: skip


def _cells(estimate: Estimate, distance: int | None) -> list[str]:
    error = "–" if distance is None else f"{estimate.value - distance:+}" if estimate.value != distance else "0"
    claims = (estimate.admissible, estimate.consistent)
    return [number(estimate.value), error, *(words("yes") if claim else "–" for claim in claims)]


def _record(family: str, found: Estimates) -> dict[str, Any]:
    return {
        "family": family,
        "metric": found.solution.metric,
        "distance": found.distance,
        "lower_bound": found.solution.lower_bound,
        "estimates": [
            {"heuristic": e.heuristic, "value": e.value, "admissible": e.admissible, "consistent": e.consistent}
            for e in found.estimates
        ],
    }
