"""Draws each kind of piece, relative to the top left corner of its bounding box.

The light comes from above: every piece has a light line inside its upper edge, a darker underside at its lower edge and
a soft shadow. A piece of an unknown kind is a plain rounded shape with its label.
"""

from __future__ import annotations

from dataclasses import replace

from ..core.puzzle import Cell
from ..core.scene import Piece
from . import colour
from .colour import Coat, Colour, Paint
from .shapes import Oval, Path, Point, Rect, Shape, Step, Text, Texture, line, outline

GAP = 0.035
RADIUS = {"tile": 0.16, "block": 0.15, "box": 0.14, "slab": 0.13}


def caption(piece: Piece) -> str:
    """Return the text on a piece: its label or its id, or an empty string for boxes and players.

    Control characters and other unprintable characters become question marks.

    >>> caption(Piece("B", ((0, 0),), "car", "\\x1b[2J"))
    '?[2J'
    """
    words = "" if piece.kind in colour.UNLABELLED else piece.label or piece.id
    return "".join(c if c.isprintable() else "?" for c in words)


def draw(piece: Piece, paint: Paint, unit: float, *, dark: bool, plain: bool = False) -> tuple[Shape, ...]:
    """Return the shapes of a piece with cells of ``unit`` pixels; ``plain`` omits labels and patterns."""
    cells = colour.shape(piece)
    if not cells:
        return ()
    coat = colour.coat(paint, piece.state, dark=dark)
    if paint.style == "player":
        return _player(coat, unit, piece.state)
    rows = 1 + max(row for row, _ in cells)
    cols = 1 + max(col for _, col in cells)
    straight = len(cells) == rows * cols and 1 in (rows, cols)
    motor = (piece.kind == "car" or paint.style == "target") and straight and len(cells) > 1
    if not motor:
        coat = colour.flat(coat)
    body = _Body(piece, cells, paint, coat, unit, plain)
    shapes = body.hull(0.06 if paint.style == "box" else GAP)
    if plain and paint.style != "box":
        return tuple(shapes[1:2] + shapes[3:])
    if motor:
        return (*shapes, *body.motor())
    if paint.style == "box":
        return (*shapes, *body.crate())
    if paint.style == "big":
        shapes += body.ring()
    if piece.kind == "slab":
        return (*shapes, *body.slab())
    return (*shapes, *body.label(), *body.home())


class _Body:
    def __init__(
        self, piece: Piece, cells: tuple[Cell, ...], paint: Paint, coat: Coat, unit: float, plain: bool
    ) -> None:
        self.piece, self.cells = piece, cells
        self.paint, self.coat, self.unit, self.plain = paint, coat, unit, plain
        self.rows, self.cols = 1 + max(row for row, _ in cells), 1 + max(col for _, col in cells)
        self.words = "" if plain else caption(piece)
        self.whole = len(cells) == self.rows * self.cols

    def hull(self, gap: float) -> list[Shape]:
        """Return the shadow, underside, light line and face, from bottom to top."""
        u, coat = self.unit, self.coat
        kind = self.piece.kind
        if (kind == "target" and self.paint.style != "target") or self.paint.style == "big":
            kind = "block"
        radius = RADIUS.get(kind, 0.2) * u
        flat = kind == "slab"
        under, shine = (0.03, 0.012) if flat else (0.045, 0.022)
        light = Colour(min(0.99, coat.face.lightness + 0.07), coat.face.chroma * 0.75, coat.face.hue)
        texture = self.texture(0.32, 0.10, 0.15) if flat and self.piece.state != "locked" else None

        def sheet(top: float, bottom: float, fill: str, opacity: float = 1.0, blur: float = 0.0) -> Rect | Path:
            g = gap * u
            if self.whole:
                x, y, w, h = g, g + top * u, self.cols * u - 2 * g, self.rows * u - 2 * g - (top + bottom) * u
                return Rect(x, y, w, h, radius, fill, opacity, blur=blur)
            inset = (g + top * u, g, g + bottom * u, g)
            path = outline(self.cells, u, inset=inset, radius=radius, hollow=radius * 0.7)
            return Path(path, fill=fill, opacity=opacity, blur=blur)

        shapes: list[Rect | Path] = [
            sheet(0.035, -0.035, "#1e1b33", 0.20, 0.035 * u),
            sheet(0, 0, coat.under.hex),
            sheet(0, under, light.hex),
            sheet(shine, under, coat.face.hex),
        ]
        if texture:
            shapes[-1] = replace(shapes[-1], texture=texture)
        return [*shapes]

    def texture(self, pitch: float, stripes: float, dots: float) -> Texture | None:
        """Return the piece's stripes or dots, which distinguish it in addition to its hue."""
        if self.plain or self.paint.pattern == colour.PLAIN:
            return None
        ink = Colour(0.3, 0.06, self.paint.hue).hex
        opacity = stripes if self.paint.pattern == colour.STRIPES else dots
        return Texture(self.paint.pattern, ink, opacity, pitch * self.unit)

    def panel(self, top: float, right: float, bottom: float, left: float, radius: float, fill: str) -> Rect:
        """Return a rounded rectangle with these distances, in cells, to the edges of the hull."""
        u = self.unit
        width, height = self.cols * u - 2 * GAP * u, self.rows * u - 2 * GAP * u
        return Rect(
            GAP * u + left * u,
            GAP * u + top * u,
            width - (left + right) * u,
            height - (top + bottom) * u,
            radius * u,
            fill,
        )

    def motor(self) -> list[Shape]:
        """Return the shapes of a car (two cells) or a truck, facing right or up."""
        shapes = self.racing_stripes()
        *below, top = self.car_top() if max(self.rows, self.cols) == 2 else self.truck_top()
        shapes += [*below, replace(top, texture=self.texture(0.13, 0.13, 0.2))]
        return shapes + self.write((top.x + top.width / 2, top.y + top.height / 2), 0.30, 0.62)

    def racing_stripes(self) -> list[Shape]:
        """Return the stripes of the target, which distinguish it in addition to its red colour."""
        shapes: list[Shape] = []
        if self.paint.style != "target" or self.plain:
            return shapes
        wide, high = self.cols - 2 * GAP, self.rows - 2 * GAP
        for share in (0.38, 0.55):
            if self.rows > 1:
                box = (GAP + share * wide, GAP + 0.022, 0.05 * wide, high - 0.067)
            else:
                box = (GAP, GAP + share * high, wide, 0.05 * high)
            x, y, w, h = (self.unit * part for part in box)
            shapes.append(Rect(x, y, w, h, 0, "#ffffff", 0.6))
        return shapes

    def car_top(self) -> list[Rect]:
        if self.rows > 1:
            glass, roof = (0.36, 0.13, 0.30, 0.13), (0.60, 0.13, 0.45, 0.13)
        else:
            glass, roof = (0.12, 0.36, 0.14, 0.28), (0.12, 0.60, 0.14, 0.43)
        return [self.panel(*glass, 0.12, self.coat.glass.hex), self.panel(*roof, 0.07, self.coat.roof.hex)]

    def truck_top(self) -> list[Rect]:
        """Return the window of the cab, the edge of the cargo bed, and its cover."""
        coat, rim = self.coat, 0.025 * self.unit
        if self.rows > 1:
            window = self.panel(0.18, 0.13, self.rows - 2 * GAP - 0.38, 0.13, 0.09, coat.glass.hex)
            bed = self.panel(0.62, 0.11, 0.13, 0.11, 0.12, "")
        else:
            window = self.panel(0.12, 0.20, 0.14, self.cols - 2 * GAP - 0.40, 0.09, coat.glass.hex)
            bed = self.panel(0.10, 0.64, 0.13, 0.10, 0.12, "")
        lightness = (coat.roof.lightness + coat.under.lightness) / 2
        edge = Colour(lightness, (coat.roof.chroma + coat.under.chroma) / 2, coat.roof.hue)
        size = bed.width - 2 * rim, bed.height - 2 * rim
        cover = Rect(bed.x + rim, bed.y + rim, *size, bed.radius - rim, coat.roof.hex)
        return [window, replace(bed, fill=edge.hex), cover]

    def crate(self) -> list[Shape]:
        """Return the shapes of a wooden box: a panel with crossed planks or, if it is home, a tick."""
        u, coat = self.unit, self.coat
        edge = Colour(coat.under.lightness + 0.06, coat.under.chroma, coat.under.hue).hex
        x, y, side, deep = 0.18 * u, 0.18 * u, 0.64 * u, 0.61 * u
        shapes: list[Shape] = [
            Rect(x, y, side, deep, 0.06 * u, edge),
            Rect(x + 0.035 * u, y + 0.035 * u, side - 0.07 * u, deep - 0.07 * u, 0.035 * u, coat.roof.hex),
        ]
        if self.piece.state == "home":
            tick = ((0.37, 0.50), (0.46, 0.59), (0.64, 0.39))
            shapes.append(line(*((a * u, b * u) for a, b in tick), stroke=coat.mark.hex, width=0.075 * u))
        else:
            left, top, right, low = 0.25, 0.25, 0.75, 0.72
            ink = Colour(0.35, 0.06, coat.face.hue).hex
            for a, b in (((left, top), (right, low)), ((right, top), (left, low))):
                ends = (a[0] * u, a[1] * u), (b[0] * u, b[1] * u)
                shapes.append(line(*ends, stroke=ink, width=0.06 * u, opacity=0.32))
        return shapes

    def ring(self) -> list[Shape]:
        if self.plain:
            return []
        u = self.unit
        inset = (0.165 * u + 0.0175 * u, 0.165 * u + 0.0175 * u, 0.195 * u + 0.0175 * u, 0.165 * u + 0.0175 * u)
        path = outline(self.cells, u, inset=inset, radius=0.08 * u, hollow=0.05 * u)
        return [Path(path, stroke="#ffffff", width=0.035 * u)]

    def slab(self) -> list[Shape]:
        """Return the number of a packing piece; locked pieces have a white cross with a gap for the number."""
        u = self.unit
        at = self.heart()
        thin = not self.whole or min(self.rows, self.cols) == 1
        size = 0.44 if thin else 0.72
        if self.piece.state == "locked":
            return [*self.cross(at, size, thin), *self.write(at, size, self.room())]
        shapes: list[Shape] = []
        if self.words and self.texture(1, 1, 1) and not thin:  # a disc would cover a thin piece
            wide = max(size * 0.62, size * 0.34 * len(self.words)) * u
            back = self.coat.face.hex
            shapes.append(Rect(at[0] - wide, at[1] - size * 0.62 * u, 2 * wide, size * 1.24 * u, size * 0.62 * u, back))
        return shapes + self.write(at, size, self.room())

    def cross(self, at: Point, size: float, thin: bool) -> list[Shape]:
        """Return white diagonals with dark edges, across a rectangle or across each cell of any other shape."""
        u = self.unit
        width = max(1.2, 0.065 * u)
        edge = 0.17 * u if thin else 0.3 * u
        if self.whole:
            boxes = [(edge, edge, self.cols * u - edge, self.rows * u - edge)]
        else:
            boxes = [(c * u + 0.24 * u, r * u + 0.24 * u, c * u + 0.76 * u, r * u + 0.76 * u) for r, c in self.cells]
        alone = not self.whole or len(self.cells) == 1
        hole = (size * 0.62 + (0 if alone else 0.14)) * u if self.words else 0.0
        dark, light = list[Shape](), list[Shape]()
        for left, top, right, low in boxes:
            middle = (left + right) / 2, (top + low) / 2
            broken = abs(middle[0] - at[0]) < 0.3 * u and abs(middle[1] - at[1]) < 0.3 * u
            for x, y in ((left, top), (right, top), (left, low), (right, low)):
                reach = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
                part = hole / reach if broken and reach else 0.0
                if part < 0.9:
                    inner = middle[0] + (x - middle[0]) * part, middle[1] + (y - middle[1]) * part
                    dark.append(line((x, y), inner, stroke=Colour(0.40, 0.09, self.coat.face.hue).hex, width=2 * width))
                    light.append(line((x, y), inner, stroke="#ffffff", width=width))
        return dark + light

    def heart(self) -> Point:
        """Return the position of the label: the centre of a rectangle, or the cell nearest to the centre of mass."""
        u = self.unit
        if self.whole:
            return self.cols * u / 2, self.rows * u / 2
        row = sum(r for r, _ in self.cells) / len(self.cells)
        col = sum(c for _, c in self.cells) / len(self.cells)
        near = min(self.cells, key=lambda cell: ((cell[0] - row) ** 2 + (cell[1] - col) ** 2, cell))
        return (near[1] + 0.5) * u, (near[0] + 0.5) * u

    def room(self) -> float:
        return 0.8 if not self.whole else max(0.8, self.cols - 0.4)

    def write(self, at: Point, size: float, room: float) -> list[Shape]:
        """Return the label centred on a point, made smaller or, if necessary, truncated to fit."""
        words = self.words
        if not words:
            return []
        fits = min(size, room / (0.62 * len(words)))
        if fits < 0.16:
            fits = 0.16
            words = words[: max(1, int(room / (0.62 * fits)) - 1)] + "…"
        return [Text(at[0], at[1] - 0.012 * self.unit, fits * self.unit, words, self.coat.mark.hex)]

    def label(self) -> list[Shape]:
        size = {"tile": 0.4, "big": 0.36}.get(self.paint.style, 0.3)
        return self.write(self.heart(), size, self.room())

    def home(self) -> list[Shape]:
        """Return a dot below the number of a tile that is home."""
        if self.piece.state != "home" or self.paint.style != "tile" or self.plain:
            return []
        u = self.unit
        return [Oval(u / 2, 0.8 * u, 0.0375 * u, 0.0375 * u, self.coat.mark.hex)]


_CLOAK: tuple[tuple[Point, ...], ...] = (
    ((64, 40), (70, 48), (73, 62)),
    ((75, 71), (78, 77), (78, 83)),
    ((78, 88), (66, 91), (50, 91)),
    ((34, 91), (22, 88), (22, 83)),
    ((22, 77), (25, 71), (27, 62)),
    ((30, 48), (36, 40), (50, 40)),
)
_SHAWL: tuple[tuple[Point, ...], ...] = (
    ((42, 56), (58, 56), (71, 50)),
    ((72.5, 53), (73.5, 56), (74, 59)),
    ((59, 65), (41, 65), (26, 59)),
    ((26.5, 56), (27.5, 53), (29, 50)),
)
"""The curves of the player's clothes, in hundredths of a cell."""


def _player(coat: Coat, unit: float, facing: str) -> tuple[Shape, ...]:
    """Return the shapes of the player: a small hooded figure that faces where it walks and rises above its cell."""
    k, rise = unit / 100, 10.0
    turn = -1 if facing == "left" else 1
    robe, scarf, face, eye = coat.face.hex, coat.under.hex, coat.roof.hex, coat.glass.hex

    def at(x: float, y: float) -> Point:
        return (50 + turn * (x - 50)) * k, (y - rise) * k

    def closed(start: Point, *curves: tuple[Point, ...]) -> tuple[Step, ...]:
        steps: list[Step] = [("C", tuple(at(*point) for point in curve)) for curve in curves]
        return ("M", (at(*start),)), *steps, ("Z", ())

    cloak, shawl = closed((50, 40), *_CLOAK), closed((29, 50), *_SHAWL)
    shapes: list[Shape] = [
        Oval(*at(50, 89), 27 * k, 6 * k, "#1e1b33", 0.25),
        Path(cloak, fill=robe),
        Oval(*at(50, 30), 23 * k, 23 * k, robe),
    ]
    if facing != "up":
        middle = 50 if facing == "down" else 54
        eyes = (44.5, 55.5) if facing == "down" else (52, 63)
        shapes.append(Oval(*at(middle, 32), 16.5 * k, 16.5 * k, face))
        shapes += [Oval(*at(x, 32), 2.9 * k, 2.9 * k, eye) for x in eyes]
    return (*shapes, Path(shawl, fill=scarf))
