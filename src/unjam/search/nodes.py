"""The bookkeeping that all reference searches share: who came from where, what it cost, what was counted."""

from __future__ import annotations

import sys
from mmap import PAGESIZE
from time import perf_counter

from ..core.puzzle import STOPPED, Heuristic, Message, Move, Puzzle, Result, Status, Stopwatch, Task
from ..core.result import all_expanded
from . import Watch

LOOK_EVERY = 0.01
"""Seconds between two looks at the limits; the clock is read at every step, for there is no telling how long one is."""


class Stop(Exception):
    """A limit was reached, or somebody asked to stop; carries the reason."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class Nodes:
    """The tree of a running search.

    Each algorithm keeps its own loop and its own frontier in sight and calls ``push`` and ``expand`` here, so that the
    counts mean the same in all of them: ``expanded`` is every position taken from the frontier, the goal included;
    ``generated`` is every successor produced, known or not.
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
        self._held = _resident_bytes()
        self._next_report = 0.05
        self._next_look = 0.0

    def push(self, position: Puzzle, parent: Puzzle, move: Move, g: int) -> None:
        """Note that ``position`` is now reached best by ``move`` from ``parent``."""
        self.parent[position] = (parent, move)
        self.g[position] = g
        if self.watch:
            self.watch("push", position)

    def drop(self, position: Puzzle) -> None:
        if self.watch:
            self.watch("drop", position)

    def expand(self, position: Puzzle, frontier: int) -> None:
        """Count the position as taken from a frontier that holds ``frontier`` others; raises Stop at a limit."""
        self.expanded += 1
        if frontier >= self.max_frontier:
            self.max_frontier = frontier + 1
        if self.watch:
            self.watch("expand", position)
        if perf_counter() >= self._next_look:
            self.look()

    def generate(self) -> None:
        """Count one more successor; raises Stop at a limit, for one position can have very many."""
        self.generated += 1
        if perf_counter() >= self._next_look:
            self.look()

    def pause(self) -> None:
        """Raises Stop at a limit, where much is done between two successors."""
        if perf_counter() >= self._next_look:
            self.look()

    def look(self) -> None:
        """Report progress and raise Stop when a limit is reached."""
        limits, control, now = self.task.limits, self.task.control, self.clock()
        self._next_look = perf_counter() + LOOK_EVERY
        if control.report and now >= self._next_report:
            self._next_report = now + 0.05
            control.report(self.expanded, self.lower_bound, now)
        if control.stopped:
            raise Stop(STOPPED)
        if limits.seconds is not None and now > limits.seconds:
            raise Stop(limits.time_reached())
        if limits.bytes is not None and self.bytes() > limits.bytes:
            raise Stop(limits.memory_reached())

    def bytes(self) -> int:
        """How much the process has grown since the search began."""
        return max(0, _resident_bytes() - self._held)

    def path(self, position: Puzzle) -> tuple[Move, ...]:
        """The moves from the start to the position along the parents."""
        moves, positions = [], [position]
        while (step := self.parent[position]) is not None:
            position, move = step
            moves.append(move)
            positions.append(position)
        if self.watch:
            for each in reversed(positions):
                self.watch("path", each)
        return tuple(reversed(moves))

    def solved(self, position: Puzzle, *, optimal: bool, lower_bound: int | None = None) -> Result:
        """The result for a goal that was reached."""
        cost = self.g[position]
        bound = cost if optimal else min(cost, self.lower_bound if lower_bound is None else lower_bound)
        return self.result("solved", self.path(position), cost, bound, optimal)

    def unsolvable(self, reason: Message | None = None) -> Result:
        """The result when there is no solution; without another reason, every position was expanded."""
        return self.result("unsolvable", reason=reason or all_expanded(len(self.g)))

    def gave_up(self, stop: Stop) -> Result:
        """The result when a limit came first."""
        return self.result("gave_up", lower_bound=self.lower_bound, reason=stop.reason)

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
    """What the process holds now (Linux), the most it ever held (macOS), or 0 (Windows does not tell)."""
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
