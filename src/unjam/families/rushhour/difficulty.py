"""Difficulty models for Rush Hour: one fitted to people's solving times, and a classic formula."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2, sqrt
from typing import TYPE_CHECKING, Any

from ...core.explanation import how_often, length, odds
from ...core.puzzle import Cell, Message, Model, Result, Task
from .heuristics import blockers
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import RushHour

MAX_POSITIONS = 400_000
"""Luck is computed exactly for up to this many positions, and sampled if there are more."""
WALKS, SEED = 400, 1
"""The number of walks per stage when luck is sampled, and a fixed seed, so that every run gives the same value."""
TYPICAL_MOVES = round(2 ** WEIGHTS.typical["moves"])


# -- the model of people's solving times


def features(board: RushHour, result: Result, task: Task | None = None) -> dict[str, Any]:
    """Return the solution length, and the luck needed by an imperfect player who moves blocking cars out of the way.

    Luck is log2(1 - log2 P), where P is the player's chance of solving the level (see docs/difficulty.md).
    ``solutions`` is the number of shortest solutions, and ``forced`` is the number of moves at the start that every
    shortest solution shares.

    >>> from unjam import solve
    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> values = features(board, solve(board))
    >>> values["moves"], values["positions"], values["solutions"], round(values["luck"], 2)
    (2, 17, 1, 0.05)
    """
    from . import native

    out = {"moves": len(result.moves), "cars": len(board.lot.cars)}
    return out | native.study(board, MAX_POSITIONS, WALKS, SEED, task)


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    return {"moves": log2(max(1, features["moves"])), "luck": features["luck"]}


def why(board: RushHour, result: Result, features: Mapping[str, Any]) -> Message:
    if features["moves"] == 1:
        return Message("out in one move")
    return Message(
        "{length}, and {turn}",
        length=length(features["moves"], TYPICAL_MOVES),
        turn=_notable_fact(board, result, features),
    )


def _notable_fact(board: RushHour, result: Result, features: Mapping[str, Any]) -> Message:
    if _blocks_exit(board, result):
        return Message("the solution begins by blocking the exit")
    if _backs_away(board, result):
        return Message("in the solution the car to free backs away")
    if odds(features["luck"]) < 0.5 and not _begins_with_blocker(board, result):
        return Message("the first car to move is not one of those in the way")
    return follow_blockers(features)


def follow_blockers(features: Mapping[str, Any]) -> Message:
    """Return a message that says how often a player succeeds by moving only cars that block the way."""
    return how_often(
        features,
        (
            Message("clearing one blocking car after another usually frees the car"),
            Message("clearing one blocking car after another sometimes frees the car"),
            Message("clearing one blocking car after another rarely frees the car"),
            Message("clearing one blocking car after another hardly ever frees the car"),
        ),
    )


def _blocks_exit(board: RushHour, result: Result) -> bool:
    """Return whether the first move puts one more car in the target's way."""
    first = result.moves[0]
    car = board.lot.index[first.piece]
    return car != board.lot.target and car not in blockers(board) and car in blockers(board.play(first))


def _begins_with_blocker(board: RushHour, result: Result) -> bool:
    """Return whether the first move is made by the target or by a car in its way."""
    car = board.lot.index[result.moves[0].piece]
    return car == board.lot.target or car in blockers(board)


def _backs_away(board: RushHour, result: Result) -> bool:
    target, away = board.lot.labels[board.lot.target], -1 if board.lot.goal else 1
    position = board
    for move in result.moves:
        if move.piece == target and position.distance(move) * away > 0:
            return True
        position = position.play(move)
    return False


HUMAN = Model.human(WEIGHTS, inputs, why)


# -- the classic formula


def classic_features(board: RushHour, result: Result) -> dict[str, Any]:
    """Return the features of the classic formula, counted in this optimal solution.

    >>> from unjam import solve
    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> classic_features(board, solve(board))
    {'moves': 2, 'cars': 2, 'cars_moved': 2, 'symmetry': 0, 'solution': ['B+1', 'A+3']}
    """
    return {
        "moves": len(result.moves),
        "cars": len(board.lot.cars),
        "cars_moved": len({move.piece for move in result.moves}),
        "symmetry": symmetry(board),
        "solution": board.notations(result.moves),
    }


def symmetry(board: RushHour) -> int:
    """Return the percentage of cars (rounded down) whose mirror image is covered by cars, for the axis with more."""
    lot = board.lot
    cars: list[tuple[Cell, ...]] = [piece.cells for piece in board.scene().pieces]
    covered = {cell for cells in cars for cell in cells}
    sideways = sum(all((row, lot.cols - 1 - col) in covered for row, col in cells) for cells in cars)
    upright = sum(all((lot.rows - 1 - row, col) in covered for row, col in cells) for cells in cars)
    return 100 * max(sideways, upright) // len(cars)


def classic_terms(features: Mapping[str, Any]) -> dict[str, float]:
    """Return the terms of 0.7 · moves^1.4 + 0.2 · √(100 · cars moved / cars) + 0.1 · (100 − symmetry).

    >>> terms = classic_terms({"moves": 2, "cars": 2, "cars_moved": 2, "symmetry": 0})
    >>> {name: round(term, 3) for name, term in terms.items()}
    {'moves': 1.847, 'cars_moved': 2.0, 'symmetry': 10.0}
    """
    return {
        "moves": 0.7 * features["moves"] ** 1.4,
        "cars_moved": 0.2 * sqrt(100 * features["cars_moved"] / features["cars"]),
        "symmetry": 0.1 * (100 - features["symmetry"]),
    }


CLASSIC = Model(classic_terms, features=classic_features)
