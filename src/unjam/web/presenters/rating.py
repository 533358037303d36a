"""Descriptions of ratings for the page: the wording comes from the family, the numbers from its rating model."""

from __future__ import annotations

from math import exp

from ...core.puzzle import Puzzle
from ...rating.rate import Rating, models
from ..wire import events


def describe_rating(puzzle: Puzzle, rating: Rating) -> events.Explained:
    """Return the rating with the times in words and an explanation."""
    record = rating.record(to_json=lambda message: message)
    return events.Explained(
        **{name: record.get(name) for name in ("level", "score", "low", "high", "calibrated", "why", "note", "reason")},
        advice=rating.advice or (),
        time=rating.short_time,
        expected=rating.expected_time,
        proved=rating.result is not None and rating.result.optimal,
        explanation=explain_rating(puzzle, rating),
    )


def explain_rating(puzzle: Puzzle, rating: Rating) -> events.RatingExplanation | None:
    """Return the factors of a rating, each with its effect on the expected time, or None if the factors are unknown."""
    explain, model = puzzle.about.page().explain_rating, models(type(puzzle))[rating.model]
    if rating.seconds is None or explain is None or not (typical := model.typical):
        return None
    explanation = explain(rating.features)
    factors = [
        events.Factor(factor.value, factor.typical, factor.remark, exp(rating.contributions[name] - typical[name]))
        for name, factor in explanation.factors.items()
    ]
    return events.RatingExplanation(
        borders=model.borders,
        seconds=rating.seconds,
        typical_seconds=exp(sum(typical.values())),
        typical=explanation.typical,
        factors=factors,
        counted=explanation.counted,
        notes=explanation.notes,
    )
