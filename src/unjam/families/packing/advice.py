"""Advice for designers of packing levels: whether all solutions are images of one."""

from __future__ import annotations

from ...core.design import Advice
from ...core.puzzle import Limits, Message, Result, Task
from .position import Packing

LIMITS = Limits(2.0)


def advice(level: Packing, result: Result) -> list[Advice]:
    """Return a remark if there are several solutions, all of them rotations and reflections of one.

    >>> from unjam import solve
    >>> from unjam.families.packing import Packing
    >>> level = Packing.parse("board 3 2\\nA 1x2\\nB 2x2")
    >>> [str(each) for each in advice(level, solve(level))]
    ['apart from rotation and reflection, there is only one solution']
    """
    task = Task("pieces", LIMITS)
    alike, all_of_them = (level.native.count(level, task, reduced) for reduced in (True, False))
    if alike.status != "solved" or alike.solutions != 1 or (all_of_them.solutions or 0) < 2:
        return []
    return [Advice(Message("apart from rotation and reflection, there is only one solution"))]
