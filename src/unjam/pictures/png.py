"""Draws a Scene as PNG: one board, or a sheet of many small ones."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from ..core.scene import Scene
from . import colour
from .board import picture
from .raster import bitmap, stamp
from .shapes import Text

MAX_SHEET_PIXELS = 60_000_000
"""The approximate maximum size of a sheet; boards are scaled down to fit."""


def png(scene: Scene, *, cell: float = 96, dark: bool = False, page: bool = True) -> bytes:
    """Return the scene as PNG, on the family's background colour or, with ``page=False``, transparent."""
    drawn = picture(scene, cell=fit_cell(scene, cell, 4096), dark=dark)
    out = BytesIO()
    bitmap(drawn, page=None if page else "").save(out, "PNG", optimize=True)
    return out.getvalue()


def png_sheet(scenes: Sequence[Scene], *, dark: bool = False, captions: Sequence[str] = ()) -> bytes:
    """Return many boards in one PNG, row by row, with captions; if there are very many, they are scaled down."""
    from PIL import Image

    if not scenes:
        raise ValueError("a sheet needs at least one scene")
    size = max(24.0, min(200.0, (MAX_SHEET_PIXELS / len(scenes)) ** 0.5))
    probe = picture(scenes[0], cell=100, dark=dark, goal=False)
    cell = 100 * size / max(probe.width, probe.height, 1)
    drawn = [bitmap(picture(scene, cell=cell, dark=dark, goal=False)) for scene in scenes]
    columns = min(5 if len(scenes) <= 100 else round(len(scenes) ** 0.5), len(scenes))
    gap, foot = 12, 22 if captions else 0
    wide, high = max(each.width for each in drawn), max(each.height for each in drawn)
    rows = -(-len(drawn) // columns)
    width, height = gap + columns * (wide + gap), gap + rows * (high + gap + foot)
    page, ink = probe.page, colour.sky(dark=dark).ink.hex
    out = Image.new("RGBA", (width, height), page)
    for k, each in enumerate(drawn):
        x, y = gap + k % columns * (wide + gap), gap + k // columns * (high + gap + foot)
        out.alpha_composite(each, (x + (wide - each.width) // 2, y + (high - each.height) // 2))
        if k < len(captions):
            words = Text(wide / 2, 10, 12, captions[k], ink)
            mark, left, top = stamp((words,))
            cut = max(0, -(x + left)), 0
            out.alpha_composite(mark.crop((*cut, mark.width, mark.height)), (max(0, x + left), y + high + top))
    done = BytesIO()
    out.convert("RGB").save(done, "PNG", optimize=True)
    return done.getvalue()


def fit_cell(scene: Scene, cell: float, most: int) -> float:
    """Return the size of a cell, reduced if the board would exceed ``most`` pixels."""
    return max(4.0, min(float(cell), most / (max(scene.rows, scene.cols, 1) + 2)))
