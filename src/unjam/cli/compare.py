"""unjam compare: the table of algorithms and heuristics."""

from __future__ import annotations

import click

from ..compare import COLUMNS, compare
from ..plot import kind_of, plot_comparison
from . import files, options, output


def _names(text: str | None) -> list[str] | None:
    return [name.strip() for name in text.split(",") if name.strip()] if text else None


@click.command("compare", help="Run algorithms and heuristics on each level of FILE and show what each looked at.")
@options.source_options
@click.option("--algorithms", help="Comma-separated; all by default.")
@click.option("--heuristics", help="Comma-separated; all of the family by default.")
@options.metric_option
@options.limit_options
@options.json_option
@options.plot_option
def command(
    file: str,
    family_name: str | None,
    algorithms: str | None,
    heuristics: str | None,
    metric: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    as_json: bool,
    plot: str | None,
) -> int:
    picture = kind_of(plot) if plot else ""
    source = files.Source(file, family_name)
    codes = output.ExitCode()
    for level in source.levels:
        if level.puzzle is None:
            source.complain(level)
            codes.note(None)
            continue
        table = compare(
            level.puzzle,
            algorithms=_names(algorithms),
            heuristics=_names(heuristics),
            metric=metric,
            limits=options.limits(time_limit, memory_limit),
        )
        codes.note(min(table, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
        if as_json:
            for row in table:
                record = {"index": level.index} | {name: getattr(row, name) for name in COLUMNS}
                output.record(record)
        else:
            click.echo(f"{output.heading(level, level.puzzle, len(source.levels))}{table[0].metric if table else ''}")
            click.echo(str(table))
        if plot:
            name = level.title or output.NAMES.get(level.puzzle.family, level.puzzle.family)
            drawn = plot_comparison(table, picture, f"{name}: positions each search looked at")
            files.write(files.numbered(plot, level, len(source.levels)), drawn)
    return codes.code
