"""The state shared by the API handlers while the server runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .jobs.level_stock import LevelStock
from .jobs.queue import JobQueue
from .presenters.positions import Positions

if TYPE_CHECKING:
    from ..datasets.library import Library
    from ..datasets.plays import PlayLog


@dataclass(frozen=True)
class ServerState:
    """The state; ``own_families`` and ``own_heuristics`` are defined in Python files that the server was started with,
    ``family`` is the family of ``level_text``, if given."""

    positions: Positions
    jobs: JobQueue
    stock: LevelStock
    own_families: Sequence[str]
    level_text: str
    family: str | None
    library: Library | None
    plays: PlayLog | None
    own_heuristics: Sequence[str] = ()
