"""Reference searches in plain Python, one per file, usable on any Puzzle."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..core.puzzle import Puzzle, Result

EventKind = str
Watch = Callable[[EventKind, Puzzle], None]
"""Called with ``push`` when a position goes on the frontier, ``drop`` when it leaves it unexpanded, ``expand`` when it
is taken off to be expanded (the goal included), and ``path`` once for each position of the solution, start first."""

BLIND = ("bfs", "dfs", "dijkstra", "bidirectional")
INFORMED = ("greedy", "astar", "idastar", "hillclimb")
"""The searches that follow a heuristic."""


def search(name: str) -> Callable[..., Result]:
    """The named search; its file is loaded when it is first asked for."""
    found: Callable[..., Result] = getattr(import_module(f"{__name__}.{name}"), name)
    return found
