"""Runs a search beside the keyboard: its progress is shown, and it can be ended at any time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import click

from ...core.puzzle import Control, Stopwatch
from ..printing.language import translate
from ..printing.level_output import SOLVING
from ..printing.progress import describe_progress
from ..running.exit_code import INTERRUPTED
from .keyboard import Keyboard
from .player import QUIT_KEYS
from .screen import draw, terminal_size

T = TypeVar("T")
Screen = Callable[[str, int, int], list[str]]
"""Returns the lines of the screen that tell this of the progress, on so many rows and columns."""
POLL_SECONDS = 0.05
QUIET_SECONDS = 0.3
"""A search that is done by then shows nothing."""


def run_with_keys(search: Callable[[Control], T], keyboard: Keyboard, screen: Screen) -> T:
    """Return the result of the search, which is stopped by Ctrl-C or a key that quits; then the command ends."""
    clock, control, shown = Stopwatch(), Control(), None
    parts: list[str] = []

    def report(expanded: int, bound: int | None, seconds: float) -> None:
        parts[:] = describe_progress(expanded, bound)

    control.report = report
    with ThreadPoolExecutor(1) as pool:
        try:
            result = pool.submit(search, control)
            while not result.done():
                if clock() >= QUIET_SECONDS:
                    progress = ", ".join([*parts, f"{clock():.0f} s"])
                    now = (f"{translate(SOLVING)}: {progress}", *terminal_size())
                    if now != shown:
                        draw(screen(*now))
                        shown = now
                if keyboard.read(POLL_SECONDS) in QUIT_KEYS:
                    raise click.exceptions.Exit(INTERRUPTED)
        except BaseException:
            control.stop()  # the pool waits for the search, which hears it within a moment
            raise
    return result.result()
