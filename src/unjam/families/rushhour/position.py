"""The rules of Rush Hour: cars slide along their lanes over free cells, and the target must reach the exit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...core.notation import match_case
from ...core.puzzle import (
    About,
    Cell,
    Fault,
    Heuristic,
    IllegalMove,
    Level,
    Message,
    Move,
    Puzzle,
    Result,
    Task,
    plural,
)
from .about import ABOUT
from .board import Lot
from .difficulty import features
from .heuristics import HEURISTICS
from .native import RushHourNative
from .text.reading import read
from .text.writing import FORMATS, draw, write, write_rows

if TYPE_CHECKING:
    from random import Random

    from ...core.scene import Scene


class RushHour(Puzzle):
    """A position: the lot, which never changes, and the offset of each car along its lane.

    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> [board.notation(move) for move in board.moves()]
    ['A-1', 'A+1', 'A+2', 'B-1', 'B-2', 'B+1']
    """

    __slots__ = ("at", "lot", "taken")
    family: ClassVar[str] = "rushhour"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "steps")
    formats: ClassVar[tuple[str, ...]] = FORMATS
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "must-move"
    about: ClassVar[About] = ABOUT
    native: ClassVar[RushHourNative] = RushHourNative()

    def __init__(self, lot: Lot, at: tuple[int, ...]) -> None:
        self.lot, self.at, self.taken = lot, at, lot.occupied(at)

    def __reduce__(self) -> tuple[type[Self], tuple[Lot, tuple[int, ...]]]:
        return type(self), (self.lot, self.at)

    def _with(self, at: tuple[int, ...], taken: int) -> Self:
        """Return a position of the same lot, given the offsets of the cars and the cells that they occupy."""
        other = object.__new__(type(self))
        other.lot, other.at, other.taken = self.lot, at, taken
        return other

    @classmethod
    def levels(cls, text: str, *, target: str | None = None, **options: Any) -> Iterator[Level]:
        """Yield the levels in a string in any format; numbers before and after a one-line board become notes.

        ``target`` is the label of the car to free, if the text does not name it.

        >>> [level.notes for level in RushHour.levels("7 oooooooooooooAAooBoooooBoooooBoooooo 2")]
        [{'before': '7', 'after': '2'}]
        """
        for index, level in enumerate(read(text, target)):
            puzzle = None if level.position is None else cls(*level.position)
            yield Level(index, puzzle, level.title, level.error, level.line, level.notes)

    def __str__(self) -> str:
        """Return the board as rows that ``parse`` reads back, or as a vehicle list if rows cannot represent its labels.

        >>> print(RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo"))
        oooooo
        oooooo
        oAAooB
        oooooB
        oooooB
        oooooo
        """
        return write_rows(self.lot, self.at)

    def drawing(self) -> str:
        return draw(self.lot, self.at)

    def text(self, format: str, *, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
        """Return the position as ``line``, ``grid``, ``list`` or ``matrix``.

        In a line, ``notes`` are written before and after the board.

        >>> RushHour.parse("AA..").text("grid")
        'AAoo'
        >>> RushHour.parse("o" * 12 + "AA" + "o" * 22).text("line", notes={"before": "3", "after": "17"})
        '3 ooooooooooooAAoooooooooooooooooooooo 17'
        """
        return write(self.lot, self.at, self.format(format), notes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RushHour):
            return NotImplemented
        return self.at == other.at and (self.lot is other.lot or self.lot == other.lot)

    def __hash__(self) -> int:
        return hash(self.at)

    # -- rules

    def is_solved(self) -> bool:
        lot = self.lot
        return self.at[lot.target] == lot.goal

    def moves(self) -> Iterator[Move]:
        """Yield the legal slides, car by car in the order of the lot.

        Slides to the left or up come before slides to the right or down, and short slides before long ones.
        """
        lot, taken = self.lot, self.taken
        for label, bits, cells, length, here in zip(lot.labels, lot.bits, lot.cells, lot.lengths, self.at, strict=True):
            to = here - 1
            while to >= 0 and not taken & bits[to]:
                yield Move(label, cells[to])
                to -= 1
            front = here + length
            while front < len(bits) and not taken & bits[front]:
                front += 1
                yield Move(label, cells[front - length])

    def play(self, move: Move) -> Self:
        """Return the position after the slide; raise IllegalMove with the reason if it is impossible."""
        lot = self.lot
        i = lot.index.get(move.piece)
        if i is None:
            raise IllegalMove(Message("there is no car {car}", car=move.piece))
        at, masks, taken = self.at, lot.masks[i], self.taken
        here, to = at[i], move.to[1] if lot.horizontal[i] else move.to[0]
        if not 0 <= to < len(masks) or lot.cells[i][to] != move.to or to == here:
            row, column = move.to[0] + 1, move.to[1] + 1
            raise IllegalMove(
                Message("car {car} cannot be at row {row}, column {column}", car=move.piece, row=row, column=column)
            )
        before, length = lot.before[i], lot.lengths[i]
        path = before[to + length] ^ before[here + length] if to > here else before[here] ^ before[to]
        if path & taken:
            raise IllegalMove(Message("the path of car {car} is not free", car=move.piece))
        return self._with((*at[:i], to, *at[i + 1 :]), taken ^ masks[here] ^ masks[to])

    def cost(self, move: Move, metric: str) -> int:
        return abs(self.distance(move)) if metric == "steps" else 1

    def distance(self, move: Move) -> int:
        """Return the number of cells that the car moves, negative to the left or up."""
        i = self.lot.index.get(move.piece)
        if i is None:
            raise IllegalMove(Message("there is no car {car}", car=move.piece))
        return (move.to[1] if self.lot.horizontal[i] else move.to[0]) - self.at[i]

    def notation(self, move: Move) -> str:
        return f"{move.piece}{self.distance(move):+d}"

    def notations(self, moves: Iterable[Move]) -> list[str]:
        """Return the notation of a solution without playing it; each move contains the destination of its car."""
        lot, at, out = self.lot, list(self.at), []
        index, horizontal = lot.index, lot.horizontal
        for move in moves:
            i = index[move.piece]
            to = move.to[1] if horizontal[i] else move.to[0]
            out.append(f"{move.piece}{to - at[i]:+d}")
            at[i] = to
        return out

    def parse_move(self, word: str) -> Move:
        """Return the slide that the notation describes, even if another car is in the way."""
        sign = max(word.rfind("+"), word.rfind("-"))
        lot = self.lot
        label, cells = match_case(word[:sign], lot.index), int(word[sign:])
        i = lot.index.get(label)
        if i is None:
            raise IllegalMove(Message("there is no car {car}", car=label))
        if not cells:
            raise IllegalMove(Message("car {car} would not move", car=label))
        to = self.at[i] + cells
        if not 0 <= to <= len(lot.bits[i]) - lot.lengths[i]:
            raise IllegalMove(Message("car {car} would leave the board", car=label))
        return Move(label, lot.cells[i][to])

    def words(self, move: Move) -> Message:
        """Return the move as a sentence.

        >>> str(RushHour.parse("AA..").words(Move("A", (0, 1))))
        'Move car A 1 cell right'
        """
        car, signed = move.piece, self.distance(move)
        n = abs(signed)
        if self.lot.horizontal[self.lot.index[car]]:
            if signed < 0:
                return plural("Move car {car} {n} cell left", "Move car {car} {n} cells left", n=n, car=car)
            return plural("Move car {car} {n} cell right", "Move car {car} {n} cells right", n=n, car=car)
        if signed < 0:
            return plural("Move car {car} {n} cell up", "Move car {car} {n} cells up", n=n, car=car)
        return plural("Move car {car} {n} cell down", "Move car {car} {n} cells down", n=n, car=car)

    # -- search from both ends

    def back(self) -> Iterator[tuple[Move, Self]]:
        lot = self.lot
        for move in self.moves():
            i = lot.index[move.piece]
            yield Move(move.piece, lot.cells[i][self.at[i]]), self.play(move)

    def goals(self, most: int = 200_000) -> list[Self] | None:
        """Return every arrangement with the target at the exit that keeps the order of the cars in each lane.

        Return None if there are more than ``most`` arrangements.
        """
        lot = self.lot
        lanes = [(cars, self._lane_states(cars)) for cars in lot.lanes()]
        lanes.sort(key=lambda lane: (lot.target not in lane[0], len(lane[1])))
        arrangements: list[tuple[int, tuple[int, ...]]] = [(lot.walls, self.at)]
        for cars, states in lanes:
            wider: list[tuple[int, tuple[int, ...]]] = []
            for taken, at in arrangements:
                for mask, offsets in states:
                    if not mask & taken:
                        after = list(at)
                        for car, offset in zip(cars, offsets, strict=True):
                            after[car] = offset
                        wider.append((taken | mask, tuple(after)))
                if len(wider) > most:
                    return None
            arrangements = wider
        return [self._with(at, taken) for taken, at in arrangements]

    def _lane_states(self, cars: list[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Return all arrangements of the cars in a lane that keep their order and avoid walls, as (cells, offsets)."""
        lot = self.lot
        cars.sort(key=lambda car: self.at[car])
        states: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]  # cells, offsets, first cell that is still free
        for car in cars:
            first, last = self.reach(car)
            if car == lot.target:
                first, last = max(first, lot.goal), min(last, lot.goal)  # empty if a wall bars the target from the exit
            states = [
                (mask | lot.masks[car][to], (*offsets, to), to + lot.lengths[car])
                for mask, offsets, free in states
                for to in range(max(first, free), last + 1)
            ]
        return [(mask, offsets) for mask, offsets, _ in states]

    def reach(self, car: int) -> tuple[int, int]:
        """Return the first and last offset that the car could reach between walls if it were alone in its lane."""
        bits, walls = self.lot.bits[car], self.lot.walls
        first = self.at[car]
        while first > 0 and not walls & bits[first - 1]:
            first -= 1
        front = self.at[car] + self.lot.lengths[car]
        while front < len(bits) and not walls & bits[front]:
            front += 1
        return first, front - self.lot.lengths[car]

    # -- faults

    def dead(self) -> Fault | None:
        """Return a fault for the first wall or car that permanently keeps the target from the exit, or None."""
        return next(self._obstacles(), None)

    def faults(self) -> list[Fault]:
        out = list(self._obstacles())
        if self.is_solved():
            cells = self.cells(self.lot.target)
            out.insert(0, Fault(Message("the target is already at the exit"), cells=cells))
        return out

    def _obstacles(self) -> Iterator[Fault]:
        """Yield faults for walls between the target and the exit, then for cars there that can never leave the lane."""
        lot, target = self.lot, self.lot.target
        car, here = lot.cars[target], self.at[target]
        first, last = self.reach(target)
        if not first <= lot.goal <= last:
            lane = lot.cells[target]
            walls = filter(lot.is_wall, lane[here + car.length :] if lot.goal else lane[:here])
            yield Fault(Message("there is a wall between the target and the exit"), cells=tuple(walls))
        for i, other in enumerate(lot.cars):
            if other.horizontal != car.horizontal or other.lane != car.lane or i == target:
                continue
            if (self.at[i] > here) == (lot.goal > 0):
                why = Message(
                    "car {car} is in front of the target in the same lane and can never leave it", car=other.label
                )
                yield Fault(why, cells=self.cells(i))

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        return features(self, result, task)

    # -- pictures

    def scene(self) -> Scene:
        from .scene import make_scene  # loaded only when drawn

        return make_scene(self)

    def cells(self, car: int) -> tuple[Cell, ...]:
        lot, here = self.lot, self.at[car]
        return lot.cells[car][here : here + lot.lengths[car]]

    @classmethod
    def random(cls, rng: Random, **options: Any) -> Self:
        """Return a random board; the options are ``rows``, ``cols``, ``cars``, ``walls`` and the ``side`` of the exit.

        >>> from random import Random
        >>> str(RushHour.random(Random(1))) == str(RushHour.random(Random(1)))
        True
        """
        from .generate import scatter

        return cls(*scatter(rng, **options))
