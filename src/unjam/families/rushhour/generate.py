"""Random boards: the target on its lane, the other cars and walls scattered where they fit."""

from __future__ import annotations

from random import Random

from ...puzzle import Cell, Message, Unsupported
from .level import LABELS, LARGEST, SIDES, Car, Lot, Side


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
