"""Reads and writes sliding-block levels, which consist of a drawn grid and goal lines; reading collects all faults."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.cells import bounding_box, connected_groups, move_corner
from ...core.errors import uneven_row
from ...core.puzzle import Cell, Faults, Message, PuzzleError

if TYPE_CHECKING:
    from .board import Layout

MAX_SIDE = 16
_GOAL = re.compile(r"^goal\s+(\S+)\s+at\s+(\d{1,4})\s*,\s*(\d{1,4})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A level read from text; a goal is the destination of the top left corner of a block's bounding box."""

    rows: int
    cols: int
    walls: frozenset[Cell]
    blocks: dict[str, tuple[Cell, ...]]
    goals: dict[str, Cell]


class Line:
    """A non-blank line of the text: its number and the column where it starts (both counted from 1), and its text."""

    __slots__ = ("column", "is_goal", "number", "text")

    def __init__(self, number: int, raw: str) -> None:
        self.number, self.text = number, raw.strip()
        self.column = len(raw) - len(raw.lstrip()) + 1
        self.is_goal = self.text[:5].split()[0].lower() == "goal"


# -- reading


def drawings(text: str) -> Iterator[tuple[int, Drawing | PuzzleError]]:
    """Yield (number of the first line, drawing or error) for each level; an error lists all faults in its level."""
    levels = list(_levels(text))
    if not levels:
        yield 1, PuzzleError("the text is empty; expected rows of letters, '.' and '#', and a goal line")
    for lines in levels:
        faults = Faults()
        drawing = _drawing(lines, faults)
        yield lines[0].number, drawing or faults.error()


def _levels(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each level; blank lines separate levels, except that goal lines belong to the grid above."""
    groups: list[list[Line]] = [[]]
    for number, raw in enumerate(text.splitlines(), 1):
        if raw.strip():
            groups[-1].append(Line(number, raw))
        elif groups[-1]:
            groups.append([])
    level: list[Line] = []
    for group in groups:
        continues = level and group and all(line.is_goal for line in group) and not any(line.is_goal for line in level)
        if level and not continues:
            yield level
            level = []
        level += group
    if level:
        yield level


def _drawing(lines: list[Line], faults: Faults) -> Drawing | None:
    grid, goal_lines = [line for line in lines if not line.is_goal], [line for line in lines if line.is_goal]
    if not grid:
        why = Message("there is a goal but no board; expected rows of letters, '.' and '#'")
        faults.add(why, lines[0].number, lines[0].column)
        return None
    cols = Counter(len(line.text) for line in grid).most_common(1)[0][0]
    strays = [line for line in grid if len(line.text) > cols and " " in line.text]
    for line in strays:
        why = Message("neither a row of the board nor a goal; expected letters, '.' and '#', or 'goal B at 3,1'")
        faults.add(why, line.number, line.column)
    grid = [line for line in grid if line not in strays]
    if len(grid) > MAX_SIDE or cols > MAX_SIDE:
        why = Message(
            "the board is {rows}×{cols}; expected at most {most}×{most}", rows=len(grid), cols=cols, most=MAX_SIDE
        )
        faults.add(why, grid[0].number, grid[0].column)
        return None
    board = GridReader(grid, cols, faults)
    if not goal_lines:
        faults.add(_missing_goal(board), grid[0].number, grid[0].column)
    goals = _goals(goal_lines, board, faults)
    if faults:
        return None
    blocks = {letter: tuple(board.blocks[letter]) for letter in sorted(board.blocks)}
    return Drawing(len(grid), cols, frozenset(board.walls), blocks, goals)


class GridReader:
    """Reads the walls and blocks of a drawn grid, and adds their faults.

    ``whole`` contains the blocks with a reliable shape: connected, and not next to rows that are too long or too short.
    No further faults are reported for other blocks, since they would only be consequences of earlier faults.
    """

    def __init__(self, grid: list[Line], cols: int, faults: Faults) -> None:
        self.grid, self.rows, self.cols = grid, len(grid), cols
        self.walls: set[Cell] = set()
        self.blocks: dict[str, list[Cell]] = {}
        ragged = {row for row, line in enumerate(grid) if len(line.text) != cols}
        for row, line in enumerate(grid):
            self._read_row(row, line, faults)
        if not self.blocks:
            faults.add("no block on the board; expected letters", grid[0].number, grid[0].column)
        self.whole: set[str] = set()
        for letter, cells in self.blocks.items():
            if ragged.isdisjoint(range(cells[0][0] - 1, cells[-1][0] + 2)) and self._is_whole(letter, cells, faults):
                self.whole.add(letter)

    def _read_row(self, row: int, line: Line, faults: Faults) -> None:
        length = len(line.text)
        if length != self.cols:
            cells = [(row, col) for col in range(min(length, self.cols), min(max(length, self.cols), MAX_SIDE))]
            why = uneven_row(length, self.cols, len(self.grid[0].text))
            faults.add(why, line.number, line.column + min(length, self.cols), cells)
        for col, mark in enumerate(line.text[: self.cols]):
            if mark == "#":
                self.walls.add((row, col))
            elif mark.isascii() and mark.isalpha():
                self.blocks.setdefault(mark, []).append((row, col))
            elif mark != ".":
                plain = mark.isprintable() and mark not in "'\\"
                named = Message("'{mark}'", mark=mark) if plain else repr(mark)
                why = Message("{mark} is not a block; expected a letter, '.' or '#'", mark=named)
                faults.add(why, line.number, line.column + col, [(row, col)])

    def _is_whole(self, letter: str, cells: list[Cell], faults: Faults) -> bool:
        parts = connected_groups(cells)
        if len(parts) == 1:
            return True
        row, col = parts[1][0]
        why = Message(
            "block {block} is in {count} parts; expected equal letters to touch", block=letter, count=len(parts)
        )
        faults.add(why, self.grid[row].number, self.grid[row].column + col, cells)
        return False


def _goals(goal_lines: list[Line], board: GridReader, faults: Faults) -> dict[str, Cell]:
    goals: dict[str, Cell] = {}
    for line in goal_lines:
        match = _GOAL.match(line.text)
        if not match:
            faults.add("cannot read the goal; expected 'goal B at row,column'", line.number, line.column)
            continue
        letter, at = match[1], (int(match[2]), int(match[3]))
        named, placed = line.column + match.start(1), line.column + match.start(2)
        if letter not in board.blocks:
            if board.blocks:  # otherwise a fault was already added
                why = Message(
                    "there is no block {block} on the board; expected one of: {blocks}",
                    block=letter if len(letter) <= 24 else letter[:24] + "…",
                    blocks=", ".join(sorted(board.blocks)),
                )
                faults.add(why, line.number, named, _on_board([at], board))
            continue
        cells = board.blocks[letter]
        if letter in goals:
            why = Message("a second goal for block {block}; expected one", block=letter)
            faults.add(why, line.number, named, _on_board(move_corner(cells, at), board))
            continue
        goals[letter] = at
        high, wide = bounding_box(cells)
        if letter in board.whole and (at[0] + high > board.rows or at[1] + wide > board.cols):
            why = Message(
                "block {block} ({high}×{wide}) does not fit at {row},{col}; "
                "expected rows 0 to {last_row}, columns 0 to {last_col}",
                block=letter,
                high=high,
                wide=wide,
                row=str(at[0]),
                col=str(at[1]),
                last_row=board.rows - high,
                last_col=board.cols - wide,
            )
            faults.add(why, line.number, placed, cells)
    return goals


def _missing_goal(board: GridReader) -> Message:
    """Return the message for a missing goal line, with a goal for the largest block as an example."""
    blocks = board.blocks or {"B": [(0, 0)]}
    largest = max(sorted(blocks), key=lambda letter: len(blocks[letter]))
    high, wide = bounding_box(blocks[largest])
    return Message(
        "the goal line is missing; expected one below the board, such as 'goal {block} at {row},{col}'",
        block=largest,
        row=str(board.rows - high),
        col=str((board.cols - wide) // 2),
    )


def _on_board(cells: Iterable[Cell], board: GridReader) -> list[Cell]:
    return [(row, col) for row, col in cells if row < board.rows and col < board.cols]


# -- writing


def write(layout: Layout, at: tuple[int, ...]) -> str:
    rows = [list(row) for row in layout.floor]
    for index, letter in enumerate(layout.letters):
        for row, col in layout.cells(index, at[index]):
            rows[row][col] = letter
    goals = [f"goal {letter} at {row},{col}" for letter, (row, col) in layout.goal_corners.items()]
    return "\n".join([*map("".join, rows), *goals])
