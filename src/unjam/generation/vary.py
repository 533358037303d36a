"""Proposes levels that are a little harder or easier than a given one: small changes, each solved and rated.

A family lists its changes by kind. They are tried in turn, one kind after the other, so that the proposals differ in
kind too. If single changes are not enough, the best changed levels are changed again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Any, Literal

from ..core.design import Change, Changes
from ..core.limits import control_or_default
from ..core.puzzle import STOPPED, Control, Limits, Message, Puzzle, PuzzleError, Stopwatch, Unsupported, join_messages
from ..formats.read import PuzzleLike, as_puzzle
from ..rating.rate import Rating, rate
from ..solving.solve import solve
from .generate import generator_for

Direction = Literal["harder", "easier"]
DIRECTIONS = ("harder", "easier")

LIMITS = Limits(seconds=3.0, bytes=1 << 30)
"""The default limits for solving one changed level, and for rating it."""
MARGIN, SAMPLED_MARGIN = 1.04, 1.25
"""The smallest ratio of the expected times that counts as harder, and the one for levels whose luck is sampled."""
MAX_DEPTH, BEAM = 3, 4
"""The largest number of changes in one proposal, and how many changed levels are changed again."""
MAX_TRIES = 1_000


@dataclass(frozen=True, slots=True)
class Variation:
    """A level that is harder or easier than another: its rating, and what was changed, in the order of the changes."""

    puzzle: Puzzle
    rating: Rating
    changes: tuple[Message, ...]

    @property
    def what(self) -> Message:
        """The changes in words ("Add a truck, Move B 1 down")."""
        return join_messages(list(self.changes))

    @property
    def cost(self) -> int:
        assert self.rating.result is not None and self.rating.result.cost is not None
        return self.rating.result.cost

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()


def vary(
    puzzle: PuzzleLike,
    direction: Direction,
    *,
    count: int = 3,
    seed: int = 1,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Generator[Variation, None, Message | None]:
    """Yield small changes of a level that ``rate`` finds harder or easier, no two of them equivalent.

    Each one is a valid level with a proven optimum. A harder level never has a shorter solution, an easier one never
    a longer one. The limits apply to each changed level. ``control.report`` is called with the number of levels tried.
    The generator's return value says why there are fewer levels than requested; None if there are enough.

    >>> level = "oooBoooooBoCAAoBoCoDDooooEoooooEoFFF"
    >>> for each in vary(level, "harder", count=2):
    ...     print(each.what, each.cost, each.rating.score > rate(level).score)
    """
    puzzle = as_puzzle(puzzle)
    if direction not in DIRECTIONS:
        raise Unsupported.choice(Message("unknown direction '{name}'", name=direction), DIRECTIONS)
    return _Search(puzzle, direction == "harder", seed, limits or LIMITS, control_or_default(control)).run(count)


class _Search:
    """The search for changed levels; ``seen`` holds the keys of all levels that were tried."""

    def __init__(self, puzzle: Puzzle, harder: bool, seed: int, limits: Limits, control: Control) -> None:
        self.puzzle, self.harder, self.limits, self.control = puzzle, harder, limits, control
        self.rng = Random(f"unjam vary {seed}")
        self.key = generator_for(type(puzzle)).key
        self.seen = {self.key(puzzle)}
        self.tried, self.clock = 0, Stopwatch()
        self.silent = Control(stop_when=lambda: control.stopped)  # progress is reported in levels, not in positions

    def run(self, count: int) -> Generator[Variation, None, Message | None]:
        self.base = rate(self.puzzle, limits=self.limits, control=self.silent)
        if self.base.score is None:
            why = self.base.reason or Message("it has no solution")
            raise Unsupported(Message("there is no rating to compare with: {reason}", reason=why))
        start = Variation(self.puzzle, self.base, ())
        beam, found = [start], 0
        for _ in range(MAX_DEPTH):
            rated: list[Variation] = []
            for each in self._rated(beam):
                rated.append(each)
                if self._is_wanted(each.rating):
                    found += 1
                    yield each
                    if found >= count:
                        return None
            if self.control.stopped:
                return STOPPED
            if self.tried >= MAX_TRIES:
                break
            rated.sort(key=lambda each: each.rating.score or 0.0, reverse=self.harder)
            beam = rated[:BEAM]
        if self.harder:
            return Message("no other small change makes it harder")
        return Message("no other small change makes it easier")

    def _rated(self, beam: list[Variation]) -> Iterator[Variation]:
        """Yield the changed levels that have a rating and are not farther from the goal than they should be."""
        groups = [_changes(each.puzzle, self.rng, self.harder) for each in beam]
        starts = {id(group): each for each, own in zip(beam, groups, strict=True) for group in own}
        for group, change in _in_turn(list(chain.from_iterable(groups))):
            if self.control.stopped or self.tried >= MAX_TRIES:
                return
            rating = self._rate(change.puzzle)
            if rating is not None:
                yield Variation(*rating, (*starts[id(group)].changes, change.what))

    def _rate(self, changed: Puzzle) -> tuple[Puzzle, Rating] | None:
        """Return the level as it would be read again, with its rating; None if it is no new level in this direction."""
        key = self.key(changed)
        if key in self.seen:
            return None
        self.seen.add(key)
        self.tried += 1
        if self.control.report is not None:
            self.control.report(self.tried, None, self.clock())
        try:
            changed = type(changed).parse(changed.storage_text())
        except PuzzleError:
            return None
        if changed.is_solved() or changed.faults():
            return None
        result = solve(changed, limits=self.limits, control=self.silent, workers=1)
        if not result.optimal or not result.cost or self._is_opposite(result.cost):
            return None
        rating = rate(changed, result=result, limits=self.limits, control=self.silent)
        return None if rating.score is None or rating.features.get("more_solutions") else (changed, rating)

    def _is_opposite(self, cost: int) -> bool:
        base = self.base.result.cost if self.base.result is not None else None
        return base is not None and (cost < base if self.harder else cost > base)

    def _is_wanted(self, rating: Rating) -> bool:
        is_sampled = any("luck_error" in each.features for each in (rating, self.base))
        ratio = (rating.score or 0.0) / (self.base.score or 1.0)
        margin = SAMPLED_MARGIN if is_sampled else MARGIN
        return ratio >= margin if self.harder else ratio <= 1 / margin


def _changes(puzzle: Puzzle, rng: Random, harder: bool) -> Changes:
    listed = puzzle.about.changes
    return [_started_later(puzzle)] if listed is None else listed(puzzle, rng, harder)


def _started_later(puzzle: Puzzle) -> Iterator[Change]:
    """Yield the positions one move away, for families that list no changes of their own."""
    for move in puzzle.moves():
        yield Change(puzzle.play(move), Message("Start with {move} played", move=puzzle.notation(move)))


def _in_turn(groups: list[Any]) -> Iterator[tuple[Any, Change]]:
    """Yield one change of each group after the other, until all groups are exhausted."""
    while groups:
        rest = []
        for group in groups:
            for change in islice(group, 1):
                rest.append(group)
                yield group, change
        groups = rest
