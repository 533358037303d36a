"""The rules of sliding blocks: one position, where each block can go, and when the goal is reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from random import Random
from typing import Any, ClassVar, Self

from ...puzzle import (
    EVERY_METRIC,
    ZERO,
    Exit,
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
from .layout import Layout
from .text import Drawing, drawings

_WORD = {("x", True): "right", ("x", False): "left", ("y", True): "down", ("y", False): "up"}
LISTED = 20_000
"""More goal positions than this are not listed for a search from both ends."""


def _apart(board: Blocks, metric: str) -> int:
    """How far the named blocks are from home on an empty board; in moves, how many are not home."""
    layout, total = board.layout, 0
    for block, home in layout.goals.items():
        if board.at[block] != home:
            total += layout.alone[block].get(board.at[block], 1) if metric == "steps" else 1
    return total


class Blocks(Puzzle):
    """One position of sliding blocks; a move takes one block along any free path, around corners too.

    Blocks of the same shape that no goal names are not told apart: positions that differ only in their letters are
    equal, though each block keeps its letter while it moves.

    >>> start = Blocks.parse("AB.\\nA..\\ngoal A at 0,2")
    >>> [start.notation(move) for move in start.moves()]
    ['Bx+1', 'By+1', 'Bx+1y+1']
    """

    __slots__ = ("_hash", "_key", "at", "layout")

    family: ClassVar[str] = "blocks"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "steps")
    formats: ClassVar[tuple[str, ...]] = ("text",)
    heuristics: ClassVar[Mapping[str, Heuristic]] = {
        "zero": ZERO,
        "distance": Heuristic(_apart, EVERY_METRIC, EVERY_METRIC),
    }
    best_heuristic: ClassVar[str] = "distance"

    layout: Layout
    at: tuple[int, ...]

    def __init__(self, layout: Layout, at: tuple[int, ...]) -> None:
        self.layout, self.at = layout, at
        self._key = layout.key_of(at)
        self._hash = hash(self._key)

    @classmethod
    def parse(cls, text: str) -> Self:
        found = list(drawings(text))
        if not found:
            raise PuzzleError("the text is empty; expected rows of letters, '.' and '#', and a goal line")
        _, drawing = found[0]
        if isinstance(drawing, PuzzleError):
            raise drawing
        if len(found) > 1:
            raise PuzzleError(f"{len(found):,} boards, the second here; expected one", line=found[1][0], column=1)
        return cls._of(drawing)

    @classmethod
    def levels(cls, text: str, **_: Any) -> Iterator[Level]:
        index = -1
        for index, (line, drawing) in enumerate(drawings(text)):
            if isinstance(drawing, PuzzleError):
                yield Level(index, None, error=drawing, line=line)
            else:
                yield Level(index, cls._of(drawing), line=line)
        if index < 0:
            why = PuzzleError("the text is empty; expected rows of letters, '.' and '#', and a goal line")
            yield Level(0, None, error=why)

    @classmethod
    def _of(cls, drawing: Drawing) -> Self:
        layout = Layout(drawing)
        return cls(layout, layout.start)

    def __str__(self) -> str:
        layout = self.layout
        rows = [
            ["#" if layout.walls >> layout.number((row, col)) & 1 else "." for col in range(layout.cols)]
            for row in range(layout.rows)
        ]
        for index, letter in enumerate(layout.letters):
            for row, col in self._cells(index):
                rows[row][col] = letter
        goals = [f"goal {letter} at {row},{col}" for letter, (row, col) in layout.goal_corners.items()]
        return "\n".join([*map("".join, rows), *goals])

    def _cells(self, index: int, first: int | None = None) -> tuple[tuple[int, int], ...]:
        row, col = self.layout.cell(self.at[index] if first is None else first)
        return tuple((row + down, col + right) for down, right in self.layout.shapes[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Blocks):
            return NotImplemented
        if self.layout is other.layout:
            return self._key == other._key
        return self._key == other._key and self.layout.key == other.layout.key

    def __hash__(self) -> int:
        return self._hash

    def order(self) -> tuple[int, ...]:
        return self._key

    def moves(self) -> Iterator[Move]:
        """Block by block in the order of letters, the nearest places first; around corners too."""
        layout = self.layout
        taken = layout.occupied(self.at)
        for index, first in enumerate(self.at):
            places = layout.reach(index, first, taken ^ (layout.bits[index] << first))
            for place in places:
                if place != first:
                    yield Move(layout.letters[index], layout.cell(place))

    def play(self, move: Move) -> Self:
        index, way = self._way(move)
        at = self.at
        return type(self)(self.layout, (*at[:index], way[-1], *at[index + 1 :]))

    def _way(self, move: Move) -> tuple[int, list[int]]:
        """The block that moves, and the places of its first cell along a shortest path, where it stands included."""
        layout = self.layout
        if move.piece not in layout.letters:
            raise IllegalMove(f"no block {move.piece} on the board")
        index = layout.letters.index(move.piece)
        first = self.at[index]
        before = layout.reach(index, first, layout.occupied(self.at) ^ (layout.bits[index] << first))
        row, col = move.to
        place: int | None = layout.number(move.to)
        inside = 0 <= row < layout.rows and 0 <= col < layout.cols
        if not inside or place not in before or place == first:
            raise IllegalMove(f"block {move.piece} has no free path to row {row + 1}, column {col + 1}")
        way: list[int] = []
        while place is not None:
            way.append(place)
            place = before[place]
        return index, way[::-1]

    def _runs(self, move: Move) -> list[tuple[str, int]]:
        """The path as runs in order: the axis and the signed number of cells."""
        _, way = self._way(move)
        named = {1: ("x", 1), -1: ("x", -1), self.layout.stride: ("y", 1), -self.layout.stride: ("y", -1)}
        steps = [named[b - a] for a, b in pairwise(way)]
        return [(axis, sign * len(list(run))) for (axis, sign), run in groupby(steps)]

    def is_solved(self) -> bool:
        return all(self.at[block] == home for block, home in self.layout.goals.items())

    def cost(self, move: Move, metric: str) -> int:
        return len(self._way(move)[1]) - 1 if metric == "steps" else 1

    def notation(self, move: Move) -> str:
        return move.piece + "".join(f"{axis}{n:+d}" for axis, n in self._runs(move))

    def words(self, move: Move, lang: str = "en") -> str:
        runs = [say(f"block.{_WORD[axis, n > 0]}", lang, n=abs(n)) for axis, n in self._runs(move)]
        return say("block.path", lang, piece=move.piece, path=say("block.then", lang).join(runs))

    def goals(self) -> Iterable[Self] | None:
        """Every way to lay the other blocks around those that are home, where all blocks are told apart."""
        layout = self.layout
        if layout.groups or self.dead():
            return None
        free = [layout.number((row, col)) for row in range(layout.rows) for col in range(layout.cols)]
        found: list[Self] = []

        def lay(index: int, at: tuple[int, ...], taken: int) -> bool:
            """False when there are too many."""
            if index == len(layout.letters):
                found.append(type(self)(layout, at))
                return len(found) <= LISTED
            for place in [layout.goals[index]] if index in layout.goals else free:
                bits = layout.bits[index] << place
                if not bits & taken and not lay(index + 1, (*at, place), taken | bits):
                    return False
            return True

        return found if lay(0, (), layout.walls) else None

    def back(self) -> Iterator[tuple[Move, Self]]:
        """Every move can be taken back along its own path."""
        layout = self.layout
        for move in self.moves():
            first = self.at[layout.letters.index(move.piece)]
            yield Move(move.piece, layout.cell(first)), self.play(move)

    def dead(self) -> str | None:
        layout = self.layout
        for block in layout.goals:
            if self.at[block] not in layout.alone[block]:
                return f"walls keep block {layout.letters[block]} from its goal"
        taken = 0
        for block, home in layout.goals.items():
            bits = layout.bits[block] << home
            if bits & taken:
                return f"the goals overlap: block {layout.letters[block]} cannot be home together with another"
            taken |= bits
        return None

    def faults(self) -> list[str]:
        found = [self.dead(), "the goal is reached already" if self.is_solved() else None]
        return [fault for fault in found if fault]

    def scene(self) -> Scene:
        layout = self.layout
        floor = [
            ["#" if layout.walls >> layout.number((row, col)) & 1 else "." for col in range(layout.cols)]
            for row in range(layout.rows)
        ]
        pieces = []
        for index, letter in enumerate(layout.letters):
            kind, state = "block", ""
            if index in layout.goals:
                home = layout.goals[index]
                kind, state = "target", "home" if self.at[index] == home else ""
                for row, col in self._cells(index, home):
                    floor[row][col] = "o"
            pieces.append(Piece(letter, self._cells(index), kind, letter, state, layout.shape_names[index]))
        drawn = tuple(map("".join, floor))
        return Scene("blocks", layout.rows, layout.cols, drawn, tuple(pieces), self._exit())

    def _exit(self) -> Exit | None:
        """The part of the rim that the goal touches, where one block has a goal at the rim."""
        layout = self.layout
        if len(layout.goals) != 1:
            return None
        [(block, home)] = layout.goals.items()
        cells = self._cells(block, home)
        down = [col for row, col in cells if row == layout.rows - 1]
        up = [col for row, col in cells if row == 0]
        right = [row for row, col in cells if col == layout.cols - 1]
        left = [row for row, col in cells if col == 0]
        if down:
            return Exit("down", min(down), max(down))
        if right:
            return Exit("right", min(right), max(right))
        if up:
            return Exit("up", min(up), max(up))
        return Exit("left", min(left), max(left)) if left else None

    def solve_native(self, *, metric: str, limits: Limits, any: bool = False, **options: Any) -> Result | None:
        return native.solve([self], metric, limits, options.get("workers"))[0]

    @classmethod
    def solve_many_native(
        cls,
        puzzles: list[Self],
        *,
        metric: str,
        limits: Limits,
        any: bool = False,
        workers: int = 1,
        **options: Any,
    ) -> list[Result] | None:
        return native.solve(puzzles, metric, limits, workers)

    def explore_native(self, *, metric: str, limits: Limits) -> Any:
        return native.explore(self, metric, limits)

    @classmethod
    def random(cls, rng: Random, *, rows: int = 5, cols: int = 4, gaps: int = 2, **_: Any) -> Self:
        """A board of the Klotski kind: a 2×2 block to bring down to the middle among dominoes and unit squares."""
        if not (3 <= rows <= 8 and 3 <= cols <= 8 and 1 <= gaps <= rows * cols - 4):
            raise Unsupported(
                f"no random boards of {rows}×{cols} with {gaps} gaps; choose from 3 to 8 rows and columns"
            )
        grid = [["" for _ in range(cols)] for _ in range(rows)]
        top, left = rng.randrange(rows - 2), rng.randrange(cols - 1)
        for row, col in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
            grid[row][col] = "A"
        free = [(row, col) for row in range(rows) for col in range(cols) if not grid[row][col]]
        for row, col in rng.sample(free, gaps):
            grid[row][col] = "."
        letters = iter("BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        for row in range(rows):
            for col in range(cols):
                if grid[row][col]:
                    continue
                letter = next(letters, ".")
                grid[row][col] = letter
                beside = [(row + 1, col), (row, col + 1)]
                rng.shuffle(beside)
                for below, right in beside:
                    if below < rows and right < cols and not grid[below][right] and rng.random() < 0.7:
                        grid[below][right] = letter
                        break
        drawn = "\n".join(map("".join, grid))
        return cls.parse(f"{drawn}\ngoal A at {rows - 2},{(cols - 2) // 2}")
