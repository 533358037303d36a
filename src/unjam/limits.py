"""How much a search may spend, and the wire by which it is watched and stopped while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

from .message import Message, plural


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may run and how much it may hold; plain settings that can be pickled and sent elsewhere.

    >>> Limits(seconds=2.5).less(1.0)
    Limits(seconds=1.5, bytes=None)
    """

    seconds: float | None = None
    bytes: int | None = None

    def less(self, used: float) -> Limits:
        """What is left of the limits once so many seconds are spent; a search that begins late still gives up."""
        return self if self.seconds is None else replace(self, seconds=max(0.001, self.seconds - used))

    def time_reached(self) -> Message:
        """Why a search gave up, in words."""
        return Message("the time limit of {seconds} s was reached", seconds=f"{self.seconds or 0:g}")

    def memory_reached(self) -> Message:
        """The same for memory."""
        return plural(
            "the memory limit of {n} byte was reached", "the memory limit of {n} bytes was reached", n=self.bytes or 0
        )


STOPPED = Message("stopped on request")
Report = Callable[[int, int | None, float], None]


class Control:
    """The wire to a running search: it reports, and it can be told to stop.

    ``report(expanded, lower_bound, seconds)`` is called about twenty times a second. ``stop()`` may be called from any
    thread; every search on this wire then gives up at its next look, well within a second.
    """

    __slots__ = ("report", "stopped")

    def __init__(self, report: Report | None = None) -> None:
        self.report = report
        self.stopped = False

    def stop(self) -> None:
        """Ask the running searches to give up; safe from any thread."""
        self.stopped = True


class Stopwatch:
    """Seconds since it was made; one clock for every search."""

    __slots__ = ("start",)

    def __init__(self) -> None:
        self.start = perf_counter()

    def __call__(self) -> float:
        return perf_counter() - self.start
