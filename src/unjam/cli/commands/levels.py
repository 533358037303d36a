"""unjam levels: list the levels that come with unjam."""

from __future__ import annotations

import json

import click

from ...core.wording import short_time
from ...families import FAMILIES, family
from ...formats.shipped import Bundled, bundled
from ...solving.compare import fold_row
from ..printing import level_output, terminal
from ..printing.language import term, translate, words


@click.command("levels", help="List the levels that come with unjam; every command takes one by its name.")
@click.argument("family_name", metavar="[FAMILY]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line, nothing else.")
def command(family_name: str | None, as_json: bool) -> None:
    kinds = [family(name) for name in ([family_name] if family_name else FAMILIES)]
    if family_name and not bundled(family_name):
        raise click.UsageError(words("no levels of {family} come with unjam", family=family_name))
    is_first = True
    for kind in kinds:
        levels = bundled(kind.family)
        if levels and not as_json:
            title = click.style(translate(kind.title()), bold=True)
            terminal.echo(title if is_first else f"\n{title}")
            is_first = False
        width = max((len(level.name) for level in levels), default=0)
        for level in levels:
            if as_json:
                record = {
                    "name": level.name, "title": level.title, "family": level.family, "metric": kind.metrics[0],
                    "cost": level.cost, "level": level.difficulty, "score": level.score, "low": level.low,
                    "high": level.high,
                }  # fmt: skip
                terminal.echo(json.dumps(record, ensure_ascii=True))
            else:
                cost = level_output.amount(level.cost, kind.metrics[0])
                cells = (
                    f"  {level.name:{width}}",
                    f"{level.title:24}",
                    f"{cost:>14}",
                    f"{term(level.difficulty or 'not rated'):13}",
                    _time(level),
                )
                terminal.echo(fold_row(cells, terminal.columns()))


def _time(level: Bundled) -> str:
    """Return the time that most people need; empty if it is unknown."""
    if level.score is None or level.low is None or level.high is None:
        return ""
    return translate(short_time(level.score, level.low, level.high))
