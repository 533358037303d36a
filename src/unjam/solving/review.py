"""Reviews a finished game: how far from the goal each of its positions was, and which moves brought it no nearer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, IllegalMove, Limits, Move, Puzzle, Stopwatch, WrongAnswer
from ..formats.read import PuzzleLike, as_puzzle
from .improve import improve
from .solve import solve

SHARE = 1 / 3
"""The share of the time left that one search may take; what is not proved in it is measured by known solutions."""
MIN_SECONDS = 0.02
"""No further search begins with less time than this."""


@dataclass(frozen=True, slots=True)
class Run:
    """Lost turns in a row: the index of the first, from 0, and their number."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Review:
    """How far from the goal a game was after each turn, in one metric.

    ``distances`` begins with the start and ends with 0. They are exact if ``proved``; otherwise some are those of the
    best known solution, and a shorter one may exist. ``costs`` has the cost of each turn.
    """

    metric: str
    distances: tuple[int, ...]
    costs: tuple[int, ...]
    proved: bool

    @property
    def cost(self) -> int:
        return sum(self.costs)

    @property
    def best(self) -> int:
        """The cost of the best known solution."""
        return self.distances[0]

    @property
    def lost(self) -> tuple[int, ...]:
        """The turns, from 0, after which the goal was no nearer than before, although they cost something."""
        return tuple(
            i for i, cost in enumerate(self.costs) if cost and self.distances[i + 1] >= self.distances[i]
        )  # fmt: skip

    @property
    def runs(self) -> tuple[Run, ...]:
        """The lost turns, those in a row together."""
        runs: list[Run] = []
        for i in self.lost:
            if runs and runs[-1].first + runs[-1].count == i:
                runs[-1] = Run(runs[-1].first, runs[-1].count + 1)
            else:
                runs.append(Run(i, 1))
        return tuple(runs)


def review(
    puzzle: PuzzleLike,
    turns: Iterable[Sequence[Move]],
    *,
    metric: str | None = None,
    optimum: Sequence[Move] | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Review:
    """Return how far from the goal each position of a game was that ends with the goal.

    A turn is what the player did at once, mostly one move. ``optimum`` is a solution of the puzzle that is known to be
    optimal, which saves the search for one. Only positions whose distance does not follow from those of others are
    searched; if the time is up, the best known solution counts. Raises IllegalMove if the turns do not solve the
    puzzle.

    >>> from unjam import Tiles
    >>> level = Tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> review(level, [[move] for move in level.from_notation("5 5 2 1")]).runs
    (Run(first=0, count=1),)
    """
    puzzle, limits = as_puzzle(puzzle), limits_or_default(limits).with_memory_limit()
    game = _Game(puzzle, turns, puzzle.metric(metric))
    if optimum is not None:
        game.add_solution(puzzle, optimum, is_optimal=True)
    game.search(limits, control_or_default(control))
    return game.review()


class _Game:
    """The positions of a game, and the bounds on their distances."""

    def __init__(self, start: Puzzle, turns: Iterable[Sequence[Move]], metric: str) -> None:
        self.metric = metric
        self.distances = _Distances()
        self.positions, self.costs, self.moves = [start], list[int](), list[Move]()
        position = start
        for turn in turns:
            before, cost = position, 0
            for move in turn:
                position = self._play(position, move)
                cost += self.distances.cost(before, position)
                before = position
            self.positions.append(position)
            self.costs.append(cost)
            self.moves += turn
        if not position.is_solved():
            raise IllegalMove("these moves do not solve the position")
        for before, after in zip(self.positions, self.positions[1:], strict=False):
            self._add_return(before, after)
        self.distances.lower_high(position, 0)

    def _play(self, position: Puzzle, move: Move) -> Puzzle:
        after = position.play(move)
        self.distances.add_move(position, after, position.cost(move, self.metric))
        return after

    def _add_return(self, before: Puzzle, after: Puzzle) -> None:
        """Add the move that leads back, if there is one: it bounds the distances from the other side."""
        for move in after.moves():
            if after.play(move) == before:
                self.distances.add_move(after, before, after.cost(move, self.metric))
                break

    def add_solution(self, start: Puzzle, moves: Iterable[Move], is_optimal: bool = False) -> None:
        position = start
        for move in moves:
            position = self._play(position, move)
        if not position.is_solved():
            raise WrongAnswer("these moves do not solve the position")
        self.distances.lower_high(position, 0)
        if is_optimal:
            self.distances.raise_low(start, int(self.distances.high(start)))

    def search(self, limits: Limits, control: Control) -> None:
        """Search from positions of the game until every distance is known or the time is up."""
        clock, tried = Stopwatch(), set[int]()
        while (i := self._next_index(tried)) is not None and not control.stopped:
            left = limits.less(clock())
            if left.seconds is not None and left.seconds < MIN_SECONDS:
                break
            tried.add(i)
            self._solve(self.positions[i], _share(left), control)
            if i == 0 and not self.distances.is_exact(self.positions[0]):
                self._improve(_share(limits.less(clock())), control)

    def _solve(self, position: Puzzle, limits: Limits, control: Control) -> None:
        result = solve(position, metric=self.metric, limits=limits, control=control)
        if result.status == "unsolvable":
            raise WrongAnswer(f"{result.algorithm} finds no solution where the game had one")
        if result.cost is not None:
            self.add_solution(position, result.moves, result.optimal)
        self.distances.raise_low(position, result.lower_bound or 0)

    def _improve(self, limits: Limits, control: Control) -> None:
        """Shorten the player's own solution, if the family can: no better one may be known."""
        start = self.positions[0]
        if start.native and self.metric in start.native.improves:
            result = improve(start, self.moves, metric=self.metric, limits=limits, control=control)
            self.add_solution(start, result.moves)

    def _next_index(self, tried: set[int]) -> int | None:
        """Return the middle of the longest stretch of positions whose distances are unknown; first the start."""
        best, begin = (0, 0), 0
        for i, position in enumerate([*self.positions, None]):
            if position is None or i in tried or self.distances.is_exact(position):
                best = max(best, (i - begin, begin))
                begin = i + 1
            elif i == 0:
                return 0
        length, begin = best
        return begin + length // 2 if length else None

    def review(self) -> Review:
        highs = [self.distances.high(position) for position in self.positions]
        proved = all(self.distances.is_exact(position) for position in self.positions)
        return Review(self.metric, tuple(map(int, highs)), tuple(self.costs), proved)


class _Distances:
    """Bounds on the distances of positions to the goal, which follow from each other along known moves.

    A move from a to b makes the distance of a at most that of b and its cost, and that of b at least the rest.
    """

    def __init__(self) -> None:
        self._numbers: dict[Puzzle, int] = {}
        self._low: list[float] = []
        self._high: list[float] = []
        self._after: list[dict[int, int]] = []
        self._before: list[dict[int, int]] = []

    def _number(self, position: Puzzle) -> int:
        number = self._numbers.setdefault(position, len(self._low))
        if number == len(self._low):
            self._low.append(0)
            self._high.append(inf)
            self._after.append({})
            self._before.append({})
        return number

    def high(self, position: Puzzle) -> float:
        return self._high[self._number(position)]

    def is_exact(self, position: Puzzle) -> bool:
        number = self._number(position)
        return self._low[number] == self._high[number]

    def cost(self, position: Puzzle, after: Puzzle) -> int:
        """Return the cost of a known move."""
        return self._after[self._number(position)][self._number(after)]

    def add_move(self, position: Puzzle, after: Puzzle, cost: int) -> None:
        a, b = self._number(position), self._number(after)
        if cost < self._after[a].get(b, cost + 1):
            self._after[a][b] = self._before[b][a] = cost
            self.lower_high(position, self._high[b] + cost)
            self.raise_low(after, self._low[a] - cost)

    def lower_high(self, position: Puzzle, value: float) -> None:
        queue = [(value, self._number(position))]
        while queue:
            value, number = heappop(queue)
            if value < self._high[number]:
                self._high[number] = value
                for before, cost in self._before[number].items():
                    heappush(queue, (value + cost, before))

    def raise_low(self, position: Puzzle, value: float) -> None:
        queue = [(-value, self._number(position))]
        while queue:
            negative, number = heappop(queue)
            if -negative > self._low[number]:
                self._low[number] = -negative
                for after, cost in self._after[number].items():
                    heappush(queue, (negative + cost, after))


def _share(limits: Limits) -> Limits:
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds * SHARE)
