"""Random levels: a rectangle cut into pieces, so that it can be filled; and new ones with as many solutions as wanted."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ...maker import Candidates, Maker, Wish
from ...puzzle import Limits, Message, Option, Task, Unsupported
from .level import Tray
from .shapes import Freedom, Kind, Point, Shape

if TYPE_CHECKING:
    from .position import Packing


def cut(rng: Random, width: int, height: int, pieces: int, freedom: str) -> Tray:
    """A rectangle cut into connected pieces grown from random cells; equal shapes become one kind."""
    board = [(x, y) for x in range(width) for y in range(height)]
    owner: dict[Point, int] = {cell: n for n, cell in enumerate(rng.sample(board, min(pieces, len(board))))}
    edge = list(owner)
    while len(owner) < len(board):
        x, y = cell = rng.choice(edge)
        free = [
            near
            for near in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
            if 0 <= near[0] < width and 0 <= near[1] < height and near not in owner
        ]
        if not free:
            edge.remove(cell)
            continue
        owner[near := rng.choice(free)] = owner[cell]
        edge.append(near)
    shapes: dict[Shape, int] = {}
    for n in range(max(owner.values()) + 1):
        shape = Shape.of(cell for cell in board if owner[cell] == n)
        shapes[shape] = shapes.get(shape, 0) + 1
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    kinds = [
        Kind(names[n] if len(shapes) <= len(names) else f"P{n + 1}", shape, count, freedom)  # type: ignore[arg-type]
        for n, (shape, count) in enumerate(shapes.items())
    ]
    return Tray(width, height, board, kinds)


# -- new levels

Cut = dict[Point, int]
"""Which piece has each cell of the board."""
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TRIES, CHANGES = 6, 25
LIMITS = Limits(bytes=1 << 28)


class Look(NamedTuple):
    """What the levels of a kind are like: width and height from small to large, cells of a piece, how pieces turn."""

    sides: tuple[tuple[int, int], ...]
    cells: tuple[int, int]
    freedoms: tuple[Freedom, ...]


LOOKS = (
    Look(((4, 4), (5, 4), (5, 5)), (4, 6), ("fixed", "turn", "flip")),
    Look(((5, 5), (6, 5), (6, 6)), (4, 6), ("turn", "flip")),
    Look(((6, 6), (7, 6), (8, 5)), (4, 6), ("turn", "flip")),
    Look(((7, 7), (8, 7), (8, 8)), (4, 6), ("flip",)),
)
"""Beginner to expert, to begin with."""


class PackingMaker(Maker):
    """A rectangle cut into neat pieces, no two of them equal, that go together in one way only, or in some few."""

    options: ClassVar[tuple[Option, ...]] = (
        Option("solutions", Message("How many solutions up to symmetry; 1 by default."), kind=int),
        Option("pieces", Message("How the pieces may be laid."), ("fixed", "turn", "flip")),
    )

    def check(self, wish: Wish) -> None:
        rows, cols = wish.size or (5, 5)
        if not (3 <= rows <= 10 and 3 <= cols <= 10):
            raise Unsupported(
                Message("no new boards of {rows}x{cols}; choose from 3 to 10 rows and columns", rows=rows, cols=cols)
            )
        if not 1 <= (solutions := wish.options.get("solutions", 1)) <= 1000:
            raise Unsupported(Message("no levels with {n} solutions; choose from 1 to 1,000", n=solutions))

    def patience(self, wish: Wish) -> int:
        return 60

    def candidates(self, rng: Random, wish: Wish) -> Candidates:
        rank = wish.rank if wish.rank is not None else rng.randrange(4)
        for _ in range(TRIES):
            look = LOOKS[rank]
            width, height = wish.size[::-1] if wish.size else rng.choice(look.sides)
            freedom: Freedom = wish.options.get("pieces") or rng.choice(look.freedoms)
            low, high = wish.moves or (1, 99)
            if wish.moves and wish.size is None:
                width, height = _sides(rng, rng.randint(low, min(high, 20)))
            owner = _dissected(rng, width, height, look.cells, low, high)
            tray = owner and self._with_solutions(rng, owner, freedom, look.cells, wish.options.get("solutions", 1))
            if tray is None:
                continue
            verdict = yield self._level(rng, tray)
            if wish.moves is None:
                rank = max(0, min(3, rank - 1 if verdict > 0 else rank + 1 if verdict < 0 else rank))

    def _level(self, rng: Random, tray: Tray) -> Packing:
        """The tray with its pieces in some other order and position than that of the solution."""
        kinds = list(tray.kinds)
        rng.shuffle(kinds)
        named = []
        for name, kind in zip(NAMES, kinds, strict=False):
            turn = rng.choice(list(kind.shapes))
            named.append(Kind(name, kind.shape.turned(turn), kind.count, kind.freedom))
        return self._empty(Tray(tray.width, tray.height, tray.board, named))

    def _empty(self, tray: Tray) -> Packing:
        level: Packing = self.kind(tray, (None,) * len(tray.ids), 0)  # type: ignore[call-arg]
        return level

    def _with_solutions(
        self, rng: Random, owner: Cut, freedom: Freedom, cells: tuple[int, int], wanted: int
    ) -> Tray | None:
        """The pieces, cells given from one to another until they go together in as many ways as wanted."""
        best = 1 << 30
        for _ in range(CHANGES):
            tray = _tray(owner, freedom)
            if tray is not None:
                found = self._count(tray, max(wanted, min(best, 50)))
                if found == wanted:
                    return tray
                best = min(best, found)
            for _ in range(3):
                owner = _shifted(rng, owner, cells)
        return None

    def _count(self, tray: Tray, most: int) -> int:
        """How many solutions up to symmetry there are, counted up to one more than ``most``."""
        puzzle = self._empty(tray)
        stream = puzzle.native.solutions(puzzle, Task("pieces", LIMITS, workers=1), True)
        return sum(1 for _ in islice(stream, most + 1))

    def key(self, puzzle: Packing) -> str:
        """The board's sides and the pieces as they may be laid, in whatever order."""
        tray = puzzle.tray
        pieces = sorted(
            (min(shape.points for shape in kind.looks), kind.freedom, kind.count) for kind in tray.kinds
        )
        return f"{sorted((tray.width, tray.height))} {pieces}"


def _sides(rng: Random, pieces: int) -> tuple[int, int]:
    """Sides of a board that is cut into about so many pieces of five cells."""
    area = max(9, 5 * pieces)
    width = max(3, min(10, rng.choice((0, 1)) + round(area**0.5)))
    return width, max(3, min(10, round(area / width)))


def _beside(cell: Point) -> tuple[Point, ...]:
    x, y = cell
    return (x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)


def _dissected(rng: Random, width: int, height: int, cells: tuple[int, int], low: int, high: int) -> Cut | None:
    """The rectangle cut into pieces of so many cells, small ones joined to the smallest beside them; None if not."""
    least, most = cells
    owner = {(x, y): x * height + y for x in range(width) for y in range(height)}
    while True:
        sizes = Counter(owner.values())
        small = [n for n in sorted(sizes) if sizes[n] < least]
        if not small:
            return owner if low <= len(sizes) <= high else None
        n = rng.choice([one for one in small if sizes[one] == min(sizes[each] for each in small)])
        near = sorted({owner[c] for cell, m in owner.items() if m == n for c in _beside(cell) if c in owner} - {n})
        fitting = [m for m in near if sizes[m] + sizes[n] <= most]
        if not fitting:
            return None
        m = min(fitting, key=lambda each: (sizes[each] + rng.randrange(3), each))
        owner = {cell: m if k == n else k for cell, k in owner.items()}


def _shifted(rng: Random, owner: Cut, cells: tuple[int, int]) -> Cut:
    """One cell at a border given to the piece beside it, where both stay in one piece and of fitting size."""
    places = sorted(owner)
    for _ in range(20):
        cell = rng.choice(places)
        near = [owner[c] for c in _beside(cell) if c in owner and owner[c] != owner[cell]]
        if not near:
            continue
        old, new = owner[cell], rng.choice(near)
        rest = [c for c in places if owner[c] == old and c != cell]
        size = sum(m == new for m in owner.values()) + 1
        if len(rest) >= cells[0] and size <= cells[1] and _is_whole(rest):
            return {**owner, cell: new}
    return owner


def _is_whole(cells: list[Point]) -> bool:
    left, stack = set(cells[1:]), cells[:1]
    while stack:
        for near in _beside(stack.pop()):
            if near in left:
                left.remove(near)
                stack.append(near)
    return not left


def _tray(owner: Cut, freedom: Freedom) -> Tray | None:
    """The pieces as a level; None where two are equal or one is a long thin thing."""
    width, height = max(x for x, _ in owner) + 1, max(y for _, y in owner) + 1
    kinds: dict[frozenset[Shape], Kind] = {}
    for n in sorted(set(owner.values())):
        shape = Shape.of(cell for cell, m in owner.items() if m == n)
        kind = Kind(NAMES[len(kinds) % 26], shape, 1, freedom)
        if kind.looks in kinds or max(shape.width, shape.height) > 4:
            return None
        kinds[kind.looks] = kind
    return Tray(width, height, sorted(owner), list(kinds.values())) if len(kinds) <= len(NAMES) else None
