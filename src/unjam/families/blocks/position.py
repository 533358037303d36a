"""The rules of sliding blocks: positions, their moves, and their goals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import combinations, groupby, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...core.notation import match_case
from ...core.puzzle import (
    About,
    Fault,
    Heuristic,
    IllegalMove,
    Level,
    Message,
    Move,
    Puzzle,
    PuzzleError,
    Result,
    Task,
    plural,
)
from . import difficulty
from .about import ABOUT
from .board import Layout
from .heuristics import HEURISTICS
from .native import BlocksNative
from .text import drawings, write

if TYPE_CHECKING:
    from random import Random

    from ...core.scene import Scene


_PATH = re.compile(r"([xy])([+-][0-9]+)")
MAX_GOALS = 20_000
"""The maximum number of goal positions to list for a bidirectional search."""


class Blocks(Puzzle):
    """A position of sliding blocks; a move takes one block along any free path, even around corners.

    Blocks that have the same shape and no goal are interchangeable: positions that differ only in the letters of such
    blocks are equal, although each block keeps its letter while it moves.

    >>> start = Blocks.parse("AB.\\nA..\\ngoal A at 0,2")
    >>> [start.notation(move) for move in start.moves()]
    ['Bx+1', 'By+1', 'Bx+1y+1']
    """

    __slots__ = ("_hash", "_key", "at", "layout")

    family: ClassVar[str] = "blocks"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "steps")
    heuristics: ClassVar[Mapping[str, Heuristic]] = HEURISTICS
    best_heuristic: ClassVar[str] = "distance"
    about: ClassVar[About] = ABOUT
    native: ClassVar[BlocksNative] = BlocksNative()

    def __init__(self, layout: Layout, at: tuple[int, ...]) -> None:
        self.layout, self.at = layout, at
        self._key = layout.key_of(at)
        self._hash = hash(self._key)

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """Yield the levels in a string; a goal line after a blank line belongs to the grid above it."""
        for index, (line, drawing) in enumerate(drawings(text)):
            if isinstance(drawing, PuzzleError):
                yield Level(index, None, error=drawing, line=line)
            else:
                layout = Layout(drawing)
                yield Level(index, cls(layout, layout.start), line=line)

    def __str__(self) -> str:
        return write(self.layout, self.at)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Blocks):
            return NotImplemented
        return self._key == other._key and (self.layout is other.layout or self.layout.key == other.layout.key)

    def __hash__(self) -> int:
        return self._hash

    def moves(self) -> Iterator[Move]:
        """Yield the moves block by block in alphabetical order, the nearest destinations first."""
        layout = self.layout
        taken = layout.occupied(self.at)
        for index, first in enumerate(self.at):
            places = layout.reach(index, first, taken ^ (layout.bits[index] << first))
            for place in places:
                if place != first:
                    yield Move(layout.letters[index], layout.cell(place))

    def play(self, move: Move) -> Self:
        """Return the position after the block has moved along a free path; raise IllegalMove if no path is free."""
        index, path = self._path(move)
        at = self.at
        return type(self)(self.layout, (*at[:index], path[-1], *at[index + 1 :]))

    def _path(self, move: Move) -> tuple[int, list[int]]:
        """Return the index of the block, and the cells that its first cell visits on a shortest path."""
        layout = self.layout
        if move.piece not in layout.letters:
            raise IllegalMove(Message("there is no block {block} on the board", block=move.piece))
        index = layout.letters.index(move.piece)
        first = self.at[index]
        before = layout.reach(index, first, layout.occupied(self.at) ^ (layout.bits[index] << first))
        row, col = move.to
        place: int | None = layout.number(move.to)
        inside = 0 <= row < layout.rows and 0 <= col < layout.cols
        if not inside or place not in before or place == first:
            raise IllegalMove(
                Message(
                    "block {block} has no free path to row {row}, column {column}",
                    block=move.piece,
                    row=row + 1,
                    column=col + 1,
                )
            )
        path: list[int] = []
        while place is not None:
            path.append(place)
            place = before[place]
        return index, path[::-1]

    def _runs(self, move: Move) -> list[tuple[str, int]]:
        """Return the path as straight runs: the axis and the signed number of cells."""
        _, path = self._path(move)
        directions = {1: ("x", 1), -1: ("x", -1), self.layout.stride: ("y", 1), -self.layout.stride: ("y", -1)}
        steps = [directions[b - a] for a, b in pairwise(path)]
        return [(axis, sign * len(list(run))) for (axis, sign), run in groupby(steps)]

    def is_solved(self) -> bool:
        return all(self.at[block] == home for block, home in self.layout.goals.items())

    def cost(self, move: Move, metric: str) -> int:
        return len(self._path(move)[1]) - 1 if metric == "steps" else 1

    def notation(self, move: Move) -> str:
        return move.piece + "".join(f"{axis}{n:+d}" for axis, n in self._runs(move))

    def parse_move(self, word: str) -> Move:
        """Return the move to the end of the written path, which must be free but need not be the shortest.

        Its cost in steps is the length of a shortest path to the same destination.
        """
        layout = self.layout
        letter = match_case(word[0], layout.letters)
        if letter not in layout.letters:
            raise IllegalMove(Message("there is no block {block} on the board", block=letter))
        index = layout.letters.index(letter)
        first = place = self.at[index]
        reach = layout.reach(index, first, layout.occupied(self.at) ^ (layout.bits[index] << first))
        for axis, cells in _PATH.findall(word[1:]):
            step = (1 if axis == "x" else layout.stride) * (1 if int(cells) > 0 else -1)
            for _ in range(abs(int(cells))):
                place += step
                if place not in reach:
                    raise IllegalMove(Message("the path of block {block} is not free", block=letter))
        if place == first:
            raise IllegalMove(Message("block {block} would end where it started", block=letter))
        return Move(letter, layout.cell(place))

    def words(self, move: Move) -> Message:
        runs = [_words(axis, n) for axis, n in self._runs(move)]
        path = reduce(lambda path, run: Message("{path}, then {run}", path=path, run=run), runs)
        return Message("Slide block {block} {path}", block=move.piece, path=path)

    def goals(self) -> Iterable[Self] | None:
        """Return every position in which all goals are reached.

        Return None if some blocks are interchangeable, a goal is impossible, or there are too many positions.
        """
        layout = self.layout
        if layout.groups or self.dead():
            return None
        free = [layout.number((row, col)) for row in range(layout.rows) for col in range(layout.cols)]
        positions: list[Self] = []

        def arrange(index: int, at: tuple[int, ...], taken: int) -> bool:
            """Place the blocks from ``index`` on in every possible way; return False if there are too many ways."""
            if index == len(layout.letters):
                positions.append(type(self)(layout, at))
                return len(positions) <= MAX_GOALS
            for place in [layout.goals[index]] if index in layout.goals else free:
                bits = layout.bits[index] << place
                if not bits & taken and not arrange(index + 1, (*at, place), taken | bits):
                    return False
            return True

        return positions if arrange(0, (), layout.walls) else None

    def back(self) -> Iterator[tuple[Move, Self]]:
        layout = self.layout
        for move in self.moves():
            first = self.at[layout.letters.index(move.piece)]
            yield Move(move.piece, layout.cell(first)), self.play(move)

    def dead(self) -> Fault | None:
        """Return the first goal that walls or another goal make impossible, or None."""
        return next(self._impossible(), None)

    def faults(self) -> list[Fault]:
        out = list(self._impossible())
        if self.is_solved():
            cells = [cell for block in self.layout.goals for cell in self.layout.cells(block, self.at[block])]
            out.append(Fault(Message("the goal is already reached"), cells=tuple(cells)))
        return out

    def _impossible(self) -> Iterator[Fault]:
        """Yield faults for the blocks that walls keep from their goals, then for goals that overlap."""
        layout = self.layout
        for block in layout.goals:
            if self.at[block] not in layout.lone_distances[block]:
                why = Message("walls keep block {block} from its goal", block=layout.letters[block])
                yield Fault(why, cells=layout.cells(block, self.at[block]))
        for (first, first_home), (second, second_home) in combinations(layout.goals.items(), 2):
            if layout.bits[first] << first_home & layout.bits[second] << second_home:
                why = Message(
                    "the goals overlap: blocks {block} and {other} cannot both be home",
                    block=layout.letters[second],
                    other=layout.letters[first],
                )
                shared = set(layout.cells(first, first_home)).intersection(layout.cells(second, second_home))
                yield Fault(why, cells=tuple(sorted(shared)))

    def scene(self) -> Scene:
        from .scene import make_scene  # loaded only when drawn

        return make_scene(self)

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        return difficulty.features(self, result)

    @classmethod
    def random(cls, rng: Random, **options: Any) -> Self:
        """Return a random Klotski-like board; the options are ``rows``, ``cols`` and the number of ``gaps``.

        >>> from random import Random
        >>> Blocks.random(Random(1)) == Blocks.random(Random(1))
        True
        """
        from .generate import scatter

        return cls.parse(scatter(rng, **options))


def _words(axis: str, n: int) -> Message:
    if axis == "x":
        if n > 0:
            return plural("{n} cell right", "{n} cells right", n=n)
        return plural("{n} cell left", "{n} cells left", n=-n)
    if n > 0:
        return plural("{n} cell down", "{n} cells down", n=n)
    return plural("{n} cell up", "{n} cells up", n=-n)
