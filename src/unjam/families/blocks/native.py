"""Between the rules of blocks and the native core: positions in, results out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ... import _core
from ...native import result, space
from ...puzzle import Limits, Move, Result, Space

if TYPE_CHECKING:
    from .board import Blocks


def handed_over(board: Blocks) -> _core.BlocksPuzzle:
    """The position as the core knows it, the blocks in the order in which those alike stand side by side."""
    layout = board.layout
    shapes = list(dict.fromkeys(layout.shapes))
    placed = []
    for index in layout.sorting:
        goal = layout.goals.get(index)
        where = -1 if goal is None else _cell(board, goal)
        placed.append((shapes.index(layout.shapes[index]), _cell(board, board.at[index]), where))
    walls = [layout.walls >> layout.number((row, col)) & 1 for row in range(layout.rows) for col in range(layout.cols)]
    return _core.BlocksPuzzle(layout.rows, layout.cols, walls, [list(shape) for shape in shapes], placed)


def _cell(board: Blocks, number: int) -> int:
    row, col = board.layout.cell(number)
    return row * board.layout.cols + col


def solve(boards: Sequence[Blocks], metric: str, limits: Limits, workers: int | None) -> list[Result]:
    """The optimal solutions by breadth-first search; goals that walls rule out are told at once."""
    results: dict[int, Result] = {}
    for index, board in enumerate(boards):
        why = board.dead()
        if why is not None:
            results[index] = Result("unsolvable", algorithm="native", metric=metric, reason=why)
    open_ = [index for index in range(len(boards)) if index not in results]
    if open_:
        puzzles = [handed_over(boards[index]) for index in open_]
        outcomes = _core.blocks_solve(puzzles, metric == "steps", workers or os.cpu_count() or 1, limits)
        for index, outcome in zip(open_, outcomes, strict=True):
            moves = _moves(boards[index], outcome.moves)
            results[index] = result(outcome, moves, metric=metric, limits=limits)
    return [results[index] for index in range(len(boards))]


def _moves(board: Blocks, codes: Iterable[int]) -> Iterator[Move]:
    """The moves with their letters: each code says from which cell to which a block's first cell goes."""
    layout = board.layout
    stands = {_cell(board, number): layout.letters[index] for index, number in enumerate(board.at)}
    for code in codes:
        start, end = divmod(code, 256)
        letter = stands[end] = stands.pop(start)
        yield Move(letter, divmod(end, layout.cols))


def explore(board: Blocks, metric: str, limits: Limits) -> Space:
    """The whole reachable space, equal blocks not told apart."""
    found = _core.blocks_explore(handed_over(board), metric == "steps", limits)
    return space(found, "blocks", metric, limits, len(board.at), lambda cells: str(_position(board, cells)))


def _position(board: Blocks, cells: bytes) -> Blocks:
    layout = board.layout
    at = list(board.at)
    for index, cell in zip(layout.sorting, cells, strict=True):
        at[index] = layout.number(divmod(cell, layout.cols))
    return type(board)(layout, tuple(at))


def perft(board: Blocks, metric: str, depth: int) -> list[int]:
    """How many lines of play of 0, 1, … moves the core counts; a test compares them with the rules."""
    counts: list[int] = _core.blocks_perft(handed_over(board), metric == "steps", depth)
    return counts
