"""How much a search may spend, and the wire by which it is watched and stopped while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic, perf_counter

from .errors import Unsupported
from .message import Message, plural

MOST = 2**63 - 1
"""The largest limit, in seconds and in bytes: as good as none."""
_LEAST_SHARE = 1 << 28


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may run and how much it may hold; plain settings that can be pickled and sent elsewhere.

    Without ``seconds`` it may run as long as it takes. Without ``bytes`` it may hold three quarters of the memory that
    is free when it begins, so that nothing is killed.

    >>> Limits(seconds=2.5).less(1.0)
    Limits(seconds=1.5, bytes=None)
    >>> Limits(bytes=-1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    unjam.core.errors.Unsupported: a memory limit of -1; expected a whole number of bytes from 0 to ...
    """

    seconds: float | None = None
    bytes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not _within(self.seconds, float):
            why = Message("a time limit of {given}; expected a number of seconds from 0 to {most}",
                          given=_shown(self.seconds), most=MOST)  # fmt: skip
            raise Unsupported(why)
        if self.bytes is not None and not _within(self.bytes, int):
            why = Message("a memory limit of {given}; expected a whole number of bytes from 0 to {most}",
                          given=_shown(self.bytes), most=MOST)  # fmt: skip
            raise Unsupported(why)

    def settled(self, at_once: int = 1) -> Limits:
        """The same with a memory limit: without one, a share of what is free for each of so many searches at once."""
        return self if self.bytes is not None else replace(self, bytes=_share(at_once))

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


def limits_or_default(limits: Limits | None, seconds: float | None = None) -> Limits:
    """The limits that a caller handed over, else the default ones; TypeError where they are something else.

    >>> limits_or_default(5)
    Traceback (most recent call last):
    ...
    TypeError: limits is 5; expected unjam.Limits, such as Limits(seconds=5)
    """
    if limits is None:
        return Limits(seconds)
    if isinstance(limits, Limits):
        return limits
    example = limits if _within(limits, float) else 5
    raise TypeError(f"limits is {_shown(limits)}; expected unjam.Limits, such as Limits(seconds={example})")


def _within(given: object, kind: type) -> bool:
    if isinstance(given, bool):
        return False
    if not isinstance(given, (int, kind)):  # numbers of other libraries; the import takes its time
        from numbers import Integral, Real

        if not isinstance(given, Integral if kind is int else Real):
            return False
    return 0 <= given <= MOST  # type: ignore[operator]


def _shown(given: object) -> str:
    """What was given, however long it is.

    >>> _shown(2**70), _shown("x"), _shown(10**5000)
    ('1180591620717411303424', "'x'", 'a number of 16610 bits')
    """
    if isinstance(given, int) and given.bit_length() > 1000:
        return f"a number of {given.bit_length()} bits"
    shown = repr(given)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


def _share(at_once: int) -> int:
    """Three quarters of what is free, parted."""
    return max(_LEAST_SHARE, _free_bytes(int(monotonic())) * 3 // 4 // max(1, at_once))


@lru_cache(maxsize=1)
def _free_bytes(second: int) -> int:
    """The memory that programs can still have in this second without swapping, where the system tells; else all."""
    try:
        free = _field("/proc/meminfo", "MemAvailable:") << 10
    except (OSError, ValueError):
        free = _physical()
    return min(free, _contained())


def _physical() -> int:
    """All the memory of the machine; a modest guess where the system does not tell (Windows)."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4 << 30


def _contained(root: str = "/sys/fs/cgroup", mine: str = "/proc/self/cgroup") -> int:
    """What the container that the process runs in leaves it; MOST where it sets no limit or there is none.

    A container is a control group: in the second version of their interface one folder for everything, in the first a
    folder for memory alone, below it the group's own path, which from inside may be the top.
    """
    left = MOST
    try:
        with open(mine, encoding="utf-8") as groups:
            paths = [line.rstrip("\n").split(":", 2)[1:] for line in groups]
    except OSError:
        return left
    for kinds, path in paths:
        if kinds == "":
            names, cache = ("memory.max", "memory.current"), "inactive_file"
            folders = (f"{root}{path}", root)
        elif "memory" in kinds.split(","):
            names, cache = ("memory.limit_in_bytes", "memory.usage_in_bytes"), "total_inactive_file"
            folders = (f"{root}/memory{path}", f"{root}/memory")
        else:
            continue
        for folder in folders:
            with suppress(OSError, ValueError):  # "max" is no number
                most, used = (_number(f"{folder}/{name}") for name in names)
                left = min(left, max(0, most - used + _field(f"{folder}/memory.stat", cache)))
    return left


def _number(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return int(file.read())


def _field(path: str, name: str) -> int:
    """The number that stands after a name at the beginning of a line."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if words and words[0] == name:
                return int(words[1])
    raise ValueError(f"no {name} in {path}")


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


def control_or_default(control: Control | None) -> Control:
    """The control that a caller handed over, else a new one; TypeError where it is something else."""
    if control is None:
        return Control()
    if isinstance(control, Control):
        return control
    raise TypeError(f"control is {_shown(control)}; expected unjam.Control")


class Stopwatch:
    """Seconds since it was made; one clock for every search."""

    __slots__ = ("start",)

    def __init__(self) -> None:
        self.start = perf_counter()

    def __call__(self) -> float:
        return perf_counter() - self.start
