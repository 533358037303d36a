"""Reference searches in plain Python, one per file, usable on any Puzzle."""

from __future__ import annotations

from collections.abc import Callable

from ..puzzle import Result
from .astar import astar
from .bfs import bfs
from .bidirectional import bidirectional
from .dfs import dfs
from .dijkstra import dijkstra
from .greedy import greedy
from .hillclimb import hillclimb
from .idastar import idastar
from .nodes import EventKind, Watch

BLIND: dict[str, Callable[..., Result]] = {
    "bfs": bfs,
    "dfs": dfs,
    "dijkstra": dijkstra,
    "bidirectional": bidirectional,
}
INFORMED: dict[str, Callable[..., Result]] = {
    "greedy": greedy,
    "astar": astar,
    "idastar": idastar,
    "hillclimb": hillclimb,
}

__all__ = ["BLIND", "INFORMED", "EventKind", "Watch"]
