"""Ctrl-C: the searches under way are asked to stop, and everything finished by then is still answered."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from ...core.puzzle import STOPPED, Control


@contextlib.contextmanager
def stoppable(control: Control) -> Iterator[None]:
    """Within it the first Ctrl-C stops the control; a second one ends the run at once.

    The run ends as stopped, unless its own error comes first.
    """

    def stop(signum: int, frame: FrameType | None) -> None:
        if control.stopped:
            raise KeyboardInterrupt
        control.stop()

    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        try:
            signal.signal(signal.SIGINT, stop)
        except ValueError:  # only the main thread may
            ours = False
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def called_off(answer: object) -> bool:
    """Whether an answer is none because the search was stopped before it had any."""
    return getattr(answer, "reason", None) == STOPPED and getattr(answer, "cost", None) is None
