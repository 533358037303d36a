"""Writes positions in the packing format."""

from __future__ import annotations

from ..board import Board, Placement
from ..shapes import TURNS


def write(board: Board, placements: tuple[Placement | None, ...]) -> str:
    extra = " leftover" if board.leftover else ""
    if len(board.points) == board.width * board.height:
        lines = [f"board {board.width} {board.height}{extra}"]
    else:
        lines = [f"board{extra}"]
        for y in range(board.height - 1, -1, -1):
            lines.append("".join(".#"[(x, y) in board.points] for x in range(board.width)))
    for kind in board.kinds:
        words = [kind.name]
        if kind.shape.is_rectangle():
            words.append(f"{kind.shape.width}x{kind.shape.height}")
        if kind.count > 1:
            words.append(str(kind.count))
        if kind.freedom != "fixed":
            words.append(kind.freedom)
        if kind.colour is not None:
            words.append(kind.colour)
        lines.append(" ".join(words))
        if not kind.shape.is_rectangle():
            lines += kind.shape.rows()
    for piece, placement in enumerate(placements):
        if placement is not None:
            x, y, turn, locked = placement
            name = board.kinds[board.kind_of[piece]].name
            if None in (placements[other] for other in board.numbers[name] if other < piece):
                name = board.ids[piece]  # an earlier piece of its kind is not on the board
            words = [name, "@", f"{x},{y}"]
            words += [TURNS[turn]] * bool(turn) + ["locked"] * locked
            lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
