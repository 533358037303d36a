"""How hard a level is: a score, one of four names, and the features behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Any

from .puzzle import Limits, Puzzle, Result, Unsupported
from .solve import solve

LEVELS = ("beginner", "intermediate", "advanced", "expert")
BORDERS = (50.0, 70.0, 90.0)


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty; ``score`` and ``level`` are None where no optimal solution was found, and ``reason`` says why."""

    family: str
    model: str
    score: float | None
    level: str | None
    features: Mapping[str, Any] = field(default_factory=dict)
    result: Result | None = None
    reason: str | None = None


def level_of(score: float) -> str:
    """The name of a score: below 50 beginner, below 70 intermediate, below 90 advanced, otherwise expert.

    >>> level_of(49.9), level_of(50), level_of(90)
    ('beginner', 'intermediate', 'expert')
    """
    return LEVELS[sum(score >= border for border in BORDERS)]


def rate(
    puzzle: Puzzle, *, model: str | None = None, limits: Limits | None = None, result: Result | None = None
) -> Rating:
    """The difficulty of the puzzle by the family's model, or by ``general`` where it has none.

    ``result`` may hand over an optimal solution in the default metric that is already known.
    """
    models = (*puzzle.models, "general")
    model = model or models[0]
    if model not in models:
        raise Unsupported(f"{puzzle.family} has no difficulty model '{model}'; choose one of: {', '.join(models)}")
    if result is None:
        result = solve(puzzle, limits=limits)
    if not result.optimal:
        why = result.reason or "the solution found is not proven optimal"
        return Rating(puzzle.family, model, None, None, result=result, reason=why)
    scored = puzzle.difficulty(model, result) if model != "general" else general(result)
    assert scored is not None, f"{puzzle.family} declares the model {model} but does not rate by it"
    score, features = scored
    return Rating(puzzle.family, model, score, level_of(score), features, result)


def general(result: Result) -> tuple[float, dict[str, Any]]:
    """6 · log2(1 + cost) + 3 · log2(1 + positions looked at): long solutions and wide searches are both hard."""
    length, search = 6 * log2(1 + (result.cost or 0)), 3 * log2(1 + result.expanded)
    features = {
        "cost": result.cost,
        "expanded": result.expanded,
        "length_term": length,
        "search_term": search,
    }
    return length + search, features
