"""The rules of sliding tiles: one position, its moves, its goal, and whether it can be solved at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Self

from ...puzzle import (
    Heuristic,
    IllegalMove,
    Level,
    Limits,
    Move,
    Piece,
    Puzzle,
    PuzzleError,
    Result,
    Scene,
    Unsupported,
)
from ...words import say
from . import native
from .frame import Frame, frame
from .heuristics import HEURISTICS
from .text import LARGEST, Board, boards, numbers, standard_goal, written


class Tiles(Puzzle):
    """One position of numbered tiles and a gap; a move slides a tile into the gap.

    >>> start = Tiles.parse("1 2 0  3 4 5  6 7 8")
    >>> [start.notation(move) for move in start.moves()]
    ['2', '5']
    >>> print(start.play(next(iter(start.moves()))))
    1 0 2
    3 4 5
    6 7 8
    """

    __slots__ = ("_hash", "cells", "frame", "gap")

    family: ClassVar[str] = "tiles"
    formats: ClassVar[tuple[str, ...]] = ("line", "grid")
    options: ClassVar[tuple[str, ...]] = ("goal", "tables")
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    native_heuristics: ClassVar[tuple[str, ...]] = native.HEURISTICS
    best_heuristic: ClassVar[str] = "linear-conflict"
    climbing_heuristic: ClassVar[str | None] = "difference"

    frame: Frame
    cells: bytes
    gap: int

    def __init__(self, cells: Iterable[int], frame: Frame) -> None:
        self.cells = bytes(cells)
        self.frame = frame
        self.gap = self.cells.index(0)
        self._hash = hash(self.cells)

    @classmethod
    def parse(cls, text: str, *, goal: str = "first") -> Self:
        found = list(boards(text, goal))
        if not found:
            raise PuzzleError("no numbers; expected a board such as: 1 2 0 3 4 5 6 7 8")
        _, board = found[0]
        if isinstance(board, PuzzleError):
            raise board
        if len(found) > 1:
            raise PuzzleError(f"{len(found):,} boards, the second here; expected one", line=found[1][0], column=1)
        return cls._of(board)

    @classmethod
    def levels(cls, text: str, *, goal: str = "first", **_: Any) -> Iterator[Level]:
        """The boards of a file in order; ``goal`` ("first" or "last") holds where the file names none."""
        index = -1
        for index, (line, board) in enumerate(boards(text, goal)):
            if isinstance(board, PuzzleError):
                yield Level(index, None, error=board, line=line)
            else:
                yield Level(index, cls._of(board), line=line)
        if index < 0:
            why = PuzzleError("no numbers; expected a board such as: 1 2 0 3 4 5 6 7 8")
            yield Level(0, None, error=why)

    @classmethod
    def _of(cls, board: Board) -> Self:
        return cls(board.cells, frame(board.rows, board.cols, board.goal))

    def __str__(self) -> str:
        return self.text("grid")

    def drawing(self) -> str:
        return numbers(self.cells, self.cols)

    def text(self, format: str) -> str:
        if format not in self.formats:
            raise Unsupported(f"tiles has no format '{format}'; choose one of: {', '.join(self.formats)}")
        return written(self.rows, self.cols, self.cells, self.frame.goal, line=format == "line")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiles):
            return NotImplemented
        if self.cells != other.cells:
            return False
        return self.frame is other.frame or self.frame.key == other.frame.key

    def __hash__(self) -> int:
        return self._hash

    @property
    def rows(self) -> int:
        return self.frame.rows

    @property
    def cols(self) -> int:
        return self.frame.cols

    def moves(self) -> Iterator[Move]:
        """The tiles beside the gap: the one above it, left, right, below."""
        to = divmod(self.gap, self.frame.cols)
        cells = self.cells
        for at in self.frame.neighbours[self.gap]:
            yield Move(str(cells[at]), to)

    def play(self, move: Move) -> Self:
        at = self._place(move)
        cells = bytearray(self.cells)
        cells[self.gap], cells[at] = cells[at], 0
        after: Self = object.__new__(type(self))
        after.cells, after.frame, after.gap = bytes(cells), self.frame, at
        after._hash = hash(after.cells)
        return after

    def _place(self, move: Move) -> int:
        """The cell of the tile that the move slides into the gap."""
        piece, cells, gap = move.piece, self.cells, self.gap
        for at in self.frame.neighbours[gap]:
            if str(cells[at]) == piece and move.to == divmod(gap, self.frame.cols):
                return at
        if move.to != divmod(gap, self.frame.cols):
            raise IllegalMove(f"tile {piece} cannot go to row {move.to[0] + 1}, column {move.to[1] + 1}: not the gap")
        raise IllegalMove(f"tile {piece} is not beside the gap")

    def is_solved(self) -> bool:
        return self.cells == self.frame.goal

    def notation(self, move: Move) -> str:
        return move.piece

    def notations(self, moves: Iterable[Move]) -> list[str]:
        return [move.piece for move in moves]

    def words(self, move: Move, lang: str = "en") -> str:
        step = self.gap - self._place(move)
        side = {1: "right", -1: "left", self.cols: "down", -self.cols: "up"}
        if self.cols == 1:
            side = {1: "down", -1: "up"}
        return say(f"tile.{side[step]}", lang, piece=move.piece)

    def order(self) -> tuple[int, ...]:
        return tuple(self.cells)

    def goals(self) -> Iterable[Self]:
        return [type(self)(self.frame.goal, self.frame)]

    def back(self) -> Iterator[tuple[Move, Self]]:
        """Each tile that may have come from where the gap is now: every move can be taken back."""
        for move in self.moves():
            before = self.play(move)
            yield Move(move.piece, divmod(before.gap, self.cols)), before

    def dead(self) -> str | None:
        if self.frame.solvable(self.cells):
            return None
        if min(self.rows, self.cols) == 1:
            return "on a single line tiles cannot pass each other, and their order is not the goal's"
        return "the parity is wrong: half of all arrangements cannot reach the goal, and this is one of them"

    def faults(self) -> list[str]:
        found = [self.dead(), "the board is solved already" if self.is_solved() else None]
        return [fault for fault in found if fault]

    def scene(self) -> Scene:
        goal = None if self.is_solved() else self._scene(self.frame.goal)
        return self._scene(self.cells, goal)

    def _scene(self, cells: bytes, goal: Scene | None = None) -> Scene:
        home, cols = self.frame.goal, self.cols
        pieces = tuple(
            Piece(str(number), (divmod(at, cols),), "tile", str(number), "home" if home[at] == number else "")
            for at, number in enumerate(cells)
            if number
        )
        return Scene("tiles", self.rows, cols, ("." * cols,) * self.rows, pieces, goal=goal)

    def solve_native(
        self,
        *,
        metric: str,
        limits: Limits,
        any: bool = False,
        tables: str = "default",
        heuristic: str | None = None,
        **options: Any,
    ) -> Result | None:
        return native.solve(self, metric, limits, native.Way(tables, heuristic, any), options.get("workers"))

    @classmethod
    def solve_many_native(
        cls,
        puzzles: list[Self],
        *,
        metric: str,
        limits: Limits,
        any: bool = False,
        workers: int = 1,
        tables: str = "default",
        heuristic: str | None = None,
        **options: Any,
    ) -> list[Result] | None:
        return native.solve_many(puzzles, metric, limits, native.Way(tables, heuristic, any), workers)

    def explore_native(self, *, metric: str, limits: Limits) -> Any:
        return native.explore(self, metric, limits)

    def trace_native(
        self, algorithm: str, heuristic: str | None, limits: Limits
    ) -> tuple[Result, Iterable[str]] | None:
        if algorithm != "hillclimb" or heuristic is None:
            return None
        return native.climb(self, heuristic, limits)

    @classmethod
    def random(cls, rng: Random, *, rows: int = 4, cols: int | None = None, goal: str = "first", **_: Any) -> Self:
        """A solvable board drawn evenly from all of its size."""
        cols = cols or rows
        if not (2 <= rows <= LARGEST and 2 <= cols <= LARGEST):
            raise Unsupported(f"no random boards of {rows}×{cols}; choose rows and columns from 2 to {LARGEST}")
        shared = frame(rows, cols, standard_goal(rows, cols, goal))
        cells = list(range(rows * cols))
        rng.shuffle(cells)
        if not shared.solvable(bytes(cells)):
            a, b = (at for at, number in enumerate(cells) if number in (1, 2))
            cells[a], cells[b] = cells[b], cells[a]  # one swap turns the parity
        return cls(cells, shared)
