"""Reads ``.brd`` levels: the number of columns, the number of rows, then rows of ``W . B L +`` and spaces."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.puzzle import Message, plural
from .drawing import MAX_SIDE, Drawing, printable

_MARKS = {"W": "#", ".": ".", "B": "$", "L": "*", " ": " ", "+": "@"}


def is_brd(lines: list[str]) -> bool:
    """Return whether the text is in ``.brd`` format: two numbers, then rows with ``W``."""
    full = [line.strip() for line in lines if line.strip()][:3]
    return len(full) == 3 and full[0].isdigit() and full[1].isdigit() and "W" in full[2]


def read_brd(lines: list[str]) -> Iterator[Drawing]:
    """Yield the levels in a ``.brd`` file."""
    at = 0
    while True:
        while at < len(lines) and not lines[at].strip():
            at += 1
        if at >= len(lines):
            return
        drawing = Drawing(is_brd=True, notes={"format": "brd"})
        cols = _size(lines, at)
        if cols is None:
            text = _quote(lines, at)
            why = Message("'{text}' is not a number of columns; expected 1 to {most}", text=text, most=MAX_SIDE)
            drawing.faults.add(why, at + 1, 1)
        at += 1
        rows = _size(lines, at)
        if rows is None:
            text = _quote(lines, at)
            why = Message("'{text}' is not a number of rows; expected 1 to {most}", text=text, most=MAX_SIDE)
            drawing.faults.add(why, min(at + 1, len(lines)), 1)
        if at < len(lines) and (not lines[at].strip() or any(map(str.isdigit, lines[at]))):  # not a row
            at += 1
        end = next((i for i in range(at, len(lines)) if lines[i].strip().isdecimal()), len(lines))
        while end > at and not (lines[end - 1] if end <= at + (rows or 0) else lines[end - 1].strip()):
            end -= 1
        for i in range(at, end):
            _add_brd_row(drawing, lines[i].rstrip(), i + 1, cols)
        if rows is not None:
            _check_height(drawing, rows, at)
        at = end
        if not drawing.lines:
            drawing.lines.append(at)
        yield drawing


def _size(lines: list[str], at: int) -> int | None:
    """Return the number on the line; None if it is not a valid size."""
    line = lines[at].strip() if at < len(lines) else ""
    return int(line) if line.isascii() and line.isdigit() and len(line) < 5 and 0 < int(line) <= MAX_SIDE else None


def _quote(lines: list[str], at: int) -> str:
    return printable(lines[at].strip()[:20]) if at < len(lines) else ""


def _add_brd_row(drawing: Drawing, row: str, line: int, cols: int | None) -> None:
    r = len(drawing.rows)
    drawing.odd.update({(r, c): mark for c, mark in enumerate(row) if mark not in _MARKS})
    drawing.add_row("".join(_MARKS.get(mark, "#") for mark in row), line)
    if cols is not None and len(row) > cols:
        why = plural(
            "the row is longer than the {n} column declared", "the row is longer than the {n} columns declared", n=cols
        )
        drawing.add_fault(why, ((r, c) for c in range(cols, len(row))))


def _check_height(drawing: Drawing, rows: int, above: int) -> None:
    """Add a fault if there are too few or too many rows; ``above`` is the number of lines before the first row."""
    count = len(drawing.rows)
    if count < rows:
        drawing.complete = False
        why = plural(
            "the level ends after {n} row; expected {rows}",
            "the level ends after {n} rows; expected {rows}",
            n=count,
            rows=rows,
        )
        drawing.faults.add(why, above + count, 1)
    elif count > rows:
        why = plural(
            "one more row than the {rows} declared; expected none here",
            "{n} more rows than the {rows} declared; expected none from here on",
            n=count - rows,
            rows=rows,
        )
        cells = tuple((r, c) for r in range(rows, count) for c in range(len(drawing.rows[r])))
        drawing.faults.add(why, drawing.lines[rows], 1, cells)
