"""Finds the cells that a piece can reach, the routes to them, and the legal moves of a piece."""

from __future__ import annotations

from collections import deque

from ..core.page import Route
from ..core.puzzle import IllegalMove, Message, Move, Puzzle, Unsupported, legal_moves


def routes(puzzle: Puzzle, piece: str) -> list[Route]:
    """Return the routes to every cell that a piece can reach while the others stay put, the best for each cell first.

    A family may define its own routes: in Sokoban, a box does not move by itself.

    >>> from unjam import Sokoban
    >>> [route.to for route in routes(Sokoban.parse("#######|#@ $ .#|#######"), "box@1,3")]
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
    """Return the sequence of routes that brings a piece to a cell; raise IllegalMove if the cell cannot be reached."""
    reachable = routes(puzzle, piece)
    at = next((i for i, route in enumerate(reachable) if route.to == to), -1)
    if at < 0:
        raise IllegalMove(Message("there is no free path to that cell"))
    out: list[Route] = []
    while at >= 0:
        out.append(reachable[at])
        at = reachable[at].before
    return out[::-1]


def moves_of(puzzle: Puzzle, name: str) -> list[Move]:
    """Return the legal moves of a piece, including moves that push it; raise Unsupported if there is no such piece.

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
    """Return a message that lists the pieces, for use with ``moves_of``.

    >>> from unjam import Sokoban
    >>> print(pieces_to_choose(Sokoban.parse("#####|#@$.#|#   #|#####")))
    the pieces are: box@1,2, player
    """
    scene = puzzle.scene()
    names = dict.fromkeys(piece.id for piece in (*scene.pieces, *scene.waiting))
    return Message("the pieces are: {names}", names=", ".join(names))
