"""The sliding-block editor for the Draw view."""

from __future__ import annotations

from ...core.cells import keep_inside, move_corner
from ...core.editor import ERASER, NO_LETTER, Edit, Refusal, Sample, Tool
from ...core.grid_editor import Grid, GridEditor
from ...core.puzzle import Cell, Fault, Message
from ...core.scene import Piece, Scene
from .text import MAX_SIDE

SIZES = {"small": (1, 1), "tall": (2, 1), "flat": (1, 2), "big": (2, 2)}


class BlocksEditor(GridEditor):
    """Editor for Klotski levels: blocks of four sizes, walls, and the goal of the big block."""

    start = "....\n.AA.\n.AA.\n....\n....\ngoal A at 3,1"
    largest = MAX_SIDE
    format = "text"
    others = ("goal",)
    blank, free, wall = ".", ".", "#"
    tools = (
        Tool("small", Message("Small"), piece=Sample("block", 341, 1)),
        Tool("tall", Message("Tall"), 1, 2, piece=Sample("block", 73)),
        Tool("flat", Message("Flat"), 2, 1, piece=Sample("block", 162, 1)),
        Tool("big", Message("Big"), 2, 2, piece=Sample("block", 258, style="big")),
        Tool("wall", Message("Wall"), mark="wall"),
        Tool("goal", Message("Goal"), mark="aim", on_piece="put"),
        ERASER,
    )

    def read(self, text: str) -> Grid:
        return Grid(text, self.blank, self.others)  # no conversion, so that the goals keep their order

    def edit(self, text: str, edit: Edit) -> str:
        grid = self.read(text)
        if edit.name == "put" and edit.tool in SIZES:
            if edit.cell is not None:
                self._place(grid, edit.cell, edit.tool)
        elif edit.name == "put" and edit.tool == "goal":
            if edit.cell is not None:
                self._set_goal(grid, edit.cell)
        elif edit.name == "fix":
            self.rename(grid, grid.at(edit.cell) if edit.cell else None)
        else:
            self.apply_common_edit(grid, edit)
            grid.others = [line for line in grid.others if grid.cells(_goal_letter(line))]
        return str(grid)

    def _place(self, grid: Grid, cell: Cell, tool: str) -> None:
        """Put a block on the cell; the first big block gets a goal in the middle of the bottom rows."""
        high, wide = SIZES[tool]
        shape = [(cell[0] + r, cell[1] + c) for r in range(high) for c in range(wide)]
        cells = keep_inside(shape, len(grid.rows), grid.cols)
        mark = self.next_letter(grid) if grid.cells("A") else "A"
        if mark is None:
            raise Refusal(NO_LETTER)
        self.require_room(grid, cells)
        grid.put(cells, mark)
        if tool == "big" and not grid.others:
            grid.others = [f"goal {mark} at {max(0, len(grid.rows) - 2)},{max(0, grid.cols - 2) // 2}"]

    def _set_goal(self, grid: Grid, cell: Cell) -> None:
        """Move the first goal to the cell; if there is none, give the largest block a goal there."""
        blocks = self.pieces(grid)
        named = _goal_letter(grid.others[0]) if grid.others else ""
        mark = named if named in blocks else max(blocks, key=lambda mark: len(blocks[mark]), default="A")
        home = move_corner(blocks[mark], cell) if mark in blocks else [cell]
        row, col = map(min, zip(*keep_inside(home, len(grid.rows), grid.cols), strict=True))
        grid.others = [f"goal {mark} at {row},{col}", *grid.others[1:]]

    def is_named(self, grid: Grid, mark: str) -> bool:
        return any(_goal_letter(line) == mark for line in grid.others)

    def fix(self, text: str, fault: Fault) -> Message | None:
        return self.rename_label(self.read(text), fault)

    def draft_scene(self, text: str) -> Scene:
        grid = self.read(text)
        grid.resize(max(1, min(MAX_SIDE, len(grid.rows))), max(1, min(MAX_SIDE, grid.cols)))
        pieces = tuple(Piece(mark, tuple(cells), "block", mark) for mark, cells in self.pieces(grid).items())
        return Scene("blocks", len(grid.rows), grid.cols, self.floor(grid), pieces)


def _goal_letter(line: str) -> str:
    return "".join(line.split()[1:2])[:1]
