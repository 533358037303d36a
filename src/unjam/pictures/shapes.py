"""Defines the shapes that pictures consist of, and computes rounded outlines of cells.

``svg`` writes them as text and ``raster`` draws them as pixels. Lengths are in pixels of the finished picture, colours
are ``#rrggbb``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import ceil, floor, hypot

from ..core.puzzle import Cell

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
"""A path command: ``M`` and ``L`` with one point, ``C`` with two control points and an end point, ``Z`` without any."""


@dataclass(frozen=True, slots=True)
class Texture:
    """Stripes (1) or dots (2) over a shape's fill, every ``pitch`` pixels."""

    kind: int
    ink: str
    opacity: float
    pitch: float


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    opacity: float = 1.0
    texture: Texture | None = None
    blur: float = 0.0


@dataclass(frozen=True, slots=True)
class Oval:
    """A circle or an ellipse, given by its centre and radii."""

    x: float
    y: float
    across: float
    down: float
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Path:
    """Any outline: filled, or drawn as a line of ``width`` if ``fill`` is empty."""

    steps: tuple[Step, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    texture: Texture | None = None
    blur: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A short label centred on a point."""

    x: float
    y: float
    size: float
    words: str
    fill: str


Shape = Rect | Oval | Path | Text


@dataclass(frozen=True, slots=True)
class Layer:
    """The shapes of a piece, relative to its corner, and the position of that corner."""

    id: str
    x: float
    y: float
    shapes: tuple[Shape, ...]
    name: str = ""
    tall: bool = False
    """Whether the piece rises above its cell, so that it must be drawn last."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A complete drawing: the ground, which never moves, and a layer for each piece."""

    width: float
    height: float
    page: str
    ground: tuple[Shape, ...]
    layers: tuple[Layer, ...] = field(default=())


def line(*points: Point, stroke: str, width: float, opacity: float = 1.0) -> Path:
    """Return an open line through the points, with round ends."""
    steps: list[Step] = [("L", (point,)) for point in points]
    steps[0] = ("M", (points[0],))
    return Path(tuple(steps), stroke=stroke, width=width, opacity=opacity)


def polygon(corners: list[Point], radii: list[float]) -> tuple[Step, ...]:
    """Return the closed outline through the corners, each rounded by its radius as far as the edges allow."""
    n = len(corners)
    steps: list[Step] = []
    for i, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[i - 1], corners[(i + 1) % n]
        back, ahead = hypot(px - x, py - y), hypot(nx - x, ny - y)
        r = min(radii[i], back / 2, ahead / 2)
        if r <= 0.01 or not back or not ahead:
            steps.append(("L", ((x, y),)))
            continue
        bx, by, ax, ay = (px - x) / back, (py - y) / back, (nx - x) / ahead, (ny - y) / ahead
        k = r * 0.4477  # 1 - 0.5523: a cubic that stays within 0.03 % of the quarter circle
        steps.append(("L", ((x + bx * r, y + by * r),)))
        curve = ((x + bx * k, y + by * k), (x + ax * k, y + ay * k), (x + ax * r, y + ay * r))
        steps.append(("C", curve))
    steps[0] = ("M", steps[0][1])
    return (*steps, ("Z", ()))


_RIGHT: dict[Cell, Cell] = {(0, 1): (1, 0), (1, 0): (0, -1), (0, -1): (-1, 0), (-1, 0): (0, 1)}
"""Each direction -> the direction after a right turn; on a clockwise border it points into the cells."""


def borders(cells: Collection[Cell]) -> list[list[tuple[Cell, Cell, Cell]]]:
    """Return the borders of a set of cells, as lists of corners (point, direction before it, direction after it).

    Outer borders run clockwise, borders of holes counterclockwise.

    >>> [len(loop) for loop in borders([(0, 0), (0, 1), (1, 0)])]
    [6]
    """
    inside = set(cells)
    edges: set[tuple[Cell, Cell]] = set()
    for row, col in inside:
        if (row - 1, col) not in inside:
            edges.add(((row, col), (0, 1)))
        if (row, col + 1) not in inside:
            edges.add(((row, col + 1), (1, 0)))
        if (row + 1, col) not in inside:
            edges.add(((row + 1, col + 1), (0, -1)))
        if (row, col - 1) not in inside:
            edges.add(((row + 1, col), (-1, 0)))
    loops = []
    while edges:
        first = min(edges)
        edge, corners = first, []
        while True:
            edges.discard(edge)
            (row, col), ahead = edge
            at, right = (row + ahead[0], col + ahead[1]), _RIGHT[ahead]
            # If two cells touch only at a corner, turning right stays at the same cell.
            turns = (right, ahead, (-right[0], -right[1]))
            edge = next(e for e in ((at, turn) for turn in turns) if e == first or e in edges)
            if edge[1] != ahead:
                corners.append((at, ahead, edge[1]))
            if edge == first:
                break
        loops.append(corners)
    return loops


def outline(
    cells: Collection[Cell],
    unit: float,
    *,
    inset: float | tuple[float, float, float, float] = 0.0,
    radius: float | tuple[float, float] = 0.0,
    hollow: float | None = None,
    origin: Point = (0.0, 0.0),
    within: Collection[Cell] | None = None,
) -> tuple[Step, ...]:
    """Return the rounded outline of cells of ``unit`` pixels, shrunk by ``inset`` (top, right, bottom, left).

    ``radius`` applies to convex corners, as a pair if upper and lower ones differ; ``hollow`` to concave corners.
    Corners that touch a cell outside ``within`` stay square, because the shape continues there.

    >>> outline([(0, 0)], 10, inset=1)[:2]
    (('M', ((9.0, 1.0),)), ('L', ((9.0, 9.0),)))
    """
    top, right, bottom, left = inset if isinstance(inset, tuple) else (inset,) * 4
    upper, lower = radius if isinstance(radius, tuple) else (radius, radius)
    inward = {(0, 1): (0.0, top), (1, 0): (-right, 0.0), (0, -1): (0.0, -bottom), (-1, 0): (left, 0.0)}
    steps: list[Step] = []
    for loop in borders(cells):
        corners: list[Point] = []
        radii: list[float] = []
        for (row, col), before, after in loop:
            (ax, ay), (bx, by) = inward[before], inward[after]
            corners.append((origin[0] + col * unit + ax + bx, origin[1] + row * unit + ay + by))
            around = ((row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col))
            if within is not None and not all(cell in within for cell in around):
                radii.append(0.0)
            elif _RIGHT[before] == after:
                radii.append(upper if (0, 1) in (before, after) else lower)
            else:
                radii.append(min(upper, lower) * 0.6 if hollow is None else hollow)
        steps.extend(polygon(corners, radii))
    return tuple(steps)


def bounds(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Return top, left, rows and columns of the cells' bounding box, or zeros if there are no cells.

    >>> bounds([(1, 2), (3, 2)])
    (1, 2, 3, 1)
    """
    rows, cols = zip(*cells, strict=True) if (cells := tuple(cells)) else ((), ())
    if not rows:
        return 0, 0, 0, 0
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def reach(shape: Shape) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edges of all that a shape may paint."""
    if isinstance(shape, Text):
        wide = shape.size * (0.4 + 0.5 * len(shape.words))
        return shape.x - wide, shape.y - shape.size, shape.x + wide, shape.y + shape.size
    if isinstance(shape, Oval):
        return shape.x - shape.across, shape.y - shape.down, shape.x + shape.across, shape.y + shape.down
    more = 3 * shape.blur
    if isinstance(shape, Rect):
        return shape.x - more, shape.y - more, shape.x + shape.width + more, shape.y + shape.height + more
    more += shape.width
    points = [point for _, part in shape.steps for point in part]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


def pixel_box(shapes: Iterable[Shape]) -> tuple[int, int, int, int]:
    """Return the whole pixels around the shapes, with one to spare: left, top, right, bottom."""
    edges = [reach(shape) for shape in shapes] or [(0.0, 0.0, 1.0, 1.0)]
    left, top = (floor(min(edge[k] for edge in edges)) - 1 for k in (0, 1))
    right, low = (ceil(max(edge[k] for edge in edges)) + 1 for k in (2, 3))
    return left, top, right, low
