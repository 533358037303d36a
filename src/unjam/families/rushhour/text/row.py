"""Code shared by the readers: rows of text, exit and target lines, and shortened text for messages."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.puzzle import Faults, Message
from ..board import SIDES, Car, Lot, Side

MAX_DIGITS = 6
Position = tuple[Lot, tuple[int, ...]]
"""A lot and the offset of each car."""


class Row:
    """A non-blank line of the text: its number and the column where it starts (both counted from 1), and its text."""

    __slots__ = ("column", "is_title", "number", "text", "words")

    def __init__(self, number: int, column: int, text: str) -> None:
        self.number, self.column, self.text = number, column, text
        self.is_title = False
        # A line that is far too long for a board is rejected anyway, so reading its beginning is enough.
        self.words = (text.split() if len(text) < 1000 else text[:1000].split(maxsplit=8)) or [text]

    def column_of(self, word: int) -> int:
        """Return the column where the word with this index starts."""
        at = 0
        for before in self.words[:word]:
            at = self.text.index(before, at) + len(before)
        return self.column + self.text.index(self.words[word], at)

    def is_count(self) -> bool:
        """Return whether the line is a whole number and nothing else."""
        return len(self.words) == 1 and self.text.isascii() and self.text.isdigit()

    def is_exit(self) -> bool:
        return self.words[0].lower() == "exit"

    def is_setting(self) -> bool:
        """Return whether the line says where the exit is or which car must be freed."""
        return self.words[0].lower() in ("exit", "target")


def read_target(rows: list[Row], default: str | None, faults: Faults) -> str | None:
    """Return the label on the target line, which names the car to free; without such a line, return the default."""
    targets = [row for row in rows if row.is_setting() and not row.is_exit()]
    for row in targets[1:]:
        faults.add("a second target; expected one", row.number, row.column)
    if not targets:
        return default
    if len(targets[0].words) != 2:
        faults.add("'target' without a label; expected a line such as 'target B'", targets[0].number, targets[0].column)
        return default
    return targets[0].words[1]


def read_exit(exits: Sequence[Row], target: Car | None, faults: Faults) -> Side | None:
    """Return the side on the exit line, or the side that the target faces; None if it cannot be determined."""
    for row in exits[1:]:
        faults.add("a second exit; expected one", row.number, row.column)
    if not exits:
        return None if target is None else target.faces
    row = exits[0]
    word = " ".join(row.words[1:])
    side = next((side for side in SIDES if side == word.lower()), None)
    if side is None:
        if word:
            message = Message("exit '{side}'; expected exit left, right, up or down", side=short(word))
        else:
            message = Message("an exit without a side; expected exit left, right, up or down")
        faults.add(message, row.number, row.column)
    elif target is not None and (side in ("left", "right")) != target.horizontal:
        if target.horizontal:
            message = Message("exit {side}, but the car to free is horizontal; expected left or right", side=side)
        else:
            message = Message("exit {side}, but the car to free is vertical; expected up or down", side=side)
        faults.add(message, row.number, row.column)
    return side


def is_label(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) <= 8


def short(text: str) -> str:
    """Return the text shortened and made printable, for quoting in a message."""
    printable = "".join(mark if mark.isprintable() else "�" for mark in text[:25])
    return printable if len(text) <= 24 else printable[:24] + "…"
