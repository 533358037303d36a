"""A game of any family: moves, undo, redo and hints; and where each piece can go."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from ..core.limits import limits_or_default
from ..core.page import Route
from ..core.puzzle import Control, Fault, IllegalMove, Limits, Message, Move, Puzzle, Result, Unsupported, legal_moves
from ..core.wording import amount
from ..formats.read import PuzzleLike, as_puzzle
from .solve import solve

MAX_MOVES_SHOWN = 20
"""How many moves the repr of a game shows."""
PROOF_SHARE = 0.5
"""The share of the time that is spent on a proven optimum before any good solution will do."""


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
        self._next: dict[Puzzle, Move] = {}  # position on a known optimal solution -> its next move

    def __repr__(self) -> str:
        """The family, the state of the game, and its last moves.

        >>> Game("1 2 0 3 4 5 6 7 8").play("2")
        <Game of tiles, 1 move played, not solved: 2>
        """
        played = amount(self._now, "moves")
        state = "solved" if self.solved else "not solved"
        separator = "" if self.start.about.letters else " "
        notations = self.start.notations(self.moves)
        words = notations if separator else [*"".join(notations)]  # a solution in letters is one long word
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
        """The moves played so far."""
        return tuple(self._moves[: self._now])

    @property
    def cost(self) -> int:
        """The cost of the moves so far in the game's metric."""
        return sum(
            position.cost(move, self.metric) for position, move in zip(self._positions, self.moves, strict=False)
        )

    @property
    def solved(self) -> bool:
        return self.position.is_solved()

    @property
    def stuck(self) -> Fault | None:
        """Why no solution can be reached any more, if that can be proven; else None."""
        return stuck(self.position)

    @property
    def can_undo(self) -> bool:
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        return self._now < len(self._moves)

    def play(self, *moves: Move | str) -> Game:
        """Play the moves, given as moves or notation; returns the game itself.

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
        """Take back the last moves; returns the game itself."""
        self._now = max(0, self._now - count)
        return self

    def redo(self, count: int = 1) -> Game:
        """Play undone moves again; returns the game itself."""
        self._now = min(len(self._moves), self._now + count)
        return self

    def go(self, at: int) -> Game:
        """Go to the position after the first ``at`` moves; returns the game itself."""
        self._now = min(max(0, at), len(self._moves))
        return self

    def restart(self) -> Game:
        """Go back to the start; every move can still be redone."""
        self._now = 0
        return self

    def hint(self, limits: Limits | None = None) -> Move | None:
        """The next move of the best solution from here; None if none was found or the game is solved.

        That is an optimal one, unless a limit came before the proof; see ``solve_in_time``.

        >>> from unjam import Tiles
        >>> Game(Tiles.parse("1 0 2 3 4 5 6 7 8")).hint()
        Move(piece='1', to=(0, 1), turn=0)
        """
        here = self.position
        if here not in self._next and not here.is_solved():
            self._remember(here, solve_in_time(here, metric=self.metric, limits=limits))
        return self._next.get(here)

    def _remember(self, position: Puzzle, result: Result) -> None:
        # The rest of an optimal solution is optimal too, so that one search serves all hints along it.
        for move in result.moves:
            self._next[position] = move
            position = position.play(move)


def solve_in_time(
    puzzle: PuzzleLike, *, metric: str | None = None, limits: Limits | None = None, control: Control | None = None
) -> Result:
    """The best solution or, if there is not enough time for the proof, any good one; ``optimal`` tells which.

    Half of the time is for the proof, the rest for searches without one: the family's own search for any solution, then
    greedy search.

    >>> solve_in_time("1 2 0 3 4 5 6 7 8").optimal
    True
    """
    puzzle, limits = as_puzzle(puzzle), limits_or_default(limits).settled()
    seconds = limits.seconds
    proof = limits if seconds is None else replace(limits, seconds=seconds * PROOF_SHARE)
    best = solve(puzzle, metric=metric, limits=proof, control=control)
    spent = best.seconds
    for share, way in ((0.85, {"any": True}), (1.0, {"algorithm": "greedy"})):
        if best.status != "gave_up" or (best.cost is not None and "any" not in way):
            break
        left = limits.less(spent)
        rest = left if left.seconds is None else replace(left, seconds=left.seconds * share)
        result = solve(puzzle, metric=metric, limits=rest, control=control, **way)
        spent += result.seconds
        if result.status == "unsolvable" or (result.cost is not None and result.cost < (best.cost or result.cost + 1)):
            bound = result.lower_bound if result.optimal else best.lower_bound
            best = replace(result, lower_bound=bound, reason=result.reason or best.reason)
    if best.reason is None or seconds is None:
        return best
    return replace(best, reason=_with_total_time(best.reason, limits))


def _with_total_time(reason: Message, limits: Limits) -> Message:
    """The reason with the whole time limit instead of the share that one of the searches had."""
    total = limits.time_reached()
    if reason.template == total.template:
        return total
    parts = {
        name: _with_total_time(value, limits) for name, value in reason.values.items() if isinstance(value, Message)
    }
    return reason.filled(**parts)


def stuck(puzzle: Puzzle) -> Fault | None:
    """Why no solution can be reached from the position, and the cells that show it; None if nothing is proven.

    >>> print(stuck(as_puzzle("#####|#@ $#|#  .#|#####")))
    the box at row 1, column 3 can never leave the corner
    """
    if puzzle.is_solved():
        return None
    return puzzle.dead() or (puzzle.native.lost(puzzle) if puzzle.native else None)


def routes(puzzle: Puzzle, piece: str) -> list[Route]:
    """The routes of a piece to every cell it can reach while all other pieces stay, the best one to a cell first.

    A family may have its own: in Sokoban a box does not move by itself.

    >>> [route.to for route in routes(as_puzzle("#######|#@ $ .#|#######"), "box@1,3")]
    [(1, 4), (1, 5)]
    """
    if (own := puzzle.about.page().routes) is not None:
        return own(puzzle, piece)

    def others(position: Puzzle) -> set[tuple[str, tuple[tuple[int, int], ...]]]:
        return {(other.id, other.cells) for other in position.scene().pieces if other.id != piece}

    unmoved, out = others(puzzle), list[Route]()
    seen: set[tuple[int, int]] = set()
    queue: deque[tuple[Puzzle, int]] = deque([(puzzle, -1)])
    while queue:
        position, before = queue.popleft()
        for move in position.moves():
            if move.piece != piece or move.to in seen:
                continue
            after = position.play(move)
            if others(after) == unmoved:
                seen.add(move.to)
                out.append(Route(move.to, before, (move,)))
                queue.append((after, len(out) - 1))
    return out


def route_to(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Route]:
    """The sequence of routes that brings a piece to a cell; IllegalMove if there is none."""
    reachable = routes(puzzle, piece)
    at = next((i for i, route in enumerate(reachable) if route.to == to), -1)
    if at < 0:
        raise IllegalMove(Message("there is no free path to that cell"))
    out: list[Route] = []
    while at >= 0:
        out.append(reachable[at])
        at = reachable[at].before
    return out[::-1]


def walk(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Move]:
    """The moves that bring a piece to a cell while all other pieces stay; IllegalMove if there is no path.

    >>> from unjam import Tiles
    >>> walk(Tiles.parse("1 0 2 3 4 5 6 7 8"), "1", (0, 1))
    [Move(piece='1', to=(0, 1), turn=0)]
    >>> level = as_puzzle("#######|#@ $ .#|#######")
    >>> level.notations(walk(level, "box@1,3", (1, 5)))
    ['rRR']
    """
    return [move for route in route_to(puzzle, piece, to) for move in route.moves]


def moves_of(puzzle: Puzzle, name: str) -> list[Move]:
    """The legal moves of a piece, including those that push it; Unsupported lists the pieces.

    A group's name stands for its pieces, and a piece in the tray stands for all waiting pieces of its group.

    >>> from unjam import Sokoban
    >>> level = Sokoban.parse("#####|#@$.#|#   #|#####")
    >>> [level.notation(move) for move in moves_of(level, "player")]
    ['d', 'R']
    >>> [level.notation(move) for move in moves_of(level, "box@1,2")]
    ['R']
    """
    scene = puzzle.scene()
    pieces = (*scene.pieces, *scene.waiting)
    matches = [piece for piece in pieces if piece.id == name] or [piece for piece in pieces if piece.group == name]
    if not matches or not name:
        why = Message("there is no piece '{name}'", name=name)
        raise Unsupported.choice(why, dict.fromkeys(piece.id for piece in pieces))
    groups = {piece.group for piece in matches if piece in scene.waiting and piece.group}
    ids = {piece.id for piece in (*matches, *(other for other in scene.waiting if other.group in groups))}
    legal = legal_moves(puzzle)
    if own := [move for move in legal if move.piece in ids]:
        return own
    places = {(piece.id, piece.cells) for piece in matches if piece in scene.pieces}

    def pushed(move: Move) -> bool:
        return not places <= {(piece.id, piece.cells) for piece in puzzle.play(move).scene().pieces}

    return [move for move in legal if pushed(move)] if places else []


def pieces_to_choose(puzzle: Puzzle) -> Message:
    """The names that ``moves_of`` accepts, shown when a piece cannot move.

    >>> print(pieces_to_choose(as_puzzle("#####|#@$.#|#   #|#####")))
    the pieces are: box@1,2, player
    """
    scene = puzzle.scene()
    names = dict.fromkeys(piece.id for piece in (*scene.pieces, *scene.waiting))
    return Message("the pieces are: {names}", names=", ".join(names))
