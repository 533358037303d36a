"""Generates random boards, and new levels from the hardest positions of boards found by the core."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ... import _core
from ...core.family_info import DIFFICULTIES
from ...core.generator import Candidates, LevelGenerator, LevelRequest, Size, cost_range
from ...core.puzzle import Cell, Control, Limits, Message, Option, Task, Unsupported
from .board import LABELS, MAX_SIDE, SIDES, Car, Lot, Side


def scatter(
    rng: Random, rows: int = 6, cols: int = 6, cars: int | None = None, walls: int = 0, side: Side = "right"
) -> tuple[Lot, tuple[int, ...]]:
    """Return a random lot and the offsets of up to ``cars`` cars; the target has two cells and is not at the exit.

    No other car is in the target's lane, so no board is unsolvable for that reason. One car in four is long (three
    cells), as in the published sets.
    """
    _check_size(rows, cols, side)
    horizontal = side in ("left", "right")
    if cars is None:
        cars = rng.randint(max(1, rows * cols // 6), max(2, rows * cols // 3))
    cars = max(1, min(cars, len(LABELS)))
    lane = (rows - 1) // 2 if horizontal else (cols - 1) // 2
    room = (cols if horizontal else rows) - 2
    offset = rng.randrange(1, room + 1) if side in ("left", "up") else rng.randrange(room)
    parked = [(Car(LABELS[0], horizontal, 2, lane), offset)]
    taken: set[Cell] = set(parked[0][0].cells(offset))
    wall_bits = 0
    for _ in range(walls):
        cell = (rng.randrange(rows), rng.randrange(cols))
        if cell not in taken and cell[0 if horizontal else 1] != lane:
            taken.add(cell)
            wall_bits |= 1 << (cell[0] * cols + cell[1])
    for _ in range(cars * 12):
        if len(parked) == cars:
            break
        car, at = _random_car(rng, rows, cols, LABELS[len(parked)])
        if at < 0 or (car.horizontal == horizontal and car.lane == lane):
            continue
        at = rng.randrange(at + 1)
        if taken.isdisjoint(car.cells(at)):
            taken.update(car.cells(at))
            parked.append((car, at))
    lot = Lot(rows, cols, wall_bits, tuple(car for car, _ in parked), 0, side)
    return lot, tuple(at for _, at in parked)


def _random_car(rng: Random, rows: int, cols: int, label: str) -> tuple[Car, int]:
    """Return a car in a random lane, and its highest offset on the board, which is negative if the car is too long."""
    horizontal, length = rng.random() < 0.5, 3 if rng.random() < 0.25 else 2
    lanes, cells = (rows, cols) if horizontal else (cols, rows)
    return Car(label, horizontal, length, rng.randrange(lanes)), cells - length


def _check_size(rows: int, cols: int, side: Side) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise Unsupported(
            Message("a board has 1 to {most} rows and columns, not {rows}x{cols}", most=MAX_SIDE, rows=rows, cols=cols)
        )
    if side not in SIDES:
        raise Unsupported.choice(Message("unknown exit '{side}'", side=side), SIDES)
    if (cols if side in ("left", "right") else rows) < 3:
        raise Unsupported(
            Message(
                "a board of {rows}x{cols} is too small: a target of two cells would already be at the exit",
                rows=rows,
                cols=cols,
            )
        )


# -- new levels

RANGES = ((5, 9), (8, 16), (15, 28), (30, 60))
"""Typical numbers of moves, from beginner to expert; the generator adapts them if levels are rated differently."""
TRIES = 6


class RushHourGenerator(LevelGenerator):
    """Generates levels that need the requested number of moves and in which every car and wall matters."""

    version = 2
    sizes = (Size(4, 4, DIFFICULTIES[:1]), Size(5, 5, DIFFICULTIES[:3]), Size(6, 6), Size(7, 7))
    default_size: ClassVar[tuple[int, int]] = (6, 6)
    default_sizes = ("6x6",) * 4
    patience = 60
    options: ClassVar[tuple[Option, ...]] = (
        Option("walls", Message("The maximum number of walls on a board, from 0 to 6."), kind=int),
        Option("exit", Message("The side on which the car to free leaves the board."), SIDES),
    )

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or self.default_size
        if not (4 <= rows <= 8 and 4 <= cols <= 8):
            raise Unsupported(
                Message("cannot generate boards of {rows}x{cols}; choose 4 to 8 rows and columns", rows=rows, cols=cols)
            )
        if not 0 <= (walls := request.options.get("walls", 0)) <= 6:
            raise Unsupported(Message("cannot generate boards with {walls} walls; choose 0 to 6", walls=walls))

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        side: Side = request.options.get("exit", "right")
        rows, cols = request.size or self.default_size
        if side in ("up", "down"):
            rows, cols = cols, rows  # the core's target is horizontal; ``decode`` turns the board
        walls = request.options.get("walls", rng.choice((0, 0, 0, 1, 2)))
        search = _Search(self.control, rows, cols, walls, *cost_range(request, RANGES))
        if request.moves is None and request.difficulty_index != 3:
            search.low += rng.randrange(1 + (search.high - search.low) // 2)  # for variety
        for _ in range(TRIES):
            code, moves = search.run(rng)
            if not moves:
                search.fail(request.moves is None)
                continue
            verdict = yield self.kind(*decode(code, side))  # type: ignore[call-arg]
            search.start = None
            if request.moves is None:
                search.adjust(code, moves, verdict)


@dataclass
class _Search:
    """Uses the core to find boards that need ``low`` to ``high`` moves, and adapts this range to the verdicts."""

    control: Control
    rows: int
    cols: int
    walls: int
    low: int
    high: int
    start: bytes | None = None
    """The board to start the search from; None for an empty board."""
    failures: int = 0

    def run(self, rng: Random) -> tuple[bytes, int]:
        """Return a board in the core's encoding and its number of moves, which is 0 if no board was found."""
        area = self.rows * self.cols
        return _core.rushhour_generate(
            self.rows,
            self.cols,
            (self.rows - 1) // 2,
            # Hard levels need many cars, but on a full board nothing can move.
            max(4, area * min(12, 7 + self.low // 5) // 36),
            self.walls,
            self.low,
            self.high,
            max(2_000, min(10_000, 350 * self.low)) * area // 36,
            120 + 16 * min(self.low, 32),
            rng.getrandbits(64),
            self.start,
            Task("moves", Limits(bytes=1 << 30), self.control),
        )

    def fail(self, may_lower: bool) -> None:
        """Start from an empty board again; after two failures, aim lower if the number of moves was not requested."""
        self.start, self.failures = None, self.failures + 1
        if may_lower and self.low > 3 and self.failures == 2:
            self.low, self.failures = self.low - self.low // 10 - 1, 0

    def adjust(self, code: bytes, moves: int, verdict: int) -> None:
        """Aim for a harder board, made from this one, if it was too easy; for an easier board if it was too hard."""
        if verdict < 0:
            self.start = code
            self.low = max(self.low, moves + 1 + (moves // 4) * (-1 - verdict))
            self.high = max(self.high, self.low + 9)
        elif verdict > 0:
            self.low, self.high = max(2, self.low - max(1, self.low // 5)), moves - 1
            self.low = max(1, min(self.low, self.high - 3))


def decode(code: bytes, side: Side) -> tuple[Lot, tuple[int, ...]]:
    """Decode a board from the core, turn it so that its exit is on this side, and label the cars in reading order."""
    rows, cols, _, _, count = code[:5]
    numbers = [code[5 + 4 * i : 9 + 4 * i] for i in range(count)]
    walls = [divmod(cell, cols) for cell in code[5 + 4 * count :]]
    cars = [(bool(across), lane, length, offset) for across, lane, length, offset in numbers]
    if side in ("left", "up"):
        cars = [(a, lane, n, cols - n - at) if a else (a, cols - 1 - lane, n, at) for a, lane, n, at in cars]
        walls = [(row, cols - 1 - col) for row, col in walls]
    if side in ("up", "down"):
        cars = [(not a, lane, n, at) for a, lane, n, at in cars]
        walls, rows, cols = [(col, row) for row, col in walls], cols, rows
    others = sorted(cars[1:], key=lambda car: (car[1], car[3]) if car[0] else (car[3], car[1]))
    cars = [cars[0], *others]
    labelled = tuple(Car(LABELS[i], a, n, lane) for i, (a, lane, n, _) in enumerate(cars))
    bits = sum(1 << (row * cols + col) for row, col in walls)
    return Lot(rows, cols, bits, labelled, 0, side), tuple(at for *_, at in cars)
