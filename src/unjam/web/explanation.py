"""What is behind a rating, ready for JSON: the words are the family's, the numbers come from its model."""

from __future__ import annotations

from math import exp
from typing import Any

from ..core.explanation import Factor
from ..core.message import Message
from ..core.puzzle import Puzzle
from ..rating.rate import Rating, models


def account_json(puzzle: Puzzle, rating: Rating) -> dict[str, Any] | None:
    """What is weighed, and by what it makes the time longer than on an ordinary level; None where that is unknown."""
    tell, model = puzzle.about.page().explain_rating, models(type(puzzle))[rating.model]
    if rating.seconds is None or tell is None or not (usual := model.typical):
        return None
    account = tell(rating.features)
    return {
        "borders": model.borders,
        "seconds": rating.seconds,
        "ordinary": exp(sum(usual.values())),
        "said": account.typical.json(),
        "factors": [
            _factor_json(factor, exp(rating.contributions[name] - usual[name]))
            for name, factor in account.factors.items()
        ],
        "counted": [each.json() for each in account.counted],
        "notes": [each.json() for each in account.notes],
    }


def _factor_json(factor: Factor, by: float) -> dict[str, Any]:
    usual, remark = factor.typical, factor.remark
    return {
        "said": factor.value.json(),
        "usual": usual.json() if isinstance(usual, Message) else usual,
        "remark": None if remark is None else remark.json(),
        "by": by,
    }
