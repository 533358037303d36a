"""unjam moves: what can be played now."""

from __future__ import annotations

import click

from . import files, options, output


@click.command("moves", help="List the legal moves of each position in FILE.")
@options.source_options
@options.json_option
@options.lang_option
def command(file: str, family_name: str | None, as_json: bool, lang: str) -> int:
    source = files.Source(file, family_name)
    for level, puzzle in source.puzzles():
        moves = list(puzzle.moves())
        if as_json:
            names = [puzzle.notation(move) for move in moves]
            output.record({"index": level.index, "family": puzzle.family, "moves": names})
            continue
        click.echo(f"{output.heading(level, puzzle, len(source.levels))}{output.counted(len(moves), 'legal moves')}")
        for move in moves:
            click.echo(f"  {puzzle.notation(move):10} {puzzle.words(move, lang)}")
    return 0 if source.all_readable else 2
