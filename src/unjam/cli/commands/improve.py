"""unjam improve: make a solution shorter."""

from __future__ import annotations

import click

from ...core.puzzle import Control, IllegalMove, Limits, Message, PuzzleError
from ...solving.check import check
from ...solving.improve import DEFAULT_SECONDS, improve, improved_metric
from .. import options
from ..printing import level_output
from ..printing.language import number as number_of
from ..printing.language import translate, words
from ..printing.progress import Reporter
from ..printing.terminal import echo
from ..reading.sources import BadFile
from .check import solution_option, solution_text


def _list_metrics() -> str:
    families = [
        words("{name}: {what}", name=kind.title(), what=", ".join(kind.native.improves))
        for kind in options.all_families()
        if kind.native and kind.native.improves
    ]
    return words("The metric to reduce. {families}.", families="; ".join(families))


@click.command(
    "improve",
    cls=options.FamilyCommand,
    takes=lambda kind, option: option.reads and bool(kind.native and kind.native.improves),
    help="Shorten a solution of the level in FILE. The result is never worse, and is checked against the rules.",
)
@solution_option
@click.option("--metric", cls=options.ListedHelp, listing=_list_metrics)
@click.option("--show", type=click.Choice(["moves", "boards", "words", "none"]), default="moves", show_default=True)
@options.common(workers="", quiet="No progress bar, no summary: only the moves.", level_help=options.FIRST_LEVEL)
def command(common: options.Common, solution: str, metric: str | None, show: str) -> int:
    text = solution_text(solution, common.paths)
    levels, control = common.levels(level=1), Control()
    limits = common.limits()
    if limits.seconds is None:
        limits = Limits(DEFAULT_SECONDS, limits.bytes)
    for entry, puzzle in levels.readable():
        name = improved_metric(type(puzzle), metric)
        before = check(puzzle, text, quick=True)
        reporter = Reporter(Message("improving"), common.quiet or common.as_json)
        try:
            with reporter.watch(control):
                result = improve(puzzle, text, metric=name, limits=limits, control=control)
        except (IllegalMove, PuzzleError) as error:
            raise BadFile(f"{entry.where}: {translate(error)}") from None
        levels.codes.add(result)
        after = check(puzzle, puzzle.notations(result.moves), quick=True)
        if common.as_json:
            head = {"title": entry.level.title, "family": puzzle.family}
            level_output.print_record(
                levels, entry, head | result.record(puzzle) | {"costs": after.costs, "given": before.costs}
            )
            continue
        if not common.quiet:
            first = name.split(",")[0]
            costs = ", ".join(level_output.amount(cost, each) for each, cost in after.costs.items())
            change = f"{number_of(before.costs[first])} → {level_output.amount(after.costs[first], first)}"
            summary = words(
                "{change} ({proof}); now {costs}", change=change, proof=level_output.proof(result), costs=costs
            )
            echo(f"{level_output.heading(levels, entry)}{summary}")
        level_output.print_moves(puzzle, result.moves, show)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code
