"""Packing: fill the board with all of the pieces; one immutable position of it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Self

from ...core.limits import control_or_default, limits_or_default
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
    Piece,
    Puzzle,
    PuzzleError,
    Result,
    Scene,
    Task,
    Unsupported,
)
from . import colours, difficulty
from . import text as form
from .about import ABOUT
from .board import Place, Spot, Tray
from .deadlock import dead_ends
from .generate import cut
from .heuristics import HEURISTICS
from .lifting import SUFFIX, describe_lift, find_lift, is_lift
from .native import PackingNative
from .shapes import TURNS, Kind, Point

_PLACE = re.compile(r"(\S+)@(-?[0-9]+),(-?[0-9]+)([rm][0-3])?")


class Packing(Puzzle):
    """A board, pieces, and some of them placed: for now or, when locked, for good.

    ``moves()`` lists the places of every waiting piece: pieces in file order (of one kind only the first),
    then x and y of the lower left corner ascending, then the orientation. ``branches()`` lists those of the
    next piece alone, so a solution is listed with its pieces in file order. Solved when every cell is covered
    and every piece is placed; a board marked ``leftover`` is solved when every cell is covered.
    A piece that is not locked may also be taken off, ``Bar@off``; that leads back, so ``moves()`` leaves it out.

    >>> level = Packing.parse("board 3 2\\nBar 1x2\\nSquare 2x2\\n")
    >>> [level.notation(move) for move in level.moves()]
    ['Bar@0,0', 'Bar@1,0', 'Bar@2,0', 'Square@0,0', 'Square@1,0']
    """

    __slots__ = ("covered", "spots", "tray")

    family: ClassVar[str] = "packing"
    metrics: ClassVar[tuple[str, ...]] = ("pieces",)
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "left"
    about: ClassVar[About] = ABOUT
    native: ClassVar[PackingNative] = PackingNative()

    def __init__(self, tray: Tray, spots: tuple[Spot | None, ...], covered: int) -> None:
        self.tray, self.spots, self.covered = tray, spots, covered

    # -- text ------------------------------------------------------------------------------------------------

    @classmethod
    def _read(cls, lines: list[str], first: int) -> Self:
        tray, spots = form.read(lines, first)
        covered = 0
        for piece, spot in enumerate(spots):
            if spot is not None:
                for dx, dy in tray.kinds[tray.kind_of[piece]].shapes[spot[2]].points:
                    covered |= 1 << ((spot[0] + dx) * tray.height + spot[1] + dy)
        return cls(tray, spots, covered)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The position that the text describes; PuzzleError where it holds none or more than one."""
        (start, lines), *more = form.split(text)
        faults: list[Fault] = []
        if more:
            faults.append(Fault(Message("a second board; expected one level"), line=more[0][0], column=1))
        try:
            found = cls._read(lines, start)
        except PuzzleError as error:
            raise PuzzleError.of([*error.faults, *faults]) from None
        if faults:
            raise PuzzleError.of(faults)
        return found

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """The levels of a file, each from its ``board`` line to the next."""
        for index, (first, lines) in enumerate(form.split(text)):
            try:
                yield Level(index, cls._read(lines, first), line=first)
            except PuzzleError as error:
                yield Level(index, None, error=error, line=first)

    def __str__(self) -> str:
        return form.write(self.tray, self.spots)

    # -- value -----------------------------------------------------------------------------------------------

    @cached_property
    def _key(self) -> tuple[tuple[Spot, ...], ...]:
        """The spots kind by kind, sorted: pieces of one kind are not told apart."""
        found: list[list[Spot]] = [[] for _ in self.tray.kinds]
        for piece, spot in enumerate(self.spots):
            if spot is not None:
                found[self.tray.kind_of[piece]].append(spot)
        return tuple(tuple(sorted(spots)) for spots in found)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Packing)
            and self.covered == other.covered
            and self._key == other._key
            and (self.tray is other.tray or self.tray == other.tray)
        )

    def __hash__(self) -> int:
        return hash(self._key)

    # -- rules -----------------------------------------------------------------------------------------------

    @property
    def empty(self) -> int:
        """The bits of the cells still to cover."""
        return self.tray.mask & ~self.covered

    @property
    def waiting(self) -> list[int]:
        """The numbers, from 0, of the pieces not on the board."""
        return [piece for piece, spot in enumerate(self.spots) if spot is None]

    def kind(self, piece: int) -> Kind:
        """The kind of a piece by its number from 0."""
        return self.tray.kinds[self.tray.kind_of[piece]]

    def number(self, name: str) -> int:
        """The number, from 0, of the named piece; of one kind the first not on the board, else the first."""
        numbers = self.tray.numbers.get(name)
        if numbers is None:
            known = ", ".join(self.tray.numbers)
            raise IllegalMove(Message("no piece is called '{name}'; the pieces are: {known}", name=name, known=known))
        return next((piece for piece in numbers if self.spots[piece] is None), numbers[0])

    def places(self, name: str) -> list[Place]:
        """Where the piece can lie now, in order; one on the board that is not locked frees its own cells."""
        piece = self.number(name)
        spot = self.spots[piece]
        if spot is not None and spot[3]:
            return []
        free = self.empty | (self.place(piece).mask if spot else 0)
        return [place for place in self.tray.places[self.tray.kind_of[piece]] if not place.mask & ~free]

    def place(self, piece: int) -> Place:
        """Where the piece with this number, which is on the board, lies."""
        spot = self.spots[piece]
        assert spot is not None
        x, y, turn, _ = spot
        first_x, first_y = self.kind(piece).shapes[turn].first
        return self.tray.place_at[self.tray.kind_of[piece], (self.tray.height - 1 - y - first_y, x + first_x), turn]

    def moves(self) -> Iterator[Move]:
        seen = set()
        for piece in self.waiting:
            if (kind := self.tray.kind_of[piece]) not in seen:
                seen.add(kind)
                yield from self._moves(piece)

    def _moves(self, piece: int) -> Iterator[Move]:
        covered, name = self.covered, self.tray.ids[piece]
        for place in self.tray.places[self.tray.kind_of[piece]]:
            if not place.mask & covered:
                yield place.move(name)

    def branches(self) -> Iterator[Move]:
        """The places of the next piece; with leftovers, every place that covers the first empty cell."""
        if not self.tray.leftover:
            waiting = self.waiting
            return self._moves(waiting[0]) if waiting else iter(())
        first = self.empty & -self.empty
        at = self.tray.place_at
        kinds = self.tray.kind_of
        return (move for move in self.moves() if at[kinds[self.number(move.piece)], move.to, move.turn].mask & first)

    def play(self, move: Move) -> Self:
        if is_lift(move):
            return self.take_back(find_lift(self, move.piece).piece)
        piece = self.number(move.piece)
        if self.spots[piece] is not None:
            raise IllegalMove(Message("{piece} is already on the board; take it back first", piece=move.piece))
        place = self.tray.place_at.get((self.tray.kind_of[piece], move.to, move.turn))
        if place is None:
            raise IllegalMove(Message("{piece} has no such place on this board", piece=move.piece))
        if place.mask & self.covered:
            why = Message("{move} would cover a piece that is already there", move=self.notation(move))
            raise IllegalMove(why)
        return self._with(piece, (place.x, place.y, place.turn, False), self.covered | place.mask)

    def after(self, moves: Iterable[Move]) -> Self:
        """The position after all of the moves, as one of ``solutions`` gives them."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def _with(self, piece: int, spot: Spot | None, covered: int) -> Self:
        return type(self)(self.tray, (*self.spots[:piece], spot, *self.spots[piece + 1 :]), covered)

    def take_back(self, *names: str) -> Self:
        """The position without these pieces, or without any that is not locked; IllegalMove for a locked one.

        >>> level = Packing.parse("board 2 1\\nDot 1x1\\nDash 1x1\\nDot @ 0,0\\nDash @ 1,0 locked\\n")
        >>> print(level.take_back("Dot"), end="")
        board 2 1
        Dot 1x1
        Dash 1x1
        Dash @ 1,0 locked
        """
        position = self
        for piece in self._on_board(names):
            spot = self.spots[piece]
            if spot is not None and not spot[3]:
                position = position._with(piece, None, position.covered & ~self.place(piece).mask)
            elif names and spot is not None:
                raise IllegalMove(Message("{piece} is locked for good", piece=self.tray.ids[piece]))
            elif names:
                raise IllegalMove(Message("{piece} is not on the board", piece=self.tray.ids[piece]))
        return position

    def lock(self, *names: str) -> Self:
        """The position with these pieces, or every placed one, locked for good."""
        position = self
        for piece in self._on_board(names):
            spot = self.spots[piece]
            if spot is not None:
                position = position._with(piece, (*spot[:3], True), position.covered)
            elif names:
                why = Message("{piece} is not on the board, so it cannot be locked", piece=self.tray.ids[piece])
                raise IllegalMove(why)
        return position

    def _on_board(self, names: tuple[str, ...]) -> list[int]:
        """The numbers meant by the names; the name of a kind means all of its pieces on the board."""
        if not names:
            return list(range(len(self.spots)))
        found: list[int] = []
        for name in names:
            self.number(name)  # an unknown name is refused here
            numbers = self.tray.numbers[name]
            placed = [piece for piece in numbers if self.spots[piece] is not None]
            found += placed or numbers[:1]
        return found

    def is_solved(self) -> bool:
        return self.covered == self.tray.mask and (self.tray.leftover or None not in self.spots)

    def faults(self) -> list[Fault]:
        return dead_ends(self)

    def dead(self) -> Fault | None:
        """Why the board cannot be filled any more, where areas or single pieces already forbid it."""
        return next(iter(dead_ends(self)), None)

    # -- words and pictures ----------------------------------------------------------------------------------

    def corner(self, move: Move) -> Point:
        """The lower left corner, x and y, of the bounding box where the move lays its piece."""
        shape = self.kind(self.number(move.piece)).shape.turned(move.turn)
        first_x, first_y = shape.first
        return move.to[1] - first_x, self.tray.height - 1 - move.to[0] - first_y

    def notation(self, move: Move) -> str:
        if is_lift(move):
            return f"{move.piece}{SUFFIX}"
        x, y = self.corner(move)
        return f"{self.kind(self.number(move.piece)).name}@{x},{y}{TURNS[move.turn]}"

    def parse_move(self, word: str) -> Move:
        """The piece laid with its lower left corner there, whatever lies there already, or the piece taken off.

        An orientation that looks like an allowed one will do.
        """
        if word.lower().endswith(SUFFIX):
            return find_lift(self, self._known_name(word[: -len(SUFFIX)]))
        found = _PLACE.fullmatch(word)
        assert found is not None
        name, x, y = self._known_name(found[1]), int(found[2]), int(found[3])
        piece = self.number(name)
        kind = self.kind(piece)
        shape = kind.shape.turned(TURNS.index(found[4] or ""))
        turn = next((turn for turn, look in kind.shapes.items() if look == shape), None)
        if turn is None:
            raise IllegalMove(Message("{piece} may not be turned like this", piece=name))
        first_x, first_y = shape.first
        return Move(self.tray.ids[piece], (self.tray.height - 1 - y - first_y, x + first_x), turn)

    def _known_name(self, name: str) -> str:
        """The name as the level writes it, where the two differ by capitals alone."""
        if name not in self.tray.numbers:
            near = [known for known in self.tray.numbers if known.lower() == name.lower()]
            return near[0] if len(near) == 1 else name
        return name

    def words(self, move: Move) -> Message:
        if is_lift(move):
            return describe_lift(self, move)
        x, y = self.corner(move)
        values = {"piece": self.kind(self.number(move.piece)).name, "column": x + 1, "row": y + 1}
        degrees = move.turn % 4 * 90
        if move.turn == 0:
            return Message("Put {piece} in column {column}, row {row} from below", **values)
        if move.turn < 4:
            return Message(
                "Put {piece}, turned {degrees} degrees, in column {column}, row {row} from below",
                degrees=degrees,
                **values,
            )
        if not degrees:
            return Message("Put {piece}, mirrored, in column {column}, row {row} from below", **values)
        return Message(
            "Put {piece}, mirrored and turned {degrees} degrees, in column {column}, row {row} from below",
            degrees=degrees,
            **values,
        )

    def scene(self) -> Scene:
        tray = self.tray
        floor = tuple(
            "".join(" ."[(x, y) in tray.board] for x in range(tray.width)) for y in range(tray.height - 1, -1, -1)
        )
        pieces: list[Piece] = []
        waiting: list[Piece] = []
        for piece, spot in enumerate(self.spots):
            kind = self.kind(piece)
            shape = kind.shape if spot is None else kind.shapes[spot[2]]
            x, y, state = (0, tray.height - shape.height, "") if spot is None else (*spot[:2], "locked" * spot[3])
            cells = tuple(sorted((tray.height - 1 - y - dy, x + dx) for dx, dy in shape.points))
            colour = colours.shown(kind.name, kind.colour)
            turns = len(kind.shapes)
            drawn = Piece(tray.ids[piece], cells, "slab", str(piece + 1), state, kind.name, colour, turns)
            (waiting if spot is None else pieces).append(drawn)
        return Scene("packing", tray.height, tray.width, floor, tuple(pieces), waiting=tuple(waiting))

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
        """Every solution, one at a time: pieces in file order (``first`` before all), x then y ascending.

        Pieces of one kind are interchangeable: swapping them is no new solution. ``reduced`` gives one of each set
        that the symmetries of the board and of the set of pieces make of each other.
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
        """How many solutions there are; LimitReached where a limit came first."""
        return self.native.count(self, _task(algorithm, limits, control), reduced).solution_count()

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        """The solutions there are, and the luck of a player who takes nothing back."""
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
        """A board cut at random into connected pieces, so that it can be filled."""
        return cls(tray := cut(rng, width, height, pieces, freedom), (None,) * len(tray.ids), 0)


def _task(algorithm: str | None, limits: Limits | None, control: Control | None, first: str | None = None) -> Task:
    """The task of listing or counting with this engine; Unsupported names the engines."""
    known = ("native", *PackingNative.engines)
    if algorithm not in (None, *known):
        raise Unsupported.choice(Message("packing has no algorithm '{name}' for this", name=algorithm), known)
    engine = None if algorithm == "native" else algorithm
    options = {} if first is None else {"first": first}
    return Task("pieces", limits_or_default(limits), control_or_default(control), engine=engine, options=options)
