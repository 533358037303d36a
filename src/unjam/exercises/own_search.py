"""Records a search of the user's own on a level, beside the search of unjam's that it is meant to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any

from ..core.message import Message
from ..core.puzzle import IllegalMove, Limits, Move, Puzzle, Result, Stopwatch, Unsupported
from ..lab.record import Finished, Recorder, Skyline, lab_parts
from ..search import INFORMED
from ..search.nodes import Stop, Watch
from ..solving.solve import SolveOptions
from .board import Board, Log, TooMuchWork
from .grade import takes_task

OWN, REFERENCE = 0, 1
"""The index of the own search, and of the reference."""
MAX_GENERATED = 10**9


def lab_own(
    puzzle: Puzzle, search: Callable[..., Any], options: SolveOptions, limits: Limits
) -> Iterator[Skyline | Finished]:
    """Yield what the lab shows of an own search: its result first, then the skyline, its record and the reference's.

    ``options`` say which search it is meant to be, and by which heuristic and metric. If the level is too large for the
    lab, there are no more than the result and the reason.
    """
    recorder = Recorder(puzzle, options)
    result = run_own(puzzle, search, options, recorder.watch)
    yield Finished(OWN, result)
    searches = [(str(options.algorithm), options.heuristic)]
    for part in lab_parts(puzzle, searches, metric=options.metric, limits=limits):
        if isinstance(part, Finished):
            yield replace(part, index=REFERENCE)
            continue
        yield part
        if part.reason is None:
            yield Finished(OWN, result, recorder.renumber(part).record(result))


def run_own(puzzle: Puzzle, search: Callable[..., Any], options: SolveOptions, watch: Watch) -> Result:
    """Run a search, written like those in ``unjam.search`` or as a function of a ``Board``; check its solution."""
    if takes_task(search):
        result = _run_with_task(puzzle, search, options, watch)
    else:
        result = _run_with_board(puzzle, search, options, watch)
    if result.status != "solved":
        return result
    return replace(result, cost=_cost(puzzle, result.moves, puzzle.metric(options.metric)))


def _run_with_task(puzzle: Puzzle, search: Callable[..., Any], options: SolveOptions, watch: Watch) -> Result:
    heuristic = puzzle.heuristic(options.heuristic) if options.algorithm in INFORMED else None
    try:
        result = search(puzzle, options.task(type(puzzle)), watch, **({"heuristic": heuristic} if heuristic else {}))
    except Stop as stop:
        result = stop.result
    if not isinstance(result, Result):
        raise Unsupported(Message("the search returned {value}; expected a result", value=repr(result)[:40]))
    return replace(result, algorithm=str(options.algorithm))


class _WatchedLog(Log):
    """A log that also tells the lab of every position that is expanded."""

    watch: Watch

    def expand(self, puzzle: Puzzle) -> None:
        self.watch("expand", puzzle)
        super().expand(puzzle)


def _run_with_board(puzzle: Puzzle, search: Callable[..., Any], options: SolveOptions, watch: Watch) -> Result:
    task, clock = options.task(type(puzzle)), Stopwatch()
    log = _WatchedLog(MAX_GENERATED, perf_counter() + (task.limits.seconds or float("inf")))
    log.watch = watch
    name, heuristic = puzzle.heuristic(options.heuristic)
    shown = name if options.algorithm in INFORMED else None
    found, reason = None, None
    try:
        found = search(Board(puzzle, log, heuristic, task.metric))
    except TooMuchWork:
        reason = task.limits.time_reached()
    if found is not None:
        found = tuple(found)
        _add_path(puzzle, found, log)
    return Result(
        "gave_up" if reason else "unsolvable" if found is None else "solved",
        moves=found or (),
        expanded=len(log.expanded),
        generated=log.generated,
        seconds=clock(),
        algorithm=str(options.algorithm),
        heuristic=shown,
        metric=task.metric,
        reason=reason,
    )


def _add_path(puzzle: Puzzle, moves: tuple[Any, ...], log: _WatchedLog) -> None:
    """Tell the lab of the solution, and count its goal as expanded, as the searches of unjam do."""
    path = [puzzle]
    try:
        for move in moves:
            path.append(path[-1].play(move))
    except (IllegalMove, AttributeError, TypeError, ValueError, KeyError, IndexError):
        return  # the caller refuses these moves
    if not log.expanded or log.expanded[-1] != path[-1]:
        log.expand(path[-1])
    for position in path:
        log.watch("path", position)


def _cost(puzzle: Puzzle, moves: tuple[Move, ...], metric: str) -> int:
    total = 0
    try:
        for move in moves:
            total += puzzle.cost(move, metric)
            puzzle = puzzle.play(move)
    except (IllegalMove, AttributeError, TypeError, ValueError, KeyError, IndexError):
        raise Unsupported(Message("the moves that it returns do not solve the board")) from None
    if not puzzle.is_solved():
        raise Unsupported(Message("the moves that it returns do not solve the board"))
    return total
