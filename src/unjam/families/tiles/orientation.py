"""How a board is turned before it is passed to the native core."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.symmetry import images

if TYPE_CHECKING:
    from .board import Frame


@dataclass(frozen=True, slots=True)
class Orientation:
    """A board turned and mirrored so that it is not higher than wide and the gap's home has the lowest possible number.

    A tile is named after the turned cell where it belongs. So every goal becomes the same goal, and goals that mirror
    each other share their tables.
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
