"""Reads a board that is drawn with one character a cell: in one line, or as a grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import pairwise
from math import isqrt

from ....puzzle import Faults, Message, plural
from ..level import LABELS, LARGEST, SMALLEST_LINE, TARGET, WALL, Car, Lot
from .rows import Placed, Row, exit_side, short

EMPTY = "o."
_KNOWN = frozenset(LABELS + EMPTY + WALL)


def read_line(row: Row, faults: Faults) -> tuple[Placed | None, dict[str, str]]:
    """The board in one line, and the numbers before and after it as notes."""
    nothing = None, dict[str, str]()
    if row.is_exit():
        why = Message("an exit stands here; a board in one line cannot have one, expected a grid")
        faults.add(why, row.number, row.column)
        return nothing
    if len(row.text) > 4096:
        why = Message(
            "a line of {length} characters is no board; the largest has {most}",
            length=len(row.text),
            most=LARGEST * LARGEST,
        )
        faults.add(why, row.number, row.column)
        return nothing
    words = row.words
    which = next((i for i, word in enumerate(words) if not _is_number(word)), None)
    if which is None:
        faults.add("only numbers stand here; expected a board", row.number, row.column)
        return nothing
    board, column = words[which], row.place(which)
    for i, word in enumerate(words[which + 1 :], which + 1):
        if not _is_number(word):
            why = Message("'{word}' stands after the board; expected numbers only", word=short(word))
            faults.add(why, row.number, row.place(i))
    size = isqrt(len(board))
    if size * size != len(board) or not SMALLEST_LINE <= len(board) <= LARGEST * LARGEST:
        why = Message(
            "a board of {length} characters is no square; expected 25, 36, 49, 64, … {most}",
            length=len(board),
            most=LARGEST * LARGEST,
        )
        faults.add(why, row.number, column)
        return nothing
    notes = {"before": " ".join(words[:which]), "after": " ".join(words[which + 1 :])}
    starts = [(row.number, column + i * size) for i in range(size)]
    return _read_cells(board, size, starts, [], faults), {name: note for name, note in notes.items() if note}


def _is_number(word: str) -> bool:
    return word.isascii() and word.lstrip("+-").replace(".", "", 1).isdigit()


def read_grid(group: list[Row], faults: Faults) -> Placed | None:
    """The board that is drawn one row a line."""
    exits, rows = [row for row in group if row.is_exit()], [row for row in group if not row.is_exit()]
    if not rows:
        why = Message("an exit without a board; expected the rows of a grid above or below")
        faults.add(why, group[0].number, group[0].column)
        return None
    cols = Counter(len(row.text) for row in rows).most_common(1)[0][0]
    if len(rows) > LARGEST or cols > LARGEST:
        why = Message(
            "a board of {rows} and {columns}; the largest is {most}x{most}",
            rows=plural("{n} row", "{n} rows", n=len(rows)),
            columns=plural("{n} column", "{n} columns", n=cols),
            most=LARGEST,
        )
        faults.add(why, rows[0].number, rows[0].column)
        return None
    ragged = [i for i, row in enumerate(rows) if len(row.text) != cols]
    for i in ragged:
        length = len(rows[i].text)
        cells = [(i, col) for col in range(min(length, cols), max(length, cols))]
        faults.add(_wrong_length(length, cols, len(rows[0].text)), rows[i].number, rows[i].column, cells)
    board = "".join(row.text[:cols].ljust(cols, EMPTY[0]) for row in rows)
    return _read_cells(board, cols, [(row.number, row.column) for row in rows], exits, faults, ragged)


def _wrong_length(length: int, cols: int, first: int) -> Message:
    if first == cols:
        return plural(
            "a row of {n} cell; expected {cols} as in the first row",
            "a row of {n} cells; expected {cols} as in the first row",
            n=length,
            cols=cols,
        )
    return plural(
        "a row of {n} cell; expected {cols} as in most rows",
        "a row of {n} cells; expected {cols} as in most rows",
        n=length,
        cols=cols,
    )


def _read_cells(
    board: str,
    cols: int,
    starts: list[tuple[int, int]],
    exits: list[Row],
    faults: Faults,
    ragged: Collection[int] = (),
) -> Placed | None:
    """What stands where on a drawn board; ``starts`` is where each row begins in the text.

    ``ragged`` rows are too long or too short, so the cars in and beside them may have lost a cell or be out of line:
    nothing is said of their shape.
    """
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
            named = f"'{mark}'" if mark.isprintable() else Message("the character U+{code}", code=f"{ord(mark):04X}")
            why = Message("{mark} is no car; expected a letter, o or . (empty) or x (wall)", mark=named)
            _add(faults, why, cell, [cell], cols, starts)
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
        elif not any(found[0] // cols - 1 <= row <= found[-1] // cols + 1 for row in ragged):
            _add(faults, _misshapen(label, found, cols), _odd_cell(found, cols), found, cols, starts)
    if TARGET not in cells:
        faults.add(Message("no car {car} on the board; expected the car to free", car=TARGET), *starts[0])
    target = next((i for i, car in enumerate(cars) if car.label == TARGET), None)
    side = exit_side(exits, None if target is None else cars[target], faults)
    if faults or target is None or side is None:
        return None
    return Lot(len(starts), cols, walls, tuple(cars), target, side), tuple(offsets)


def _add(faults: Faults, why: Message, at: int, cells: list[int], cols: int, starts: list[tuple[int, int]]) -> None:
    """Notes a fault of some cells and points at one of them in the text."""
    line, column = starts[at // cols]
    faults.add(why, line, column + at % cols, [divmod(cell, cols) for cell in cells])


def _misshapen(label: str, cells: list[int], cols: int) -> Message:
    """What is wrong with the shape of a car."""
    if len(cells) == 1:
        return Message("car {car} has one cell; expected at least 2", car=label)
    parts = _parts(cells, cols)
    if len(parts) > 1 and label == TARGET and all(len(part) > 1 for part in parts):
        return Message("{count} cars {car}; expected one car to free", count=len(parts), car=label)
    if 1 in (len({cell // cols for cell in cells}), len({cell % cols for cell in cells})):
        return Message("car {car} has a gap; expected its cells side by side", car=label)
    if len(parts) > 1:
        return Message("car {car} is in {count} places; expected its cells side by side", car=label, count=len(parts))
    return Message("car {car} is bent; expected its cells in one row or column", car=label)


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
