"""The base class of editors for boards drawn as a grid of letters, in which equal letters form one piece."""

from __future__ import annotations

from typing import ClassVar

from .cells import connected_groups, keep_inside
from .editor import LETTERS, NO_PIECE, OUTSIDE, WALL_IN_THE_WAY, Edit, Editor, Refusal
from .puzzle import Cell, Fault, Message


class Grid:
    """A board as text: rows of marks, all of the same length, and other lines, such as an exit or goals."""

    def __init__(self, text: str, blank: str, others: tuple[str, ...] = ()) -> None:
        lines = text.replace("\r", "").rstrip().split("\n")
        self.blank = blank
        self.others = [line for line in lines if _begins(line, others)]
        self.rows = [list(line) for line in lines if not _begins(line, others)]
        self.cols = max((len(row) for row in self.rows), default=0)
        for row in self.rows:
            row += blank * (self.cols - len(row))

    def at(self, cell: Cell) -> str | None:
        """Return the mark on the cell, or None outside the board."""
        row, col = cell
        return self.rows[row][col] if 0 <= row < len(self.rows) and 0 <= col < self.cols else None

    def cells(self, mark: str) -> list[Cell]:
        return [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == mark]

    def marks(self) -> set[str]:
        return {mark for row in self.rows for mark in row}

    def put(self, cells: list[Cell], mark: str) -> None:
        for row, col in cells:
            self.rows[row][col] = mark

    def resize(self, rows: int, cols: int) -> None:
        """Add or remove rows at the bottom and columns on the right."""
        resized = [row[:cols] + [self.blank] * (cols - len(row)) for row in self.rows[:rows]]
        self.rows = resized + [[self.blank] * cols for _ in range(rows - len(resized))]
        self.cols = cols

    def __str__(self) -> str:
        return "\n".join(["".join(row) for row in self.rows] + self.others)


def _begins(line: str, words: tuple[str, ...]) -> bool:
    return line.strip().lower().startswith(words)


class GridEditor(Editor):
    grid = True
    blank: ClassVar[str]
    free: ClassVar[str]
    """The marks of empty cells, including ``blank``."""
    wall: ClassVar[str]

    def read(self, text: str) -> Grid:
        return Grid(self.drawable(text), self.blank, self.others)

    def fits(self, grid: Grid, cells: list[Cell], own: str = "") -> bool:
        return self.obstacle(grid, cells, own) is None

    def obstacle(self, grid: Grid, cells: list[Cell], own: str = "") -> Message | None:
        """Return why a piece with the letter ``own`` cannot cover the cells, or None if it can."""
        marks = [grid.at(cell) for cell in cells]
        if None in marks:
            return OUTSIDE
        taken = next((mark for mark in marks if mark and mark not in self.free + own), None)
        if taken is None:
            return None
        return WALL_IN_THE_WAY if taken == self.wall else Message("{piece} is in the way", piece=taken)

    def require_room(self, grid: Grid, cells: list[Cell], own: str = "", *, turning: bool = False) -> None:
        if why := self.obstacle(grid, cells, own):
            raise Refusal.no_room(why, [cell for cell in cells if grid.at(cell)], turning=turning)

    def is_piece(self, mark: str) -> bool:
        return mark.isalpha() and mark not in self.free + self.wall

    def next_letter(self, grid: Grid) -> str | None:
        used = grid.marks()
        return next((letter for letter in LETTERS[1:] if letter not in used), None)

    def apply_common_edit(self, grid: Grid, edit: Edit) -> None:
        """Apply an edit that all grids support: move, turn, erase, add a wall, resize, or clear the board."""
        cell, to = edit.cell, edit.to
        mark = grid.at(cell) if cell else None
        if edit.name == "size" and to:
            grid.resize(to[0], to[1])
        elif edit.name == "empty":
            target = grid.cells("A")
            grid.rows = [[grid.blank] * grid.cols for _ in grid.rows]
            grid.put(target, "A")
        elif cell is None or mark is None:
            return
        elif edit.name == "put" and edit.tool == "wall":
            self.require_room(grid, [cell], self.wall)
            grid.put([cell], self.wall)
        elif edit.name == "erase":
            grid.put(grid.cells(mark) if self.is_piece(mark) else [cell], grid.blank)
        elif edit.name in ("move", "turn"):
            if mark in self.free:
                raise Refusal(NO_PIECE)
            own = grid.cells(mark) if self.is_piece(mark) else [cell]
            if edit.name == "turn":
                cells = transpose(own)
            elif to and grid.at(to):
                moved = [(row + to[0] - cell[0], col + to[1] - cell[1]) for row, col in own]
                cells = keep_inside(moved, len(grid.rows), grid.cols)
            else:
                cells = []
            letter = mark if self.is_piece(mark) or cells == own else ""
            self.require_room(grid, cells, letter, turning=edit.name == "turn")
            grid.put(own, grid.blank)
            grid.put(cells, mark)

    def renameable_piece(self, grid: Grid, mark: str | None) -> list[Cell]:
        """Return the cells of the second of two pieces with the same letter, if it can be renamed; otherwise [].

        Both must be complete pieces, it must not matter which of them is renamed, and there must be an unused letter.
        """
        if mark is None or not self.is_piece(mark) or self.is_named(grid, mark) or self.next_letter(grid) is None:
            return []
        parts = connected_groups(grid.cells(mark))
        return parts[1] if len(parts) == 2 and all(map(self.is_whole, parts)) else []

    def rename(self, grid: Grid, mark: str | None) -> None:
        """Give one of two pieces with the same letter the next free letter."""
        if cells := self.renameable_piece(grid, mark):
            grid.put(cells, self.next_letter(grid) or "")

    def rename_label(self, grid: Grid, fault: Fault) -> Message | None:
        mark = grid.at(fault.cells[0]) if len(fault.cells) > 1 else None
        if not self.renameable_piece(grid, mark) or set(fault.cells) != set(grid.cells(mark or "")):
            return None
        return Message("Rename one to {letter}", letter=self.next_letter(grid))

    def is_named(self, grid: Grid, mark: str) -> bool:
        """Return whether the text refers to this letter, so that it matters which piece has the letter."""
        return False

    def is_whole(self, cells: list[Cell]) -> bool:
        return True

    def pieces(self, grid: Grid) -> dict[str, list[Cell]]:
        return {mark: grid.cells(mark) for mark in sorted(grid.marks()) if self.is_piece(mark)}

    def floor(self, grid: Grid) -> tuple[str, ...]:
        return tuple("".join("#" if mark == self.wall else "." for mark in row) for row in grid.rows)


def transpose(cells: list[Cell]) -> list[Cell]:
    """Swap the rows and columns of the cells; the top left corner of their bounding box stays in place."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return [(top + c - left, left + r - top) for r, c in cells]
