"""unjam watch: step through a solution in the terminal."""

from __future__ import annotations

import sys
from functools import partial
from time import monotonic

import click

from ...core.puzzle import Control, IllegalMove, Limits, Puzzle, Result, Stopwatch
from ...core.wording import term
from ...rating.rate import Rating, rate
from ...solving.solve import solve, solve_in_time
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.terminal import echo, is_dumb
from ..reading.sources import BadFile
from ..watching.film import Film, waiting_screen
from ..watching.keyboard import Keyboard, open_keyboard
from ..watching.player import Player
from ..watching.screen import draw, own_screen, terminal_size
from ..watching.search import run_with_keys
from .check import solution_text

DEFAULT_SECONDS = 60.0
RATING_SECONDS = 2.0
IDLE_SECONDS = 0.25
"""How often the size of the terminal is looked at while nothing plays."""


@click.command(
    "watch",
    cls=options.FamilyCommand,
    help="Step through the solution of the level in FILE, in the terminal. Space plays and pauses, the arrow keys "
    "step, + and - change the speed, r starts again, q quits.",
)
@click.option("--solution", metavar="TEXT", help="Show this solution; '@FILE' reads it from a file.")
@click.option("--any", "is_any", is_flag=True, help="Any solution will do.")
@click.option("--play", is_flag=True, help="Play from the start.")
@options.metric_option
@options.common(workers="", level_help=options.FIRST_LEVEL)
def command(common: options.Common, solution: str | None, is_any: bool, play: bool, metric: str | None) -> int:
    if not (sys.stdout.isatty() and not is_dumb()):
        raise click.UsageError(words("watch needs a terminal; unjam solve --show boards prints every step"))
    levels = common.levels(level=1)
    for entry, puzzle in levels.readable():
        heading = click.unstyle(level_output.heading(levels, entry)).rstrip(": ")
        known = None
        if solution is not None:
            known = _replay(puzzle, solution_text(solution, common.paths), metric, entry.where)
        try:
            with open_keyboard() as keyboard, own_screen():
                search = partial(_find_film, puzzle, heading, known=known, metric=metric, is_any=is_any,
                                 limits=_limits(common))  # fmt: skip
                film, result = run_with_keys(search, keyboard, partial(waiting_screen, puzzle, heading))
                if film is not None:
                    run(film, keyboard, Player(film.last, is_playing=play and film.last > 0))
        except (OSError, EOFError):
            raise BadFile(words("watch needs a terminal; unjam solve --show boards prints every step")) from None
        levels.codes.add(result if result.cost is None else Result("solved"))
        if film is None:
            echo(f"{heading}: {level_output.verdict(result)}")
    return levels.codes.code


def _limits(common: options.Common) -> Limits:
    limits = common.limits()
    return limits if limits.seconds is not None else Limits(DEFAULT_SECONDS, limits.bytes)


def _find_film(
    puzzle: Puzzle,
    title: str,
    control: Control,
    *,
    known: Result | None,
    metric: str | None,
    is_any: bool,
    limits: Limits,
) -> tuple[Film | None, Result]:
    """Return the film of the known solution, or of one that is found within the limits, and the result."""
    clock = Stopwatch()
    if known is not None:
        result = known
    elif is_any:
        result = solve(puzzle, metric=metric, any=True, limits=limits, control=control)
    else:
        result = solve_in_time(puzzle, metric=metric, limits=limits, control=control)
    if result.cost is None and not result.moves:
        return None, result
    left = limits.less(clock()).seconds or RATING_SECONDS
    rated = result if known is None and result.metric == puzzle.metric(None) else None
    rating = rate(puzzle, result=rated, limits=Limits(min(left, RATING_SECONDS), limits.bytes), control=control)
    return Film(puzzle, result.moves, title, _difficulty(rating), puzzle.metric(metric)), result


def _replay(puzzle: Puzzle, text: str, metric: str | None, where: str) -> Result:
    """Return the result that has the moves of a solution; it need not reach the goal."""
    try:
        moves = puzzle.from_notation(text)
    except IllegalMove as error:
        raise BadFile(f"{where}: {translate(error)}") from None
    return Result("solved", moves, 0)


def _difficulty(rating: Rating) -> str:
    """Return the difficulty and the expected time, or nothing if the level could not be rated in a moment."""
    parts = [translate(term(rating.level))] if rating.level else []
    if rating.expected_time is not None:
        parts.append(translate(rating.expected_time))
    return ", ".join(parts)


def run(film: Film, keyboard: Keyboard, player: Player) -> None:
    """Show the film until the player quits: draw what changed, then wait for a key or for the next step."""
    shown: object = None
    due = monotonic() + player.seconds
    while not player.has_quit:
        size = terminal_size()
        if shown != (player, size):
            draw(film.frame(player, *size))
            shown = (player, size)
        wait = max(0.0, due - monotonic()) if player.is_playing else IDLE_SECONDS
        key = keyboard.read(min(wait, IDLE_SECONDS))
        if key is not None:
            was_playing, player = player.is_playing, player.press(key)
            if (player.is_playing and not was_playing) or key == "r":
                due = monotonic() + player.seconds
        elif player.is_playing and monotonic() >= due:
            player = player.tick()
            due = monotonic() + player.seconds
