"""Chooses all colours: for the terminal, SVG, PNG and GIF, and the page.

Lightness, chroma and hue are OKLCH (Björn Ottosson, "A perceptual color space for image processing", 2020): equal steps
of hue look equally far apart, and equal lightness looks equally light in every hue. Red (hue 27) is reserved for the
target. The hues of the other pieces are spread evenly over the rest of the circle, unless the level prescribes a
colour, which is then only made light or dark enough for its label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cbrt, cos, degrees, gcd, hypot, radians, sin
from typing import NamedTuple

from ..core.puzzle import About, Cell
from ..core.scene import Piece, Scene
from ..families import about

RED = 27.0
RED_MARGIN = 46.0
"""Degrees on each side of red that no other piece uses."""

MAX_CHROMA = 0.15
"""The maximum chroma of a colour that a level prescribes."""

DEEP, DARKEST, DIMMEST, PALEST, LIGHTEST = 0.58, 0.38, 0.50, 0.70, 0.97
"""A prescribed colour below the lightness DEEP gets a white label and a lightness from DARKEST to DIMMEST; others get a
dark label and a lightness from PALEST to LIGHTEST. Labels on colours in between would be hard to read."""

PLAIN, STRIPES, DOTS = range(3)

UNLABELLED = frozenset({"box", "player"})
"""Kinds of pieces that look the same in every level and have no label."""


class Colour(NamedTuple):
    """A colour in OKLCH.

    >>> Colour(1, 0, 0).hex
    '#ffffff'
    """

    lightness: float
    chroma: float
    hue: float

    @classmethod
    def of(cls, hex: str) -> Colour:
        """Return the colour written as ``#rrggbb``.

        >>> [round(part, 2) for part in Colour.of("#ff0000")]
        [0.63, 0.26, 29.23]
        """
        parts = [part / 255 for part in bytes.fromhex(hex[1:])]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        return cls(lightness, hypot(a, b), degrees(atan2(b, a)) % 360)

    @property
    def rgb(self) -> tuple[int, int, int]:
        return _rgb(self)

    @property
    def hex(self) -> str:
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Return linear sRGB components, which may lie outside 0..1."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


@lru_cache(maxsize=4096)
def _rgb(colour: Colour) -> tuple[int, int, int]:
    lightness, chroma, hue = colour
    # Colours outside sRGB lose chroma, found by bisection; clipping a channel would change the hue.
    low, high = 0.0, chroma
    for _ in range(24):
        if all(-1e-4 <= part <= 1 + 1e-4 for part in _linear(lightness, high, hue)):
            break
        middle = (low + high) / 2
        if all(-1e-4 <= part <= 1 + 1e-4 for part in _linear(lightness, middle, hue)):
            low = middle
        else:
            high = middle
    else:
        high = low
    red, green, blue = (
        round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in (min(1.0, max(0.0, part)) for part in _linear(lightness, high, hue))
    )
    return red, green, blue


# -- pieces


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a piece, which never change during a level, as plain numbers for JSON.

    ``style`` is ``""`` for ordinary pieces, ``target`` (the red one), ``big`` (the block that must get out), ``tile``,
    ``box`` or ``player``. A colour that the level prescribes has the style ``named``, or ``deep`` if its label is
    white; ``light`` and ``chroma`` then replace the tone. ``Piece.state`` holds what changes during a game.
    """

    hue: float
    tone: int = 0
    pattern: int = PLAIN
    style: str = ""
    light: float = 0.0
    chroma: float = 0.0


@dataclass(frozen=True, slots=True)
class Coat:
    """The colours of a piece in the light or dark theme: face, underside, roof, glass and label."""

    face: Colour
    under: Colour
    roof: Colour
    glass: Colour
    mark: Colour


def recipe(names: Iterable[str]) -> dict[str, Paint]:
    """Return a Paint for each name: hues evenly spread, away from red, with alphabetical neighbours far apart.

    >>> recipe("BC") == {"B": Paint(73.0), "C": Paint(341.0, tone=1, pattern=STRIPES)}
    True
    """
    ordered = sorted(set(names), key=natural_order)
    n = len(ordered)
    step = round(0.382 * n)
    while gcd(step, n) > 1:
        step += 1
    paints = {}
    for k, name in enumerate(ordered):
        j = k * step % n
        hue = RED + RED_MARGIN + (360 - 2 * RED_MARGIN) * j / max(1, n - 1)
        paints[name] = Paint(round(hue, 2), j % 2, j % 3)
    return paints


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts A before B and piece 9 before piece 10.

    >>> sorted(["10", "9", "B", "A"], key=natural_order)
    ['9', '10', 'A', 'B']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part[:18]), part) if part[0] in "0123456789" else (1, 0, part) for part in parts)


def shape(piece: Piece) -> tuple[Cell, ...]:
    """Return the cells of a piece moved to the top left corner, so that equal shapes compare equal."""
    top = min((row for row, _ in piece.cells), default=0)
    left = min((col for _, col in piece.cells), default=0)
    return tuple(sorted((row - top, col - left) for row, col in piece.cells))


_BLOCKS = {
    ((0, 0), (1, 0)): Paint(73.0),
    ((0, 0), (0, 1)): Paint(162.0, tone=1),
    ((0, 0),): Paint(341.0, tone=1),
}
_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def paint(scene: Scene) -> dict[str, Paint]:
    """Return the paint of each piece by its id; it stays the same throughout a level.

    >>> cars = Piece("A", ((0, 0), (0, 1)), "target"), Piece("B", ((0, 2), (0, 3)), "car")
    >>> scene = Scene("rushhour", 1, 4, ("....",), cars)
    >>> paint(scene)["A"].style, paint(scene)["B"].hue
    ('target', 73.0)
    """
    pieces = scene.pieces + scene.waiting
    shaped = about(scene.family).by_shape
    blocky = shaped or any(piece.kind == "block" for piece in pieces)
    aims = sorted((len(piece.cells) for piece in pieces if piece.kind == "target"), reverse=True)
    biggest = aims[0] if aims and aims[1:2] != aims[:1] else 0
    paints: dict[str, Paint] = {}
    names: dict[str, str] = {}
    for piece in pieces:
        form = shape(piece)
        if piece.kind == "tile":
            paints[piece.id] = Paint(155.0, _parity(piece, scene), style="tile")
        elif piece.kind == "box":
            paints[piece.id] = Paint(68.0, style="box")
        elif piece.kind == "player":
            paints[piece.id] = Paint(285.0, style="player")
        elif (blocky and piece.kind == "target" and len(form) == biggest) or (shaped and not aims and form == _SQUARE):
            paints[piece.id] = Paint(258.0, style="big")
        elif piece.kind == "target" and not blocky:
            paints[piece.id] = Paint(RED, style="target")
        elif shaped and form in _BLOCKS:
            paints[piece.id] = _BLOCKS[form]
        elif shaped:
            names[piece.id] = piece.group or str(form)
        else:
            names[piece.id] = piece.group or piece.id
    recipes = recipe(names.values())
    for piece in (each for each in pieces if each.id in names):
        own = tinted(Colour.of(piece.colour)) if piece.colour else recipes[names[piece.id]]
        paints[piece.id] = Paint(own.hue, own.tone) if piece.kind == "block" else own
    return paints


def tinted(colour: Colour) -> Paint:
    """Return the paint for a colour that the level prescribes: without a pattern, and with a readable label.

    >>> tinted(Colour.of("#000080")).style, tinted(Colour.of("#ffff00")).style
    ('deep', 'named')
    """
    deep = colour.lightness < DEEP
    low, high = (DARKEST, DIMMEST) if deep else (PALEST, LIGHTEST)
    light = min(max(colour.lightness, low), high)
    shown = Colour.of(Colour(light, min(colour.chroma, MAX_CHROMA), colour.hue).hex)
    hue = round(colour.hue, 2) if shown.chroma > 0.005 else 0.0
    return Paint(hue, style="deep" if deep else "named", light=round(light, 3), chroma=round(shown.chroma, 3))


def _parity(tile: Piece, scene: Scene) -> int:
    """Return the chessboard colour of the tile's home cell; without a goal, tiles are ordered row by row."""
    if tile.state == "home" and tile.cells:
        return sum(tile.cells[0]) % 2
    if scene.goal is not None:
        for piece in scene.goal.pieces:
            if piece.id == tile.id and piece.cells:
                return sum(piece.cells[0]) % 2
    label = tile.label or tile.id
    return sum(divmod(int(label[:18]), max(1, scene.cols))) % 2 if label.isdecimal() else 0


def flat(coat: Coat) -> Coat:
    """Return the coat for a piece without a roof; if its label is white, the face gets the colour of the roof."""
    return replace(coat, face=coat.roof) if coat.mark.lightness == 1 else coat


def coat(paint: Paint, state: str = "", *, dark: bool = False) -> Coat:
    """Return the colours of a piece with this paint and state, in the light or dark theme."""
    white = Colour(1, 0, 0)
    if paint.style == "target":
        face, under = ((0.640, 0.190), (0.475, 0.150)) if dark else ((0.615, 0.196), (0.500, 0.170))
        return Coat(Colour(*face, RED), Colour(*under, RED), Colour(0.565, 0.185, RED), Colour(0.36, 0.10, RED), white)
    hue, tone = paint.hue, paint.tone
    if paint.style == "big":
        face = (0.55, 0.105)
        return Coat(Colour(*face, hue), Colour(0.42, 0.09, hue), Colour(*face, hue), Colour(0.36, 0.08, hue), white)
    if paint.style == "player":
        robe, scarf = ((0.66, 0.10), (0.86, 0.09)) if dark else ((0.46, 0.10), (0.80, 0.09))
        return Coat(Colour(*robe, hue), Colour(*scarf, 85), Colour(0.90, 0.035, 75), Colour(0.28, 0.04, 260), white)
    if paint.style == "box" and state == "home":
        hue = 175.0
    result = _prescribed(paint, dark) if paint.style in ("named", "deep") else _recipe(hue, tone, dark)
    return _locked(result) if state == "locked" else result


def _recipe(hue: float, tone: int, dark: bool) -> Coat:
    if dark:
        return Coat(
            Colour(0.765 - 0.095 * tone, 0.082, hue),
            Colour(0.575 - 0.095 * tone, 0.080, hue),
            Colour(0.835 - 0.085 * tone, 0.068, hue),
            Colour(0.420 - 0.040 * tone, 0.050, hue),
            Colour(0.27, 0.050, hue),
        )
    return Coat(
        Colour(0.825 - 0.095 * tone, 0.088, hue),
        Colour(0.675 - 0.095 * tone, 0.090, hue),
        Colour(0.890 - 0.080 * tone, 0.070, hue),
        Colour(0.560 - 0.060 * tone, 0.060, hue),
        Colour(0.27, 0.050, hue),
    )


def _prescribed(paint: Paint, dark: bool) -> Coat:
    """Return the coat in the colour that the level prescribes, slightly darker in the dark theme."""
    light, chroma, hue = paint.light - 0.04 * dark, paint.chroma, paint.hue
    face = Colour(light, chroma, hue)
    under = Colour(paint.light - (0.12 if paint.style == "deep" else 0.17), chroma * 0.95, hue)
    mark = Colour(1, 0, 0) if paint.style == "deep" else Colour(0.25, min(0.06, chroma), hue)
    return Coat(face, under, face, under, mark)


def _locked(worn: Coat) -> Coat:
    """Return the coat of a locked piece: with a darker label, but only slightly darker, so that yellow stays yellow."""
    mark = worn.mark if worn.mark.lightness == 1 else Colour(0.18, worn.mark.chroma, worn.mark.hue)
    face = worn.face._replace(lightness=worn.face.lightness - 0.05)
    under = worn.under._replace(lightness=worn.under.lightness - 0.05)
    return Coat(face, under, face, under, mark)


# -- the board and the page


@dataclass(frozen=True, slots=True)
class Sky:
    """The neutral colours of a board and its page, tinted by the family's hue, and the colours of marks."""

    page: Colour
    page_low: Colour
    frame: Colour
    frame_under: Colour
    tray: Colour
    cell: Colour
    ink: Colour
    ink_soft: Colour
    hint: Colour
    goal: Colour
    goal_edge: Colour
    exit: Colour
    shadow: Colour


def sky(hues: tuple[int, int] = About().sky, *, dark: bool = False, blue_exit: bool = False) -> Sky:
    """Return the colours of a board with these hues (``About.sky``), in the light or dark theme.

    ``blue_exit`` is for boards without a red piece.
    """
    day, night = hues
    if dark:
        return Sky(
            page=Colour(0.235, 0.026, night),
            page_low=Colour(0.185, 0.036, night + 28),
            frame=Colour(0.345, 0.034, night),
            frame_under=Colour(0.265, 0.036, night),
            tray=Colour(0.205, 0.028, night),
            cell=Colour(0.246, 0.030, night),
            ink=Colour(0.945, 0.012, day),
            ink_soft=Colour(0.775, 0.020, day),
            hint=Colour(0.86, 0.09, 195),
            goal=Colour(0.30, 0.045, 180),
            goal_edge=Colour(0.74, 0.09, 175),
            exit=Colour(0.78, 0.09, 258) if blue_exit else Colour(0.640, 0.190, RED),
            shadow=Colour(0.05, 0.03, 280),
        )
    return Sky(
        page=Colour(0.972, 0.012, day),
        page_low=Colour(0.925, 0.026, day - 34),
        frame=Colour(0.865, 0.026, day),
        frame_under=Colour(0.775, 0.034, day),
        tray=Colour(0.905, 0.020, day),
        cell=Colour(0.938, 0.015, day),
        ink=Colour(0.285, 0.030, night),
        ink_soft=Colour(0.455, 0.028, night),
        hint=Colour(0.48, 0.10, 200),
        goal=Colour(0.88, 0.05, 175),
        goal_edge=Colour(0.52, 0.08, 175),
        exit=Colour(0.50, 0.105, 258) if blue_exit else Colour(0.615, 0.196, RED),
        shadow=Colour(0.25, 0.05, 280),
    )
