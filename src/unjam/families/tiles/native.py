"""Interface to the native core: encodes boards, and decodes the results that it returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING, Any, ClassVar

from ... import _core
from ...core.outcome import impossible, result, space, threads, why_stopped
from ...core.puzzle import Message, Move, Native, Result, Space, Stopwatch, Task
from .by_hand import solve_by_hand
from .heuristics import SEPARABLE, linear_conflict
from .orientation import Orientation, orientation
from .tables import Stopped, choose_tables, tables, walker

if TYPE_CHECKING:
    from .board import Frame
    from .position import Tiles

MAX_EXPLORED: int = _core.TILES_MAX_EXPLORED
"""The maximum number of cells on a board whose entire search space can be explored."""
MAX_CLIMBED = 16
"""The maximum number of cells on a board for which the core supports hill climbing."""


class TilesNative(Native):
    """Solves by IDA* with pattern tables and several threads; also explores and hill-climbs on small boards."""

    heuristics: ClassVar[tuple[str, ...]] = ("pattern", "walking-distance", "manhattan")

    def solve(self, puzzle: Tiles, task: Task) -> Result:
        """Return an optimal solution, found by IDA* with pattern tables; unsolvable boards are detected by parity.

        If ``any`` is set, boards that might take long are solved by beam search or line by line, as people do.
        """
        dead = puzzle.dead()
        if dead is not None:
            return impossible(dead, task)
        if task.any and puzzle.rows * puzzle.cols > MAX_EXPLORED:
            return _any(puzzle, task)
        watch = Stopwatch()
        try:
            chosen = solver(puzzle.frame, task)
        except Stopped as stop:
            return _tables_not_built(puzzle, task, stop)
        turned = orientation(puzzle.frame)
        rest = replace(task, limits=task.limits.less(watch()))
        outcome = chosen.solve(turned.turn(puzzle.cells), rest, threads(task))
        return _result(puzzle, turned, outcome, task)

    def solve_many(self, puzzles: list[Tiles], task: Task) -> list[Result]:
        """Solve all boards of the same size and goal in one call; the limits apply to each board."""
        if task.any:
            return [self.solve(board, task) for board in puzzles]
        results: dict[int, Result] = {}
        groups: dict[Frame, list[int]] = {}
        for index, board in enumerate(puzzles):
            dead = board.dead()
            if dead is None:
                groups.setdefault(board.frame, []).append(index)
            else:
                results[index] = impossible(dead, task)
        for frame, group in groups.items():
            if len(group) == 1:
                results[group[0]] = self.solve(puzzles[group[0]], task)
                continue
            try:
                chosen = solver(frame, task)
            except Stopped as stop:
                results |= {index: _tables_not_built(puzzles[index], task, stop) for index in group}
                continue
            turned = orientation(frame)
            together = b"".join(turned.turn(puzzles[index].cells) for index in group)
            for index, outcome in zip(group, chosen.solve_many(together, task, task.workers or 1), strict=True):
                results[index] = _result(puzzles[index], turned, outcome, task)
        return [results[index] for index in range(len(puzzles))]

    def vector(
        self, levels: list[Tiles], rows: int, cols: int, boards: int, longest: int, step_cost: float, prize: float
    ) -> Any:
        pairs = [(list(level.cells), list(level.frame.goal)) for level in levels]
        return _core.TilesVector(rows, cols, pairs, boards, longest, step_cost, prize)

    def explore(self, puzzle: Tiles, task: Task) -> Space | None:
        """Return the whole search space of a board with up to twelve cells; None for boards of a single line."""
        rows, cols = puzzle.rows, puzzle.cols
        if min(rows, cols) == 1:
            return None
        half = factorial(rows * cols) // 2
        if puzzle.dead() is not None:
            return Space(puzzle.family, task.metric, half, 0, half, None, (), ())
        if rows * cols > MAX_EXPLORED:
            why = Message("too many positions; boards of up to {most} cells can be explored", most=MAX_EXPLORED)
            return Space.unfinished(puzzle.family, task.metric, half, why, 1)
        counts = _core.tiles_explore(rows, cols, puzzle.frame.goal, task)
        return space(counts, puzzle.family, task, rows * cols, lambda cells: str(type(puzzle)(cells, puzzle.frame)))

    def trace(self, puzzle: Tiles, algorithm: str, task: Task) -> tuple[Result, Iterator[str]] | None:
        """Return the result and the visited boards of hill climbing; None if the core does not support this search."""
        rows, cols, size = puzzle.rows, puzzle.cols, puzzle.rows * puzzle.cols
        if algorithm != "hillclimb" or task.heuristic not in SEPARABLE or size > MAX_CLIMBED:
            return None
        price = SEPARABLE[task.heuristic]
        prices = bytes(price(puzzle.frame, at, number) for at in range(size) for number in range(size))
        stop, path, visited = _core.tiles_hill_climb(rows, cols, puzzle.cells, puzzle.frame.goal, prices, task)
        answer = Result(
            "unsolvable",
            expanded=len(visited) // size,
            algorithm=algorithm,
            heuristic=task.heuristic,
            metric=task.metric,
        )
        if stop != _core.Stop.none:
            answer = replace(answer, status="gave_up", lower_bound=0, reason=why_stopped(stop, task.limits))
        elif path:
            boards = [visited[at * size : at * size + size] for at in path]
            moves = tuple(
                Move(str(before[after.index(0)]), divmod(before.index(0), cols)) for before, after in pairwise(boards)
            )
            answer = replace(answer, status="solved", moves=moves, cost=len(moves), lower_bound=0)
        return answer, _draw_boards(visited, size, cols)


def solver(frame: Frame, task: Task) -> _core.TilePatternSolver | _core.TileWalkingSolver:
    """Return the solver for boards of this size and goal, without tables that exceed the memory limit."""
    turned = orientation(frame)
    if task.heuristic == "walking-distance":
        return walker(turned.rows, turned.cols, turned.gap, task.limits.bytes)
    if task.heuristic == "manhattan":
        return tables(turned.rows, turned.cols, turned.gap, ()).solver
    return choose_tables(frame, task.options.get("tables", "default"), task).solver


def _any(board: Tiles, task: Task) -> Result:
    """Return the shorter of two solutions: one from beam search, if it succeeds, and one found line by line."""
    if min(board.rows, board.cols) == 1 or max(board.rows, board.cols) > _core.TILES_MAX_SIDE:
        return _by_hand(board, task)
    watch = Stopwatch()
    by_hand = _by_hand(board, task)
    try:
        chosen = solver(board.frame, replace(task, heuristic=None))
    except Stopped:
        return by_hand
    turned = orientation(board.frame)
    rest = replace(task, limits=task.limits.less(watch()))
    outcome = chosen.solve_any(turned.turn(board.cells), rest) if isinstance(chosen, _core.TilePatternSolver) else None
    if outcome is None or outcome.status != _core.Status.solved or outcome.cost > (by_hand.cost or 0):
        return by_hand
    moves = _moves(board, (turned.numbers[name] for name in outcome.moves))
    return replace(result(outcome, moves, task), seconds=watch())


def _by_hand(board: Tiles, task: Task) -> Result:
    watch = Stopwatch()
    moves = tuple(_moves(board, solve_by_hand(board)))
    return Result(
        "solved",
        moves,
        len(moves),
        linear_conflict(board, task.metric),
        expanded=len(moves) + 1,
        generated=len(moves),
        seconds=watch(),
        algorithm="native",
        metric=task.metric,
    )


def _tables_not_built(board: Tiles, task: Task, stop: Stopped) -> Result:
    """Return the result of a search that reached a limit before its tables were built."""
    why = Message("{why} while the tables were being built", why=why_stopped(stop.outcome.stop, task.limits))
    bound = linear_conflict(board, task.metric)
    return _with_solution_by_hand(
        board, Result("gave_up", lower_bound=bound, algorithm="native", metric=task.metric, reason=why)
    )


def _with_solution_by_hand(board: Tiles, answer: Result) -> Result:
    some = tuple(_moves(board, solve_by_hand(board)))
    return replace(answer, moves=some, cost=len(some))


def _result(board: Tiles, turned: Orientation, outcome: _core.Outcome, task: Task) -> Result:
    why = None
    if outcome.status == _core.Status.gave_up:
        why = why_stopped(outcome.stop, task.limits)
        small = task.options.get("tables", "default") == "default" and task.heuristic in (None, "pattern")
        if small and board.rows * board.cols > 15:
            why = Message("{why}; larger tables (--tables large) may help", why=why)
    moves = _moves(board, (turned.numbers[name] for name in outcome.moves))
    answer = replace(result(outcome, moves, task, why), heuristic=task.heuristic)
    if answer.status == "gave_up":
        return _with_solution_by_hand(board, answer)
    return replace(answer, expanded=answer.expanded + 1)  # the core does not count the goal


def _moves(board: Tiles, numbers: Iterable[int]) -> Iterator[Move]:
    """Yield a move for each number: the tile goes into the gap, and the gap goes where the tile was."""
    place = {number: divmod(at, board.cols) for at, number in enumerate(board.cells)}
    for number in numbers:
        yield Move(str(number), place[0])
        place[0], place[number] = place[number], place[0]


def _draw_boards(visited: bytes, size: int, cols: int) -> Iterator[str]:
    """Yield each board as rows of text; the same rows occur often, so their strings are cached."""
    width = len(str(size - 1))
    rows: dict[bytes, str] = {}

    def row(cells: bytes) -> str:
        if cells not in rows:
            rows[cells] = " ".join(f"{number:{width}}" for number in cells)
        return rows[cells]

    for at in range(0, len(visited), size):
        yield "\n".join(row(visited[start : start + cols]) for start in range(at, at + size, cols))
