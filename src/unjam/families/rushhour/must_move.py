"""The estimate ``must-move``: every car that certainly has to move, found by following forced moves to their end.

A *demand* says "this car must at some moment not cover this cell". The target demands it of every car before it. A car
meets a demand by driving backward or forward, each by a known number of cells, unless there is no room for that in its
lane even with its lane mates pushed together: that is how edges, walls and long cars far away are felt. The cars that
stand on the cells it needs must leave them first, which are new demands. With one direction left, all of these are
forced; with two, only the cars that are in its path in both directions are certain, and one more car of either path if
neither is free yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import RushHour

BACKWARD, FORWARD = -1, 1
EITHER = (BACKWARD, FORWARD)


def must_move(board: RushHour, metric: str) -> int:
    """A number of moves (or steps) that every solution needs; 0 at the goal.

    Admissible in both metrics: each car of the closure is shown to stand, at some moment of every solution, elsewhere
    than now, and at least so many cells away. Not consistent: one move may free the whole chain that hung on it.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> must_move(board, "moves"), must_move(board, "steps")
    (2, 4)
    """
    lot, at = board.lot, board.at
    if board.is_solved():
        return 0
    here = at[lot.target]
    direction = FORWARD if lot.goal else BACKWARD
    far = {lot.target: abs(lot.goal - here)}  # car -> how many cells away it must stand at some moment
    owner = _owners(board)
    ahead = range(here + lot.lengths[lot.target], len(lot.bits[lot.target])) if lot.goal else range(here - 1, -1, -1)
    demands: list[tuple[int, int, tuple[int, ...]]] = []
    target_bits = lot.bits[lot.target]
    for i in ahead:
        car = owner.get(target_bits[i])
        if car is not None:
            demands.append((car, target_bits[i], _directions(board, lot.target, car, direction)))
    seen = set(demands)
    choices: list[tuple[frozenset[int], ...]] = []
    while demands:
        car, bit, directions = demands.pop()
        escapes = [escape for d in directions if (escape := _escape(board, car, bit, d, owner)) is not None]
        if not escapes:
            far.setdefault(car, 1)
            continue
        least = min(distance for distance, _ in escapes)
        far[car] = max(far.get(car, 0), least)
        if len(escapes) == 1:
            for demand in escapes[0][1]:
                if demand not in seen:
                    seen.add(demand)
                    demands.append(demand)
        else:
            needs = tuple(frozenset(other for other, _, _ in asked) for _, asked in escapes)
            for other in needs[0] & needs[1]:
                far.setdefault(other, 1)
            choices.append(needs)
    total = len(far) if metric == "moves" else sum(far.values())
    used = set(far)
    for one, two in choices:
        more = min(len(one - far.keys()), len(two - far.keys()))
        if more and not (one | two) & (used - far.keys()):
            used |= one | two
            total += more
    return total


def _owners(board: RushHour) -> dict[int, int]:
    """Which car stands on a cell, by the cell's bit."""
    lot, at = board.lot, board.at
    return {bit: car for car, bits in enumerate(lot.bits) for bit in bits[at[car] : at[car] + lot.lengths[car]]}


def _directions(board: RushHour, pusher: int, car: int, direction: int) -> tuple[int, ...]:
    """Where a car can go to make room for the pusher: a lane mate only away from it, any other car either side."""
    one, two = board.lot.cars[pusher], board.lot.cars[car]
    mates = one.horizontal == two.horizontal and one.lane == two.lane
    return (direction,) if mates else EITHER


def _escape(
    board: RushHour, car: int, bit: int, direction: int, owner: dict[int, int]
) -> tuple[int, list[tuple[int, int, tuple[int, ...]]]] | None:
    """How far the car must go in the direction to uncover the cell, and the demands that makes; None without room."""
    lot = board.lot
    bits, here, length = lot.bits[car], board.at[car], lot.lengths[car]
    cell = bits.index(bit)
    if direction == FORWARD:
        to = cell + 1
        needed = range(here + length, to + length)
        beyond = range(to + length, len(bits))
    else:
        to = cell - length
        needed = range(here - 1, to - 1, -1)
        beyond = range(to - 1, -1, -1)
    if to < 0 or to + length > len(bits):
        return None
    demands = []
    room = mates = 0
    me = lot.cars[car]
    pushed: set[int] = set()
    for i in needed:
        other = owner.get(bits[i])
        if lot.walls & bits[i]:
            return None
        if other is not None:
            directions = _directions(board, car, other, direction)
            demands.append((other, bits[i], directions))
            if directions != EITHER and other not in pushed:
                pushed.add(other)
                mates += lot.lengths[other]
    for i in beyond:
        if lot.walls & bits[i]:
            break
        room += 1
        other = owner.get(bits[i])
        if other is not None and other not in pushed:
            mate = lot.cars[other]
            if mate.horizontal == me.horizontal and mate.lane == me.lane:
                pushed.add(other)
                mates += lot.lengths[other]
    if mates > room:
        return None
    return abs(to - here), demands
