"""Three pruning rules for the reference searches, known to every beginner; each can be switched on separately.

The rules are: never push a box into a corner without storage, never push one onto a wall line without storage, and
never take a walk that must be retraced. Each rule drops moves that no shortest solution needs, so the optimum stays the
same. The core has these rules and stronger ones; see ``deadlock`` and ``native``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import ClassVar

from ...core.puzzle import Move
from .board import Board
from .position import Sokoban

Rule = Callable[[Sokoban, Iterable[Move]], Iterable[Move]]
"""A function that filters the moves of a position."""


class Pruned(Sokoban):
    """A position in which ``branches`` is pruned by some of the rules; the legal moves are unchanged."""

    __slots__ = ()
    rules: ClassVar[tuple[Rule, ...]] = ()

    def branches(self) -> Iterable[Move]:
        moves: Iterable[Move] = self.moves()
        for rule in self.rules:
            moves = rule(self, moves)
        return moves


def pruned(position: Sokoban, names: Iterable[str]) -> Pruned:
    """Return the same position with its ``branches`` pruned by the named rules.

    >>> level = Sokoban.parse("#####|#.  #|#@$ #|#   #|#####")
    >>> [level.notation(move) for move in pruned(level, []).branches()]
    ['u', 'd', 'R']
    >>> [level.notation(move) for move in pruned(level, ["wall-line"]).branches()]
    ['u', 'd']
    """
    return _class(tuple(names))(position.board, position.player, position.boxes)


@cache
def _class(names: tuple[str, ...]) -> type[Pruned]:
    return type("Pruned", (Pruned,), {"__slots__": (), "rules": tuple(RULES[name] for name in names)})


def corner(position: Sokoban, moves: Iterable[Move]) -> Iterable[Move]:
    """Drop pushes into a corner without storage, where a box can never be pushed again."""
    return _without_pushes_onto(corners(position.board), position, moves)


def wall_line(position: Sokoban, moves: Iterable[Move]) -> Iterable[Move]:
    """Drop pushes onto a wall line without storage, where a box can never be pushed away from the wall."""
    return _without_pushes_onto(wall_lines(position.board), position, moves)


def retraced(position: Sokoban, moves: Iterable[Move]) -> Iterable[Move]:
    """Drop steps that do not bring the player closer to any push and would have to be retraced."""
    board, boxes = position.board, position.boxes
    away, order = {position.player: 0}, [position.player]
    for square in order:
        for step in board.steps:
            after = square + step
            if board.free[after] and after not in boxes and after not in away:
                away[after] = away[square] + 1
                order.append(after)
    leads: set[int] = set()  # squares on a shortest walk to a square from which a box can be pushed
    for square in reversed(order):
        if any(
            (board.free[beyond := square + 2 * step] and beyond not in boxes)
            if square + step in boxes
            else square + step in leads and away[square + step] > away[square]
            for step in board.steps
        ):
            leads.add(square)
    for move in moves:
        to = move.to[0] * board.cols + move.to[1]
        if to in boxes or to in leads:
            yield move


RULES: dict[str, Rule] = {"corner": corner, "wall-line": wall_line, "retraced": retraced}


def _without_pushes_onto(squares: frozenset[int], position: Sokoban, moves: Iterable[Move]) -> Iterable[Move]:
    board, boxes = position.board, position.boxes
    spare = len(boxes) > len(board.goals)  # if so, a box may be left in a corner
    for move in moves:
        to = move.to[0] * board.cols + move.to[1]
        if spare or to not in boxes or 2 * to - position.player not in squares:
            yield move


@lru_cache(64)
def corners(board: Board) -> frozenset[int]:
    """Return the squares without storage that have a wall above or below and a wall to the left or right."""
    free, down = board.free, board.cols
    return frozenset(
        square
        for square in board.squares
        if square not in board.goals
        and not (free[square - down] and free[square + down])
        and not (free[square - 1] and free[square + 1])
    )


@lru_cache(64)
def wall_lines(board: Board) -> frozenset[int]:
    """Return the squares between two corners along one wall, excluding the corners, if the line has no storage."""
    squares: set[int] = set()
    for along, across in ((1, board.cols), (board.cols, 1)):
        for first in board.squares:
            if board.free[first - along]:
                continue
            line = [first]
            while board.free[line[-1] + along]:
                line.append(line[-1] + along)
            walled = any(not any(board.free[square + side] for square in line) for side in (across, -across))
            if walled and not board.goals.intersection(line):
                squares.update(line)
    return frozenset(squares) - corners(board)
