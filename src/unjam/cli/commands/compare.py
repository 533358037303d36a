"""unjam compare: print a table with one row per algorithm and heuristic."""

from __future__ import annotations

from collections.abc import Iterable

import click

from ...core.puzzle import Control, Limits, Message, Puzzle, Result
from ...pictures.charts import plot_comparison
from ...solving.compare import COLUMNS, compare, compare_rows, fold_row, table_head, table_row, table_widths
from ...solving.comparison_words import describe_comparison
from ...solving.pruning import prunings
from .. import options
from ..printing import level_output, terminal
from ..printing.language import language, number, term, translate, words
from ..printing.output_file import Plots
from ..reading.family_file import load_own_heuristics
from ..running.interrupts import was_stopped
from ..running.run_levels import each_level


def _names(text: str | None) -> list[str] | None:
    return [name.strip() for name in text.split(",") if name.strip()] if text else None


@click.command(
    "compare",
    cls=options.FamilyCommand,
    help="Run algorithms and heuristics on each level in FILE and show in a table how many positions each expanded.",
)
@click.option("--algorithms", help="Comma-separated; all by default.")
@click.option(
    "--heuristics", help="Comma-separated, FILE.py:NAME for a function of your own; all of the family by default."
)
@click.option(
    "--pruning",
    is_flag=True,
    help="Show what each pruning rule of the family saves: search without rules, with each rule alone and with "
    "all rules, by bfs and astar unless --algorithms is given.",
)
@click.option("--explain", is_flag=True, help="Also say in words what the table shows.")
@options.metric_option
@options.plot_option
@options.common(workers="Number of levels to compare at once; one by default, so that the times are accurate.")
def command(
    common: options.Common,
    algorithms: str | None,
    heuristics: str | None,
    pruning: bool,
    explain: bool,
    metric: str | None,
    plot: str | None,
) -> int:
    load_own_heuristics(heuristics)
    if pruning:
        if plot or explain:
            raise click.UsageError(words("--pruning has a table of its own; leave out --plot and --explain"))
        return _compare_prunings(common, _names(algorithms), _names(heuristics), metric)
    plots = Plots(plot, common.as_json)
    levels = common.levels()
    plots.check(levels)
    one_at_a_time = (common.workers or 1) == 1

    def compare_level(puzzle: Puzzle, limits: Limits, control: Control) -> Iterable[Result | Message]:
        arguments = {
            "algorithms": _names(algorithms), "heuristics": _names(heuristics), "metric": metric,
            "limits": limits, "control": control,
        }  # fmt: skip
        if one_at_a_time:  # print each row as soon as its search ends
            return compare_rows(puzzle, **arguments)  # type: ignore[arg-type]
        table = compare(puzzle, **arguments)  # type: ignore[arg-type]
        return [*table, *table.left_out]

    # One level at a time by default: a second search running at the same time would distort the measurements.
    for entry, answers in each_level(levels, compare_level, common, Message("comparing"), workers=1):
        puzzle, rows, left_out = entry.puzzle, list[Result](), list[Message]()
        assert puzzle is not None
        widths = table_widths(puzzle, language(), _names(heuristics))
        for row in answers:
            if isinstance(row, Message):
                left_out.append(row)
                continue
            if was_stopped(row):
                continue
            rows.append(row)
            if common.as_json:
                record = {name: getattr(row, name) for name in COLUMNS}
                level_output.print_record(levels, entry, record | {"seconds": round(row.seconds, 6)})
                continue
            if len(rows) == 1:
                plots.echo(
                    f"{level_output.heading(levels, entry)}{level_output.metric_name(row.metric)}\n"
                    f"{table_head(widths, language(), plots.columns)}"
                )
            plots.echo(table_row(row, widths, language(), plots.columns))
        if left_out and not common.as_json:
            plots.echo("\n".join(map(translate, left_out)))
        if not rows:
            continue
        if explain and not common.as_json:
            plots.echo(" ".join(map(translate, describe_comparison(rows))))
        levels.codes.add(min(rows, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
        if plot:
            title = words("{title}: positions each search expanded", title=entry.title)
            drawn = plot_comparison(rows, plots.kind, title, language())
            plots.write(levels, entry, drawn)
    return levels.codes.code


_PRUNING_COLUMNS = ("algorithm", "heuristic", "rules", "status", "cost", "expanded", "saved", "generated", "seconds")


def _compare_prunings(
    common: options.Common, algorithms: list[str] | None, heuristics: list[str] | None, metric: str | None
) -> int:
    """Print the table for --pruning row by row and return the exit code."""
    levels = common.levels()
    for entry, puzzle in levels.readable():
        results: list[Result] = []
        limits = common.limits()
        rows = prunings(puzzle, algorithms=algorithms, heuristics=heuristics, metric=metric, limits=limits)
        for rules, row in rows:
            if not results and not common.as_json:
                described = puzzle.about.pruning.rules if puzzle.about.pruning else {}
                terminal.echo(f"{level_output.heading(levels, entry)}{level_output.metric_name(row.metric)}")
                for name, rule in described.items():
                    terminal.echo(f"  {name:10} {translate(rule)}")
                terminal.echo(_format_row(tuple(map(term, _PRUNING_COLUMNS))))
            if rules == "none":
                baseline = row
            results.append(row)
            is_complete = "gave_up" not in (baseline.status, row.status)
            saved = baseline.expanded - row.expanded if is_complete and rules != "none" else None
            if common.as_json:
                record = {"pruning": rules} | {name: getattr(row, name) for name in COLUMNS}
                level_output.print_record(levels, entry, record | {"seconds": round(row.seconds, 6), "saved": saved})
            else:
                share = "–" if saved is None else f"{100 * saved / max(1, baseline.expanded):.0f} %"
                cost = "–" if row.cost is None else number(row.cost)
                terminal.echo(
                    _format_row(
                        (
                            row.algorithm, row.heuristic or "–", rules, term(row.status), cost, number(row.expanded),
                            share, number(row.generated), number(row.seconds, 4),
                        )
                    )
                )  # fmt: skip
        levels.codes.add(min(results, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
    return levels.codes.code


def _format_row(cells: tuple[str, ...]) -> str:
    widths = (9, 15, 9, -10, 6, 12, 6, 12, 9)
    aligned = (
        cell.ljust(abs(width)) if at < 4 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return fold_row(aligned, terminal.columns())
