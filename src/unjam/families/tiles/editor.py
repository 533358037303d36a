"""The tile editor for the Draw view."""

from __future__ import annotations

from math import isqrt
from random import Random
from typing import Any

from ...core.editor import UNREADABLE, Edit, Editor, Refusal, Tool
from ...core.puzzle import Cell, Fault, Message, UnjamError
from ...core.scene import Piece, Scene
from .board import shared_frame
from .game import suggest_other_goal
from .generate import random_board
from .text import MAX_SIDE, standard_goal, write_board
from .text.sections import blank_separators


class TilesEditor(Editor):
    """Editor for tile boards: swaps and shuffles tiles, and puts the gap first or last in the goal."""

    start = "1 2 0\n3 4 5\n6 7 8"
    largest = MAX_SIDE
    format = "grid"
    tools = (
        Tool("swap", Message("Swap"), icon="redo", drops=False, on_piece="put"),
        Tool("shuffle", Message("Shuffle"), icon="again", drops=False, at_once=True, on_piece="put"),
        Tool("goal", Message("Goal"), mark="aim", drops=False, at_once=True, on_piece="put"),
    )

    def edit(self, text: str, edit: Edit) -> str:
        if edit.name == "size" and edit.to:
            rows, cols = max(2, edit.to[0]), max(2, edit.to[1])
            return write_board(rows, cols, standard_goal(rows, cols), standard_goal(rows, cols))
        try:
            now = self.kind.parse(text)
        except UnjamError as error:
            raise Refusal(UNREADABLE) from error
        cells, goal = now.cells, now.frame.goal
        if edit.name == "empty":
            cells = goal
        elif edit.name == "put" and edit.tool == "shuffle":
            cells = _shuffle(now)
        elif edit.name == "fix" or (edit.name == "put" and edit.tool == "goal"):
            goal = standard_goal(now.rows, now.cols, "last" if goal[0] == 0 else "first")
        elif edit.name == "move" and edit.to is None:
            raise Refusal(Message("A tile stays on the board; drop it on another one to exchange them."))
        elif edit.name in ("put", "move") and edit.cell:
            cells = _swap(now, edit.cell, edit.to)
        return write_board(now.rows, now.cols, cells, goal)

    def fix(self, text: str, fault: Fault) -> Message | None:
        """Return the label of the edit that moves the gap to the other end of the goal; None if that does not help."""
        try:
            alternative = suggest_other_goal(self.kind.parse(text))
        except UnjamError:
            return None
        return None if alternative is None else alternative.label

    def draft_scene(self, text: str) -> Scene:
        rows = _rows(text)
        cols = max(1, *map(len, rows)) if rows else 1
        pieces = [
            Piece(f"{r},{c}", ((r, c),), "tile", word[:3])
            for r, row in enumerate(rows)
            for c, word in enumerate(row)
            if word != "0"
        ]
        return Scene("tiles", max(1, len(rows)), cols, ("." * cols,) * max(1, len(rows)), tuple(pieces))


def _shuffle(now: Any) -> bytes:
    """Return a shuffled, solvable arrangement; the same board always gives the same result."""
    if min(now.rows, now.cols) < 2:
        return bytes(now.cells)
    cells, _ = random_board(Random(str(now)), now.rows, now.cols)
    if not shared_frame(now.rows, now.cols, now.frame.goal).is_solvable(cells):
        return cells.translate(bytes.maketrans(b"\1\2", b"\2\1"))  # one swap changes the parity
    return cells


def _swap(now: Any, cell: Cell, to: Cell | None) -> bytes:
    """Return the cells with two of them swapped; without ``to``, the cell is swapped with the gap."""
    cells = bytearray(now.cells)
    inside = all(0 <= row < now.rows and 0 <= col < now.cols for row, col in (cell, to or cell))
    if inside:
        here = cell[0] * now.cols + cell[1]
        there = to[0] * now.cols + to[1] if to else now.gap
        cells[here], cells[there] = cells[there], cells[here]
    return bytes(cells)


def _rows(text: str) -> list[list[str]]:
    """Return the board's tokens as rows, without size and goal; a single line or uneven rows become a square."""
    lines = [words for line in blank_separators(text).splitlines() if (words := line.split())]
    goal = next((at for at, words in enumerate(lines) if words[0].lower() == "goal"), len(lines))
    lines = lines[:goal]
    if len(lines) > 1 and len(lines[0]) == 2 and max(map(len, lines[1:])) != 2:
        lines = lines[1:]
    words = [word for line in lines for word in line]
    side = isqrt(len(words))
    if len(lines) == 1 or (side * side == len(words) and len({len(line) for line in lines}) > 1):
        cols = max(1, side)
        lines = [words[at : at + cols] for at in range(0, len(words), cols)]
    most = MAX_SIDE + 2  # a little more than the largest board, so that the excess is visible
    return [line[:most] for line in lines[:most]]
