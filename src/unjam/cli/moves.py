"""unjam moves: what can be played now."""

from __future__ import annotations

import click

from . import options, output, screen


@click.command("moves", cls=options.FamilyCommand, help="List the legal moves of each position in FILE.")
@options.lang_option
@options.common(limits=False, workers="")
def command(common: options.Common, lang: str) -> int:
    levels = common.levels()
    for entry, puzzle in levels.readable():
        moves = list(puzzle.moves())
        if common.as_json:
            names = [puzzle.notation(move) for move in moves]
            output.record(levels, entry, {"family": puzzle.family, "moves": names})
            continue
        if not common.quiet:
            screen.echo(f"{output.heading(levels, entry)}{output.counted(len(moves), 'legal moves')}")
        for move in moves:
            screen.echo(f"  {puzzle.notation(move):10} {puzzle.words(move).to(lang)}")
    return levels.codes.code
