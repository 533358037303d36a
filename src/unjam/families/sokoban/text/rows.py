"""From lines of text to the plain rows of one level: rows as they are drawn, run-length rows, and ``.brd``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ....core.puzzle import Cell, Faults, Message, plural
from ..board import Board

SIGNS = frozenset("#@+$*.-_ ")
_LETTERS = str.maketrans("pPbBo", "@+$*.")
"""Letters that some collections have in place of the signs."""
MARKS = SIGNS | frozenset(map(chr, _LETTERS))
DIGITS = frozenset("0123456789")
PACKED = SIGNS | DIGITS | frozenset("|()")
TAB = 8
LARGEST = 256  # rows and columns; more is a mistake or mischief, not a level
_MAX_SQUARES = LARGEST * (LARGEST + 1)
_DEEPEST = 16  # brackets within brackets; each copies what it holds
_MAX_UNPACKED = _DEEPEST * _MAX_SQUARES
_BRD = {"W": "#", ".": ".", "B": "$", "L": "*", " ": " ", "+": "@"}

Mark = tuple[str, int]
"""A mark of a run-length row, unpacked, and the column of the text that it comes from."""


@dataclass(slots=True)
class Patience:
    """How many squares may still be visited to explain where walls are open; the drawings of one text share it."""

    squares: int = 150_000


@dataclass(slots=True)
class Drawing:
    """The rows of one level, where each stands in the text, what is said about the level and what is wrong with it.

    ``columns`` has the column of each square of a run-length row, and of the row's end. ``widened`` has, for each row
    that begins with tabs, how many squares more it has than the text has characters. ``odd`` are the marks that mean
    nothing; in ``rows`` a wall stands in their place, so that one slip does not tear the board open. Once the text is
    known to lack squares, the drawing is not ``whole``, and a gap in its walls means nothing. ``unpacked`` counts the
    squares that were written while run-length rows were unpacked, those that came to nothing too.
    """

    rows: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    columns: list[list[int]] = field(default_factory=list)
    widened: dict[int, int] = field(default_factory=dict)
    odd: dict[Cell, str] = field(default_factory=dict)
    whole: bool = True
    unpacked: int = 0
    is_brd: bool = False
    title: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    checked: bool = False
    position: tuple[Board, int, frozenset[int]] | None = None
    patience: Patience = field(default_factory=Patience)

    @property
    def line(self) -> int:
        return self.lines[0] if self.lines else 1

    def add(self, row: str, line: int, columns: list[int] | None = None) -> None:
        """One more row of XSB marks."""
        if not MARKS.issuperset(row):
            self.odd.update({(len(self.rows), c): mark for c, mark in enumerate(row) if mark not in MARKS})
            row = "".join(mark if mark in MARKS else "#" for mark in row)
        self.rows.append(row.translate(_LETTERS))
        self.lines.append(line)
        if columns is not None:
            self.columns.append(columns)

    def add_plain(self, row: str, line: int) -> None:
        """One more row as it is drawn; tabs before its first wall reach to every eighth column, as on a terminal."""
        marks = row.lstrip(" \t")
        indent = row[: len(row) - len(marks)]
        wide = indent.expandtabs(TAB)
        if len(wide) > len(indent):
            self.widened[len(self.rows)] = len(wide) - len(indent)
        whole = wide + marks
        self.add(whole, line)

    def place(self, cell: Cell) -> tuple[int, int]:
        """The line and the column of the text where a square stands."""
        row, column = cell
        if self.columns:
            where = self.columns[row]
            return self.lines[row], where[min(column, len(where) - 1)]
        return self.lines[row], max(0, column - self.widened.get(row, 0)) + 1

    def blame(self, message: Message, cells: Iterable[Cell]) -> None:
        """Notes a fault of these squares at the first of them.

        In run-length form it takes counting to find a square, so its place in the drawing is told as well. Rows and
        columns of the board are counted inside the wall, so here they are called lines.
        """
        cells = tuple(cells)
        row, column = cells[0]
        if self.columns:
            message = Message(
                "{fault} (line {line}, column {column} of the level written out)",
                fault=message,
                line=row + 1,
                column=column + 1,
            )
        self.faults.add(message, *self.place(cells[0]), cells)


def drawn(rows: list[str], lines: list[int], patience: Patience) -> Drawing:
    """The drawing of rows in XSB or in run-length form."""
    out = Drawing(patience=patience)
    if not any(mark in "|()0123456789" for row in rows for mark in row):
        for row, line in zip(rows, lines, strict=True):
            out.add_plain(row.rstrip(), line)
        return out
    size = 0
    for row, line in zip(rows, lines, strict=True):
        marks = _unpacked(row, line, out)
        if out.unpacked > _MAX_UNPACKED:
            break  # its fault is told
        size += len(marks)
        _add_rows(out, marks, line, len(row.rstrip()) + 1)
        if len(out.rows) > LARGEST:
            out.faults.add(Message("more than {most} rows; expected a smaller level", most=LARGEST), line, 1)
        elif size > _MAX_SQUARES:
            out.faults.add(Message("the level is too large when unpacked"), line, 1)
        else:
            continue
        out.whole = False
        break
    if not out.lines:
        out.lines.append(lines[0])
    return out


def _add_rows(out: Drawing, marks: list[Mark], line: int, end: int) -> None:
    # The rows of one unpacked line of text; the row end after the last row may be left out.
    start = 0
    for i, (mark, column) in enumerate([*marks, ("|", end)]):
        if mark != "|":
            continue
        if i < len(marks) or start < i:
            row = "".join(mark for mark, _ in marks[start:i]).rstrip(" ")
            out.add(row, line, [column for _, column in marks[start : start + len(row)]] + [column])
        start = i + 1


def _unpacked(packed: str, line: int, out: Drawing) -> list[Mark]:
    # "3#2(-$)" -> "###-$-$"; a stack for brackets, bounded so that no short text grows huge.
    stack: list[tuple[int, int, list[Mark]]] = []  # how often, the column of the bracket, what stands before it
    now: list[Mark] = []
    count = ""
    faults = out.faults
    first = len(packed) - len(packed.lstrip()) + 1
    for column, mark in enumerate(packed.strip(), first):
        if mark in DIGITS:
            count += mark
            if len(count) == 5:
                out.whole = False
                why = Message("run length {count}… is too large; expected at most {most}", count=count, most=LARGEST)
                faults.add(why, line, column)
            continue
        times, count = int(count or 1) if len(count) < 5 else 1, ""
        if mark == "(":
            if len(stack) == _DEEPEST:
                out.whole = False
                why = Message("brackets within brackets, more than {most} deep; expected fewer", most=_DEEPEST)
                faults.add(why, line, column)
                return []
            stack.append((times, column, now))
            now = []
            continue
        if mark == ")":
            if not stack:
                faults.add(Message("')' without '('"), line, column)
                continue
            times, _, outer = stack.pop()
            added = now
        else:
            outer, added = now, [(mark, column)]
        out.unpacked += len(added) * times
        if len(outer) + len(added) * times > _MAX_SQUARES or out.unpacked > _MAX_UNPACKED:
            out.whole = False
            faults.add(Message("the level is too large when unpacked"), line, column)
            return []
        outer.extend(added * times)
        now = outer
    for _, column, _ in stack:
        faults.add(Message("'(' without ')'"), line, column)
    while stack:  # as if each bracket were closed at the end
        times, _, outer = stack.pop()
        now = outer + now * (times if len(now) * times <= _MAX_SQUARES else 1)
    if count:
        why = Message("a number at the end of a run-length row; expected a mark after it")
        faults.add(why, line, first + len(packed.strip()) - 1)
    return now


def is_brd(lines: list[str]) -> bool:
    """Whether the text is ``.brd``: two numbers, then rows with ``W``."""
    full = [line.strip() for line in lines if line.strip()][:3]
    return len(full) == 3 and full[0].isdigit() and full[1].isdigit() and "W" in full[2]


def brd(lines: list[str]) -> Iterator[Drawing]:
    """The levels of a ``.brd`` text: the number of columns, the number of rows, the rows; then perhaps the next one."""
    at = 0
    while True:
        while at < len(lines) and not lines[at].strip():
            at += 1
        if at >= len(lines):
            return
        out = Drawing(is_brd=True, notes={"format": "brd"})
        cols = _size(lines, at)
        if cols is None:
            found = _shown(lines, at)
            why = Message("'{found}' is not a number of columns; expected 1 to {most}", found=found, most=LARGEST)
            out.faults.add(why, at + 1, 1)
        at += 1
        rows = _size(lines, at)
        if rows is None:
            found = _shown(lines, at)
            why = Message("'{found}' is not a number of rows; expected 1 to {most}", found=found, most=LARGEST)
            out.faults.add(why, min(at + 1, len(lines)), 1)
        if at < len(lines) and (not lines[at].strip() or any(map(str.isdigit, lines[at]))):  # else it is a row already
            at += 1
        end = next((i for i in range(at, len(lines)) if lines[i].strip().isdecimal()), len(lines))
        while end > at and not (lines[end - 1] if end <= at + (rows or 0) else lines[end - 1].strip()):
            end -= 1
        for i in range(at, end):
            _add_brd_row(out, lines[i].rstrip(), i + 1, cols)
        if rows is not None:
            _check_height(out, rows, at)
        at = end
        if not out.lines:
            out.lines.append(at)
        yield out


def _size(lines: list[str], at: int) -> int | None:
    # The number that the line promises, or None when it is none.
    line = lines[at].strip() if at < len(lines) else ""
    return int(line) if line.isascii() and line.isdigit() and len(line) < 5 and 0 < int(line) <= LARGEST else None


def _shown(lines: list[str], at: int) -> str:
    return shown(lines[at].strip()[:20]) if at < len(lines) else ""


def shown(words: str) -> str:
    """The words as they may be printed: what a terminal would obey is written as Python writes it."""
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in words)


def _add_brd_row(out: Drawing, row: str, line: int, cols: int | None) -> None:
    r = len(out.rows)
    out.odd.update({(r, c): mark for c, mark in enumerate(row) if mark not in _BRD})
    out.add("".join(_BRD.get(mark, "#") for mark in row), line)
    if cols is not None and len(row) > cols:
        why = plural(
            "the row is longer than the {n} column promised", "the row is longer than the {n} columns promised", n=cols
        )
        out.blame(why, ((r, c) for c in range(cols, len(row))))


def _check_height(out: Drawing, rows: int, above: int) -> None:
    # Rows that are missing or too many; the number of lines above the first row places the fault of an empty level.
    found = len(out.rows)
    if found < rows:
        out.whole = False
        why = plural(
            "the level ends after {n} row; expected {rows}",
            "the level ends after {n} rows; expected {rows}",
            n=found,
            rows=rows,
        )
        out.faults.add(why, above + found, 1)
    elif found > rows:
        why = plural(
            "a row more than the {rows} promised; expected none here",
            "{n} rows more than the {rows} promised; expected none from here on",
            n=found - rows,
            rows=rows,
        )
        cells = tuple((r, c) for r in range(rows, found) for c in range(len(out.rows[r])))
        out.faults.add(why, out.lines[rows], 1, cells)
