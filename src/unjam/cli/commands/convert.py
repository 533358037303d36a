"""unjam convert: the same levels in another format of their family."""

from __future__ import annotations

import click

from ...core.puzzle import Unsupported
from ..support import options, printing, terminal
from ..support.translate import say


def _formats() -> str:
    return options.by_family(lambda kind: ", ".join(kind.formats))


@click.command("convert", cls=options.FamilyCommand, help="Print the levels of FILE in another format of their family.")
@click.option(
    "--to",
    "format_",
    required=True,
    cls=options.ListedHelp,
    listing=_formats,
)
@options.common(limits=False, workers="")
def command(common: options.Common, format_: str) -> int:
    levels = common.levels()
    before: str | None = None
    lacking: set[str] = set()  # families without the format; each is named once
    for entry, puzzle in levels.readable():
        if puzzle.family in lacking:
            continue
        if format_ not in entry.kind.formats:
            lacking.add(puzzle.family)
        try:
            text = puzzle.text(format_, title=entry.level.title, notes=entry.level.notes).rstrip("\n")
        except Unsupported as error:
            said = "unjam" if puzzle.family in lacking else entry.where
            terminal.echo(f"{said}: {say(error)}", err=True)
            levels.codes.note(None)
            continue
        if common.as_json:
            head = {"title": entry.level.title, "family": puzzle.family}
            printing.record(levels, entry, head | {"format": format_, "text": text})
            continue
        apart = before is not None and "\n" in before + text  # levels of several lines have an empty one between them
        terminal.echo(f"\n{text}" if apart else text)
        before = text
    return levels.codes.code
