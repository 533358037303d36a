"""A level as drawn in the text: its rows with their lines and columns, its title and notes, and its faults."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ....core.puzzle import Cell, Faults, Message
from ..board import Board

SIGNS = frozenset("#@+$*.-_ ")
_LETTERS = str.maketrans("pPbBo", "@+$*.")
"""Letters that some collections use instead of the standard characters."""
MARKS = SIGNS | frozenset(map(chr, _LETTERS))
DIGITS = frozenset("0123456789")
PACKED = SIGNS | DIGITS | frozenset("|()")
TAB = 8
MAX_SIDE = 256  # the maximum number of rows or columns; a larger board is a mistake or an attack


@dataclass(slots=True)
class WorkBudget:
    """The number of squares that may still be visited to find gaps in walls, shared by all drawings in a string."""

    squares: int = 150_000


@dataclass(slots=True)
class Drawing:
    """The rows of one level with their lines and columns in the text, and the level's title, notes and faults.

    ``columns`` lists the text column of each square in a run-length row, and of the end of the row. ``widened`` says,
    for each row that begins with tabs, how many more squares it has than characters. ``odd`` lists unknown marks; in
    ``rows`` they are replaced by walls, so that a typo does not open the board. If squares are known to be missing,
    ``complete`` is False and gaps in the walls are not reported. ``unpacked`` counts the squares produced while
    unpacking run-length rows, including discarded ones.
    """

    rows: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    columns: list[list[int]] = field(default_factory=list)
    widened: dict[int, int] = field(default_factory=dict)
    odd: dict[Cell, str] = field(default_factory=dict)
    complete: bool = True
    unpacked: int = 0
    is_brd: bool = False
    title: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    checked: bool = False
    position: tuple[Board, int, frozenset[int]] | None = None
    budget: WorkBudget = field(default_factory=WorkBudget)

    @property
    def line(self) -> int:
        return self.lines[0] if self.lines else 1

    def add_row(self, row: str, line: int, columns: list[int] | None = None) -> None:
        if not MARKS.issuperset(row):
            self.odd.update({(len(self.rows), c): mark for c, mark in enumerate(row) if mark not in MARKS})
            row = "".join(mark if mark in MARKS else "#" for mark in row)
        self.rows.append(row.translate(_LETTERS))
        self.lines.append(line)
        if columns is not None:
            self.columns.append(columns)

    def add_plain_row(self, row: str, line: int) -> None:
        """Append a row that is not run-length encoded, expanding leading tabs to multiples of eight columns."""
        marks = row.lstrip(" \t")
        indent = row[: len(row) - len(marks)]
        wide = indent.expandtabs(TAB)
        if len(wide) > len(indent):
            self.widened[len(self.rows)] = len(wide) - len(indent)
        self.add_row(wide + marks, line)

    def text_place(self, cell: Cell) -> tuple[int, int]:
        row, column = cell
        if self.columns:
            where = self.columns[row]
            return self.lines[row], where[min(column, len(where) - 1)]
        return self.lines[row], max(0, column - self.widened.get(row, 0)) + 1

    def add_fault(self, message: Message, cells: Iterable[Cell]) -> None:
        """Add a fault for these cells, located at the first of them.

        In run-length form a cell is hard to find, so the message also gives its position in the unpacked drawing. It
        uses "line" for this, because "row" in other messages is counted from inside the walls.
        """
        cells = tuple(cells)
        row, column = cells[0]
        if self.columns:
            message = Message(
                "{fault} (line {line}, column {column} of the level written out in full)",
                fault=message,
                line=row + 1,
                column=column + 1,
            )
        self.faults.add(message, *self.text_place(cells[0]), cells)


def printable(text: str) -> str:
    """Return the text with control characters escaped."""
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)
