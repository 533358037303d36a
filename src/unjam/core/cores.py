"""How many workers this system can run at once."""

from __future__ import annotations

import os
import sys


def can_start_threads() -> bool:
    """Return whether Python can start threads and processes here; in a browser it can start neither."""
    emscripten = getattr(sys, "_emscripten_info", None)
    return emscripten is None or bool(emscripten.pthreads)


def count_cores() -> int:
    """Return the number of cores that this process may use; 1 if it cannot start threads."""
    if not can_start_threads():
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_workers(wanted: int | None) -> int:
    """Return the number of workers to use: as wanted, by default one for each core, or 1 if none can be started."""
    return (wanted or count_cores()) if can_start_threads() else 1
