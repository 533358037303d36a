"""unjam compare: the table of algorithms and heuristics."""

from __future__ import annotations

from dataclasses import replace

import click

from ..compare import COLUMNS, Comparison, compare
from ..plot import kind_of, plot_comparison
from ..pruning import prunings
from ..puzzle import Control, Limits, Puzzle, Result
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
@click.option(
    "--pruning",
    is_flag=True,
    help="Show what each pruning rule of the family saves: no rule, each alone, all; bfs and astar unless named.",
)
@options.metric_option
@options.plot_option
@options.common(workers="Levels compared at a time; one by default, for honest times.")
def command(
    common: options.Common,
    algorithms: str | None,
    heuristics: str | None,
    pruning: bool,
    metric: str | None,
    plot: str | None,
) -> int:
    if pruning:
        if plot:
            raise click.UsageError("--plot draws searches, not the rules of --pruning; choose one")
        return _prunings(common, _names(algorithms), _names(heuristics), metric)
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


PRUNED = ("algorithm", "heuristic", "rules", "status", "cost", "expanded", "saved", "generated", "seconds")


def _prunings(
    common: options.Common, algorithms: list[str] | None, heuristics: list[str] | None, metric: str | None
) -> int:
    """The rows of --pruning, each as it comes."""
    source, codes = common.source(), output.ExitCode()
    for level in source.levels:
        if level.puzzle is None:
            source.complain(level)
            codes.note(None)
            continue
        found: list[Result] = []
        limits = common.limits()
        rows = prunings(level.puzzle, algorithms=algorithms, heuristics=heuristics, metric=metric, limits=limits)
        for rules, row in rows:
            if not found and not common.as_json:
                said = level.puzzle.about.pruning.rules if level.puzzle.about.pruning else {}
                click.echo(f"{output.heading(level, level.puzzle, len(source.levels))}{row.metric}")
                for name, words in said.items():
                    click.echo(f"  {name:10} {words}")
                click.echo(_line(PRUNED))
            if rules == "none":
                first = row
            found.append(row)
            done = "gave_up" not in (first.status, row.status)
            saved = first.expanded - row.expanded if done and rules != "none" else None
            if common.as_json:
                record = {"index": level.index, "pruning": rules} | {name: getattr(row, name) for name in COLUMNS}
                output.record(record | {"seconds": round(row.seconds, 6), "saved": saved})
            else:
                share = "–" if saved is None else f"{100 * saved / max(1, first.expanded):.0f} %"
                cost = "–" if row.cost is None else f"{row.cost:,}"
                click.echo(
                    _line(
                        (
                            row.algorithm, row.heuristic or "–", rules, row.status, cost, f"{row.expanded:,}", share,
                            f"{row.generated:,}", f"{row.seconds:.4f}",
                        )
                    )
                )  # fmt: skip
        codes.note(min(found, key=lambda row: ("solved", "unsolvable", "gave_up").index(row.status)))
    return codes.code


def _line(cells: tuple[str, ...]) -> str:
    widths = (9, 15, 9, -10, 6, 12, 6, 12, 9)
    return "  ".join(
        cell.ljust(abs(width)) if at < 4 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
