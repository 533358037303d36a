"""Generates levels: carves rooms without unused floor and changes them until solving them takes the requested luck."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, NamedTuple

from ... import _core
from ...core.family_info import DIFFICULTIES
from ...core.generator import Candidates, LevelGenerator, LevelRequest, Size
from ...core.puzzle import Limits, Message, Option, Task, Unsupported
from .board import Board
from .position import Sokoban
from .symmetry import key

MAX_BOXES: int = _core.SOKOBAN_MAX_GENERATED_BOXES
MIN_SIDE, MAX_SIDE = 5, 12
TRIES = 8
BIT = 64
"""The core measures luck in 64ths of a bit; n bits mean that a fallible player succeeds once in 2ⁿ attempts."""


class RoomSpec(NamedTuple):
    """The requested ranges of boxes, side length, floor squares and bits of luck, and the minimum number of pushes."""

    boxes: tuple[int, int]
    side: tuple[int, int]
    squares: tuple[int, int]
    bits: tuple[float, float]
    pushes: int


ROOMS = (
    RoomSpec((1, 2), (5, 7), (9, 17), (0.2, 1.6), 4),
    RoomSpec((2, 3), (6, 8), (14, 24), (2.2, 5.5), 7),
    RoomSpec((2, 4), (7, 9), (18, 28), (7.0, 14.0), 12),
    RoomSpec((3, 5), (8, 10), (22, 32), (17.0, 40.0), 18),
)
"""One specification per difficulty, from beginner to expert; the luck is adapted if levels are rated differently."""


class SokobanGenerator(LevelGenerator):
    """Generates rooms that are small enough to explore all positions, so that dead ends can be counted."""

    version = 2
    sizes = (Size(6, 6, DIFFICULTIES[:3]), Size(7, 7), Size(8, 8), Size(9, 9), Size(10, 10))
    default_sizes = ("7x7", "7x7", "8x8", "9x9")
    patience = 60
    options: ClassVar[tuple[Option, ...]] = (Option("boxes", Message("How many boxes, from 1 to 6."), kind=int),)

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or (MIN_SIDE, MIN_SIDE)
        if not (min(rows, cols) >= MIN_SIDE and max(rows, cols) <= MAX_SIDE):
            raise Unsupported(
                Message(
                    "cannot generate levels of {rows}x{cols}; choose {least} to {most} rows and columns, walls "
                    "included",
                    rows=rows,
                    cols=cols,
                    least=MIN_SIDE,
                    most=MAX_SIDE,
                )
            )
        if not 1 <= (boxes := request.options.get("boxes", 1)) <= MAX_BOXES:
            raise Unsupported(
                Message("cannot generate levels with {boxes} boxes; choose 1 to {most}", boxes=boxes, most=MAX_BOXES)
            )

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        rank = request.difficulty_index if request.difficulty_index is not None else _rank_by_moves(request)
        spec = ROOMS[rank]
        boxes = request.options.get("boxes", rng.randint(*spec.boxes))
        rows, cols = request.size or (rng.randint(*spec.side), rng.randint(*spec.side))
        room = (rows - 2) * (cols - 2)
        # More boxes get less room, so that the state space stays small enough to explore completely.
        most = min(room, (64, 44, 36, 30, 25, 21)[boxes - 1])
        squares = max(2 * boxes + 4, min(most, rng.randint(*spec.squares) if request.size is None else room * 11 // 20))
        low, high = spec.bits
        low += rng.random() * (high - low) / 3
        pushes = (max(1, request.moves[0] // 4), request.moves[1]) if request.moves else (spec.pushes, 999)
        if request.moves and request.difficulty_index is None:
            low, high = 0.0, 99.0
        task = Task("moves", Limits(bytes=1 << 30), self.control)
        for _ in range(TRIES):
            bits = (round(low * BIT), round(high * BIT))
            cells, starts, player, luck = _core.sokoban_generate(
                rows, cols, boxes, squares, bits, pushes, request.size is not None, 600_000, rng.getrandbits(64), task
            )
            if not cells:
                if request.moves or boxes == 1:
                    return
                low *= 0.8
                continue
            verdict = yield _crop(self.kind, rows, cols, cells, starts, player)
            if request.moves and request.difficulty_index is None:
                if verdict < 0:
                    pushes = (pushes[0] + pushes[0] // 4 + 1, pushes[1])
                elif verdict > 0:
                    pushes = (pushes[0], max(pushes[0], pushes[1] * 3 // 4))
            elif verdict < 0:
                low, high = max(low * 1.3, luck / BIT * 1.1) + 0.2, high * 1.4 + 1
            elif verdict > 0:
                low, high = low * 0.7, max(0.3, min(high * 0.8, luck / BIT * 0.85))
                low = min(low, high * 0.8)

    def key(self, puzzle: Sokoban) -> str:
        """Return a canonical form that does not depend on where in the reachable area the player starts."""
        return key(puzzle, puzzle.board.area(puzzle.player, puzzle.boxes))


def _rank_by_moves(request: LevelRequest) -> int:
    """Return the index of the difficulty whose solutions are about as long as requested."""
    middle = sum(request.moves) // 2 if request.moves else 60
    return sum(middle >= border for border in (25, 60, 120))


def _crop(kind: type[Any], rows: int, cols: int, cells: bytes, boxes: list[int], player: int) -> Sokoban:
    """Return the level from the core without superfluous rows and columns of walls."""
    floor = [divmod(at, cols) for at, cell in enumerate(cells) if cell]
    top, bottom = min(row for row, _ in floor) - 1, max(row for row, _ in floor) + 2
    left, right = min(col for _, col in floor) - 1, max(col for _, col in floor) + 2

    def mark(row: int, col: int) -> str:
        if cell := cells[row * cols + col]:
            return ".o"[cell - 1]
        near = any(cells[r * cols + c] for r in range(max(0, row - 1), min(rows, row + 2))
                   for c in range(max(0, col - 1), min(cols, col + 2)))  # fmt: skip
        return "#" if near else " "

    board = Board(tuple("".join(mark(row, col) for col in range(left, right)) for row in range(top, bottom)))

    def place(at: int) -> int:
        return (at // cols - top) * (right - left) + at % cols - left

    puzzle: Sokoban = kind(board, place(player), frozenset(map(place, boxes)))
    return puzzle
