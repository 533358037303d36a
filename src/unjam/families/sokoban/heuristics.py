"""How far a position is from solved, at least: the estimates that the reference searches may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...puzzle import ZERO, Heuristic
from .level import UNREACHABLE

if TYPE_CHECKING:
    from .position import Sokoban


def simple(puzzle: Sokoban, metric: str) -> int:
    """Each box to its nearest storage, as if it were alone; 0 when there are more boxes than storages."""
    nearest = puzzle.board.nearest
    if len(puzzle.boxes) > len(puzzle.board.goals):
        return 0
    return sum(nearest.get(box, UNREACHABLE) for box in puzzle.boxes)


def matching(puzzle: Sokoban, metric: str) -> int:
    """The cheapest assignment of boxes to different storages, each box as if it were alone.

    The Hungarian method (H. W. Kuhn, 1955) in the shortest augmenting path form. The smaller side is assigned: every
    box, or with more boxes than storages every storage.
    """
    board = puzzle.board
    boxes = sorted(puzzle.boxes)
    rows = [[board.distances[goal].get(box, UNREACHABLE) for box in boxes] for goal in board.goals]
    if len(boxes) <= len(rows):
        rows = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in boxes]
    return assignment(rows)


def assignment(rows: list[list[int]]) -> int:
    """The least sum when each row takes a column of its own; there are at least as many columns as rows.

    >>> assignment([[4, 1, 3], [2, 0, 5]])
    3
    """
    if not rows or not rows[0]:
        return 0
    width = len(rows[0])
    u, v = [0] * (len(rows) + 1), [0] * (width + 1)
    owner, came = [0] * (width + 1), [0] * (width + 1)
    for i in range(1, len(rows) + 1):
        owner[0], column = i, 0
        least = [UNREACHABLE * 1000] * (width + 1)
        used = [False] * (width + 1)
        while owner[column]:
            used[column] = True
            row, delta, best = owner[column], UNREACHABLE * 1000, 0
            for j in range(1, width + 1):
                if not used[j]:
                    now = rows[row - 1][j - 1] - u[row] - v[j]
                    if now < least[j]:
                        least[j], came[j] = now, column
                    if least[j] < delta:
                        delta, best = least[j], j
            for j in range(width + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            column = best
        while column:
            owner[column] = owner[came[column]]
            column = came[column]
    return sum(rows[owner[j] - 1][j - 1] for j in range(1, width + 1) if owner[j])


_BOTH = frozenset({"moves", "pushes"})
# A push moves one box by one square and a walk none, so no estimate can drop by more than the step costs.
HEURISTICS = {
    "zero": ZERO,
    "simple": Heuristic(simple, admissible=_BOTH, consistent=_BOTH),
    "matching": Heuristic(matching, admissible=_BOTH, consistent=_BOTH),
}
