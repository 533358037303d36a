"""What people see in the terminal: headings, verdicts, boards, progress; and the exit code of a whole run."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...core import wording
from ...core.puzzle import Control, Limits, Message, Move, Puzzle, Result
from ...parallel.solve_many import FEW, cores, each
from . import terminal as screen
from .interrupts import called_off, stoppable
from .terminal import colourful, echo
from .translate import number as written
from .translate import say, words

if TYPE_CHECKING:
    from .entries import Entry
    from .input_files import Levels
    from .options import Common

T = TypeVar("T")

SOLVING = Message("solving")


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


@dataclass(frozen=True, slots=True)
class Company:
    """Among how many a level stands: of several levels, of several files."""

    several: bool
    many_sources: bool


def is_shared(levels: Levels, common: Common) -> bool:
    """Whether other processes answer from the first level on; with several workers they do so after the first FEW."""
    if common.cluster is not None:
        return True
    if (common.workers or cores()) > 1 and screen.holds_all():
        levels.most = FEW
    return False


def heading(levels: Levels | Company, entry: Entry) -> str:
    """How the line about a level begins: its file and number where there are several, its title, its family."""
    file = [entry.source.name] if levels.many_sources else []
    number = [words("Level {number}", number=entry.level.index + 1)] if levels.several else []
    title = entry.level.title.split(" · ") if entry.level.title else []
    # What `show` prints has such a line above the board, which becomes the title once it is piped back.
    parts = dict.fromkeys([*file, *number, *title, say(entry.kind.title())])
    name = click.style(" · ".join(parts), bold=True)
    return words("{name}: ", name=name)


def verdict(result: Result) -> str:
    """The result and the effort that it took, in one line."""
    work = f"{counted(result.expanded, 'positions')}, {_time(result.seconds)}"
    return say(wording.verdict(result, work))


def proof(result: Result) -> str:
    """What is known about the quality of a solution."""
    return say(wording.proof(result))


def counted(number: int, things: str) -> str:
    """A number with its noun."""
    return say(wording.amount(number, things))


def metric_name(name: str) -> str:
    """What a metric counts, as people call it."""
    return say(wording.term(name))


def _time(seconds: float) -> str:
    return f"{written(seconds * 1000, 1)} ms" if seconds < 1 else f"{written(seconds, 2)} s"


def wrapped(names: Iterable[str], width: int = 100) -> str:
    """The compact moves in lines of at most ``width``, or what the terminal has; one long string (LURD) is cut too."""
    width = max(1, min(width, screen.columns() or width))
    lines: list[str] = [""]
    for name in names:
        for part in (name[i : i + width] for i in range(0, len(name), width)):
            if lines[-1] and len(lines[-1]) + 1 + len(part) > width:
                lines.append("")
            lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def record(levels: Levels | Company, entry: Entry, values: dict[str, Any], file: str = "file") -> None:
    """Prints one JSON object on one line: the level's index, the values and, where there are several, its file."""
    import json

    whole = {"index": entry.level.index} | values
    if levels.many_sources:
        whole[file] = entry.source.path
    text = json.dumps(whole, ensure_ascii=False)
    echo(text if screen.holds(sys.stdout, text) else json.dumps(whole))


def board(position: Puzzle, err: bool = False) -> None:
    """Prints the position, coloured where the terminal is."""
    from ...pictures.terminal import terminal

    coloured = not err and colourful()
    text = terminal(position.scene(), colour=coloured, columns=screen.columns(err))
    echo(text, colour=coloured, err=err)


def boards(puzzle: Puzzle, moves: Iterable[Move], style: str | None = None) -> None:
    """Prints the start, then every move with its number, in words, with the board after it.

    In a style that is a format of the family it is the text of each board alone, the number of the step below it.
    """
    if style in puzzle.formats:
        echo(f"{puzzle.text(style)}\n0")
        for number, move in enumerate(moves, 1):
            puzzle = puzzle.play(move)
            echo(f"\n{puzzle.text(style)}\n{number}")
        return
    board(puzzle)
    for number, move in enumerate(moves, 1):
        echo(f"\n{click.style(f'{number}.', bold=True)} {say(puzzle.words(move))}")
        puzzle = puzzle.play(move)
        board(puzzle)


def steps(puzzle: Puzzle, moves: Iterable[Move], style: str | None = None) -> None:
    """Prints every move in words, the board after it and its number; the start comes first, as number 0."""

    def show_board(number: int) -> None:
        if style in puzzle.formats:
            echo(puzzle.text(style))
        else:
            board(puzzle)
        echo(str(number))

    show_board(0)
    for number, move in enumerate(moves, 1):
        echo(f"\n{say(puzzle.words(move))}")
        puzzle = puzzle.play(move)
        show_board(number)


def shown(puzzle: Puzzle, moves: tuple[Move, ...], show: str, style: str | None = None) -> None:
    """Prints the moves as --show asks."""
    if show == "words,boards":
        steps(puzzle, moves, style)
    elif show == "boards":
        boards(puzzle, moves, style)
    elif show == "words":
        for move in moves:
            echo(say(puzzle.words(move)))
            puzzle = puzzle.play(move)
    elif show == "moves" and moves:
        echo(wrapped(puzzle.notations(moves)))


def each_level(
    levels: Levels,
    work: Callable[[Puzzle, Limits, Control], T],
    common: Common,
    doing: Message,
    workers: int | None = None,
) -> Iterator[tuple[Entry, T]]:
    """Each level that can be read with what the work on it gave, in order, ``workers`` levels at a time."""
    at_once = levels.ahead(common.workers or workers or cores())
    limits, control = common.limits(max(1, at_once)), Control()

    def answers(puzzles: Iterator[Puzzle]) -> Iterator[T]:
        return each(lambda puzzle: work(puzzle, limits, control), puzzles, workers=max(1, at_once), control=control)

    return answered(levels, answers, common, control, doing)


def answered(
    levels: Levels, answers: Callable[[Iterator[Puzzle]], Iterator[T]], common: Common, control: Control, doing: Message
) -> Iterator[tuple[Entry, T]]:
    """Each level that can be read with its answer, in order, with progress; the others are complained about."""
    for entry, answer in every_answer(levels, answers, common, control, doing):
        if answer is None:
            levels.refuse(entry)
        else:
            yield entry, answer


def every_answer(
    levels: Levels, answers: Callable[[Iterator[Puzzle]], Iterator[T]], common: Common, control: Control, doing: Message
) -> Iterator[tuple[Entry, T | None]]:
    """Each level with its answer, None for one that cannot be read, as soon as it is there.

    Ctrl-C lets no further level begin; what is done by then is still answered, and the run ends as stopped.
    """
    waiting: deque[Entry] = deque()
    progress = Progress(levels, common, control, doing)

    def puzzles() -> Iterator[Puzzle]:
        for entry in levels:
            waiting.append(entry)
            if entry.puzzle is not None:
                yield entry.puzzle
            if control.stopped:
                return

    with stoppable(control):
        try:
            for answer in answers(puzzles()):
                while waiting[0].puzzle is None:
                    yield waiting.popleft(), None
                entry = waiting.popleft()
                progress.note(entry)
                if not called_off(answer):
                    yield entry, answer
            while waiting and waiting[0].puzzle is None:
                yield waiting.popleft(), None
        finally:
            progress.end()
        if control.stopped:
            raise KeyboardInterrupt


class Progress:
    """What is told on a terminal while levels are worked on: how many are done and how far the one under way is."""

    def __init__(self, levels: Levels, common: Common, control: Control, doing: Message) -> None:
        self.levels, self.doing, self.done = levels, say(doing), ""
        self.bounded = doing == SOLVING
        self.control = control
        self.shows = not (common.quiet or common.as_json) and screen.watched()
        self.count = 0
        if self.shows:
            control.report = self.report

    def note(self, entry: Entry) -> None:
        """One more level is done."""
        self.count += 1
        if self.shows and self.levels.several:
            self.done = f"{counted(self.count, 'levels')}, {self.levels.share(entry):.0%}"
            screen.tell(f"{self.doing}: {self.done}")

    def report(self, expanded: int, bound: int | None, seconds: float) -> None:
        """A search tells how far it is."""
        if seconds >= 0.5:
            parts = [counted(expanded, "positions")]
            if self.bounded and bound and bound > 0:
                parts.append(words("at least {cost} needed", cost=bound))
            before = f"{self.done}; " if self.done else ""
            screen.tell(f"{self.doing}: {before}{', '.join(parts)}, {seconds:.0f} s")

    def end(self) -> None:
        """Takes it away."""
        self.control.report = None
        screen.clear()
