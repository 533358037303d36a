"""Draws the goals of individual pieces: dashed outlines in front of everything, with the letters of the pieces."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from ..core.scene import Scene
from . import colour
from .colour import Paint, Sky
from .shapes import Path, Point, Rect, Shape, Step, Text, bounds, line, outline

INSET, DASH, GAP = 0.085, 0.09, 0.06


def goals(scene: Scene, paints: dict[str, Paint], sky: Sky, u: float, *, dark: bool, plain: bool) -> tuple[Shape, ...]:
    """Return the outlines and letters, relative to the board's first cell; an outline is solid if its piece is home.

    A thumbnail (``plain``) has only outlines, including an outline for the goal of the gap.
    """
    shapes: list[Shape] = []
    tags: list[Shape] = []
    pieces = {piece.id: piece for piece in scene.pieces}
    light = colour.sky(dark=dark).page.hex
    for home in scene.homes:
        if plain:
            shapes.append(Path(dashed(outline(home.cells, u, inset=INSET * u), u), stroke=sky.ink.hex, width=0.06 * u))
        piece = pieces.get(home.piece)
        if piece is None or plain:
            continue
        done = piece.state == "home"
        steps = outline(home.cells, u, inset=INSET * u)
        shapes.append(Path(steps, stroke=light, width=0.06 * u, opacity=0.82))
        shapes.append(Path(steps if done else dashed(steps, u), stroke=sky.ink.hex, width=(0.02 if done else 0.03) * u))
        row, col, _, _ = bounds(home.cells)
        coat = colour.flat(colour.coat(paints[piece.id], dark=dark))
        words = piece.label or piece.id
        x, y, high = (col + 0.03) * u, (row + 0.03) * u, 0.3 * u
        wide = high + 0.13 * u * (len(words) - 1) + (0.17 * u if done else 0.0)
        rim = 0.03 * u
        tags.append(Rect(x - rim, y - rim, wide + 2 * rim, high + 2 * rim, 0.12 * u, light))
        tags.append(Rect(x, y, wide, high, 0.09 * u, coat.face.hex))
        middle = x + (wide - (0.17 * u if done else 0.0)) / 2
        tags.append(Text(middle, y + high / 2, 0.17 * u, words, coat.mark.hex))
        if done:
            left, low = x + wide - 0.21 * u, y + 0.15 * u
            tick = (left, low), (left + 0.05 * u, low + 0.05 * u), (left + 0.14 * u, low - 0.06 * u)
            tags.append(line(*tick, stroke=coat.mark.hex, width=0.03 * u))
    return (*shapes, *tags)


def dashed(steps: Iterable[Step], u: float) -> tuple[Step, ...]:
    """Return the straight lines as dashes that meet at every corner."""
    out: list[Step] = []
    start = at = (0.0, 0.0)
    for pen, points in steps:
        to = points[0] if points else start
        if pen == "M":
            start = at = to
            continue
        out += _dashes(at, to, u)
        at = to
    return tuple(out)


def _dashes(a: Point, b: Point, u: float) -> list[Step]:
    long = hypot(b[0] - a[0], b[1] - a[1])
    n = max(1, round((long / u + GAP) / (DASH + GAP)))
    dash = (long + GAP * u) / n - GAP * u
    out: list[Step] = []
    for k in range(n):
        for pen, far in (("M", k * (dash + GAP * u)), ("L", k * (dash + GAP * u) + dash)):
            share = far / long if long else 0.0
            out.append((pen, ((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share),)))
    return out
