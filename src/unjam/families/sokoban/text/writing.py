"""Writes positions as XSB, run-length XSB, ``.sok`` and ``.brd``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ....core.puzzle import Level, Message, Unsupported

if TYPE_CHECKING:
    from ..position import Sokoban


def xsb(puzzle: Sokoban) -> str:
    """Return the position drawn with ``# @ + $ * .`` and spaces, one row per line."""
    board = puzzle.board
    rows = [list(row.replace(".", " ").replace("o", ".")) for row in board.floor]
    for box in puzzle.boxes:
        r, c = board.cell(box)
        rows[r][c] = "*" if box in board.goals else "$"
    r, c = board.cell(puzzle.player)
    rows[r][c] = "+" if puzzle.player in board.goals else "@"
    lines = ["".join(row).rstrip() for row in rows]
    full = [i for i, line in enumerate(lines) if line]  # a border with boxes in it is surrounded by empty lines
    lines = lines[full[0] : full[-1] + 1]
    return "\n".join(line or "-" for line in lines)  # a blank line would end the level


def rle(puzzle: Sokoban) -> str:
    """Return the position on one line, with counts before repeated marks, ``-`` for floor and ``|`` between rows."""
    line = xsb(puzzle).replace(" ", "-").replace("\n", "|")
    return re.sub(r"(.)\1+", lambda run: f"{len(run[0])}{run[1]}", line)


def brd(puzzle: Sokoban) -> str:
    """Return the position in ``.brd`` format: its size and its rows; raise Unsupported if the player is on storage."""
    board = puzzle.board
    if puzzle.player in board.goals:
        row, column = board.place(puzzle.player)
        raise Unsupported(
            Message(
                ".brd cannot hold a player on a storage square (row {row}, column {column}); move the player first",
                row=row,
                column=column,
            )
        )
    marks = str.maketrans({"#": "W", "$": "B", "*": "L", "@": "+", "-": " "})
    rows = [row.translate(marks) for row in xsb(puzzle).split("\n")]
    return "\n".join([str(max(map(len, rows))), str(len(rows)), *rows])


def sok(puzzle: Sokoban, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
    """Return the position as a level in ``.sok`` format: the board, then lines for its title and notes."""
    facts = {"title": title, **(notes or {})}
    lines = [
        f"{key.capitalize()}: {line}"
        for key, value in facts.items()
        if value and key != "format"
        for line in value.split("\n")
    ]
    return "\n".join([xsb(puzzle), *lines])


def collection(levels: Iterable[Level]) -> str:
    """Return all readable levels as one string in ``.sok`` format."""
    texts = (
        level.puzzle.text("sok", title=level.title, notes=level.notes) for level in levels if level.puzzle is not None
    )
    return "\n\n".join(texts) + "\n"
