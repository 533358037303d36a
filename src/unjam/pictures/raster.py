"""Draws shapes as pixels with Pillow: first several times larger, then scaled down for smooth edges."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from .shapes import Oval, Path, Picture, Point, Rect, Shape, Step, Text, Texture, pixel_box, reach

if TYPE_CHECKING:
    from PIL.Image import Image as Bitmap
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

MAX_PIXELS = 6_000_000
"""The maximum size of the enlarged drawing; larger pictures are enlarged less, so their edges are less smooth."""


def fineness(width: float, height: float) -> int:
    """Return the factor by which the drawing is larger than the result: 4, or less for large pictures."""
    return next((fine for fine in (4, 3, 2) if width * height * fine * fine <= MAX_PIXELS), 1)


def bitmap(drawn: Picture, *, page: str | None = None) -> Bitmap:
    """Draw the picture on the background colour ``page``, by default the picture's own; ``""`` means transparent."""
    from PIL import Image

    fine = fineness(drawn.width, drawn.height)
    width, height = max(1, round(drawn.width)), max(1, round(drawn.height))
    back = drawn.page if page is None else page
    sheet = Image.new("RGBA", (width * fine, height * fine), back or "#00000000")
    for shape in drawn.ground:
        _put(sheet, shape, fine, 0.0, 0.0)
    for layer in drawn.layers:
        for shape in layer.shapes:
            _put(sheet, shape, fine, layer.x, layer.y)
    return sheet.reduce(fine) if fine > 1 else sheet


def stamp(shapes: tuple[Shape, ...], *, fine: int = 4) -> tuple[Bitmap, int, int]:
    """Return the shapes on a transparent bitmap of their size, and the position of its top left corner."""
    from PIL import Image

    left, top, right, low = pixel_box(shapes)
    sheet = Image.new("RGBA", ((right - left) * fine, (low - top) * fine), "#00000000")
    for shape in shapes:
        _put(sheet, shape, fine, -left, -top)
    return (sheet.reduce(fine) if fine > 1 else sheet), left, top


def plain(words: str) -> str:
    """Return the text without accents, because Pillow's built-in font has none.

    >>> plain("débutant · étape 3")
    'debutant · etape 3'
    """
    parts = normalize("NFD", words)
    return "".join(mark for mark in parts if not combining(mark))


def _put(sheet: Bitmap, shape: Shape, fine: int, x: float, y: float) -> None:
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    left, top, right, low = reach(shape)
    corner = floor((left + x) * fine) - 1, floor((top + y) * fine) - 1
    size = ceil((right + x) * fine) + 2 - corner[0], ceil((low + y) * fine) + 2 - corner[1]
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)

    def at(px: float, py: float) -> Point:
        return (px + x) * fine - corner[0], (py + y) * fine - corner[1]

    if isinstance(shape, Text):
        pen.text(
            at(shape.x, shape.y + 0.355 * shape.size),
            plain(shape.words),
            fill=255,
            font=_font(max(1, round(shape.size * fine * 1.04))),
            anchor="ms",
            stroke_width=max(0, round(shape.size * fine * 0.022)),
        )
        _tint(sheet, shape.fill, mask, 1.0, corner)
        return
    if isinstance(shape, Oval):
        pen.ellipse([at(left, top), at(right, low)], fill=255)
        _tint(sheet, shape.fill, mask, shape.opacity, corner)
        return
    if isinstance(shape, Rect):
        _draw_rect(pen, shape, fine, at(shape.x, shape.y), at(shape.x + shape.width, shape.y + shape.height))
    else:
        _draw_path(pen, shape, fine, [[at(*point) for point in loop] for loop in _loops(shape.steps)])
    if shape.blur:
        mask = mask.filter(ImageFilter.GaussianBlur(shape.blur * fine))
    ink = shape.stroke if isinstance(shape, Path) and shape.stroke else shape.fill
    _tint(sheet, ink, mask, shape.opacity, corner)
    if shape.texture:
        marks = _marks(shape.texture, size, fine, at(0, 0))
        _tint(sheet, shape.texture.ink, ImageChops.multiply(mask, marks), shape.texture.opacity, corner)


def _draw_rect(pen: ImageDraw, shape: Rect, fine: int, first: Point, last: Point) -> None:
    # Pillow's boxes include their last pixel, ours do not.
    box = [*first, max(first[0], last[0] - 1), max(first[1], last[1] - 1)]
    pen.rounded_rectangle(box, min(shape.radius, shape.width / 2, shape.height / 2) * fine, fill=255)


def _draw_path(pen: ImageDraw, shape: Path, fine: int, loops: list[list[Point]]) -> None:
    if shape.fill:
        # Larger loops first: a hole lies inside its outline, and an island inside its hole.
        for area, loop in sorted(((_area(loop), loop) for loop in loops), key=lambda pair: -abs(pair[0])):
            pen.polygon(loop, fill=255 if area > 0 or len(loops) == 1 else 0)
    if shape.stroke:
        width, closed = max(1, round(shape.width * fine)), shape.steps[-1][0] == "Z"
        for loop in loops:
            track = [*loop, loop[0]] if closed else loop
            pen.line(track, fill=255, width=width, joint="curve")
            for px, py in track:
                r = width / 2 - 0.5
                pen.ellipse([px - r, py - r, px + r, py + r], fill=255)


def _tint(sheet: Bitmap, fill: str, mask: Bitmap, opacity: float, corner: tuple[int, int]) -> None:
    """Apply a colour through a mask; parts outside the sheet are cut off."""
    from PIL import Image

    if opacity < 1:
        mask = mask.point([round(value * opacity) for value in range(256)])
    cut_x, cut_y = max(0, -corner[0]), max(0, -corner[1])
    if cut_x or cut_y:
        mask = mask.crop((cut_x, cut_y, mask.width, mask.height))
    if not mask.width or not mask.height:
        return
    layer = Image.new("RGBA", mask.size, fill)
    layer.putalpha(mask)
    where = corner[0] + cut_x, corner[1] + cut_y
    room = sheet.width - where[0], sheet.height - where[1]
    if room[0] <= 0 or room[1] <= 0:
        return
    sheet.alpha_composite(layer.crop((0, 0, min(room[0], layer.width), min(room[1], layer.height))), where)


def _marks(texture: Texture, size: tuple[int, int], fine: int, origin: Point) -> Bitmap:
    """Return a mask of diagonal stripes or of dots, aligned with the origin of the piece."""
    from PIL import Image, ImageDraw

    marks = Image.new("L", size, 0)
    pen = ImageDraw.Draw(marks)
    pitch = texture.pitch * fine
    width, height = size
    if texture.kind == 1:
        step, thick = pitch * 2**0.5, pitch * 0.36 * 2**0.5
        start = (origin[0] + origin[1]) % step - step
        for k in range(ceil((width + height) / step) + 2):
            a = start + k * step
            pen.polygon([(a, 0), (a + thick, 0), (a + thick - height, height), (a - height, height)], fill=255)
        return marks
    r = pitch * 0.25
    for i in range(ceil(width / pitch) + 2):
        for j in range(ceil(height / pitch) + 2):
            px, py = origin[0] % pitch + (i - 0.5) * pitch, origin[1] % pitch + (j - 0.5) * pitch
            pen.ellipse([px - r, py - r, px + r, py + r], fill=255)
    return marks


def _loops(steps: tuple[Step, ...]) -> list[list[Point]]:
    """Return the path as polygons; each curve becomes eight lines."""
    loops: list[list[Point]] = []
    for pen, points in steps:
        if pen == "M":
            loops.append([points[0]])
        elif pen == "L":
            loops[-1].append(points[0])
        elif pen == "C":
            (ax, ay), ((bx, by), (cx, cy), (dx, dy)) = loops[-1][-1], points
            for k in range(1, 9):
                t = k / 8
                p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                loops[-1].append((p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy))
    return loops


def _area(loop: list[Point]) -> float:
    """Return twice the area inside a loop, negative if it runs counterclockwise."""
    return sum(x * ny - nx * y for (x, y), (nx, ny) in zip(loop, [*loop[1:], loop[0]], strict=True))


@lru_cache(maxsize=64)
def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)
