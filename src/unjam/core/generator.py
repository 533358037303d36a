"""What a family gives to ``generate``: candidates for a wish, and when two levels are alike."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from .puzzle import Control, Message, Option, Puzzle, Unsupported

RANKS = ("beginner", "intermediate", "advanced", "expert")
"""The four levels, the easiest first."""

Candidates = Generator[Puzzle, int, None]
"""Puzzles worth a look; each is answered by how it did: below 0 too easy, above 0 too hard, 0 right but not taken."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What levels are wanted: of which level, with how many moves from least to most, of which size.

    None leaves it open. ``options`` are the maker's own.
    """

    level: str | None = None
    moves: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rank(self) -> int | None:
        """0 for beginner to 3 for expert."""
        return None if self.level is None else RANKS.index(self.level)


@dataclass(frozen=True, slots=True)
class Size:
    """A size of which new levels are offered, and the levels that are found on it within seconds.

    >>> Size(5, 4).name
    '5x4'
    """

    rows: int
    cols: int
    levels: tuple[str, ...] = RANKS

    @property
    def name(self) -> str:
        """Rows and columns as they are asked for."""
        return f"{self.rows}x{self.cols}"


class Maker:
    """Makes candidates of one family. This one draws random positions; families do better.

    The same generator state and the same wish must give the same candidates on every machine: no clock, no ``hash``, no
    order of a set. ``version`` changes whenever the same seed would give other levels.
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
        """Stopped when the level is no longer wanted; a maker whose next candidate may take seconds looks at it."""

    def check(self, wish: Wish) -> None:
        """Raises Unsupported, in one sentence, where no level of that size or kind can be made at all."""
        if wish.size is not None:
            raise Unsupported(Message("{family} cannot be asked for a size", family=self.kind.family))

    def patience(self, wish: Wish) -> int:
        """After how many streams in a row without a level the search ends."""
        return 200

    def candidates(self, rng: Random, wish: Wish) -> Candidates:
        """The puzzles of one stream, not many of them: a stream gives one level or none."""
        for _ in range(20):
            yield self.kind.random(rng)

    def key(self, puzzle: Any) -> str:
        """The same text for levels that are alike: mirrored, turned, pieces named otherwise."""
        alike = self.kind.about.key
        return alike(puzzle) if alike is not None else puzzle.storage_text()


def aim(wish: Wish, ranges: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The range of costs to begin with: as wished, or what usually has the wished level."""
    if wish.moves is not None:
        return wish.moves
    return ranges[wish.rank] if wish.rank is not None else (ranges[0][0], ranges[-1][1])
