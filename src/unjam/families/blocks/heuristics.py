"""Estimates of the distance to a solution, with the metrics in which they are admissible or consistent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...core.puzzle import EVERY_METRIC, ZERO, Heuristic, Message, Term, plural

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
    return sum(amount for _, amount in _away(board, metric))


def _away(board: Blocks, metric: str) -> Iterator[tuple[int, int]]:
    """Yield each block that is not at its goal, and what it still costs on an empty board."""
    layout = board.layout
    for block, home in layout.goals.items():
        if board.at[block] != home:
            yield block, layout.lone_distances[block].get(board.at[block], 1) if metric == "steps" else 1


def distance_terms(board: Blocks, metric: str) -> Iterator[Term]:
    layout = board.layout
    for block, amount in _away(board, metric):
        name, home = layout.letters[block], layout.cells(block, layout.goals[block])
        words = Message("block {piece} is not at its goal", piece=name)
        if metric == "steps":
            words = plural(
                "block {piece} is {n} step from its goal on an empty board",
                "block {piece} is {n} steps from its goal on an empty board",
                piece=name,
                n=amount,
            )
        yield Term(amount, words, (name,), home)


HEURISTICS: Mapping[str, Heuristic] = {
    "zero": ZERO,
    "distance": Heuristic(distance, EVERY_METRIC, EVERY_METRIC, distance_terms),
}
