"""Describes a rating in words: the names and values of its features, its uncertainty, and advice for designers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import locale
from ..core import wording
from ..core.puzzle import Message, Puzzle, Result, plural
from ..families import FAMILIES, family

if TYPE_CHECKING:
    from .rate import Rating


def feature_name(family_name: str, name: str) -> Message:
    """Return the display name of a feature: as defined by the family, or else the common one.

    >>> str(feature_name("sokoban", "box_luck"))
    'box luck'
    """
    names = family(family_name).about.feature_names if family_name in FAMILIES else ()
    return next((own for own in names if own.template == name.replace("_", " ")), None) or wording.term(name)


def feature_value(value: Any, lang: str = "en") -> str:
    """Return the value of a feature as text; floats are rounded to two decimals.

    >>> feature_value(0.125), feature_value(1200), feature_value(True), feature_value(["B+1", "A+3"])
    ('0.12', '1,200', 'yes', 'B+1 A+3')
    """
    if isinstance(value, bool):
        return wording.term("yes" if value else "no").to(lang)
    if isinstance(value, float):
        return locale.number(value, lang, 2)
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return locale.number(value, lang) if isinstance(value, int) else str(value)


class Contribution(NamedTuple):
    """A weighted feature: its name, its value, and its effect on the score; ``size`` is the raw number."""

    name: str
    value: str
    effect: str
    size: float


def contributions(rating: Rating, lang: str = "en") -> Iterator[Contribution]:
    """Yield what each weighted feature contributes to the score: a factor that multiplies the time, or points."""
    for name, size in rating.contributions.items():
        value = feature_value(rating.features.get(name, "–"), lang)
        label = feature_name(rating.family, name).to(lang)
        if rating.seconds is None:
            yield Contribution(label, value, locale.number(size, lang, 2), size)
        elif name == "intercept":
            yield Contribution(Message("base time").to(lang), "", f"{locale.number(exp(size), lang, 1)} s", 0.0)
        else:
            by = exp(size)
            factor = locale.number(by, lang, 2) if by < 100 else locale.number(round(by), lang)
            yield Contribution(label, value, f"× {factor}", size)


def other_features(rating: Rating, lang: str = "en") -> list[tuple[str, str]]:
    return [
        (feature_name(rating.family, name).to(lang), feature_value(value, lang))
        for name, value in rating.features.items()
        if name not in rating.contributions
    ]


def note(result: Result, features: Mapping[str, Any]) -> Message | None:
    """Return what makes the rating less certain than usual; None if nothing does."""
    unproven = Message("rated from the best solution found, which is not proven optimal")
    if (error := features.get("luck_error")) is None:
        return None if result.optimal else unproven
    if "luck_at_least" in features:
        sampled = Message("luck was sampled, and no attempt solved the level: it may be harder than rated")
    else:
        sampled = Message("luck was sampled, ± {error}", error=f"{error:.2f}")
    return sampled if result.optimal else Message("{one}; {other}", one=unproven, other=sampled)


def advice(puzzle: Puzzle, result: Result, features: Mapping[str, Any]) -> tuple[Message, ...]:
    """Return advice for the designer about superfluous pieces, choices and dead ends."""
    own, metric = puzzle.about.advice, puzzle.about.choice_metric
    out = [] if own is None else list(own(puzzle, result))
    if "luck_error" not in features:  # a sample of a large state space does not contain every best solution
        out += _choices(result, features, metric)
    if (distance := features.get("dead_end")) is not None:
        out.append(wording.dead_end(distance, metric, is_hidden=features["dead_end_hidden"]))
    return tuple(out)


def _choices(result: Result, features: Mapping[str, Any], metric: str) -> Iterator[Message]:
    solutions, forced = features.get("solutions"), features.get("forced")
    if solutions is not None and not features.get("more_solutions"):
        if forced is None:
            yield plural("there is {n} solution", "there are {n} solutions", n=solutions)
        else:
            yield plural("there is {n} best solution", "there are {n} best solutions", n=solutions)
    if forced:
        yield wording.forced(forced, features.get(metric, len(result.moves)), metric)
    elif forced == 0 and (choices := features.get("choices", 0)) > 1:
        yield wording.not_forced(choices, metric)
