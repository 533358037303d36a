"""What the readers of all formats share: the rows of a text, the line that says where the exit is, quoted text."""

from __future__ import annotations

from ....core.puzzle import Faults, Message
from ..board import SIDES, Car, Lot, Side

Placed = tuple[Lot, tuple[int, ...]]
"""A lot and the offsets of its cars: all there is to a position."""


class Row:
    """One line of the text that is not blank: its number from 1, the column where it starts, and its text."""

    __slots__ = ("column", "number", "prose", "text", "words")

    def __init__(self, number: int, column: int, text: str) -> None:
        self.number, self.column, self.text = number, column, text
        self.prose = False
        # Of a line that is far too long for a board the beginning is enough to say so.
        self.words = (text.split() if len(text) < 1000 else text[:1000].split(maxsplit=8)) or [text]

    def place(self, word: int) -> int:
        """The column of one of the words."""
        at = 0
        for before in self.words[:word]:
            at = self.text.index(before, at) + len(before)
        return self.column + self.text.index(self.words[word], at)

    def is_count(self) -> bool:
        """True for a whole number alone on its line."""
        return len(self.words) == 1 and self.text.isascii() and self.text.isdigit()

    def is_exit(self) -> bool:
        """True for a line that says where the exit is."""
        return self.words[0].lower() == "exit"

    def is_said(self) -> bool:
        """True for a line that says where the exit is or which car is to be freed."""
        return self.words[0].lower() in ("exit", "target")


def said_target(rows: list[Row], wanted: str | None, faults: Faults) -> str | None:
    """The label of the car to free that a line of its own says, else the one that is wanted."""
    targets = [row for row in rows if row.is_said() and not row.is_exit()]
    for row in targets[1:]:
        faults.add("a second target; expected one", row.number, row.column)
    if not targets:
        return wanted
    if len(targets[0].words) != 2:
        faults.add("a target without a label; expected target B", targets[0].number, targets[0].column)
        return wanted
    return targets[0].words[1]


def exit_side(exits: list[Row], target: Car | None, faults: Faults) -> Side | None:
    """The side that the exit lines say, else the one that the target faces; None where that is a fault."""
    for row in exits[1:]:
        faults.add("a second exit; expected one", row.number, row.column)
    if not exits:
        return None if target is None else target.faces
    row = exits[0]
    said = " ".join(row.words[1:])
    side = next((side for side in SIDES if side == said.lower()), None)
    if side is None:
        if said:
            message = Message("exit '{said}'; expected exit left, right, up or down", said=short(said))
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


def short(text: str) -> str:
    """The text, made printable and cut to what fits in a message."""
    shown = "".join(mark if mark.isprintable() else "�" for mark in text[:25])
    return shown if len(text) <= 24 else shown[:24] + "…"
