"""A hint in three steps: the piece to look at, why it has to move, and the move; and since when a game is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from ..core.limits import control_or_default, limits_or_default
from ..core.page import Reason, Turn
from ..core.puzzle import Cell, Control, Fault, Limits, Message, Move, Puzzle
from .solve import solve_in_time

DEFAULT_SECONDS = 10.0
"""The time for a hint, and for finding out since when a game is lost, unless a limit is given."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next turn of a solution, in the order in which a player wants to be told.

    ``look`` names the piece, ``why`` is the reason for the turn (None if the family cannot explain it), ``words`` says
    what to do and ``moves`` is the turn itself: one move or, in Sokoban, a push and the walk before it. ``to_go`` is
    the cost of the whole rest of the solution, which is the fewest possible if ``optimal``.
    """

    look: Message
    why: Reason | None
    words: Message
    moves: tuple[Move, ...]
    notation: str
    to_go: int
    metric: str
    optimal: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """Since when a game cannot be won: ``since`` is the first move after which no solution is left.

    0 means that the level has no solution. ``exact`` tells whether the position before that move is known to have one;
    otherwise the game may have been lost even earlier. ``why`` is the proof, with the cells that show it.
    """

    since: int
    exact: bool
    why: Fault


def describe_turn(puzzle: Puzzle, moves: Sequence[Move]) -> Turn:
    """Return the piece that the next turn of a solution moves, and the turn in words."""
    page = puzzle.about.page()
    moves = moves[: turn_length(puzzle, moves)]
    if page.describe_turn is not None:
        return page.describe_turn(puzzle, moves)
    move = moves[0]
    scene = puzzle.scene()
    piece = next((each for each in (*scene.pieces, *scene.waiting) if each.id == move.piece), None)
    noun = page.noun if piece is None else page.nouns.get(piece.kind, page.noun)
    label = move.piece
    if piece is not None and piece.label not in ("", piece.id):
        label = f"{piece.id} ({piece.label})"  # the moves have the name, the board the label
    return Turn(noun.fill(label=label), puzzle.words(move))


def turn_length(puzzle: Puzzle, moves: Sequence[Move]) -> int:
    """Return how many of the moves make up the first turn: one, or all up to the first that the family counts."""
    metric = puzzle.about.page().undo_metric
    if metric is None:
        return 1
    for n, move in enumerate(moves, 1):
        if puzzle.cost(move, metric):
            return n
        puzzle = puzzle.play(move)
    return len(moves)


def make_hint(puzzle: Puzzle, solution: Sequence[Move], metric: str, *, optimal: bool) -> Hint:
    """Return the hint for the first turn of a solution of the position."""
    explain = puzzle.about.page().explain_move
    turn = describe_turn(puzzle, solution)
    moves = tuple(solution[: turn_length(puzzle, solution)])
    to_go, position = 0, puzzle
    for move in solution:
        to_go += position.cost(move, metric)
        position = position.play(move)
    return Hint(
        look=Message("look at {piece}", piece=turn.piece),
        why=explain(puzzle, solution) if explain else None,
        words=turn.words,
        moves=moves,
        notation=("" if puzzle.about.letters else " ").join(puzzle.notations(moves)),
        to_go=to_go,
        metric=metric,
        optimal=optimal,
    )


def stuck(puzzle: Puzzle) -> Fault | None:
    """Return why no solution can be reached from the position, and the cells that show it; None if nothing is proven.

    >>> from unjam import Sokoban
    >>> print(stuck(Sokoban.parse("#####|#@ $#|#  .#|#####")))
    the box at row 1, column 3 can never leave the corner
    """
    if puzzle.is_solved():
        return None
    return puzzle.dead() or (puzzle.native.lost(puzzle) if puzzle.native else None)


def find_loss(
    positions: Sequence[Puzzle],
    limits: Limits | None = None,
    control: Control | None = None,
    *,
    is_lost: bool = False,
) -> Loss | None:
    """Return since which of the moves through these positions the game is lost; None if the last is not proven lost.

    A lost position stays lost, so the first one is found by bisection: by the proofs of dead positions where they
    apply, otherwise by searches, which share the time. With ``is_lost``, the last position is known to be lost.
    """
    limits = limits_or_default(limits, DEFAULT_SECONDS).with_memory_limit()
    control = control_or_default(control)
    share = None if limits.seconds is None else limits.seconds / (2 + log2(len(positions)))
    each = Limits(share, limits.bytes)
    lost, why = (True, stuck(positions[-1])) if is_lost else _proof(positions[-1], each, control)
    if not lost:
        return None
    first, known = len(positions) - 1, {}
    before = -1
    while first - before > 1:
        middle = (first + before) // 2
        lost, proof = _proof(positions[middle], each, control)
        if lost:
            first, why = middle, proof
        else:
            before, known[middle] = middle, lost is False
    return Loss(first, first == 0 or known[before], why or _exhausted(positions, first))


def _proof(position: Puzzle, limits: Limits, control: Control) -> tuple[bool | None, Fault | None]:
    """Return whether the position is lost (None: not known), and the proof if it names cells."""
    if position.is_solved():
        return False, None
    if not _can_take_off(position) and (fault := stuck(position)) is not None:
        return True, fault
    result = solve_in_time(position, limits=limits, control=control)
    return {"unsolvable": True, "solved": False}.get(result.status, None if result.cost is None else False), None


def _can_take_off(position: Puzzle) -> bool:
    """Return whether a piece can be taken off the board, so that a dead position need not be lost."""
    removals = position.about.removals
    return removals is not None and any(True for _ in removals(position))


def _exhausted(positions: Sequence[Puzzle], first: int) -> Fault:
    """Return the fault of a position of which only a whole search says that it is lost: where the last move ended."""
    if first == 0:
        return Fault(Message("the level has no solution"))
    cells = _changed_cells(positions[first - 1], positions[first])
    return Fault(Message("every continuation from here was tried"), cells=cells)


def _changed_cells(before: Puzzle, after: Puzzle) -> tuple[Cell, ...]:
    """Return the cells of the pieces that a move displaced; of those that were pushed, if any were."""
    old = {piece.id: piece.cells for piece in before.scene().pieces}
    changed = [piece for piece in after.scene().pieces if old.get(piece.id) != piece.cells]
    pushed = [piece for piece in changed if piece.kind != "player"]
    return tuple(cell for piece in pushed or changed for cell in piece.cells)
