"""Estimates of the distance to a solution, with the metrics in which they are admissible or consistent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.puzzle import EVERY_METRIC, ZERO, Heuristic

if TYPE_CHECKING:
    from .position import Blocks


def distance(board: Blocks, metric: str) -> int:
    """Return the number of blocks not at their goals or, in steps, the sum of their distances on an empty board.

    Admissible and consistent in both metrics: a move takes one block along a path that is no shorter than on an empty
    board.

    >>> from unjam.families.blocks import Blocks
    >>> board = Blocks.parse("AB.\\nA..\\ngoal A at 0,2\\ngoal B at 0,1")
    >>> distance(board, "moves"), distance(board, "steps")
    (1, 2)
    """
    layout, total = board.layout, 0
    for block, home in layout.goals.items():
        if board.at[block] != home:
            total += layout.lone_distances[block].get(board.at[block], 1) if metric == "steps" else 1
    return total


HEURISTICS: Mapping[str, Heuristic] = {
    "zero": ZERO,
    "distance": Heuristic(distance, admissible=EVERY_METRIC, consistent=EVERY_METRIC),
}
