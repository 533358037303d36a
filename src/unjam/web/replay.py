"""Moves as the page replays them: each in words, with its cost, and what it changes on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.puzzle import IllegalMove, Message, Move, Puzzle, Scene
from ..formats.position_id import decode, encode
from .positions import costs, move_json, scene_json

MAX_REPLAY = 5_000


def replay(puzzle: Puzzle, moves: Sequence[Move]) -> dict[str, Any]:
    """Each move in words with its cost, and what changes on the board with it."""
    words, paid, steps = [], [], []
    before = puzzle.scene()
    first = scene_json(before)
    for move in moves[:MAX_REPLAY]:
        words.append(puzzle.words(move).json())
        paid.append(costs(puzzle, move))
        puzzle = puzzle.play(move)
        after = puzzle.scene()
        steps.append({**_change(before, after), "id": encode(puzzle)})
        before = after
    return {
        "moves": [move_json(m) for m in moves[:MAX_REPLAY]],
        "words": words,
        "costs": paid,
        "scene": first,
        "steps": steps,
    }


def _change(before: Scene, after: Scene) -> dict[str, Any]:
    was = {piece.id: piece for piece in before.pieces}
    here = {piece.id for piece in after.pieces}
    changed = {piece.id for piece in after.pieces if was.get(piece.id) != piece}
    painted = scene_json(after, whole=False)["pieces"]
    waiting = [piece.id for piece in after.waiting] if before.waiting or after.waiting else None
    return {
        "gone": [id for id in was if id not in here],
        "now": [piece for piece in painted if piece["id"] in changed],
        "waiting": waiting,
    }


def played(puzzle: Puzzle, ids: Sequence[str]) -> list[Move]:
    """The moves that lead from the position through those of the ids; IllegalMove where one move does not."""
    straight = puzzle.about.page().moves_between
    if straight is not None and ids:
        return straight(puzzle, decode(ids[-1]))
    moves = []
    for id in ids:
        after = decode(id)
        for move in puzzle.moves():
            if puzzle.play(move) == after:
                break
        else:
            raise IllegalMove(Message("no single move leads from one of these positions to the next"))
        moves.append(move)
        puzzle = after
    return moves


def written(puzzle: Puzzle, ids: Sequence[str]) -> dict[str, Any]:
    """The moves through these positions in the notation of the family, and what they cost in its first metric."""
    metric, words, cost = puzzle.metric(None), [], 0
    for move in played(puzzle, ids):
        words.append(puzzle.notation(move))
        cost += puzzle.cost(move, metric)
        puzzle = puzzle.play(move)
    return {"notation": ("" if puzzle.about.letters else " ").join(words), "cost": cost, "solved": puzzle.is_solved()}


def read_out(puzzle: Puzzle, notation: str) -> dict[str, Any]:
    """The replay of moves that were written down."""
    moves = puzzle.from_notation(notation)
    shown = replay(puzzle, moves)
    metric = puzzle.metric(None)
    end = decode(shown["steps"][-1]["id"]) if shown["steps"] else puzzle
    return {
        **shown,
        "metric": metric,
        "cost": sum(paid[metric] for paid in shown["costs"]),
        "solved": end.is_solved(),
    }
