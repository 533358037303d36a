"""Reads Rush Hour boards: a line, a grid or a vehicle list each; names every fault of a text with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import isqrt

from ...puzzle import PuzzleError
from .lot import LABELS, LARGEST, LISTED_TARGET, SIDES, SMALLEST_LINE, TARGET, WALL, Car, Lot, Side

EMPTY = "o."
_KNOWN = frozenset(LABELS + EMPTY + WALL)
_MOST_FAULTS = 5


Read = tuple[Lot, tuple[int, ...], dict[str, str]]
"""A lot, the offsets of its cars, and notes."""


class Found:
    """One level of a text: its lot and offsets, or what is wrong with it."""

    __slots__ = ("at", "error", "line", "lot", "notes")

    def __init__(self, line: int, read: Read | PuzzleError) -> None:
        self.line = line
        self.error = read if isinstance(read, PuzzleError) else None
        if not isinstance(read, PuzzleError):
            self.lot, self.at, self.notes = read
        else:
            self.notes = {}


class Faults:
    """Collects what is wrong with one level, each with its place, and raises it as one line."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[tuple[int, int | None, str]] = []

    def add(self, why: str, line: int, column: int | None = None) -> None:
        self.found.append((line, column, why))

    def raise_any(self) -> None:
        if not self.found:
            return
        first, *others = sorted(self.found, key=lambda fault: (fault[0], fault[1] or 0))
        parts = [first[2], *(str(PuzzleError(why, line=line, column=column)) for line, column, why in others)]
        if len(parts) > _MOST_FAULTS:
            parts[_MOST_FAULTS:] = [f"and {len(parts) - _MOST_FAULTS} more faults"]
        raise PuzzleError("; ".join(parts), line=first[0], column=first[1])


class Row:
    """One line of the text that is not blank: its number from 1, the column where it starts, and its text."""

    __slots__ = ("column", "number", "text", "words")

    def __init__(self, number: int, column: int, text: str) -> None:
        self.number, self.column, self.text = number, column, text
        # Of a line that is far too long for a board the beginning is enough to say so.
        self.words = (text.split() if len(text) < 1000 else text[:1000].split(maxsplit=8)) or [text]

    def place(self, word: int) -> int:
        """The column of one of the words."""
        at = 0
        for before in self.words[:word]:
            at = self.text.index(before, at) + len(before)
        return self.column + self.text.index(self.words[word], at)


def read(text: str) -> Iterator[Found]:
    """The levels of the text in order, the unreadable ones with their error."""
    blocks = list(_blocks(text))
    if not blocks:
        yield Found(1, PuzzleError("the text holds no level; expected a Rush Hour board", line=1, column=1))
        return
    if _is_count(blocks[0][0]):
        rows = [row for block in blocks for row in block]
        starts = [i for i in range(len(rows)) if _is_count(rows[i]) and (i == 0 or not _is_count(rows[i - 1]))]
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield _found(rows[start:end], _read_list)
        return
    for block in blocks:
        if any(_is_line(row) for row in block):
            for row in block:
                yield _found([row], _read_line)
        else:
            yield _found(block, _read_grid)


def _blocks(text: str) -> Iterator[list[Row]]:
    """The runs of lines between blank ones."""
    block: list[Row] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(lines, 1):
        line = raw.strip(" \t")
        if line:
            block.append(Row(number, raw.index(line[0]) + 1, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _found(rows: list[Row], reader: Callable[[list[Row]], Read]) -> Found:
    try:
        return Found(rows[0].number, reader(rows))
    except PuzzleError as error:
        return Found(rows[0].number, error)


def _is_count(row: Row) -> bool:
    return len(row.words) == 1 and row.text.isascii() and row.text.isdigit()


def _is_number(word: str) -> bool:
    return word.isascii() and word.lstrip("+-").replace(".", "", 1).isdigit()


def _is_exit(row: Row) -> bool:
    return row.words[0].lower() == "exit"


def _is_line(row: Row) -> bool:
    """True for a whole board in one line: its length says so, or numbers around it."""
    if _is_exit(row):
        return False
    return len(row.words) > 1 or len(row.text) >= SMALLEST_LINE


def _read_line(rows: list[Row]) -> Read:
    row = rows[0]
    if _is_exit(row):
        why = "an exit stands here; a board in one line cannot have one, expected a grid"
        raise PuzzleError(why, line=row.number, column=row.column)
    if len(row.text) > 4096:
        raise PuzzleError(
            f"a line of {len(row.text):,} characters is no board; the largest has {LARGEST * LARGEST}",
            line=row.number,
            column=row.column,
        )
    words = row.words
    which = next((i for i, word in enumerate(words) if not _is_number(word)), None)
    if which is None:
        raise PuzzleError("only numbers stand here; expected a board", line=row.number, column=row.column)
    board, column = words[which], row.column + row.text.index(words[which])
    strange = next((word for word in words[which + 1 :] if not _is_number(word)), None)
    if strange is not None:
        raise PuzzleError(
            f"'{_short(strange)}' stands after the board; expected numbers only",
            line=row.number,
            column=row.column + row.text.rindex(strange),
        )
    size = isqrt(len(board))
    if size * size != len(board) or not SMALLEST_LINE <= len(board) <= LARGEST * LARGEST:
        raise PuzzleError(
            f"a board of {len(board)} characters is no square; expected 25, 36, 49, 64, … {LARGEST**2}",
            line=row.number,
            column=column,
        )
    notes = {"before": " ".join(words[:which]), "after": " ".join(words[which + 1 :])}
    lot, at = _read_cells(board, size, size, [(row.number, column + i * size) for i in range(size)], [])
    return lot, at, {name: value for name, value in notes.items() if value}


def _read_grid(block: list[Row]) -> Read:
    exits, rows = [row for row in block if _is_exit(row)], [row for row in block if not _is_exit(row)]
    faults = Faults()
    if not rows:
        why = "an exit without a board; expected the rows of a grid above or below"
        raise PuzzleError(why, line=block[0].number, column=block[0].column)
    cols = len(rows[0].text)
    if len(rows) > LARGEST or cols > LARGEST:
        raise PuzzleError(
            f"a board of {len(rows)} rows and {cols} columns; the largest is {LARGEST}x{LARGEST}",
            line=rows[0].number,
            column=rows[0].column,
        )
    for row in rows[1:]:
        if len(row.text) != cols:
            faults.add(f"a row of {len(row.text)} cells; expected {cols} as in the first row", row.number, row.column)
    if faults.found:
        faults.raise_any()
    lot, at = _read_cells(
        "".join(row.text for row in rows), len(rows), cols, [(row.number, row.column) for row in rows], exits
    )
    return lot, at, {}


def _read_cells(
    board: str, rows: int, cols: int, starts: list[tuple[int, int]], exits: list[Row]
) -> tuple[Lot, tuple[int, ...]]:
    """The lot that a drawn board shows; ``starts`` is where each row begins in the text."""
    faults = Faults()

    def place(cell: int) -> tuple[int, int]:
        line, column = starts[cell // cols]
        return line, column + cell % cols

    cells: dict[str, list[int]] = {}
    walls = 0
    for cell, mark in enumerate(board):
        if mark in EMPTY:
            continue
        if mark == WALL:
            walls |= 1 << cell
        elif mark in _KNOWN:
            cells.setdefault(mark, []).append(cell)
        else:
            faults.add(f"{_named(mark)} is no car; expected a letter, o or . (empty) or x (wall)", *place(cell))
    cars: list[Car] = []
    offsets: list[int] = []
    for label in sorted(cells):
        found = cells[label]
        (row, col), length = divmod(found[0], cols), len(found)
        across = length > 1 and found == list(range(found[0], found[0] + length)) and col + length <= cols
        down = length > 1 and found == list(range(found[0], found[0] + length * cols, cols))
        if across or down:
            cars.append(Car(label, across, length, row if across else col))
            offsets.append(col if across else row)
        else:
            faults.add(*_misshapen(label, found, cols), *place(_odd_cell(found, cols)))
    if TARGET not in cells:
        faults.add(f"no car {TARGET} on the board; expected the car to free", *starts[0])
    side = _side(exits, faults)
    target = next((i for i, car in enumerate(cars) if car.label == TARGET), None)
    if target is None:
        faults.raise_any()
        raise AssertionError("a board without a target has a fault")
    return _lot(rows, cols, walls, cars, offsets, target, side, exits, faults)


def _lot(
    rows: int,
    cols: int,
    walls: int,
    cars: list[Car],
    offsets: list[int],
    target: int,
    side: Side | None,
    exits: list[Row],
    faults: Faults,
) -> tuple[Lot, tuple[int, ...]]:
    across = cars[target].horizontal
    usual: Side = "right" if across else "down"
    if side is not None and (side in ("left", "right")) != across:
        lies, ways = ("horizontal", "left or right") if across else ("vertical", "up or down")
        faults.add(f"exit {side}, but the car to free is {lies}; expected {ways}", exits[0].number, exits[0].column)
    faults.raise_any()
    return Lot(rows, cols, walls, tuple(cars), target, side or usual), tuple(offsets)


def _side(exits: list[Row], faults: Faults) -> Side | None:
    """The side that the exit line names, if there is one."""
    for row in exits[1:]:
        faults.add("a second exit; expected one", row.number, row.column)
    if not exits:
        return None
    words = exits[0].words
    for side in SIDES:
        if len(words) == 2 and words[1].lower() == side:
            return side
    said = _short(" ".join(words[1:])) or "nothing"
    faults.add(f"exit '{said}'; expected exit {', '.join(SIDES[:-1])} or {SIDES[-1]}", exits[0].number, exits[0].column)
    return None


def _misshapen(label: str, cells: list[int], cols: int) -> tuple[str]:
    """What is wrong with the shape of a car."""
    if len(cells) == 1:
        return (f"car {label} has one cell; expected at least 2",)
    parts = _parts(cells, cols)
    lines = {cell // cols for cell in cells}, {cell % cols for cell in cells}
    whole = all(len(part) > 1 for part in parts)
    if len(parts) > 1 and whole and label == TARGET:
        return (f"{len(parts)} cars {label}; expected one car to free",)
    if 1 in (len(lines[0]), len(lines[1])):
        return (f"car {label} has a gap; expected its cells side by side",)
    if len(parts) > 1:
        return (f"car {label} is in {len(parts)} places; expected its cells side by side",)
    return (f"car {label} is bent; expected its cells in one row or column",)


def _parts(cells: list[int], cols: int) -> list[set[int]]:
    """The connected groups of the cells."""
    left, parts = set(cells), []
    while left:
        part, edge = set[int](), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                edge += [cell - cols, cell + cols]
                edge += [cell - 1] if cell % cols else []
                edge += [cell + 1] if cell % cols + 1 < cols else []
        parts.append(part)
    return parts


def _odd_cell(cells: list[int], cols: int) -> int:
    """The cell to point at: the first that does not go on from the one before."""
    if len(cells) == 1:
        return cells[0]
    step = cols if cells[1] - cells[0] == cols else 1
    for before, cell in pairwise(cells):
        if cell - before != step or (step == 1 and cell % cols == 0):
            return cell
    return cells[0]


def _read_list(rows: list[Row]) -> Read:
    size, faults = int(rows[0].text[:6]), Faults()
    if not 1 <= size <= LARGEST:
        why = f"a board of size {_short(rows[0].text)}; expected 1 to {LARGEST}"
        raise PuzzleError(why, line=rows[0].number, column=rows[0].column)
    if len(rows) < 2 or not _is_count(rows[1]):
        here = rows[min(1, len(rows) - 1)]
        why = "the number of vehicles is missing; expected it alone on the line after the size"
        raise PuzzleError(why, line=here.number, column=here.column)
    exits, vehicles = (
        [row for row in rows[2:] if _is_exit(row)],
        [row for row in rows[2:] if not _is_exit(row)],
    )
    if len(vehicles) > LARGEST * LARGEST:
        raise PuzzleError(f"{len(vehicles):,} vehicles fit no board", line=rows[1].number, column=rows[1].column)
    if rows[1].text.lstrip("0") != str(len(vehicles)).lstrip("0"):
        faults.add(
            f"{_short(rows[1].text)} vehicles promised, but {len(vehicles)} follow", rows[1].number, rows[1].column
        )
    cars: list[Car] = []
    offsets: list[int] = []
    owner: dict[tuple[int, int], str] = {}
    lines: dict[str, int] = {}
    for row in vehicles:
        vehicle = _read_vehicle(row, size, faults)
        if vehicle is None:
            continue
        car, at = vehicle
        if car.label in lines:
            faults.add(f"vehicle {car.label} again, first on line {lines[car.label]}", row.number, row.column)
            continue
        lines[car.label] = row.number
        cells = [(car.lane, at + k) if car.horizontal else (at + k, car.lane) for k in range(car.length)]
        for cell in cells:
            if cell in owner:
                faults.add(
                    f"vehicle {car.label} overlaps vehicle {owner[cell]} at x {cell[1] + 1}, y {cell[0] + 1}",
                    row.number,
                    row.column,
                )
                break
        for cell in cells:
            owner.setdefault(cell, car.label)
        cars.append(car)
        offsets.append(at)
    if not any(row.words[0] == LISTED_TARGET for row in vehicles):
        faults.add(f"no vehicle {LISTED_TARGET}; expected the one to free", rows[1].number, rows[1].column)
    side = _side(exits, faults)
    if LISTED_TARGET not in lines:
        faults.raise_any()
    target = next(i for i, car in enumerate(cars) if car.label == LISTED_TARGET)
    return (*_lot(size, size, 0, cars, offsets, target, side, exits, faults), {})


def _read_vehicle(row: Row, size: int, faults: Faults) -> tuple[Car, int] | None:
    """One line of a vehicle list, or None with its fault noted."""
    before = len(faults.found)
    if len(row.words) != 5 or len(row.text) > 200:
        faults.add(
            f"'{_short(row.text)}' is no vehicle; expected label, h or v, length, x and y",
            row.number,
            row.column,
        )
        return None
    label, orientation, *numbers = row.words
    if not (label.isascii() and label.isalnum() and len(label) <= 8):
        faults.add(f"label '{_short(label)}'; expected up to 8 letters and digits", row.number, row.column)
    if orientation not in ("h", "v"):
        faults.add(f"vehicle {_short(label)} lies '{_short(orientation)}'; expected h or v", row.number, row.place(1))
    for word, (name, number) in enumerate(zip(("length", "x", "y"), numbers, strict=True), 2):
        if not (number.isascii() and number.isdigit() and len(number) <= 6):
            faults.add(f"{name} '{_short(number)}'; expected a number from 1", row.number, row.place(word))
    if len(faults.found) > before:
        return None
    length, x, y = map(int, numbers)
    if length < 2:
        faults.add(f"vehicle {label} has length {length}; expected at least 2", row.number, row.place(2))
        return None
    across = orientation == "h"
    if min(x, y) < 1 or max(x, y) > size or (x if across else y) + length - 1 > size:
        faults.add(f"vehicle {label} is out of the board; expected it between 1 and {size}", row.number, row.place(3))
        return None
    return Car(label, across, length, (y if across else x) - 1), (x if across else y) - 1


def _named(mark: str) -> str:
    """A character as a person can find it, also where it cannot be printed."""
    return f"'{mark}'" if mark.isprintable() else f"the character U+{ord(mark):04X}"


def _short(text: str) -> str:
    """The text, made printable and cut to what fits in a message."""
    shown = "".join(mark if mark.isprintable() else "�" for mark in text[:25])
    return shown if len(text) <= 24 else shown[:24] + "…"
