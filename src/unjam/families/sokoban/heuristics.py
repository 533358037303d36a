"""Lower bounds on the distance to a solution, for the reference searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.puzzle import ZERO, Heuristic, Message, Term, plural
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
    return assignment(_pushes(puzzle))


def _pushes(puzzle: Sokoban) -> list[list[int]]:
    """Return the pushes of each box in order to each storage square; transposed if there are more boxes."""
    board = puzzle.board
    boxes = sorted(puzzle.boxes)
    rows = [[board.distances[goal].get(box, UNREACHABLE) for box in boxes] for goal in board.goals]
    if len(boxes) <= len(rows):
        rows = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in boxes]
    return rows


def simple_terms(puzzle: Sokoban, metric: str) -> Iterator[Term]:
    board = puzzle.board
    if len(puzzle.boxes) > len(board.goals):
        return
    for box in sorted(puzzle.boxes):
        goal = min(board.goals, key=lambda each: (board.distances[each].get(box, UNREACHABLE), each), default=None)
        yield _term(puzzle, box, goal)


def matching_terms(puzzle: Sokoban, metric: str) -> Iterator[Term]:
    boxes, goals = sorted(puzzle.boxes), list(puzzle.board.goals)
    for row, column in enumerate(match_rows(_pushes(puzzle))):
        box, goal = (row, column) if len(boxes) <= len(goals) else (column, row)
        yield _term(puzzle, boxes[box], goals[goal])


def _term(puzzle: Sokoban, box: int, goal: int | None) -> Term:
    board = puzzle.board
    pushes = UNREACHABLE if goal is None else board.distances[goal].get(box, UNREACHABLE)
    row, column = board.place(box)
    names = ("box@{},{}".format(*board.cell(box)),)
    if goal is None or pushes == UNREACHABLE:
        words = Message("the box in row {row}, column {column} cannot reach a goal", row=row, column=column)
        return Term(pushes, words, names)
    to_row, to_column = board.place(goal)
    words = plural(
        "the box in row {row}, column {column} is {n} push from the goal in row {to_row}, column {to_column}",
        "the box in row {row}, column {column} is {n} pushes from the goal in row {to_row}, column {to_column}",
        row=row,
        column=column,
        n=pushes,
        to_row=to_row,
        to_column=to_column,
    )
    return Term(pushes, words, names, (board.cell(goal),))


def assignment(rows: list[list[int]]) -> int:
    """Return the smallest sum of one entry per row, all in different columns; needs at least as many columns as rows.

    >>> assignment([[4, 1, 3], [2, 0, 5]])
    3
    """
    return sum(rows[i][j] for i, j in enumerate(match_rows(rows)))


def match_rows(rows: list[list[int]]) -> list[int]:
    """Return the column of each row in a cheapest assignment; none if there are no columns."""
    if not rows or not rows[0]:
        return []
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
    return taken


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
    "simple": Heuristic(simple, _BOTH, _BOTH, simple_terms),
    "matching": Heuristic(matching, _BOTH, _BOTH, matching_terms),
}
