"""The worker process: reads one task per line and writes events, each a line with a name and JSON.

    python -m unjam.web.jobs.worker MEMORY [FAMILY.py …] [FILE.py:HEURISTIC …]

To cancel a search, the server kills the process, which frees the core at once, whatever the search is doing.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from typing import Any

from ...core.own_heuristics import load_heuristic, names_file, short_name
from ...families import load
from .queue import Event, Task
from .tasks import answer

OUTPUT = sys.stdout


def send(event: str, data: Any) -> None:
    OUTPUT.write(Event.of(event, data).line)
    OUTPUT.flush()


def _read_tasks(tasks: queue.SimpleQueue[Task]) -> None:
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)  # the server is gone


def main(memory: int, files: list[str]) -> None:
    """Run tasks until standard input ends; ``memory`` is the limit per search, 0 for no limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if memory:  # a last resort, well above the limit that the searches themselves respect
            resource.setrlimit(resource.RLIMIT_AS, (3 * memory + 2**30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    sys.stdout = sys.stderr  # so that output printed by a user-defined family is not taken for an event
    for name in files:
        if names_file(name):
            load_heuristic(name, short_name(name))
        else:
            load(name)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_read_tasks, args=(tasks,), daemon=True).start()
    send("ready", os.getpid())
    while True:  # each task in a new thread, because a thread cannot raise its priority again
        thread = threading.Thread(target=answer, args=(tasks.get(), send))
        thread.start()
        thread.join()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
