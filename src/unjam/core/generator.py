"""The base class of level generators, and the requests and board sizes that they support."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from .family_info import DIFFICULTIES
from .puzzle import Control, Message, Option, Puzzle, Unsupported

if TYPE_CHECKING:
    from random import Random

Candidates = Generator[Puzzle, int, None]
"""A generator that yields candidate levels and is sent a verdict on each: negative if the level is too easy, positive
if it is too hard, and 0 if its difficulty fits but it is rejected for another reason."""


@dataclass(frozen=True, slots=True)
class LevelRequest:
    """The requested difficulty, range of moves and board size (None means any), and options for the generator."""

    difficulty: str | None = None
    moves: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def difficulty_index(self) -> int | None:
        """The index of the difficulty, from 0 for beginner to 3 for expert."""
        return None if self.difficulty is None else DIFFICULTIES.index(self.difficulty)


@dataclass(frozen=True, slots=True)
class Size:
    """A board size for new levels, and the difficulties that can be generated at this size within seconds.

    >>> Size(5, 4).name
    '5x4'
    """

    rows: int
    cols: int
    difficulties: tuple[str, ...] = DIFFICULTIES

    @property
    def name(self) -> str:
        return f"{self.rows}x{self.cols}"


class LevelGenerator:
    """Generates candidate levels for one family. This base class yields random positions; most subclasses do better.

    The same random state and the same request must give the same candidates on every machine, so candidates must not
    depend on a clock, on ``hash`` or on the order of a set. ``version`` is increased whenever a change to the generator
    makes a seed give different levels.
    """

    version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    sizes: ClassVar[tuple[Size, ...]] = ()
    """The sizes that the page offers, from small to large; if there are none, the page offers no new levels."""
    default_size: ClassVar[tuple[int, int] | None] = None
    """The size of a level if the request does not specify one; None if it is random."""
    default_sizes: ClassVar[tuple[str, ...]] = ()
    """The name of the preselected size for each difficulty."""
    patience: ClassVar[int] = 200
    """The number of streams that may fail in a row before the search gives up."""

    def __init__(self, kind: type[Puzzle]) -> None:
        self.kind = kind
        self.control = Control()  # stopped when no level is needed any more; slow generators should check it

    def check(self, request: LevelRequest) -> None:
        """Raise Unsupported if no level can satisfy the request."""
        if request.size is not None:
            raise Unsupported(Message("the size of {family} levels cannot be chosen", family=self.kind.family))

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        """Yield the candidates of one stream; at most one of them becomes a level, so streams should be short."""
        for _ in range(20):
            yield self.kind.random(rng)

    def key(self, puzzle: Any) -> str:
        key = self.kind.about.key
        return key(puzzle) if key is not None else puzzle.storage_text()


def cost_range(request: LevelRequest, ranges: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the range of costs to aim for: the requested range, or else the typical range of the difficulty."""
    if request.moves is not None:
        return request.moves
    return ranges[request.difficulty_index] if request.difficulty_index is not None else (ranges[0][0], ranges[-1][1])
