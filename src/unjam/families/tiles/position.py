"""The rules of sliding tiles: positions, their moves and goal, and whether they can be solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...core.puzzle import About, Fault, Heuristic, IllegalMove, Level, Message, Move, Puzzle, PuzzleError, Result, Task
from . import difficulty
from .about import ABOUT
from .board import Frame, shared_frame
from .heuristics import HEURISTICS
from .native import TilesNative
from .text import Board, boards, numbers, standard_goal, write_board

if TYPE_CHECKING:
    from random import Random

    from ...core.scene import Scene

NO_NUMBERS = Message("no numbers; expected a board such as: 1 2 0 3 4 5 6 7 8")


class Tiles(Puzzle):
    """A position of numbered tiles and a gap; a move slides a tile into the gap.

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
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "linear-conflict"
    about: ClassVar[About] = ABOUT
    native: ClassVar[TilesNative] = TilesNative()

    def __init__(self, cells: Iterable[int], frame: Frame) -> None:
        self.cells = bytes(cells)
        self.frame = frame
        self.gap = self.cells.index(0)
        self._hash = hash(self.cells)

    # -- text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str, *, goal: str = "first") -> Self:
        """Return the only board in a string; if the text has no goal, ``goal`` puts the gap "first" or "last"."""
        levels = list(boards(text, goal))
        if not levels:
            raise PuzzleError(NO_NUMBERS)
        board = levels[0][1]
        faults = list(board.faults) if isinstance(board, PuzzleError) else []
        if len(levels) > 1:
            faults.append(
                Fault(
                    Message("expected one board, but there are {n}; the second one starts here", n=len(levels)),
                    line=levels[1][0],
                    column=1,
                )
            )
        if faults:
            raise PuzzleError.of(faults)
        assert isinstance(board, Board)
        return cls._of(board)

    @classmethod
    def levels(cls, text: str, *, goal: str = "first", **options: Any) -> Iterator[Level]:
        """Yield the boards in a string; if the text has no goal, ``goal`` puts the gap "first" or "last"."""
        index = -1
        for index, (line, board) in enumerate(boards(text, goal)):
            if isinstance(board, PuzzleError):
                yield Level(index, None, error=board, line=line)
            else:
                yield Level(index, cls._of(board), line=line)
        if index < 0:
            yield Level(0, None, error=PuzzleError(NO_NUMBERS))

    @classmethod
    def _of(cls, board: Board) -> Self:
        return cls(board.cells, shared_frame(board.rows, board.cols, board.goal))

    def __str__(self) -> str:
        return self.text("grid")

    def text(self, format: str, *, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
        line = self.format(format) == "line"
        return write_board(self.rows, self.cols, self.cells, self.frame.goal, line=line)

    def drawing(self) -> str:
        """Return the numbers in aligned rows, so that drawings sort in the same order as the numbers."""
        return numbers(self.cells, self.cols)

    # -- value ---------------------------------------------------------------------------------------------------------

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

    # -- rules ---------------------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[Move]:
        """Yield the moves of the tiles beside the gap: above, left, right, below."""
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
        """Return the cell of the tile that the move slides into the gap."""
        piece, cells, gap = move.piece, self.cells, self.gap
        if move.to != divmod(gap, self.frame.cols):
            raise IllegalMove(
                Message(
                    "tile {piece} cannot go to row {row}, column {column}: that is not the gap",
                    piece=piece,
                    row=move.to[0] + 1,
                    column=move.to[1] + 1,
                )
            )
        for at in self.frame.neighbours[gap]:
            if str(cells[at]) == piece:
                return at
        raise IllegalMove(Message("tile {piece} is not beside the gap", piece=piece))

    def is_solved(self) -> bool:
        return self.cells == self.frame.goal

    def goals(self) -> Iterable[Self]:
        return [type(self)(self.frame.goal, self.frame)]

    def back(self) -> Iterator[tuple[Move, Self]]:
        for move in self.moves():
            before = self.play(move)
            yield Move(move.piece, divmod(before.gap, self.cols)), before

    def dead(self) -> Fault | None:
        if self.frame.is_solvable(self.cells):
            return None
        if min(self.rows, self.cols) == 1:
            return Fault(
                Message("on a single line, tiles cannot pass each other, and they are not in the order of the goal")
            )
        last = standard_goal(self.rows, self.cols, "last")
        first = self.frame.goal == standard_goal(self.rows, self.cols)
        if first and shared_frame(self.rows, self.cols, last).is_solvable(self.cells):
            return Fault(
                Message(
                    "the parity is wrong: 0 1 2 … cannot be reached, but 1 2 … 0 can; if the gap should be last, "
                    "add a line 'goal' below the board, and 1 2 … 0 below that"
                )
            )
        return Fault(
            Message("the parity is wrong: half of all arrangements cannot reach the goal, and this is one of them")
        )

    def faults(self) -> list[Fault]:
        if self.is_solved():
            return [Fault(Message("the board is already solved"))]
        return super().faults()

    # -- words and pictures --------------------------------------------------------------------------------------------

    def notation(self, move: Move) -> str:
        return move.piece

    def notations(self, moves: Iterable[Move]) -> list[str]:
        return [move.piece for move in moves]

    def parse_move(self, word: str) -> Move:
        """Return the move of this tile into the gap, even if the tile is not beside the gap."""
        return Move(str(int(word)), divmod(self.gap, self.cols))

    def words(self, move: Move) -> Message:
        row, col = divmod(self._place(move), self.cols)
        to_row, to_col = move.to
        if to_col > col:
            return Message("Slide tile {piece} right", piece=move.piece)
        if to_col < col:
            return Message("Slide tile {piece} left", piece=move.piece)
        if to_row > row:
            return Message("Slide tile {piece} down", piece=move.piece)
        return Message("Slide tile {piece} up", piece=move.piece)

    def scene(self) -> Scene:
        from .scene import make_scene  # loaded only when drawn

        return make_scene(self)

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        return difficulty.features(self, result)

    @classmethod
    def random(
        cls, rng: Random, *, rows: int = 4, cols: int | None = None, goal: str = "first", **options: Any
    ) -> Self:
        from .generate import random_board  # the generator is loaded only when needed

        return cls(*random_board(rng, rows, cols, goal))
