"""Random boards, cars and walls scattered where they fit; and new levels, the hardest positions of chosen spaces."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from ... import _core
from ...core.generator import DIFFICULTIES, Candidates, LevelGenerator, LevelRequest, Size, aim
from ...core.puzzle import Cell, Limits, Message, Option, Task, Unsupported
from .board import LABELS, LARGEST, SIDES, Car, Lot, Side


def scatter(
    rng: Random, rows: int = 6, cols: int = 6, cars: int | None = None, walls: int = 0, side: Side = "right"
) -> tuple[Lot, tuple[int, ...]]:
    """A lot with the target (two cells) off the exit and up to ``cars`` cars in all, and their offsets.

    No other car lies in the target's own lane, so no board is dead from the start. Cars are as often long (three
    cells) as in the published sets, one in four.
    """
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise Unsupported(
            Message("a board has 1 to {most} rows and columns, not {rows}x{cols}", most=LARGEST, rows=rows, cols=cols)
        )
    if side not in SIDES:
        raise Unsupported.choice(Message("no exit '{side}'", side=side), SIDES)
    across = side in ("left", "right")
    if (cols if across else rows) < 3:
        raise Unsupported(
            Message(
                "a board of {rows}x{cols} has no room for a target of two cells that is not out yet",
                rows=rows,
                cols=cols,
            )
        )
    if cars is None:
        cars = rng.randint(max(1, rows * cols // 6), max(2, rows * cols // 3))
    cars = max(1, min(cars, len(LABELS)))
    lane = (rows - 1) // 2 if across else (cols - 1) // 2
    room = (cols if across else rows) - 2
    offset = rng.randrange(1, room + 1) if side in ("left", "up") else rng.randrange(room)
    taken: set[Cell] = set()
    placed: list[tuple[Car, int]] = []

    def place(car: Car, at: int) -> bool:
        cells = car.cells(at)
        if not taken.isdisjoint(cells):
            return False
        taken.update(cells)
        placed.append((car, at))
        return True

    place(Car(LABELS[0], across, 2, lane), offset)
    wall = 0
    for _ in range(walls):
        cell = (rng.randrange(rows), rng.randrange(cols))
        if cell not in taken and cell[0 if across else 1] != lane:
            taken.add(cell)
            wall |= 1 << (cell[0] * cols + cell[1])
    for _ in range(cars * 12):
        if len(placed) == cars:
            break
        horizontal, length = rng.random() < 0.5, 3 if rng.random() < 0.25 else 2
        lanes, cells = (rows, cols) if horizontal else (cols, rows)
        where = rng.randrange(lanes)
        if length > cells or (horizontal == across and where == lane):
            continue
        place(Car(LABELS[len(placed)], horizontal, length, where), rng.randrange(cells - length + 1))
    lot = Lot(rows, cols, wall, tuple(car for car, _ in placed), 0, side)
    return lot, tuple(at for _, at in placed)


# -- new levels

RANGES = ((5, 9), (8, 16), (15, 28), (30, 60))
"""How many moves the levels from beginner to expert usually need; a stream that finds it otherwise moves on."""
TRIES = 6


class RushHourGenerator(LevelGenerator):
    """Boards whose hardest position needs as many moves as wanted, without a car or wall that could go."""

    version = 2
    sizes = (Size(4, 4, DIFFICULTIES[:1]), Size(5, 5, DIFFICULTIES[:3]), Size(6, 6), Size(7, 7))
    default_size: ClassVar[tuple[int, int]] = (6, 6)
    usual = ("6x6",) * 4
    options: ClassVar[tuple[Option, ...]] = (
        Option("walls", Message("The most walls on a board, from 0 to 6."), kind=int),
        Option("exit", Message("The side on which the car to free leaves."), SIDES),
    )

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or self.default_size
        if not (4 <= rows <= 8 and 4 <= cols <= 8):
            raise Unsupported(
                Message("no new boards of {rows}x{cols}; choose from 4 to 8 rows and columns", rows=rows, cols=cols)
            )
        if not 0 <= (walls := request.options.get("walls", 0)) <= 6:
            raise Unsupported(Message("no boards with {walls} walls; choose from 0 to 6", walls=walls))

    def patience(self, request: LevelRequest) -> int:
        return 60

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        side: Side = request.options.get("exit", "right")
        rows, cols = request.size or self.default_size
        across, down = (rows, cols) if side in ("left", "right") else (cols, rows)  # the core's target lies in a row
        walls = request.options.get("walls", rng.choice((0, 0, 0, 1, 2)))
        low, high = aim(request, RANGES)
        if request.moves is None and request.rank != 3:
            low += rng.randrange(1 + (high - low) // 2)  # not all of a kind
        fails, start, task = 0, None, Task("moves", Limits(bytes=1 << 30), self.control)
        for _ in range(TRIES):
            # Full boards are stuck and empty ones easy; in between, the harder the fuller.
            cars = max(4, across * down * min(12, 7 + low // 5) // 36)
            effort = 120 + 16 * min(low, 32)
            states = max(2_000, min(10_000, 350 * low)) * across * down // 36
            made = _core.rushhour_make(
                across,
                down,
                (across - 1) // 2,
                cars,
                walls,
                low,
                high,
                states,
                effort,
                rng.getrandbits(64),
                start,
                task,
            )
            if not made[1]:
                start, fails = None, fails + 1
                if request.moves is None and low > 3 and fails == 2:
                    low, fails = low - low // 10 - 1, 0
                continue
            verdict = yield self.kind(*turned(made[0], side))  # type: ignore[call-arg]
            start = None
            if request.moves is None and verdict < 0:  # a little harder, from where we are
                start, low = made[0], max(low, made[1] + 1 + (made[1] // 4) * (-1 - verdict))
                high = max(high, low + 9)
            elif request.moves is None and verdict > 0:
                low, high = max(2, low - max(1, low // 5)), made[1] - 1
                low = max(1, min(low, high - 3))


def turned(code: bytes, side: Side) -> tuple[Lot, tuple[int, ...]]:
    """The board that the core made for a way out to the right, with the exit on the side; cars named as one reads."""
    rows, cols, _, _, cars = code[:5]
    numbers = [code[5 + 4 * i : 9 + 4 * i] for i in range(cars)]
    walls = [divmod(cell, cols) for cell in code[5 + 4 * cars :]]
    placed = [(bool(across), lane, length, offset) for across, lane, length, offset in numbers]
    if side in ("left", "up"):
        placed = [(a, lane, n, cols - n - at) if a else (a, cols - 1 - lane, n, at) for a, lane, n, at in placed]
        walls = [(row, cols - 1 - col) for row, col in walls]
    if side in ("up", "down"):
        placed = [(not a, lane, n, at) for a, lane, n, at in placed]
        walls, rows, cols = [(col, row) for row, col in walls], cols, rows
    others = sorted(placed[1:], key=lambda car: (car[1], car[3]) if car[0] else (car[3], car[1]))
    placed = [placed[0], *others]
    named = tuple(Car(LABELS[i], a, n, lane) for i, (a, lane, n, _) in enumerate(placed))
    bits = sum(1 << (row * cols + col) for row, col in walls)
    return Lot(rows, cols, bits, named, 0, side), tuple(at for *_, at in placed)
