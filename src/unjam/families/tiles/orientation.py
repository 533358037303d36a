"""Rotates or reflects boards into a standard orientation for the native core."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.symmetry import images

if TYPE_CHECKING:
    from .board import Frame


@dataclass(frozen=True, slots=True)
class Orientation:
    """A rotation or reflection that makes a board no higher than wide and gives the gap's home the lowest cell number.

    Each tile is named after its home cell on the turned board, so all goals become the same goal, and goals that are
    mirror images of each other share their tables.
    """

    rows: int
    cols: int
    gap: int
    source: tuple[int, ...]  # turned cell -> cell of the board
    names: bytes  # number -> name
    numbers: bytes  # name -> number

    def turn(self, cells: bytes) -> bytes:
        named = cells.translate(self.names)
        return bytes(named[at] for at in self.source)


@lru_cache(maxsize=256)
def orientation(frame: Frame) -> Orientation:
    wide = (image for image in images(frame.rows, frame.cols) if image.rows <= image.cols)
    rows, cols, to = min(wide, key=lambda image: image.to[frame.home[0]])
    names, numbers = bytearray(range(256)), bytearray(rows * cols)
    for number, home in frame.home.items():
        names[number], numbers[to[home]] = to[home], number
    source = tuple(sorted(range(len(to)), key=to.__getitem__))
    return Orientation(rows, cols, to[frame.home[0]], source, bytes(names), bytes(numbers))
