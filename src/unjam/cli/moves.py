"""unjam moves: what can be played now."""

from __future__ import annotations

import click

from . import options, output


@click.command("moves", cls=options.FamilyCommand, help="List the legal moves of each position in FILE.")
@options.lang_option
@options.common(limits=False, workers="")
def command(common: options.Common, lang: str) -> int:
    source = common.source()
    for level, puzzle in source.puzzles():
        moves = list(puzzle.moves())
        if common.as_json:
            names = [puzzle.notation(move) for move in moves]
            output.record({"index": level.index, "family": puzzle.family, "moves": names})
            continue
        if not common.quiet:
            heading = output.heading(level, puzzle, len(source.levels))
            click.echo(f"{heading}{output.counted(len(moves), 'legal moves')}")
        for move in moves:
            click.echo(f"  {puzzle.notation(move):10} {puzzle.words(move).to(lang)}")
    return 0 if source.all_readable else 2
