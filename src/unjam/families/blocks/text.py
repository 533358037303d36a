"""From text to blocks on a board: the drawn grid, the goal lines, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...puzzle import Cell, PuzzleError

LARGEST = 16
_GOAL = re.compile(r"^\s*goal\s+(\S+)\s+at\s+(\d{1,4})\s*,\s*(\d{1,4})\s*$", re.IGNORECASE)
Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What one level's text says; the goals give the top left corner of a block's bounding box."""

    rows: int
    cols: int
    walls: frozenset[Cell]
    blocks: dict[str, tuple[Cell, ...]]
    goals: dict[str, Cell]


def drawings(text: str) -> Iterator[tuple[int, Drawing | PuzzleError]]:
    """Each level of the text in order, with the line it starts on: its drawing, or what is wrong with it."""
    for lines in _chunks(text):
        try:
            yield lines[0][0], _drawing(lines)
        except PuzzleError as error:
            yield lines[0][0], error


def _start(line: Line) -> dict[str, int]:
    """The place of the first mark of a line, for an error about all of it."""
    return {"line": line[0], "column": len(line[1]) - len(line[1].lstrip()) + 1}


def _is_goal(line: Line) -> bool:
    return line[1].split()[0].lower() == "goal"


def _chunks(text: str) -> Iterator[list[Line]]:
    """The groups of lines between blank ones; goal lines that stand alone belong to the grid above them."""
    groups: list[list[Line]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            groups[-1].append((number, line.rstrip()))
        elif groups[-1]:
            groups.append([])
    level: list[Line] = []
    for group in groups:
        goes_on = level and group and all(map(_is_goal, group)) and not any(map(_is_goal, level))
        if level and not goes_on:
            yield level
            level = []
        level += group
    if level:
        yield level


def _drawing(lines: list[Line]) -> Drawing:
    grid = [line for line in lines if not _is_goal(line)]
    said = [line for line in lines if _is_goal(line)]
    if not grid:
        raise PuzzleError("a goal without a board; expected rows of letters, '.' and '#'", **_start(lines[0]))
    if len(grid) > LARGEST or len(grid[0][1].strip()) > LARGEST:
        size = f"{len(grid):,}×{len(grid[0][1].strip()):,}"
        raise PuzzleError(f"a board of {size}; expected at most {LARGEST}×{LARGEST}", **_start(grid[0]))
    walls, blocks = _cells(grid)
    cols = len(grid[0][1].strip())
    _check_whole(blocks, grid)
    if not said:
        raise PuzzleError("no goal; expected a line such as 'goal B at 3,1'", **_start(grid[0]))
    return Drawing(len(grid), cols, frozenset(walls), blocks, _goals(said, blocks, len(grid), cols))


def _cells(grid: list[Line]) -> tuple[set[Cell], dict[str, tuple[Cell, ...]]]:
    walls: set[Cell] = set()
    blocks: dict[str, list[Cell]] = {}
    cols = len(grid[0][1].strip())
    for row, (number, line) in enumerate(grid):
        margin = len(line) - len(line.lstrip())
        cells = line.strip()
        for col, mark in enumerate(cells[: LARGEST + 1]):
            if mark == "#":
                walls.add((row, col))
            elif mark.isascii() and mark.isalpha():
                blocks.setdefault(mark, []).append((row, col))
            elif mark != ".":
                why = f"{mark!r} is no block; expected a letter, '.' or '#'"
                raise PuzzleError(why, line=number, column=margin + col + 1)
        if len(cells) != cols:
            why = f"the row has {len(cells):,} cells; expected {cols} as in the first row"
            raise PuzzleError(why, line=number, column=margin + min(len(cells), cols) + 1)
    if not blocks:
        raise PuzzleError("no block on the board; expected letters", **_start(grid[0]))
    return walls, {letter: tuple(blocks[letter]) for letter in sorted(blocks)}


def _check_whole(blocks: dict[str, tuple[Cell, ...]], grid: list[Line]) -> None:
    for letter, cells in blocks.items():
        reached, edge = {cells[0]}, [cells[0]]
        left = set(cells[1:])
        while edge:
            row, col = edge.pop()
            beside = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} & left
            left -= beside
            reached |= beside
            edge += beside
        if left:
            row, col = min(left)
            number, line = grid[row]
            margin = len(line) - len(line.lstrip())
            why = f"block {letter} is in two parts; expected equal letters to touch"
            raise PuzzleError(why, line=number, column=margin + col + 1)


def _goals(said: list[Line], blocks: dict[str, tuple[Cell, ...]], rows: int, cols: int) -> dict[str, Cell]:
    goals: dict[str, Cell] = {}
    for number, line in said:
        match = _GOAL.search(line)
        if not match:
            raise PuzzleError("cannot read the goal; expected 'goal B at row,column'", **_start((number, line)))
        named, placed = match.start(1) + 1, match.start(2) + 1
        letter, at = match[1], (int(match[2]), int(match[3]))
        if letter not in blocks:
            there = ", ".join(blocks)
            raise PuzzleError(f"no block {letter} on the board; expected one of: {there}", line=number, column=named)
        if letter in goals:
            raise PuzzleError(f"a second goal for block {letter}; expected one", line=number, column=named)
        high, wide = span(blocks[letter])
        if at[0] + high > rows or at[1] + wide > cols:
            why = f"block {letter} ({high}×{wide}) does not fit at {at[0]},{at[1]}"
            why += f"; expected rows 0 to {rows - high}, columns 0 to {cols - wide}"
            raise PuzzleError(why, line=number, column=placed)
        goals[letter] = at
    return goals


def span(cells: tuple[Cell, ...]) -> Cell:
    """How many rows and columns the cells reach over.

    >>> span(((0, 1), (1, 0), (1, 1)))
    (2, 2)
    """
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    return max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def corner(cells: tuple[Cell, ...]) -> Cell:
    """The top left corner of the cells' bounding box, which need not be one of them.

    >>> corner(((0, 1), (1, 0), (1, 1)))
    (0, 0)
    """
    return min(row for row, _ in cells), min(col for _, col in cells)
