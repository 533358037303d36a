"""From a position to its text."""

from __future__ import annotations

from ..board import Spot, Tray
from ..shapes import TURNS


def write(tray: Tray, spots: tuple[Spot | None, ...]) -> str:
    """The text of a position: ``read`` gives the same back."""
    extra = " leftover" if tray.leftover else ""
    if len(tray.board) == tray.width * tray.height:
        lines = [f"board {tray.width} {tray.height}{extra}"]
    else:
        lines = [f"board{extra}"]
        for y in range(tray.height - 1, -1, -1):
            lines.append("".join(".#"[(x, y) in tray.board] for x in range(tray.width)))
    for kind in tray.kinds:
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
    for piece, spot in enumerate(spots):
        if spot is not None:
            x, y, turn, locked = spot
            name = tray.kinds[tray.kind_of[piece]].name
            if None in (spots[other] for other in tray.numbers[name] if other < piece):
                name = tray.ids[piece]  # an earlier one of its kind is not on the board
            words = [name, "@", f"{x},{y}"]
            words += [TURNS[turn]] * bool(turn) + ["locked"] * locked
            lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
