"""Reads a drawn board: on one line, as a grid with or without spaces, or as a matrix of numbers."""

from __future__ import annotations

from collections import Counter
from math import isqrt

from ....core.errors import uneven_row
from ....core.puzzle import Faults, Message, plural
from ..board import LISTED_TARGET, MAX_SIDE, MIN_LINE_CELLS, WALL
from .cars import EMPTY, Context, Drawing, read_cars
from .row import MAX_DIGITS, Position, Row, read_target, short
from .sections import Section, has_separators, tokens


def read_line(row: Row, target: str | None, faults: Faults) -> tuple[Position | None, dict[str, str]]:
    """Return the board on one line, and the numbers before and after it as notes."""
    which = _find_board(row, faults)
    if which is None:
        return None, {}
    words = row.words
    board, column = words[which], row.column_of(which)
    for i, word in enumerate(words[which + 1 :], which + 1):
        if not _is_number(word):
            why = Message("'{word}' after the board; expected only numbers", word=short(word))
            faults.add(why, row.number, row.column_of(i))
    size = isqrt(len(board))
    if size * size != len(board) or not MIN_LINE_CELLS <= len(board) <= MAX_SIDE * MAX_SIDE:
        why = plural(
            "a board of {n} character is not square; expected 25, 36, 49, 64, … {most}",
            "a board of {n} characters is not square; expected 25, 36, 49, 64, … {most}",
            n=len(board),
            most=MAX_SIDE * MAX_SIDE,
        )
        faults.add(why, row.number, column)
        return None, {}
    notes = {"before": " ".join(words[:which]), "after": " ".join(words[which + 1 :])}
    starts = range(0, len(board), size)
    columns = [list(range(column + at, column + at + size)) for at in starts]
    drawing = Drawing([list(board[at : at + size]) for at in starts], [row.number] * size, columns)
    return read_cars(drawing, Context(target), faults), {name: note for name, note in notes.items() if note}


def _find_board(row: Row, faults: Faults) -> int | None:
    """Return the index of the word that contains the board; if no word does, add a fault and return None."""
    if row.is_exit():
        why = Message("a one-line board cannot have an exit line; expected a grid")
    elif row.is_setting():
        why = Message("a one-line board cannot have an exit or a target line; expected a grid")
    elif len(row.text) > 4096:
        why = Message(
            "a line of {length} characters is not a board; the largest has {most}",
            length=len(row.text),
            most=MAX_SIDE * MAX_SIDE,
        )
    else:
        which = next((i for i, word in enumerate(row.words) if not _is_number(word)), None)
        if which is not None:
            return which
        why = Message("only numbers here; expected a board")
    faults.add(why, row.number, row.column)
    return None


def _is_number(word: str) -> bool:
    return word.isascii() and word.lstrip("+-").replace(".", "", 1).isdigit()


def read_grid(section: Section, target: str | None, faults: Faults) -> Position | None:
    """Return the board drawn with one row per line; None if there are faults."""
    rows = [row for row in section.rows if not row.is_setting()]
    exits = [row for row in section.rows if row.is_exit()]
    target = read_target(section.rows, target, faults)
    if section.exit is not None and not exits:
        side, frame = section.exit
        exits = [Row(frame.number, frame.column, f"exit {side}")]
    if not rows:
        why = Message("a target without a board; expected the rows of a grid above")
        if section.rows[0].is_exit():
            why = Message("an exit without a board; expected the rows of a grid above or below")
        faults.add(why, section.rows[0].number, section.rows[0].column)
        return None
    numbered = is_matrix(rows)
    if numbered and len(rows) > 1 and rows[-1].is_count() and has_separators(rows[0]):
        rows = rows[:-1]  # a step number below the board
    marks = [tokens(row) for row in rows]
    lengths = list(map(len, marks))
    cols = max(1, Counter(lengths).most_common(1)[0][0])
    if len(rows) > MAX_SIDE or cols > MAX_SIDE:
        faults.add(_too_large(len(rows), cols), rows[0].number, rows[0].column)
        return None
    ragged = [i for i, length in enumerate(lengths) if length != cols]
    for i in ragged:
        cells = [(i, col) for col in range(min(lengths[i], cols), min(max(lengths[i], cols), 4 * MAX_SIDE))]
        faults.add(uneven_row(lengths[i], cols, lengths[0]), rows[i].number, rows[i].column, cells)
    board = Drawing(
        [([mark for mark, _ in row] + [EMPTY[0]] * cols)[:cols] for row in marks],
        [row.number for row in rows],
        [[column for _, column in line][:cols] or [row.column] for row, line in zip(rows, marks, strict=True)],
    )
    if numbered:
        _normalise_numbers(board, faults)
        return read_cars(board, Context(target or LISTED_TARGET, exits, ragged, numbered=True), faults)
    return read_cars(board, Context(target, exits, ragged, framed=section.framed), faults)


def _too_large(rows: int, cols: int) -> Message:
    return Message(
        "the board has {rows} and {columns}; the largest is {most}x{most}",
        rows=plural("{n} row", "{n} rows", n=rows),
        columns=plural("{n} column", "{n} columns", n=cols),
        most=MAX_SIDE,
    )


def is_matrix(rows: list[Row]) -> bool:
    """Return whether the rows form a matrix: nearly all marks are numbers and, on a single line, some are equal."""
    cells = [row for row in rows if not row.is_setting()]
    if any(len(row.text) >= 1000 for row in cells):
        return False
    marks = [[mark for mark, _ in tokens(row)] for row in cells if has_separators(row)]
    if any(len(mark) >= MIN_LINE_CELLS and not mark.isdigit() for row in marks for mark in row):
        return False  # a whole one-line board, with numbers before or after it
    numbers = sum(mark.isdigit() for row in marks for mark in row)
    others = sum(not mark.isdigit() and mark not in (*EMPTY, WALL) for row in marks for mark in row)
    if not numbers or numbers < 4 * others or len(cells) > len(marks) + 1:
        return False
    return len(cells) > 1 or len(set(marks[0])) < len(marks[0])


def _normalise_numbers(board: Drawing, faults: Faults) -> None:
    """Turn the numbers of a matrix into car labels; add a fault for anything else and make that cell empty."""
    for r, row in enumerate(board.rows):
        for c, mark in enumerate(row):
            if mark in (EMPTY[0], EMPTY[1], WALL):
                continue
            if mark.isascii() and mark.isdigit() and len(mark) <= MAX_DIGITS:
                row[c] = str(int(mark)) if int(mark) else EMPTY[0]
                continue
            why = Message("'{mark}' is not a car; expected a number, 0 (empty) or x (wall)", mark=short(mark))
            faults.add(why, *board.text_place(r * board.cols + c), [(r, c)])
            row[c] = EMPTY[0]
