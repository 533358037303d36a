"""Reference searches in plain Python, one per file, usable on any Puzzle."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..core.puzzle import Puzzle, Result

EventKind = str
Watch = Callable[[EventKind, Puzzle], None]
"""Called with ``push`` when a position enters the frontier, ``drop`` when it leaves it unexpanded, ``expand`` when it
is taken off to be expanded (the goal included), and ``path`` for each position of the solution, from the start."""

BLIND = ("bfs", "dfs", "dijkstra", "bidirectional")
INFORMED = ("greedy", "astar", "idastar", "hillclimb")
"""The searches that use a heuristic."""


def search(name: str) -> Callable[..., Result]:
    """The search with this name; its module is loaded on first use."""
    function: Callable[..., Result] = getattr(import_module(f"{__name__}.{name}"), name)
    return function
