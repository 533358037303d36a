"""The ``must-move`` estimate: counts the cars that certainly have to move, by following chains of forced moves.

A *demand* says that a car must leave a certain cell at some point. The target makes a demand on every car in its way.
A car meets a demand by moving backward or forward by a known number of cells. A direction is impossible if the lane has
no room even with its other cars pushed together, which accounts for edges, walls and long cars far away. The cars on
the cells that it needs must leave first, which creates new demands. If only one direction is possible, all of these
demands are forced. If both are possible, only the cars on both paths are certain to move, plus as many other cars as
there are on the path with fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.puzzle import Message, Term, plural

if TYPE_CHECKING:
    from .position import RushHour

BACKWARD, FORWARD = -1, 1
EITHER = (BACKWARD, FORWARD)


Demand = tuple[int, int, tuple[int, ...]]
"""A car, the bit of the cell that it must uncover, and the directions in which it may do so."""


def must_move(board: RushHour, metric: str) -> int:
    """Return a lower bound on the moves (or steps) of every solution; 0 at the goal.

    Admissible in both metrics: in every solution, each counted car is at some point at least its counted distance away
    from where it is now. Not consistent: one move may free the whole chain that depended on it.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> must_move(board, "moves"), must_move(board, "steps")
    (2, 4)
    """
    if board.is_solved():
        return 0
    distances, more = _certain_moves(board)
    total = len(distances) if metric == "moves" else sum(distances.values())
    return total + sum(n for n, _ in more)


def must_move_terms(board: RushHour, metric: str) -> Iterator[Term]:
    """Yield a term for each car that certainly has to move, and one for each set of cars of which some have to."""
    if board.is_solved():
        return
    labels, target = board.lot.labels, board.lot.target
    distances, more = _certain_moves(board)
    for car, far in distances.items():
        amount, label = 1 if metric == "moves" else far, labels[car]
        if car == target:
            words = Message("car {car} has to drive out", car=label)
        elif metric == "moves":
            words = Message("car {car} certainly has to move", car=label)
        else:
            words = plural(
                "car {car} has to move by at least {n} cell", "car {car} has to move by at least {n} cells",
                car=label, n=far,
            )  # fmt: skip
        yield Term(amount, words, (label,))
    for n, cars in more:
        names = sorted(labels[car] for car in cars)
        words = plural(
            "at least {n} of these cars has to move, too: {cars}",
            "at least {n} of these cars have to move, too: {cars}",
            n=n, cars=", ".join(names),
        )  # fmt: skip
        yield Term(n, words, tuple(names))


def _certain_moves(board: RushHour) -> tuple[dict[int, int], list[tuple[int, frozenset[int]]]]:
    """Return how far each car that must move has to, and (number, cars) where some of several other cars must."""
    lot = board.lot
    distances = {lot.target: abs(lot.goal - board.at[lot.target])}  # car -> how far from here it must be at some point
    choices = _follow_demands(board, distances)
    used, more_cars = set(distances), list[tuple[int, frozenset[int]]]()
    for left, right in choices:
        more = min(len(left - distances.keys()), len(right - distances.keys()))
        if more and not (left | right) & (used - distances.keys()):
            used |= left | right
            more_cars.append((more, (left | right) - distances.keys()))
    return distances, more_cars


def _follow_demands(board: RushHour, distances: dict[int, int]) -> list[tuple[frozenset[int], ...]]:
    """Add each car that must move to ``distances``; return the cars on each path wherever there is a choice."""
    lot, at = board.lot, board.at
    owner = {bit: car for car, bits in enumerate(lot.bits) for bit in bits[at[car] : at[car] + lot.lengths[car]]}
    demands = _target_demands(board, owner)
    seen = set(demands)
    choices: list[tuple[frozenset[int], ...]] = []
    while demands:
        car, bit, directions = demands.pop()
        escapes = [escape for d in directions if (escape := _escape(board, car, bit, d, owner)) is not None]
        if not escapes:
            distances.setdefault(car, 1)
            continue
        distances[car] = max(distances.get(car, 0), min(distance for distance, _ in escapes))
        if len(escapes) == 1:
            for demand in escapes[0][1]:
                if demand not in seen:
                    seen.add(demand)
                    demands.append(demand)
        else:
            needs = tuple(frozenset(other for other, _, _ in others) for _, others in escapes)
            for other in needs[0] & needs[1]:
                distances.setdefault(other, 1)
            choices.append(needs)
    return choices


def _target_demands(board: RushHour, owner: dict[int, int]) -> list[Demand]:
    """Return the demands on the cars between the target and the exit."""
    lot, here = board.lot, board.at[board.lot.target]
    bits, direction = lot.bits[lot.target], FORWARD if lot.goal else BACKWARD
    ahead = bits[here + lot.lengths[lot.target] :] if lot.goal else bits[:here][::-1]
    cars = ((owner.get(bit), bit) for bit in ahead)
    return [(car, bit, _directions(board, lot.target, car, direction)) for car, bit in cars if car is not None]


def _share_lane(board: RushHour, car: int, other: int) -> bool:
    first, second = board.lot.cars[car], board.lot.cars[other]
    return first.horizontal == second.horizontal and first.lane == second.lane


def _directions(board: RushHour, pusher: int, car: int, direction: int) -> tuple[int, ...]:
    """Return the directions in which a car can make room: ahead if it shares the pusher's lane, otherwise both."""
    return (direction,) if _share_lane(board, pusher, car) else EITHER


def _escape(
    board: RushHour, car: int, bit: int, direction: int, owner: dict[int, int]
) -> tuple[int, list[Demand]] | None:
    """Return how far the car must move to uncover the cell, and the resulting demands; None if there is no room."""
    lot = board.lot
    bits, here, length = lot.bits[car], board.at[car], lot.lengths[car]
    cell = bits.index(bit)
    to = cell + 1 if direction == FORWARD else cell - length
    if to < 0 or to + length > len(bits):
        return None
    if direction == FORWARD:
        needed, beyond = bits[here + length : to + length], bits[to + length :]
    else:
        needed, beyond = bits[to:here][::-1], bits[:to][::-1]
    demands = []
    pushed: set[int] = set()
    for each in needed:
        if lot.walls & each:
            return None
        if (other := owner.get(each)) is not None:
            demands.append((other, each, _directions(board, car, other, direction)))
            if _share_lane(board, car, other):
                pushed.add(other)
    room = 0
    for each in beyond:
        if lot.walls & each:
            break
        room += 1
        if (other := owner.get(each)) is not None and _share_lane(board, car, other):
            pushed.add(other)
    if sum(lot.lengths[mate] for mate in pushed) > room:
        return None
    return abs(to - here), demands
