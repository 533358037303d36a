"""unjam rate: how hard a level is, with every feature behind it."""

from __future__ import annotations

import click

from ..batch import cores
from ..puzzle import Control, Result
from ..rate import rate_many
from . import options, output


def _models() -> str:
    own = [f"{name} ({kind.title()})" for kind in options.kinds() for name in kind.about.models or ()]
    return ", ".join([*own, "general (every family)"]) + "; a family's own is the default."


@click.command(
    "rate",
    cls=options.FamilyCommand,
    help="Rate every level of FILE: score, level and the features behind them.",
)
@click.option("--model", cls=options.ListedHelp, listing=_models)
@options.common()
def command(common: options.Common, model: str | None) -> int:
    source, control = common.source(), Control()
    workers = common.workers or cores()
    limits = common.limits(min(workers, len(source.levels)))
    ratings = rate_many(source.readable, model=model, limits=limits, control=control, workers=workers)
    codes = output.ExitCode()
    for level, rating in output.answered(source, ratings, common, control, "rating"):
        if level.puzzle is None or rating is None:
            codes.note(None)
            continue
        result = rating.result or Result("gave_up")
        codes.note(result if rating.score is None else Result("solved"))
        if common.as_json:
            output.record({"index": level.index} | rating.record())
            continue
        heading = output.heading(level, level.puzzle, len(source.levels))
        if rating.score is None:
            click.echo(f"{heading}not rated: {rating.reason}")
            continue
        click.echo(f"{heading}{rating.level} ({rating.score:.1f}, {rating.model})")
        for name, value in [*rating.features.items(), ("contributions", rating.contributions)]:
            click.echo(f"  {name.replace('_', ' '):14} {_shown(value)}")
    return codes.code


def _shown(value: object) -> str:
    """A feature for people: lists and contributions on their lines, numbers to two places."""
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return output.wrapped(map(str, value), 84).replace("\n", f"\n{'':17}")
    return f"{value:.2f}" if isinstance(value, float) else str(value)
