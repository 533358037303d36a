"""unjam trace: every state an algorithm visits, in order, and how many."""

from __future__ import annotations

import click

from ..puzzle import Control, Puzzle
from ..solve import REFERENCE
from ..trace import trace
from . import options, output
from .entries import Entry
from .outfile import is_file, numbered, write
from .screen import echo
from .speech import words
from .stop import stoppable


def _climbing() -> str:
    named = [
        words("{name}: {what}", name=kind.title(), what=kind.about.climbs_by)
        for kind in options.kinds()
        if kind.about.climbs_by
    ]
    families = ", ".join(named)
    return words("The family's best unless named; hill climbing takes another one for {families}.", families=families)


@click.command(
    "trace",
    cls=options.FamilyCommand,
    help="Write every state an algorithm visits on the level of FILE, in order, then their number.",
)
@click.option(
    "--algorithm",
    default="hillclimb",
    show_default=True,
    cls=options.ListedHelp,
    listing=lambda: options.one_of(REFERENCE),
)
@click.option("--heuristic", cls=options.ListedHelp, listing=_climbing)
@options.metric_option
@click.option(
    "-o",
    "--output",
    "out",
    help="The file to write, '-' for standard output; with several FILEs each gets its number in the name.",
)
@click.option("--level", "number", default=1, show_default=True, help="Which level of the file, from 1.")
@options.common(workers="")
def command(
    common: options.Common,
    algorithm: str,
    heuristic: str | None,
    metric: str | None,
    out: str | None,
    number: int,
) -> int:
    if out is None and not common.as_json:
        raise click.UsageError(words("missing option '-o': the file to write, or '-' for standard output"))
    if out == "-" and common.as_json:
        raise click.UsageError(words("-o - and --json both write to standard output; choose one"))
    levels, control = common.levels(), Control()

    def answer(entry: Entry, puzzle: Puzzle) -> None:
        traced = trace(
            puzzle, algorithm=algorithm, heuristic=heuristic, metric=metric, limits=common.limits(), control=control
        )
        result = traced.result
        levels.codes.note(result)
        solved = result.status == "solved"
        path = out and numbered(out, entry.source.at + 1, levels.many_sources and is_file(out))
        if solved and path is not None:
            write(path, traced.text().encode())
        if common.as_json:
            output.record(
                levels,
                entry,
                {
                    "family": puzzle.family, "algorithm": algorithm, "heuristic": result.heuristic,
                    "status": result.status, "metric": result.metric, "cost": result.cost, "states": traced.count,
                    "visited": None if out else traced.states, "file": path if solved else None,
                    "reason": result.record(puzzle)["reason"],
                },
                file="source",
            )  # fmt: skip
        elif not solved:
            verdict = output.verdict(result)
            if result.status == "gave_up":
                verdict += "; " + words("{states} visited", states=output.counted(traced.count, "states"))
            echo(f"{entry.where}: {verdict}; {words('nothing was written')}", err=True)
        elif path != "-" and not common.quiet:
            seen = output.counted(traced.count, "states")
            echo(words("{states} visited, written to {file}", states=seen, file=path), err=True)

    with stoppable(control):
        for entry, puzzle in levels.one_each(number):
            answer(entry, puzzle)
            if control.stopped:
                raise KeyboardInterrupt
    return levels.codes.code
