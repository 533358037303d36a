"""Reads a vehicle list: the size, the number of vehicles, then one vehicle per line."""

from __future__ import annotations

from ....core.puzzle import Cell, Faults, Message, plural
from ..board import LISTED_TARGET, MAX_SIDE, Car, Lot
from .row import MAX_DIGITS, Position, Row, is_label, read_exit, read_target, short


def read_list(rows: list[Row], target: str | None, faults: Faults) -> Position | None:
    """Return the board described by the list, whose first row is the size; None if there are faults."""
    size = _read_size(rows[0], faults)
    room = size or MAX_SIDE  # without a valid size, check against the largest board
    counted = len(rows) > 1 and rows[1].is_count()
    here = rows[min(1, len(rows) - 1)]
    if not counted:
        why = Message("the number of vehicles is missing; expected it alone on the line after the size")
        faults.add(why, here.number, here.column)
    rest = rows[2 if counted else 1 :]
    exits, vehicles = [row for row in rest if row.is_exit()], [row for row in rest if not row.is_setting()]
    label = read_target(rest, target, faults) or LISTED_TARGET
    if len(vehicles) > MAX_SIDE * MAX_SIDE:
        faults.add(
            Message("no board has room for {count} vehicles", count=len(vehicles)), rows[1].number, rows[1].column
        )
        return None
    if counted:
        _check_count(rows[1], len(vehicles), faults)
    cars, offsets = _read_vehicles(vehicles, room, faults)
    if not any(row.words[0] == label for row in vehicles) and (vehicles or not faults):
        faults.add(Message("the vehicle to free, {car}, is missing", car=short(label)), here.number, here.column)
    number = next((i for i, car in enumerate(cars) if car.label == label), None)
    side = read_exit(exits, None if number is None else cars[number], faults)
    if faults or size is None or number is None or side is None:
        return None
    return Lot(size, size, 0, tuple(cars), number, side), tuple(offsets)


def _read_size(row: Row, faults: Faults) -> int | None:
    size = int(row.text[:MAX_DIGITS])
    if 1 <= size <= MAX_SIDE:
        return size
    why = Message("the board size is {size}; expected 1 to {most}", size=short(row.text), most=MAX_SIDE)
    faults.add(why, row.number, row.column)
    return None


def _check_count(row: Row, following: int, faults: Faults) -> None:
    """Add a fault if the declared number of vehicles differs from the number of vehicles that follow."""
    digits = row.text.lstrip("0") or "0"
    if len(digits) > MAX_DIGITS:
        faults.add(Message("no board has room for {count} vehicles", count=short(digits)), row.number, row.column)
    elif int(digits) != following:
        why = Message(
            "{promised}, but {following}",
            promised=plural("{n} vehicle declared", "{n} vehicles declared", n=int(digits)),
            following=plural("{n} follows", "{n} follow", n=following),
        )
        faults.add(why, row.number, row.column)


def _read_vehicles(rows: list[Row], room: int, faults: Faults) -> tuple[list[Car], list[int]]:
    """Return the cars and their offsets, skipping lines that cannot be read."""
    cars: list[Car] = []
    offsets: list[int] = []
    owner: dict[Cell, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        vehicle = _read_vehicle(row, room, faults)
        if vehicle is None:
            continue
        car, at = vehicle
        cells = car.cells(at)
        if car.label in lines:
            why = Message("vehicle {car} is already on line {line}", car=car.label, line=lines[car.label])
            faults.add(why, row.number, row.column, cells)
            continue
        lines[car.label] = row.number
        for other in dict.fromkeys(owner[cell] for cell in cells if cell in owner):
            shared = [cell for cell in cells if owner.get(cell) == other]
            why = Message(
                "vehicle {car} overlaps vehicle {other} at x {x}, y {y}",
                car=car.label,
                other=other,
                x=shared[0][1] + 1,
                y=shared[0][0] + 1,
            )
            faults.add(why, row.number, row.column, shared)
        for cell in cells:
            owner.setdefault(cell, car.label)
        cars.append(car)
        offsets.append(at)
    return cars, offsets


def _read_vehicle(row: Row, room: int, faults: Faults) -> tuple[Car, int] | None:
    """Return the car on one line of a vehicle list, with its offset; None if the line has faults."""
    before = len(faults)
    if len(row.words) != 5 or len(row.text) > 200:
        why = Message("'{row}' is not a vehicle; expected label, h or v, length, x and y", row=short(row.text))
        faults.add(why, row.number, row.column)
        return None
    label, lies, *numbers = row.words
    orientation = lies.lower()
    if not is_label(label):
        faults.add(
            Message("'{label}' is not a label; expected up to 8 letters and digits", label=short(label)),
            row.number,
            row.column,
        )
    if orientation not in ("h", "v"):
        sign = short(lies)
        why = Message("vehicle {car} has the orientation '{sign}'; expected h or v", car=short(label), sign=sign)
        faults.add(why, row.number, row.column_of(1))
    for word, (name, number) in enumerate(zip((Message("length"), "x", "y"), numbers, strict=True), 2):
        if not (number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS):
            why = Message(
                "{name} is '{number}'; expected a whole number of at least 1", name=name, number=short(number)
            )
            faults.add(why, row.number, row.column_of(word))
    if len(faults) > before:
        return None
    length, x, y = map(int, numbers)
    across = orientation == "h"
    car, at = Car(label, across, length, (y if across else x) - 1), (x if across else y) - 1
    if length < 2:
        why = Message("vehicle {car} has length {length}; expected at least 2", car=label, length=length)
        faults.add(why, row.number, row.column_of(2), _on_board(car._replace(length=1), at, room))
    if min(x, y) < 1 or max(x, y) > room or at + length > room:
        why = Message(
            "vehicle {car} is outside the board; expected x and y of all its cells between 1 and {room}",
            car=label,
            room=room,
        )
        faults.add(why, row.number, row.column_of(3), _on_board(car, at, room))
    return None if len(faults) > before else (car, at)


def _on_board(car: Car, at: int, room: int) -> tuple[Cell, ...]:
    """Return the cells of the car that are on the board."""
    first, end = max(0, at), min(at + car.length, room)
    return car._replace(length=end - first).cells(first) if 0 <= car.lane < room else ()
