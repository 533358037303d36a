"""Limits on the time and memory of a search, and the control that reports its progress and can stop it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic, perf_counter

from .errors import Unsupported
from .message import Message, plural

MAX_LIMIT = 2**63 - 1
"""The largest allowed limit, in seconds or bytes; in effect no limit."""
_MIN_SHARE = 1 << 28


@dataclass(frozen=True, slots=True)
class Limits:
    """The time and memory that a search may use; instances can be pickled.

    Without ``seconds`` there is no time limit. Without ``bytes`` the limit is three quarters of the memory that is free
    when the search begins, so that the system does not kill it.

    >>> Limits(seconds=2.5).less(1.0)
    Limits(seconds=1.5, bytes=None)
    >>> Limits(bytes=-1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    unjam.core.errors.Unsupported: the memory limit is -1; expected a whole number of bytes from 0 to ...
    """

    seconds: float | None = None
    bytes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not _within(self.seconds, float):
            raise Unsupported(Message("the time limit is {limit}; expected a number of seconds from 0 to {most}",
                                      limit=_shown(self.seconds), most=MAX_LIMIT))  # fmt: skip
        if self.bytes is not None and not _within(self.bytes, int):
            raise Unsupported(Message("the memory limit is {limit}; expected a whole number of bytes from 0 to {most}",
                                      limit=_shown(self.bytes), most=MAX_LIMIT))  # fmt: skip

    def with_memory_limit(self, at_once: int = 1) -> Limits:
        """Return these limits with a memory limit; the default divides the free memory among ``at_once`` searches."""
        if self.bytes is not None:
            return self
        return replace(self, bytes=max(_MIN_SHARE, _free_bytes(int(monotonic())) * 3 // 4 // max(1, at_once)))

    def less(self, used: float) -> Limits:
        """Return the limits that remain after ``used`` seconds; the time limit never drops below a millisecond."""
        return self if self.seconds is None else replace(self, seconds=max(0.001, self.seconds - used))

    def time_reached(self) -> Message:
        return Message("the time limit of {seconds} s was reached", seconds=f"{self.seconds or 0:g}")

    def memory_reached(self) -> Message:
        return plural(
            "the memory limit of {n} byte was reached", "the memory limit of {n} bytes was reached", n=self.bytes or 0
        )


def limits_or_default(limits: Limits | None, seconds: float | None = None) -> Limits:
    """Return the limits, or default limits for None; raise TypeError if the argument is anything else.

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


def _within(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return False
    if not isinstance(value, (int, kind)):  # a number from another library, such as NumPy; slow to import
        from numbers import Integral, Real

        if not isinstance(value, Integral if kind is int else Real):
            return False
    return 0 <= value <= MAX_LIMIT  # type: ignore[operator]


def _shown(value: object) -> str:
    """Return the value as text for an error message, shortened if necessary.

    >>> _shown(2**70), _shown("x"), _shown(10**5000)
    ('1180591620717411303424', "'x'", 'a number of 16610 bits')
    """
    if isinstance(value, int) and value.bit_length() > 1000:
        return f"a number of {value.bit_length()} bits"
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


@lru_cache(maxsize=1)
def _free_bytes(second: int) -> int:
    """Return the memory that can be used without swapping, cached for a second; if unknown, the physical memory."""
    try:
        free = _field("/proc/meminfo", "MemAvailable:") << 10
    except (OSError, ValueError):
        free = _physical()
    return min(free, _container_bytes(), sys.maxsize)  # the last is what addresses of 32 bits reach


def _physical() -> int:
    """Return the physical memory of the machine, or a cautious guess if the system does not report it (Windows)."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4 << 30


def _container_bytes(root: str = "/sys/fs/cgroup", mine: str = "/proc/self/cgroup") -> int:
    """Return the memory that the process's container still allows; MAX_LIMIT without a container or a limit.

    Linux containers are limited by control groups. Version 2 of their interface has one folder for all limits; version
    1 has a separate folder for memory. The path of the group is relative to that folder, but inside a container only
    the folder itself may be visible.
    """
    left = MAX_LIMIT
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
            with suppress(OSError, ValueError):  # "max" is not a number
                most, used = (_number(f"{folder}/{name}") for name in names)
                left = min(left, max(0, most - used + _field(f"{folder}/memory.stat", cache)))
    return left


def _number(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return int(file.read())


def _field(path: str, name: str) -> int:
    """Return the number that follows ``name`` on the first line of the file that begins with that name."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if words and words[0] == name:
                return int(words[1])
    raise ValueError(f"no {name} in {path}")


STOPPED = Message("stopped on request")
Report = Callable[[int, int | None, float], None]


class Control:
    """A handle for running searches: it reports their progress and can stop them.

    ``report(expanded, lower_bound, seconds)`` is called about twenty times a second. ``stop()`` may be called from any
    thread; every search with this control then gives up well within a second. With ``stop_when``, the control also
    stops as soon as that function returns True.

    >>> parent = Control()
    >>> child = Control(stop_when=lambda: parent.stopped)
    >>> parent.stop()
    >>> child.stopped
    True
    """

    __slots__ = ("_stopped", "report", "stop_when")

    def __init__(self, report: Report | None = None, *, stop_when: Callable[[], bool] | None = None) -> None:
        self.report = report
        self.stop_when = stop_when
        self._stopped = False

    @property
    def stopped(self) -> bool:
        return self._stopped or (self.stop_when is not None and self.stop_when())

    def stop(self) -> None:
        self._stopped = True


def control_or_default(control: Control | None) -> Control:
    """Return the control, or a new one for None; raise TypeError if the argument is anything else."""
    if control is None:
        return Control()
    if isinstance(control, Control):
        return control
    raise TypeError(f"control is {_shown(control)}; expected unjam.Control")


class Stopwatch:
    """A callable that returns the seconds since it was created."""

    __slots__ = ("start",)

    def __init__(self) -> None:
        self.start = perf_counter()

    def __call__(self) -> float:
        return perf_counter() - self.start
