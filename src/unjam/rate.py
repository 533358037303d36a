"""How hard a level is: a score, one of four names, and the features behind it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Any

from .batch import solve_many
from .puzzle import Control, Limits, Message, Model, Puzzle, Result, Unsupported
from .reading import Given, one
from .solve import solve

LEVELS = ("beginner", "intermediate", "advanced", "expert")


def general_terms(features: Mapping[str, Any]) -> dict[str, float]:
    """6 · log2(1 + cost) + 3 · log2(1 + positions expanded): long solutions and wide searches are both hard."""
    return {"length": 6 * log2(1 + features["cost"]), "search": 3 * log2(1 + features["expanded"])}


GENERAL = Model(general_terms)


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty; ``score`` and ``level`` are None where no optimal solution was found, and ``reason`` says why.

    ``contributions`` is what each feature adds to the score.
    """

    family: str
    model: str
    score: float | None
    level: str | None
    features: Mapping[str, Any] = field(default_factory=dict)
    contributions: Mapping[str, float] = field(default_factory=dict)
    result: Result | None = None
    reason: Message | None = None

    def record(self) -> dict[str, Any]:
        """The rating as JSON lines, tables and the page hold it."""
        out = {
            "family": self.family,
            "score": self.score,
            "level": self.level,
            "model": self.model,
            "features": dict(self.features),
            "contributions": dict(self.contributions),
        }
        return out | ({"reason": str(self.reason)} if self.reason else {})


def level_of(score: float, borders: Iterable[float] = GENERAL.borders) -> str:
    """The name of a score: below 50 beginner, below 70 intermediate, below 90 advanced, otherwise expert.

    >>> level_of(49.9), level_of(50), level_of(90)
    ('beginner', 'intermediate', 'expert')
    """
    return LEVELS[sum(score >= border for border in borders)]


def models(kind: type[Puzzle]) -> dict[str, Model]:
    """The difficulty models of a family, the default first; ``general`` works for every family."""
    return {**(kind.about.models or {}), "general": GENERAL}


def rate(
    puzzle: Given,
    *,
    model: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    result: Result | None = None,
) -> Rating:
    """The difficulty of the puzzle by the family's model, or by ``general`` where it has none.

    ``result`` may hand over an optimal solution in the default metric that is already known.
    """
    puzzle = one(puzzle)
    model = _model(type(puzzle), model)
    if result is None:
        result = solve(puzzle, limits=limits, control=control)
    return _rating(puzzle, model, result)


def rate_many(
    puzzles: Iterable[Given],
    *,
    model: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
) -> Iterator[Rating]:
    """The difficulty of each puzzle, in order; the limits are per puzzle."""
    waiting: deque[tuple[Puzzle, str]] = deque()

    def chosen() -> Iterator[Puzzle]:
        for puzzle in map(one, puzzles):
            waiting.append((puzzle, _model(type(puzzle), model)))
            yield puzzle

    for result in solve_many(chosen(), limits=limits, control=control, workers=workers):
        yield _rating(*waiting.popleft(), result)


def _model(kind: type[Puzzle], name: str | None) -> str:
    known = models(kind)
    name = name or next(iter(known))
    if name not in known:
        why = Message("{family} has no difficulty model '{name}'", family=kind.family, name=name)
        raise Unsupported.choice(why, known)
    return name


def _rating(puzzle: Puzzle, name: str, result: Result) -> Rating:
    if not result.optimal:
        why = result.reason or Message("the solution found is not proven optimal")
        return Rating(puzzle.family, name, None, None, result=result, reason=why)
    model = models(type(puzzle))[name]
    features = puzzle.features(result) if name != "general" else Puzzle.features(puzzle, result)
    terms = model.terms(features)
    score = sum(terms.values())
    return Rating(puzzle.family, name, score, level_of(score, model.borders), features, terms, result)
