"""Records what searches do on one level: every position is numbered, and every event refers to these numbers.

Positions are numbered breadth-first from the start. The distance of a position is its cost from the START in the chosen
metric (``explore`` measures to the nearest GOAL). Each search runs through ``run_task`` with a ``watch`` function, so
that its counts are the same as in ``compare``. Two kinds of events are only counted, because a picture cannot show
them: expanding a position again (as IDA* does in every round), and expanding a position that cannot be reached from the
start (as a bidirectional search may do).
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Result, Task, Unsupported, plural
from ..search import BLIND, INFORMED
from ..search.nodes import EventKind, Nodes, Stop
from ..solving.solve import SolveOptions, run_task

MAX_WINDOWS = 20_000
"""Up to this many positions, the page gets every event; beyond that, windows of several positions and their shares."""
MAX_POSITIONS = 2_000_000
MAX_SAMPLES = 240
ORDER = ("greedy", "astar", "hillclimb", "bidirectional", "bfs", "dijkstra", "dfs", "idastar")
"""The order in which the searches run; searches that are typically fast come first."""
MAX_COUNT_SECONDS = 5.0
"""The time limit for counting the positions natively before they are listed in Python."""

Search = tuple[str, str | None]
"""An algorithm and a heuristic; None stands for the family's best heuristic."""

UNSEEN, FRONTIER, EXPANDED, REPEATS = range(4)
"""The kinds of events: a position leaves the frontier unexpanded, enters it, or is expanded; REPEATS means a
number of consecutive expansions that change nothing visible."""


@dataclass(frozen=True, slots=True)
class Skyline:
    """All positions that can be reached from a start; the page draws a tower for each ``distance``.

    ``parent`` and ``branch`` tell how each position was first reached: from which position, and by which of its
    ``branches()``. ``best`` is the cost of the nearest goal. ``reason`` is set if there are too many positions or a
    limit was reached.
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
        counts = [0] * (max(self.distance, default=-1) + 1)
        for d in self.distance:
            counts[d] += 1
        return counts


@dataclass(frozen=True, slots=True)
class Record:
    """One search on a skyline: its result, its events in order, and the positions of the solution.

    ``kinds[i]`` is what happened to the position ``numbers[i]``. ``again`` counts expansions of positions that were
    expanded before, and ``outside`` expansions of positions that cannot be reached from the start; both are included in
    ``result.expanded`` and appear as REPEATS in the events.
    """

    result: Result
    kinds: bytes
    numbers: Sequence[int]
    path: tuple[int, ...]
    again: int
    outside: int

    def spans(self) -> Iterator[tuple[int, int, int]]:
        """Yield up to MAX_SAMPLES spans of events that follow each other: the first event, the end, and the expansions
        until then. The first span ends before the first expansion."""
        every = max(1, -(-self.result.expanded // (MAX_SAMPLES - 1)))
        begin, done, due = 0, 0, 0
        for i, (kind, n) in enumerate(zip(self.kinds, self.numbers, strict=True)):
            if kind >= EXPANDED and done >= due:
                yield begin, i, done
                begin, due = i, done + every
            done += n if kind == REPEATS else kind == EXPANDED
        yield begin, len(self.kinds), done

    def samples(self, distance: Sequence[int]) -> list[tuple[int, list[int], list[int]]]:
        """Return a sample at the end of every span: (expansions, expanded per tower, frontier per tower)."""
        height = max(distance, default=-1) + 1
        lit, queued = [0] * height, [0] * height
        state = bytearray(len(distance))
        out = []
        for begin, end, done in self.spans():
            for kind, n in zip(self.kinds[begin:end], self.numbers[begin:end], strict=True):
                if kind != REPEATS:
                    d, was = distance[n], state[n]
                    state[n] = kind
                    lit[d] += (kind == EXPANDED) - (was == EXPANDED)
                    queued[d] += (kind == FRONTIER) - (was == FRONTIER)
            out.append((done, lit[:], queued[:]))
        return out


@dataclass(frozen=True, slots=True)
class Lab:
    """A skyline and the records of searches on it; there are no records if the skyline has a ``reason``."""

    skyline: Skyline
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished search: its index, its result, and its record.

    The first search finishes before the skyline is known, so it is reported twice: without and with its record.
    """

    index: int
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
    """List all positions of the puzzle and record searches on them, each given by an algorithm and a heuristic.

    The limits apply to the skyline and to each search separately. By default the ``default_searches`` are run.

    >>> from unjam import Tiles
    >>> result = lab(Tiles.parse("2 3\\n1 2 0 3 4 5"), [("bfs", None), ("astar", "manhattan")])
    >>> [(record.result.cost, record.result.expanded) for record in result.records]
    [(2, 4), (2, 3)]
    """
    records: dict[int, Record] = {}
    for part in lab_parts(puzzle, searches, metric=metric, limits=limits, control=control):
        if isinstance(part, Skyline):
            positions = part
        elif part.record is not None:
            records[part.index] = part.record
    return Lab(positions, tuple(records[index] for index in sorted(records)))


def lab_parts(
    puzzle: Puzzle,
    searches: Iterable[Search] | None = None,
    *,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[Skyline | Finished]:
    """Yield the parts of ``lab`` as soon as they are known, fast searches first.

    Unless the level is too large, one search runs before all positions are listed, because listing them takes longer.
    """
    chosen = list(searches) if searches is not None else default_searches(puzzle)
    for algorithm, heuristic in chosen:
        check_search(puzzle, algorithm, heuristic)
    limits, control = limits_or_default(limits), control_or_default(control)
    task = Task(puzzle.metric(metric), limits, control)
    runs = [SolveOptions(metric, *search, limits=limits, control=control) for search in chosen]
    order = sorted(range(len(chosen)), key=lambda index: ORDER.index(chosen[index][0]))
    too_large = _too_large(puzzle, task)
    if order and too_large is None:
        early = Recorder(puzzle, runs[order[0]])
        early_result = early.run(puzzle)
        yield Finished(order[0], early_result)
    skyline = too_large or _list_positions(puzzle, task)
    yield skyline
    if skyline.reason is not None or not order:
        return
    yield Finished(order[0], early_result, early.renumber(skyline).record(early_result))
    for index in order[1:]:
        recorder = Recorder(puzzle, runs[index], skyline.number)
        result = recorder.run(puzzle)
        yield Finished(index, result, recorder.record(result))


def check_search(puzzle: Puzzle, algorithm: str, heuristic: str | None) -> None:
    """Raise Unsupported if the lab cannot run this search on this puzzle."""
    if algorithm not in (*BLIND, *INFORMED):
        raise Unsupported.choice(Message("the lab has no algorithm '{name}'", name=algorithm), (*BLIND, *INFORMED))
    if algorithm in BLIND and heuristic is not None:
        raise Unsupported(Message("{algorithm} uses no heuristic", algorithm=algorithm))
    puzzle.heuristic(heuristic)


def default_searches(puzzle: Puzzle) -> list[Search]:
    """Return six searches; if the puzzle does not support bidirectional search, hill climbing replaces it."""
    last = "hillclimb" if puzzle.goals() is None else "bidirectional"
    return [(name, None) for name in ("bfs", "astar", "greedy", "dfs", "idastar", last)]


def _too_large(puzzle: Puzzle, task: Task) -> Skyline | None:
    """Return an empty skyline if a quick native count shows that there are too many positions."""
    seconds = min(MAX_COUNT_SECONDS, task.limits.seconds or MAX_COUNT_SECONDS)
    brief = replace(task, limits=replace(task.limits, seconds=seconds))
    space = puzzle.native.explore(puzzle, brief) if puzzle.native else None
    if space is None or space.states <= MAX_POSITIONS:
        return None
    return _empty(puzzle, task.metric, _too_many(space.states))


def _empty(puzzle: Puzzle, metric: str, why: Message) -> Skyline:
    return Skyline(puzzle, metric, {}, (), (), (), 0, None, why)


def _list_positions(puzzle: Puzzle, task: Task) -> Skyline:
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
            for index, move in enumerate(position.branches()):
                prices.add(position.cost(move, metric))
                after = position.play(move)
                if after not in number:
                    number[after] = len(number)
                    frontier.append(after)
                    parent.append(at)
                    branch.append(index)
                    depth.append(depth[at] + 1)
        if frontier:
            return _empty(puzzle, metric, _too_many(len(number)))
        price = next(iter(prices), 1)
        if len(prices) <= 1:
            distance = array("I", (d * price for d in depth)) if price != 1 else depth
        else:
            distance = _distances(list(number), number, metric, nodes)
    except Stop as stop:
        why = plural("{why} after {n} position", "{why} after {n} positions", n=len(number), why=stop.result.reason)
        return _empty(puzzle, metric, why)
    nearest = min((distance[n] for n in goals), default=None)
    return Skyline(puzzle, metric, number, distance, parent, branch, len(goals), nearest)


class Recorder:
    """Records the events of a search with the numbers of a skyline, or with preliminary numbers before it is known."""

    def __init__(self, start: Puzzle, options: SolveOptions, number: dict[Puzzle, int] | None = None) -> None:
        self.options = options
        self.grows = number is None
        self.number = {start: 0} if number is None else number
        self.state = bytearray(len(self.number))
        self.kinds, self.numbers, self.path = bytearray(), array("I"), list[int]()
        self.pending = self.again = self.outside = 0
        self.rounds = options.algorithm == "idastar"  # each round starts over, but expanded positions stay marked
        self.write(FRONTIER, 0)

    def run(self, puzzle: Puzzle) -> Result:
        watch = self.watch if puzzle.dead() is None else None  # a dead position is not searched, as in compare
        return run_task(puzzle, self.options.task(type(puzzle)), watch)

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

    def watch(self, kind: EventKind, position: Puzzle) -> None:
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

    def renumber(self, skyline: Skyline) -> Recorder:
        """Return the same events with the numbers of a skyline; events at other positions are only counted."""
        to = [skyline.number.get(position) for position in self.number]
        out = Recorder(skyline.start, self.options, skyline.number)
        out.again, out.kinds, out.numbers = self.again, bytearray(), array("I")
        for kind, n in zip(self.kinds, self.numbers, strict=True):
            if kind == REPEATS:
                out.pending += n
            elif (there := to[n]) is not None:
                out.write(kind, there)
            elif kind == EXPANDED:
                out.outside += 1
                out.pending += 1
        out.pending += self.pending
        out.path = [there for n in self.path if (there := to[n]) is not None]
        return out

    def record(self, result: Result) -> Record:
        self.flush()
        return Record(result, bytes(self.kinds), self.numbers, tuple(self.path), self.again, self.outside)


def follow(puzzle: Puzzle, branches: Iterable[int]) -> Puzzle:
    """Return the position after following the branches with these numbers; raise IndexError if one does not exist.

    >>> from unjam import Tiles
    >>> print(follow(Tiles.parse("1 2 0 3 4 5 6 7 8"), [0, 0]).text("line"))
    0 1 2 3 4 5 6 7 8
    """
    for index in branches:
        puzzle = puzzle.play(list(puzzle.branches())[index])
    return puzzle


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
