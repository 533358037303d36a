"""The bookkeeping that all reference searches share: parents, costs, counters and limits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from mmap import PAGESIZE
from time import perf_counter

from ..core.puzzle import STOPPED, Heuristic, Message, Move, Puzzle, Result, Status, Stopwatch, Task
from ..core.result import all_expanded

CHECK_INTERVAL = 0.01
"""The number of seconds between two checks of the limits. The clock is read at every step, because some steps are
slow."""

EventKind = str
Watch = Callable[[EventKind, Puzzle], None]
"""Called with ``push`` when a position enters the frontier, ``drop`` when it leaves the frontier unexpanded,
``expand`` when it is removed to be expanded (including the goal), and ``path`` for each position of the solution,
from the start."""


class Stop(Exception):
    """Raised if a limit is reached or the control is stopped; ``result`` is what the search has found so far."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result


class Nodes:
    """The tree of a running search.

    Each algorithm has its own loop and frontier and calls ``push`` and ``expand``, so that the counters mean the same
    in all of them. ``expanded`` counts every position taken from the frontier, including the goal, and ``generated``
    counts every successor, whether or not it is already known.
    """

    def __init__(
        self,
        start: Puzzle,
        algorithm: str,
        task: Task,
        watch: Watch | None = None,
        heuristic: tuple[str, Heuristic] | None = None,
    ) -> None:
        self.start, self.algorithm, self.task, self.watch = start, algorithm, task, watch
        self.metric = task.metric
        self.heuristic_name = heuristic[0] if heuristic else None
        self.parent: dict[Puzzle, tuple[Puzzle, Move] | None] = {start: None}
        self.g: dict[Puzzle, int] = {start: 0}
        self.expanded = self.generated = self.max_frontier = 0
        self.lower_bound = 0
        self.clock = Stopwatch()
        self._initial_bytes = _resident_bytes()
        self._next_report = 0.05
        self._next_check = 0.0

    def push(self, position: Puzzle, parent: Puzzle, move: Move, g: int) -> None:
        """Record a position, the best known move to it, and the cost of the path."""
        self.parent[position] = (parent, move)
        self.g[position] = g
        if self.watch:
            self.watch("push", position)

    def drop(self, position: Puzzle) -> None:
        if self.watch:
            self.watch("drop", position)

    def expand(self, position: Puzzle, frontier: int) -> None:
        """Count a position taken from the frontier, where ``frontier`` positions remain; raise Stop at a limit."""
        self.expanded += 1
        if frontier >= self.max_frontier:
            self.max_frontier = frontier + 1
        if self.watch:
            self.watch("expand", position)
        if perf_counter() >= self._next_check:
            self.check()

    def generate(self) -> None:
        """Count a successor; raise Stop if a limit is reached, because a position can have very many successors."""
        self.generated += 1
        if perf_counter() >= self._next_check:
            self.check()

    def pause(self) -> None:
        """Check the limits during work that expands no positions; raise Stop if one is reached."""
        if perf_counter() >= self._next_check:
            self.check()

    def check(self) -> None:
        """Report progress, and raise Stop if a limit is reached."""
        limits, control, now = self.task.limits, self.task.control, self.clock()
        self._next_check = perf_counter() + CHECK_INTERVAL
        if control.report and now >= self._next_report:
            self._next_report = now + 0.05
            control.report(self.expanded, self.lower_bound, now)
        if control.stopped:
            self.give_up(STOPPED)
        if limits.seconds is not None and now > limits.seconds:
            self.give_up(limits.time_reached())
        if limits.bytes is not None and self.bytes() > limits.bytes:
            self.give_up(limits.memory_reached())

    def give_up(self, reason: Message) -> None:
        raise Stop(self.result("gave_up", lower_bound=self.lower_bound, reason=reason))

    def bytes(self) -> int:
        """Return the number of bytes by which the process has grown since the search began."""
        return max(0, _resident_bytes() - self._initial_bytes)

    def path(self, position: Puzzle) -> tuple[Move, ...]:
        moves, positions = [], [position]
        while (step := self.parent[position]) is not None:
            position, move = step
            moves.append(move)
            positions.append(position)
        if self.watch:
            for each in reversed(positions):
                self.watch("path", each)
        return tuple(reversed(moves))

    def solved(self, position: Puzzle, *, optimal: bool) -> Result:
        cost = self.g[position]
        return self.result(
            "solved", self.path(position), cost, cost if optimal else min(cost, self.lower_bound), optimal
        )

    def unsolvable(self, reason: Message | None = None) -> Result:
        """Return a result without a solution; the default reason is that every position was expanded."""
        return self.result("unsolvable", reason=reason or all_expanded(len(self.g)))

    def result(
        self,
        status: Status,
        moves: tuple[Move, ...] = (),
        cost: int | None = None,
        lower_bound: int | None = None,
        optimal: bool = False,
        reason: Message | None = None,
    ) -> Result:
        return Result(
            status,
            moves,
            cost,
            lower_bound,
            optimal,
            self.expanded,
            self.generated,
            self.max_frontier,
            self.clock(),
            self.bytes(),
            self.algorithm,
            self.heuristic_name,
            self.metric,
            reason,
        )


def _resident_bytes() -> int:
    """Return the memory that the process uses now (Linux) or used at its peak (others); 0 if unknown (Windows)."""
    if sys.platform == "emscripten":
        return _heap_bytes()
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * PAGESIZE
    except OSError:
        try:
            import resource
        except ImportError:
            return 0
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _heap_bytes() -> int:
    """Return the size of WebAssembly's memory, which only grows; 0 if it is not Pyodide that runs there."""
    try:
        from pyodide_js import _module  # type: ignore[import-not-found]

        return int(_module.HEAPU8.length)
    except (ImportError, AttributeError):
        return 0
