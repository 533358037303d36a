"""Blocks answered by the native core: positions in, moves and counts out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ... import _core
from ...core import native
from ...core.puzzle import Move, Native, Result, Space, Task

if TYPE_CHECKING:
    from .position import Blocks


class BlocksNative(Native):
    """Optimal solutions by breadth-first search; goals that walls rule out are told without one."""

    def solve(self, puzzle: Blocks, task: Task) -> Result:
        """The optimal solution, searched by all cores (or ``task.workers`` threads)."""
        return self.solve_many([puzzle], task)[0]

    def solve_many(self, puzzles: list[Blocks], task: Task) -> list[Result]:
        """The answers in order."""
        dead = [puzzle.dead() for puzzle in puzzles]
        codes = [code(puzzle) for puzzle, fault in zip(puzzles, dead, strict=True) if fault is None]
        threads = task.workers or os.cpu_count() or 1
        outcomes = iter(_core.blocks_solve(codes, task.metric == "steps", threads, task) if codes else ())
        results = []
        for board, fault in zip(puzzles, dead, strict=True):
            if fault is not None:
                results.append(native.impossible(fault, task))
            else:
                outcome = next(outcomes)
                results.append(native.result(outcome, _moves(board, outcome.moves), task))
        return results

    def explore(self, puzzle: Blocks, task: Task) -> Space:
        """The whole reachable space, equal blocks not told apart."""
        found = _core.blocks_explore(code(puzzle), task.metric == "steps", task)
        return native.space(found, puzzle.family, task, len(puzzle.at), lambda cells: str(_position(puzzle, cells)))


def code(board: Blocks) -> _core.BlocksPuzzle:
    """The position as the core knows it, the blocks in the order in which those alike stand side by side."""
    layout = board.layout
    shapes = list(dict.fromkeys(layout.shapes))
    placed = []
    for index in layout.sorting:
        goal = layout.goals.get(index)
        home = -1 if goal is None else _cell(board, goal)
        placed.append((shapes.index(layout.shapes[index]), _cell(board, board.at[index]), home))
    walls = [int(mark == "#") for row in layout.floor for mark in row]
    return _core.BlocksPuzzle(layout.rows, layout.cols, walls, [list(shape) for shape in shapes], placed)


def _cell(board: Blocks, number: int) -> int:
    row, col = board.layout.cell(number)
    return row * board.layout.cols + col


def _moves(board: Blocks, codes: Iterable[int]) -> Iterator[Move]:
    """The moves with their letters: each code says from which cell to which a block's first cell goes."""
    layout = board.layout
    stands = {_cell(board, number): layout.letters[index] for index, number in enumerate(board.at)}
    for code in codes:
        start, end = divmod(code, 256)
        letter = stands[end] = stands.pop(start)
        yield Move(letter, divmod(end, layout.cols))


def _position(board: Blocks, cells: bytes) -> Blocks:
    layout = board.layout
    at = list(board.at)
    for index, cell in zip(layout.sorting, cells, strict=True):
        at[index] = layout.number(divmod(cell, layout.cols))
    return type(board)(layout, tuple(at))


def perft(board: Blocks, metric: str, depth: int) -> list[int]:
    """How many lines of play of 0, 1, … moves the core counts; a test compares them with the rules."""
    counts: list[int] = _core.blocks_perft(code(board), metric == "steps", depth)
    return counts
