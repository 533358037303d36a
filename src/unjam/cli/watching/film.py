"""The screens of a replay: the board with the step and the keys below it, and the same while a solution is awaited."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.puzzle import Message, Move, Puzzle
from ...core.scene import Scene
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.terminal import has_colour
from .player import SPEEDS, Player
from .screen import board_lines, pad, shorten, wrap_parts

KEYS = (
    Message("Space play"), Message("← → step"), Message("Home End"), Message("+ - speed"), Message("r restart"),
    Message("q quit"),
)  # fmt: skip


def lay_out(
    head: list[str], scene: Scene, foot: list[str], keys: Sequence[Message], rows: int, columns: int
) -> list[str]:
    """Return the lines of the screen: title, board, step and keys; the board gets what room the others leave."""
    shown = wrap_parts([translate(key) for key in keys], columns)
    gap = [""] if rows >= 16 else []
    if rows < 12:
        head, shown = head[:1], shown[:1]
    room = max(1, rows - len(head) - len(foot) - len(shown) - len(gap))
    board = board_lines(scene, room, columns, has_colour=has_colour())
    return [*head, *board, *foot, *gap, *shown][:rows]


def waiting_screen(puzzle: Puzzle, title: str, progress: str, rows: int, columns: int) -> list[str]:
    """Return the lines of the screen while a solution is searched for."""
    return lay_out([shorten(title, columns)], puzzle.scene(), wrap_parts(progress.split(" "), columns, " "), KEYS[-1:],
                   rows, columns)  # fmt: skip


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
        """Return the lines of the screen after a step."""
        head = [shorten(self.title, columns), *wrap_parts(self.difficulty.split(" "), columns, " ")]
        foot = self._foot(player, columns)
        if rows < 12:
            foot = [shorten(self.words[player.at], columns), shorten(" · ".join(self._status(player)), columns)]
        return lay_out(head, self.positions[player.at].scene(), foot, KEYS, rows, columns)

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
