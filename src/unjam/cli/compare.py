"""unjam compare: the table of algorithms and heuristics."""

from __future__ import annotations

from dataclasses import replace

import click

from ..compare import COLUMNS, Comparison, compare
from ..plot import kind_of, plot_comparison
from ..puzzle import Control, Limits, Puzzle
from . import files, options, output


def _names(text: str | None) -> list[str] | None:
    return [name.strip() for name in text.split(",") if name.strip()] if text else None


@click.command(
    "compare",
    cls=options.FamilyCommand,
    help="Run algorithms and heuristics on each level of FILE and show what each expanded.",
)
@click.option("--algorithms", help="Comma-separated; all by default.")
@click.option("--heuristics", help="Comma-separated; all of the family by default.")
@options.metric_option
@options.plot_option
@options.common(workers="Levels compared at a time; one by default, for honest times.")
def command(
    common: options.Common,
    algorithms: str | None,
    heuristics: str | None,
    metric: str | None,
    plot: str | None,
) -> int:
    picture = kind_of(plot) if plot else ""
    source = common.source()
    codes = output.ExitCode()

    def compared(puzzle: Puzzle, limits: Limits, control: Control) -> Comparison:
        return compare(
            puzzle,
            algorithms=_names(algorithms),
            heuristics=_names(heuristics),
            metric=metric,
            limits=limits,
            control=control,
        )

    # One after the other unless asked: what runs beside a search would show in its time.
    for level, table in output.each_level(source, compared, replace(common, workers=common.workers or 1), "comparing"):
        if level.puzzle is None or table is None:
            codes.note(None)
            continue
        codes.note(min(table, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
        if common.as_json:
            for row in table:
                record = {"index": level.index} | {name: getattr(row, name) for name in COLUMNS}
                record["seconds"] = round(row.seconds, 6)
                output.record(record)
        else:
            click.echo(f"{output.heading(level, level.puzzle, len(source.levels))}{table[0].metric if table else ''}")
            click.echo(str(table))
        if plot:
            name = level.title or level.puzzle.title()
            drawn = plot_comparison(table, picture, f"{name}: positions each search expanded")
            files.write(files.numbered(plot, level, len(source.levels)), drawn)
    return codes.code
