"""Random Rush Hour boards of every kind for the tests: any rectangle, walls, long cars, all four exits, lane mates."""

from __future__ import annotations

from random import Random

from unjam.families.rushhour import RushHour
from unjam.families.rushhour.board import LABELS, Car, Lot, Side


def wild(rng: Random, rows: int, cols: int, cars: int, walls: int, longest: int = 4) -> RushHour:
    """Return any board, solvable or not; labels are as in a drawing, or sometimes as in a list."""
    taken: set[tuple[int, int]] = set()
    cars_placed: list[tuple[bool, int, int, int]] = []
    while not cars_placed:
        for _ in range(cars * 4):
            horizontal = rng.random() < 0.5
            lanes, cells = (rows, cols) if horizontal else (cols, rows)
            length = min(rng.choice((2, 2, 2, 3, 3, longest)), longest)
            if length > cells:
                continue
            lane, at = rng.randrange(lanes), rng.randrange(cells - length + 1)
            where = {(lane, at + k) if horizontal else (at + k, lane) for k in range(length)}
            if where & taken or len(cars_placed) == cars:
                continue
            taken |= where
            cars_placed.append((horizontal, length, lane, at))
    wall = 0
    for _ in range(walls):
        cell = (rng.randrange(rows), rng.randrange(cols))
        if cell not in taken:
            wall |= 1 << (cell[0] * cols + cell[1])
    listed = rows == cols and not wall and rng.random() < 0.3
    target = rng.randrange(len(cars_placed)) if listed else 0
    if listed:
        others = iter(rng.sample(range(2, 99), len(cars_placed)))
        labels = ["1" if i == target else str(next(others)) for i in range(len(cars_placed))]
    else:
        labels = ["A", *sorted(rng.sample(LABELS[1:], len(cars_placed) - 1))]
    across = cars_placed[target][0]
    sides: tuple[Side, ...] = ("left", "right") if across else ("up", "down")
    lot_cars = tuple(Car(label, h, n, lane) for label, (h, n, lane, _) in zip(labels, cars_placed, strict=True))
    lot = Lot(rows, cols, wall, lot_cars, target, rng.choice(sides))
    return RushHour(lot, tuple(at for *_, at in cars_placed))


def arrangements(board: RushHour) -> int:
    """Return the number of arrangements, overlaps included: an upper bound on the reachable positions."""
    product = 1
    for cars in board.lot.lanes():
        cars.sort(key=lambda car: board.at[car])
        ends = [0]
        for car in cars:
            first, last = board.reach(car)
            ends = [to + board.lot.lengths[car] for end in ends for to in range(max(first, end), last + 1)]
        product *= len(ends)
    return product


def small(rng: Random, most: int) -> RushHour:
    """Return a board whose space is small enough for the reference searches; one in four is long and narrow."""
    while True:
        if rng.random() < 0.25:
            rows, cols = rng.randint(2, 3), rng.randint(9, 16)
            if rng.random() < 0.5:
                rows, cols = cols, rows
        else:
            rows, cols = rng.randint(2, 8), rng.randint(2, 8)
        board = wild(rng, rows, cols, rng.randint(1, 9), rng.choice((0, 0, 1, 3)))
        if arrangements(board) <= most:
            return board
