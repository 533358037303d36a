"""Lower bounds on the distance to a solution, for the reference searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.puzzle import ZERO, Heuristic
from .board import UNREACHABLE

if TYPE_CHECKING:
    from .position import Sokoban


def simple(puzzle: Sokoban, metric: str) -> int:
    """Return the sum of the pushes from each box to the nearest storage square; 0 if boxes outnumber these squares."""
    nearest = puzzle.board.nearest
    if len(puzzle.boxes) > len(puzzle.board.goals):
        return 0
    return sum(nearest.get(box, UNREACHABLE) for box in puzzle.boxes)


def matching(puzzle: Sokoban, metric: str) -> int:
    """Return the cost of the cheapest assignment of boxes to different storage squares, ignoring boxes on the way.

    This is the Hungarian method (H. W. Kuhn, 1955) with shortest augmenting paths. Every box is assigned to a storage
    square or, if boxes outnumber storage squares, every storage square is assigned to a box.
    """
    board = puzzle.board
    boxes = sorted(puzzle.boxes)
    rows = [[board.distances[goal].get(box, UNREACHABLE) for box in boxes] for goal in board.goals]
    if len(boxes) <= len(rows):
        rows = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in boxes]
    return assignment(rows)


def assignment(rows: list[list[int]]) -> int:
    """Return the smallest sum of one entry per row, all in different columns; needs at least as many columns as rows.

    >>> assignment([[4, 1, 3], [2, 0, 5]])
    3
    """
    if not rows or not rows[0]:
        return 0
    owner = [-1] * len(rows[0])  # column -> the row assigned to it
    taken = [-1] * len(rows)  # row -> the column assigned to it
    u, v = [min(row) for row in rows], [0] * len(owner)  # prices of rows and columns; u[i] + v[j] is at most the cost
    for i, row in enumerate(rows):  # most rows get a cheapest column immediately
        for j, cost in enumerate(row):
            if cost == u[i] and owner[j] < 0:
                owner[j], taken[i] = i, j
                break
    for i in range(len(rows)):
        if taken[i] < 0:
            _augment(rows, i, owner, taken, u, v)
    return sum(row[j] for row, j in zip(rows, taken, strict=True))


def _augment(rows: list[list[int]], start: int, owner: list[int], taken: list[int], u: list[int], v: list[int]) -> None:
    """Assign a column to the row ``start`` along the cheapest augmenting path; rows on it take the next column."""
    far = UNREACHABLE * 1000
    least, came = [far] * len(owner), [-1] * len(owner)
    open_columns, seen = list(range(len(owner))), []
    row, so_far, column = start, 0, -1
    while True:
        costs, base, best, at = rows[row], so_far - u[row], far, 0
        for k, j in enumerate(open_columns):
            now = base + costs[j] - v[j]
            if now < least[j]:
                least[j], came[j] = now, row
            else:
                now = least[j]
            if now < best or (now == best and owner[j] < 0):
                best, at = now, k
        so_far, column = best, open_columns[at]
        open_columns[at] = open_columns[-1]
        open_columns.pop()
        if owner[column] < 0:
            break
        seen.append(column)
        row = owner[column]
    u[start] += so_far
    for j in seen:
        u[owner[j]] += so_far - least[j]
        v[j] -= so_far - least[j]
    while column >= 0:
        row = came[column]
        owner[column], taken[row], column = row, column, taken[row]


_BOTH = frozenset({"moves", "pushes"})
# A push moves one box by one square and a walk moves no box, so no estimate can drop by more than a step costs.
HEURISTICS = {
    "zero": ZERO,
    "simple": Heuristic(simple, admissible=_BOTH, consistent=_BOTH),
    "matching": Heuristic(matching, admissible=_BOTH, consistent=_BOTH),
}
