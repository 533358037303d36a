"""What every heuristic says of a position beside the true distance, and whether a heuristic keeps what it promises."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Heuristic, Limits, Message, Move, Puzzle, Result, Task, Term
from ..formats.read import PuzzleLike, as_puzzle
from ..search.nodes import Nodes, Stop
from .solve import solve

HeuristicLike = str | Callable[..., int] | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A heuristic's value for a position, and what is known about the heuristic in this metric.

    The amounts of the ``terms`` add up to the value; None if the heuristic does not explain itself.
    """

    heuristic: str
    value: int
    admissible: bool
    consistent: bool
    terms: tuple[Term, ...] | None = None


@dataclass(frozen=True, slots=True)
class Estimates:
    """Every heuristic's value for a position; ``solution`` has the true distance, if it was found in time."""

    puzzle: Puzzle
    estimates: tuple[Estimate, ...]
    solution: Result

    @property
    def distance(self) -> int | None:
        """The true distance, if it is proven."""
        return self.solution.cost if self.solution.optimal else None


def estimate_all(
    puzzle: PuzzleLike,
    *,
    own: Iterable[HeuristicLike] = (),
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Estimates:
    """Return the value of every heuristic of the family, and of your ``own``, beside the true distance.

    >>> found = estimate_all("rushhour/first-gear")
    >>> {each.heuristic: each.value for each in found.estimates}, found.distance
    ({'zero': 0, 'blocking': 2, 'blocking+1': 3, 'two-level': 3, 'must-move': 5}, 5)
    """
    puzzle = as_puzzle(puzzle)
    metric = puzzle.metric(metric)
    heuristics = {**puzzle.heuristics, **dict(map(puzzle.heuristic, own))}
    estimates = tuple(_estimate(puzzle, name, each, metric) for name, each in heuristics.items())
    return Estimates(puzzle, estimates, solve(puzzle, metric=metric, limits=limits, control=control))


def _estimate(puzzle: Puzzle, name: str, heuristic: Heuristic, metric: str) -> Estimate:
    claims = metric in heuristic.admissible, metric in heuristic.consistent
    terms = heuristic.explain(puzzle, metric)
    return Estimate(name, heuristic(puzzle, metric), *claims, None if terms is None else tuple(terms))


@dataclass(frozen=True, slots=True)
class Overestimate:
    """A position that a heuristic says is farther from the goal than it is."""

    position: Puzzle
    estimate: int
    distance: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A move by which the estimate falls by more than the move costs."""

    position: Puzzle
    move: Move
    estimate: int
    cost: int
    next_estimate: int


@dataclass(frozen=True, slots=True)
class HeuristicCheck:
    """What a heuristic says of every position that can be reached from a level, beside the true distances.

    ``positions`` have a solution, ``lost`` have none. ``overestimates`` and ``drops`` count where the heuristic is not
    admissible or not consistent; ``overestimate`` and ``drop`` are the plainest examples. ``worst`` is the position
    with the largest error. If a limit was reached (``reason``), the distances are unknown.
    """

    heuristic: str
    metric: str
    positions: int
    lost: int
    exact: int = 0
    mean_error: float = 0.0
    worst: Overestimate | None = None
    overestimates: int = 0
    overestimate: Overestimate | None = None
    drops: int = 0
    drop: Drop | None = None
    reason: Message | None = None
    claims: tuple[bool, bool] = (False, False)
    """Whether the heuristic declares that it is admissible, and that it is consistent."""

    @property
    def admissible(self) -> bool | None:
        """Whether the heuristic is never too high here; None if that is not known because a limit was reached."""
        return False if self.overestimates else None if self.reason else True

    @property
    def consistent(self) -> bool | None:
        """Whether no move lowers the estimate by more than it costs; None if a limit was reached."""
        return False if self.drops else None if self.reason else True

    @property
    def keeps_claims(self) -> bool:
        """Whether nothing was found that the heuristic declares to be impossible."""
        return not (self.claims[0] and self.overestimates) and not (self.claims[1] and self.drops)


def check_heuristic(
    puzzle: PuzzleLike,
    heuristic: HeuristicLike = None,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> HeuristicCheck:
    r"""Compare a heuristic with the true distance of every position that can be reached from the level.

    >>> check = check_heuristic("2 3\n1 2 0 3 4 5", "misplaced")
    >>> check.admissible, check.consistent, check.positions
    (True, True, 360)
    >>> check_heuristic("2 3\n1 2 0 3 4 5", lambda board: 5).overestimate.distance
    0
    """
    puzzle = as_puzzle(puzzle)
    metric = puzzle.metric(metric)
    name, estimate = puzzle.heuristic(heuristic)
    nodes = Nodes(puzzle, "explore", Task(metric, limits_or_default(limits), control_or_default(control)))
    space = _Space(puzzle)
    claims = (metric in estimate.admissible, metric in estimate.consistent)
    check = HeuristicCheck(name, metric, 0, 0, claims=claims)
    try:
        space.explore(nodes)
        space.measure(nodes)
        space.estimate(nodes, estimate)
    except Stop as stop:
        if len(space.values) < len(space.positions):
            with_values = _with_drops(check, space)
            return replace(with_values, positions=len(space.positions), reason=stop.result.reason)
    return _with_errors(_with_drops(check, space), space)


class _Space:
    """All positions that can be reached, by number, with the moves that lead to each and the distance to a goal."""

    def __init__(self, start: Puzzle) -> None:
        self.positions, self.numbers = [start], {start: 0}
        self.before: list[list[tuple[int, int, Move]]] = [[]]
        self.distances: dict[int, int] = {}
        self.values: list[int] = []

    def explore(self, nodes: Nodes) -> None:
        frontier = deque([0])
        while frontier:
            number = frontier.popleft()
            position = self.positions[number]
            nodes.expand(position, len(frontier))
            for move in position.branches():
                nodes.generate()
                after = position.play(move)
                to = self.numbers.setdefault(after, len(self.positions))
                if to == len(self.positions):
                    self.positions.append(after)
                    self.before.append([])
                    frontier.append(to)
                self.before[to].append((number, position.cost(move, nodes.metric), move))

    def measure(self, nodes: Nodes) -> None:
        """Compute the distance of every position to the nearest goal, from the goals backwards."""
        queue = [(0, number) for number, position in enumerate(self.positions) if position.is_solved()]
        self.distances = {number: 0 for _, number in queue}
        while queue:
            nodes.pause()
            distance, number = heappop(queue)
            if distance > self.distances[number]:
                continue
            for earlier, cost, _ in self.before[number]:
                if distance + cost < self.distances.get(earlier, distance + cost + 1):
                    self.distances[earlier] = distance + cost
                    heappush(queue, (distance + cost, earlier))

    def estimate(self, nodes: Nodes, heuristic: Heuristic) -> None:
        for position in self.positions[len(self.values) :]:
            nodes.pause()
            self.values.append(heuristic(position, nodes.metric))


def _with_drops(check: HeuristicCheck, space: _Space) -> HeuristicCheck:
    """Return the check with the moves by which the estimate falls by more than they cost; the largest drop first."""
    values, known = space.values, len(space.values)
    drops = [
        (values[number] - cost - values[to], -number, to, cost, move)
        for to, moves in enumerate(space.before[:known])
        for number, cost, move in moves
        if number < known and values[number] - cost > values[to]
    ]
    if not drops:
        return check
    _, number, to, cost, move = max(drops, key=lambda drop: drop[:2])
    example = Drop(space.positions[-number], move, values[-number], cost, values[to])
    return replace(check, drops=len(drops), drop=example)


def _with_errors(check: HeuristicCheck, space: _Space) -> HeuristicCheck:
    """Return the check with the errors of all positions that have a solution."""
    errors = [(space.distances[number] - space.values[number], number) for number in sorted(space.distances)]
    if not errors:
        return replace(check, lost=len(space.positions))

    def example(number: int) -> Overestimate:
        return Overestimate(space.positions[number], space.values[number], space.distances[number])

    too_high = [(error, number) for error, number in errors if error < 0]
    _, worst = max(errors, key=lambda each: (abs(each[0]), -each[1]))
    return replace(
        check,
        positions=len(errors),
        lost=len(space.positions) - len(errors),
        exact=sum(error == 0 for error, _ in errors),
        mean_error=sum(abs(error) for error, _ in errors) / len(errors),
        worst=example(worst),
        overestimates=len(too_high),
        overestimate=example(min(too_high)[1]) if too_high else None,
    )
