"""Finds the cells that the player can walk to or push a single box to, and what is in the way, for play by hand."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush

from ...core.obstacles import Side, find_obstacles
from ...core.page import Reason, Route
from ...core.puzzle import Message, Move
from .board import Board
from .position import Sokoban


def routes(puzzle: Sokoban, piece: str) -> list[Route]:
    """Return a route to every cell that the player can walk to, or that the box (``box@row,column``) can be pushed to.

    Walks take as few steps as possible; pushed boxes take as few pushes as possible and then as few steps as possible.
    If the player can end up on different sides of the box, the cell is listed once for each side, the best first.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("#######|#@ $ .#|#######")
    >>> [route.to for route in routes(level, "player")], [route.to for route in routes(level, "box@1,3")]
    ([(1, 2)], [(1, 4), (1, 5)])
    """
    board = puzzle.board
    if piece == "player":
        return _walks(puzzle)
    box = next((box for box in puzzle.boxes if piece == "box@{},{}".format(*board.cell(box))), None)
    return [] if box is None else _pushes(puzzle, box)


def explain_blocked(puzzle: Sokoban, piece: str, side: Side) -> Reason | None:
    """Return why the player cannot step to the side, or None if that is possible; only the player moves.

    >>> from unjam.families.sokoban import Sokoban
    >>> level = Sokoban.parse("######|#@$$.#|#   .#|######")
    >>> [str(explain_blocked(level, "player", side).message) for side in ("up", "right")]
    ['there is a wall', 'the box is blocked by another box']
    """
    scene = puzzle.scene()
    found = find_obstacles(scene, [puzzle.board.cell(puzzle.player)], side)
    if not found.pieces:
        return Reason(Message("there is a wall"), (), found.cells) if found.cells else None
    behind = find_obstacles(scene, found.cells, side)
    if behind.pieces:
        return Reason(Message("the box is blocked by another box"), (*found.pieces, *behind.pieces))
    return Reason(Message("the box is blocked by a wall"), found.pieces, behind.cells) if behind.cells else None


def _walks(puzzle: Sokoban) -> list[Route]:
    board, seen = puzzle.board, {puzzle.player: -1}
    squares, routes = deque([puzzle.player]), list[Route]()
    while squares:
        square = squares.popleft()
        for step in board.steps:
            to = square + step
            if board.free[to] and to not in puzzle.boxes and to not in seen:
                cell = board.cell(to)
                routes.append(Route(cell, seen[square], (Move("player", cell),)))
                seen[to] = len(routes) - 1
                squares.append(to)
    return routes


def _pushes(puzzle: Sokoban, start: int) -> list[Route]:
    """Find the routes of a box by Dijkstra's algorithm on (box, player) pairs; the cost is (pushes, steps)."""
    board, others = puzzle.board, puzzle.boxes - {start}
    routes: list[Route] = []
    done: dict[tuple[int, int], int] = {}  # (box, player) -> index of the route that leads there
    queue: list[tuple[int, int, int, int, int, tuple[int, ...]]] = [(0, 0, start, puzzle.player, -1, ())]
    while queue:
        pushes, steps, box, player, before, path = heappop(queue)
        if (box, player) in done:
            continue
        if path:
            routes.append(Route(board.cell(box), before, tuple(Move("player", board.cell(each)) for each in path)))
        done[box, player] = here = len(routes) - 1
        free = {step: board.free[box + step] and box + step not in others for step in board.steps}
        sides = {box - step for step in board.steps if free[step] and free[-step]}
        for side, walked in _shortest_walks(board, others | {box}, player, sides).items():
            to = box + (box - side)
            if (to, box) not in done:
                heappush(queue, (pushes + 1, steps + len(walked) + 1, to, box, here, (*walked, box)))
    return routes


def _shortest_walks(board: Board, boxes: frozenset[int], player: int, wanted: set[int]) -> dict[int, tuple[int, ...]]:
    """Return the reachable squares among ``wanted``, each with the squares of a shortest walk to it."""
    came = {player: player}
    squares, left = deque([player]), wanted - {player}
    while squares and left:
        square = squares.popleft()
        for step in board.steps:
            to = square + step
            if to not in came and board.free[to] and to not in boxes:
                came[to] = square
                squares.append(to)
                left.discard(to)
    walks = {}
    for square in wanted & came.keys():
        path = [square]
        while path[-1] != player:
            path.append(came[path[-1]])
        walks[square] = tuple(path[-2::-1])
    return walks
