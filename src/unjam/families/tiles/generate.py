"""Generates random solvable boards, all equally likely, and new levels that need a given number of moves."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import ClassVar

from ... import _core
from ...core.family_info import DIFFICULTIES
from ...core.generator import Candidates, LevelGenerator, LevelRequest, Size, cost_range
from ...core.puzzle import Limits, Message, Option, Puzzle, Task, Unsupported
from .board import Frame, half_turn, shared_frame
from .text import MAX_SIDE, standard_goal


def random_board(rng: Random, rows: int = 4, cols: int | None = None, goal: str = "first") -> tuple[bytes, Frame]:
    """Return a random solvable board and its frame; all solvable boards of this size are equally likely.

    >>> cells, shared = random_board(Random(1), 3)
    >>> shared.is_solvable(cells), sorted(cells) == list(range(9))
    (True, True)
    """
    cols = cols or rows
    if not (2 <= rows <= MAX_SIDE and 2 <= cols <= MAX_SIDE):
        raise Unsupported(
            Message(
                "cannot make random boards of {rows}×{cols}; choose 2 to {most} rows and columns",
                rows=rows,
                cols=cols,
                most=MAX_SIDE,
            )
        )
    shared = shared_frame(rows, cols, standard_goal(rows, cols, goal))
    cells = list(range(rows * cols))
    rng.shuffle(cells)
    if not shared.is_solvable(bytes(cells)):
        a, b = (at for at, number in enumerate(cells) if number in (1, 2))
        cells[a], cells[b] = cells[b], cells[a]  # one swap changes the parity
    return bytes(cells), shared


# -- new levels

RANGES = ((8, 17), (18, 26), (26, 33), (36, 50))
"""Typical numbers of moves, from beginner to expert."""
SIZES = ((2, 3), (2, 4), (3, 3), (3, 4), (4, 4))
TYPICAL_SIZES = ((0, 2), (1, 3), (2, 4), (3, 4))
"""The first and last index in SIZES for each difficulty, if no size is requested."""
MAX_LISTED_CELLS = 9
"""The maximum number of cells for which all boards at a given depth are listed, so that all are equally likely."""
MAX_DEPTH = {6: 21, 8: 36, 9: 31, 10: 55, 12: 53}
"""Maps the number of cells to the greatest possible distance from the goal."""
MAX_REQUESTED = 62
"""The maximum number of moves that can be requested; proving longer solutions optimal takes too long."""
TRIES = 10


class TilesGenerator(LevelGenerator):
    """Generates boards that need an exact number of moves."""

    version = 3
    sizes = (Size(2, 3, DIFFICULTIES[:2]), Size(3, 3, DIFFICULTIES[:3]), Size(3, 4), Size(4, 4), Size(5, 5))
    default_sizes = ("3x3", "3x3", "3x4", "4x4")
    patience = 40
    options: ClassVar[tuple[Option, ...]] = (Option("goal", Message("The gap's final position."), ("first", "last")),)

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or (3, 3)
        if not (2 <= rows <= 5 and 2 <= cols <= 5 and rows * cols >= 6):
            raise Unsupported(
                Message("cannot generate boards of {rows}x{cols}; choose from 2x3 to 5x5", rows=rows, cols=cols)
            )

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        index = request.difficulty_index
        first, last = TYPICAL_SIZES[index] if index is not None else (0, len(SIZES) - 1)
        at = rng.randint(first, last)
        low, high = cost_range(request, RANGES)
        depth = rng.randint(low, high)
        for _ in range(TRIES):
            rows, cols = request.size or SIZES[at]
            shared = shared_frame(rows, cols, standard_goal(rows, cols))
            most = min(MAX_DEPTH.get(rows * cols, MAX_REQUESTED), MAX_REQUESTED)
            if request.moves is not None:
                if low > most:
                    if request.size is not None or at == len(SIZES) - 1:
                        return
                    at += 1
                    continue
                depth = rng.randint(low, min(high, most))
            cells = board_at_depth(rng, shared, min(depth, most))
            verdict = 1 if cells is None else (yield self._board(cells, shared, request))
            if request.moves is None and verdict:
                by = min(depth, most) // 6 + 1
                if verdict < 0 and depth >= most:
                    at = min(at + 1, len(SIZES) - 1)  # no board of this size is hard enough
                depth = max(2, min(most + 4, depth + by if verdict < 0 else depth - by))

    def _board(self, cells: bytes, shared: Frame, request: LevelRequest) -> Puzzle:
        """Return the board with the requested goal; for the goal "last" it is turned by 180°."""
        if request.options.get("goal", "last") == "last":
            shared = shared_frame(shared.rows, shared.cols, standard_goal(shared.rows, shared.cols, "last"))
            cells = half_turn(cells)
        return self.kind(cells, shared)  # type: ignore[call-arg]


def board_at_depth(rng: Random, shared: Frame, depth: int) -> bytes | None:
    """Return a board that is exactly ``depth`` moves from the goal; None if no such board was found.

    On small boards, all such boards are equally likely. On large ones, the gap is moved at random from the goal, and
    the board is then taken from an optimal solution of the result.
    """
    size = shared.rows * shared.cols
    if size <= MAX_LISTED_CELLS:
        layer = _boards_at_depth(shared.rows, shared.cols, shared.goal, depth)
        at = rng.randrange(len(layer) // size) if layer else 0
        return layer[at * size : (at + 1) * size] or None
    steps = depth + depth // 3
    for _ in range(8):
        cells = _random_walk(rng, shared, steps)
        result = _solve(cells, shared)
        if result is not None and len(result) >= depth:
            return _play(cells, result[: len(result) - depth])
        steps += depth // 4 + 2
    return None


@lru_cache(maxsize=64)
def _boards_at_depth(rows: int, cols: int, goal: bytes, depth: int) -> bytes:
    """Return the concatenated cells of all boards at this depth."""
    boards: bytes = _core.tiles_explore(rows, cols, goal, None, depth).farthest
    return boards


def _random_walk(rng: Random, shared: Frame, steps: int) -> bytes:
    """Return the board after random steps of the gap from the goal, none of which undoes the previous step."""
    cells, gap, before = bytearray(shared.goal), shared.goal.index(0), -1
    for _ in range(steps):
        to = rng.choice([at for at in shared.neighbours[gap] if at != before])
        cells[gap], cells[to] = cells[to], 0
        before, gap = gap, to
    return bytes(cells)


def _solve(cells: bytes, shared: Frame) -> list[int] | None:
    """Return an optimal solution as a list of tile numbers; None if the search gave up."""
    from .position import Tiles

    board = Tiles(cells, shared)
    result = board.native.solve(board, Task("moves", Limits(bytes=1 << 30), workers=1))
    return [int(move.piece) for move in result.moves] if result.optimal else None


def _play(cells: bytes, numbers: list[int]) -> bytes:
    board = bytearray(cells)
    for number in numbers:
        gap, at = board.index(0), board.index(number)
        board[gap], board[at] = number, 0
    return bytes(board)
