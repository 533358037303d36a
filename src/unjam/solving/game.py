"""A game of any family: moves, undo, redo and hints."""

from __future__ import annotations

from ..core.puzzle import Control, Fault, Limits, Move, Puzzle
from ..core.wording import amount
from ..formats.read import PuzzleLike, as_puzzle
from .hint import Hint, Loss, find_loss, make_hint, stuck
from .solve import solve_in_time

MAX_MOVES_SHOWN = 20


class Game:
    """A level being played: the current position, the moves so far, and the undone moves that can be redone.

    >>> from unjam import Tiles
    >>> game = Game(Tiles.parse("1 0 2 3 4 5 6 7 8"))
    >>> game.play(Move("1", (0, 1))).solved
    True
    >>> game.undo().solved, game.cost
    (False, 0)
    """

    def __init__(self, start: PuzzleLike, metric: str | None = None) -> None:
        start = as_puzzle(start)
        self.metric = start.metric(metric)
        self._positions = [start]
        self._moves: list[Move] = []
        self._now = 0
        self._next: dict[Puzzle, Move] = {}  # position on a known solution -> its next move
        self._proven: set[Puzzle] = set()  # those on optimal solutions
        self._lost: set[Puzzle] = set()  # positions without a solution

    def __repr__(self) -> str:
        """Return the family, the state of the game, and its last moves.

        >>> Game("1 2 0 3 4 5 6 7 8").play("2")
        <Game of tiles, 1 move played, not solved: 2>
        """
        played = amount(self._now, "moves")
        state = "solved" if self.solved else "not solved"
        separator = "" if self.start.about.letters else " "
        notations = self.start.notations(self.moves)
        words = notations if separator else [*"".join(notations)]  # letters are written without spaces
        shown = [*(["…"] if len(words) > MAX_MOVES_SHOWN else []), *words[-MAX_MOVES_SHOWN:]]
        return f"<Game of {self.start.family}, {played} played, {state}{': ' if shown else ''}{separator.join(shown)}>"

    @property
    def start(self) -> Puzzle:
        return self._positions[0]

    @property
    def position(self) -> Puzzle:
        return self._positions[self._now]

    @property
    def positions(self) -> tuple[Puzzle, ...]:
        """All positions of the game in order, including those that can be redone."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves[: self._now])

    @property
    def cost(self) -> int:
        return sum(
            position.cost(move, self.metric) for position, move in zip(self._positions, self.moves, strict=False)
        )

    @property
    def solved(self) -> bool:
        return self.position.is_solved()

    @property
    def stuck(self) -> Fault | None:
        """Why no solution can be reached any more, if that can be proven; otherwise None."""
        return stuck(self.position)

    @property
    def can_undo(self) -> bool:
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        return self._now < len(self._moves)

    def play(self, *moves: Move | str) -> Game:
        """Play the moves, given as moves or notation, and return the game itself.

        If one of them is illegal, IllegalMove is raised and nothing changes.

        >>> Game("1 2 0 3 4 5 6 7 8").play("2 1").solved
        True
        """
        position, positions, played = self.position, [], list[Move]()
        for each in moves:
            for move in position.from_notation(each) if isinstance(each, str) else (each,):
                position = position.play(move)
                positions.append(position)
                played.append(move)
        del self._positions[self._now + 1 :], self._moves[self._now :]
        self._positions += positions
        self._moves += played
        self._now = len(self._moves)
        return self

    def undo(self, count: int = 1) -> Game:
        return self.go(self._now - count)

    def redo(self, count: int = 1) -> Game:
        return self.go(self._now + count)

    def go(self, at: int) -> Game:
        """Go to the position after the first ``at`` moves, and return the game itself."""
        self._now = min(max(0, at), len(self._moves))
        return self

    def restart(self) -> Game:
        """Go back to the start; every move can still be redone."""
        return self.go(0)

    def hint(self, limits: Limits | None = None) -> Move | None:
        """Return the next move of the best solution from here; None if no solution was found or the game is solved.

        The solution is optimal unless there was not enough time to prove it; see ``solve_in_time``.

        >>> from unjam import Tiles
        >>> Game(Tiles.parse("1 0 2 3 4 5 6 7 8")).hint()
        Move(piece='1', to=(0, 1), turn=0)
        """
        self._search(limits)
        return self._next.get(self.position)

    def explain_hint(self, limits: Limits | None = None, control: Control | None = None) -> Hint | None:
        """Return the next turn of the best solution in words: the piece to look at, why it moves, and the move.

        Returns None if no solution was found or the game is solved.

        >>> hint = Game("rushhour/first-gear").explain_hint()
        >>> str(hint.look), hint.notation
        ('look at car E', 'E+1')
        """
        self._search(limits, control)
        position, rest = self.position, list[Move]()
        while (move := self._next.get(position)) is not None:
            rest.append(move)
            position = position.play(move)
        if not rest:
            return None
        return make_hint(self.position, rest, self.metric, optimal=self.position in self._proven)

    def lost_since(self, limits: Limits | None = None, control: Control | None = None) -> Loss | None:
        """Return since which move the game cannot be won any more, and why; None if that is not proven.

        >>> loss = Game("#####|#  .#|# $@#|#   #|#####").play("uLdlU").lost_since()
        >>> loss.since, str(loss.why)
        (3, 'the box at row 3, column 2 can never reach storage from there')
        """
        return find_loss(self._positions[: self._now + 1], limits, control, is_lost=self.position in self._lost)

    def _search(self, limits: Limits | None, control: Control | None = None) -> None:
        """Search for a solution from here, unless one is known."""
        here = self.position
        if here in self._next or here.is_solved():
            return
        # The rest of an optimal solution is optimal too, so one search serves all hints along it.
        result = solve_in_time(here, metric=self.metric, limits=limits, control=control)
        if result.status == "unsolvable":
            self._lost.add(here)
        position = here
        for move in result.moves:
            self._next[position] = move
            if result.optimal:
                self._proven.add(position)
            position = position.play(move)
