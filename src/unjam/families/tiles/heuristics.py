"""Estimates of the number of moves that a board still needs, from simple counts to pattern tables.

All but ``difference`` are admissible, so searches that use them can prove that their solutions are optimal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.puzzle import ZERO, Heuristic, Message, Term, plural
from .orientation import orientation
from .tables import choose_tables

if TYPE_CHECKING:
    from ...core.puzzle import Cell
    from .board import Frame
    from .position import Tiles

MAX_WALKING_LINES = 4
"""The maximum number of lines with a lookup table for walking distance; five would need 65 million entries."""


def misplaced(board: Tiles, metric: str) -> int:
    """Return the number of tiles that are not home; each needs at least one move."""
    return sum(a != b and a != 0 for a, b in zip(board.cells, board.frame.goal, strict=True))


def difference(board: Tiles, metric: str) -> int:
    """Return the sum over all cells of |number − number in the goal|; not a lower bound, but often taught."""
    return sum(abs(a - b) for a, b in zip(board.cells, board.frame.goal, strict=True))


@lru_cache(maxsize=64)
def _distances(frame: Frame) -> tuple[tuple[int, ...], ...]:
    """Return, for each number, its distance from home on every cell; for the gap, always 0."""
    cols, count = frame.cols, frame.rows * frame.cols
    table = [(0,) * count]
    for number in range(1, count):
        row, col = divmod(frame.home[number], cols)
        table.append(tuple(abs(at // cols - row) + abs(at % cols - col) for at in range(count)))
    return tuple(table)


def manhattan(board: Tiles, metric: str) -> int:
    """Return the sum of the distances of all tiles from home: a tile moves one cell at a time."""
    table = _distances(board.frame)
    return sum(table[number][at] for at, number in enumerate(board.cells))


def linear_conflict(board: Tiles, metric: str) -> int:
    """Return the Manhattan distance plus two for every tile that must leave its home line to let others pass.

    Source: O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
    heuristics", 1992. The tiles that may stay are a longest subsequence whose homes are in increasing order.
    """
    frame = board.frame
    return manhattan(board, metric) + _conflicts(board, frame.rows, True) + _conflicts(board, frame.cols, False)


def _conflicts(board: Tiles, lines: int, along_rows: bool) -> int:
    home, cols, cells = board.frame.home, board.frame.cols, board.cells
    extra = 0
    for line in range(lines):
        numbers = cells[line * cols : (line + 1) * cols] if along_rows else cells[line::cols]
        places = []
        for number in numbers:
            if number:
                row, col = divmod(home[number], cols)
                if (row if along_rows else col) == line:
                    places.append(col if along_rows else row)
        if len(places) > 1:
            extra += 2 * (len(places) - _longest_run(places))
    return extra


def _longest_run(places: list[int]) -> int:
    """Return the length of a longest increasing subsequence (patience sorting)."""
    piles: list[int] = []
    for place in places:
        at = bisect_left(piles, place)
        piles[at : at + 1] = [place]
    return len(piles)


def walking_distance(board: Tiles, metric: str) -> int:
    """Return the vertical plus the horizontal moves needed if only the current and home lines of tiles matter.

    Source: Ken'ichiro Takahashi's 15-puzzle solver. For more than four lines, Manhattan distance and linear
    conflict are used instead. No move is both vertical and horizontal, so the two bounds can be added.
    """
    return _walk(board, True) + _walk(board, False)


def _walk(board: Tiles, vertical: bool) -> int:
    frame, cols = board.frame, board.frame.cols
    lines, length = (frame.rows, cols) if vertical else (cols, frame.rows)
    if lines > MAX_WALKING_LINES:
        distance = 0
        for at, number in enumerate(board.cells):
            if number:
                there = frame.home[number]
                distance += abs(at // cols - there // cols) if vertical else abs(at % cols - there % cols)
        return distance + _conflicts(board, cols if vertical else frame.rows, not vertical)
    counts = [0] * (lines * lines)
    home = frame.home
    for at, number in enumerate(board.cells):
        if number:
            now, then = (at // cols, home[number] // cols) if vertical else (at % cols, home[number] % cols)
            counts[now * lines + then] += 1
    gap_home = home[0] // cols if vertical else home[0] % cols
    gap = board.gap // cols if vertical else board.gap % cols
    return _walks(lines, length, gap_home)[(gap, *counts)]


@lru_cache(maxsize=32)
def _walks(lines: int, length: int, gap_home: int) -> dict[tuple[int, ...], int]:
    """Return a lookup table from (the gap's line, tile counts by line and home line) to the number of moves left."""
    counts = [0] * (lines * lines)
    for line in range(lines):
        counts[line * lines + line] = length - (line == gap_home)
    start = (gap_home, *counts)
    table, frontier = {start: 0}, deque([start])
    while frontier:
        state = frontier.popleft()
        gap, depth = state[0], table[state] + 1
        for other in (gap - 1, gap + 1):
            if not 0 <= other < lines:
                continue
            for home in range(lines):
                if state[1 + other * lines + home]:
                    after = list(state)
                    after[0] = other
                    after[1 + other * lines + home] -= 1
                    after[1 + gap * lines + home] += 1
                    key = tuple(after)
                    if key not in table:
                        table[key] = depth
                        frontier.append(key)
    return table


def pattern(board: Tiles, metric: str) -> int:
    """Return the lower bound from the core's additive pattern tables, the maximum over the board and its mirror image.

    Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002. The tables are built on first use.
    Not consistent: a table stores the minimum over all positions of the gap, so one move can change the estimate by
    more than one.
    """
    bound: int = choose_tables(board.frame, "default").patterns.bound(orientation(board.frame).turn(board.cells))
    return bound


SEPARABLE: dict[str, Callable[[Frame, int, int], int]] = {
    "zero": lambda frame, at, number: 0,
    "misplaced": lambda frame, at, number: number != 0 and frame.home[number] != at,
    "difference": lambda frame, at, number: abs(number - frame.goal[at]),
    "manhattan": lambda frame, at, number: _distances(frame)[number][at],
}
"""Estimates that are sums over the cells; each function returns the contribution of a number on a cell."""


def misplaced_terms(board: Tiles, metric: str) -> Iterator[Term]:
    for number, _ in _away(board):
        yield Term(1, Message("tile {tile} is not at home", tile=number), (str(number),), (_home(board, number),))


def difference_terms(board: Tiles, metric: str) -> Iterator[Term]:
    for at, (here, wanted) in enumerate(zip(board.cells, board.frame.goal, strict=True)):
        words = Message("{here} stands where {wanted} should; 0 is the gap", here=here, wanted=wanted)
        yield Term(abs(here - wanted), words, (), (divmod(at, board.frame.cols),))


def manhattan_terms(board: Tiles, metric: str) -> Iterator[Term]:
    for number, at in _away(board):
        far = _distances(board.frame)[number][at]
        words = plural("tile {tile} is {n} cell from home", "tile {tile} is {n} cells from home", tile=number, n=far)
        yield Term(far, words, (str(number),), (_home(board, number),))


def linear_conflict_terms(board: Tiles, metric: str) -> Iterator[Term]:
    yield from manhattan_terms(board, metric)
    for along_rows, lines in ((True, board.frame.rows), (False, board.frame.cols)):
        for line in range(lines):
            for number in _leaving(board, line, along_rows):
                if along_rows:
                    words = Message("tile {tile} has to leave its row to let others pass, and come back", tile=number)
                else:
                    words = Message(
                        "tile {tile} has to leave its column to let others pass, and come back", tile=number
                    )
                yield Term(2, words, (str(number),))


def walking_distance_terms(board: Tiles, metric: str) -> Iterator[Term]:
    frame = board.frame
    for vertical in (True, False):
        far = _walk(board, vertical)
        if vertical:
            words = plural("the tiles outside their rows need {n} move up or down",
                           "the tiles outside their rows need {n} moves up or down", n=far)  # fmt: skip
        else:
            words = plural("the tiles outside their columns need {n} move left or right",
                           "the tiles outside their columns need {n} moves left or right", n=far)  # fmt: skip
        axis = 0 if vertical else 1
        away = (n for n, at in _away(board) if divmod(at, frame.cols)[axis] != _home(board, n)[axis])
        yield Term(far, words, tuple(map(str, away)))


def pattern_terms(board: Tiles, metric: str) -> Iterator[Term]:
    far = pattern(board, metric)
    words = plural("together, the tables of groups of tiles know of {n} move",
                   "together, the tables of groups of tiles know of {n} moves", n=far)  # fmt: skip
    yield Term(far, words)


def _away(board: Tiles) -> Iterator[tuple[int, int]]:
    """Yield each tile that is not at home, and its cell."""
    return ((n, at) for at, n in enumerate(board.cells) if n and board.frame.goal[at] != n)


def _home(board: Tiles, number: int) -> Cell:
    return divmod(board.frame.home[number], board.frame.cols)


def _leaving(board: Tiles, line: int, along_rows: bool) -> list[int]:
    """Return the tiles at home in this line that leave it, so that those that stay are in increasing order."""
    cols, cells, across = board.frame.cols, board.cells, 0 if along_rows else 1
    tiles = cells[line * cols : (line + 1) * cols] if along_rows else cells[line::cols]
    at_home = [n for n in tiles if n and _home(board, n)[across] == line]
    place = {n: _home(board, n)[1 - across] for n in at_home}
    runs: list[list[int]] = []  # for each tile, the longest run of tiles in order that ends with it
    for number in at_home:
        before = [run for run in runs if place[run[-1]] < place[number]]
        runs.append([*max(before, key=len, default=[]), number])
    stay = max(runs, key=len, default=[])
    return [number for number in at_home if number not in stay]


_PROVEN = frozenset({"moves"})
HEURISTICS = {
    "zero": ZERO,
    "misplaced": Heuristic(misplaced, _PROVEN, _PROVEN, misplaced_terms),
    "difference": Heuristic(difference, terms=difference_terms),
    "manhattan": Heuristic(manhattan, _PROVEN, _PROVEN, manhattan_terms),
    "linear-conflict": Heuristic(linear_conflict, _PROVEN, _PROVEN, linear_conflict_terms),
    "walking-distance": Heuristic(walking_distance, _PROVEN, _PROVEN, walking_distance_terms),
    "pattern": Heuristic(pattern, _PROVEN, terms=pattern_terms),
}
