"""Small changes to a Klotski level, for proposals that are harder or easier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ...core.cells import bounding_box, neighbours
from ...core.design import ADD_WALL, REMOVE_WALL, Change, Changes, describe_shift
from ...core.puzzle import Cell, Message
from .board import Layout
from .position import Blocks
from .text import Drawing

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NOTHING: Mapping[str, tuple[Cell, ...]] = {}
WALKS, MAX_STEPS = 60, 12
"""How many random walks are tried to find another start, and the most moves of one."""


def changes(level: Blocks, rng: Random, harder: bool) -> Changes:
    """Return the levels with blocks moved, joined, cut, turned, added or removed, or with a wall more or less."""
    both = [_turned(level, rng), _shifted(level, rng), _started_elsewhere(level, rng)]
    if harder:
        return [_joined(level, rng), *both, _added(level, rng), _walled(level, rng)]
    return [_cut(level, rng), *both, _removed(level, rng), _unwalled(level, rng)]


def _drawing(level: Blocks) -> Drawing:
    layout = level.layout
    walls = frozenset((r, c) for r, row in enumerate(layout.floor) for c, mark in enumerate(row) if mark == "#")
    blocks = {letter: layout.cells(n, level.at[n]) for n, letter in enumerate(layout.letters)}
    return Drawing(layout.rows, layout.cols, walls, blocks, dict(layout.goal_corners))


def _changed(
    level: Blocks,
    gone: tuple[str, ...] = (),
    new: Mapping[str, tuple[Cell, ...]] = NOTHING,
    walls: frozenset[Cell] | None = None,
) -> Blocks:
    """Return the level without some blocks and with new ones, which may have the letters of those that are gone."""
    drawing = _drawing(level)
    blocks = {letter: cells for letter, cells in drawing.blocks.items() if letter not in gone}
    blocks |= {letter: tuple(sorted(cells)) for letter, cells in new.items()}
    in_order = dict(sorted(blocks.items(), key=lambda item: item[1]))
    walls = drawing.walls if walls is None else walls
    layout = Layout(Drawing(drawing.rows, drawing.cols, walls, in_order, drawing.goals))
    return type(level)(layout, layout.start)


def _free(level: Blocks) -> list[Cell]:
    drawing = _drawing(level)
    taken = {cell for cells in drawing.blocks.values() for cell in cells} | drawing.walls
    return [(r, c) for r in range(drawing.rows) for c in range(drawing.cols) if (r, c) not in taken]


def _loose(level: Blocks, rng: Random) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the blocks without a goal and their cells, in random order."""
    drawing = _drawing(level)
    blocks = [(letter, cells) for letter, cells in drawing.blocks.items() if letter not in drawing.goals]
    return rng.sample(blocks, len(blocks))


def _new_letter(level: Blocks) -> str | None:
    return next((letter for letter in LETTERS if letter not in level.layout.letters), None)


def _is_rectangle(cells: list[Cell]) -> bool:
    rows, cols = bounding_box(cells)
    return rows * cols == len(cells)


def _shifted(level: Blocks, rng: Random) -> Iterator[Change]:
    """Yield the levels with a block one cell further."""
    drawing = _drawing(level)
    free = set(_free(level))
    shifts = [(letter, step) for letter in drawing.blocks for step in neighbours((0, 0))]
    for letter, (down, right) in rng.sample(shifts, len(shifts)):
        cells = drawing.blocks[letter]
        moved = tuple((row + down, col + right) for row, col in cells)
        if free.union(cells).issuperset(moved):
            yield Change(_changed(level, (letter,), {letter: moved}), describe_shift(letter, down, right))


def _started_elsewhere(level: Blocks, rng: Random) -> Iterator[Change]:
    """Yield positions some random moves away: the same level with another start."""
    for number in range(WALKS):
        position = level
        steps = 2 + number * (MAX_STEPS - 2) // WALKS
        for _ in range(steps):
            moves = list(position.moves())
            if not moves:
                return
            position = position.play(rng.choice(moves))
        yield Change(position, Message("Start from another position"))


def _joined(level: Blocks, rng: Random) -> Iterator[Change]:
    """Yield the levels in which two blocks side by side are one rectangle of at most four cells."""
    blocks = _loose(level, rng)
    for number, (letter, cells) in enumerate(blocks):
        for other, more in blocks[number + 1 :]:
            both = [*cells, *more]
            if len(both) <= 4 and _is_rectangle(both):
                what = Message("Join {piece} and {other}", piece=letter, other=other)
                yield Change(_changed(level, (letter, other), {letter: tuple(both)}), what)


def _cut(level: Blocks, rng: Random) -> Iterator[Change]:
    """Yield the levels in which a block is cut into two equal halves."""
    new = _new_letter(level)
    for letter, cells in _loose(level, rng) if new else ():
        rows, cols = bounding_box(cells)
        top, left = min(row for row, _ in cells), min(col for _, col in cells)
        for high, wide in ((rows // 2, cols), (rows, cols // 2)):
            half = tuple(cell for cell in cells if cell[0] < top + high and cell[1] < left + wide)
            rest = tuple(cell for cell in cells if cell not in half)
            if _is_rectangle(list(cells)) and half and len(half) == len(rest):
                what = Message("Cut {piece} in two", piece=letter)
                yield Change(_changed(level, (letter,), {letter: half, new or "": rest}), what)


def _turned(level: Blocks, rng: Random) -> Iterator[Change]:
    """Yield the levels in which two blocks that form a square together are turned."""
    blocks = _loose(level, rng)
    for number, (letter, cells) in enumerate(blocks):
        for other, more in blocks[number + 1 :]:
            both = sorted([*cells, *more])
            if len(cells) == len(more) == 2 and bounding_box(both) == (2, 2):
                first, second = (both[:2], both[2:]) if cells[0][1] == cells[1][1] else (both[::2], both[1::2])
                what = Message("Turn {piece} and {other}", piece=letter, other=other)
                new = {letter: tuple(first), other: tuple(second)}
                yield Change(_changed(level, (letter, other), new), what)


def _added(level: Blocks, rng: Random) -> Iterator[Change]:
    new, free = _new_letter(level), _free(level)
    for cell in rng.sample(free, len(free)) if new else ():
        yield Change(_changed(level, new={new or "": (cell,)}), Message("Add a small block"))


def _removed(level: Blocks, rng: Random) -> Iterator[Change]:
    for letter, _ in _loose(level, rng):
        yield Change(_changed(level, (letter,)), Message("Remove {piece}", piece=letter))


def _walled(level: Blocks, rng: Random) -> Iterator[Change]:
    free, walls = _free(level), _drawing(level).walls
    for cell in rng.sample(free, len(free)):
        yield Change(_changed(level, walls=walls | {cell}), ADD_WALL)


def _unwalled(level: Blocks, rng: Random) -> Iterator[Change]:
    walls = _drawing(level).walls
    for cell in rng.sample(sorted(walls), len(walls)):
        yield Change(_changed(level, walls=walls - {cell}), REMOVE_WALL)
