"""What makes a level hard: the numbers of its solution that players and designers compare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...puzzle import Move

if TYPE_CHECKING:
    from .position import Sokoban


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
