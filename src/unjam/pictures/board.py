"""Turns a Scene into a Picture: the rim, the floor, walls, goals and the exit, then a layer for every piece.

A board is either a tray with a rim (Rush Hour, tiles, blocks, packing) or an island, whose outer walls are drawn as a
rim so that the cells of a walled level (Sokoban) can be larger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..core.puzzle import Cell
from ..core.scene import Exit, Piece, Scene
from ..families import about
from . import colour
from .colour import Paint, Sky
from .homes import goals
from .pieces import draw
from .shapes import Layer, Oval, Path, Picture, Point, Rect, Shape, bounds, line, outline, polygon

RIM, ISLAND_RIM, MARGIN = 0.2, 0.36, 0.22
WAITING = 0.7
"""The scale of pieces that wait beside the board."""

Slots = dict[str, Point]
"""The top left corner of each waiting piece, in cells from the board's first cell."""


@dataclass(frozen=True, slots=True)
class Land:
    """The floor plan of a board: its cells, the walls inside it, its goals, and whether it is an island."""

    region: frozenset[Cell]
    walls: frozenset[Cell]
    goals: tuple[Cell, ...]
    island: bool

    @property
    def rim(self) -> float:
        return ISLAND_RIM if self.island else RIM


def survey(scene: Scene) -> Land:
    """Return the floor plan of a scene; a fully walled level is an island, without its outer walls."""
    marks = {(r, c): mark for r, row in enumerate(scene.floor) for c, mark in enumerate(row)}
    floor = {cell for cell, mark in marks.items() if mark not in "# "}
    walls = {cell for cell, mark in marks.items() if mark == "#"}
    goals = tuple(sorted(cell for cell, mark in marks.items() if mark == "o"))
    edge = any(r in (0, scene.rows - 1) or c in (0, scene.cols - 1) for r, c in floor)
    if edge or not walls or not floor:
        return Land(frozenset(floor | walls), frozenset(walls), goals, False)

    def neighbourhood(cell: Cell) -> list[Cell]:
        return [(cell[0] + a, cell[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]

    near = {cell for cell in walls if any(other in floor for other in neighbourhood(cell))}
    far = {cell for cell in marks if cell not in floor and cell not in near}
    outside = {(r, c) for r in range(-1, scene.rows + 1) for c in (-1, scene.cols)}
    outside |= {(r, c) for r in (-1, scene.rows) for c in range(-1, scene.cols + 1)}
    border = list(outside)
    while border:
        row, col = border.pop()
        for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if cell in far and cell not in outside:
                outside.add(cell)
                border.append(cell)
    inner = {cell for cell in walls if cell not in outside and not any(n in outside for n in neighbourhood(cell))}
    return Land(frozenset(floor | inner), frozenset(inner), goals, True)


def picture(
    scene: Scene,
    *,
    cell: float = 64,
    dark: bool = False,
    plain: bool = False,
    goal: bool = True,
    slots: Slots | None = None,
    paints: dict[str, Paint] | None = None,
    room: tuple[Piece, ...] | None = None,
) -> Picture:
    """Return the drawing of a scene; ``cell`` is the size of a cell in pixels.

    ``plain`` draws a thumbnail (no labels, no patterns, no margin), ``goal`` adds the finished board, if there is one.
    Frames of an animation share ``slots``, ``paints`` and ``room`` (all pieces that ever wait), so that nothing jumps.
    """
    u, land = float(cell), survey(scene)
    paints = colour.paint(scene) if paints is None else paints
    blue = any(paint.style == "big" for paint in paints.values())
    sky = colour.sky(about(scene.family).sky, dark=dark, blue_exit=blue)
    slots = arrange(scene.waiting, scene.rows, scene.cols) if slots is None else slots
    left, top, right, low = _extent(scene, land, slots, scene.waiting if room is None else room, plain)
    origin = (-left * u, -top * u)
    ground = _ground(scene, land, sky, u, origin, plain)
    if (finished := scene.goal) is not None and goal and not plain:
        longest = max(finished.rows, finished.cols)
        small = max(1.2, 0.34 * longest) / longest
        right += 0.5 + small * (finished.cols + 2 * RIM)
        still = replace(finished, pieces=tuple(replace(piece, state="") for piece in finished.pieces))
        inner = picture(still, cell=u * small, dark=dark, plain=False, goal=False, paints=paints)
        x = origin[0] + (scene.cols + land.rim + 0.5 - small * MARGIN) * u
        y = origin[1] + (scene.rows - small * (finished.rows + 2 * RIM)) / 2 * u
        ground += _flattened(inner, x, y)
    layers = [_layer(piece, paints, u, origin, dark, plain) for piece in scene.pieces if piece.cells]
    if not plain:
        layers += _waiting_layers(scene, slots, paints, u, origin, dark)
    layers.sort(key=lambda layer: layer.tall)
    if plain or any(home.piece for home in scene.homes):
        layers.append(Layer("", *origin, goals(scene, paints, sky, u, dark=dark, plain=plain), tall=True))
    return Picture((right - left) * u, (low - top) * u, sky.page.hex, tuple(ground), tuple(layers))


def _waiting_layers(
    scene: Scene, slots: Slots, paints: dict[str, Paint], u: float, origin: Point, dark: bool
) -> Iterator[Layer]:
    for piece in scene.waiting:
        if piece.cells and piece.id in slots:
            x, y = slots[piece.id]
            shapes = draw(piece, paints[piece.id], u * WAITING, dark=dark)
            yield Layer(piece.id, origin[0] + x * u, origin[1] + y * u, shapes, piece.label or piece.id)


def _layer(piece: Piece, paints: dict[str, Paint], u: float, origin: Point, dark: bool, plain: bool) -> Layer:
    row, col, _, _ = bounds(piece.cells)
    shapes = draw(piece, paints[piece.id], u, dark=dark, plain=plain)
    tall = paints[piece.id].style == "player"
    return Layer(piece.id, origin[0] + col * u, origin[1] + row * u, shapes, piece.label or piece.id, tall)


def _extent(
    scene: Scene, land: Land, slots: Slots, waiting: tuple[Piece, ...], plain: bool
) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edges of the picture, in cells from the board's first cell."""
    row, col, rows, cols = bounds(land.region) if land.region else (0, 0, scene.rows, scene.cols)
    pad = land.rim + (0.06 if plain else MARGIN)
    left, top, right, low = col - pad, row - pad, col + cols + pad, row + rows + pad + 0.06
    if scene.exit is not None and not plain:
        more = 0.34
        side = scene.exit.side
        left, right = left - more * (side == "left"), right + more * (side == "right")
        top, low = top - more * (side == "up"), low + more * (side == "down")
    if not plain:
        for piece in waiting:
            if piece.id in slots:
                _, _, high, wide = bounds(piece.cells)
                x, y = slots[piece.id]
                left, right = min(left, x - MARGIN), max(right, x + wide * WAITING + MARGIN)
                top, low = min(top, y - MARGIN), max(low, y + high * WAITING + MARGIN)
    return left, top, right, low


def arrange(waiting: Iterable[Piece], rows: int, cols: int) -> Slots:
    """Arrange the waiting pieces beside the board: sorted by name, in columns alternating left and right."""
    pieces = sorted((p for p in waiting if p.cells), key=lambda piece: colour.natural_order(piece.label or piece.id))
    if not pieces:
        return {}
    gap = 0.4
    sizes = [(high * WAITING, wide * WAITING) for _, _, high, wide in (bounds(piece.cells) for piece in pieces)]
    total = sum(high + gap for high, _ in sizes)
    wanted = max(min(2, len(pieces)), -(-total // max(1, rows)))
    limit = max([total / wanted, *(high for high, _ in sizes)]) + gap
    columns: list[list[int]] = [[]]
    filled = 0.0
    for i, (high, _) in enumerate(sizes):
        if columns[-1] and filled + high > limit:
            columns.append([])
            filled = 0.0
        columns[-1].append(i)
        filled += high + gap
    edges = [-RIM - 0.45, cols + RIM + 0.45]
    slots: Slots = {}
    for k, column in enumerate(columns):
        wide = max(sizes[i][1] for i in column)
        y = (rows - sum(sizes[i][0] + gap for i in column) + gap) / 2
        for i in column:
            x = edges[0] - sizes[i][1] if k % 2 == 0 else edges[1]
            slots[pieces[i].id] = (x, y)
            y += sizes[i][0] + gap
        edges[k % 2] += -wide - gap if k % 2 == 0 else wide + gap
    return slots


def _ground(scene: Scene, land: Land, sky: Sky, u: float, origin: Point, plain: bool) -> list[Shape]:
    rim, x0, y0 = land.rim * u, *origin
    region = land.region
    if not region:
        return []
    turn = rim + 0.14 * u

    def edge(down: float, fill: str, opacity: float = 1.0, blur: float = 0.0) -> Path:
        steps = outline(region, u, inset=-rim, radius=turn, hollow=0.06 * u, origin=(x0, y0 + down))
        return Path(steps, fill=fill, opacity=opacity, blur=blur)

    shapes: list[Shape] = []
    if not plain:
        shapes.append(edge(0.11 * u, sky.shadow.hex, 0.26, 0.07 * u))
    drop = 0.09 if land.island else 0.055
    light = colour.Colour(min(1, sky.frame.lightness + 0.045), sky.frame.chroma, sky.frame.hue)
    shapes += [edge(drop * u, sky.frame_under.hex), edge(0, light.hex)]
    face = outline(region, u, inset=(-rim + 0.016 * u, -rim, -rim, -rim), radius=turn, hollow=0.06 * u, origin=origin)
    shapes.append(Path(face, fill=sky.frame.hex))
    if scene.exit is not None:
        gap = _gap(scene, scene.exit, sky, u, rim, origin, drop)
        shapes += gap[:1] if plain else gap
    well = outline(region, u, radius=0.16 * u, hollow=0.04 * u, origin=origin)
    shade = colour.Colour(sky.tray.lightness - 0.035, sky.tray.chroma, sky.tray.hue)
    shapes.append(Path(well, fill=shade.hex))
    shapes.append(
        Path(
            outline(region, u, inset=(0.02 * u, 0, 0, 0), radius=0.16 * u, hollow=0.04 * u, origin=origin),
            fill=sky.tray.hex,
        )
    )
    inset = 0.03 if not land.island else 0.04
    for row, col in sorted(region - land.walls):
        box = (x0 + (col + inset) * u, y0 + (row + inset) * u, (1 - 2 * inset) * u, (1 - 2 * inset) * u)
        shapes.append(Rect(*box, 0.14 * u, sky.cell.hex))
    if land.island:
        shapes += _fronts(region, sky, u, origin)
    shapes += _goals(scene, land, sky, u, origin)
    return shapes + _walls(land, sky, u, origin)


def _fronts(region: frozenset[Cell], sky: Sky, u: float, origin: Point) -> list[Shape]:
    shapes: list[Shape] = []
    for (row, first), last in _runs(cell for cell in region if (cell[0] - 1, cell[1]) not in region):
        x, y, width = origin[0] + first * u, origin[1] + row * u, (last - first + 1) * u
        left = 0.16 * u if (row, first - 1) not in region else 0.0
        right = 0.16 * u if (row, last + 1) not in region else 0.0
        shapes.append(Rect(x, y + 0.15 * u, width, 0.11 * u, 0, sky.shadow.hex, 0.12))
        corners = [(x, y), (x + width, y), (x + width, y + 0.16 * u), (x, y + 0.16 * u)]
        shapes.append(Path(polygon(corners, [left, right, 0, 0]), fill=sky.frame_under.hex))
    return shapes


def _walls(land: Land, sky: Sky, u: float, origin: Point) -> list[Shape]:
    if not land.walls:
        return []
    if land.island:
        shapes: list[Shape] = []
        feet = [cell for cell in land.walls if (cell[0] + 1, cell[1]) in land.region - land.walls]
        for (row, first), last in _runs(feet):
            x, y, width = origin[0] + first * u, origin[1] + (row + 0.5) * u, (last - first + 1) * u
            left = 0.22 * u if (row, first - 1) in land.region - land.walls else 0.0
            right = 0.22 * u if (row, last + 1) in land.region - land.walls else 0.0
            for deep, fill, opacity in ((0.75, sky.shadow.hex, 0.12), (0.65, sky.frame_under.hex, 1.0)):
                low = y + deep * u
                steps = polygon([(x, y), (x + width, y), (x + width, low), (x, low)], [0, 0, right, left])
                shapes.append(Path(steps, fill=fill, opacity=opacity))
        top = outline(land.walls, u, radius=0.22 * u, hollow=0.08 * u, origin=origin, within=land.region)
        return [*shapes, Path(top, fill=sky.frame.hex)]

    def sheet(top: float, bottom: float, fill: str, opacity: float = 1.0) -> Path:
        sides = (0.03 * u + top * u, 0.03 * u, 0.03 * u + bottom * u, 0.03 * u)
        steps = outline(land.walls, u, inset=sides, radius=0.2 * u, hollow=0.08 * u, origin=origin)
        return Path(steps, fill=fill, opacity=opacity)

    light = colour.Colour(min(1, sky.frame.lightness + 0.045), sky.frame.chroma, sky.frame.hue)
    return [
        sheet(0.04, -0.05, sky.shadow.hex, 0.16),
        sheet(0, 0, sky.frame_under.hex),
        sheet(0, 0.15, light.hex),
        sheet(0.022, 0.15, sky.frame.hex),
    ]


def _runs(cells: Iterable[Cell]) -> list[tuple[Cell, int]]:
    """Join the cells into horizontal runs; return the first cell and the last column of each."""
    runs: list[tuple[Cell, int]] = []
    for row, col in sorted(cells):
        if runs and runs[-1][0][0] == row and runs[-1][1] == col - 1:
            runs[-1] = (runs[-1][0], col)
        else:
            runs.append(((row, col), col))
    return runs


def _goals(scene: Scene, land: Land, sky: Sky, u: float, origin: Point) -> list[Shape]:
    """Return diamonds for the goals of boxes, and a ring around the goal of a target if nothing else shows it."""
    shapes: list[Shape] = []
    if any(piece.kind == "target" for piece in scene.pieces):
        if land.goals and scene.exit is None and not scene.homes:
            inset = 0.1 * u
            steps = outline(land.goals, u, inset=inset, radius=0.12 * u, hollow=0.05 * u, origin=origin)
            shapes.append(Path(steps, stroke=sky.exit.hex, width=0.05 * u, opacity=0.75))
        return shapes
    for row, col in land.goals:
        x, y = origin[0] + (col + 0.5) * u, origin[1] + (row + 0.5) * u
        for reach, fill in ((0.375, sky.goal_edge), (0.305, sky.goal)):
            corners = [(x, y - reach * u), (x + reach * u, y), (x, y + reach * u), (x - reach * u, y)]
            shapes.append(Path(polygon(corners, [0.1 * u * reach / 0.34] * 4), fill=fill.hex))
        shapes.append(Oval(x, y, 0.08 * u, 0.08 * u, sky.goal_edge.hex))
    return shapes


def _gap(scene: Scene, out: Exit, sky: Sky, u: float, rim: float, origin: Point, drop: float) -> list[Shape]:
    """Return the opening in the rim at the exit, and a chevron that points outwards."""
    x, y = origin
    span = (out.last - out.first + 1) * u
    middle = (out.first + out.last + 1) / 2 * u
    wide, high, reach = scene.cols * u, scene.rows * u, rim + 0.05 * u
    arm, far = 0.11 * u, rim + 0.27 * u
    fill = sky.tray.hex
    if out.side in ("left", "right"):
        start = x - rim if out.side == "left" else x + wide - 0.05 * u
        cut = Rect(start, y + out.first * u, reach, span, 0, fill)
        sign = 1 if out.side == "right" else -1
        tip = (x + (wide + far if sign > 0 else -far) + sign * arm / 2, y + middle)
        chevron = [(tip[0] - sign * arm, tip[1] - arm), tip, (tip[0] - sign * arm, tip[1] + arm)]
    else:
        start = y - rim if out.side == "up" else y + high - 0.05 * u
        more = drop * u if out.side == "down" else 0.0
        cut = Rect(x + out.first * u, start, span, reach + more, 0, fill)
        sign = 1 if out.side == "down" else -1
        tip = (x + middle, y + (high + far if sign > 0 else -far) + sign * arm / 2 + more)
        chevron = [(tip[0] - arm, tip[1] - sign * arm), tip, (tip[0] + arm, tip[1] - sign * arm)]
    return [cut, line(*chevron, stroke=sky.exit.hex, width=0.045 * u)]


def _flattened(picture: Picture, x: float, y: float) -> list[Shape]:
    shapes = [moved(shape, x, y) for shape in picture.ground]
    return shapes + [moved(shape, x + layer.x, y + layer.y) for layer in picture.layers for shape in layer.shapes]


def moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Path):
        steps = tuple((pen, tuple((a + x, b + y) for a, b in points)) for pen, points in shape.steps)
        return replace(shape, steps=steps)
    return replace(shape, x=shape.x + x, y=shape.y + y)
