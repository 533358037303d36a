"""Proposes levels that are a little harder or easier than a given one: small changes, each solved and rated.

A family lists its changes by kind. They are tried in turn, one kind after the other, so that the proposals differ in
kind too. If single changes are not enough, the best changed levels are changed again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Literal, NamedTuple

from ..core.design import Change, Changes
from ..core.limits import control_or_default
from ..core.puzzle import (
    STOPPED,
    Control,
    Limits,
    Message,
    Puzzle,
    PuzzleError,
    Result,
    Stopwatch,
    Task,
    Unsupported,
    join_messages,
)
from ..formats.read import PuzzleLike, as_puzzle
from ..rating.rate import Rating, rate
from ..solving.solve import solve
from .generate import generator_for

Direction = Literal["harder", "easier"]
DIRECTIONS = ("harder", "easier")

LIMITS = Limits(seconds=3.0, bytes=1 << 30)
"""The default limits for solving one changed level, and for rating it."""
EXPLORE_LIMITS = Limits(seconds=1.0, bytes=24 << 20)
"""The limits for finding the hardest position of a changed level."""
MARGIN, SAMPLED_MARGIN = 1.04, 1.25
"""The smallest ratio of the expected times that counts as harder, and the one for levels whose luck is sampled."""
MAX_DEPTH, BEAM = 3, 3
"""The largest number of changes in one proposal, and how many changed levels of each sort are changed again."""
MAX_TRIES = 1_000
MODEST = 4.0
"""Levels that are harder or easier by more than this factor are proposed only if there are no others."""
REST = 12
"""How many turns a kind of change is left out after a proposal, so that the next one differs in kind."""


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
        cost = None if self.rating.result is None else self.rating.result.cost
        assert cost is not None
        return cost

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
    Make C longer 13 True
    Add a truck 13 True
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
        self.resting: dict[int, int] = {}  # the id of a group of changes -> the turns for which it is left out

    def run(self, count: int) -> Generator[Variation, None, Message | None]:
        self.base = rate(self.puzzle, limits=self.limits, control=self.silent)
        if self.base.score is None:
            why = self.base.reason or Message("it has no solution")
            raise Unsupported(Message("there is no rating to compare with: {reason}", reason=why))
        beam, found = [_Start(self.puzzle, ())], 0
        for _ in range(MAX_DEPTH):
            level = _Depth(self, beam)
            for each in level.search():
                found += 1
                yield each
                if found >= count:
                    return None
            if self.control.stopped:
                return STOPPED
            if self.tried >= MAX_TRIES:
                break
            beam = level.best()
        if self.harder:
            return Message("no other small change makes it harder")
        return Message("no other small change makes it easier")

    def is_new(self, puzzle: Puzzle) -> bool:
        """Count a level that was not tried before."""
        key = self.key(puzzle)
        if key in self.seen:
            return False
        self.seen.add(key)
        self.tried += 1
        if self.control.report is not None:
            self.control.report(self.tried, None, self.clock())
        return True

    def solve(self, changed: Puzzle) -> tuple[Puzzle, Result] | None:
        """Return the level as it would be read again, with its best solution; None if it is not a level."""
        try:
            changed = type(changed).parse(changed.storage_text())
        except PuzzleError:
            return None
        if changed.is_solved() or changed.faults():
            return None
        result = solve(changed, limits=self.limits, control=self.silent, workers=1)
        return (changed, result) if result.optimal and result.cost else None

    def rate(self, level: Puzzle, result: Result) -> Rating | None:
        rating = rate(level, result=result, limits=self.limits, control=self.silent)
        return None if rating.score is None or rating.features.get("more_solutions") else rating

    def is_opposite(self, result: Result) -> bool:
        base = self.base.result.cost if self.base.result is not None else None
        cost = result.cost or 0
        return base is not None and (cost < base if self.harder else cost > base)

    def is_wanted(self, rating: Rating) -> bool:
        is_sampled = any("luck_error" in each.features for each in (rating, self.base))
        return self.ratio(rating) >= (SAMPLED_MARGIN if is_sampled else MARGIN)

    def ratio(self, rating: Rating) -> float:
        """Return how many times harder the level is, or how many times easier."""
        ratio = (rating.score or 0.0) / (self.base.score or 1.0)
        return ratio if self.harder else 1 / max(ratio, 1e-9)


class _Start(NamedTuple):
    """A level to change, and the changes that led to it."""

    puzzle: Puzzle
    changes: tuple[Message, ...]


class _Depth:
    """One round of the search: every level to start from is changed once."""

    def __init__(self, parent: _Search, beam: list[_Start]) -> None:
        self.parent = parent
        groups = [_changes(each.puzzle, parent.rng, parent.harder) for each in beam]
        self.groups = list(chain.from_iterable(groups))
        self.starts = {id(group): each for each, own in zip(beam, groups, strict=True) for group in own}
        self.rated: list[Variation] = []
        self.unrated: list[_Start] = []

    def search(self) -> Iterator[Variation]:
        """Yield the levels in the wanted direction, those that differ very much at the end."""
        parent, extreme = self.parent, list[Variation]()
        for group, change in self._in_turn():
            if parent.control.stopped or parent.tried >= MAX_TRIES:
                break
            level = self._rated(change, (*self.starts[id(group)].changes, change.what))
            if level is None or not parent.is_wanted(level.rating):
                continue
            if parent.ratio(level.rating) > MODEST:
                extreme.append(level)
                continue
            parent.resting[id(group)] = REST
            yield level
        yield from sorted(extreme, key=lambda each: parent.ratio(each.rating))
        if parent.harder:
            yield from self._hardest_starts()

    def _hardest_starts(self) -> Iterator[Variation]:
        """Yield levels whose solutions were too short, started from the hardest position that they can reach."""
        parent = self.parent
        for start in list(self.unrated):
            if parent.control.stopped or parent.tried >= MAX_TRIES:
                return
            native, task = start.puzzle.native, Task(start.puzzle.metrics[0], EXPLORE_LIMITS, parent.silent)
            space = native.explore(start.puzzle, task) if native is not None else None
            if space is not None and space.hardest:
                hardest = Change(type(start.puzzle).parse(space.hardest[0]), Message("Start from the hardest position"))
                level = self._rated(hardest, (*start.changes, hardest.what))
                if level is not None and parent.is_wanted(level.rating):
                    yield level

    def _rated(self, change: Change, changes: tuple[Message, ...]) -> Variation | None:
        """Return the changed level with its rating; None if it has none, or if its solution is too short or long."""
        parent = self.parent
        if not parent.is_new(change.puzzle) or (solved := parent.solve(change.puzzle)) is None:
            return None
        puzzle, result = solved
        rating = None if parent.is_opposite(result) else parent.rate(puzzle, result)
        if rating is None:
            self.unrated.append(_Start(puzzle, changes))
            return None
        self.rated.append(Variation(puzzle, rating, changes))
        return self.rated[-1]

    def _in_turn(self) -> Iterator[tuple[Iterator[Change], Change]]:
        """Yield one change of each group after the other, until all groups are exhausted."""
        groups, resting = self.groups, self.parent.resting
        while groups:
            rest = []
            for group in groups:
                if resting.get(id(group), 0):
                    resting[id(group)] -= 1
                    rest.append(group)
                    continue
                for change in islice(group, 1):
                    rest.append(group)
                    yield group, change
            groups = rest

    def best(self) -> list[_Start]:
        """Return the levels to change once more: some that almost were what is wanted, some others, some proposals."""
        parent = self.parent
        rated = sorted(self.rated, key=lambda each: parent.ratio(each.rating), reverse=True)
        missed = [each for each in rated if not parent.is_wanted(each.rating)]
        proposed = [each for each in rated if parent.is_wanted(each.rating)]
        near, far = ([_Start(each.puzzle, each.changes) for each in some] for some in (missed, proposed))
        return [*near[:BEAM], *self.unrated[:BEAM], *far[:BEAM]]


def _changes(puzzle: Puzzle, rng: Random, harder: bool) -> Changes:
    listed = puzzle.about.changes
    return [_started_later(puzzle)] if listed is None else listed(puzzle, rng, harder)


def _started_later(puzzle: Puzzle) -> Iterator[Change]:
    """Yield the positions one move away, for families that list no changes of their own."""
    for move in puzzle.moves():
        yield Change(puzzle.play(move), Message("Start with {move} played", move=puzzle.notation(move)))
