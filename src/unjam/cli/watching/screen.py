"""Draws a position with its step on the whole terminal, as large as it fits."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence

from ...core.scene import Scene
from ...pictures.terminal import terminal, width
from ..printing.language import language

ALTERNATE, BACK = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""A screen of its own without a cursor, and the way back to what the terminal showed before."""
HOME, CLEAR_LINE, CLEAR_REST = "\x1b[H", "\x1b[K", "\x1b[J"


def board_lines(scene: Scene, rows: int, columns: int, *, has_colour: bool) -> list[str]:
    """Return the lines of the board in the largest size that fits; plain characters are the smallest.

    A board that is too high even so is cut at the bottom.
    """
    drawings = [terminal(scene, colour=True, scale=scale, columns=columns) for scale in (3, 2, 1)] if has_colour else []
    for text in (*drawings, terminal(scene, colour=False, columns=columns, lang=language())):
        if len(lines := text.split("\n")) <= rows:
            return lines
    return lines[:rows]


def shorten(text: str, columns: int) -> str:
    """Return the text with its end cut off where it is wider than the terminal.

    >>> shorten("step 3 of 16", 8)
    'step 3 …'
    """
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return f"{text}…"


def wrap_parts(parts: Sequence[str], columns: int, gap: str = "  ") -> list[str]:
    """Return the lines that hold the parts, as many on a line as fit.

    >>> wrap_parts(["Space play", "← → step", "q quit"], 22)
    ['Space play  ← → step', 'q quit']
    """
    lines = [""]
    for part in parts:
        if lines[-1] and width(lines[-1]) + len(gap) + width(part) > columns:
            lines.append("")
        lines[-1] += f"{gap}{part}" if lines[-1] else part
    return [shorten(line, columns) for line in lines]


def pad(lines: Sequence[str], count: int) -> list[str]:
    """Return the lines with empty ones after them, so that what stands below does not move from step to step."""
    return [*lines, *[""] * (count - len(lines))]


def terminal_size() -> tuple[int, int]:
    """Return the rows and columns of the terminal."""
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return rows or 24, columns or 80


@contextlib.contextmanager
def own_screen() -> Iterator[None]:
    """Show a screen of its own meanwhile, and what was there before when it ends, whatever ends it."""
    sys.stdout.write(ALTERNATE)
    try:
        yield
    finally:
        sys.stdout.write(BACK)
        sys.stdout.flush()


def draw(lines: Sequence[str]) -> None:
    """Replace what the screen shows, without a blank moment in between."""
    sys.stdout.write(HOME + "".join(f"{line}{CLEAR_LINE}\r\n" for line in lines[:-1]))
    sys.stdout.write(f"{lines[-1]}{CLEAR_LINE}{CLEAR_REST}")
    sys.stdout.flush()
