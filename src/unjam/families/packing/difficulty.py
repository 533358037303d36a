"""How hard a packing is: how often someone succeeds who fills the first empty cell with anything that fits.

The player takes the empty cells in order, lays any piece there that fits and leaves no hole smaller than every piece
left over, each way alike, and never takes one back. His chance is the sum over all solutions of the product of
1 / (ways that he sees) along each.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...core.explanation import TINY, how_often
from ...core.puzzle import Limits, Message, Model, Move, Result, Task, plural
from .lifting import is_lift
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Packing

SOLUTIONS = 20
"""The player is followed along so many solutions; where there are more, the others are taken to be like them."""
SECONDS = 2.0
"""For counting the solutions where there are many."""


def features(position: Packing, result: Result, task: Task | None = None) -> dict[str, Any]:
    """The pieces to lay, the solutions there are, and the luck of the player: log2(1 - log2 P).

    >>> from unjam import Packing, solve
    >>> position = Packing.parse("board 3 2\\nA 1x2\\nB 2x2")
    >>> features(position, solve(position))
    {'pieces': 2, 'solutions': 2, 'luck': 0.0}
    """
    task = task or Task(position.metrics[0])
    for move in result.moves:  # what has to come off first is not what makes the board hard to fill
        if is_lift(move):
            position = position.play(move)
    native = position.native
    assert native is not None
    found, end = _listed(position, task)
    solutions, counted = len(found), end
    if solutions == SOLUTIONS:
        counted = native.count(position, Task(task.metric, Limits(SECONDS, task.limits.bytes), task.control))
        solutions = max(solutions, (counted.solutions if counted else None) or 0)
    elif end is None or end.status == "gave_up":  # the luck of a part of so few would be too bad
        return {"luck": None, "reason": None if end is None else end.reason}
    chance = sum(_chance(position, moves) for moves in found) * solutions / len(found)
    out = {"pieces": len(position.waiting), "solutions": solutions, "luck": log2(1 - log2(min(1.0, chance)))}
    return out | ({"more_solutions": True} if counted is None or counted.status == "gave_up" else {})


def _listed(position: Packing, task: Task) -> tuple[list[tuple[Move, ...]], Result | None]:
    """The first solutions, and how their list ended where it did within so many."""
    native = position.native
    assert native is not None
    found: list[tuple[Move, ...]] = []
    listed = native.solutions(position, task)
    assert listed is not None
    while len(found) < SOLUTIONS:
        try:
            found.append(next(listed))
        except StopIteration as end:
            return found, end.value
    return found, None


def _chance(position: Packing, moves: tuple[Move, ...]) -> float:
    """The chance that the player lays just this solution."""
    final = position.after(moves)
    masks = {piece: final.place(piece).mask for piece in position.waiting if final.spots[piece] is not None}
    empty, left, chance = position.empty, dict(masks), 1.0
    waiting = list(position.waiting)
    while left:
        cell = empty & -empty
        piece = next((piece for piece, mask in left.items() if mask & cell), None)
        if piece is None:  # a cell that this solution leaves empty
            empty ^= cell
            continue
        chance /= max(1, _ways(position, waiting, empty, cell))
        empty &= ~left.pop(piece)
        waiting.remove(piece)
    return chance


def _ways(position: Packing, waiting: list[int], empty: int, cell: int) -> int:
    """How many ways to cover the cell the player sees: those that fit and leave no hole too small for any piece."""
    tray = position.tray
    kinds = [tray.kind_of[piece] for piece in waiting]
    count = 0
    for kind in set(kinds):
        rest = [tray.kinds[other].area for at, other in enumerate(kinds) if at != kinds.index(kind)]
        least = min(rest, default=0)
        for place in tray.places[kind]:
            if place.mask & cell and not place.mask & ~empty:
                count += tray.leftover or not _holed(position, empty & ~place.mask, place.mask, least)
    return count


def _holed(position: Packing, empty: int, laid: int, least: int) -> bool:
    """Whether a hole beside the piece laid has fewer cells than the least piece."""
    height = position.tray.height
    edges = sum(1 << column * height for column in range(position.tray.width))  # the lowest cell of each column

    def around(cells: int) -> int:
        up, down = (cells << 1) & ~edges, (cells & ~edges) >> 1
        return up | down | cells << height | cells >> height

    rest = around(laid) & empty
    while rest:
        hole = rest & -rest
        while (grown := hole | around(hole) & empty) != hole and grown.bit_count() < least:
            hole = grown
        if (hole | around(hole) & empty).bit_count() < least:
            return True
        rest &= ~hole
    return False


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    """What is weighed: luck."""
    return {"luck": features["luck"]}


def why(position: Packing, result: Result, features: Mapping[str, Any]) -> Message:
    """The rating in a sentence."""
    solutions, chance = features["solutions"], lay_what_fits(features)
    if features.get("more_solutions"):
        return Message("there are at least {n} solutions", n=solutions)
    if chance is None:
        return plural("there is {n} solution", "there are {n} solutions", n=solutions)
    if solutions == 1:
        return Message("{chance}, and there is one solution alone", chance=chance)
    return Message("{chance}, and there are {n} solutions", chance=chance, n=solutions)


def lay_what_fits(features: Mapping[str, Any]) -> Message | None:
    """How often the player of ``luck`` solves the level; None where he was followed along some solutions only."""
    if features["solutions"] > SOLUTIONS or features.get("more_solutions"):
        return None
    if features["luck"] <= TINY:
        return Message("filling from the left without holes, anything that fits solves it")
    return how_often(
        features,
        (
            Message("filling from the left without holes, anything that fits mostly solves it"),
            Message("filling from the left without holes, anything that fits sometimes solves it"),
            Message("filling from the left without holes, anything that fits seldom solves it"),
            Message("filling from the left without holes, anything that fits hardly ever solves it"),
        ),
    )


HUMAN = Model.human(WEIGHTS, inputs, why)
