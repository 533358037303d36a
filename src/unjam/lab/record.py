"""Searches side by side on one skyline: every position of a level numbered once, and what each search did to each.

The positions are listed breadth-first from the start, and numbered in that order. A position's distance here is its
cost from the START in the chosen metric (``explore`` counts to the nearest GOAL). Each search then runs
through ``solve`` with its ``watch`` hook, so its figures are those of ``compare`` to the unit, and every event is kept
as a number. What a picture cannot show is only counted: a position that is expanded again (IDA* does so in every
round), and a position that a search from both ends expands although the start cannot reach it.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Result, Task, Unsupported, plural
from ..search import BLIND, INFORMED, EventKind
from ..search.nodes import Nodes, Stop
from ..solving.solve import solve

MAX_WINDOWS = 20_000
"""Up to here every position has a window of its own; beyond, only the positions of a tower are counted."""
MAX_POSITIONS = 2_000_000
MAX_SAMPLES = 240
QUICK = ("greedy", "astar", "hillclimb", "bidirectional", "bfs", "dijkstra", "dfs", "idastar")
"""The algorithms in the order in which they run: those that usually end early come first."""
COUNT_SECONDS = 5.0
"""How long the native core may count positions before the slower listing begins."""

Search = tuple[str, str | None]
"""An algorithm and a heuristic, None for the family's best."""

UNSEEN, FRONTIER, EXPANDED, REPEATS = range(4)
"""The kinds of events: a position leaves the frontier unexpanded, goes on it, or is expanded; or ``number`` expansions
in a row change nothing that can be seen."""


@dataclass(frozen=True, slots=True)
class Skyline:
    """Every position that can be reached from a start; the towers of the lab stand on ``distance``.

    ``parent`` and ``branch`` say how each position was first reached: which one of the ``branches()`` of which other
    position. ``best`` is the cost of the nearest goal. ``reason`` is set when there are too many or a limit came first.
    """

    start: Puzzle
    metric: str
    number: dict[Puzzle, int]
    distance: Sequence[int]
    parent: Sequence[int]
    branch: Sequence[int]
    goals: int
    best: int | None
    reason: Message | None = None

    @property
    def states(self) -> int:
        return len(self.number)

    def towers(self) -> list[int]:
        """How many positions are at distance 0, 1, … from the start."""
        counts = [0] * (max(self.distance, default=-1) + 1)
        for d in self.distance:
            counts[d] += 1
        return counts


@dataclass(frozen=True, slots=True)
class Record:
    """One search on a skyline: its result, its events in order, and the positions of the solution.

    ``kinds[i]`` is what happened to the position ``numbers[i]``. ``again`` expansions met a position expanded before,
    ``outside`` ones a position that the start cannot reach; both are part of ``result.expanded`` and stand in the
    events as REPEATS.
    """

    result: Result
    kinds: bytes
    numbers: Sequence[int]
    path: tuple[int, ...]
    again: int
    outside: int

    def samples(self, distance: Sequence[int], most: int = MAX_SAMPLES) -> list[tuple[int, list[int], list[int]]]:
        """At most ``most`` moments, the last included: (expansions so far, expanded per tower, frontier per tower)."""
        height = max(distance, default=-1) + 1
        lit, queued = [0] * height, [0] * height
        state = bytearray(len(distance))
        every = max(1, -(-self.result.expanded // (most - 1)))
        out, done, due = [], 0, 0
        for kind, n in zip(self.kinds, self.numbers, strict=True):
            if kind >= EXPANDED and done >= due:
                out.append((done, lit[:], queued[:]))
                due = done + every
            if kind == REPEATS:
                done += n
                continue
            d, was = distance[n], state[n]
            state[n] = kind
            lit[d] += (kind == EXPANDED) - (was == EXPANDED)
            queued[d] += (kind == FRONTIER) - (was == FRONTIER)
            done += kind == EXPANDED
        return [*out, (done, lit[:], queued[:])]


@dataclass(frozen=True, slots=True)
class Lab:
    """A skyline and the searches that were run on it; no records when the skyline has a ``reason``."""

    skyline: Skyline
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A search that has ended: the ``which``-th of those asked for, its result, and its events once they have a place.

    The first search to run ends before the skyline stands, so it comes twice: without its record, and with it.
    """

    which: int
    result: Result
    record: Record | None = None


def lab(
    puzzle: Puzzle,
    searches: Iterable[Search] | None = None,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Lab:
    """The searches, each an algorithm and a heuristic (None for the family's best), on the skyline of the puzzle.

    The limits are for the skyline and again for each search, so that none is cut short by another. Without ``searches``
    the six of ``usual`` are run.

    >>> from .families.tiles import Tiles
    >>> seen = lab(Tiles.parse("1 2 0 3 4 5 6 7 8"), [("bfs", None), ("astar", "manhattan")])
    >>> [(record.result.cost, record.result.expanded) for record in seen.records]
    [(2, 4), (2, 3)]
    """
    records: dict[int, Record] = {}
    for part in lab_parts(puzzle, searches, metric=metric, limits=limits, control=control):
        if isinstance(part, Skyline):
            seen = part
        elif part.record is not None:
            records[part.which] = part.record
    return Lab(seen, tuple(records[which] for which in sorted(records)))


def lab_parts(
    puzzle: Puzzle,
    searches: Iterable[Search] | None = None,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[Skyline | Ended]:
    """What ``lab`` finds, each part as soon as it is there, the searches that are usually quick before the others.

    A level with few enough positions begins with one search: listing them all takes longer than most searches do.
    """
    limits, control = limits_or_default(limits), control_or_default(control)
    chosen = list(searches) if searches is not None else usual(puzzle)
    for algorithm, heuristic in chosen:
        check(puzzle, algorithm, heuristic)
    metric = puzzle.metric(metric)
    task = Task(metric, limits, control)
    order = sorted(range(len(chosen)), key=lambda which: QUICK.index(chosen[which][0]))
    early: tuple[int, Result, _Notes] | None = None
    refused = _refused(puzzle, task)
    if order and refused is None:
        notes = _Notes(puzzle, chosen[order[0]][0])
        early = order[0], notes.run(puzzle, chosen[order[0]], metric, limits, control), notes
        yield Ended(*early[:2])
    seen = refused or _listed(puzzle, task)
    yield seen
    if seen.reason is not None:
        return
    for which in order:
        if early is not None and which == early[0]:
            result, notes = early[1], early[2].on(seen)
            early = None
        else:
            notes = _Notes(puzzle, chosen[which][0], seen.number)
            result = notes.run(puzzle, chosen[which], metric, limits, control)
        yield Ended(which, result, notes.record(result))


def check(puzzle: Puzzle, algorithm: str, heuristic: str | None) -> None:
    """Nothing, or Unsupported when the lab cannot run this search on this puzzle."""
    if algorithm not in (*BLIND, *INFORMED):
        why = Message("no algorithm '{name}' in the lab", name=algorithm)
        raise Unsupported.choice(why, (*BLIND, *INFORMED))
    if algorithm in BLIND and heuristic is not None:
        raise Unsupported(Message("{algorithm} takes no heuristic", algorithm=algorithm))
    puzzle.heuristic(heuristic)


def usual(puzzle: Puzzle) -> list[Search]:
    """The six searches to begin with; hill climbing stands in where a puzzle cannot be searched from both ends."""
    last = "hillclimb" if puzzle.goals() is None else "bidirectional"
    return [(name, None) for name in ("bfs", "astar", "greedy", "dfs", "idastar", last)]


def skyline(
    puzzle: Puzzle, *, metric: str | None = None, limits: Limits | None = None, control: Control | None = None
) -> Skyline:
    """Every position that can be reached from the puzzle, and how far each is from it."""
    task = Task(puzzle.metric(metric), limits_or_default(limits), control_or_default(control))
    return _refused(puzzle, task) or _listed(puzzle, task)


def _refused(puzzle: Puzzle, task: Task) -> Skyline | None:
    """A skyline that only says that there are too many positions, where that is known beforehand."""
    many = _counted(puzzle, task)
    return _nothing(puzzle, task.metric, _too_many(many)) if many > MAX_POSITIONS else None


def _nothing(puzzle: Puzzle, metric: str, why: Message) -> Skyline:
    return Skyline(puzzle, metric, {}, (), (), (), 0, None, why)


def _listed(puzzle: Puzzle, task: Task) -> Skyline:
    metric = task.metric
    nodes = Nodes(puzzle, "lab", task)
    number: dict[Puzzle, int] = {puzzle: 0}
    parent, branch, depth = array("I", [0]), array("H", [0]), array("I", [0])
    frontier, prices, goals = deque([puzzle]), set[int](), array("I")
    try:
        for at in range(MAX_POSITIONS):
            if not frontier:
                break
            position = frontier.popleft()
            nodes.expand(position, len(frontier))
            if position.is_solved():
                goals.append(at)
            for which, move in enumerate(position.branches()):
                prices.add(position.cost(move, metric))
                after = position.play(move)
                if after not in number:
                    number[after] = len(number)
                    frontier.append(after)
                    parent.append(at)
                    branch.append(which)
                    depth.append(depth[at] + 1)
        if frontier:
            return _nothing(puzzle, metric, _too_many(len(number)))
        price = next(iter(prices), 1)
        if len(prices) <= 1:
            distance = array("I", (d * price for d in depth)) if price != 1 else depth
        else:
            distance = _distances(list(number), number, metric, nodes)
    except Stop as stop:
        why = plural("after {n} position {why}", "after {n} positions {why}", n=len(number), why=stop.reason)
        return _nothing(puzzle, metric, why)
    nearest = min((distance[n] for n in goals), default=None)
    return Skyline(puzzle, metric, number, distance, parent, branch, len(goals), nearest)


def record(
    seen: Skyline,
    algorithm: str,
    heuristic: str | None = None,
    *,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Record:
    """One search on the skyline, event by event."""
    notes = _Notes(seen.start, algorithm, seen.number)
    return notes.record(notes.run(seen.start, (algorithm, heuristic), seen.metric, limits, control))


class _Notes:
    """The events of one search, by the numbers of a skyline; or by numbers of its own until there is one (``on``)."""

    def __init__(self, start: Puzzle, algorithm: str, number: dict[Puzzle, int] | None = None) -> None:
        self.grows = number is None
        self.number = {start: 0} if number is None else number
        self.state = bytearray(len(self.number))
        self.kinds, self.numbers, self.path = bytearray(), array("I"), list[int]()
        self.pending = self.again = self.outside = 0
        self.rounds = algorithm == "idastar"  # it goes down again from the top: what was expanded stays so
        self.write(FRONTIER, 0)

    def run(
        self, puzzle: Puzzle, search: Search, metric: str, limits: Limits | None, control: Control | None
    ) -> Result:
        algorithm, heuristic = search
        watch = self.note if puzzle.dead() is None else None  # then nothing is searched, here as in compare
        return solve(
            puzzle, metric=metric, algorithm=algorithm, heuristic=heuristic, limits=limits, control=control, watch=watch
        )

    def write(self, kind: int, n: int) -> None:
        self.flush()
        self.state[n] = kind
        self.kinds.append(kind)
        self.numbers.append(n)

    def flush(self) -> None:
        if self.pending:
            self.kinds.append(REPEATS)
            self.numbers.append(self.pending)
            self.pending = 0

    def note(self, kind: EventKind, position: Puzzle) -> None:
        n = self.number.get(position)
        if n is None and self.grows:
            n = self.number[position] = len(self.number)
            self.state.append(UNSEEN)
        if kind == "expand":
            if n is None:
                self.outside += 1
                self.pending += 1
            elif self.state[n] == EXPANDED:
                self.again += 1
                self.pending += 1
            else:
                self.write(EXPANDED, n)
        elif n is None:
            return
        elif kind == "push":
            if self.state[n] == UNSEEN or (self.state[n] == EXPANDED and not self.rounds):
                self.write(FRONTIER, n)
        elif kind == "drop":
            if self.state[n] == FRONTIER:
                self.write(UNSEEN, n)
        else:
            self.path.append(n)

    def on(self, seen: Skyline) -> _Notes:
        """The same events by the numbers of a skyline; what is not on it is only counted."""
        to = [seen.number.get(position) for position in self.number]
        notes = _Notes(seen.start, "", seen.number)
        notes.again, notes.kinds, notes.numbers = self.again, bytearray(), array("I")
        for kind, n in zip(self.kinds, self.numbers, strict=True):
            if kind == REPEATS:
                notes.pending += n
            elif (there := to[n]) is not None:
                notes.write(kind, there)
            elif kind == EXPANDED:
                notes.outside += 1
                notes.pending += 1
        notes.pending += self.pending
        notes.path = [there for n in self.path if (there := to[n]) is not None]
        return notes

    def record(self, result: Result) -> Record:
        self.flush()
        return Record(result, bytes(self.kinds), self.numbers, tuple(self.path), self.again, self.outside)


def follow(puzzle: Puzzle, branches: Iterable[int]) -> Puzzle:
    """The position after taking each time the branch with this number; IndexError where there is none.

    >>> from .families.tiles import Tiles
    >>> print(follow(Tiles.parse("1 2 0 3 4 5 6 7 8"), [0, 0]).text("line"))
    0 1 2 3 4 5 6 7 8
    """
    for which in branches:
        puzzle = puzzle.play(list(puzzle.branches())[which])
    return puzzle


def _counted(puzzle: Puzzle, task: Task) -> int:
    """How many positions the native core finds in a short time; 0 where it cannot say."""
    seconds = min(COUNT_SECONDS, task.limits.seconds or COUNT_SECONDS)
    brief = replace(task, limits=replace(task.limits, seconds=seconds))
    space = puzzle.native.explore(puzzle, brief) if puzzle.native else None
    return space.states if space else 0


def _too_many(positions: int) -> Message:
    if positions <= MAX_POSITIONS + 1_000:
        return Message("this level has more than {most} positions; the lab shows up to {most}", most=MAX_POSITIONS)
    return Message(
        "this level has {positions} positions; the lab shows up to {most}", positions=positions, most=MAX_POSITIONS
    )


def _distances(positions: list[Puzzle], number: dict[Puzzle, int], metric: str, nodes: Nodes) -> array[int]:
    # Dijkstra from the start, for metrics in which moves cost different amounts.
    far = 2**32 - 1
    distance = array("I", [far]) * len(positions)
    distance[0] = 0
    queue = [(0, 0)]
    while queue:
        d, n = heappop(queue)
        if d > distance[n]:
            continue
        position = positions[n]
        nodes.expand(position, len(queue))
        for move in position.branches():
            after, d_after = number[position.play(move)], d + position.cost(move, metric)
            if d_after < distance[after]:
                distance[after] = d_after
                heappush(queue, (d_after, after))
    return distance
