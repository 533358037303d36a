"""unjam rate: how hard a level is, with every feature behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from textwrap import wrap

import click

from ..batch import cores
from ..puzzle import Control, Puzzle
from ..rate import Rating, about_time, model_of, models, rate_many
from . import options, output
from .entries import Entry
from .files import Levels
from .screen import echo


def _models() -> str:
    own = [f"{name} ({kind.title()})" for kind in options.kinds() for name in list(models(kind))[1:]]
    return ", ".join(["human (every family, the default)", *own]) + "."


@click.command(
    "rate",
    cls=options.FamilyCommand,
    help="Rate every level of FILE: score, level and the features behind them.",
)
@click.option("--model", cls=options.ListedHelp, listing=_models)
@click.option("--advice", is_flag=True, help="For designers: what plays no part, how much choice there is.")
@options.common(runs=True)
def command(common: options.Common, model: str | None, advice: bool) -> int:
    levels, control = common.levels(), Control()
    if common.folder is not None:
        if levels.first is not None:
            model_of(levels.first, model)
        from .kept import keep

        return keep(levels, common, "rate", "rating", {"model": model})
    workers = common.workers or cores()
    limits = common.limits(max(1, levels.ahead(workers)))

    def ratings(puzzles: Iterator[Puzzle]) -> Iterator[Rating]:
        return rate_many(puzzles, model=model, limits=limits, control=control, workers=workers, advice=advice)

    say, given = Say(levels, common.as_json), {"model": model, "advice": advice}

    def rest() -> int:
        """Other processes rate what is left."""
        from .apart import Apart  # a small file does without

        return Apart(levels, common, control, "rate", given).answer(say, "rating")

    if output.is_shared(levels, common):
        return rest()
    for entry, rating in output.answered(levels, ratings, common, control, "rating"):
        levels.codes.note(rating.outcome)
        say(entry, rating)
    return rest() if levels.ahead(1) else levels.codes.code


@dataclass(frozen=True, slots=True)
class Say:
    """How a rating is written; it travels to the processes that rate."""

    levels: Levels | output.Company
    as_json: bool

    def __call__(self, entry: Entry, rating: Rating | None) -> None:
        if rating is None:
            return
        if self.as_json:
            output.record(self.levels, entry, rating.record())
            return
        heading = output.heading(self.levels, entry)
        if rating.score is None:
            echo(f"{heading}not rated: {rating.reason}")
            return
        for line in _points(rating) if rating.seconds is None else _times(rating):
            echo(f"{heading}{line}")
            heading = ""


def _points(rating: Rating) -> Iterator[str]:
    """A rating in points, feature by feature."""
    yield f"{rating.level} ({rating.score:.1f}, {rating.model})"
    for name, value in [*rating.features.items(), ("contributions", rating.contributions)]:
        yield f"  {name.replace('_', ' '):14} {_shown(value)}"
    yield from _below(rating)


def _times(rating: Rating) -> Iterator[str]:
    """A rating in time: the sentence, then what each weighed feature makes of it, then the other figures."""
    seconds, terms = rating.seconds or 0.0, dict(rating.contributions)
    yield f"{click.style(rating.level or '', bold=True)}, {about_time(seconds)}"
    if rating.why is not None:
        yield f"  {rating.why}"
    yield f"  {'before all else':16} {'':>9} {exp(terms.pop('intercept', 0.0)):8.1f} s"
    for name, term in terms.items():
        yield f"  {name.replace('_', ' '):16} {_shown(rating.features[name]):>9} {f'× {exp(term):.2f}':>10}"
    yield f"  {'expected':16} {'':>9} {seconds:8.0f} s"
    others = [f"{name} {_shown(value)}" for name, value in rating.features.items() if name not in terms]
    yield from (f"  {line}" for line in wrap(" · ".join(others).replace("_", " "), 84))
    if not rating.calibrated:
        yield "  the time is assumed: not calibrated on people"
    yield from _below(rating)


def _below(rating: Rating) -> Iterator[str]:
    if rating.note is not None:
        yield f"  {rating.note}"
    for each in rating.advice or ():
        yield f"  · {each}"


def _shown(value: object) -> str:
    """A feature for people: lists and contributions on their lines, numbers to two places."""
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return output.wrapped(map(str, value), 84).replace("\n", f"\n{'':17}")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
