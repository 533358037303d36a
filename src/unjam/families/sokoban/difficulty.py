"""What makes a level hard: the numbers of its solution that designers compare, and the luck that players need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...puzzle import Message, Model, Move, Result, Task
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Sokoban

MOST_POSITIONS = 400_000
"""Luck is worked out exactly over so many positions; in larger spaces it is sampled."""
WALKS, SEED = 200, 1
"""Walks of each stage where luck is sampled, and the seed, so that every run gives the same."""
USUAL_SOLUTIONS = 2**6
"""Push-optimal solutions of a level in the middle, for one whose own could not be counted."""


def features(puzzle: Sokoban, moves: Iterable[Move]) -> dict[str, int]:
    """Moves, pushes, box lines, box changes, pushing sessions and player lines of a solution.

    A box line is a run of pushes of one box in one direction; a box change is a push of another box than the last one
    pushed; a pushing session is a run of pushes without a walk between; a player line is a run of steps in one
    direction.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("6#|#@-$.#|6#")
    >>> features(level, level.from_lurd("rR"))["pushes"]
    1
    """
    names = ("moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines")
    position, out = puzzle, dict.fromkeys(names, 0)
    last_step = last_push_step = 0
    last_box: int | None = None  # the square where the box pushed last now stands
    pushing = False
    for move in moves:
        r, c = move.to
        to = r * puzzle.board.cols + c
        step = to - position.player
        out["moves"] += 1
        out["player_lines"] += step != last_step
        if to in position.boxes:
            out["pushes"] += 1
            same = to == last_box
            out["box_changes"] += not same and last_box is not None
            out["box_lines"] += not (same and step == last_push_step)
            out["pushing_sessions"] += not pushing
            pushing, last_box, last_push_step = True, to + step, step
        else:
            pushing = False
        last_step = step
        position = position.play(move)
    return out


# -- the model of people


def human_features(puzzle: Sokoban, result: Result, task: Task | None = None) -> dict[str, Any]:
    """How two fallible players fare, what waits for them, and the figures of the solution.

    ``luck`` and ``box_luck`` are log2(1 - log2 P) of a player who thinks in pushes, and of one who takes a box anywhere
    in one thought (see ``player``). ``hidden_dead`` is the share of positions that are dead though nothing shows it,
    ``walk`` the steps without a push, ``solutions`` the number of solutions with the fewest pushes.
    """
    from . import native

    figures = features(puzzle, result.moves)
    found = native.study(puzzle, MOST_POSITIONS, WALKS, SEED, task)
    if found["luck"] is None:
        return found
    if "box_luck" not in found:  # the listed part of a large space has no solution
        found["box_luck"] = found["luck"]
    return found | {"walk": figures["moves"] - figures["pushes"], "boxes": len(puzzle.boxes)} | figures


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    """What the model weighs: both kinds of luck, the share of hidden dead ends, logarithms of walk and solutions."""
    return {
        "luck": features["luck"],
        "box_luck": features["box_luck"],
        "hidden_dead": features["hidden_dead"],
        "walk": log2(1 + features["walk"]),
        "solutions": -log2(features.get("solutions", USUAL_SOLUTIONS)),
    }


def why(puzzle: Sokoban, result: Result, features: Mapping[str, Any]) -> Message:
    """The rating in a sentence."""
    said = [*_chances(features["luck"]), *_traps(features), *_ways(features)][:2]
    if len(said) < 2:
        return said[0] if said else Message("middling in every respect")
    return Message("{one}, and {other}", one=said[0], other=said[1])


def _chances(luck: float) -> list[Message]:
    if luck < 1.5:
        return [Message("pushes that look right are right")]
    if luck < 2.8:
        return [Message("most pushes that look right are right")]
    return (
        [Message("many pushes that look right are wrong")]
        if luck < 3.8
        else [Message("few pushes look right that are")]
    )


def _traps(features: Mapping[str, Any]) -> list[Message]:
    if features["hidden_dead"] > 0.45:
        return [Message("dead ends lurk everywhere and do not show")]
    if features.get("dead_end") is None and "luck_error" not in features:
        return [Message("nothing can go wrong for good")]
    return []


def _ways(features: Mapping[str, Any]) -> list[Message]:
    if features.get("solutions") == 1:
        return [Message("there is one best order of pushes alone")]
    if features["box_luck"] < features["luck"] - 0.8:
        return [Message("who thinks box by box sees it soon")]
    if features["walk"] > 4 * features["pushes"]:
        return [Message("much walking lies between the pushes")]
    if features["box_changes"] > 3 * features["boxes"]:
        return [Message("the boxes have to wait for each other")]
    return [Message("much can be done in any order")] if features.get("solutions", 0) > 2**10 else []


HUMAN = Model.human(WEIGHTS, inputs, why)
