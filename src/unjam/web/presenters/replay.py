"""Replays for the page: each move in words, its costs and what it changes on the board."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.puzzle import IllegalMove, Message, Move, Puzzle
from ...core.scene import Scene
from ...formats.position_id import decode, encode
from ..wire import answers
from .positions import move_costs, show_scene

MAX_REPLAY = 5_000


def replay_moves(puzzle: Puzzle, moves: Sequence[Move]) -> answers.Steps:
    """Return each move in words, with its costs and what it changes on the board."""
    moves = moves[:MAX_REPLAY]
    words, costs, steps = [], [], []
    before = puzzle.scene()
    first = show_scene(before)
    for move in moves:
        words.append(puzzle.words(move))
        costs.append(move_costs(puzzle, move))
        puzzle = puzzle.play(move)
        after = puzzle.scene()
        steps.append(_step(before, after, encode(puzzle)))
        before = after
    return answers.Steps(moves, words, costs, first, steps)


def show_rules(kind: type[Puzzle]) -> answers.RulesCard | None:
    """Return the family's rules in pictures, if it has them."""
    card = kind.about.page().rules_card
    if card is None:
        return None
    puzzle = kind.parse(card.level)
    replay = replay_moves(puzzle, puzzle.from_notation(card.moves))
    return answers.RulesCard(**vars(replay), goal=card.goal, move=card.move, win=card.win, shown=card.shown)


def _step(before: Scene, after: Scene, id: str) -> answers.Step:
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    waiting = [piece.id for piece in after.waiting] if before.waiting or after.waiting else None
    painted = show_scene(after, with_goal=False).pieces
    changed = [piece for piece in painted if old.get(piece.id) != new[piece.id]]
    return answers.Step([id for id in old if id not in new], changed, waiting, id)


def find_moves(puzzle: Puzzle, ids: Sequence[str]) -> list[Move]:
    """Return the moves that lead through the positions; raise IllegalMove if one cannot be reached by a single move."""
    moves_between = puzzle.about.page().moves_between
    if moves_between is not None and ids:
        return moves_between(puzzle, decode(ids[-1]))
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


def write_line(puzzle: Puzzle, ids: Sequence[str]) -> answers.Line:
    """Return the moves through these positions in the notation of the family."""
    metric, words, cost = puzzle.metric(None), [], 0
    for move in find_moves(puzzle, ids):
        words.append(puzzle.notation(move))
        cost += puzzle.cost(move, metric)
        puzzle = puzzle.play(move)
    return answers.Line(("" if puzzle.about.letters else " ").join(words), cost, puzzle.is_solved())


def replay_notation(puzzle: Puzzle, notation: str) -> answers.Replayed:
    """Return the replay of moves in the notation of the family."""
    replay = replay_moves(puzzle, puzzle.from_notation(notation))
    metric = puzzle.metric(None)
    end = decode(replay.steps[-1].id) if replay.steps else puzzle
    cost = sum(costs[metric] for costs in replay.costs)
    return answers.Replayed(**vars(replay), metric=metric, cost=cost, solved=end.is_solved())
