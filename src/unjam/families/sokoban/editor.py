"""The Sokoban editor for the Draw view."""

from __future__ import annotations

from ...core.editor import ERASER, WALL_IN_THE_WAY, Edit, Editor, Refusal, Sample, Tool
from ...core.grid_editor import Grid
from ...core.puzzle import Cell, Message
from ...core.scene import Piece, Scene

MAX_SIDE = 40
CONTENTS = {"$": "$ ", "*": "$.", "@": "@ ", "+": "@.", ".": " .", "#": "# ", " ": "  ", "-": "  ", "_": "  "}
"""Maps each mark to two characters: one for the thing on the cell, and one for the floor under it."""
MARKS = {"$ ": "$", "$.": "*", "@ ": "@", "@.": "+", "  ": " ", " .": ".", "# ": "#"}
IN_THE_WAY = {
    "#": WALL_IN_THE_WAY,
    "$": Message("a box is in the way"),
    "@": Message("the player is in the way"),
}
PAINT: dict[str, tuple[str | None, str | None]] = {
    "wall": ("#", " "),
    "floor": (" ", " "),
    "box": ("$", None),
    "player": ("@", None),
    "storage": (None, "."),
}
"""Maps each tool to the thing that it puts on a cell and the floor under it; None leaves either unchanged."""


class SokobanEditor(Editor):
    """Editor for Sokoban levels: paints walls, floor, boxes, storage cells and one player."""

    start = "#######\n#     #\n# @$. #\n#     #\n#######"
    largest = MAX_SIDE
    format = "xsb"
    grid = True
    paints = True
    tools = (
        Tool("wall", Message("Wall"), mark="wall", over=True),
        Tool("floor", Message("Floor"), mark="floor", over=True),
        Tool("box", Message("Box"), piece=Sample("box", 68)),
        Tool("storage", Message("Storage"), mark="aim", over=True),
        Tool("player", Message("Player"), piece=Sample("player")),
        ERASER,
    )

    def read(self, text: str) -> Grid:
        return Grid(self.drawable(text), " ")

    def edit(self, text: str, edit: Edit) -> str:
        grid = self.read(text)
        cell, to = edit.cell, edit.to
        if edit.name == "size" and to:
            _resize(grid, to)
        elif edit.name == "empty":
            players = grid.cells("@") + grid.cells("+")
            grid.rows = [[" "] * grid.cols for _ in grid.rows]
            grid.put(players, "@")
            _add_outer_wall(grid)
        elif cell is None or grid.at(cell) is None:
            pass
        elif edit.name == "put" and edit.tool in PAINT:
            _paint(grid, cell, edit.tool)
        elif edit.name == "move":
            _drag(grid, cell, to)
        elif edit.name == "erase":
            thing = _content(grid, cell)[0]
            _set_content(grid, cell, " ", None if thing != " " else " ")
        return "\n".join("".join(row).rstrip() for row in grid.rows)

    def draft_scene(self, text: str) -> Scene:
        grid = self.read(text)
        grid.resize(max(1, min(MAX_SIDE, len(grid.rows))), max(1, min(MAX_SIDE, grid.cols)))
        floor = ["".join("#" if m == "#" else "o" if m in ".*+" else "." for m in row) for row in grid.rows]
        boxes = [
            Piece(f"box@{r},{c}", ((r, c),), "box", state=state)
            for mark, state in (("$", ""), ("*", "home"))
            for r, c in grid.cells(mark)
        ]
        players = [
            Piece(f"player{n or ''}", (cell,), "player") for n, cell in enumerate(grid.cells("@") + grid.cells("+"))
        ]
        return Scene("sokoban", len(grid.rows), grid.cols, tuple(floor), tuple(boxes + players))


def _content(grid: Grid, cell: Cell) -> str:
    return CONTENTS.get(grid.at(cell) or " ", "  ")


def _set_content(grid: Grid, cell: Cell, thing: str | None, floor: str | None) -> None:
    content = _content(grid, cell)
    joined = (content[0] if thing is None else thing) + (content[1] if floor is None else floor)
    grid.put([cell], MARKS.get(joined, " "))


def _paint(grid: Grid, cell: Cell, tool: str) -> None:
    if tool == "player":
        for old in grid.cells("@") + grid.cells("+"):
            _set_content(grid, old, " ", None)
    if tool == "storage" and grid.at(cell) == "#":
        _set_content(grid, cell, " ", None)
    _set_content(grid, cell, *PAINT[tool])


def _drag(grid: Grid, cell: Cell, to: Cell | None) -> None:
    """Move the contents of the cell to a free cell; a box or wall dragged off the board is removed."""
    thing = _content(grid, cell)[0]
    if thing == " " or cell == to:
        return
    if to is None or grid.at(to) is None:
        if thing == "@":
            raise Refusal(Message("The level needs a player."))
        _set_content(grid, cell, " ", None)
        return
    if why := IN_THE_WAY.get(_content(grid, to)[0]):
        raise Refusal.no_room(why, [to])
    _set_content(grid, cell, " ", None)
    _set_content(grid, to, thing, None)


def _resize(grid: Grid, to: Cell) -> None:
    """Change the size of the area inside the outer wall; the wall moves with it."""
    grid.rows = [row[1:-1] for row in grid.rows[1:-1]]
    grid.resize(max(1, to[0] - 2), max(1, to[1] - 2))
    grid.rows = [[" ", *row, " "] for row in grid.rows]
    grid.cols += 2
    grid.rows = [[" "] * grid.cols, *grid.rows, [" "] * grid.cols]
    _add_outer_wall(grid)


def _add_outer_wall(grid: Grid) -> None:
    rows, cols = len(grid.rows), grid.cols
    grid.put([(r, c) for r in range(rows) for c in range(cols) if r in (0, rows - 1) or c in (0, cols - 1)], "#")
