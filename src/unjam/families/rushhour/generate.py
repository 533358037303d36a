"""Random boards: the target on its lane, the other cars and walls scattered where they fit."""

from __future__ import annotations

from random import Random

from ...puzzle import Unsupported
from .lot import LABELS, LARGEST, SIDES, Car, Lot, Side


def scatter(
    rng: Random, rows: int = 6, cols: int = 6, cars: int | None = None, walls: int = 0, side: Side = "right"
) -> tuple[Lot, tuple[int, ...]]:
    """A lot with the target (two cells) off the exit and up to ``cars`` cars in all, and their offsets.

    No other car lies in the target's own lane, so no board is lost before it starts. Cars are as often long
    (three cells) as in the published sets, one in four.
    """
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise Unsupported(f"a board has 1 to {LARGEST} rows and columns, not {rows}x{cols}")
    if side not in SIDES:
        raise Unsupported(f"no exit '{side}'; choose one of: {', '.join(SIDES)}")
    across = side in ("left", "right")
    if (cols if across else rows) < 3:
        raise Unsupported(f"a board of {rows}x{cols} has no room for a target of two cells that is not out yet")
    if cars is None:
        cars = rng.randint(max(1, rows * cols // 6), max(2, rows * cols // 3))
    cars = max(1, min(cars, len(LABELS)))
    lane = (rows - 1) // 2 if across else (cols - 1) // 2
    room = (cols if across else rows) - 2
    offset = rng.randrange(1, room + 1) if side in ("left", "up") else rng.randrange(room)
    taken: set[tuple[int, int]] = set()
    placed: list[tuple[Car, int]] = []

    def place(label: str, horizontal: bool, length: int, lane: int, at: int) -> bool:
        cells = {(lane, at + k) if horizontal else (at + k, lane) for k in range(length)}
        if cells & taken:
            return False
        taken.update(cells)
        placed.append((Car(label, horizontal, length, lane), at))
        return True

    place(LABELS[0], across, 2, lane, offset)
    for _ in range(walls):
        cell = (rng.randrange(rows), rng.randrange(cols))
        if cell not in taken and cell[0 if across else 1] != lane:
            taken.add(cell)
    wall = sum(1 << (r * cols + c) for r, c in taken - set(_cells(placed)))
    for _ in range(cars * 12):
        if len(placed) == cars:
            break
        horizontal, length = rng.random() < 0.5, 3 if rng.random() < 0.25 else 2
        lanes, cells = (rows, cols) if horizontal else (cols, rows)
        where = rng.randrange(lanes)
        if length > cells or (horizontal == across and where == lane):
            continue
        place(LABELS[len(placed)], horizontal, length, where, rng.randrange(cells - length + 1))
    lot = Lot(rows, cols, wall, tuple(car for car, _ in placed), 0, side)
    return lot, tuple(at for _, at in placed)


def _cells(placed: list[tuple[Car, int]]) -> list[tuple[int, int]]:
    return [
        (car.lane, at + k) if car.horizontal else (at + k, car.lane) for car, at in placed for k in range(car.length)
    ]
