"""The rules of packing: positions, placing and lifting pieces, and when a level is solved."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...core.limits import control_or_default, limits_or_default
from ...core.notation import match_case
from ...core.puzzle import (
    About,
    Control,
    Fault,
    Heuristic,
    IllegalMove,
    Level,
    Limits,
    Message,
    Move,
    Puzzle,
    PuzzleError,
    Result,
    Task,
    Unsupported,
)
from . import difficulty
from .about import ABOUT
from .board import Board, Place, Placement
from .deadlock import dead_ends
from .heuristics import HEURISTICS
from .lifting import SUFFIX, describe_lift, find_lift, is_lift
from .native import PackingNative
from .shapes import TURNS, Kind, Point
from .text import read, split, write

if TYPE_CHECKING:
    from random import Random

    from ...core.scene import Scene

_PLACE = re.compile(r"(\S+)@(-?[0-9]+),(-?[0-9]+)([rm][0-3])?")


class Packing(Puzzle):
    """A packing position: a board and its pieces, which wait beside the board, lie on it, or are locked in place.

    ``moves()`` lists every possible placement of the pieces not yet on the board (only the first of equal pieces). The
    placements are sorted by piece, in the order of the definitions, then by x and y of the lower left corner, then by
    orientation. ``branches()`` lists only the placements of the next piece, so solutions place the pieces in the order
    of the definitions. The position is solved when every cell is covered and every piece is placed. If the board is
    marked ``leftover``, not every piece has to be placed. A piece that is not locked can also be taken off the board
    (``Bar@off``), but ``moves()`` omits such moves because they undo earlier ones.

    >>> level = Packing.parse("board 3 2\\nBar 1x2\\nSquare 2x2\\n")
    >>> [level.notation(move) for move in level.moves()]
    ['Bar@0,0', 'Bar@1,0', 'Bar@2,0', 'Square@0,0', 'Square@1,0']
    """

    __slots__ = ("board", "covered", "placements")

    family: ClassVar[str] = "packing"
    metrics: ClassVar[tuple[str, ...]] = ("pieces",)
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "left"
    about: ClassVar[About] = ABOUT
    native: ClassVar[PackingNative] = PackingNative()

    def __init__(self, board: Board, placements: tuple[Placement | None, ...], covered: int) -> None:
        self.board, self.placements, self.covered = board, placements, covered

    # -- text ------------------------------------------------------------------------------------------------

    @classmethod
    def _read(cls, lines: list[str], first: int) -> Self:
        board, placements = read(lines, first)
        covered = 0
        for piece, placement in enumerate(placements):
            if placement is not None:
                for dx, dy in board.kinds[board.kind_of[piece]].shapes[placement.turn].points:
                    covered |= 1 << ((placement.x + dx) * board.height + placement.y + dy)
        return cls(board, placements, covered)

    @classmethod
    def parse(cls, text: str) -> Self:
        (start, lines), *more = split(text)
        faults: list[Fault] = []
        if more:
            faults.append(Fault(Message("a second board; expected one level"), line=more[0][0], column=1))
        try:
            position = cls._read(lines, start)
        except PuzzleError as error:
            raise PuzzleError.of([*error.faults, *faults]) from None
        if faults:
            raise PuzzleError.of(faults)
        return position

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """Yield the levels in a string; each extends from its ``board`` line to the next ``board`` line."""
        for index, (first, lines) in enumerate(split(text)):
            try:
                yield Level(index, cls._read(lines, first), line=first)
            except PuzzleError as error:
                yield Level(index, None, error=error, line=first)

    def __str__(self) -> str:
        return write(self.board, self.placements)

    # -- value -----------------------------------------------------------------------------------------------

    @cached_property
    def _key(self) -> tuple[tuple[Placement, ...], ...]:
        """Return the sorted placements of each kind, because pieces of one kind are interchangeable."""
        groups: list[list[Placement]] = [[] for _ in self.board.kinds]
        for piece, placement in enumerate(self.placements):
            if placement is not None:
                groups[self.board.kind_of[piece]].append(placement)
        return tuple(tuple(sorted(placements)) for placements in groups)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Packing)
            and self.covered == other.covered
            and self._key == other._key
            and (self.board is other.board or self.board == other.board)
        )

    def __hash__(self) -> int:
        return hash(self._key)

    # -- rules -----------------------------------------------------------------------------------------------

    @property
    def empty(self) -> int:
        return self.board.mask & ~self.covered

    @property
    def waiting(self) -> list[int]:
        """Return the numbers (from 0) of the pieces that are not on the board."""
        return [piece for piece, placement in enumerate(self.placements) if placement is None]

    def kind(self, piece: int) -> Kind:
        return self.board.kinds[self.board.kind_of[piece]]

    def number(self, name: str) -> int:
        """Return the number (from 0) of the named piece or, for a kind, of its first piece that is not on the board."""
        numbers = self.board.numbers.get(name)
        if numbers is None:
            known = ", ".join(self.board.numbers)
            raise IllegalMove(Message("no piece is called '{name}'; the pieces are: {known}", name=name, known=known))
        return next((piece for piece in numbers if self.placements[piece] is None), numbers[0])

    def places(self, name: str) -> list[Place]:
        """Return the placements now possible for the piece; if it is on the board, they may overlap its current one."""
        piece = self.number(name)
        placement = self.placements[piece]
        if placement is not None and placement.locked:
            return []
        free = self.empty | (self.place(piece).mask if placement else 0)
        return [place for place in self.board.places[self.board.kind_of[piece]] if not place.mask & ~free]

    def place(self, piece: int) -> Place:
        placement = self.placements[piece]
        assert placement is not None
        x, y, turn, _ = placement
        first_x, first_y = self.kind(piece).shapes[turn].first
        return self.board.place_at[self.board.kind_of[piece], (self.board.height - 1 - y - first_y, x + first_x), turn]

    def moves(self) -> Iterator[Move]:
        seen = set()
        for piece in self.waiting:
            if (kind := self.board.kind_of[piece]) not in seen:
                seen.add(kind)
                yield from self._moves(piece)

    def _moves(self, piece: int) -> Iterator[Move]:
        covered, name = self.covered, self.board.ids[piece]
        for place in self.board.places[self.board.kind_of[piece]]:
            if not place.mask & covered:
                yield place.move(name)

    def branches(self) -> Iterator[Move]:
        """Return the moves of the next piece; if pieces may be left over, all moves that cover the first empty cell."""
        if not self.board.leftover:
            waiting = self.waiting
            return self._moves(waiting[0]) if waiting else iter(())
        first = self.empty & -self.empty
        at = self.board.place_at
        kinds = self.board.kind_of
        return (move for move in self.moves() if at[kinds[self.number(move.piece)], move.to, move.turn].mask & first)

    def play(self, move: Move) -> Self:
        if is_lift(move):
            return self.take_back(find_lift(self, move.piece).piece)
        piece = self.number(move.piece)
        if self.placements[piece] is not None:
            raise IllegalMove(Message("{piece} is already on the board; take it off first", piece=move.piece))
        place = self.board.place_at.get((self.board.kind_of[piece], move.to, move.turn))
        if place is None:
            raise IllegalMove(Message("{piece} cannot be placed there on this board", piece=move.piece))
        if place.mask & self.covered:
            raise IllegalMove(Message("{move} would cover a piece that is already there", move=self.notation(move)))
        return self._with(piece, Placement(place.x, place.y, place.turn, False), self.covered | place.mask)

    def after(self, moves: Iterable[Move]) -> Self:
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def _with(self, piece: int, placement: Placement | None, covered: int) -> Self:
        return type(self)(self.board, (*self.placements[:piece], placement, *self.placements[piece + 1 :]), covered)

    def take_back(self, *names: str) -> Self:
        """Return the position with these pieces taken off; by default, all pieces that are not locked.

        >>> level = Packing.parse("board 2 1\\nDot 1x1\\nDash 1x1\\nDot @ 0,0\\nDash @ 1,0 locked\\n")
        >>> print(level.take_back("Dot"), end="")
        board 2 1
        Dot 1x1
        Dash 1x1
        Dash @ 1,0 locked
        """
        position = self
        for piece in self._on_board(names):
            placement = self.placements[piece]
            if placement is not None and not placement.locked:
                position = position._with(piece, None, position.covered & ~self.place(piece).mask)
            elif names and placement is not None:
                raise IllegalMove(Message("{piece} is locked for good", piece=self.board.ids[piece]))
            elif names:
                raise IllegalMove(Message("{piece} is not on the board", piece=self.board.ids[piece]))
        return position

    def lock(self, *names: str) -> Self:
        """Return the position with these pieces locked for good; by default, all pieces on the board."""
        position = self
        for piece in self._on_board(names):
            placement = self.placements[piece]
            if placement is not None:
                position = position._with(piece, placement._replace(locked=True), position.covered)
            elif names:
                raise IllegalMove(
                    Message("{piece} is not on the board, so it cannot be locked", piece=self.board.ids[piece])
                )
        return position

    def _on_board(self, names: tuple[str, ...]) -> list[int]:
        """Return the numbers of the named pieces; the name of a kind means all of its pieces on the board."""
        if not names:
            return list(range(len(self.placements)))
        numbers: list[int] = []
        for name in names:
            self.number(name)  # raises an error if the name is unknown
            pieces = self.board.numbers[name]
            placed = [piece for piece in pieces if self.placements[piece] is not None]
            numbers += placed or pieces[:1]
        return numbers

    def is_solved(self) -> bool:
        return self.covered == self.board.mask and (self.board.leftover or None not in self.placements)

    def faults(self) -> list[Fault]:
        return dead_ends(self)

    def dead(self) -> Fault | None:
        return next(iter(dead_ends(self)), None)

    # -- notation and scene ----------------------------------------------------------------------------------

    def corner(self, move: Move) -> Point:
        """Return the lower left corner (x, y) of the bounding box of the piece after the move."""
        shape = self.kind(self.number(move.piece)).shape.turned(move.turn)
        first_x, first_y = shape.first
        return move.to[1] - first_x, self.board.height - 1 - move.to[0] - first_y

    def notation(self, move: Move) -> str:
        if is_lift(move):
            return f"{move.piece}{SUFFIX}"
        x, y = self.corner(move)
        return f"{self.kind(self.number(move.piece)).name}@{x},{y}{TURNS[move.turn]}"

    def parse_move(self, word: str) -> Move:
        """Return the move that places or lifts the piece, without checking whether something is in the way.

        An orientation that looks the same as an allowed one is also accepted.
        """
        if word.lower().endswith(SUFFIX):
            return find_lift(self, match_case(word[: -len(SUFFIX)], self.board.numbers))
        match = _PLACE.fullmatch(word)
        assert match is not None
        name, x, y = match_case(match[1], self.board.numbers), int(match[2]), int(match[3])
        piece = self.number(name)
        kind = self.kind(piece)
        shape = kind.shape.turned(TURNS.index(match[4] or ""))
        turn = next((turn for turn, look in kind.shapes.items() if look == shape), None)
        if turn is None:
            raise IllegalMove(Message("{piece} may not be turned like this", piece=name))
        first_x, first_y = shape.first
        return Move(self.board.ids[piece], (self.board.height - 1 - y - first_y, x + first_x), turn)

    def words(self, move: Move) -> Message:
        if is_lift(move):
            return describe_lift(self, move)
        x, y = self.corner(move)
        values = {"piece": self.kind(self.number(move.piece)).name, "column": x + 1, "row": y + 1}
        degrees = move.turn % 4 * 90
        if move.turn == 0:
            return Message("Put {piece} in column {column}, row {row} from the bottom", **values)
        if move.turn < 4:
            return Message(
                "Put {piece}, turned {degrees} degrees, in column {column}, row {row} from the bottom",
                degrees=degrees,
                **values,
            )
        if not degrees:
            return Message("Put {piece}, mirrored, in column {column}, row {row} from the bottom", **values)
        return Message(
            "Put {piece}, mirrored and turned {degrees} degrees, in column {column}, row {row} from the bottom",
            degrees=degrees,
            **values,
        )

    def scene(self) -> Scene:
        from .scene import make_scene  # loaded only when drawn

        return make_scene(self)

    # -- solving ---------------------------------------------------------------------------------------------

    def solutions(
        self,
        *,
        reduced: bool = False,
        first: str | None = None,
        algorithm: str | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
    ) -> Generator[tuple[Move, ...], None, Result]:
        """Yield every solution, sorted by the placement of the first piece, then of the second, and so on.

        The piece named ``first`` comes before all others. Pieces of one kind are interchangeable. If ``reduced``, only
        one of several symmetric solutions is listed.
        """
        return self.native.solutions(self, _task(algorithm, limits, control, first), reduced)

    def count_solutions(
        self,
        *,
        reduced: bool = False,
        algorithm: str | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
    ) -> int:
        """Return the number of solutions; raise LimitReached if a limit is reached before all are counted."""
        return self.native.count(self, _task(algorithm, limits, control), reduced).solution_count()

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        return difficulty.features(self, result, task)

    @classmethod
    def random(
        cls,
        rng: Random,
        *,
        width: int = 6,
        height: int = 5,
        pieces: int = 6,
        freedom: str = "fixed",
        **options: Any,
    ) -> Self:
        """Return a solvable level, made by cutting a board at random into connected pieces."""
        from .generate import cut  # the generator is loaded only when needed

        return cls(board := cut(rng, width, height, pieces, freedom), (None,) * len(board.ids), 0)


def _task(algorithm: str | None, limits: Limits | None, control: Control | None, first: str | None = None) -> Task:
    """Return the task for listing or counting solutions; raise Unsupported if the algorithm cannot do that."""
    known = ("native", *PackingNative.engines)
    if algorithm not in (None, *known):
        raise Unsupported.choice(Message("packing cannot use the algorithm '{name}' here", name=algorithm), known)
    engine = None if algorithm == "native" else algorithm
    options = {} if first is None else {"first": first}
    return Task("pieces", limits_or_default(limits), control_or_default(control), engine=engine, options=options)
