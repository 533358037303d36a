"""Reads a board that is drawn cell by cell: in one line, as a grid, with spaces or without, or as a matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import chain, pairwise
from math import isqrt
from typing import NamedTuple

from ....core.puzzle import Faults, Message, plural
from ..board import LABELS, LARGEST, LISTED_TARGET, SMALLEST_LINE, TARGET, WALL, Car, Lot
from .rows import Placed, Row, exit_side, said_target, short
from .runs import Run, is_parted, tokens

EMPTY = "o."
_KNOWN = frozenset(LABELS)
_RED = ("X", "R")
"""What cards call the car to free that do not call it A."""
_MAX_DIGITS = 6


class Cells(NamedTuple):
    """The marks of a drawn board, row by row, and where each stands in the text: lines, and columns of each."""

    rows: list[list[str]]
    lines: list[int]
    columns: list[list[int]]

    @property
    def cols(self) -> int:
        return len(self.rows[0])

    def place(self, cell: int) -> tuple[int, int]:
        """The line and the column of a cell; of one that the text lacks, where its row ends."""
        row, col = divmod(cell, self.cols)
        columns = self.columns[row]
        return self.lines[row], columns[min(col, len(columns) - 1)]


def read_line(row: Row, wanted: str | None, faults: Faults) -> tuple[Placed | None, dict[str, str]]:
    """The board in one line, and the numbers before and after it as notes."""
    nothing = None, dict[str, str]()
    if row.is_said():
        why = Message("an exit or a target stands here; a board in one line cannot have one, expected a grid")
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
        why = plural(
            "a board of {n} character is no square; expected 25, 36, 49, 64, … {most}",
            "a board of {n} characters is no square; expected 25, 36, 49, 64, … {most}",
            n=len(board),
            most=LARGEST * LARGEST,
        )
        faults.add(why, row.number, column)
        return nothing
    notes = {"before": " ".join(words[:which]), "after": " ".join(words[which + 1 :])}
    starts = range(0, len(board), size)
    columns = [list(range(column + at, column + at + size)) for at in starts]
    cells = Cells([list(board[at : at + size]) for at in starts], [row.number] * size, columns)
    return _read_cells(cells, wanted, [], faults), {name: note for name, note in notes.items() if note}


def _is_number(word: str) -> bool:
    return word.isascii() and word.lstrip("+-").replace(".", "", 1).isdigit()


def read_grid(run: Run, wanted: str | None, faults: Faults) -> Placed | None:
    """The board that is drawn one row a line."""
    rows = [row for row in run.rows if not row.is_said()]
    exits = [row for row in run.rows if row.is_exit()]
    wanted = said_target(run.rows, wanted, faults)
    if run.exit is not None and not exits:
        side, frame = run.exit
        exits = [Row(frame.number, frame.column, f"exit {side}")]
    if not rows:
        said = run.rows[0]
        if said.is_exit():
            faults.add("an exit without a board; expected the rows of a grid above or below", said.number, said.column)
        else:
            faults.add("a target without a board; expected the rows of a grid above", said.number, said.column)
        return None
    marks = [tokens(row) for row in rows]
    numbered = is_matrix(rows)
    if numbered and len(rows) > 1 and rows[-1].is_count() and is_parted(rows[0]):
        rows, marks = rows[:-1], marks[:-1]  # the number of the step below the board
    lengths = list(map(len, marks))
    cols = max(1, Counter(lengths).most_common(1)[0][0])
    if len(rows) > LARGEST or cols > LARGEST:
        why = Message(
            "a board of {rows} and {columns}; the largest is {most}x{most}",
            rows=plural("{n} row", "{n} rows", n=len(rows)),
            columns=plural("{n} column", "{n} columns", n=cols),
            most=LARGEST,
        )
        faults.add(why, rows[0].number, rows[0].column)
        return None
    ragged = [i for i, length in enumerate(lengths) if length != cols]
    for i in ragged:
        cells = [(i, col) for col in range(min(lengths[i], cols), min(max(lengths[i], cols), 4 * LARGEST))]
        faults.add(_wrong_length(lengths[i], cols, lengths[0]), rows[i].number, rows[i].column, cells)
    board = Cells(
        [([mark for mark, _ in row] + [EMPTY[0]] * cols)[:cols] for row in marks],
        [row.number for row in rows],
        [[column for _, column in line][:cols] or [row.column] for row, line in zip(rows, marks, strict=True)],
    )
    if numbered:
        _number(board, faults)
        return _read_cells(board, wanted or LISTED_TARGET, exits, faults, ragged, numbered=True)
    return _read_cells(board, wanted, exits, faults, ragged, framed=run.framed)


def is_matrix(rows: list[Row]) -> bool:
    """True for rows of numbers, also with a slip among them; a line of different numbers is no board."""
    drawn = [row for row in rows if not row.is_said()]
    if any(len(row.text) >= 1000 for row in drawn):
        return False
    marks = [[mark for mark, _ in tokens(row)] for row in drawn if is_parted(row)]
    if any(len(mark) >= SMALLEST_LINE and not mark.isdigit() for row in marks for mark in row):
        return False  # a whole board, with numbers beside it
    numbers = sum(mark.isdigit() for row in marks for mark in row)
    others = sum(not mark.isdigit() and mark not in (*EMPTY, WALL) for row in marks for mark in row)
    if not numbers or numbers < 4 * others or len(drawn) > len(marks) + 1:
        return False
    return len(drawn) > 1 or len(set(marks[0])) < len(marks[0])


def _number(board: Cells, faults: Faults) -> None:
    """Makes the numbers of a matrix the labels of cars; what is none is told and left empty."""
    for r, row in enumerate(board.rows):
        for c, mark in enumerate(row):
            if mark in (EMPTY[0], EMPTY[1], WALL):
                continue
            if mark.isascii() and mark.isdigit() and len(mark) <= _MAX_DIGITS:
                row[c] = str(int(mark)) if int(mark) else EMPTY[0]
                continue
            why = Message("'{mark}' is no car; expected a number, 0 (empty) or x (wall)", mark=short(mark))
            faults.add(why, *board.place(r * board.cols + c), [(r, c)])
            row[c] = EMPTY[0]


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
    board: Cells,
    wanted: str | None,
    exits: list[Row],
    faults: Faults,
    ragged: Collection[int] = (),
    *,
    framed: bool = False,
    numbered: bool = False,
) -> Placed | None:
    """What stands where on a drawn board; ``wanted`` is the label of the car to free where the text says so.

    ``ragged`` rows are too long or too short, so the cars in and beside them may have lost a cell or be out of line:
    nothing is said of their shape.
    """
    cells: dict[str, list[int]] = {}
    walls, cols = 0, board.cols
    for cell, mark in enumerate(chain.from_iterable(board.rows)):
        if mark in EMPTY:
            continue
        if mark in cells:
            cells[mark].append(cell)
        elif mark == WALL or (framed and mark == "#"):
            walls |= 1 << cell
        elif numbered or mark in _KNOWN or (framed and _is_label(mark)):
            cells[mark] = [cell]
        else:
            printable = len(mark) > 1 or mark.isprintable()
            coded = Message("the character U+{code}", code=f"{ord(mark):04X}") if not printable else None
            named = coded or Message("'{mark}'", mark=short(mark))
            why = Message("{mark} is no car; expected a letter, o or . (empty) or x (wall)", mark=named)
            _add(faults, why, cell, [cell], board)
    label = wanted or _target(cells)
    cars: list[Car] = []
    offsets: list[int] = []
    for name in sorted(cells, key=_order):
        found = cells[name]
        (row, col), length, span = divmod(found[0], cols), len(found), found[-1] - found[0]
        across = length > 1 and span == length - 1 and col + length <= cols  # for they are in order
        down = length > 1 and not across and found == list(range(found[0], found[-1] + 1, cols))
        if across or down:
            cars.append(Car(name, across, length, row if across else col))
            offsets.append(col if across else row)
        elif not any(found[0] // cols - 1 <= row <= found[-1] // cols + 1 for row in ragged):
            _add(faults, _misshapen(name, name == label, found, cols), _odd_cell(found, cols), found, board)
    if label not in cells:
        faults.add(_no_target(label, cells, wanted), *board.place(0))
    elif framed and not _holds(cells, bool(walls) or cols != len(board.rows)):
        faults.add("labels of several characters; expected one letter a car", *board.place(0))
    target = next((i for i, car in enumerate(cars) if car.label == label), None)
    side = exit_side(exits, None if target is None else cars[target], faults)
    if faults or target is None or side is None:
        return None
    return Lot(len(board.rows), cols, walls, tuple(cars), target, side), tuple(offsets)


def _target(cells: Collection[str]) -> str:
    """The car to free where nothing says which: A, the 1 of a vehicle list, or X where there is neither."""
    return next((label for label in (TARGET, LISTED_TARGET, _RED[0]) if label in cells), TARGET)


def _no_target(label: str, cells: Collection[str], wanted: str | None) -> Message:
    red = next((name for name in _RED if name in cells), None)
    if wanted is None and red is not None:
        return Message(
            "no car {car} on the board; is {red} the one to free? Then say --target {red}", car=label, red=red
        )
    return Message("no car {car} on the board; expected the car to free", car=short(label))


def _is_label(mark: str) -> bool:
    return mark.isascii() and mark.isalnum() and len(mark) <= 8


def _order(label: str) -> tuple[int, int, str]:
    """Numbers in their own order, before the letters in theirs."""
    return (0, int(label), "") if label.isdigit() else (1, 0, label)


def _holds(cells: Collection[str], drawn: bool) -> bool:
    """Whether some format holds these labels; only a list has words, and it has neither walls nor rectangles."""
    numbers = all(label.isdigit() and label == str(int(label)) and label != "0" for label in cells)
    return not drawn or numbers or all(label in _KNOWN for label in cells)


def _add(faults: Faults, why: Message, at: int, cells: list[int], board: Cells) -> None:
    """Notes a fault of some cells and points at one of them in the text."""
    faults.add(why, *board.place(at), [divmod(cell, board.cols) for cell in cells])


def _misshapen(label: str, target: bool, cells: list[int], cols: int) -> Message:
    """What is wrong with the shape of a car."""
    if len(cells) == 1:
        return Message("car {car} has one cell; expected at least 2", car=label)
    parts = _parts(cells, cols)
    if len(parts) > 1 and target and all(len(part) > 1 for part in parts):
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
