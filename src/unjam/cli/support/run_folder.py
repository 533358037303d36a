"""Runs whose rows are kept in a folder: what is told of them while they go on, and at the end."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from ... import __version__
from ...core.puzzle import Control, Limits, Message, Stopwatch
from ...datasets.parquet import duck
from ...datasets.run import Asked, Run, Totals, Unread
from ...parallel.chunks import Stream
from ...parallel.pool import Processes, Workers
from ...parallel.solve_many import cores
from . import terminal
from .entries import place
from .input_files import Levels
from .interrupts import stoppable
from .options import Common
from .printing import counted
from .translate import number, say, term, words

_TOLD = 20
_CODES = {"solved": 0, "unsolvable": 1, "gave_up": 3, "invalid": 2, "crashed": 2}


@contextmanager
def workers_of(common: Common, control: Control) -> Iterator[Workers]:
    """The workers that the command asks for, near or far; what they do is dropped where the run is stopped."""
    if common.cluster is not None:
        from ...parallel.cluster import Cluster

        workers: Workers = Cluster(common.cluster)
    else:
        workers = Processes(common.workers or cores())
    try:
        yield workers
    except BaseException:
        workers.drop()
        raise
    if control.stopped:
        workers.drop()
    else:
        workers.shutdown()


def asked(verb: str, common: Common, levels: Levels, options: dict[str, Any]) -> Asked:
    """What every level is asked, as it travels to workers."""
    own, name = "", common.family_name or ""
    if name.endswith(".py"):
        with open(name, "rb") as file:
            own = blake2b(file.read(), digest_size=16).hexdigest()
    return Asked(verb, options | levels.solving, Limits(common.time_limit, common.memory_limit), __version__, own)


def keep(levels: Levels, common: Common, verb: str, doing: Message, options: dict[str, Any]) -> int:
    """Does the levels and keeps their rows in the folder --out; the exit code."""
    assert common.folder is not None
    duck().close()  # without it nothing is begun
    control = Control()
    told, out = Told(common, doing, levels), os.path.abspath(common.folder)
    with stoppable(control), workers_of(common, control) as workers:
        question = asked(verb, common, levels, options)
        run = Run(Stream(levels.pieces()), question, out, workers, control, common.cluster is None, levels.left)
        for faults in run:
            told.faults(faults)
            told.progress(run.totals.levels, run.totals.now)
    return told.end(run.totals, control)


class Told:
    """What is told of a run."""

    def __init__(self, common: Common, doing: Message, levels: Levels) -> None:
        self.common, self.doing, self.levels = common, say(doing), levels
        self.clock, self.said = Stopwatch(), 0
        self.shows = not (common.quiet or common.as_json) and terminal.watched()

    def faults(self, found: list[Unread]) -> None:
        """Levels that cannot be read are told of, the first ones each."""
        for each in found:
            self.said += 1
            if self.said <= _TOLD:
                joint = ", " if each.error.faults[0].place else ": "
                terminal.echo(f"{place(each.source, each.number)}{joint}{say(each.error)}", err=True)

    def progress(self, count: int, now: int) -> None:
        """So many levels are done, ``now`` of them since it began."""
        if self.shows:
            rate, left = now / max(self.clock(), 1e-3), self.levels.left()
            parts = [counted(count, "levels"), words("{rate} a second", rate=round(rate))]
            if left is not None and rate:
                parts.append(words("{time} left", time=_time(left / rate)))
            terminal.tell(f"{self.doing}: {', '.join(parts)}")

    def end(self, totals: Totals, control: Control) -> int:
        """The line at the end, and the exit code."""
        terminal.clear()
        common, codes = self.common, self.levels.codes
        if self.said > _TOLD:
            more = words("and {n} more that cannot be read: status 'invalid'", n=self.said - _TOLD)
            terminal.echo(more, err=True)
        if control.stopped:
            terminal.complain(kept_so_far(totals.levels, common.folder or ""))
            raise KeyboardInterrupt
        codes.seen.update(_CODES[status] for status in totals.statuses)
        if common.as_json:
            done = {"levels": totals.levels, "statuses": dict(totals.statuses), "before": totals.before}
            terminal.echo(json.dumps(done | {"files": totals.shards, "seconds": round(self.clock(), 3)}))
        elif not common.quiet:
            terminal.echo(_summary(totals, self.clock(), common.folder or ""), err=True)
        return codes.code


def _summary(totals: Totals, seconds: float, out: str) -> str:
    found = ", ".join(f"{number(count)} {term(name)}" for name, count in sorted(totals.statuses.items()))
    levels = counted(totals.levels, "levels")
    if totals.before:
        levels = words("{levels}, {before} of them before", levels=levels, before=totals.before)
    if totals.now:
        rate = round(totals.now / max(seconds, 1e-3))
        levels = words("{levels} in {time}, {rate} a second", levels=levels, time=_time(seconds), rate=rate)
    files = counted(totals.shards, "files")
    return words("{levels}: {statuses}; {files} in {folder}", levels=levels, statuses=found, files=files, folder=out)


def kept_so_far(levels: int, folder: str) -> str:
    """What is said of a run that was stopped."""
    said = counted(levels, "levels")
    return words("{levels} are kept in {folder}; the same command goes on", levels=said, folder=folder)


def _time(seconds: float) -> str:
    """A time, roughly.

    >>> _time(8.4), _time(100), _time(9000)
    ('8 s', '2 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{number(seconds / 3600, 1)} h"
