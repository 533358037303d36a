"""The fixed parts of a sliding-block level: walls, shapes, interchangeable blocks, and goals."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from ...core.cells import move_corner
from ...core.puzzle import Cell
from .text import Drawing


class Layout:
    """The board as bits: one per cell, with walls between the rows and all around, so that shifts cannot wrap around.

    A block is represented by the bits of its shape, relative to its first cell, and the number of its first cell.
    """

    def __init__(self, drawing: Drawing) -> None:
        self.rows, self.cols = drawing.rows, drawing.cols
        self.stride = drawing.cols + 1
        self.letters = tuple(drawing.blocks)
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        self.walls = (2 << (self.rows + 2) * self.stride) - 1
        self.walls ^= sum(1 << self.number(cell) for cell in cells if cell not in drawing.walls)
        self.start = tuple(self.number(block[0]) for block in drawing.blocks.values())
        self.shapes = tuple(
            tuple((row - cells[0][0], col - cells[0][1]) for row, col in cells) for cells in drawing.blocks.values()
        )
        self.bits = tuple(sum(1 << (row * self.stride + col) for row, col in shape) for shape in self.shapes)
        self.goals: dict[int, int] = {}  # index of a block -> the goal of its first cell
        for letter, at in drawing.goals.items():
            self.goals[self.letters.index(letter)] = self.number(move_corner(drawing.blocks[letter], at)[0])
        self.goal_corners = dict(drawing.goals)
        self.groups = self._groups()
        self.steps = (1, -1, self.stride, -self.stride)

    def number(self, cell: Cell) -> int:
        return (cell[0] + 1) * self.stride + cell[1] + 1

    def cell(self, number: int) -> Cell:
        row, col = divmod(number, self.stride)
        return row - 1, col - 1

    def cells(self, block: int, first: int) -> tuple[Cell, ...]:
        """Return the cells that the block covers when its first cell has this number."""
        row, col = self.cell(first)
        return tuple([(row + down, col + right) for down, right in self.shapes[block]])

    @cached_property
    def floor(self) -> tuple[str, ...]:
        """Return the board without its blocks, one string per row: ``.`` is floor, ``#`` a wall."""
        return tuple(
            "".join("#" if self.walls >> self.number((row, col)) & 1 else "." for col in range(self.cols))
            for row in range(self.rows)
        )

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of two or more interchangeable blocks, which have the same shape and no goal."""
        alike: dict[tuple[Cell, ...], list[int]] = {}
        for index, shape in enumerate(self.shapes):
            if index not in self.goals:
                alike.setdefault(shape, []).append(index)
        return tuple(tuple(group) for group in alike.values() if len(group) > 1)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Return a key for comparing boards; the letters of blocks without a goal do not matter."""
        targets = tuple(sorted((self.letters[i], self.shapes[i], at) for i, at in self.goals.items()))
        others = tuple(sorted(shape for i, shape in enumerate(self.shapes) if i not in self.goals))
        return (self.rows, self.cols, self.walls, targets, others)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Return the blocks with a goal, sorted by letter, followed by the others, sorted by shape."""
        targets = sorted(self.goals, key=lambda i: self.letters[i])
        return (*targets, *sorted(set(range(len(self.letters))) - set(targets), key=lambda i: self.shapes[i]))

    @cached_property
    def group_slices(self) -> tuple[slice, ...]:
        """Return the slice of each group in ``order``."""
        starts = [min(map(self.order.index, group)) for group in self.groups]
        return tuple(slice(at, at + len(group)) for at, group in zip(starts, self.groups, strict=True))

    def key_of(self, at: tuple[int, ...]) -> tuple[int, ...]:
        """Return the canonical form of a position: the blocks' first cells in ``order``, sorted within each group."""
        places = [at[i] for i in self.order]
        for group in self.group_slices:
            places[group] = sorted(places[group])
        return tuple(places)

    def occupied(self, at: tuple[int, ...]) -> int:
        taken = self.walls
        for bits, first in zip(self.bits, at, strict=True):
            taken |= bits << first
        return taken

    def reach(self, block: int, first: int, taken: int) -> dict[int, int | None]:
        """Return the cells that the block's first cell can reach, nearest first, each with its predecessor."""
        bits, steps = self.bits[block], self.steps
        before: dict[int, int | None] = {first: None}
        frontier = deque([first])
        while frontier:
            here = frontier.popleft()
            for step in steps:
                there = here + step
                if there not in before and not (bits << there) & taken:
                    before[there] = here
                    frontier.append(there)
        return before

    @cached_property
    def lone_distances(self) -> dict[int, dict[int, int]]:
        """Return, for each block with a goal, its distance to the goal from every cell of an otherwise empty board."""
        tables: dict[int, dict[int, int]] = {}
        for block, home in self.goals.items():
            distance: dict[int, int] = {}
            if not (self.bits[block] << home) & self.walls:
                for place, before in self.reach(block, home, self.walls).items():
                    distance[place] = 0 if before is None else distance[before] + 1
            tables[block] = distance
        return tables

    @cached_property
    def shape_keys(self) -> tuple[str, ...]:
        """Return each block's shape as a string, for viewers that give equal shapes the same colour."""
        return tuple(" ".join(f"{row},{col}" for row, col in shape) for shape in self.shapes)
