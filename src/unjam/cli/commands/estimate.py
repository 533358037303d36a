"""unjam estimate: print every heuristic's value beside the true distance, and what it counts."""

from __future__ import annotations

from typing import Any

import click

from ...core.puzzle import Control, Limits, Message, Puzzle, Term
from ...solving.compare import fold_row
from ...solving.estimates import Estimate, Estimates, estimate_all
from .. import options
from ..printing import level_output
from ..printing.language import number, translate, words
from ..printing.terminal import columns, echo
from ..reading.family_file import load_own_heuristics
from ..running.interrupts import was_stopped
from ..running.run_levels import each_level


@click.command(
    "estimate",
    cls=options.FamilyCommand,
    help="Print what every heuristic says of each level in FILE, beside the true distance to a solution, and what it "
    "counts on the board.",
)
@click.option("--heuristic", metavar="FILE.py:NAME", help="Also a function of your own.")
@options.metric_option
@options.common(quiet="Only the table.")
def command(common: options.Common, heuristic: str | None, metric: str | None) -> int:
    load_own_heuristics(heuristic)
    own = [heuristic] if heuristic else []
    levels = common.levels()

    def estimate_level(puzzle: Puzzle, limits: Limits, control: Control) -> Estimates:
        return estimate_all(puzzle, own=own, metric=metric, limits=limits, control=control)

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
        if not common.quiet:
            level_output.print_board(found.puzzle)
            _print_terms(found)
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


def _print_terms(found: Estimates) -> None:
    """Print what each heuristic counts: the amounts that add up to its value, each with its reason."""
    for each in found.estimates:
        if each.terms:
            echo(click.style(words("{name}: ", name=each.heuristic) + number(each.value), bold=True))
            width = max(len(number(term.amount)) for term in each.terms)
            for term in each.terms:
                echo(f"  {number(term.amount).rjust(width)}  {translate(term.words)}")


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
            {
                "heuristic": each.heuristic, "value": each.value, "admissible": each.admissible,
                "consistent": each.consistent, "terms": each.terms and [_term_record(term) for term in each.terms],
            }
            for each in found.estimates
        ],
    }  # fmt: skip


def _term_record(term: Term) -> dict[str, Any]:
    return {"amount": term.amount, "words": str(term.words), "pieces": term.pieces, "cells": term.cells}
