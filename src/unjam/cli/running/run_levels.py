"""Runs ``solve`` or ``rate`` on every level, in this process or in workers, and prints or saves the results.

The first few thousand levels are processed in this process, so that a small file needs no workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from ...core.cores import count_workers
from ...core.puzzle import Control, Limits, Message, Puzzle
from ...parallel.scheduler import run_each
from ...parallel.solve_many import PUZZLES_ALONE
from ..options import Common
from ..printing import terminal
from ..printing.level_output import LevelGroup
from ..printing.progress import Reporter
from ..reading.entries import Entry
from ..reading.levels import Levels
from .exit_code import ExitCode
from .interrupts import was_stopped

T = TypeVar("T")
Printer = Callable[["LevelGroup", "Entry", Any], None]
"""A function that prints the result for a level (None for an unreadable level); it is also sent to workers."""


@dataclass(frozen=True, slots=True)
class LevelJob:
    """The work that a command does for each level.

    Workers call ``solve_many`` or ``rate_many`` with ``options``; in this process ``answer`` does the same.
    """

    verb: str
    activity: Message
    options: dict[str, Any]
    answer: Callable[[Iterator[Puzzle]], Iterator[Any]]
    printer: Printer
    allows_workers: bool = True
    """Whether workers may be used; this is only possible if the output consists of whole lines."""


def run_levels(levels: Levels, common: Common, job: LevelJob, control: Control) -> int:
    """Run the job on every level and return the exit code."""
    if common.folder is not None:
        from .run_folder import save_rows

        return save_rows(levels, common, job, control)
    if common.cluster is None:
        if job.allows_workers and count_workers(common.workers) > 1 and terminal.is_utf8():
            levels.most = PUZZLES_ALONE
        for entry, answer in answer_here(levels, job.answer, common, control, job.activity):
            print_answer(levels.group, entry, answer, job.printer, levels.codes)
        if not levels.ahead(1):
            return levels.codes.code
    from .run_workers import print_from_workers

    return print_from_workers(levels, common, job, control)


def print_answer(group: LevelGroup, entry: Entry, answer: Any, printer: Printer, codes: ExitCode) -> None:
    if answer is None:
        entry.print_faults()
    codes.add(getattr(answer, "outcome", answer))
    printer(group, entry, answer)


def each_level(
    levels: Levels, work: Callable[[Puzzle, Limits, Control], T], common: Common, activity: Message, workers: int = 0
) -> Iterator[tuple[Entry, T]]:
    """Yield each readable level with its result, in order, processing ``workers`` levels at a time."""
    at_once = max(1, levels.ahead(count_workers(common.workers or workers)))
    limits, control = common.limits(at_once), Control()

    def answers(puzzles: Iterator[Puzzle]) -> Iterator[T]:
        return run_each(lambda puzzle: work(puzzle, limits, control), puzzles, workers=at_once, control=control)

    for entry, answer in answer_here(levels, answers, common, control, activity):
        if answer is None:
            levels.report_unreadable(entry)
        else:
            yield entry, answer


def answer_here(
    levels: Levels,
    answers: Callable[[Iterator[Puzzle]], Iterator[T]],
    common: Common,
    control: Control,
    activity: Message,
) -> Iterator[tuple[Entry, T | None]]:
    """Yield each level with its result as soon as it is known, or with None if the level cannot be read.

    After Ctrl-C no further level is started; finished results are still yielded before KeyboardInterrupt is raised.
    """
    waiting: deque[Entry] = deque()
    reporter, count = Reporter(activity, common.quiet or common.as_json), 0

    def puzzles() -> Iterator[Puzzle]:
        for entry in levels:
            waiting.append(entry)
            if entry.puzzle is not None:
                yield entry.puzzle
            if control.stopped:
                return

    def unreadable() -> Iterator[tuple[Entry, None]]:
        while waiting and waiting[0].puzzle is None:
            yield waiting.popleft(), None

    with reporter.watch(control):
        for answer in answers(puzzles()):
            yield from unreadable()
            entry, count = waiting.popleft(), count + 1
            if reporter.is_shown and levels.several:
                reporter.show_share(count, levels.share(entry))
            if not was_stopped(answer):
                yield entry, answer
        yield from unreadable()
    if control.stopped:
        raise KeyboardInterrupt
