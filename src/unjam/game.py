"""One game of any family: a position that is played, taken back, replayed and solved from where it stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from .puzzle import Fault, IllegalMove, Limits, Message, Move, Puzzle, Result, Unsupported
from .reading import Given, one
from .solve import solve


class Game:
    """A level being played: the position now, the moves so far, and those taken back that can still be redone.

    >>> from .families.tiles import Tiles
    >>> game = Game(Tiles.parse("1 0 2 3 4 5 6 7 8"))
    >>> game.play(Move("1", (0, 1))).solved
    True
    >>> game.undo().solved, game.cost
    (False, 0)
    """

    def __init__(self, start: Given, metric: str | None = None) -> None:
        start = one(start)
        self.metric = start.metric(metric)
        self._positions = [start]
        self._moves: list[Move] = []
        self._now = 0
        self._next: dict[Puzzle, Move] = {}  # position on a known optimal solution -> its next move

    @property
    def start(self) -> Puzzle:
        return self._positions[0]

    @property
    def position(self) -> Puzzle:
        return self._positions[self._now]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(self._moves[: self._now])

    @property
    def cost(self) -> int:
        """What the moves so far cost in the game's metric."""
        return sum(
            position.cost(move, self.metric) for position, move in zip(self._positions, self.moves, strict=False)
        )

    @property
    def solved(self) -> bool:
        return self.position.is_solved()

    @property
    def stuck(self) -> Fault | None:
        """Why no solution can be reached any more, where the family can prove it; else None."""
        return stuck(self.position)

    @property
    def can_undo(self) -> bool:
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        return self._now < len(self._moves)

    def play(self, *moves: Move | str) -> Game:
        """The same game after the moves; IllegalMove, and nothing changed, when one of them is not allowed.

        A move may be written as its notation.

        >>> Game("1 2 0 3 4 5 6 7 8").play("2 1").solved
        True
        """
        position, positions, played = self.position, [], list[Move]()
        for given in moves:
            for move in position.from_notation(given) if isinstance(given, str) else (given,):
                position = position.play(move)
                positions.append(position)
                played.append(move)
        del self._positions[self._now + 1 :], self._moves[self._now :]
        self._positions += positions
        self._moves += played
        self._now = len(self._moves)
        return self

    def undo(self, count: int = 1) -> Game:
        """The same game with the last moves taken back; at the start nothing changes."""
        self._now = max(0, self._now - count)
        return self

    def redo(self, count: int = 1) -> Game:
        """The same game with moves that were taken back played again."""
        self._now = min(len(self._moves), self._now + count)
        return self

    def restart(self) -> Game:
        """The same game at its start; every move can still be redone."""
        self._now = 0
        return self

    def hint(self, limits: Limits | None = None) -> Move | None:
        """The next move of the best solution found from here, or None when none was found or none is needed.

        That is an optimal one, unless a limit came before the proof.

        >>> from .families.tiles import Tiles
        >>> Game(Tiles.parse("1 0 2 3 4 5 6 7 8")).hint()
        Move(piece='1', to=(0, 1), turn=0)
        """
        here = self.position
        if here not in self._next and not here.is_solved():
            self._remember(here, solve(here, metric=self.metric, limits=limits))
        return self._next.get(here)

    def _remember(self, position: Puzzle, result: Result) -> None:
        # The rest of a solution is one too, and of an optimal one an optimal one: one search serves the hints along it.
        for move in result.moves:
            self._next[position] = move
            position = position.play(move)


def stuck(puzzle: Puzzle) -> Fault | None:
    """Why no solution can be reached from the position, and on which cells one sees it; None where nothing is proved.

    >>> print(stuck(one("#####|#@ $#|#  .#|#####")))
    the box at row 2, column 4 can never leave the corner
    """
    if puzzle.is_solved():
        return None
    return puzzle.dead() or (puzzle.native.lost(puzzle) if puzzle.native else None)


def walk(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Move]:
    """The fewest moves that bring one piece to a cell while every other piece stays; IllegalMove when there is no path.

    >>> from .families.tiles import Tiles
    >>> walk(Tiles.parse("1 0 2 3 4 5 6 7 8"), "1", (0, 1))
    [Move(piece='1', to=(0, 1), turn=0)]
    """

    def others(position: Puzzle) -> set[tuple[str, tuple[tuple[int, int], ...]]]:
        return {(other.id, other.cells) for other in position.scene().pieces if other.id != piece}

    stay = others(puzzle)
    came: dict[tuple[int, int], list[Move]] = {}
    queue: deque[tuple[Puzzle, list[Move]]] = deque([(puzzle, [])])
    while queue:
        position, path = queue.popleft()
        for move in _of(position.moves(), piece):
            if move.to in came:
                continue
            after = position.play(move)
            if others(after) != stay:
                continue
            came[move.to] = [*path, move]
            if move.to == to:
                return came[move.to]
            queue.append((after, came[move.to]))
    raise IllegalMove(Message("there is no free path to row {row}, column {column}", row=to[0] + 1, column=to[1] + 1))


def moves_of(puzzle: Puzzle, name: str) -> list[Move]:
    """The legal moves of one piece, those that push it along included; Unsupported lists the pieces there are.

    Pieces of one group may go by its name; of several that wait, one stands for all of its group.

    >>> from .families.sokoban import Sokoban
    >>> level = Sokoban.parse("#####|#@$.#|#   #|#####")
    >>> [level.notation(move) for move in moves_of(level, "player")]
    ['d', 'R']
    >>> [level.notation(move) for move in moves_of(level, "box@1,2")]
    ['R']
    """
    scene = puzzle.scene()
    pieces = (*scene.pieces, *scene.waiting)
    meant = [piece for piece in pieces if piece.id == name] or [piece for piece in pieces if piece.group == name]
    if not meant or not name:
        why = Message("there is no piece '{name}'", name=name)
        raise Unsupported.choice(why, dict.fromkeys(piece.id for piece in pieces))
    alike = {piece.group for piece in meant if piece in scene.waiting and piece.group}
    ids = {piece.id for piece in (*meant, *(other for other in scene.waiting if other.group in alike))}
    legal = list(puzzle.moves())
    if own := [move for move in legal if move.piece in ids]:
        return own
    places = {(piece.id, piece.cells) for piece in meant if piece in scene.pieces}

    def pushed(move: Move) -> bool:
        return not places <= {(piece.id, piece.cells) for piece in puzzle.play(move).scene().pieces}

    return [move for move in legal if pushed(move)] if places else []


def _of(moves: Iterable[Move], piece: str) -> Iterable[Move]:
    return (move for move in moves if move.piece == piece)
