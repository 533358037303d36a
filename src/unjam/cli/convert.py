"""unjam convert: the same levels in another format of their family."""

from __future__ import annotations

import click

from ..puzzle import Unsupported
from . import options, output


@click.command("convert", help="Print the levels of FILE in another format of their family.")
@click.option(
    "--to",
    "format_",
    required=True,
    help="rushhour: line, grid, list; tiles: line, grid; sokoban: xsb, rle, sok, brd; others: text.",
)
@options.common(limits=False, workers="")
def command(common: options.Common, format_: str) -> int:
    source = common.source()
    code = 0 if source.all_readable else 2
    if format_ not in source.family.formats:
        raise Unsupported(
            f"{source.family.family} has no format '{format_}'; choose one of: {', '.join(source.family.formats)}"
        )
    texts = []
    for level, puzzle in source.puzzles():
        try:
            text = puzzle.noted_text(format_, level.title, level.notes).rstrip("\n")
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
