"""Handling of Ctrl-C: running searches stop, and everything finished by then is still printed."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from ...core.puzzle import STOPPED, Control


@contextlib.contextmanager
def stop_on_ctrl_c(control: Control) -> Iterator[None]:
    """Let the first Ctrl-C stop the control; a second one raises KeyboardInterrupt at once."""

    def stop(signum: int, frame: FrameType | None) -> None:
        if control.stopped:
            raise KeyboardInterrupt
        control.stop()

    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        try:
            signal.signal(signal.SIGINT, stop)
        except ValueError:  # not in the main thread
            ours = False
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def was_stopped(answer: object) -> bool:
    """Whether the search was stopped before it had a result."""
    return getattr(answer, "reason", None) == STOPPED and getattr(answer, "cost", None) is None
