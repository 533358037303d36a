"""unjam trace: every state an algorithm visits, in order, and how many."""

from __future__ import annotations

import click

from ..solve import REFERENCE
from ..trace import trace
from . import files, options, output


def _climbing() -> str:
    named = [f"{kind.title()}: {kind.about.climbs_by}" for kind in options.kinds() if kind.about.climbs_by]
    return f"The family's best unless named; hill climbing takes another one for {', '.join(named)}."


@click.command(
    "trace",
    cls=options.FamilyCommand,
    help="Write every state an algorithm visits on the level of FILE, in order, then their number.",
)
@click.option("--algorithm", default="hillclimb", show_default=True, help=f"One of {', '.join(REFERENCE)}.")
@click.option("--heuristic", cls=options.ListedHelp, listing=_climbing)
@options.metric_option
@click.option("-o", "--output", "out", help="The file to write; '-' for standard output.")
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
        raise click.UsageError("missing option '-o': the file to write, or '-' for standard output")
    if out == "-" and common.as_json:
        raise click.UsageError("-o - and --json both write to standard output; choose one")
    level, puzzle = (source := common.source()).one(number)
    traced = trace(puzzle, algorithm=algorithm, heuristic=heuristic, metric=metric, limits=common.limits())
    result = traced.result
    codes = output.ExitCode()
    codes.note(result)
    solved = result.status == "solved"
    if solved and out is not None and out != "-":
        files.write(out, traced.text().encode())
    if common.as_json:
        output.record(
            {
                "index": level.index, "family": puzzle.family, "algorithm": algorithm, "heuristic": result.heuristic,
                "status": result.status, "metric": result.metric, "cost": result.cost, "states": traced.count,
                "visited": None if out else traced.states, "file": out if solved else None,
                "reason": result.record(puzzle)["reason"],
            }
        )  # fmt: skip
    elif not solved:
        click.echo(f"{source.where(level)}: {output.verdict(result)}; nothing was written", err=True)
    elif out == "-":
        click.echo(traced.text(), nl=False)
    elif not common.quiet:
        click.echo(f"{output.counted(traced.count, 'states')} visited, written to {out}", err=True)
    return codes.code
