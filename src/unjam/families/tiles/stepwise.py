"""A solution as people find one: line after line from the rim, the last corner by search. Quick, seldom optimal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from .board import frame as framed
from .parts import orientation
from .tables import tables

if TYPE_CHECKING:
    from .position import Tiles

CORNER = 3
"""Lines are laid until this many rows and columns are left."""


def stepwise(board: Tiles) -> list[int]:
    """The numbers of the tiles to slide, in order, until a solvable board is solved.

    Each line that does not hold the gap's home is laid from one end, tile after tile along a shortest path, its last
    two tiles together; then it is left alone. Boards of a single line have one path only.
    """
    desk = _Desk(board)
    for line in _lines(board):
        for cells in [*((cell,) for cell in line[:-2]), line[-2:]]:
            desk.lay(cells)
    desk.finish()
    return _without_returns(desk.made)


def _lines(board: Tiles) -> Iterator[tuple[int, ...]]:
    """The rows and columns to lay, in order: always from the longer side, never one that holds the gap's home."""
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


class _Desk:
    """The board while it is being laid: what is where, what is laid for good, which tiles were slid."""

    def __init__(self, board: Tiles) -> None:
        self.board, self.frame = board, board.frame
        self.cells = bytearray(board.cells)
        self.free = set(range(len(self.cells)))
        self.made: list[int] = []

    def slide(self, gap: int, to: int) -> None:
        """The gap goes to a cell beside it."""
        self.made.append(self.cells[to])
        self.cells[gap], self.cells[to] = self.cells[to], 0

    def lay(self, targets: tuple[int, ...]) -> None:
        """Brings the tiles that belong on these cells there at once, by breadth-first search over them and the gap."""
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
                    after = (to, *(gap if place == to else place for place in state[1:]))
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
        """Solves the corner that is left, optimally by itself, with Manhattan distance: it has nine cells at most."""
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
        turned = orientation(framed(rows, len(left) // rows, goal))
        plain = tables(turned.rows, turned.cols, turned.gap, ())
        cells = bytes(names[self.cells[cell]] for cell in left)
        for name in plain.solver.solve(turned.turned(cells), None, 1).moves:
            number = numbers[turned.numbers[name]]
            self.slide(self.cells.index(0), self.cells.index(number))


def _without_returns(made: list[int]) -> list[int]:
    """The moves without those that the next one takes back."""
    kept: list[int] = []
    for number in made:
        if kept and kept[-1] == number:
            kept.pop()
        else:
            kept.append(number)
    return kept
