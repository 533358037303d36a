"""unjam improve: a shorter solution than the one given."""

from __future__ import annotations

import click

from ..check import check
from ..improve import SECONDS, improve, improved_metric
from ..puzzle import Control, IllegalMove, Limits, Message, PuzzleError
from . import options, output
from .check import solution_option, solution_text
from .screen import echo
from .sources import BadFile
from .speech import number as number_of
from .speech import say, words
from .stop import stoppable


def listed_metrics() -> str:
    """In what each family that can improves solutions."""
    able = [
        words("{name}: {what}", name=kind.title(), what=", ".join(kind.native.improves))
        for kind in options.kinds()
        if kind.native and kind.native.improves
    ]
    return words("In what it is to be short. {families}.", families="; ".join(able))


@click.command(
    "improve",
    cls=options.SolvingCommand,
    help="Make a solution of the level of FILE shorter: never worse, and replayed by the rules.",
)
@solution_option
@click.option("--metric", cls=options.ListedHelp, listing=listed_metrics)
@click.option("--show", type=click.Choice(["moves", "boards", "words", "none"]), default="moves", show_default=True)
@click.option("--level", "number", default=1, show_default=True, help="Which level of the file, from 1.")
@options.common(workers="", quiet="No progress, no summary: only the moves.")
def command(common: options.Common, solution: str, metric: str | None, show: str, number: int) -> int:
    text = solution_text(solution, common.paths)
    levels, control = common.levels(), Control()
    given = common.limits()
    limits = given if given.seconds is not None else Limits(SECONDS, given.bytes)
    for entry, puzzle in levels.one_each(number):
        name = improved_metric(type(puzzle), metric)
        before = check(puzzle, text, quick=True)
        progress = output.Progress(levels, common, control, Message("improving"))
        try:
            with stoppable(control):
                found = improve(puzzle, text, metric=name, limits=limits, control=control, **levels.solving)
        except (IllegalMove, PuzzleError) as error:
            raise BadFile(f"{entry.where}: {say(error)}") from None
        finally:
            progress.end()
        levels.codes.note(found)
        after = check(puzzle, puzzle.notations(found.moves), quick=True)
        if common.as_json:
            head = {"title": entry.level.title, "family": puzzle.family}
            output.record(levels, entry, head | found.record(puzzle) | {"costs": after.costs, "given": before.costs})
            continue
        if not common.quiet:
            first = name.split(",")[0]
            costs = ", ".join(output.counted(cost, each) for each, cost in after.costs.items())
            change = f"{number_of(before.costs[first])} → {output.counted(after.costs[first], first)}"
            said = words("{change} ({proof}); now {costs}", change=change, proof=output.proof(found), costs=costs)
            echo(f"{output.heading(levels, entry)}{said}", err=show == "words")
        output.shown(puzzle, found.moves, show)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code
