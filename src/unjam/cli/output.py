"""What people see in the terminal: headings, verdicts, boards, progress bars; and the exit code of a whole run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..batch import cores, each
from ..puzzle import Control, Level, Limits, Move, Puzzle, Result

if TYPE_CHECKING:
    from .files import Source
    from .options import Common

T = TypeVar("T")


class ExitCode:
    """The code of a run over many levels: bad input before a limit before no solution before all well."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def note(self, result: Result | None) -> None:
        """Takes a level's result in; None stands for a level that could not be read."""
        self.seen.add(2 if result is None else {"solved": 0, "unsolvable": 1, "gave_up": 3}[result.status])

    @property
    def code(self) -> int:
        return next((code for code in (2, 3, 1) if code in self.seen), 0)


def heading(level: Level, puzzle: Puzzle, levels: int) -> str:
    """How the line about a level begins: its number where there are several, its title, its family."""
    number = [f"Level {level.index + 1}"] if levels > 1 else []
    parts = [*number, *([level.title] if level.title else []), str(puzzle.title())]
    return click.style(" · ".join(parts), bold=True) + ": "


def verdict(result: Result) -> str:
    """The result in one line."""
    work = f"{counted(result.expanded, 'positions')}, {_time(result.seconds)}"
    if result.status == "solved" or result.cost is not None:
        proof = "proven optimal" if result.optimal else f"at least {result.lower_bound} needed"
        if not result.optimal and not result.lower_bound:
            proof = "not proven optimal"
        stopped = f"; {result.reason}" if result.status == "gave_up" else ""
        return f"solved in {counted(result.cost or 0, result.metric)} ({proof}; {work}{stopped})"
    if result.status == "unsolvable":
        return f"no solution ({result.reason}; {work})"
    return f"gave up: {result.reason}; at least {counted(result.lower_bound or 0, result.metric)} needed ({work})"


def counted(number: int, things: str) -> str:
    """A number with its noun.

    >>> counted(1, "moves"), counted(2, "pushes"), counted(1, "pushes")
    ('1 move', '2 pushes', '1 push')
    """
    one = things.removesuffix("es") if things.endswith("shes") else things.removesuffix("s")
    return f"{number:,} {one if number == 1 else things}"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def wrapped(names: Iterable[str], width: int = 100) -> str:
    """The compact moves in lines of at most ``width``; one long string (LURD) is cut too."""
    lines: list[str] = [""]
    for name in names:
        for part in (name[i : i + width] for i in range(0, len(name), width)):
            if lines[-1] and len(lines[-1]) + 1 + len(part) > width:
                lines.append("")
            lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def record(values: dict[str, Any]) -> None:
    """Prints one JSON object on one line."""
    import json

    click.echo(json.dumps(values, ensure_ascii=False))


def board(position: Puzzle) -> None:
    """Prints the position, coloured where the terminal is."""
    from ..pictures.terminal import terminal

    click.echo(terminal(position.scene(), colour=colourful()), color=colourful())


def boards(puzzle: Puzzle, moves: Iterable[Move], lang: str = "en") -> None:
    """Prints the start, then every move with its number, in words, with the board after it."""
    board(puzzle)
    for number, move in enumerate(moves, 1):
        click.echo(f"\n{click.style(f'{number}.', bold=True)} {puzzle.words(move).to(lang)}")
        puzzle = puzzle.play(move)
        board(puzzle)


def colourful() -> bool:
    """Whether standard output takes colours."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())


def each_level(
    source: Source, work: Callable[[Puzzle, Limits, Control], T], common: Common, doing: str
) -> Iterator[tuple[Level, T | None]]:
    """Each level with what the work on it gave, in the order of the file, ``workers`` levels at a time."""
    at_once = min(common.workers or cores(), max(1, len(source.readable)))
    limits, control = common.limits(at_once), Control()
    answers = each(lambda puzzle: work(puzzle, limits, control), source.readable, workers=at_once, control=control)
    return answered(source, answers, common, control, doing)


def answered(
    source: Source, answers: Iterator[T], common: Common, control: Control, doing: str
) -> Iterator[tuple[Level, T | None]]:
    """Each level with its answer, with progress; those that cannot be read are complained about and have None."""

    def in_order() -> Iterator[tuple[Level, T | None]]:
        for level in source.levels:
            if level.puzzle is None:
                source.complain(level)
            yield level, None if level.puzzle is None else next(answers)

    return progress(in_order(), len(source.levels), common, control, doing)


def progress(work: Iterator[T], total: int, common: Common, control: Control, doing: str) -> Iterator[T]:
    """The same items, with progress on standard error where that is a terminal.

    Several levels get a bar; a single one says how far its search is.
    """
    if common.quiet or common.as_json or not sys.stderr.isatty():
        yield from work
        return
    if total > 1:
        from rich.console import Console
        from rich.progress import track

        yield from track(work, doing, total, console=Console(stderr=True), transient=True)
        return
    control.report = partial(_tell, doing)
    try:
        done = list(work)
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)
    yield from done


def _tell(doing: str, expanded: int, bound: int | None, seconds: float) -> None:
    if seconds >= 0.5:
        least = f", at least {bound:,} needed" if doing == "solving" and bound and bound > 0 else ""
        click.echo(f"\r\x1b[K{doing}: {counted(expanded, 'positions')}{least}, {seconds:.0f} s", nl=False, err=True)
