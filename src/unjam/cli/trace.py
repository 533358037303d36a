"""unjam trace: every state an algorithm visits, in order, and how many."""

from __future__ import annotations

import click

from ..solve import ALGORITHMS
from ..trace import trace
from . import files, options, output


@click.command("trace", help="Write every state an algorithm visits on the level of FILE, in order, then their number.")
@options.source_options
@click.option("--algorithm", default="hillclimb", show_default=True, help=f"One of {', '.join(ALGORITHMS[1:])}.")
@click.option("--heuristic", help="Tiles climb by 'difference' unless another is named.")
@options.metric_option
@click.option("--goal", type=click.Choice(["first", "last"]), help="Tiles: where the gap ends.")
@click.option("-o", "--output", "out", required=True, help="The file to write; '-' for standard output.")
@click.option("--level", "number", default=1, show_default=True, help="Which level of the file, from 1.")
@options.limit_options
def command(
    file: str,
    family_name: str | None,
    algorithm: str,
    heuristic: str | None,
    metric: str | None,
    goal: str | None,
    out: str,
    number: int,
    time_limit: float | None,
    memory_limit: int | None,
) -> int:
    source = files.Source(file, family_name, goal=goal)
    puzzle = source.one(number)
    traced = trace(
        puzzle,
        algorithm=algorithm,
        heuristic=heuristic,
        metric=metric,
        limits=options.limits(time_limit, memory_limit),
    )
    codes = output.ExitCode()
    codes.note(traced.result)
    if traced.result.status != "solved":
        click.echo(f"{source.name}: {output.verdict(traced.result)}; nothing was written", err=True)
        return codes.code
    text = traced.text()
    if out == "-":
        click.echo(text, nl=False)
    else:
        files.write(out, text.encode())
        click.echo(f"{output.counted(traced.count, 'states')} visited, written to {out}", err=True)
    return codes.code
