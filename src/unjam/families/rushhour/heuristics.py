"""Estimates of the distance to a solution, with the metrics in which they are admissible or consistent.

All of them count cars that have to move. ``blocking`` counts only the cars in the target's way, and ``two-level`` also
the cars in their way. ``must-move`` follows every chain of forced moves to its end, so it also finds obstacles that are
far from the target.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...core.puzzle import ZERO, Heuristic, Message, Term
from .must_move import must_move, must_move_terms

if TYPE_CHECKING:
    from .position import RushHour


def blockers(board: RushHour) -> list[int]:
    """Return the cars between the target and the exit, the nearest first.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> [board.lot.labels[car] for car in blockers(board)]
    ['B']
    """
    lot = board.lot
    here, bits = board.at[lot.target], lot.bits[lot.target]
    ahead = bits[here + lot.lengths[lot.target] :] if lot.goal else bits[:here][::-1]
    cars: list[int] = []
    for bit in ahead:
        if board.taken & bit and not lot.walls & bit:
            car = next(i for i, masks in enumerate(lot.masks) if masks[board.at[i]] & bit)
            if car not in cars:
                cars.append(car)
    return cars


def blocking(board: RushHour, metric: str) -> int:
    """Return the number of cars between the target and the exit.

    Each must move at least once, so this is admissible in both metrics. No move changes the count by more than
    one (the target never passes a car), so it is also consistent in both.
    """
    return len(blockers(board))


def blocking_and_target(board: RushHour, metric: str) -> int:
    """Return the number of blockers plus one for the target's move; 0 at the goal.

    Admissible and consistent in both metrics.
    """
    return 0 if board.is_solved() else 1 + len(blockers(board))


def two_level(board: RushHour, metric: str) -> int:
    """Return ``blocking+1`` plus the number of cars at both ends of every blocker that cannot move at all.

    This count is published and taught as consistent, but it is not even admissible: it counts both cars that shut in
    a blocker, although it is enough for one of them to move. A search that uses it therefore never reports its solution
    as optimal. ``must-move`` counts only what is certain.
    """
    if board.is_solved():
        return 0
    return 1 + len(blockers(board)) + len(_shutting_in(board))


def _shutting_in(board: RushHour) -> set[int]:
    """Return the cars at both ends of every blocker that cannot move, without the target and the blockers."""
    lot, taken, at = board.lot, board.taken, board.at
    first = blockers(board)
    cars: set[int] = set()
    for car in first:
        bits, tail, front = lot.bits[car], at[car] - 1, at[car] + lot.lengths[car]
        ends = [bits[i] for i in (tail, front) if 0 <= i < len(bits)]
        if all(taken & bit for bit in ends):
            cars.update(i for i, masks in enumerate(lot.masks) if any(masks[at[i]] & bit for bit in ends))
    return cars - {lot.target, *first}


def blocking_terms(board: RushHour, metric: str) -> Iterator[Term]:
    labels = board.lot.labels
    for car in blockers(board):
        words = Message("car {car} stands between car {target} and the exit",
                        car=labels[car], target=labels[board.lot.target])  # fmt: skip
        yield Term(1, words, (labels[car],))


def blocking_and_target_terms(board: RushHour, metric: str) -> Iterator[Term]:
    if not board.is_solved():
        target = board.lot.labels[board.lot.target]
        yield Term(1, Message("car {car} has to drive out", car=target), (target,))
        yield from blocking_terms(board, metric)


def two_level_terms(board: RushHour, metric: str) -> Iterator[Term]:
    if not board.is_solved():
        yield from blocking_and_target_terms(board, metric)
        for label in sorted(board.lot.labels[car] for car in _shutting_in(board)):
            yield Term(1, Message("car {car} shuts in a car that is in the way", car=label), (label,))


BOTH = frozenset({"moves", "steps"})

HEURISTICS: Mapping[str, Heuristic] = {
    "zero": ZERO,
    "blocking": Heuristic(blocking, BOTH, BOTH, blocking_terms),
    "blocking+1": Heuristic(blocking_and_target, BOTH, BOTH, blocking_and_target_terms),
    "two-level": Heuristic(two_level, terms=two_level_terms),
    "must-move": Heuristic(must_move, admissible=BOTH, terms=must_move_terms),
}
