"""A Sokoban position: the shared board, the player's square and the set of boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...core.puzzle import About, Fault, Heuristic, IllegalMove, Level, Message, Move, Puzzle, PuzzleError, Result, Task
from . import deadlock, difficulty
from .about import ABOUT
from .board import Board
from .heuristics import HEURISTICS
from .native import SokobanNative
from .text import reading, writing

if TYPE_CHECKING:
    from ...core.scene import Scene

_WORDS = (Message("Up"), Message("Down"), Message("Left"), Message("Right"))
_LETTERS = "udlr"
_MAX_GOALS = 200_000


class Sokoban(Puzzle):
    """A Sokoban position; ``moves`` are single steps of the player, in the order up, down, left, right.

    >>> level = Sokoban.parse('''
    ... ######
    ... #@ $.#
    ... ######
    ... ''')
    >>> after = level.play(Move("player", (1, 2))).play(Move("player", (1, 3)))
    >>> print(after)
    ######
    #  @*#
    ######
    >>> after.is_solved()
    True
    """

    family: ClassVar[str] = "sokoban"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "pushes")
    formats: ClassVar[tuple[str, ...]] = ("xsb", "rle", "sok", "brd")
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "matching"
    about: ClassVar[About] = ABOUT
    native: ClassVar[SokobanNative] = SokobanNative()

    __slots__ = ("_hash", "board", "boxes", "player")

    def __init__(self, board: Board, player: int, boxes: frozenset[int]) -> None:
        self.board, self.player, self.boxes = board, player, boxes
        self._hash = hash((player, boxes))

    # -- text --------------------------------------------------------------------------------------------------------

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """Yield the levels in a string (XSB, run-length, ``.sok``, ``.brd`` or XML) with their titles and notes.

        A level that cannot be read has an error that lists all its faults.
        """
        index = -1
        for index, drawing in enumerate(reading.drawings(text)):
            puzzle = error = None
            try:
                puzzle = cls(*reading.position(drawing))
            except PuzzleError as fault:
                error = fault
            yield Level(index, puzzle, drawing.title, error, drawing.line, drawing.notes)
        if index < 0:
            yield Level(0, None, error=PuzzleError(reading.NO_LEVEL, line=1, column=1))

    def __str__(self) -> str:
        return writing.xsb(self)

    def text(self, format: str, *, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
        """Return the position as ``xsb``, ``rle``, ``sok`` or ``brd``; ``sok`` includes the title and notes.

        >>> print(Sokoban.parse("6#|#@$-.#|6#").text("rle"))
        6#|#@$-.#|6#
        """
        if self.format(format) == "sok":
            return writing.sok(self, title, notes)
        return {"xsb": writing.xsb, "rle": writing.rle, "brd": writing.brd}[format](self)

    # -- the rules ---------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sokoban):
            return NotImplemented
        return self.player == other.player and self.boxes == other.boxes and self.board == other.board

    def __hash__(self) -> int:
        return self._hash

    def moves(self) -> Iterable[Move]:
        board, boxes = self.board, self.boxes
        for step in board.steps:
            to = self.player + step
            if board.free[to] and (to not in boxes or (board.free[to + step] and to + step not in boxes)):
                yield Move("player", divmod(to, board.cols))

    def _step(self, move: Move) -> tuple[int, int]:
        """Return the square that the player steps to, and its offset; raise IllegalMove if the step is impossible."""
        r, c = move.to
        board = self.board
        to = r * board.cols + c
        step = to - self.player
        if move.piece != "player" or move.turn or not 0 <= c < board.cols or step not in board.steps:
            raise IllegalMove("only the player moves, one square at a time")
        if not 0 <= to < len(board.free) or not board.free[to]:
            raise IllegalMove("there is a wall")
        return to, step

    def play(self, move: Move) -> Self:
        """Return the position after the step; a box ahead is pushed if the square behind it is free."""
        to, step = self._step(move)
        boxes = self.boxes
        if to in boxes:
            beyond = to + step
            if beyond in boxes or not self.board.free[beyond]:
                raise IllegalMove("the box cannot be pushed: the square behind it is taken")
            boxes = boxes - {to} | {beyond}
        return type(self)(self.board, to, boxes)

    def is_solved(self) -> bool:
        """Return whether all boxes are on storage or, if boxes outnumber storage squares, all storage is filled."""
        goals = self.board.goals
        return goals <= self.boxes if len(self.boxes) > len(goals) else self.boxes <= goals

    def cost(self, move: Move, metric: str) -> int:
        """Return 1 for a push; a step without a push costs 1 in the metric ``moves`` and 0 in ``pushes``."""
        r, c = move.to
        return 1 if metric == "moves" or r * self.board.cols + c in self.boxes else 0

    def goals(self) -> Iterable[Self] | None:
        """Return every solved position, with the player on any square; None if there are too many such positions."""
        board, n = self.board, len(self.boxes)
        if n > len(board.goals) or comb(len(board.goals), n) * len(board.squares) > _MAX_GOALS:
            return None
        return (
            type(self)(board, player, frozenset(boxes))
            for boxes in combinations(sorted(board.goals), n)
            for player in board.squares
            if player not in boxes
        )

    def back(self) -> Iterable[tuple[Move, Self]]:
        """Yield the possible previous positions, from which the player walked here or pushed the box ahead."""
        board, boxes, player = self.board, self.boxes, self.player
        move = Move("player", board.cell(player))
        for step in board.steps:
            before = player - step
            if board.free[before] and before not in boxes:
                yield move, type(self)(board, before, boxes)
                if player + step in boxes:
                    yield move, type(self)(board, before, boxes - {player + step} | {player})

    # -- what users see ----------------------------------------------------------------------------------------------

    def notation(self, move: Move) -> str:
        """Return the move as one LURD letter, in upper case if it is a push."""
        to, step = self._step(move)
        letter = _LETTERS[self.board.steps.index(step)]
        return letter.upper() if to in self.boxes else letter

    def parse_move(self, word: str) -> Move:
        """Return the step in the direction of the letter, whose case does not matter."""
        return Move("player", self.board.cell(self.player + self.board.steps[_LETTERS.index(word.lower())]))

    def notations(self, moves: Iterable[Move]) -> list[str]:
        """Return the whole solution as a list with one LURD string."""
        return ["".join(super().notations(moves))]

    def words(self, move: Move) -> Message:
        return _WORDS[self.board.steps.index(self._step(move)[1])]

    def scene(self) -> Scene:
        from .scene import make_scene  # loaded only when drawn

        return make_scene(self)

    def faults(self) -> list[Fault]:
        """Return the reasons why this is not a valid level, for example that it has no boxes or is already solved."""
        out = []
        if not self.boxes:
            out.append(Fault(Message("the level has no box")))
        if not self.board.goals:
            out.append(Fault(Message("the level has no storage squares")))
        if self.boxes and self.board.goals and self.is_solved():
            out.append(Fault(Message("the level is already solved")))
        return out + super().faults()

    def dead(self) -> Fault | None:
        """Return why this position cannot be solved, if dead squares, frozen boxes or too little storage prove it."""
        return deadlock.reason(self.board, self.player, self.boxes)

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        return difficulty.human_features(self, result, task)
