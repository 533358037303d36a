"""Generates levels by cutting rectangles into pieces, at random or with a requested number of solutions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ... import _core
from ...core.family_info import DIFFICULTIES
from ...core.generator import Candidates, LevelGenerator, LevelRequest, Size
from ...core.puzzle import Limits, Message, Option, Task, Unsupported
from .board import Board
from .shapes import FREEDOMS, Freedom, Kind, Point, Shape

if TYPE_CHECKING:
    from .position import Packing


NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cut(rng: Random, width: int, height: int, pieces: int, freedom: str) -> Board:
    """Return a rectangle cut into connected pieces grown from random cells; pieces of the same shape form one kind."""
    points = [(x, y) for x in range(width) for y in range(height)]
    owner: dict[Point, int] = {cell: n for n, cell in enumerate(rng.sample(points, min(pieces, len(points))))}
    edge = list(owner)
    while len(owner) < len(points):
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
        shape = Shape.of(cell for cell in points if owner[cell] == n)
        shapes[shape] = shapes.get(shape, 0) + 1
    kinds = [
        Kind(NAMES[n] if len(shapes) <= len(NAMES) else f"P{n + 1}", shape, count, freedom)  # type: ignore[arg-type]
        for n, (shape, count) in enumerate(shapes.items())
    ]
    return Board(width, height, points, kinds)


# -- new levels

TRIES, MAX_CHANGES = 10, 400
LIMITS = Limits(bytes=1 << 28)


class Spec(NamedTuple):
    """The rows and columns of a level, the range of cells per piece, and the maximum side length of a piece."""

    sides: tuple[int, int]
    cells: tuple[int, int]
    longest: int


SPECS = (
    Spec((3, 4), (3, 5), 4), Spec((4, 4), (3, 5), 4), Spec((4, 5), (4, 5), 4), Spec((5, 5), (4, 6), 4),
    Spec((5, 6), (4, 6), 4), Spec((6, 6), (4, 6), 4), Spec((6, 7), (5, 7), 5), Spec((7, 7), (5, 7), 5),
    Spec((7, 8), (5, 7), 5), Spec((8, 8), (5, 7), 5),
)  # fmt: skip
"""Specifications from small to large; if a level is too easy or too hard, the next or previous one is tried."""
TYPICAL_SPECS = ((0, 3), (3, 5), (5, 7), (7, 8))
"""The first and last index in SPECS for each difficulty."""


class PackingGenerator(LevelGenerator):
    """Generates rectangles cut into different pieces, with exactly one solution or a requested number of solutions."""

    version = 3
    sizes = (
        Size(4, 4, DIFFICULTIES[:1]), Size(5, 5, DIFFICULTIES[:2]), Size(5, 6, DIFFICULTIES[:3]),
        Size(6, 6, DIFFICULTIES[1:3]), Size(6, 7, DIFFICULTIES[2:]),
    )  # fmt: skip
    default_sizes = ("5x5", "5x6", "6x6", "6x7")
    patience = 150
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "solutions",
            Message("How many solutions each level has, counting symmetric ones once; 1 by default."),
            kind=int,
        ),
        Option("pieces", Message("How the pieces may be placed."), ("fixed", "turn", "flip")),
    )

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or (5, 5)
        if not (3 <= rows <= 10 and 3 <= cols <= 10):
            raise Unsupported(
                Message(
                    "cannot generate boards of {rows}x{cols}; choose 3 to 10 rows and columns", rows=rows, cols=cols
                )
            )
        if not 1 <= (solutions := request.options.get("solutions", 1)) <= 100:
            raise Unsupported(Message("cannot generate levels with {n} solutions; choose 1 to 100", n=solutions))

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        index = request.difficulty_index
        first, last = TYPICAL_SPECS[index] if index is not None else (0, len(SPECS) - 1)
        size = rng.randint(first, last)
        wanted = request.options.get("solutions", 1)
        task = Task("pieces", LIMITS, self.control, workers=1)
        for _ in range(TRIES):
            spec = SPECS[size]
            rows, cols = request.size or spec.sides
            low, high = request.moves or (1, len(NAMES))
            if request.moves and request.size is None:
                rows, cols = _sides(rng, rng.randint(low, min(high, 16)))
            if high < 2 or low > min(len(NAMES), rows * cols // spec.cells[0]):
                return
            freedom: Freedom = request.options.get("pieces") or rng.choice(
                ("fixed", "turn") if index == 0 else ("turn", "flip")
            )
            owner = _core.packing_generate(
                cols, rows, spec.cells, spec.longest, (max(2, low), min(high, len(NAMES))), len(FREEDOMS[freedom]),
                wanted, MAX_CHANGES, rng.getrandbits(64), task,
            )  # fmt: skip
            if not owner:
                continue
            level = self._level(rng, owner, cols, rows, freedom)
            if level.native.count(level, task, True).solutions != wanted:
                continue
            verdict = yield level
            if request.moves is None:
                size = max(0, min(len(SPECS) - 1, size - (verdict > 0) + (verdict < 0)))

    def _level(self, rng: Random, owner: list[int], width: int, height: int, freedom: Freedom) -> Packing:
        """Return a level with its pieces shuffled and turned, so that they do not give the solution away."""
        cells: dict[int, list[Point]] = {}
        for at, piece in enumerate(owner):
            cells.setdefault(piece, []).append(divmod(at, height))
        shapes = [Shape.of(points) for _, points in sorted(cells.items())]
        rng.shuffle(shapes)
        turns = FREEDOMS[freedom]
        kinds = [
            Kind(name, shape.turned(rng.choice(turns)), 1, freedom) for name, shape in zip(NAMES, shapes, strict=False)
        ]
        points = [(x, y) for x in range(width) for y in range(height)]
        board = Board(width, height, points, kinds)
        level: Packing = self.kind(board, (None,) * len(board.ids), 0)  # type: ignore[assignment, call-arg]
        return level


def _sides(rng: Random, pieces: int) -> tuple[int, int]:
    """Return the rows and columns of a board with room for about this many pieces of five cells."""
    area = max(9, 5 * pieces)
    width = max(3, min(10, rng.choice((0, 1)) + round(area**0.5)))
    return max(3, min(10, round(area / width))), width
