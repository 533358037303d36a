"""Runs levels in worker processes; this process only splits the input into chunks and prints the results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import groupby
from typing import Any, NamedTuple

from ... import __version__
from ...core.cores import count_workers
from ...core.puzzle import Control, Limits
from ...datasets.run import RunSpec
from ...parallel.chunks import Chunk, ChunkReader
from ...parallel.pool import Pool, ProcessPool
from ...parallel.scheduler import ChunkSize, CrashedLevel, Plan, run_jobs
from ..options import Common
from ..printing import terminal
from ..printing.language import language, use_language, words
from ..printing.level_output import LevelGroup
from ..printing.progress import Reporter
from ..reading.entries import Entry
from ..reading.levels import Levels
from ..reading.sources import Source
from .exit_code import ExitCode
from .run_levels import LevelJob, Printer, print_answer

CHUNK_SECONDS = 0.3
FIRST_CHUNK = 64


@contextmanager
def open_pool(common: Common) -> Iterator[Pool]:
    """Open the worker pool chosen by the options, on this machine or on a cluster."""
    if common.cluster is not None:
        from ...parallel.cluster import DaskPool

        pool: Pool = DaskPool(common.cluster)
    else:
        pool = ProcessPool(count_workers(common.workers))
    with pool:
        yield pool


def run_spec(verb: str, common: Common, levels: Levels, options: dict[str, Any]) -> RunSpec:
    """Return the specification of the work that workers do for each level."""
    own, name = "", common.family_name or ""
    if name.endswith(".py"):
        with open(name, "rb") as file:
            own = blake2b(file.read(), digest_size=16).hexdigest()
    return RunSpec(verb, options | levels.solving, Limits(common.time_limit, common.memory_limit), __version__, own)


class ChunkOutput(NamedTuple):
    """A worker's output for a chunk: pairs (whether the line goes to standard error, line), and the exit codes."""

    lines: list[tuple[bool, str]]
    codes: set[int]


def print_from_workers(levels: Levels, common: Common, job: LevelJob, control: Control) -> int:
    """Print the results for the remaining levels in order, and return the exit code of the command."""
    reader, count = ChunkReader(levels.slices()), 0
    reporter = Reporter(job.activity, common.quiet or common.as_json)
    with reporter.watch(control), open_pool(common) as pool:
        spec = run_spec(job.verb, common, levels, job.options)
        spec = replace(spec, at_once=pool.size if pool.is_local else None)
        work = partial(print_chunk, spec=spec, printer=job.printer, group=levels.group, lang=language())
        plan = Plan(reader.take, work, ChunkSize(CHUNK_SECONDS, FIRST_CHUNK), is_ordered=True)
        for chunk, output in run_jobs(plan, pool, control):
            _print_output(chunk, output, levels.codes)
            count += len(chunk)
            reporter.show_rate(levels.taken + count, count, levels.left())
    if control.stopped:
        raise KeyboardInterrupt
    return levels.codes.code


def _print_output(chunk: Chunk, output: ChunkOutput | CrashedLevel, codes: ExitCode) -> None:
    if isinstance(output, CrashedLevel):
        part = chunk.slices[0]
        file, number = Source(part.source).name, part.number(0)
        line = words("{file}: level {number}: {reason}", file=file, number=number, reason=output.reason)
        terminal.echo(line, err=True)
        codes.add(None)
        return
    codes.codes |= output.codes
    for is_error, lines in groupby(output.lines, lambda line: line[0]):
        terminal.echo("\n".join(text for _, text in lines), err=is_error)


def print_chunk(chunk: Chunk, spec: RunSpec, printer: Printer, group: LevelGroup, lang: str) -> ChunkOutput:
    """Process the levels in a worker, and return the lines that the command has to print."""
    spec.check()
    use_language(lang)
    codes = ExitCode()
    with terminal.capture_lines() as lines:
        for part in chunk.slices:
            source, kind = Source(part.source), part.kind
            entries = [Entry(source, kind, level, level.index + 1) for level in part.levels()]
            answers = spec.answer([entry.puzzle for entry in entries if entry.puzzle is not None])
            for entry in entries:
                answer = None if entry.puzzle is None else next(answers)
                print_answer(group, entry, answer, printer, codes)
    return ChunkOutput(lines, codes.codes)
