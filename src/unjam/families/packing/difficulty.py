"""Estimates how hard a level is from the success rate of a player who fills empty cells with anything that fits.

The player fills the empty cells in order. For each cell, the player chooses at random among the placements that fit and
leave no hole too small for any remaining piece, and never takes a piece back. The chance of success is the sum, over
all solutions, of the product of 1 / (number of choices) over the steps of the solution.
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

MAX_SOLUTIONS = 20
"""The maximum number of solutions whose chances are computed; any others are assumed to be similar."""
COUNT_SECONDS = 2.0


def features(position: Packing, result: Result, task: Task | None = None) -> dict[str, Any]:
    """Return the number of pieces to place, the number of solutions, and the luck that is needed.

    Luck is log2(1 - log2 P), where P is the player's chance of success.

    >>> from unjam import Packing, solve
    >>> position = Packing.parse("board 3 2\\nA 1x2\\nB 2x2")
    >>> features(position, solve(position))
    {'pieces': 2, 'solutions': 2, 'luck': 0.0}
    """
    task = task or Task(position.metrics[0])
    for move in result.moves:  # lifting pieces beforehand does not make the board harder to fill
        if is_lift(move):
            position = position.play(move)
    fillings, end = _first_solutions(position, task)
    solutions, counted = len(fillings), end
    if solutions == MAX_SOLUTIONS:
        counted = position.native.count(
            position, Task(task.metric, Limits(COUNT_SECONDS, task.limits.bytes), task.control)
        )
        solutions = max(solutions, counted.solutions or 0)
    elif end is None or end.status == "gave_up":  # an incomplete list would make the chance too low
        return {"luck": None, "reason": None if end is None else end.reason}
    chance = sum(_chance(position, moves) for moves in fillings) * solutions / len(fillings)
    out = {"pieces": len(position.waiting), "solutions": solutions, "luck": log2(1 - log2(min(1.0, chance)))}
    return out | ({"more_solutions": True} if counted is None or counted.status == "gave_up" else {})


def _first_solutions(position: Packing, task: Task) -> tuple[list[tuple[Move, ...]], Result | None]:
    """Return the first solutions, and the final result if there are fewer than MAX_SOLUTIONS of them."""
    fillings: list[tuple[Move, ...]] = []
    stream = position.native.solutions(position, task)
    while len(fillings) < MAX_SOLUTIONS:
        try:
            fillings.append(next(stream))
        except StopIteration as end:
            return fillings, end.value
    return fillings, None


def _chance(position: Packing, moves: tuple[Move, ...]) -> float:
    """Return the chance that the player finds exactly this solution."""
    final = position.after(moves)
    masks = {piece: final.place(piece).mask for piece in position.waiting if final.placements[piece] is not None}
    empty, left, chance = position.empty, dict(masks), 1.0
    waiting = list(position.waiting)
    while left:
        cell = empty & -empty
        piece = next((piece for piece, mask in left.items() if mask & cell), None)
        if piece is None:  # this solution leaves the cell empty
            empty ^= cell
            continue
        chance /= max(1, _ways(position, waiting, empty, cell))
        empty &= ~left.pop(piece)
        waiting.remove(piece)
    return chance


def _ways(position: Packing, waiting: list[int], empty: int, cell: int) -> int:
    """Return the number of placements that cover the cell and leave no hole too small for any remaining piece."""
    board = position.board
    kinds = [board.kind_of[piece] for piece in waiting]
    count = 0
    for kind in set(kinds):
        rest = [board.kinds[other].area for at, other in enumerate(kinds) if at != kinds.index(kind)]
        least = min(rest, default=0)
        for place in board.places[kind]:
            if place.mask & cell and not place.mask & ~empty:
                count += board.leftover or not _leaves_hole(position, empty & ~place.mask, least)
    return count


def _leaves_hole(position: Packing, empty: int, least: int) -> bool:
    """Return whether any hole on the board has fewer than ``least`` cells, the size of the smallest remaining piece."""
    height = position.board.height
    edges = sum(1 << column * height for column in range(position.board.width))  # the lowest cell of each column

    def around(cells: int) -> int:
        up, down = (cells << 1) & ~edges, (cells & ~edges) >> 1
        return up | down | cells << height | cells >> height

    rest = empty
    while rest:
        hole, grown = 0, rest & -rest
        while grown != hole and grown.bit_count() < least:
            hole, grown = grown, grown | around(grown) & empty
        if grown.bit_count() < least:
            return True
        rest &= ~grown
    return False


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    return {"pieces": log2(max(1, features["pieces"])), "luck": features["luck"]}


def why(position: Packing, result: Result, features: Mapping[str, Any]) -> Message:
    solutions, chance = features["solutions"], place_what_fits(features)
    if features.get("more_solutions"):
        return Message("there are at least {n} solutions", n=solutions)
    if chance is None:
        return plural("there is {n} solution", "there are {n} solutions", n=solutions)
    if solutions == 1:
        return Message("{chance}, and there is only one solution", chance=chance)
    return Message("{chance}, and there are {n} solutions", chance=chance, n=solutions)


def place_what_fits(features: Mapping[str, Any]) -> Message | None:
    """Return a message that says how often placing whatever fits solves the level; None if this is only estimated."""
    if features["solutions"] > MAX_SOLUTIONS or features.get("more_solutions"):
        return None
    if features["luck"] <= TINY:
        return Message("filling the board from the left, without gaps, with any piece that fits solves it")
    return how_often(
        features,
        (
            Message("filling the board from the left, without gaps, with any piece that fits usually solves it"),
            Message("filling the board from the left, without gaps, with any piece that fits sometimes solves it"),
            Message("filling the board from the left, without gaps, with any piece that fits rarely solves it"),
            Message("filling the board from the left, without gaps, with any piece that fits hardly ever solves it"),
        ),
    )


HUMAN = Model.human(WEIGHTS, inputs, why)
