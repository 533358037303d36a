"""Reads rows in XSB format, either plain or in run-length form such as ``3#2(-$)|``."""

from __future__ import annotations

from ....core.puzzle import Message
from .drawing import DIGITS, MAX_SIDE, Drawing, WorkBudget

_MAX_SQUARES = MAX_SIDE * (MAX_SIDE + 1)
_MAX_DEPTH = 16  # the maximum depth of nested brackets; each level copies its contents
_MAX_UNPACKED = _MAX_DEPTH * _MAX_SQUARES
_MAX_DIGITS = 4

Mark = tuple[str, int]
"""An unpacked mark, and the column in the text that it comes from."""


def read_rows(rows: list[str], lines: list[int], budget: WorkBudget) -> Drawing:
    drawing = Drawing(budget=budget)
    if not any(mark in "|()0123456789" for row in rows for mark in row):
        for row, line in zip(rows, lines, strict=True):
            drawing.add_plain_row(row.rstrip(), line)
        return drawing
    size = 0
    for row, line in zip(rows, lines, strict=True):
        marks = _Unpacking(drawing, line).unpack(row)
        if drawing.unpacked > _MAX_UNPACKED:
            break  # a fault was already added
        size += len(marks)
        _add_rows(drawing, marks, line, len(row.rstrip()) + 1)
        if len(drawing.rows) > MAX_SIDE:
            drawing.faults.add(Message("more than {most} rows; expected a smaller level", most=MAX_SIDE), line, 1)
        elif size > _MAX_SQUARES:
            drawing.faults.add(Message("the level is too large when unpacked"), line, 1)
        else:
            continue
        drawing.complete = False
        break
    if not drawing.lines:
        drawing.lines.append(lines[0])
    return drawing


def _add_rows(drawing: Drawing, marks: list[Mark], line: int, end: int) -> None:
    """Append the rows of one unpacked line of text; the ``|`` after the last row is optional."""
    start = 0
    for i, (mark, column) in enumerate([*marks, ("|", end)]):
        if mark != "|":
            continue
        if i < len(marks) or start < i:
            row = "".join(mark for mark, _ in marks[start:i]).rstrip(" ")
            drawing.add_row(row, line, [column for _, column in marks[start : start + len(row)]] + [column])
        start = i + 1


class _Unpacking:
    """Unpacks one line, such as ``3#2(-$)`` into ``###-$-$``, with limits so that short input cannot become huge."""

    def __init__(self, drawing: Drawing, line: int) -> None:
        self.drawing, self.line = drawing, line
        self.stack: list[tuple[int, int, list[Mark]]] = []
        """For each open bracket: the count before it, its column, and the marks before it."""
        self.marks: list[Mark] = []

    def unpack(self, packed: str) -> list[Mark]:
        """Return the unpacked marks; [] if the result would be too large or too deeply nested."""
        count = ""
        first = len(packed) - len(packed.lstrip()) + 1
        for column, mark in enumerate(packed.strip(), first):
            if mark in DIGITS:
                count += mark
                if len(count) == _MAX_DIGITS + 1:
                    why = Message(
                        "run length {count}… is too large; expected at most {most}", count=count, most=MAX_SIDE
                    )
                    self._refuse(why, column)
                continue
            times, count = int(count or 1) if len(count) <= _MAX_DIGITS else 1, ""
            if not self._add(mark, times, column):
                return []
        for _, column, _ in self.stack:
            self.drawing.faults.add(Message("'(' without a matching ')'"), self.line, column)
        while self.stack:  # as if every bracket were closed at the end of the line
            times, _, outer = self.stack.pop()
            self.marks = outer + self.marks * (times if len(self.marks) * times <= _MAX_SQUARES else 1)
        if count:
            why = Message("a number at the end of a run-length row; expected a mark after it")
            self.drawing.faults.add(why, self.line, first + len(packed.strip()) - 1)
        return self.marks

    def _add(self, mark: str, times: int, column: int) -> bool:
        """Process a mark or bracket; return False if the result is too large or too deeply nested."""
        if mark == "(":
            if len(self.stack) == _MAX_DEPTH:
                return self._refuse(
                    Message("brackets are nested more than {most} deep; expected fewer", most=_MAX_DEPTH), column
                )
            self.stack.append((times, column, self.marks))
            self.marks = []
            return True
        if mark == ")":
            if not self.stack:
                self.drawing.faults.add(Message("')' without a matching '('"), self.line, column)
                return True
            times, _, outer = self.stack.pop()
            added = self.marks
        else:
            outer, added = self.marks, [(mark, column)]
        size = len(added) * times
        self.drawing.unpacked += size
        if len(outer) + size > _MAX_SQUARES or self.drawing.unpacked > _MAX_UNPACKED:
            return self._refuse(Message("the level is too large when unpacked"), column)
        outer.extend(added * times)
        self.marks = outer
        return True

    def _refuse(self, why: Message, column: int) -> bool:
        self.drawing.complete = False
        self.drawing.faults.add(why, self.line, column)
        return False
