"""unjam improve: make a solution shorter."""

from __future__ import annotations

import click

from ...core.puzzle import Control, IllegalMove, Limits, Message, PuzzleError
from ...solving.check import check
from ...solving.improve import DEFAULT_SECONDS, improve, improved_metric
from ..support import options, printing
from ..support.reporter import Reporter
from ..support.sources import BadFile
from ..support.terminal import echo
from ..support.translate import number as number_of
from ..support.translate import say, words
from .check import solution_option, solution_text


def _list_metrics() -> str:
    families = [
        words("{name}: {what}", name=kind.title(), what=", ".join(kind.native.improves))
        for kind in options.kinds()
        if kind.native and kind.native.improves
    ]
    return words("The metric to reduce. {families}.", families="; ".join(families))


@click.command(
    "improve",
    cls=options.ImprovingCommand,
    help="Shorten a solution of the level in FILE. The result is never worse, and is checked by the rules.",
)
@solution_option
@click.option("--metric", cls=options.ListedHelp, listing=_list_metrics)
@click.option("--show", type=click.Choice(["moves", "boards", "words", "none"]), default="moves", show_default=True)
@options.common(workers="", quiet="No progress, no summary: only the moves.", level_help=options.FIRST_LEVEL)
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
            raise BadFile(f"{entry.where}: {say(error)}") from None
        levels.codes.note(result)
        after = check(puzzle, puzzle.notations(result.moves), quick=True)
        if common.as_json:
            head = {"title": entry.level.title, "family": puzzle.family}
            printing.record(levels, entry, head | result.record(puzzle) | {"costs": after.costs, "given": before.costs})
            continue
        if not common.quiet:
            first = name.split(",")[0]
            costs = ", ".join(printing.counted(cost, each) for each, cost in after.costs.items())
            change = f"{number_of(before.costs[first])} → {printing.counted(after.costs[first], first)}"
            summary = words("{change} ({proof}); now {costs}", change=change, proof=printing.proof(result), costs=costs)
            echo(f"{printing.heading(levels, entry)}{summary}")
        printing.shown(puzzle, result.moves, show)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code
