"""Describes a rating in words: the names and values of its features, its uncertainty, and advice for designers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import locale
from ..core import wording
from ..core.design import Advice
from ..core.puzzle import Cell, Control, Limits, Message, Puzzle, Result, plural
from ..families import FAMILIES, family
from ..solving.forced import count_forced

if TYPE_CHECKING:
    from .rate import Rating

FORCED_LIMITS = Limits(seconds=2.0, bytes=1 << 30)
"""The limits for finding out how much of a solution is forced, in families whose features do not say it."""
MAX_ORDER = 9
"""The most forced moves whose pieces are marked on the board."""


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


def advice(
    puzzle: Puzzle, result: Result, features: Mapping[str, Any], control: Control | None = None
) -> tuple[Advice, ...]:
    """Return advice for the designer about superfluous pieces, choices and dead ends."""
    own, metric = puzzle.about.advice, puzzle.about.choice_metric
    out = [] if own is None else [_as_advice(each) for each in own(puzzle, result)]
    if "luck_error" not in features:  # a sample of a large state space does not contain every best solution
        out += _choices(puzzle, result, features, metric, control)
    if (distance := features.get("dead_end")) is not None:
        out.append(Advice(wording.dead_end(distance, metric, is_hidden=features["dead_end_hidden"])))
    return tuple(out)


def _as_advice(each: Advice | Message) -> Advice:
    return each if isinstance(each, Advice) else Advice(each)


def _choices(
    puzzle: Puzzle, result: Result, features: Mapping[str, Any], metric: str, control: Control | None
) -> Iterator[Advice]:
    solutions, forced, choices = features.get("solutions"), features.get("forced"), features.get("choices", 0)
    total = features.get(metric, len(result.moves))
    if solutions is not None and not features.get("more_solutions"):
        if forced is None:
            yield Advice(plural("there is {n} solution", "there are {n} solutions", n=solutions))
        else:
            yield Advice(plural("there is {n} best solution", "there are {n} best solutions", n=solutions))
    elif solutions is None and (counted := count_forced(puzzle, result, FORCED_LIMITS, control)) is not None:
        forced, choices, total = counted.moves, counted.choices, len(result.moves)
        if forced == total:
            yield Advice(plural("there is {n} best solution", "there are {n} best solutions", n=1))
        else:
            yield Advice(Message("there is more than one best solution"))
    if forced:
        yield Advice(wording.forced(forced, total, metric), _first_cells(puzzle, result, forced, metric), "order")
    elif forced == 0 and choices > 1:
        yield Advice(wording.not_forced(choices, metric))


def _first_cells(puzzle: Puzzle, result: Result, count: int, metric: str) -> tuple[Cell, ...]:
    """Return where on the level's board the pieces are that move first, one cell for each move that the metric counts.

    A pushed box has a new id, so a piece that has disappeared is followed to the one that has appeared.
    """
    counted = metric if metric in puzzle.metrics else puzzle.metrics[0]
    scene = puzzle.scene()
    first = {piece.id: piece.cells[0] for piece in scene.pieces}
    origin = {piece.id: piece.id for piece in scene.pieces}
    cells: list[Cell] = []
    position = puzzle
    for move in result.moves:
        if len(cells) == min(count, MAX_ORDER):
            break
        cost, after = position.cost(move, counted), position.play(move)
        before_ids, after_ids = ({piece.id for piece in each.scene().pieces} for each in (position, after))
        [*gone], [*new] = before_ids - after_ids, after_ids - before_ids
        if len(gone) == len(new) == 1:
            origin[new[0]] = origin.pop(gone[0])
        if cost:
            piece = origin.get(new[0] if new else move.piece)
            cells += [first[piece]] if piece in first else []
        position = after
    return tuple(cells)
