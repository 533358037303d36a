"""Small changes to a Rush Hour level, for proposals that are harder or easier."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...core.cells import set_bits
from ...core.design import ADD_WALL, REMOVE_WALL, Change, Changes, describe_shift
from ...core.puzzle import Cell, Message
from .board import LABELS, Car, Lot
from .position import RushHour

ADD_CAR, ADD_TRUCK = Message("Add a car"), Message("Add a truck")
SHORT, LONG = 2, 3
MAX_WALLS = 6


def changes(board: RushHour, rng: Random, harder: bool) -> Changes:
    """Return the levels with one car or wall added, removed, moved, turned, or made longer or shorter."""
    moved = [_shifted(board, rng), _turned(board, rng), _beside(board, rng)]
    if harder:
        added = [_added(board, rng, LONG), _added(board, rng, SHORT)]
        return [*added, *moved, _resized(board, rng, 1), _walled(board, rng)]
    return [_removed(board, rng), _resized(board, rng, -1), *moved, _unwalled(board, rng)]


def _level(board: RushHour, parked: list[tuple[Car, int]], walls: int | None = None) -> RushHour:
    """Return the level with these cars at their offsets; the target is among them."""
    lot = board.lot
    cars = tuple(car for car, _ in parked)
    target = next(number for number, car in enumerate(cars) if car.label == lot.labels[lot.target])
    walls = lot.walls if walls is None else walls
    return type(board)(Lot(lot.rows, lot.cols, walls, cars, target, lot.side), tuple(at for _, at in parked))


def _parked(board: RushHour) -> list[tuple[Car, int]]:
    return list(zip(board.lot.cars, board.at, strict=True))


def _replaced(board: RushHour, number: int, *cars: tuple[Car, int]) -> RushHour:
    """Return the level with one car replaced by other cars, or by none."""
    parked = _parked(board)
    return _level(board, [*parked[:number], *cars, *parked[number + 1 :]])


def _free(board: RushHour, but: int | None = None) -> set[Cell]:
    """Return the empty cells; the car with the number ``but`` is ignored."""
    lot = board.lot
    taken = {cell for n, (car, at) in enumerate(_parked(board)) if n != but for cell in car.cells(at)}
    cells = {(row, col) for row in range(lot.rows) for col in range(lot.cols)}
    return {cell for cell in cells - taken if not lot.is_wall(cell)}


def _others(board: RushHour, rng: Random) -> list[int]:
    """Return the numbers of all cars but the target, in random order."""
    numbers = [number for number in range(len(board.lot.cars)) if number != board.lot.target]
    return rng.sample(numbers, len(numbers))


def _spots(board: RushHour, rng: Random, length: int) -> list[tuple[bool, int, int]]:
    """Return every lane and offset on the board, free or not, for a car of this length, in random order."""
    lot = board.lot
    out = []
    for horizontal, lanes, cells in ((True, lot.rows, lot.cols), (False, lot.cols, lot.rows)):
        out += [(horizontal, lane, at) for lane in range(lanes) for at in range(cells - length + 1)]
    rng.shuffle(out)
    return out


def _added(board: RushHour, rng: Random, length: int) -> Iterator[Change]:
    label = next((label for label in LABELS[1:] if label not in board.lot.index), None)
    free = _free(board)
    for horizontal, lane, at in _spots(board, rng, length) if label else ():
        car = Car(label or "", horizontal, length, lane)
        if free.issuperset(car.cells(at)):
            yield Change(_level(board, [*_parked(board), (car, at)]), ADD_TRUCK if length == LONG else ADD_CAR)


def _removed(board: RushHour, rng: Random) -> Iterator[Change]:
    for number in _others(board, rng):
        yield Change(_replaced(board, number), Message("Remove {piece}", piece=board.lot.labels[number]))


def _resized(board: RushHour, rng: Random, by: int) -> Iterator[Change]:
    """Yield the levels with a car made a truck, or a truck a car; the lost or new cell is at either end."""
    for number in _others(board, rng):
        car, at = board.lot.cars[number], board.at[number]
        other = car._replace(length=car.length + by)
        if SHORT <= other.length <= LONG:
            free = _free(board, number)
            for start in (at, at - by):
                if start >= 0 and free.issuperset(other.cells(start)):
                    yield Change(_replaced(board, number, (other, start)), _resize_words(car.label, by))


def _resize_words(label: str, by: int) -> Message:
    return Message("Make {piece} longer", piece=label) if by > 0 else Message("Make {piece} shorter", piece=label)


def _shifted(board: RushHour, rng: Random) -> Iterator[Change]:
    """Yield the levels with a car on another place of its lane, even behind others; the target stays off the exit."""
    shifts = []
    for number, car in enumerate(board.lot.cars):
        free = _free(board, number)
        for at in range(len(board.lot.masks[number])):
            is_out = number == board.lot.target and at == board.lot.goal
            if at != board.at[number] and not is_out and free.issuperset(car.cells(at)):
                shifts.append((number, at))
    rng.shuffle(shifts)
    shifts.sort(key=lambda shift: abs(shift[1] - board.at[shift[0]]) > 1)  # small shifts first
    for number, at in shifts:
        car, by = board.lot.cars[number], at - board.at[number]
        what = describe_shift(car.label, 0, by) if car.horizontal else describe_shift(car.label, by, 0)
        yield Change(_replaced(board, number, (car, at)), what)


def _beside(board: RushHour, rng: Random) -> Iterator[Change]:
    """Yield the levels with a car in the lane next to its own."""
    for number in _others(board, rng):
        car, at = board.lot.cars[number], board.at[number]
        free = _free(board, number)
        for by in rng.sample((-1, 1), 2):
            other = car._replace(lane=car.lane + by)
            if free.issuperset(other.cells(at)):
                what = describe_shift(car.label, by, 0) if car.horizontal else describe_shift(car.label, 0, by)
                yield Change(_replaced(board, number, (other, at)), what)


def _turned(board: RushHour, rng: Random) -> Iterator[Change]:
    """Yield the levels with a car turned about one of its cells."""
    for number in _others(board, rng):
        car, at = board.lot.cars[number], board.at[number]
        free = _free(board, number)
        for row, col in car.cells(at):
            lane, along = (col, row) if car.horizontal else (row, col)
            other = car._replace(horizontal=not car.horizontal, lane=lane)
            for start in range(along - car.length + 1, along + 1):
                if start >= 0 and free.issuperset(other.cells(start)):
                    yield Change(_replaced(board, number, (other, start)), Message("Turn {piece}", piece=car.label))


def _walled(board: RushHour, rng: Random) -> Iterator[Change]:
    lot = board.lot
    if lot.walls.bit_count() < MAX_WALLS:
        free = sorted(_free(board))
        for row, col in rng.sample(free, len(free)):
            yield Change(_level(board, _parked(board), lot.walls | 1 << (row * lot.cols + col)), ADD_WALL)


def _unwalled(board: RushHour, rng: Random) -> Iterator[Change]:
    walls = set_bits(board.lot.walls)
    for cell in rng.sample(walls, len(walls)):
        yield Change(_level(board, _parked(board), board.lot.walls ^ 1 << cell), REMOVE_WALL)
