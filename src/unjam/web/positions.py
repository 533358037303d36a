"""Positions as the page sees them: the scene with its paint, and where every piece can go."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache
from typing import Any

from ..core.puzzle import Fault, IllegalMove, Move, Piece, Puzzle, Scene, Unsupported
from ..families import FAMILIES, family
from ..formats.position_id import decode, encode
from ..formats.shipped import Bundled, bundled
from ..pictures.colour import paint
from ..solving.game import stuck

MAX_KEPT = 4_000
"""Positions asked for lately that are kept as they were parsed."""


def scene_json(scene: Scene, whole: bool = True) -> dict[str, Any]:
    """The scene with the paint of each piece, ready for JSON."""
    coats = {id: coat.json() for id, coat in paint(scene).items()}

    def pieces(found: Iterable[Piece]) -> list[dict[str, Any]]:
        return [
            {"id": p.id, "cells": p.cells, "kind": p.kind, "label": p.label, "state": p.state, "turns": p.turns}
            | coats[p.id]
            for p in found
        ]

    gap = scene.exit and {"side": scene.exit.side, "first": scene.exit.first, "last": scene.exit.last}
    return {
        "family": scene.family,
        "rows": scene.rows,
        "cols": scene.cols,
        "floor": scene.floor,
        "pieces": pieces(scene.pieces),
        "exit": gap,
        "waiting": pieces(scene.waiting),
        "goal": scene_json(scene.goal) if scene.goal and whole else None,
        "homes": [{"piece": home.piece, "cells": home.cells} for home in scene.homes],
    }


def move_json(move: Move) -> dict[str, Any]:
    return {"piece": move.piece, "to": move.to, "turn": move.turn}


def fault_json(fault: Fault) -> dict[str, Any]:
    """A fault with its place in the text and on the board."""
    return {"message": fault.message.json(), "line": fault.line, "column": fault.column, "cells": fault.cells}


def costs(puzzle: Puzzle, move: Move) -> dict[str, int]:
    """What the move costs in each metric of the family."""
    return {metric: puzzle.cost(move, metric) for metric in puzzle.metrics}


def destinations(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Where each piece can go at one touch; none where pieces are placed: only those of the piece in hand are shown."""
    page = puzzle.about.page()
    if page.motion == "placed" or puzzle.is_solved():
        return []
    runs = [[move] for move in puzzle.moves()]
    if page.move_groups is not None:
        runs += page.move_groups(puzzle)
    return [{"piece": run[-1].piece, "to": run[-1].to, "moves": [move_json(move) for move in run]} for run in runs]


def formats(puzzle: Puzzle) -> dict[str, str]:
    """Format -> text, for the formats that can hold the position."""
    out = {}
    for name in puzzle.formats:
        with contextlib.suppress(Unsupported):
            out[name] = puzzle.text(name)
    return out


def goal_json(puzzle: Puzzle) -> dict[str, Any] | None:
    """What is to be reached from the position, where its family says so."""
    tell = puzzle.about.page().goal
    if tell is None:
        return None
    goal = tell(puzzle)
    each = [{"piece": to.piece, "place": to.place.json(), "state": to.state.json()} for to in goal.each]
    return {"said": goal.text.json(), "rest": goal.rest and goal.rest.json(), "each": each}


def other_json(puzzle: Puzzle) -> dict[str, Any] | None:
    """The level that may be meant in the place of one without a solution."""
    ask = puzzle.about.page().suggest
    other = ask(puzzle) if ask else None
    if other is None:
        return None
    return {"said": other.why.json(), "does": other.label.json(), "id": encode(other.level)}


def position_json(id: str, puzzle: Puzzle) -> dict[str, Any]:
    """All the page needs to draw a position and to let it be played."""
    shipped = shelf().get(id)
    solved = puzzle.is_solved()
    dead = stuck(puzzle)
    return {
        "id": id,
        "family": puzzle.family,
        "title": shipped[0].title if shipped else None,
        "best": shipped[0].cost if shipped else None,
        "next": shipped[1] if shipped else None,
        "metrics": puzzle.metrics,
        "scene": scene_json(puzzle.scene()),
        "destinations": destinations(puzzle),
        "solved": solved,
        "goal": goal_json(puzzle),
        "other": other_json(puzzle) if dead else None,
        "dead": None if dead is None else {"message": dead.message.json(), "cells": dead.cells},
    }


def reason_json(puzzle: Puzzle, moves: list[Move]) -> dict[str, Any] | None:
    """Why the first of the moves is made, where the family can tell; IllegalMove where they do not solve it."""
    position = puzzle
    for move in moves:
        position = position.play(move)
    if not position.is_solved():
        raise IllegalMove("these moves do not solve the position")
    why = puzzle.about.page().explain_move
    found = why(puzzle, moves) if why is not None else None
    return found and {"message": found.message.json(), "pieces": found.pieces, "cells": found.cells}


class Positions:
    """The positions asked for lately, so that the next move from there need not parse them again."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self.most = most
        self._kept: OrderedDict[str, Puzzle] = OrderedDict()

    def puzzle(self, id: str) -> Puzzle:
        """The position that the id carries; PuzzleError when it carries none."""
        if id in self._kept:
            self._kept.move_to_end(id)
            return self._kept[id]
        return self._keep(id, decode(id))

    def json(self, id: str, puzzle: Puzzle | None = None) -> dict[str, Any]:
        """The position of the id, which may be handed over, for the page."""
        return position_json(id, self._keep(id, puzzle) if puzzle is not None else self.puzzle(id))

    def play(self, id: str, moves: Iterable[Move]) -> dict[str, Any]:
        """The position after the moves, and for each of these its words, its cost and the id it leads to."""
        puzzle, said, paid, ids = self.puzzle(id), [], [], []
        for move in moves:
            after = puzzle.play(move)
            said.append(puzzle.words(move).json())
            paid.append(costs(puzzle, move))
            puzzle = after
            ids.append(encode(puzzle))
        if not ids:
            raise IllegalMove("no move was given")
        return {"position": self.json(ids[-1], puzzle), "words": said, "costs": paid, "ids": ids}

    def _keep(self, id: str, puzzle: Puzzle) -> Puzzle:
        self._kept[id] = puzzle
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return puzzle


@cache
def shipped(name: str) -> tuple[tuple[str, Bundled, Puzzle], ...]:
    """The shipped levels of a family with their ids and positions: by hand, then generated, each easy to hard."""
    found = []
    for level in bundled(name):
        puzzle = family(name).parse(level.board)
        found.append((encode(puzzle), level, puzzle))
    return tuple(found)


@cache
def shelf() -> dict[str, tuple[Bundled, str | None]]:
    """Id of a shipped level -> the level and the id of the one after it."""
    out: dict[str, tuple[Bundled, str | None]] = {}
    for name in FAMILIES:
        levels = shipped(name)
        for at, (id, level, _) in enumerate(levels):
            out[id] = level, levels[at + 1][0] if at + 1 < len(levels) else None
    return out
