"""Families for large batches: one whose answers name the process that solved them, one that fails in other processes,
one that cannot be imported by another process."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

from unjam.core.puzzle import Result, Task, WrongAnswer
from unjam.families.rushhour import RushHour
from unjam.families.rushhour.native import RushHourNative


class SigningNative(RushHourNative):
    def solve_many(self, puzzles: list[RushHour], task: Task) -> list[Result]:
        return [replace(result, algorithm=str(os.getpid())) for result in super().solve_many(puzzles, task)]


class Signed(RushHour):
    """Rush Hour; the algorithm of a result is the id of the process that found it."""

    family = "signed"
    native = SigningNative()


class FailingNative(RushHourNative):
    def solve_many(self, puzzles: list[RushHour], task: Task) -> list[Result]:
        if os.environ["BATCH_PARENT"] != str(os.getpid()):
            raise WrongAnswer("three is no two")
        return super().solve_many(puzzles, task)


class Failing(RushHour):
    """Rush Hour that is only solved in the process named by BATCH_PARENT."""

    family = "failing"
    native = FailingNative()


class CheatingNative(RushHourNative):
    def solve_many(self, puzzles: list[RushHour], task: Task) -> list[Result]:
        results = super().solve_many(puzzles, task)
        if os.environ["BATCH_PARENT"] == str(os.getpid()):
            return results
        return [result if result.cost is None else replace(result, cost=result.cost + 1) for result in results]


class Cheating(RushHour):
    """Rush Hour whose costs are wrong except in the process named by BATCH_PARENT."""

    family = "cheating"
    native = CheatingNative()


def local_family() -> type[RushHour]:
    """A family that no other process can import; its results are signed."""

    class Local(Signed):
        family = "local"

    return Local


def random_boards(kind: type[RushHour], count: int) -> list[RushHour]:
    rng = Random(8)
    return [kind.random(rng) for _ in range(count)]
