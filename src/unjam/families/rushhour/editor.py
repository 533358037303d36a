"""The Rush Hour editor for the Draw view."""

from __future__ import annotations

from ...core.cells import keep_inside
from ...core.editor import ERASER, LETTERS, NO_LETTER, Edit, Refusal, Sample, Tool
from ...core.grid_editor import Grid, GridEditor
from ...core.puzzle import Cell, Fault, Message
from ...core.scene import Exit, Piece, Scene
from .board import MAX_SIDE, SIDES

LENGTHS = {"car": 2, "truck": 3, "target": 2}


class RushHourEditor(GridEditor):
    """Editor for Rush Hour levels: cars, trucks, walls, the car to free, and the side of the exit."""

    start = "oooooo\noooooo\nAAoooo\noooooo\noooooo\noooooo"
    largest = MAX_SIDE
    format = "grid"
    sides = True
    others = ("exit",)
    blank, free, wall = "o", "o.", "x"
    tools = (
        Tool("car", Message("Car"), 2, piece=Sample("car", 261, 1, 1), turns=True),
        Tool("truck", Message("Truck"), 3, piece=Sample("car", 261, 1, 1), turns=True),
        Tool("wall", Message("Wall"), mark="wall"),
        Tool("target", Message("Target"), 2, piece=Sample("target", 27, style="target"), turns=True, unique=True),
        ERASER,
    )
    always = tuple(Piece(letter, ((0, 0),), "car", letter) for letter in LETTERS[1:12])

    def read(self, text: str) -> Grid:
        line = text.strip()
        side = round(len(line) ** 0.5)
        if "\n" not in line and side * side == len(line) >= 25:  # one line is read as a square even with faults in it
            text = "\n".join(line[at : at + side] for at in range(0, len(line), side))
        return super().read(text)

    def edit(self, text: str, edit: Edit) -> str:
        grid = self.read(text)
        if edit.name == "put" and edit.tool in LENGTHS:
            if edit.cell is not None:
                self._place_car(grid, edit.cell, edit.tool)
        elif edit.name == "exit":
            grid.others = [f"exit {edit.tool}"] if edit.tool in SIDES else []
        elif edit.name == "fix":
            self._repair(grid, edit.cell)
        else:
            self.apply_common_edit(grid, edit)
        return str(grid)

    def _place_car(self, grid: Grid, cell: Cell, tool: str) -> None:
        """Put a car on the cell, horizontally if it fits; if the target is already on the board, it is moved.

        At the edge of the board, the car is moved inwards.
        """
        mark = "A" if tool == "target" else self.next_letter(grid)
        if mark is None:
            raise Refusal(NO_LETTER)
        own = grid.cells("A") if mark == "A" else []
        letter = "A" if own else ""
        along = range(LENGTHS[tool])
        horizontal = keep_inside([(cell[0], cell[1] + k) for k in along], len(grid.rows), grid.cols)
        vertical = keep_inside([(cell[0] + k, cell[1]) for k in along], len(grid.rows), grid.cols)
        cells = next((cells for cells in (horizontal, vertical) if self.fits(grid, cells, letter)), horizontal)
        self.require_room(grid, cells, letter)
        grid.put(own, grid.blank)
        grid.put(cells, mark)

    def is_named(self, grid: Grid, mark: str) -> bool:
        return mark == "A"  # the target

    def is_whole(self, cells: list[Cell]) -> bool:
        return len(cells) > 1 and 1 in map(len, map(set, zip(*cells, strict=True)))

    def _repair(self, grid: Grid, cell: Cell | None) -> None:
        """Rename one of two cars with the same letter, and extend one-cell cars to two cells if there is room.

        If a cell is given, only the car on it is changed.
        """
        only = grid.at(cell) if cell else None
        self.rename(grid, only)
        for mark, cells in self.pieces(grid).items():
            if len(cells) == 1 and only in (None, mark):
                [(row, col)] = cells
                beside = [(row + 1, col), (row, col + 1), (row - 1, col), (row, col - 1)]
                grid.put([cell for cell in beside if self.fits(grid, [cell])][:1], mark)

    def fix(self, text: str, fault: Fault) -> Message | None:
        grid = self.read(text)
        if len(fault.cells) != 1:
            return self.rename_label(grid, fault)
        mark = grid.at(fault.cells[0])
        return (
            Message("Make it two cells long") if mark and self.is_piece(mark) and len(grid.cells(mark)) == 1 else None
        )

    def draft_scene(self, text: str) -> Scene:
        grid = self.read(text)
        grid.resize(max(1, min(MAX_SIDE, len(grid.rows))), max(1, min(MAX_SIDE, grid.cols)))
        pieces = [
            Piece(mark, tuple(cells), "target" if mark == "A" else "car", mark)
            for mark, cells in self.pieces(grid).items()
        ]
        gap = _exit(grid.cells("A"), grid.others)
        return Scene("rushhour", len(grid.rows), grid.cols, self.floor(grid), tuple(pieces), gap)


def _exit(target: list[Cell], others: list[str]) -> Exit | None:
    """Return the exit on the side named in the text, or on the side that the target faces."""
    if not target:
        return None
    (row, col), upright = target[0], len({c for _, c in target}) < len(target)
    named = others[0].split()[-1].lower() if others else ""
    side = named if named in SIDES else "down" if upright else "right"
    lane = row if side in ("left", "right") else col
    return Exit(side, lane, lane)
