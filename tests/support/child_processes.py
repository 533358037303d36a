"""The running children of a process."""

from __future__ import annotations

import os
from pathlib import Path


def child_processes(parent: int | None = None) -> set[int]:
    """Return the ids of the running children of a process, by default of this one; none on a system without /proc."""
    wanted = os.getpid() if parent is None else parent
    folders = os.listdir("/proc") if os.path.isdir("/proc") else []
    return {pid for pid in map(int, filter(str.isdigit, folders)) if _is_child(pid, wanted)}


def _is_child(pid: int, wanted: int) -> bool:
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:  # it has just ended
        return False
    return int(parent) == wanted and state != "Z"
