"""Reference searches in plain Python, one per module, that work with any puzzle."""

from __future__ import annotations

from importlib import import_module

from ..core.puzzle import Heuristic, Puzzle, Result, Task
from .nodes import Stop, Watch

BLIND = ("bfs", "dfs", "dijkstra", "bidirectional")
INFORMED = ("greedy", "astar", "idastar", "hillclimb")
"""The searches that use a heuristic."""


def run_search(
    name: str, puzzle: Puzzle, task: Task, watch: Watch | None = None, heuristic: tuple[str, Heuristic] | None = None
) -> Result:
    """Run the search with this name and return its result; its module is loaded on first use."""
    search = getattr(import_module(f"{__name__}.{name}"), name)
    try:
        result: Result = search(puzzle, task, watch, **({"heuristic": heuristic} if heuristic else {}))
    except Stop as stop:
        return stop.result
    return result
