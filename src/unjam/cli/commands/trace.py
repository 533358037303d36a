"""unjam trace: write every state an algorithm visits, in order, and their number."""

from __future__ import annotations

import click

from ...core.puzzle import Control, Puzzle
from ...solving.solve import REFERENCE
from ...solving.trace import trace
from .. import options
from ..printing import level_output
from ..printing.output_file import is_file, numbered, write
from ..printing.terminal import echo
from ..printing.translate import words
from ..reading.entries import Entry
from ..running.interrupts import stoppable


def _list_climbing_heuristics() -> str:
    heuristics = [
        words("{name}: {what}", name=kind.title(), what=kind.about.climbs_by)
        for kind in options.kinds()
        if kind.about.climbs_by
    ]
    families = ", ".join(heuristics)
    return words("The family's best by default; hill climbing uses another for {families}.", families=families)


@click.command(
    "trace",
    cls=options.FamilyCommand,
    help="Write every state that an algorithm visits on the level in FILE, in order, and then how many.",
)
@click.option(
    "--algorithm",
    default="hillclimb",
    show_default=True,
    cls=options.ListedHelp,
    listing=lambda: options.one_of(REFERENCE),
)
@click.option("--heuristic", cls=options.ListedHelp, listing=_list_climbing_heuristics)
@options.metric_option
@click.option(
    "-o",
    "--output",
    "out",
    help="The file to write, '-' for standard output; with several FILEs each gets its number in the name.",
)
@options.common(workers="", level_help=options.FIRST_LEVEL)
def command(
    common: options.Common,
    algorithm: str,
    heuristic: str | None,
    metric: str | None,
    out: str | None,
) -> int:
    if out is None and not common.as_json:
        raise click.UsageError(words("missing option '-o': the file to write, or '-' for standard output"))
    if out == "-" and common.as_json:
        raise click.UsageError(words("-o - and --json both write to standard output; choose one"))
    levels, control = common.levels(level=1), Control()

    def trace_level(entry: Entry, puzzle: Puzzle) -> None:
        visits = trace(
            puzzle, algorithm=algorithm, heuristic=heuristic, metric=metric, limits=common.limits(), control=control
        )
        result = visits.result
        levels.codes.note(result)
        is_solved = result.status == "solved"
        path = out and numbered(out, entry.source.at + 1, levels.many_sources and is_file(out))
        if is_solved and path is not None:
            write(path, visits.text().encode())
        if common.as_json:
            level_output.record(
                levels,
                entry,
                {
                    "family": puzzle.family, "algorithm": algorithm, "heuristic": result.heuristic,
                    "status": result.status, "metric": result.metric, "cost": result.cost, "states": visits.count,
                    "visited": None if out else visits.states, "file": path if is_solved else None,
                    "reason": result.record(puzzle)["reason"],
                },
                file="source",
            )  # fmt: skip
        elif not is_solved:
            verdict = level_output.verdict(result)
            if result.status == "gave_up":
                verdict += "; " + words("{states} visited", states=level_output.counted(visits.count, "states"))
            echo(f"{entry.where}: {verdict}; {words('nothing was written')}", err=True)
        elif path != "-" and not common.quiet:
            states = level_output.counted(visits.count, "states")
            echo(words("{states} visited, written to {file}", states=states, file=path), err=True)

    with stoppable(control):
        for entry, puzzle in levels.readable():
            trace_level(entry, puzzle)
            if control.stopped:
                raise KeyboardInterrupt
    return levels.codes.code
