"""What a web worker for searches runs: one task at a time."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..jobs.queue import Event
from ..jobs.tasks import answer


def run(task: str, send_event: Callable[[str], None]) -> None:
    """Run a task, given as JSON, and send its events, each as a line; the last is ``done`` or ``failed``."""
    answer(json.loads(task), lambda name, data: send_event(Event.of(name, data).line))
