"""Types of the events that the server sends while a search runs, and of its final result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.design import Advice
from ...core.heuristic import Term
from ...core.message import Message
from ...core.puzzle import Cell, Fault
from .answers import NewLevel, Scene, Steps


@dataclass(frozen=True)
class Progress:
    expanded: int
    bound: int | None
    seconds: float


@dataclass(frozen=True)
class Factor:
    """A factor of a rating; ``by`` is how many times longer than a typical level this one takes because of it."""

    text: Message
    typical: Message | int
    remark: Message | None
    by: float


@dataclass(frozen=True)
class RatingExplanation:
    """The basis of a rating: a typical level in words and seconds, the factors, and what is not part of the score."""

    borders: Sequence[float]
    seconds: float
    typical_seconds: float
    typical: Message
    factors: Sequence[Factor]
    counted: Sequence[Message]
    notes: Sequence[Message]


@dataclass(frozen=True)
class Explained:
    """A rating: its ``time`` in words, a sentence ``why``, and a ``note`` if the rating is less certain.

    Most people need between ``low`` and ``high`` seconds, which ``time`` puts into words; ``expected`` adds the time
    of an average person. ``proved`` says whether the solution is proven optimal, ``reason`` why there is no rating.
    """

    level: str | None
    score: float | None
    low: float | None
    high: float | None
    calibrated: bool | None
    why: Message | None
    note: Message | None
    reason: Message | None
    advice: Sequence[Advice]
    time: Message | None
    expected: Message | None
    proved: bool
    explanation: RatingExplanation | None


@dataclass(frozen=True)
class Solution(Steps, Explained):
    """The result of a search, its rating and every step of a replay; ``reason`` says why the search gave up."""

    status: Literal["solved", "unsolvable", "gave_up"]
    metric: str
    cost: int | None
    optimal: bool
    lower_bound: int | None
    expanded: int
    generated: int
    seconds: float
    algorithm: str
    solutions: int | None


@dataclass(frozen=True)
class Run:
    """Lost turns of a game in a row: the index of the first, from 0, and their number."""

    first: int
    count: int


@dataclass(frozen=True)
class Review:
    """How far from the goal a finished game was at the start and after each turn, and where turns were lost.

    After a lost turn the goal was no nearer than before. The distances are exact if ``proved``, otherwise some are
    those of the best known solution, whose cost is ``best``; ``cost`` is that of the game.
    """

    metric: str
    distances: Sequence[int]
    runs: Sequence[Run]
    cost: int
    best: int
    proved: bool


@dataclass(frozen=True)
class Loss:
    """Since when a game cannot be won: the number of the move after which it was lost, 0 if the level has no solution.

    Unless ``exact``, it may have been lost even earlier. ``why`` is the proof, with the cells that show it.
    """

    since: int
    exact: bool
    why: Fault


@dataclass(frozen=True)
class Variation:
    """A level that is harder or easier than another by small changes; ``text`` is the drawing of it.

    ``cells`` are those that the changes concern, on the drawing in ``scene``. ``seconds`` is the expected time.
    """

    id: str
    text: str
    scene: Scene
    cells: Sequence[Cell]
    changes: Sequence[Message]
    cost: int
    seconds: float | None
    difficulty: str | None


@dataclass(frozen=True)
class VariationsEnd:
    """The end of a search for variations: why there are fewer than wanted, and whether the search was complete."""

    reason: Message | None
    finished: bool


@dataclass(frozen=True)
class Estimate:
    """What a heuristic says of a position, and the terms that add up to it; null if it does not explain itself."""

    heuristic: str
    metric: str
    value: int
    admissible: bool
    terms: Sequence[Term] | None


@dataclass(frozen=True)
class LabStart:
    """The searches that will be run, each an algorithm and a heuristic, and the available options."""

    searches: Sequence[tuple[str, str | None]]
    algorithms: Sequence[str]
    informed: Sequence[str]
    heuristics: Sequence[str]
    metrics: Sequence[str]
    metric: str


@dataclass(frozen=True)
class LabSkyline:
    """The number of reachable positions at each distance from the start, and of those that one window stands for."""

    metric: str
    reason: Message | None
    states: int
    goals: int
    best: int | None
    towers: Sequence[int]
    windows: bool
    per_window: int


@dataclass(frozen=True)
class LabWindows(LabSkyline):
    """The skyline with every single position."""

    distance: Sequence[int]
    parent: Sequence[int]
    branch: Sequence[int]


@dataclass(frozen=True)
class LabSkylinePart:
    skyline: LabWindows | LabSkyline


@dataclass(frozen=True)
class LabFigures:
    """The figures of a finished search, identified by its index; sent without events while there is no skyline."""

    ended: int
    algorithm: str
    heuristic: str | None
    status: Literal["solved", "unsolvable", "gave_up"]
    cost: int | None
    optimal: bool
    expanded: int
    generated: int
    max_frontier: int
    seconds: float
    metric: str
    reason: Message | None


@dataclass(frozen=True)
class LabEvents(LabFigures):
    """A search with its events in order, and the solution."""

    again: int
    outside: int
    kinds: Sequence[int]
    numbers: Sequence[int]
    path: Sequence[int]


@dataclass(frozen=True)
class LabSamples(LabFigures):
    """A search with samples over time: how many positions in each tower were expanded, and how many on the frontier.

    Windows stand for several positions. ``changed`` are the windows whose shares change, in order, ``shares`` what they
    become, in parts as ``lab.bins`` describes, and ``ends`` the number of changes until each sample. The solution
    passes through the windows of ``path``.
    """

    again: int
    outside: int
    at: Sequence[int]
    expanded_by_tower: Sequence[Sequence[int]]
    frontier_by_tower: Sequence[Sequence[int]]
    changed: Sequence[int]
    shares: Sequence[int]
    ends: Sequence[int]
    path: Sequence[int]


@dataclass(frozen=True)
class LabEnd:
    """The end of the lab's events: whether every search finished, and if there is no skyline, why."""

    reason: Message | None
    finished: bool


LabPart = LabStart | LabSkylinePart | LabFigures | LabEvents | LabSamples

SHAPES = (
    Progress, NewLevel, Solution, Explained, Estimate, Review, Loss, Variation, VariationsEnd,
    LabStart, LabSkylinePart, LabFigures, LabEvents, LabSamples, LabEnd,
)  # fmt: skip
"""The types that occur only in events; they are added to the OpenAPI description explicitly."""
