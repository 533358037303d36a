"""Why a car moves first: the chain of cars that wait for its place, up to the target."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from ...core.page import Reason
from ...core.puzzle import Message, Move

if TYPE_CHECKING:
    from .position import RushHour

MAX_LINKS = 3


def why(board: RushHour, moves: Sequence[Move]) -> Reason | None:
    """Who needs the cells that the first of these moves gives up, who needs theirs, and so on; None where nobody does.

    Each link is true of the position as it is: a car that waits has not moved before it goes that way in the solution,
    and the other stands on a cell of that way.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("ooooooooooooAABoooooBoooooBoooooDDoo")
    >>> moves = board.from_notation("D+1 B+1 A+4")
    >>> print(why(board, moves).message)
    A is blocked by B; B needs room below, where D stands; so D goes first
    """
    lot, label = board.lot, moves[0].piece
    target = lot.labels[lot.target]
    swept, given = _traced(board, moves)
    if label == target and _ends(board, moves[0]):
        return Reason(Message("the way out is free"), (label,))
    links: list[Message] = []
    cars, at = [label], 0
    while len(links) < MAX_LINKS:
        follows = range(at + 1, len(moves))
        at = next((j for j in follows if moves[j].piece != cars[-1] and swept[j] & given[at]), 0)
        car = moves[at].piece
        if not at or car in cars or any(move.piece == car for move in moves[:at]):
            break
        links.append(_link(board, moves[at], cars[-1], car == target))
        cars.append(car)
        if car == target:
            break
    if not links:
        return None
    chain = reduce(lambda said, link: Message("{one}; {other}", one=said, other=link), reversed(links))
    return Reason(Message("{chain}; so {car} goes first", chain=chain, car=label), tuple(cars))


def _traced(board: RushHour, moves: Sequence[Move]) -> tuple[list[int], list[int]]:
    """The cells that each move goes over, and those that it leaves free, as sets of bits."""
    lot, at = board.lot, list(board.at)
    swept, given = [], []
    for move in moves:
        i = lot.index[move.piece]
        here, to = at[i], move.to[1] if lot.horizontal[i] else move.to[0]
        masks, before = lot.masks[i], lot.before[i]
        way = before[max(here, to) + lot.lengths[i]] ^ before[min(here, to)]
        swept.append(way & ~masks[here])
        given.append(masks[here] & ~masks[to])
        at[i] = to
    return swept, given


def _ends(board: RushHour, move: Move) -> bool:
    return board.play(move).is_solved()


def _link(board: RushHour, move: Move, other: str, is_target: bool) -> Message:
    far, car = board.distance(move), move.piece
    if is_target and (far > 0) == (board.lot.goal > 0):
        return Message("{car} is blocked by {other}", car=car, other=other)
    if board.lot.horizontal[board.lot.index[car]]:
        if far < 0:
            return Message("{car} needs room to its left, where {other} stands", car=car, other=other)
        return Message("{car} needs room to its right, where {other} stands", car=car, other=other)
    if far < 0:
        return Message("{car} needs room above, where {other} stands", car=car, other=other)
    return Message("{car} needs room below, where {other} stands", car=car, other=other)
