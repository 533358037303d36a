"""What a web worker for searches runs: one task at a time."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..jobs import tasks
from ..jobs.queue import Event


def run(task: str, send_event: Callable[[str], None]) -> None:
    """Run a task, given as JSON, and send its events, each as a line; the last is ``done`` or ``failed``."""
    tasks.answer(json.loads(task), lambda name, data: send_event(Event.of(name, data).line))


def run_code(task: str, send_event: Callable[[str], None]) -> None:
    """Run the code of a student, in the same way; the worker is to be ended afterwards."""
    from . import own_code  # most workers never need it

    own_code.answer(json.loads(task), lambda name, data: send_event(Event.of(name, data).line))
