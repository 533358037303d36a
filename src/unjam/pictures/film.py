"""Computes the motion of pieces between two scenes: matches pieces, finds paths around corners, eases the motion."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..core.puzzle import Cell
from ..core.scene import Piece, Scene
from .shapes import bounds

DIRECTIONS: tuple[tuple[str, Cell], ...] = (("up", (-1, 0)), ("down", (1, 0)), ("left", (0, -1)), ("right", (0, 1)))


def match(before: Scene, after: Scene) -> dict[str, str]:
    """Match each piece of the later scene to one in the earlier scene: by id, else the nearest that looks the same.

    >>> box = lambda col: Piece(f"box@0,{col}", ((0, col),), "box")
    >>> match(Scene("sokoban", 1, 3, ("...",), (box(0),)), Scene("sokoban", 1, 3, ("...",), (box(1),)))
    {'box@0,1': 'box@0,0'}
    """
    old = {piece.id: piece for piece in before.pieces + before.waiting}
    new = {piece.id: piece for piece in after.pieces + after.waiting}
    pairs = {name: name for name in new if name in old}
    left = {name: piece for name, piece in old.items() if name not in new}
    for name, piece in new.items():
        if name in pairs:
            continue
        alike = [n for n, p in left.items() if (p.kind, p.group) == (piece.kind, piece.group)]
        if alike:
            nearest = min(alike, key=lambda n: (_distance(left[n], piece), n))
            pairs[name] = nearest
            del left[nearest]
    return pairs


def with_stable_ids(scenes: Sequence[Scene]) -> list[Scene]:
    """Return the scenes with the piece ids of the first one, so that an id refers to the same piece throughout."""
    out: list[Scene] = []
    for scene in scenes:
        if not out:
            out.append(scene)
            continue
        was = match(out[-1], scene)
        out.append(
            replace(
                scene,
                pieces=tuple(replace(piece, id=was.get(piece.id, piece.id)) for piece in scene.pieces),
                waiting=tuple(replace(piece, id=was.get(piece.id, piece.id)) for piece in scene.waiting),
            )
        )
    return out


def add_steps(scenes: Sequence[Scene]) -> Iterator[tuple[Scene, bool]]:
    """Yield the scenes after the first, adding intermediate ones where a straight slide would cross something.

    Each scene is paired with a flag that tells whether it ends a move. A player walks to the box before pushing it; a
    block that turns a corner goes cell by cell.
    """
    for before, after in pairwise(scenes):
        at = before
        movers = [piece for piece in after.pieces if _moved(piece, _find(before, piece.id))]
        player = next((piece for piece in movers if piece.kind == "player"), None)
        if player is not None:
            was = _find(before, player.id)
            pushed = next((piece for piece in movers if piece.kind != "player"), None)
            box = _find(before, pushed.id) if pushed else None
            goal = player.cells[0]
            if pushed is not None and box is not None:
                goal = _behind(box.cells[0], pushed.cells[0]) or goal
            if was is not None:
                for cell in route(before, was, goal):
                    at = _with(at, replace(was, cells=(cell,), state=_facing(_find(at, was.id), cell)))
                    yield at, False
            after = _with(after, replace(player, state=_facing(_find(at, player.id), player.cells[0])))
        elif len(movers) == 1 and (was := _find(before, movers[0].id)) is not None:
            is_straight = any(a == b for a, b in zip(was.cells[0], movers[0].cells[0], strict=True))
            steps = [] if is_straight else route(before, was, movers[0].cells[0])
            for cell in steps[:-1]:
                at = _with(at, _to(was, cell))
                yield at, False
        yield after, True


def route(scene: Scene, piece: Piece, goal: Cell) -> list[Cell]:
    """Return the piece's first cell after each step of a shortest path over free cells, or [] if there is no path."""
    start = piece.cells[0]
    if start == goal:
        return []
    taken = {cell for other in scene.pieces if other.id != piece.id for cell in other.cells}
    free = {
        (r, c)
        for r, row in enumerate(scene.floor)
        for c, mark in enumerate(row)
        if mark not in "# " and (r, c) not in taken
    }
    offsets = [(row - start[0], col - start[1]) for row, col in piece.cells]
    previous: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue and goal not in previous:
        row, col = queue.popleft()
        for _, (down, right) in DIRECTIONS:
            cell = (row + down, col + right)
            if cell not in previous and all((cell[0] + a, cell[1] + b) in free for a, b in offsets):
                previous[cell] = (row, col)
                queue.append(cell)
    steps: list[Cell] = []
    at = goal
    while at in previous and at != start:
        steps.append(at)
        at = previous[at]
    return steps[::-1]


def leaving_piece(scene: Scene) -> tuple[str, Cell] | None:
    """Return the piece in front of the exit and the direction in which it leaves, or None."""
    out = scene.exit
    if out is None:
        return None
    edge = {"left": 0, "up": 0, "right": scene.cols - 1, "down": scene.rows - 1}[out.side]
    across = out.side in ("left", "right")
    for piece in scene.pieces:
        if piece.kind != "target" or not piece.cells:
            continue
        row, col, rows, cols = bounds(piece.cells)
        lane = (row, row + rows - 1) if across else (col, col + cols - 1)
        ends = {"left": col, "up": row, "right": col + cols - 1, "down": row + rows - 1}
        if ends[out.side] == edge and out.first <= lane[0] and lane[1] <= out.last:
            return piece.id, dict(DIRECTIONS)[out.side]
    return None


def ease(t: float) -> float:
    """Return the smoothstep of a time from 0 to 1: the fraction of the way covered, slow at both ends.

    >>> ease(0), ease(0.5), ease(1)
    (0, 0.5, 1)
    """
    return t * t * (3 - 2 * t)


def _find(scene: Scene, name: str) -> Piece | None:
    return next((piece for piece in scene.pieces if piece.id == name), None)


def _with(scene: Scene, piece: Piece) -> Scene:
    return replace(scene, pieces=tuple(piece if other.id == piece.id else other for other in scene.pieces))


def _to(piece: Piece, cell: Cell) -> Piece:
    down, right = cell[0] - piece.cells[0][0], cell[1] - piece.cells[0][1]
    return replace(piece, cells=tuple((row + down, col + right) for row, col in piece.cells))


def _moved(piece: Piece, was: Piece | None) -> bool:
    return was is not None and bool(was.cells) and bool(piece.cells) and was.cells != piece.cells


def _behind(box: Cell, to: Cell) -> Cell | None:
    """Return the cell from which a box is pushed in a straight line to ``to``, or None if the box turns on the way."""
    down, right = to[0] - box[0], to[1] - box[1]
    if bool(down) == bool(right):
        return None
    return box[0] - (down > 0) + (down < 0), box[1] - (right > 0) + (right < 0)


def _facing(was: Piece | None, cell: Cell) -> str:
    if was is None:
        return ""
    down, right = cell[0] - was.cells[0][0], cell[1] - was.cells[0][1]
    if abs(right) >= abs(down):
        return "left" if right < 0 else "right" if right else was.state
    return "up" if down < 0 else "down"


def _distance(first: Piece, second: Piece) -> int:
    if not first.cells or not second.cells:
        return 0
    (a, b), (c, d) = first.cells[0], second.cells[0]
    return abs(a - c) + abs(b - d)
