"""Interface to the native core: encodes positions, and decodes the moves and counts that it returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ... import _core
from ...core import outcome
from ...core.puzzle import Move, Native, Result, Space, Task

if TYPE_CHECKING:
    from .position import Blocks


class BlocksNative(Native):
    """Finds optimal solutions by breadth-first search with several threads."""

    def solve_many(self, puzzles: list[Blocks], task: Task) -> list[Result]:
        return outcome.solve_batch(
            puzzles,
            task,
            lambda boards: _core.blocks_solve(
                [code(board) for board in boards], task.metric == "steps", outcome.threads(task), task
            ),
            _moves,
        )

    def explore(self, puzzle: Blocks, task: Task) -> Space:
        counts = _core.blocks_explore(code(puzzle), task.metric == "steps", task)
        return outcome.space(counts, puzzle.family, task, len(puzzle.at), lambda cells: str(_position(puzzle, cells)))


def code(board: Blocks) -> _core.BlocksPuzzle:
    """Encode the position for the core, with interchangeable blocks next to each other."""
    layout = board.layout
    shapes = list(dict.fromkeys(layout.shapes))
    blocks = []
    for index in layout.order:
        goal = layout.goals.get(index)
        home = -1 if goal is None else _cell(board, goal)
        blocks.append((shapes.index(layout.shapes[index]), _cell(board, board.at[index]), home))
    walls = [int(mark == "#") for row in layout.floor for mark in row]
    return _core.BlocksPuzzle(layout.rows, layout.cols, walls, [list(shape) for shape in shapes], blocks)


def _cell(board: Blocks, number: int) -> int:
    row, col = board.layout.cell(number)
    return row * board.layout.cols + col


def _moves(board: Blocks, codes: Iterable[int]) -> Iterator[Move]:
    """Decode the core's moves; each contains the position of a block's first cell before and after the move."""
    layout = board.layout
    letter_at = {_cell(board, number): layout.letters[index] for index, number in enumerate(board.at)}
    for code in codes:
        start, end = divmod(code, 256)
        letter = letter_at[end] = letter_at.pop(start)
        yield Move(letter, divmod(end, layout.cols))


def _position(board: Blocks, cells: bytes) -> Blocks:
    layout = board.layout
    at = list(board.at)
    for index, cell in zip(layout.order, cells, strict=True):
        at[index] = layout.number(divmod(cell, layout.cols))
    return type(board)(layout, tuple(at))
