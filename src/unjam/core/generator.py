"""What a family gives to ``generate``: candidates for a request, and when two levels are alike."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from .puzzle import Control, Message, Option, Puzzle, Unsupported

DIFFICULTIES = ("beginner", "intermediate", "advanced", "expert")
"""From the easiest to the hardest."""

Candidates = Generator[Puzzle, int, None]
"""Puzzles worth a look; each is answered by how it did: below 0 too easy, above 0 too hard, 0 right but not taken."""


@dataclass(frozen=True, slots=True)
class LevelRequest:
    """The requested difficulty, range of moves and size; None means any. ``options`` are the generator's own."""

    difficulty: str | None = None
    moves: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rank(self) -> int | None:
        """0 for beginner to 3 for expert."""
        return None if self.difficulty is None else DIFFICULTIES.index(self.difficulty)


@dataclass(frozen=True, slots=True)
class Size:
    """A size of which new levels are offered, and the levels that are found on it within seconds.

    >>> Size(5, 4).name
    '5x4'
    """

    rows: int
    cols: int
    levels: tuple[str, ...] = DIFFICULTIES

    @property
    def name(self) -> str:
        """Rows and columns as they are asked for."""
        return f"{self.rows}x{self.cols}"


class LevelGenerator:
    """Makes candidates of one family. This one draws random positions; families do better.

    The same random state and the same request must give the same candidates on every machine: no clock, no ``hash``,
    no order of a set. ``version`` changes whenever the same seed would give other levels.
    """

    version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    sizes: ClassVar[tuple[Size, ...]] = ()
    """What is offered to people who want a new level, from small to large; without any, none are."""
    default_size: ClassVar[tuple[int, int] | None] = None
    """The size of every level where none is asked for; None where it is up to the dice."""
    usual: ClassVar[tuple[str, ...]] = ()
    """The size to begin with of each level, by name."""

    def __init__(self, kind: type[Puzzle]) -> None:
        self.kind = kind
        self.control = Control()
        """Stopped when the level is no longer wanted; a generator whose next candidate may take seconds looks at it."""

    def check(self, request: LevelRequest) -> None:
        """Raises Unsupported, in one sentence, where no level of that size or kind can be made at all."""
        if request.size is not None:
            raise Unsupported(Message("{family} cannot be asked for a size", family=self.kind.family))

    def patience(self, request: LevelRequest) -> int:
        """After how many streams in a row without a level the search ends."""
        return 200

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        """The puzzles of one stream, not many of them: a stream gives one level or none."""
        for _ in range(20):
            yield self.kind.random(rng)

    def key(self, puzzle: Any) -> str:
        """The same text for levels that are alike: mirrored, turned, pieces named otherwise."""
        alike = self.kind.about.key
        return alike(puzzle) if alike is not None else puzzle.storage_text()


def aim(request: LevelRequest, ranges: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The range of costs to begin with: the requested one, or what usually has the requested difficulty."""
    if request.moves is not None:
        return request.moves
    return ranges[request.rank] if request.rank is not None else (ranges[0][0], ranges[-1][1])
