"""Explains a move by the chain of cars that are waiting for it, up to the target; says what blocks a car."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ...core.obstacles import Side, find_obstacles
from ...core.page import Reason
from ...core.puzzle import IllegalMove, Message, Move
from .position import RushHour

MAX_LINKS = 3


def why(board: RushHour, moves: Sequence[Move]) -> Reason | None:
    """Explain the first move: which car needs the cells that the move frees, which car waits for that car, and so on.

    Each link of the chain is true in the current position: the waiting car does not move before it takes its path in
    the solution, and the other car is on a cell of that path. Returns None if no car is waiting.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("ooooooooooooAABoooooBoooooBoooooDDoo")
    >>> moves = board.from_notation("D+1 B+1 A+4")
    >>> print(why(board, moves).message)
    A is blocked by B; B needs room below, where D is; so D goes first
    """
    lot, label = board.lot, moves[0].piece
    target = lot.labels[lot.target]
    swept, freed = _swept_and_freed(board, moves)
    if label == target and board.play(moves[0]).is_solved():
        return Reason(Message("the way out is clear"), (label,))
    links: list[Message] = []
    cars, at = [label], 0
    while len(links) < MAX_LINKS:
        follows = range(at + 1, len(moves))
        at = next((j for j in follows if moves[j].piece != cars[-1] and swept[j] & freed[at]), 0)
        car = moves[at].piece
        if not at or car in cars or any(move.piece == car for move in moves[:at]):
            break
        links.append(_link(board, moves[at], cars[-1], car == target))
        cars.append(car)
        if car == target:
            break
    if not links:
        return None
    chain = reduce(lambda text, link: Message("{first}; {others}", first=text, others=link), reversed(links))
    return Reason(Message("{chain}; so {car} goes first", chain=chain, car=label), tuple(cars))


def explain_blocked(board: RushHour, piece: str, side: Side) -> Reason | None:
    """Return why the car cannot move one cell to the side, or None if it can.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("ooooooooooooAABoooooBoooooBoooooDDoo")
    >>> print(explain_blocked(board, "A", "right").message)
    car A is blocked by B
    """
    lot = board.lot
    i = lot.index.get(piece)
    if i is None:
        raise IllegalMove(Message("there is no car {car}", car=piece))
    if lot.horizontal[i] and side in ("up", "down"):
        return Reason(Message("car {car} moves only left and right", car=piece), (piece,))
    if not lot.horizontal[i] and side in ("left", "right"):
        return Reason(Message("car {car} moves only up and down", car=piece), (piece,))
    found = find_obstacles(board.scene(), board.cells(i), side)
    for other in found.pieces:
        return Reason(Message("car {car} is blocked by {other}", car=piece, other=other), (piece, other))
    if found.wall:
        return Reason(Message("car {car} is blocked by a wall", car=piece), (piece,), found.cells)
    return Reason(Message("car {car} is at the edge of the board", car=piece), (piece,)) if found.edge else None


def _swept_and_freed(board: RushHour, moves: Sequence[Move]) -> tuple[list[int], list[int]]:
    """Return the cells that each move crosses and the cells that it frees, as bits."""
    lot, at = board.lot, list(board.at)
    swept, freed = [], []
    for move in moves:
        i = lot.index[move.piece]
        here, to = at[i], move.to[1] if lot.horizontal[i] else move.to[0]
        masks, before = lot.masks[i], lot.before[i]
        path = before[max(here, to) + lot.lengths[i]] ^ before[min(here, to)]
        swept.append(path & ~masks[here])
        freed.append(masks[here] & ~masks[to])
        at[i] = to
    return swept, freed


def _link(board: RushHour, move: Move, other: str, is_target: bool) -> Message:
    far, car = board.distance(move), move.piece
    if is_target and (far > 0) == (board.lot.goal > 0):
        return Message("{car} is blocked by {other}", car=car, other=other)
    if board.lot.horizontal[board.lot.index[car]]:
        if far < 0:
            return Message("{car} needs room to its left, where {other} is", car=car, other=other)
        return Message("{car} needs room to its right, where {other} is", car=car, other=other)
    if far < 0:
        return Message("{car} needs room above, where {other} is", car=car, other=other)
    return Message("{car} needs room below, where {other} is", car=car, other=other)
