"""unjam rate: rate how hard a level is, and list the features behind the rating."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Any

import click

from ...core.cores import count_workers
from ...core.puzzle import Control, Message
from ...rating.rate import Rating, model_of, models, rate_many
from ...rating.words import contributions, feature_name, feature_value, other_features
from .. import options
from ..printing import level_output, terminal
from ..printing.language import language, number, term, translate, words
from ..printing.terminal import echo
from ..reading.entries import Entry
from ..running.run_levels import LevelJob, run_levels


def _models() -> str:
    own = [f"{name} ({translate(kind.title())})" for kind in options.all_families() for name in list(models(kind))[1:]]
    return ", ".join([words("human (every family, the default)"), *own]) + "."


@click.command(
    "rate",
    cls=options.FamilyCommand,
    help="Rate every level in FILE: its score, its difficulty and the features behind them.",
)
@click.option("--model", cls=options.ListedHelp, listing=_models)
@click.option(
    "--advice", is_flag=True, help="For designers: what the level could do without, and how much choice there is."
)
@options.common(runs=True)
def command(common: options.Common, model: str | None, advice: bool) -> int:
    levels, control = common.levels(), Control()
    settings: dict[str, Any] = {"model": model}
    if common.folder is None:
        settings["advice"] = advice
    elif levels.first is not None:
        model_of(levels.first, model)
    workers = count_workers(common.workers)
    limits = common.limits(max(1, levels.ahead(workers)))
    answer = partial(rate_many, limits=limits, control=control, workers=workers, **settings)
    job = LevelJob("rate", Message("rating"), settings, answer, RatingPrinter(common.as_json))
    return run_levels(levels, common, job, control)


@dataclass(frozen=True, slots=True)
class RatingPrinter:
    """Prints the rating of a level, in this process or in a worker."""

    as_json: bool

    def __call__(self, group: level_output.LevelGroup, entry: Entry, rating: Rating | None) -> None:
        if rating is None:
            return
        if self.as_json:
            level_output.print_record(group, entry, rating.record())
            return
        heading = level_output.heading(group, entry)
        if rating.score is None:
            echo(heading + words("not rated: {reason}", reason=rating.reason))
            return
        for line in _points(rating) if rating.seconds is None else _times(rating):
            echo(f"{heading}{line}")
            heading = ""


def _points(rating: Rating) -> Iterator[str]:
    """Yield the lines of output for a rating in points: the difficulty, then the features."""
    yield f"{term(rating.difficulty or '')} ({number(rating.score or 0.0, 1)}, {rating.model})"
    for name, value in rating.features.items():
        yield f"  {translate(feature_name(rating.family, name)):14} {_value(value)}"
    parts = ", ".join(f"{part.name} {part.effect}" for part in contributions(rating, language()))
    yield f"  {term('contributions'):14} {parts}"
    yield from _below(rating)


def _times(rating: Rating) -> Iterator[str]:
    """Yield the lines of output for a rating in seconds: the time, the effect of each feature, the other features."""
    seconds = rating.seconds or 0.0
    time = "" if rating.expected_time is None else translate(rating.expected_time)
    yield f"{click.style(term(rating.difficulty or ''), bold=True)}, {time}"
    if rating.why is not None:
        yield f"  {translate(rating.why)}"
    parts = list(contributions(rating, language()))
    left = max([16, *(len(part.name) for part in parts)])
    right = max([10, *(len(part.effect) for part in parts)])
    for part in parts:
        yield f"  {part.name:{left}} {part.value:>9} {part.effect:>{right}}"
    yield f"  {words('expected'):{left}} {'':>9} {seconds:{right - 2}.0f} s"
    others = [f"{name} {value}" for name, value in other_features(rating, language())]
    yield from (f"  {line}" for line in wrap(" · ".join(others), _width(84, 2)))
    if not rating.calibrated:
        yield "  " + words("this time is an estimate that was not checked against real players")
    yield from _below(rating)


def _below(rating: Rating) -> Iterator[str]:
    if rating.note is not None:
        yield f"  {translate(rating.note)}"
    for each in rating.advice or ():
        yield f"  · {translate(each.message)}"


def _width(most: int, indent: int) -> int:
    """Return the width available for text with this indentation, but no more than ``most``."""
    return max(20, min(most, (terminal.columns() or most + indent) - indent))


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return level_output.wrap_moves(map(str, value), _width(84, 17)).replace("\n", f"\n{'':17}")
    return feature_value(value, language())
