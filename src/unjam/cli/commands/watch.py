"""unjam watch: step through a solution in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import monotonic

import click

from ...core.puzzle import Control, IllegalMove, Limits, Message, Move, Puzzle, Result
from ...core.wording import term
from ...rating.rate import rate
from ...solving.solve import solve_in_time
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.progress import Reporter
from ..printing.terminal import echo, has_colour, is_dumb
from ..reading.sources import BadFile
from ..watching.keyboard import Keyboard, open_keyboard
from ..watching.player import SPEEDS, Player
from ..watching.screen import board_lines, draw, own_screen, pad, shorten, terminal_size, wrap_parts
from .check import solution_text

DEFAULT_SECONDS = 60.0
RATING_SECONDS = 2.0
IDLE_SECONDS = 0.25
"""How often the size of the terminal is looked at while nothing plays."""
KEYS = (
    Message("Space play"), Message("← → step"), Message("Home End"), Message("+ - speed"), Message("r restart"),
    Message("q quit"),
)  # fmt: skip


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
        limits = common.limits()
        if limits.seconds is None:
            limits = Limits(DEFAULT_SECONDS, limits.bytes)
        if solution is None:
            result = _solve(puzzle, metric, limits, common)
        else:
            result = _replay(puzzle, solution_text(solution, common.paths), metric, entry.where)
        levels.codes.add(result if result.cost is None else Result("solved"))
        heading = click.unstyle(level_output.heading(levels, entry)).rstrip(": ")
        if result.cost is None and not result.moves:
            echo(f"{heading}: {level_output.verdict(result)}")
            continue
        film = Film(puzzle, result.moves, heading, _difficulty(puzzle), puzzle.metric(metric))
        try:
            with open_keyboard() as keyboard, own_screen():
                run(film, keyboard, Player(film.last, is_playing=play and film.last > 0))
        except (OSError, EOFError):
            raise BadFile(words("watch needs a terminal; unjam solve --show boards prints every step")) from None
    return levels.codes.code


def _solve(puzzle: Puzzle, metric: str | None, limits: Limits, common: options.Common) -> Result:
    control = Control()
    with Reporter(level_output.SOLVING, common.quiet).watch(control):
        result = solve_in_time(puzzle, metric=metric, limits=limits, control=control)
    if control.stopped:
        raise KeyboardInterrupt
    return result


def _replay(puzzle: Puzzle, text: str, metric: str | None, where: str) -> Result:
    """Return the result that has the moves of a solution; it need not reach the goal."""
    try:
        moves = puzzle.from_notation(text)
    except IllegalMove as error:
        raise BadFile(f"{where}: {translate(error)}") from None
    return Result("solved", moves, 0)


def _difficulty(puzzle: Puzzle) -> str:
    """Return the difficulty and the expected time, or nothing if the level cannot be rated in a moment."""
    rating = rate(puzzle, limits=Limits(RATING_SECONDS))
    parts = [translate(term(rating.level))] if rating.level else []
    if rating.expected_time is not None:
        parts.append(translate(rating.expected_time))
    return ", ".join(parts)


class Film:
    """The positions of a solution, each with the move that led to it and the cost so far."""

    def __init__(self, puzzle: Puzzle, moves: Sequence[Move], title: str, difficulty: str, metric: str) -> None:
        self.title, self.difficulty, self.metric = title, difficulty, metric
        self.positions, self.words, self.costs = [puzzle], [""], [0]
        for move in moves:
            self.words.append(translate(puzzle.words(move)))
            self.costs.append(self.costs[-1] + puzzle.cost(move, metric))
            puzzle = puzzle.play(move)
            self.positions.append(puzzle)

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    def frame(self, player: Player, rows: int, columns: int) -> list[str]:
        """Return the lines of the screen: title, board, step and keys; the board gets what room the others leave."""
        head = [shorten(self.title, columns), *wrap_parts(self.difficulty.split(" "), columns, " ")]
        keys = wrap_parts([translate(key) for key in KEYS], columns)
        foot = self._foot(player, columns)
        if rows < 12:
            head, keys = head[:1], keys[:1]
            foot = [shorten(self.words[player.at], columns), shorten(" · ".join(self._status(player)), columns)]
        room = max(1, rows - len(head) - len(foot) - len(keys) - (rows >= 16))
        board = board_lines(self.positions[player.at].scene(), room, columns, has_colour=has_colour())
        gap = [""] if rows >= 16 else []
        return [*head, *board, *foot, *gap, *keys][:rows]

    def _foot(self, player: Player, columns: int) -> list[str]:
        """Return the move in words and the status, each as high as its highest in the whole film."""
        high = max(len(wrap_parts(words.split(" "), columns, " ")) for words in {*self.words})
        words = pad(wrap_parts(self.words[player.at].split(" "), columns, " "), high)
        end = Player(self.last, self.last, speed=0)
        status, last = (wrap_parts(self._status(each), columns, " · ") for each in (player, end))
        return [*words, *pad(status, len(last))]

    def _status(self, player: Player) -> list[str]:
        cost = level_output.amount(self.costs[player.at], self.metric)
        step = words("step {n} of {last}", n=player.at, last=self.last)
        state = words("playing") if player.is_playing else words("paused")
        if player.at == self.last and not player.is_playing:
            state = words("solved") if self.positions[-1].is_solved() else words("the end; not solved")
        speed = words("{n} steps a second", n=f"{SPEEDS[player.speed]:g}")
        return [step, cost, state, speed]


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
