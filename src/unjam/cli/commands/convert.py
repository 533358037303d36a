"""unjam convert: print levels in another format of their family."""

from __future__ import annotations

import click

from ...core.puzzle import Unsupported
from .. import options
from ..printing import level_output, terminal
from ..printing.language import translate


def _formats() -> str:
    return options.describe_families(lambda kind: ", ".join(kind.formats))


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
    previous: str | None = None
    unsupported: set[str] = set()  # families without this format; each is reported only once
    for entry, puzzle in levels.readable():
        if puzzle.family in unsupported:
            continue
        if format_ not in entry.kind.formats:
            unsupported.add(puzzle.family)
        try:
            text = puzzle.text(format_, title=entry.level.title, notes=entry.level.notes).rstrip("\n")
        except Unsupported as error:
            where = "unjam" if puzzle.family in unsupported else entry.where
            terminal.echo(f"{where}: {translate(error)}", err=True)
            levels.codes.add(None)
            continue
        if common.as_json:
            head = {"title": entry.level.title, "family": puzzle.family}
            level_output.print_record(levels, entry, head | {"format": format_, "text": text})
            continue
        needs_gap = previous is not None and "\n" in previous + text  # multi-line boards are separated by an empty line
        terminal.echo(f"\n{text}" if needs_gap else text)
        previous = text
    return levels.codes.code
