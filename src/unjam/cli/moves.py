"""unjam moves: what can be played now."""

from __future__ import annotations

import click

from ..game import moves_of
from ..puzzle import Unsupported
from . import options, output


@click.command("moves", cls=options.FamilyCommand, help="List the legal moves of each position in FILE.")
@click.option("--piece", metavar="NAME", help="Only the moves of this piece.")
@options.lang_option
@options.common(limits=False, workers="")
def command(common: options.Common, piece: str | None, lang: str) -> int:
    source = common.source()
    code = 0 if source.all_readable else 2
    for level, puzzle in source.puzzles():
        try:
            moves = list(puzzle.moves()) if piece is None else moves_of(puzzle, piece)
        except Unsupported as error:
            click.echo(f"{source.where(level)}: {error}", err=True)
            code = 2
            continue
        if common.as_json:
            names = [puzzle.notation(move) for move in moves]
            output.record({"index": level.index, "family": puzzle.family, "moves": names})
            continue
        if not common.quiet:
            heading = output.heading(level, puzzle, len(source.levels))
            click.echo(f"{heading}{output.counted(len(moves), 'legal moves')}")
        for move in moves:
            click.echo(f"  {puzzle.notation(move):10} {puzzle.words(move).to(lang)}")
    return code
