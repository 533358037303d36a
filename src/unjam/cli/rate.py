"""unjam rate: how hard a level is, with every feature behind it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..batch import cores
from ..puzzle import Control, Puzzle, Result
from ..rate import Rating, models, rate_many
from . import options, output
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
@options.common()
def command(common: options.Common, model: str | None) -> int:
    levels, control = common.levels(), Control()
    workers = common.workers or cores()
    limits = common.limits(max(1, levels.ahead(workers)))

    def ratings(puzzles: Iterator[Puzzle]) -> Iterator[Rating]:
        return rate_many(puzzles, model=model, limits=limits, control=control, workers=workers)

    for entry, rating in output.answered(levels, ratings, common, control, "rating"):
        result = rating.result or Result("gave_up")
        levels.codes.note(result if rating.score is None else Result("solved"))
        if common.as_json:
            output.record(levels, entry, rating.record())
            continue
        heading = output.heading(levels, entry)
        if rating.score is None:
            echo(f"{heading}not rated: {rating.reason}")
            continue
        echo(f"{heading}{rating.level} ({rating.score:.1f}, {rating.model})")
        for name, value in [*rating.features.items(), ("contributions", rating.contributions)]:
            echo(f"  {name.replace('_', ' '):14} {_shown(value)}")
    return levels.codes.code


def _shown(value: object) -> str:
    """A feature for people: lists and contributions on their lines, numbers to two places."""
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return output.wrapped(map(str, value), 84).replace("\n", f"\n{'':17}")
    return f"{value:.2f}" if isinstance(value, float) else str(value)
