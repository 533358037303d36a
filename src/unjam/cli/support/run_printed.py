"""Many levels answered by other processes, which read them and write the answers too: the driver only cuts and prints.

A few thousand levels are answered here first, so that a small file costs no process.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...core.puzzle import Control, Message, Stopwatch
from ...datasets.run import Asked, Job, Lost, Pace, answered, carried_out
from ...parallel.chunks import Pieces, Stream
from ...parallel.solve_many import cores
from . import terminal
from .entries import Entry
from .input_files import Levels
from .interrupts import stoppable
from .options import Common
from .printing import Company, ExitCode
from .run_folder import Told, asked, workers_of
from .sources import Source
from .translate import language, use, words

_TARGET = 0.3
_FIRST = 64


class Said(NamedTuple):
    """What a process says of a chunk: its lines, each with whether it is for standard error, the exit codes of its
    levels, and seconds of work."""

    lines: list[tuple[bool, str]]
    codes: set[int]
    seconds: float


@dataclass(frozen=True, slots=True)
class Apart:
    """The levels of a command that other processes answer, on this machine or on a cluster."""

    levels: Levels
    common: Common
    control: Control
    verb: str
    options: dict[str, Any]

    def answer(self, say: Any, doing: Message) -> int:
        """Prints the answers for what is still to come, in order; the exit code of everything."""
        levels = self.levels
        company = Company(levels.several, levels.many_sources)
        with stoppable(self.control), workers_of(self.common, self.control) as workers:
            question = asked(self.verb, self.common, levels, self.options)
            at_once = workers.at_once if self.common.cluster is None else 0
            work = (question, replace(say, levels=company), at_once, language())
            told = Told(self.common, doing, levels)
            _Ordered(Stream(levels.pieces()), lambda job: workers.submit(said, job.pieces, *work)).print(
                workers, self.control, levels.codes, told
            )
        terminal.clear()
        if self.control.stopped:
            raise KeyboardInterrupt
        return levels.codes.code


class _Ordered:
    """Chunks on their way whose answers are printed in the order of the levels."""

    def __init__(self, stream: Stream, submit: Callable[[Job], Future[Any]]) -> None:
        self.stream, self.submit, self.pace = stream, submit, Pace(_TARGET)
        self.pace.size = _FIRST
        self.begun, self.printed, self.answered = 0, 0, 0
        self.open: dict[int, tuple[int, list[tuple[tuple[int, ...], Job, Any]]]] = {}

    def print(self, workers: Any, control: Control, codes: ExitCode, told: Told) -> None:
        """Has everything answered and prints it."""
        found = carried_out(
            self._next, self.submit, workers, control, room=lambda: len(self.open) < 4 * workers.at_once
        )
        for job, answer in found:
            if isinstance(answer, Said):
                self.pace.note(len(job), answer.seconds)
            self.open[job.key[0]][1].append((job.key, job, answer))
            while (first := self.open.get(self.printed)) is not None and first[0] == sum(len(e[1]) for e in first[1]):
                for _, job, answer in sorted(self.open.pop(self.printed)[1], key=lambda each: each[0]):
                    _write(job, answer, codes)
                    self.answered += len(job)
                self.printed += 1
                told.progress(told.levels.taken + self.answered, self.answered)

    def _next(self) -> Job | None:
        if not (taken := self.stream.take(self.pace.size)):
            return None
        job = Job(taken, key=(self.begun,))
        self.open[self.begun] = len(job), []
        self.begun += 1
        return job


def _write(job: Job, answer: Said | Lost, codes: ExitCode) -> None:
    if isinstance(answer, Lost):
        piece = job.pieces[0]
        number = (piece.found[0].index if piece.found else piece.index) + 1
        terminal.echo(
            words(
                "{file}: level {number}: {reason}", file=Source(piece.source).name, number=number, reason=answer.reason
            ),
            err=True,
        )
        codes.note(None)
        return
    codes.seen |= answer.codes
    run: list[str] = []
    for at, (err, text) in enumerate(answer.lines):
        run.append(text)
        if at + 1 == len(answer.lines) or answer.lines[at + 1][0] != err:
            terminal.echo("\n".join(run), err=err)
            run = []


# -- in the worker


def said(pieces: Pieces, question: Asked, say: Any, at_once: int, lang: str) -> Said:
    """Answers the levels and writes the answers as the command would."""
    question.check()
    use(lang)
    clock, codes = Stopwatch(), ExitCode()
    question = replace(question, limits=question.limits.settled(at_once or cores()))
    with terminal.captured() as lines:
        for piece in pieces:
            source, kind = Source(piece.source), piece.kind
            entries = [Entry(source, kind, level, level.index + 1) for level in piece.levels()]
            answers = answered([entry.puzzle for entry in entries if entry.puzzle is not None], question)
            for entry in entries:
                if entry.puzzle is None:
                    entry.complain()
                    codes.note(None)
                    say(entry, None)
                else:
                    _, answer = next(iter(next(answers).items()))
                    codes.note(getattr(answer, "outcome", answer))
                    say(entry, answer)
    return Said(lines, codes.seen, clock())
