"""unjam convert: the same levels in another format of their family."""

from __future__ import annotations

import click

from ..puzzle import Unsupported
from . import options, output


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
    source = common.source()
    code = 0 if source.all_readable else 2
    source.family.format(format_)
    texts = []
    for level, puzzle in source.puzzles():
        try:
            text = puzzle.text(format_, title=level.title, notes=level.notes).rstrip("\n")
        except Unsupported as error:
            click.echo(f"{source.where(level)}: {error}", err=True)
            code = 2
            continue
        if common.as_json:
            head = {"index": level.index, "title": level.title, "family": puzzle.family}
            output.record(head | {"format": format_, "text": text})
        texts.append(text)
    joint = "\n" if all("\n" not in text for text in texts) else "\n\n"
    if texts and not common.as_json:
        click.echo(joint.join(texts))
    return code
