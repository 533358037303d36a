"""unjam rate: how hard a level is, with every term behind it."""

from __future__ import annotations

import click

from ..puzzle import Limits, Puzzle, Result
from ..rate import Rating, rate
from . import options, output


@click.command("rate", help="Rate every level of FILE: score, level and the features behind them.")
@click.option("--model", help="classic (Rush Hour) or general (every family).")
@options.goal_option
@options.common()
def command(common: options.Common, model: str | None, goal: str | None) -> int:
    source = common.source(goal=goal)
    codes = output.ExitCode()

    def rated(puzzle: Puzzle, limits: Limits) -> Rating:
        return rate(puzzle, model=model, limits=limits)

    for level, rating in output.each_level(source, rated, common, "rating"):
        if level.puzzle is None or rating is None:
            codes.note(None)
            continue
        result = rating.result or Result("gave_up")
        codes.note(result if rating.score is None else Result("solved"))
        if common.as_json:
            record = {
                "index": level.index, "family": rating.family, "score": rating.score, "level": rating.level,
                "model": rating.model, "features": dict(rating.features),
            }  # fmt: skip
            output.record(record | ({"reason": rating.reason} if rating.reason else {}))
            continue
        heading = output.heading(level, level.puzzle, len(source.levels))
        if rating.score is None:
            click.echo(f"{heading}not rated: {rating.reason}")
            continue
        click.echo(f"{heading}{rating.level} ({rating.score:.1f}, {rating.model})")
        for name, value in rating.features.items():
            click.echo(f"  {name.replace('_', ' '):14} {_shown(value)}")
    return codes.code


def _shown(value: object) -> str:
    """A feature for people: lists and named terms on their lines, numbers to two places."""
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return output.wrapped(map(str, value), 84).replace("\n", f"\n{'':17}")
    return f"{value:.2f}" if isinstance(value, float) else str(value)
