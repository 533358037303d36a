"""Reads the lines of one level, and the drawn shapes of boards and pieces."""

from __future__ import annotations

import re
from typing import NamedTuple

from ....core.puzzle import Faults, Message
from ..shapes import Point

MAX_SIDE = 128
"""The maximum side length of a board or a piece."""
MAX_PIECES = 4096
"""The maximum number of pieces in a level."""

_WORD = re.compile(r"\S+")


class Word(NamedTuple):
    """A word (text between spaces) in a line, and its column, counted from 1."""

    text: str
    column: int


def words(line: str, start: int = 0) -> list[Word]:
    """Return the words in a line, starting at index ``start``."""
    return [Word(match[0], match.start() + 1) for match in _WORD.finditer(line, start)]


def short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def parse_side(digits: str) -> int:
    """Convert the digits to an integer; a million stands for any number with more than five digits."""
    return int(digits) if len(digits) < 6 else 10**6


def is_row(line: str) -> bool:
    """Return whether the line is a row of a drawing, even if it contains invalid marks.

    >>> [is_row(line) for line in ("#.", "# x#", ".x.", "Bar#2 @ 0,0", "#1 2x1", "A.B 2x1", "")]
    [True, True, True, False, False, False, False]
    """
    marks = "".join(line.split())
    if not marks or "@" in marks:
        return False
    count = marks.count("#") + marks.count(".")
    if "#" in line.split()[0]:  # a name cannot contain this character
        return 2 * count >= len(marks)
    return count == len(marks) or (marks.startswith(".") and 2 * count > len(marks))


class LineReader:
    """Reads the lines of one level with their line numbers in the file, skips comments, and collects faults."""

    def __init__(self, lines: list[str], first: int) -> None:
        numbered = [(n, line.rstrip()) for n, line in enumerate(lines, first)]
        self.lines = [(n, line) for n, line in numbered if not line.lstrip().startswith(";")]
        self.at = 0
        self.first = first
        self.faults = Faults()

    def next(self) -> tuple[int, str] | None:
        """Return the next line that is not blank, with its number; None at the end."""
        while self.at < len(self.lines):
            n, line = self.lines[self.at]
            self.at += 1
            if line.strip():
                return n, line
        return None

    def is_drawn(self) -> bool:
        return self.at < len(self.lines) and is_row(self.lines[self.at][1])

    def rows(self) -> list[tuple[int, str]]:
        """Read and return the rows of the drawing on the next lines."""
        start = self.at
        while self.is_drawn():
            self.at += 1
        return self.lines[start : self.at]

    def drawing(self, what: Message, line: int, column: int, *, on_board: bool = False) -> list[Point]:
        """Return the points of the shape drawn on the next lines, with y = 0 on the last line; [] if it is unusable."""
        rows = self.rows()
        if not rows:
            why = Message("{what} has no size and no shape; expected WxH or rows of '#' and '.' below it", what=what)
            self.faults.add(why, line, column)
            return []
        widest, last = max(len(row) for _, row in rows), len(rows) - 1
        if widest > MAX_SIDE or len(rows) > MAX_SIDE:
            why = Message(
                "{what} is {width} wide and {height} high; expected at most {most} by {most}",
                what=what,
                width=widest,
                height=len(rows),
                most=MAX_SIDE,
            )
            self.faults.add(why, line, column)
            return []
        marks = [(n, x, last - y, mark) for y, (n, row) in enumerate(rows) for x, mark in enumerate(row)]
        points = [(x, y) for _, x, y, mark in marks if mark not in " ."]  # an invalid mark counts as a cell
        if not points:
            self.faults.add(Message("{what} has no cell; expected at least one '#'", what=what), line, column)
            return []
        top = max(y for _, y in points)
        for n, x, y, mark in marks:
            if mark not in " .#":
                why = Message("'{mark}' in the drawing of {what}; expected '#' or '.'", mark=mark, what=what)
                self.faults.add(why, n, x + 1, [(top - y, x)] if on_board else ())
        return points

    def check_size(self, what: Message, width: int, height: int, line: int, column: int) -> bool:
        """Return whether the size is valid; add a fault if it is not."""
        if width < 1 or height < 1:
            why = Message(
                "{what} is {width} by {height}; expected sides of at least 1", what=what, width=width, height=height
            )
        elif max(width, height) > MAX_SIDE:
            why = Message(
                "{what} is larger than {most} by {most}; expected sides of at most {most}", what=what, most=MAX_SIDE
            )
        else:
            return True
        self.faults.add(why, line, column)
        return False
