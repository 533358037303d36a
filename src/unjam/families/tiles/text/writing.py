"""Writes tile boards as text, and provides the standard goals for boards without a goal line."""

from __future__ import annotations

from itertools import pairwise

from ....core.puzzle import Message, Unsupported

GOALS = ("first", "last")


def standard_goal(rows: int, cols: int, where: str = "first") -> bytes:
    """Return the goal with the gap first (0 1 2 …) or last (1 2 … 0).

    >>> list(standard_goal(2, 2, "last"))
    [1, 2, 3, 0]
    """
    if where not in GOALS:
        raise Unsupported.choice(Message("unknown goal '{name}'", name=where), GOALS)
    numbers = range(rows * cols)
    return bytes(numbers) if where == "first" else bytes([*numbers[1:], 0])


def write_board(rows: int, cols: int, cells: bytes, goal: bytes, *, line: bool = False) -> str:
    """Return the board as text, with its size if it is not square and its goal if it is not 0 1 2 …"""
    parts = [] if rows == cols and rows > 1 else [f"{rows} {cols}"]
    parts.append(numbers(cells, cols, line))
    if goal != standard_goal(rows, cols):
        parts += ["goal", numbers(goal, cols, line)]
    return "\n".join(parts)


def numbers(cells: bytes, cols: int, line: bool = False) -> str:
    """Return the numbers in aligned rows, or on one line.

    >>> print(numbers(bytes([3, 0, 1, 2]), 2))
    3 0
    1 2
    """
    if line:
        return " ".join(map(str, cells))
    width = len(str(len(cells) - 1))
    edges = pairwise(range(0, len(cells) + 1, cols))
    return "\n".join(" ".join(f"{number:{width}}" for number in cells[a:b]) for a, b in edges)
