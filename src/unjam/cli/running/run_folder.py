"""The option --out: save the results in a folder and print a summary."""

from __future__ import annotations

import json
import os

from ...core.puzzle import Control
from ...datasets.parquet import connect
from ...datasets.run import Run, Totals, UnreadLevel
from ...parallel.chunks import ChunkReader
from ..options import Common
from ..printing import terminal
from ..printing.language import number, term, translate, words
from ..printing.level_output import amount
from ..printing.progress import Reporter, rough_time
from ..reading.entries import place
from ..reading.levels import Levels
from .run_levels import LevelJob
from .run_workers import open_pool, run_spec

_MAX_FAULTS = 20
_CODES = {"solved": 0, "unsolvable": 1, "gave_up": 3, "invalid": 2, "crashed": 2}


def save_rows(levels: Levels, common: Common, job: LevelJob, control: Control) -> int:
    """Run the job on every level, save the rows in the folder and return the exit code."""
    connect().close()  # fail now if DuckDB is missing
    folder, faults = os.path.abspath(common.folder or ""), 0
    reporter = Reporter(job.activity, common.quiet or common.as_json)
    with reporter.watch(control), open_pool(common) as pool:
        spec = run_spec(job.verb, common, levels, job.options)
        run = Run(ChunkReader(levels.slices()), spec, folder, pool, control, levels.left)
        for unread in run:
            _print_faults(unread[: max(0, _MAX_FAULTS - faults)])
            faults += len(unread)
            reporter.show_rate(run.totals.levels, run.totals.now, levels.left())
    if faults > _MAX_FAULTS:
        more = words("and {n} more that cannot be read, with status 'invalid'", n=faults - _MAX_FAULTS)
        terminal.echo(more, err=True)
    if control.stopped:
        print_saved(run.totals.levels, common)
        raise KeyboardInterrupt
    levels.codes.codes.update(_CODES[status] for status in run.totals.statuses)
    _print_summary(run.totals, reporter.clock(), common)
    return levels.codes.code


def _print_faults(faults: list[UnreadLevel]) -> None:
    for level in faults:
        joint = ", " if level.error.faults[0].place else ": "
        terminal.echo(f"{place(level.source, level.number)}{joint}{translate(level.error)}", err=True)


def _print_summary(totals: Totals, seconds: float, common: Common) -> None:
    if common.as_json:
        summary = {"levels": totals.levels, "statuses": dict(totals.statuses), "before": totals.before}
        terminal.echo(json.dumps(summary | {"files": totals.shards, "seconds": round(seconds, 3)}))
        return
    if common.quiet:
        return
    statuses = ", ".join(f"{number(count)} {term(name)}" for name, count in sorted(totals.statuses.items()))
    levels, files = amount(totals.levels, "levels"), amount(totals.shards, "files")
    if totals.before:
        levels = words("{levels}, {before} of them already done", levels=levels, before=totals.before)
    if totals.now:
        rate = round(totals.now / max(seconds, 1e-3))
        levels = words("{levels} in {time}, {rate} per second", levels=levels, time=rough_time(seconds), rate=rate)
    line = words("{levels}: {statuses}; {files} in {folder}", levels=levels, statuses=statuses, files=files,
                 folder=common.folder)  # fmt: skip
    terminal.echo(line, err=True)


def print_saved(levels: int, common: Common) -> None:
    """Print how many levels a stopped run has saved, and how to continue it."""
    saved, folder = amount(levels, "levels"), common.folder or ""
    terminal.print_error(
        words("{levels} are saved in {folder}; run the same command to continue", levels=saved, folder=folder)
    )
