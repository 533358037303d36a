"""Estimates how hard a level is from counts of its solution, such as pushes, and the luck a fallible player needs."""

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
"""Luck is computed exactly for up to this many positions, and sampled if there are more."""
WALKS, SEED = 200, 1
"""The number of walks per stage when luck is sampled, and a fixed seed, so that every run gives the same value."""
TYPICAL_SOLUTIONS = 2**6
"""The number of push-optimal solutions of a typical level, used if the actual number is unknown."""


def features(puzzle: Sokoban, moves: Iterable[Move]) -> dict[str, int]:
    """Count the moves, pushes, box lines, box changes, pushing sessions and player lines of a solution.

    A box line is a run of pushes of one box in one direction. A box change is a push of a different box from the
    previous one. A pushing session is a run of pushes without a walk in between. A player line is a run of steps in one
    direction.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("6#|#@-$.#|6#")
    >>> features(level, level.from_notation("rR"))["pushes"]
    1
    """
    names = ("moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines")
    position, out = puzzle, dict.fromkeys(names, 0)
    last_step = last_push_step = 0
    last_box: int | None = None  # the current square of the box that was pushed last
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


# -- the model of solving times


def human_features(puzzle: Sokoban, result: Result, task: Task | None = None) -> dict[str, Any]:
    """Return the luck that two kinds of fallible player need, the share of hidden dead ends, and the solution's counts.

    ``luck`` and ``box_luck`` are log2(1 - log2 P), where P is the chance of success for a player who plans single
    pushes or whole box paths, respectively (see docs/difficulty.md). ``hidden_dead`` is the share of positions that are
    dead for no visible reason, ``walk`` is the number of steps without a push, and ``solutions`` is the number of
    solutions with the fewest pushes.
    """
    from . import native

    figures = features(puzzle, result.moves)
    study = native.study(puzzle, MAX_POSITIONS, WALKS, SEED, task)
    if study["luck"] is None:
        return study
    if "box_luck" not in study:  # the explored part of a large space has no solution
        study["box_luck"] = study["luck"]
    return study | {"walk": figures["moves"] - figures["pushes"], "boxes": len(puzzle.boxes)} | figures


def inputs(features: Mapping[str, Any]) -> dict[str, float]:
    return {
        "luck": features["luck"],
        "box_luck": features["box_luck"],
        "hidden_dead": features["hidden_dead"],
        "walk": log2(1 + features["walk"]),
        "solutions": -log2(features.get("solutions", TYPICAL_SOLUTIONS)),
    }


def why(puzzle: Sokoban, result: Result, features: Mapping[str, Any]) -> Message:
    if features["pushes"] == 1:
        return Message("one push solves it")
    reasons = [push_what_looks_right(features), *_about_dead_ends(puzzle, features), *_about_solutions(features)][:2]
    return reasons[0] if len(reasons) < 2 else Message("{first}, and {second}", first=reasons[0], second=reasons[1])


def push_what_looks_right(features: Mapping[str, Any]) -> Message:
    """Return a message that says how often pushing what looks right solves the level."""
    return how_often(
        features,
        (
            Message("pushing what looks right usually solves it"),
            Message("pushing what looks right sometimes solves it"),
            Message("pushing what looks right rarely solves it"),
            Message("pushing what looks right hardly ever solves it"),
        ),
    )


def _about_dead_ends(puzzle: Sokoban, features: Mapping[str, Any]) -> list[Message]:
    """Return at most one message about dead ends other than dead squares."""
    if features["hidden_dead"] > 0.45:
        return [Message("many positions are hidden dead ends")]
    if features.get("dead_end") is not None or "luck_error" in features:
        return []
    board = puzzle.board
    if len(puzzle.boxes) > len(board.goals) or board.area(puzzle.player) <= board.nearest.keys():
        return [Message("no mistake is final")]
    return [Message("no mistake is final as long as the boxes stay off dead squares")]


def _about_solutions(features: Mapping[str, Any]) -> list[Message]:
    """Return at most one message about the number of best solutions or about the kind of solution."""
    solutions = 0 if "luck_error" in features else features.get("solutions", 0)
    if solutions == 1:
        return [Message("there is only one best order of pushes")]
    if features["box_luck"] < features["luck"] - 0.8:
        return [Message("thinking box by box makes it easier")]
    if features["walk"] > 4 * features["pushes"]:
        return [Message("the solution walks much more than it pushes")]
    if features["box_changes"] > 3 * features["boxes"]:
        return [Message("the solution keeps switching between boxes")]
    return [Message("many orders of pushes are equally short")] if solutions > 2**10 else []


HUMAN = Model.human(WEIGHTS, inputs, why)
