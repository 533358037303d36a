"""unjam compare: the table of algorithms and heuristics."""

from __future__ import annotations

from collections.abc import Iterable

import click

from ..compare import COLUMNS, compare, compare_rows, table_head, table_row, table_widths
from ..plot import plot_comparison
from ..puzzle import Control, Limits, Message, Puzzle, Result
from . import options, output
from .outfile import Plots
from .stop import called_off


def _names(text: str | None) -> list[str] | None:
    return [name.strip() for name in text.split(",") if name.strip()] if text else None


@click.command(
    "compare",
    cls=options.FamilyCommand,
    help="Run algorithms and heuristics on each level of FILE and show what each expanded, row by row.",
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
    plots = Plots(plot, common.as_json)
    levels = common.levels()
    plots.check(levels)
    alone = (common.workers or 1) == 1

    def compared(puzzle: Puzzle, limits: Limits, control: Control) -> Iterable[Result | Message]:
        asked = {
            "algorithms": _names(algorithms), "heuristics": _names(heuristics), "metric": metric,
            "limits": limits, "control": control,
        }  # fmt: skip
        if alone:  # each row is shown as it comes
            return compare_rows(puzzle, **asked)  # type: ignore[arg-type]
        table = compare(puzzle, **asked)  # type: ignore[arg-type]
        return [*table, *table.left_out]

    # One after the other unless asked: what runs beside a search would show in its time.
    for entry, found in output.each_level(levels, compared, common, "comparing", workers=1):
        puzzle, rows, left_out = entry.puzzle, list[Result](), list[Message]()
        assert puzzle is not None
        widths = table_widths(puzzle)
        for row in found:
            if isinstance(row, Message):
                left_out.append(row)
                continue
            if called_off(row):
                continue
            rows.append(row)
            if common.as_json:
                record = {name: getattr(row, name) for name in COLUMNS}
                output.record(levels, entry, record | {"seconds": round(row.seconds, 6)})
                continue
            if len(rows) == 1:
                plots.echo(f"{output.heading(levels, entry)}{row.metric}\n{table_head(widths)}")
            plots.echo(table_row(row, widths))
        if left_out and not common.as_json:
            plots.echo("\n".join(map(str, left_out)))
        if not rows:
            continue
        levels.codes.note(min(rows, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
        if plot:
            drawn = plot_comparison(rows, plots.kind, f"{entry.title}: positions each search expanded")
            plots.write(levels, entry, drawn)
    return levels.codes.code
