"""Grades a student's search: runs it beside the reference, and says what differs and which mistake explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from math import inf
from time import perf_counter
from typing import Any

from ..core.limits import Limits
from ..core.message import Message
from ..core.puzzle import Control, IllegalMove, Move, Puzzle, Result, Task, Unsupported
from ..core.wording import amount
from ..families import family
from ..search import INFORMED, run_search
from .board import MAX_CALLS_FACTOR, MIN_CALLS, Board, Log, TooMuchWork
from .mistakes import MISTAKES, Search
from .student_text import error_text, find_line

SECONDS = 10.0
"""How long a search may take for one board before it counts as endless."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board with what the searches need: the metric, and the heuristic for those that use one."""

    family: str
    text: str
    metric: str
    heuristic: str
    is_solvable: bool = True

    def puzzle(self) -> Puzzle:
        return family(self.family).parse(self.text)


SMALL_ROOM = "#######|#@ $ .#|#  #  #|# $  .#|#######"
BOARDS: tuple[Exercise, ...] = (
    Exercise("tiles", "1 4 2 3 0 5 6 7 8", "moves", "manhattan"),
    Exercise("tiles", "0 1 5 3 2 4 6 7 8", "moves", "manhattan"),
    Exercise("rushhour", "BB.C\nAA.C\nD..C\nDEE.", "steps", "blocking", is_solvable=False),
    Exercise("rushhour", "oooBCCoooBDoAAEBDoooEFFooooooooooooo", "steps", "blocking"),
    Exercise("sokoban", SMALL_ROOM, "moves", "matching"),
    Exercise("tiles", "2 3\n2 1 0 3 4 5", "moves", "manhattan", is_solvable=False),
)
"""Small boards on which every mistake shows: moves of different costs, dead ends, a board without a solution."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one search did on one board; ``moves`` is None if it found no solution."""

    expanded: tuple[Puzzle, ...]
    generated: int
    moves: tuple[Move, ...] | None
    is_cut: bool = False
    error: Message | None = None

    def cost(self, puzzle: Puzzle, metric: str) -> int | None:
        """Return the cost of the solution, or None if there is none or it does not solve the board."""
        if self.moves is None:
            return None
        total = 0
        try:
            for move in self.moves:
                total += puzzle.cost(move, metric)
                puzzle = puzzle.play(move)
        except (IllegalMove, AttributeError, TypeError, ValueError, KeyError, IndexError):
            return None
        return total if puzzle.is_solved() else None


@dataclass(frozen=True, slots=True)
class Mark:
    """The result on one board: what differs from the reference, in words; none if nothing does."""

    exercise: Exercise
    reference: Run
    run: Run
    differences: tuple[Message, ...]
    first: Puzzle | None = None
    """The first position that the reference expanded and the student's search did not, at that point."""

    @property
    def is_right(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True)
class Grade:
    """The results on all boards, and the mistakes that explain every difference."""

    search: str
    marks: tuple[Mark, ...]
    mistakes: tuple[Message, ...]

    @property
    def is_right(self) -> bool:
        return all(mark.is_right for mark in self.marks)


def grade_search(name: str, search: Callable[..., Any], boards: Sequence[Exercise] | None = None) -> Grade:
    """Grade a search: a function of a ``Board`` that returns the moves, or one written like those in ``unjam.search``.

    >>> from unjam.search.bfs import bfs
    >>> grade_search("bfs", bfs).is_right
    True
    """
    if name not in MISTAKES:
        raise Unsupported.choice(Message("there is no exercise '{name}'", name=name), MISTAKES)
    chosen = [each for each in (BOARDS if boards is None else boards) if _suits(name, each)]
    marks = []
    for exercise in chosen:
        reference = run_reference(name, exercise)
        marks.append(_mark(exercise, reference, run(search, name, exercise, reference)))
    return Grade(name, tuple(marks), tuple(_mistakes(name, marks)))


def _suits(name: str, exercise: Exercise) -> bool:
    """Return whether the search can be run on the board: one from both ends needs goals to start from, and rounds
    with a rising limit take too long where there is no solution."""
    if name == "bidirectional":
        return bool(exercise.puzzle().goals())
    return exercise.is_solvable or name != "idastar"


def run_reference(name: str, exercise: Exercise) -> Run:
    """Run the reference search and record what it does."""
    puzzle = exercise.puzzle()
    expanded: list[Puzzle] = []

    def watch(kind: str, position: Puzzle) -> None:
        if kind == "expand":
            expanded.append(position)

    result = run_search(name, puzzle, _task(exercise), watch, _heuristic(name, puzzle, exercise))
    return Run(tuple(expanded), result.generated, result.moves if result.status == "solved" else None)


def run(search: Callable[..., Any], name: str, exercise: Exercise, reference: Run, seconds: float = SECONDS) -> Run:
    """Run a student's search and record what it does; one that never ends is stopped."""
    puzzle = exercise.puzzle()
    log = Log(max(MIN_CALLS, MAX_CALLS_FACTOR * reference.generated), perf_counter() + seconds)
    try:
        moves = _run_like_reference(search, name, exercise, log) if takes_task(search) else search(
            Board(puzzle, log, puzzle.heuristic(exercise.heuristic)[1], exercise.metric)
        )  # fmt: skip
        if moves is not None and not isinstance(moves, Iterable):
            returned = Message("it returned {value}; expected a list of moves, or None", value=repr(moves)[:40])
            return Run(tuple(log.expanded), log.generated, None, error=returned)
        moves = None if moves is None else tuple(moves)
    except TooMuchWork:
        return Run(tuple(log.expanded), log.generated, None, is_cut=True)
    except Exception as error:
        return Run(tuple(log.expanded), log.generated, None, error=_stopped_by(error))
    if moves is not None and name != "bidirectional":
        _add_goal(log, puzzle, moves)
    return Run(tuple(log.expanded), log.generated, moves)


def _stopped_by(error: BaseException) -> Message:
    return Message("it stops with an error: {error}", error=describe_error(error))


def takes_task(search: Callable[..., Any]) -> bool:
    """Return whether the function takes a puzzle and a task, as the searches in ``unjam.search`` do."""
    return "task" in signature(search).parameters


def _run_like_reference(search: Callable[..., Any], name: str, exercise: Exercise, log: Log) -> tuple[Move, ...] | None:
    puzzle = exercise.puzzle()

    def watch(kind: str, position: Puzzle) -> None:
        if kind == "expand":
            log.expand(position)
        else:
            log.check()

    heuristic = _heuristic(name, puzzle, exercise)
    result: Result = search(puzzle, _task(exercise), watch, **({"heuristic": heuristic} if heuristic else {}))
    log.generated = result.generated
    return result.moves if result.status == "solved" else None


def _task(exercise: Exercise) -> Task:
    return Task(exercise.metric, Limits(SECONDS), Control())


def _heuristic(name: str, puzzle: Puzzle, exercise: Exercise) -> Any:
    return puzzle.heuristic(exercise.heuristic) if name in INFORMED else None


def _add_goal(log: Log, puzzle: Puzzle, moves: Iterable[Any]) -> None:
    """Add the goal to what was expanded: the reference counts it, but a search that returns there lists no moves."""
    try:
        for move in moves:
            puzzle = puzzle.play(move)
    except (IllegalMove, AttributeError, TypeError, ValueError, KeyError, IndexError):
        return
    if puzzle.is_solved() and (not log.expanded or log.expanded[-1] != puzzle):
        log.expanded.append(puzzle)


def describe_error(error: BaseException) -> Message:
    """Return the error with the line of the student's own code in which it was raised."""
    line, what = find_line(error), error_text(error)
    return Message("line {line}: {error}", line=line, error=what) if line else Message.plain(what)


def _mark(exercise: Exercise, reference: Run, run: Run) -> Mark:
    puzzle, metric = exercise.puzzle(), exercise.metric
    best, cost = reference.cost(puzzle, metric), run.cost(puzzle, metric)
    out: list[Message] = []
    if run.error is not None:
        return Mark(exercise, reference, run, (run.error,))
    if run.is_cut:
        out.append(
            Message("it was stopped after {positions}; the reference needs {reference}",
                    positions=amount(len(run.expanded), "positions"), reference=len(reference.expanded))
        )  # fmt: skip
        return Mark(exercise, reference, run, tuple(out), _first_difference(reference, run))
    if run.moves is not None and cost is None:
        out.append(Message("the moves that it returns do not solve the board"))
    elif best is not None and run.moves is None:
        out.append(Message("it finds no solution; there is one of {cost}", cost=amount(best, metric)))
    elif cost != best:
        out.append(
            Message("its solution costs {cost}, that of the reference {reference}", cost=cost or 0, reference=best or 0)
        )
    if len(run.expanded) != len(reference.expanded):
        out.append(
            Message("it expands {positions}, the reference {reference}",
                    positions=amount(len(run.expanded), "positions"), reference=len(reference.expanded))
        )  # fmt: skip
    first = _first_difference(reference, run)
    if first is not None and len(run.expanded) == len(reference.expanded):
        at = reference.expanded.index(first) + 1
        out.append(Message("it expands the positions in another order, from number {n} on", n=at))
    return Mark(exercise, reference, run, tuple(out), first)


def _first_difference(reference: Run, run: Run) -> Puzzle | None:
    """Return the position that the reference expanded where the two part; None if they never do."""
    for n, position in enumerate(reference.expanded):
        if n >= len(run.expanded) or run.expanded[n] != position:
            return position
    return None


def _mistakes(name: str, marks: Sequence[Mark]) -> Iterator[Message]:
    """Yield the mistakes that explain all the differences: searches that make them do the same on every board."""
    if all(mark.is_right for mark in marks) or any(mark.run.error for mark in marks):
        return
    for words, search in MISTAKES[name]:
        if all(_does_same(search, name, mark) for mark in marks):
            yield words
            return
    for mark in marks:
        rest = mark.reference.expanded[:-1]
        if mark.run.moves is not None and mark.run.expanded[: len(rest)] == rest:
            yield from _path_mistake(mark)
            return


def _does_same(search: Search, name: str, mark: Mark) -> bool:
    other = run(search, name, mark.exercise, mark.reference, seconds=inf)
    return _is_same_order(mark.run, other)


def _is_same_order(one: Run, other: Run) -> bool:
    """Return whether two runs expand the same positions, as far as both go: they may be cut at different moments."""
    shorter, longer = sorted((one, other), key=lambda run: len(run.expanded))
    ends = shorter.is_cut or (len(shorter.expanded) == len(longer.expanded) and not longer.is_cut)
    return ends and longer.expanded[: len(shorter.expanded)] == shorter.expanded


def _path_mistake(mark: Mark) -> Iterator[Message]:
    """Yield what is wrong with the moves of a search that expands the right positions."""
    puzzle, moves = mark.exercise.puzzle(), mark.run.moves or ()
    backwards = Run((), 0, tuple(reversed(moves)))
    if mark.run.cost(puzzle, mark.exercise.metric) is not None:
        return
    if backwards.cost(puzzle, mark.exercise.metric) is not None:
        yield Message("the moves are returned from the goal to the start")
    elif moves and mark.reference.moves and set(moves) < set(mark.reference.moves):
        yield Message("the moves that are returned are not all of the path")
