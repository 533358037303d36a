"""The progress line that a command shows on a terminal while it works through many levels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...core.puzzle import Control, Message, Stopwatch
from ..running.interrupts import stop_on_ctrl_c
from . import terminal
from .language import number, translate, words
from .level_output import SOLVING, amount


class Reporter:
    """Shows the progress of a command, unless it is quiet or standard error is not a terminal."""

    def __init__(self, activity: Message | None, is_quiet: bool) -> None:
        self.activity, self.clock = activity, Stopwatch()
        self.is_shown = not is_quiet and terminal.can_show_progress()
        self._levels = ""

    def show(self, *parts: str) -> None:
        """Draw the progress line from the non-empty parts."""
        if self.is_shown:
            head = "" if self.activity is None else f"{translate(self.activity)}: "
            terminal.show_progress(head + ", ".join(filter(None, parts)))

    def per_second(self, count: int) -> float:
        return count / max(self.clock(), 1e-3)

    def show_share(self, count: int, share: float) -> None:
        """Show how many levels are done and what share of the input has been read."""
        self._levels = f"{amount(count, 'levels')}, {share:.0%}"
        self.show(self._levels)

    def show_rate(self, count: int, now: int, left: int | None) -> None:
        """Show how many levels are done (``now`` of them since the command started) and how long the rest will take."""
        rate = self.per_second(now)
        time_left = words("{time} left", time=rough_time(left / rate)) if left is not None and rate else ""
        self.show(amount(count, "levels"), words("{rate} per second", rate=round(rate)), time_left)

    @contextmanager
    def watch(self, control: Control, *, searches: bool = True) -> Iterator[None]:
        """Stop the control on Ctrl-C and show the progress of its searches; erase the line at the end."""
        if self.is_shown and searches:
            control.report = self._show_search
        with stop_on_ctrl_c(control):
            try:
                yield
            finally:
                control.report = None
                terminal.clear_progress()

    def _show_search(self, expanded: int, bound: int | None, seconds: float) -> None:
        if seconds >= 0.5:
            before = f"{self._levels}; " if self._levels else ""
            first, *rest = describe_progress(expanded, bound if self.activity == SOLVING else None)
            self.show(before + first, *rest, f"{seconds:.0f} s")


def describe_progress(expanded: int, bound: int | None) -> list[str]:
    """Return how many positions a search has expanded, and the lower bound if it has one.

    >>> describe_progress(1200, 7)
    ['1,200 positions', 'at least 7 needed']
    """
    least = [words("at least {cost} needed", cost=bound)] if bound and bound > 0 else []
    return [amount(expanded, "positions"), *least]


def rough_time(seconds: float) -> str:
    """Return the time, rounded to a readable unit.

    >>> rough_time(8.4), rough_time(100), rough_time(9000)
    ('8 s', '2 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{number(seconds / 3600, 1)} h"
