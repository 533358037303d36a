"""Solves boards as people do: line by line from the edge, and the last corner by search. Fast but rarely optimal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from .board import shared_frame
from .orientation import orientation
from .tables import tables

if TYPE_CHECKING:
    from .position import Tiles

CORNER = 3
"""The number of remaining rows and columns that are solved by search instead of line by line."""


def solve_by_hand(board: Tiles) -> list[int]:
    """Return the numbers of the tiles to slide, in order; the board must be solvable.

    Each line is filled from one end, tile by tile along shortest paths, except that its last two tiles are placed
    together. A completed line is not touched again. Boards of a single line have only one solution.
    """
    solver = _Solver(board)
    for line in _lines(board):
        for cells in [*((cell,) for cell in line[:-2]), line[-2:]]:
            solver.place(cells)
    solver.finish()
    return _drop_returns(solver.slides)


def _lines(board: Tiles) -> Iterator[tuple[int, ...]]:
    """Yield the rows and columns to complete, shortening the longer side first and avoiding the gap's home."""
    frame = board.frame
    rows, cols = list(range(frame.rows)), list(range(frame.cols))
    row, col = divmod(frame.home[0], frame.cols)
    while len(rows) > CORNER or len(cols) > CORNER:
        if min(frame.rows, frame.cols) == 1:
            return
        if len(rows) >= len(cols):
            line = rows.pop(0 if rows[0] != row else -1)
            yield tuple(line * frame.cols + each for each in cols)
        else:
            line = cols.pop(0 if cols[0] != col else -1)
            yield tuple(each * frame.cols + line for each in rows)


class _Solver:
    """A board being solved: its cells, the cells that may still change, and the tiles moved so far."""

    def __init__(self, board: Tiles) -> None:
        self.board, self.frame = board, board.frame
        self.cells = bytearray(board.cells)
        self.free = set(range(len(self.cells)))
        self.slides: list[int] = []

    def slide(self, gap: int, to: int) -> None:
        """Move the gap to a cell beside it."""
        self.slides.append(self.cells[to])
        self.cells[gap], self.cells[to] = self.cells[to], 0

    def place(self, targets: tuple[int, ...]) -> None:
        """Bring home the tiles that belong on these cells, using breadth-first search over tile and gap positions."""
        wanted = tuple(self.frame.goal[cell] for cell in targets)
        start = (self.cells.index(0), *(self.cells.index(number) for number in wanted))
        before: dict[tuple[int, ...], tuple[int, ...] | None] = {start: None}
        frontier = deque([start])
        state = start
        while frontier:
            state = frontier.popleft()
            if state[1:] == targets:
                break
            gap = state[0]
            for to in self.frame.neighbours[gap]:
                if to in self.free:
                    after = (to, *(gap if cell == to else cell for cell in state[1:]))
                    if after not in before:
                        before[after] = state
                        frontier.append(after)
        path = [state[0]]
        while (earlier := before[state]) is not None:
            state = earlier
            path.append(state[0])
        path.reverse()
        for gap, to in pairwise(path):
            self.slide(gap, to)
        self.free -= set(targets)

    def finish(self) -> None:
        """Solve the remaining corner optimally; with at most nine cells, Manhattan distance is good enough."""
        frame = self.frame
        if min(frame.rows, frame.cols) == 1:
            gap, home = self.cells.index(0), frame.home[0]
            while gap != home:
                to = min(frame.neighbours[gap], key=lambda cell: abs(cell - home))
                self.slide(gap, to)
                gap = to
            return
        left = sorted(self.free)
        rows = len({cell // frame.cols for cell in left})
        names = {0: 0} | {number: at for at, number in enumerate(sorted(frame.goal[cell] for cell in left))}
        numbers = {name: number for number, name in names.items()}
        goal = bytes(names[frame.goal[cell]] for cell in left)
        turned = orientation(shared_frame(rows, len(left) // rows, goal))
        plain = tables(turned.rows, turned.cols, turned.gap, ())
        cells = bytes(names[self.cells[cell]] for cell in left)
        for name in plain.solver.solve(turned.turn(cells), None, 1).moves:
            number = numbers[turned.numbers[name]]
            self.slide(self.cells.index(0), self.cells.index(number))


def _drop_returns(slides: list[int]) -> list[int]:
    """Return the slides without pairs that undo each other."""
    out: list[int] = []
    for number in slides:
        if out and out[-1] == number:
            out.pop()
        else:
            out.append(number)
    return out
