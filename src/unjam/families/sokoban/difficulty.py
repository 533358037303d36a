"""What makes a level hard: the numbers of its solution that designers compare, and the luck that players need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log2
from typing import TYPE_CHECKING, Any

from ...core.explanation import how_often
from ...core.puzzle import Message, Model, Move, Result, Task
from .weights import WEIGHTS

if TYPE_CHECKING:
    from .position import Sokoban

MAX_POSITIONS = 400_000
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
    found = native.study(puzzle, MAX_POSITIONS, WALKS, SEED, task)
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
    if features["pushes"] == 1:
        return Message("one push solves it")
    said = [push_what_looks_right(features), *_traps(puzzle, features), *_ways(features)][:2]
    return said[0] if len(said) < 2 else Message("{one}, and {other}", one=said[0], other=said[1])


def push_what_looks_right(features: Mapping[str, Any]) -> Message:
    """How often the player of ``luck`` solves the level."""
    return how_often(
        features,
        (
            Message("pushing what looks right mostly solves it"),
            Message("pushing what looks right sometimes solves it"),
            Message("pushing what looks right seldom solves it"),
            Message("pushing what looks right hardly ever solves it"),
        ),
    )


def _traps(puzzle: Sokoban, features: Mapping[str, Any]) -> list[Message]:
    """What is said of dead ends. The positions of a study are those with no box on a dead square."""
    if features["hidden_dead"] > 0.45:
        return [Message("many positions are dead ends that do not show")]
    if features.get("dead_end") is not None or "luck_error" in features:
        return []
    board = puzzle.board
    if len(puzzle.boxes) > len(board.goals) or board.area(puzzle.player) <= board.nearest.keys():
        return [Message("nothing can go wrong for good")]
    return [Message("nothing goes wrong while the boxes stay off dead squares")]


def _ways(features: Mapping[str, Any]) -> list[Message]:
    """What is said of the best solutions together, where the whole space was studied, and of the one that was found."""
    solutions = 0 if "luck_error" in features else features.get("solutions", 0)
    if solutions == 1:
        return [Message("there is one best order of pushes alone")]
    if features["box_luck"] < features["luck"] - 0.8:
        return [Message("thinking box by box makes it easier")]
    if features["walk"] > 4 * features["pushes"]:
        return [Message("the solution walks much more than it pushes")]
    if features["box_changes"] > 3 * features["boxes"]:
        return [Message("the solution keeps changing from box to box")]
    return [Message("many orders of pushes are equally short")] if solutions > 2**10 else []


HUMAN = Model.human(WEIGHTS, inputs, why)
