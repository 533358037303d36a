"""The processes that this one has started and that are still there."""

from __future__ import annotations

import os
from pathlib import Path


def child_processes() -> set[int]:
    """Their ids, without those that have ended and wait to be collected."""
    return {pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _is_child(pid)}


def _is_child(pid: int) -> bool:
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:  # it has just ended
        return False
    return int(parent) == os.getpid() and state != "Z"
