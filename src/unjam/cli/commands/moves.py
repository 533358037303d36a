"""unjam moves: list the legal moves in a position."""

from __future__ import annotations

import click

from ...core.puzzle import Unsupported, legal_moves
from ...solving.routes import moves_of, pieces_to_choose
from .. import options
from ..printing import level_output, terminal
from ..printing.language import translate


@click.command("moves", cls=options.FamilyCommand, help="List the legal moves of each position in FILE.")
@click.option("--piece", metavar="NAME", help="Only the moves of this piece.")
@options.common(limits=False, workers="")
def command(common: options.Common, piece: str | None) -> int:
    levels = common.levels()
    for entry, puzzle in levels.readable():
        try:
            moves = legal_moves(puzzle) if piece is None else moves_of(puzzle, piece)
        except Unsupported as error:
            terminal.echo(f"{entry.where}: {translate(error)}", err=True)
            levels.codes.add(None)
            continue
        if common.as_json:
            names = [puzzle.notation(move) for move in moves]
            level_output.print_record(levels, entry, {"family": puzzle.family, "moves": names})
            continue
        if not common.quiet:
            terminal.echo(f"{level_output.heading(levels, entry)}{level_output.amount(len(moves), 'legal moves')}")
        if piece is not None and not moves:
            terminal.echo(f"  {translate(pieces_to_choose(puzzle))}", err=True)
        for move in moves:
            terminal.echo(f"  {puzzle.notation(move):10} {translate(puzzle.words(move))}")
    return levels.codes.code
