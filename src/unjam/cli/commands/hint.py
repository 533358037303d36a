"""unjam hint: where to look, why, and the move; in a lost game, since when it is lost and what to take back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...core.puzzle import Control, IllegalMove, Limits, Message, Result, Stopwatch
from ...solving.game import Game
from ...solving.hint import DEFAULT_SECONDS, Hint, Loss
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.progress import Reporter
from ..printing.terminal import echo

if TYPE_CHECKING:
    from ..reading.entries import Entry
    from ..reading.levels import Levels

PARTS = ("1", "2", "3", "all")
"""How much of a hint is given: the piece to look at, the reason too, the move too."""


@click.command(
    "hint",
    cls=options.FamilyCommand,
    help="Give a hint for the level in FILE, or for the game after --moves: where to look, why, and the move. If the "
    "game is lost: since which move, and how far to go back. Exit code 0: there is a hint, or the level is solved; 1: "
    "the game is lost; 3: a limit was reached first.",
)
@click.option("--moves", "played", default="", metavar="TEXT", help="The moves that were played, as solve prints them.")
@click.option(
    "--steps",
    type=click.Choice(PARTS),
    default="all",
    help="1: only where to look; 2: and why; 3 or all: and the move. All by default.",
)
@options.metric_option
@options.common(workers="", quiet="No board.", level_help=options.FIRST_LEVEL)
def command(common: options.Common, played: str, steps: str, metric: str | None) -> int:
    levels, control = common.levels(level=1), Control()
    limits = common.limits()
    limits = limits if limits.seconds is not None else Limits(DEFAULT_SECONDS, limits.bytes)
    parts = 3 if steps == "all" else int(steps)
    for entry, puzzle in levels.readable():
        game = Game(puzzle, metric)
        try:
            game.play(played)
        except IllegalMove as error:
            echo(f"{entry.where}: {translate(error)}", err=True)
            levels.codes.add(None)
            continue
        clock = Stopwatch()
        with Reporter(level_output.SOLVING, common.quiet).watch(control):
            hint = game.explain_hint(limits, control)
            loss = None if hint or game.solved else game.lost_since(limits.less(clock()), control)
        if control.stopped and not (hint or loss):
            raise KeyboardInterrupt
        levels.codes.add(Result("solved" if hint or game.solved else "unsolvable" if loss else "gave_up"))
        if common.as_json:
            level_output.print_record(levels, entry, _record(game, hint, loss, parts))
        else:
            _print(levels, entry, game, hint, loss, parts=parts, has_board=not common.quiet)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code


def _print(
    levels: Levels, entry: Entry, game: Game, hint: Hint | None, loss: Loss | None, *, parts: int, has_board: bool
) -> None:
    if hint:
        verdict = _to_go(hint)
    elif game.solved:
        verdict = words("solved; there is nothing left to do")
    else:
        verdict = _describe_loss(game, loss) if loss else words("no solution was found within the limit")
    echo(f"{level_output.heading(levels, entry)}{verdict}")
    if has_board:
        level_output.print_board(game.position)
    if hint:
        why = hint.why.message if hint.why else Message("it is the next move of the best solution")
        if not hint.optimal and not hint.why:
            why = Message("it is the next move of a solution")
        move = Message("{words} ({notation})", words=hint.words, notation=hint.notation)
        for part in (hint.look, why, move)[:parts]:
            echo(f"  {translate(part)}")


def _to_go(hint: Hint) -> str:
    left = level_output.amount(hint.to_go, hint.metric)
    if hint.optimal:
        return words("{left} to go", left=left)
    return words("{left} to go this way; there may be a shorter one", left=left)


def _describe_loss(game: Game, loss: Loss) -> str:
    why = translate(loss.why)
    if loss.since == 0:
        return words("the level has no solution: {why}", why=why) if loss.why.cells else why
    move = game.positions[loss.since - 1].notation(game.moves[loss.since - 1])
    values = {"n": loss.since, "move": move, "back": loss.since - 1, "why": why}
    if loss.exact:
        return words("lost since move {n}, {move}: {why}; take back to move {back}", **values)
    return words("lost since move {n}, {move}, or earlier: {why}; take back to move {back} at least", **values)


def _record(game: Game, hint: Hint | None, loss: Loss | None, parts: int) -> dict[str, Any]:
    """Return the hint as data for JSON; what --steps leaves out is null."""
    record: dict[str, Any] = {
        "family": game.start.family,
        "status": "hint" if hint else "solved" if game.solved else "lost" if loss else "gave_up",
        "metric": game.metric,
        "played": len(game.moves),
        "look": None, "why": None, "pieces": [], "cells": [], "words": None, "moves": [],
        "to_go": hint.to_go if hint else None, "optimal": bool(hint and hint.optimal),
        "lost_since": None, "take_back_to": None, "exact": None,
    }  # fmt: skip
    if hint:
        record["look"] = str(hint.look)
        if parts > 1 and hint.why:
            record |= {"why": str(hint.why.message), "pieces": hint.why.pieces, "cells": hint.why.cells}
        if parts > 2:
            record |= {"words": str(hint.words), "moves": game.position.notations(hint.moves)}
    if loss:
        back = max(0, loss.since - 1)
        record |= {"why": str(loss.why.message), "cells": loss.why.cells}
        record |= {"lost_since": loss.since, "take_back_to": back if loss.since else None, "exact": loss.exact}
    return record
