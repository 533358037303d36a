"""One game of any family: a position that is played, taken back, replayed and solved from where it stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from ..core.limits import limits_or_default
from ..core.page import Route
from ..core.puzzle import Control, Fault, IllegalMove, Limits, Message, Move, Puzzle, Result, Unsupported, legal_moves
from ..core.wording import amount
from ..formats.read import PuzzleLike, one
from .solve import solve

MAX_MOVES_SHOWN = 20
"""How many of its moves a game shows when it is printed."""
PROOF = 0.5
"""The share of the time in which a proven optimum is looked for, before any good solution will do."""


class Game:
    """A level being played: the position now, the moves so far, and those taken back that can still be redone.

    >>> from .families.tiles import Tiles
    >>> game = Game(Tiles.parse("1 0 2 3 4 5 6 7 8"))
    >>> game.play(Move("1", (0, 1))).solved
    True
    >>> game.undo().solved, game.cost
    (False, 0)
    """

    def __init__(self, start: PuzzleLike, metric: str | None = None) -> None:
        start = one(start)
        self.metric = start.metric(metric)
        self._positions = [start]
        self._moves: list[Move] = []
        self._now = 0
        self._next: dict[Puzzle, Move] = {}  # position on a known optimal solution -> its next move

    def __repr__(self) -> str:
        """The family, how far the game is, and its moves; of a long game the last ones.

        >>> Game("1 2 0 3 4 5 6 7 8").play("2")
        <Game of tiles, 1 move played, not solved: 2>
        """
        played = amount(self._now, "moves")
        state = "solved" if self.solved else "not solved"
        joint = "" if self.start.about.letters else " "
        written = self.start.notations(self.moves)
        words = written if joint else [*"".join(written)]  # a solution in letters is one long word
        shown = [*(["…"] if len(words) > MAX_MOVES_SHOWN else []), *words[-MAX_MOVES_SHOWN:]]
        return f"<Game of {self.start.family}, {played} played, {state}{': ' if shown else ''}{joint.join(shown)}>"

    @property
    def start(self) -> Puzzle:
        return self._positions[0]

    @property
    def position(self) -> Puzzle:
        return self._positions[self._now]

    @property
    def positions(self) -> tuple[Puzzle, ...]:
        """The positions of the game in order: the start, those played, those that can be redone."""
        return tuple(self._positions)

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

    def go(self, at: int) -> Game:
        """The same game after its first ``at`` moves."""
        self._now = min(max(0, at), len(self._moves))
        return self

    def restart(self) -> Game:
        """The same game at its start; every move can still be redone."""
        self._now = 0
        return self

    def hint(self, limits: Limits | None = None) -> Move | None:
        """The next move of the best solution found from here, or None when none was found or none is needed.

        That is an optimal one, unless a limit came before the proof; see ``good_way``.

        >>> from .families.tiles import Tiles
        >>> Game(Tiles.parse("1 0 2 3 4 5 6 7 8")).hint()
        Move(piece='1', to=(0, 1), turn=0)
        """
        here = self.position
        if here not in self._next and not here.is_solved():
            self._remember(here, good_way(here, metric=self.metric, limits=limits))
        return self._next.get(here)

    def _remember(self, position: Puzzle, result: Result) -> None:
        # The rest of a solution is one too, and of an optimal one an optimal one: one search serves the hints along it.
        for move in result.moves:
            self._next[position] = move
            position = position.play(move)


def good_way(
    puzzle: PuzzleLike, *, metric: str | None = None, limits: Limits | None = None, control: Control | None = None
) -> Result:
    """The best solution or, where a limit would come before the proof, any good one; ``optimal`` says which it is.

    Most of the time goes into the proof, the rest into ways that promise none: the family's own where it has one, then
    the search that follows the family's estimate alone.

    >>> good_way("1 2 0 3 4 5 6 7 8").optimal
    True
    """
    puzzle, limits = one(puzzle), limits_or_default(limits).settled()
    seconds = limits.seconds
    proof = limits if seconds is None else replace(limits, seconds=seconds * PROOF)
    best = solve(puzzle, metric=metric, limits=proof, control=control)
    spent = best.seconds
    for share, way in ((0.85, {"any": True}), (1.0, {"algorithm": "greedy"})):
        if best.status != "gave_up" or (best.cost is not None and "any" not in way):
            break
        left = limits.less(spent)
        rest = left if left.seconds is None else replace(left, seconds=left.seconds * share)
        found = solve(puzzle, metric=metric, limits=rest, control=control, **way)
        spent += found.seconds
        if found.status == "unsolvable" or (found.cost is not None and found.cost < (best.cost or found.cost + 1)):
            bound = found.lower_bound if found.optimal else best.lower_bound
            best = replace(found, lower_bound=bound, reason=found.reason or best.reason)
    if best.reason is None or seconds is None:
        return best
    return replace(best, reason=_in_all(best.reason, limits))


def _in_all(reason: Message, limits: Limits) -> Message:
    """The reason with the time of all ways together, where a share of it ran out."""
    whole = limits.time_reached()
    if reason.template == whole.template:
        return whole
    parts = {name: _in_all(value, limits) for name, value in reason.values.items() if isinstance(value, Message)}
    return reason.filled(**parts)


def stuck(puzzle: Puzzle) -> Fault | None:
    """Why no solution can be reached from the position, and on which cells one sees it; None where nothing is proved.

    >>> print(stuck(one("#####|#@ $#|#  .#|#####")))
    the box at row 1, column 3 can never leave the corner
    """
    if puzzle.is_solved():
        return None
    return puzzle.dead() or (puzzle.native.lost(puzzle) if puzzle.native else None)


def ways(puzzle: Puzzle, piece: str) -> list[Route]:
    """Every cell that one piece can come to while every other piece stays, the best way to a cell first.

    A family may know better than to try moves of the piece: a box of Sokoban is pushed.

    >>> [way.to for way in ways(one("#######|#@ $ .#|#######"), "box@1,3")]
    [(1, 4), (1, 5)]
    """
    if (own := puzzle.about.page().routes) is not None:
        return own(puzzle, piece)

    def others(position: Puzzle) -> set[tuple[str, tuple[tuple[int, int], ...]]]:
        return {(other.id, other.cells) for other in position.scene().pieces if other.id != piece}

    stay, found = others(puzzle), list[Route]()
    seen: set[tuple[int, int]] = set()
    queue: deque[tuple[Puzzle, int]] = deque([(puzzle, -1)])
    while queue:
        position, before = queue.popleft()
        for move in _of(position.moves(), piece):
            if move.to in seen:
                continue
            after = position.play(move)
            if others(after) == stay:
                seen.add(move.to)
                found.append(Route(move.to, before, (move,)))
                queue.append((after, len(found) - 1))
    return found


def path(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Route]:
    """The ways one after the other that bring one piece to a cell; IllegalMove when there are none."""
    found = ways(puzzle, piece)
    at = next((i for i, way in enumerate(found) if way.to == to), -1)
    if at < 0:
        raise IllegalMove(Message("there is no free path to that cell"))
    out: list[Route] = []
    while at >= 0:
        out.append(found[at])
        at = found[at].before
    return out[::-1]


def walk(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Move]:
    """The moves that bring one piece to a cell while every other piece stays; IllegalMove when there is no path.

    >>> from .families.tiles import Tiles
    >>> walk(Tiles.parse("1 0 2 3 4 5 6 7 8"), "1", (0, 1))
    [Move(piece='1', to=(0, 1), turn=0)]
    >>> level = one("#######|#@ $ .#|#######")
    >>> level.notations(walk(level, "box@1,3", (1, 5)))
    ['rRR']
    """
    return [move for way in path(puzzle, piece, to) for move in way.moves]


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
    legal = legal_moves(puzzle)
    if own := [move for move in legal if move.piece in ids]:
        return own
    places = {(piece.id, piece.cells) for piece in meant if piece in scene.pieces}

    def pushed(move: Move) -> bool:
        return not places <= {(piece.id, piece.cells) for piece in puzzle.play(move).scene().pieces}

    return [move for move in legal if pushed(move)] if places else []


def pieces_to_choose(puzzle: Puzzle) -> Message:
    """The names that ``moves_of`` takes, for somebody whose piece cannot move.

    >>> print(pieces_to_choose(one("#####|#@$.#|#   #|#####")))
    the pieces are: box@1,2, player
    """
    scene = puzzle.scene()
    names = dict.fromkeys(piece.id for piece in (*scene.pieces, *scene.waiting))
    return Message("the pieces are: {names}", names=", ".join(names))


def _of(moves: Iterable[Move], piece: str) -> Iterable[Move]:
    return (move for move in moves if move.piece == piece)
