"""unjam moves: what can be played now."""

from __future__ import annotations

import click

from ..game import moves_of
from ..puzzle import Unsupported
from . import options, output, screen
from .speech import say


@click.command("moves", cls=options.FamilyCommand, help="List the legal moves of each position in FILE.")
@click.option("--piece", metavar="NAME", help="Only the moves of this piece.")
@options.common(limits=False, workers="")
def command(common: options.Common, piece: str | None) -> int:
    levels = common.levels()
    for entry, puzzle in levels.readable():
        try:
            moves = list(puzzle.moves()) if piece is None else moves_of(puzzle, piece)
        except Unsupported as error:
            screen.echo(f"{entry.where}: {say(error)}", err=True)
            levels.codes.note(None)
            continue
        if common.as_json:
            names = [puzzle.notation(move) for move in moves]
            output.record(levels, entry, {"family": puzzle.family, "moves": names})
            continue
        if not common.quiet:
            screen.echo(f"{output.heading(levels, entry)}{output.counted(len(moves), 'legal moves')}")
        for move in moves:
            screen.echo(f"  {puzzle.notation(move):10} {say(puzzle.words(move))}")
    return levels.codes.code
