"""Small changes to a Sokoban level, for proposals that are harder or easier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ...core.cells import neighbours
from ...core.design import ADD_WALL, REMOVE_WALL, Change, Changes
from ...core.puzzle import Cell, Message, PuzzleError
from .position import Sokoban

MARKS = {(False, False): " ", (False, True): ".", (True, False): "$", (True, True): "*"}


def changes(level: Sokoban, rng: Random, harder: bool) -> Changes:
    """Return the levels with a box, a storage square or a wall moved, added or removed."""
    room = _Room(level)
    moved = [_box_moved(room, rng), _storage_moved(room, rng)]
    if harder:
        return [*moved, _walled(room, rng), _box_added(room, rng), _unwalled(room, rng)]
    return [*moved, _unwalled(room, rng), _box_removed(room, rng), _walled(room, rng)]


class _Room:
    """A level as sets of cells, from which changed levels are made; there is one more row or column on every side."""

    def __init__(self, level: Sokoban) -> None:
        board = level.board

        def cell(square: int) -> Cell:
            row, col = board.cell(square)
            return row + 1, col + 1

        self.level, self.rows, self.cols = level, board.rows + 2, board.cols + 2
        self.player = cell(level.player)
        self.floor, self.boxes, self.goals = (
            set(map(cell, each)) for each in (board.squares, level.boxes, board.goals)
        )
        self.walls = {cell(square) for square, mark in enumerate("".join(board.floor)) if mark == "#"}

    def change(
        self,
        what: Message,
        *,
        boxes: Iterable[Cell] | None = None,
        goals: Iterable[Cell] | None = None,
        floor: Iterable[Cell] | None = None,
    ) -> Iterator[Change]:
        """Yield the level with other boxes, storage squares or floor, if it is still a level."""
        boxes, goals = set(self.boxes if boxes is None else boxes), set(self.goals if goals is None else goals)
        floor = set(self.floor if floor is None else floor)

        def mark(cell: Cell) -> str:
            if cell not in floor:
                return "#" if cell in self.walls or cell in self.floor or _is_beside(cell, floor) else " "
            if cell == self.player:
                return "+" if cell in goals else "@"
            return MARKS[cell in boxes, cell in goals]

        rows = ["".join(mark((row, col)) for col in range(self.cols)) for row in range(self.rows)]
        try:
            yield Change(type(self.level).parse("\n".join(row.rstrip() for row in rows)), what)
        except PuzzleError:  # such as walls that are open
            return

    def shuffled(self, cells: Iterable[Cell], rng: Random) -> list[Cell]:
        cells = sorted(cells)
        return rng.sample(cells, len(cells))

    @property
    def empty(self) -> set[Cell]:
        return self.floor - self.boxes - self.goals - {self.player}


def _box_moved(room: _Room, rng: Random) -> Iterator[Change]:
    for box in room.shuffled(room.boxes, rng):
        for to in neighbours(box):
            if to in room.floor - room.boxes - {room.player}:
                yield from room.change(Message("Move a box"), boxes=room.boxes - {box} | {to})


def _storage_moved(room: _Room, rng: Random) -> Iterator[Change]:
    for goal in room.shuffled(room.goals, rng):
        for to in neighbours(goal):
            if to in room.floor - room.goals:
                yield from room.change(Message("Move a storage square"), goals=room.goals - {goal} | {to})


def _box_added(room: _Room, rng: Random) -> Iterator[Change]:
    """Yield the levels with a new box and a new storage square, each pair of squares at most once."""
    boxes, goals = room.shuffled(room.empty, rng), room.shuffled(room.empty, rng)
    for box, goal in zip(boxes, goals, strict=True):
        if box != goal:
            yield from room.change(Message("Add a box"), boxes=room.boxes | {box}, goals=room.goals | {goal})


def _box_removed(room: _Room, rng: Random) -> Iterator[Change]:
    if len(room.boxes) > 1:
        for box in room.shuffled(room.boxes, rng):
            for goal in room.shuffled(room.goals, rng):
                yield from room.change(Message("Remove a box"), boxes=room.boxes - {box}, goals=room.goals - {goal})


def _walled(room: _Room, rng: Random) -> Iterator[Change]:
    for cell in room.shuffled(room.empty, rng):
        yield from room.change(ADD_WALL, floor=room.floor - {cell})


def _unwalled(room: _Room, rng: Random) -> Iterator[Change]:
    """Yield the levels with a wall beside the floor removed, those first that make the board no larger."""
    walls = [cell for cell in room.shuffled(room.walls, rng) if any(near in room.floor for near in neighbours(cell))]
    for cell in sorted(walls, key=lambda cell: not (1 < cell[0] < room.rows - 2 and 1 < cell[1] < room.cols - 2)):
        yield from room.change(REMOVE_WALL, floor=room.floor | {cell})


def _is_beside(cell: Cell, floor: set[Cell]) -> bool:
    """Return whether a floor cell touches the cell, even if only at a corner."""
    return any((cell[0] + down, cell[1] + right) in floor for down in (-1, 0, 1) for right in (-1, 0, 1))
