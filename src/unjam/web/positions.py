"""Positions as the page sees them: the scene with its paint and where every piece can go, as JSON that is made once."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache
from typing import Any

from ..families import FAMILIES, family
from ..levels import Bundled, bundled
from ..pictures.colour import paint
from ..puzzle import IllegalMove, Move, Piece, Puzzle, PuzzleError, Scene
from ..share import decode, encode

ROOM = 32_000_000
"""Bytes of JSON kept for positions that were asked for lately."""


class NoLevel(Exception):
    """An id that holds no level; answered with 404."""


def scene_json(scene: Scene, whole: bool = True) -> dict[str, Any]:
    """The scene with the paint of each piece, ready for JSON."""
    coats = {id: coat.json() for id, coat in paint(scene).items()}

    def pieces(found: Iterable[Piece]) -> list[dict[str, Any]]:
        return [
            {"id": p.id, "cells": p.cells, "kind": p.kind, "label": p.label, "state": p.state, **coats[p.id]}
            for p in found
        ]

    way_out = scene.exit and {"side": scene.exit.side, "first": scene.exit.first, "last": scene.exit.last}
    return {
        "family": scene.family,
        "rows": scene.rows,
        "cols": scene.cols,
        "floor": scene.floor,
        "pieces": pieces(scene.pieces),
        "exit": way_out,
        "waiting": pieces(scene.waiting),
        "goal": scene_json(scene.goal) if scene.goal and whole else None,
    }


def move_json(move: Move) -> dict[str, Any]:
    return {"piece": move.piece, "to": move.to, "turn": move.turn}


def costs(puzzle: Puzzle, move: Move) -> dict[str, int]:
    """What the move costs in each metric of the family."""
    return {metric: puzzle.cost(move, metric) for metric in puzzle.metrics}


def ways(puzzle: Puzzle, scene: Scene) -> list[dict[str, Any]]:
    """Where each piece can go at one touch: every legal move and, for tiles, whole runs towards the gap."""
    if scene.waiting or any(piece.kind == "slab" for piece in scene.pieces):
        return []  # packing shows the places of the selected piece only
    found = [{"piece": m.piece, "to": m.to, "moves": [move_json(m)]} for m in puzzle.moves()]
    if scene.pieces and scene.pieces[0].kind == "tile":
        found += _runs(puzzle, scene)
    return found


def _runs(puzzle: Puzzle, scene: Scene) -> list[dict[str, Any]]:
    # A tile further from the gap than one cell takes those between along: the moves in order, nearest tile first.
    at = {piece.cells[0]: piece.id for piece in scene.pieces}
    found = []
    for first in puzzle.moves():
        (row, col), (down, right) = next(cell for cell, id in at.items() if id == first.piece), first.to
        step = (row - down, col - right)
        run, cell = [first], (row + step[0], col + step[1])
        while cell in at:
            here = Move(at[cell], (cell[0] - step[0], cell[1] - step[1]))
            run.append(here)
            found.append({"piece": here.piece, "to": here.to, "moves": [move_json(move) for move in run]})
            cell = (cell[0] + step[0], cell[1] + step[1])
    return found


def position_json(id: str, puzzle: Puzzle) -> dict[str, Any]:
    """All the page needs to draw a position and to let it be played."""
    scene = puzzle.scene()
    shipped = shelf().get(id)
    solved = puzzle.is_solved()
    return {
        "id": id,
        "family": puzzle.family,
        "title": shipped[0].title if shipped else None,
        "best": shipped[0].cost if shipped else None,
        "next": shipped[1] if shipped else None,
        "metrics": puzzle.metrics,
        "scene": scene_json(scene),
        "ways": [] if solved else ways(puzzle, scene),
        "solved": solved,
        "dead": None if solved else puzzle.dead(),
    }


class Positions:
    """The positions asked for lately, parsed, and their JSON; the oldest leave when the room is full."""

    def __init__(self, room: int = ROOM) -> None:
        self.room, self.held = room, 0
        self._kept: OrderedDict[str, tuple[Puzzle, bytes]] = OrderedDict()

    def puzzle(self, id: str) -> Puzzle:
        """The position that the id carries; NoLevel when it carries none."""
        if id in self._kept:
            self._kept.move_to_end(id)
            return self._kept[id][0]
        try:
            return decode(id)
        except PuzzleError as error:
            raise NoLevel(str(error)) from None

    def body(self, id: str, puzzle: Puzzle | None = None) -> bytes:
        """The JSON of a position."""
        if id in self._kept:
            self._kept.move_to_end(id)
            return self._kept[id][1]
        puzzle = puzzle or self.puzzle(id)
        made = json.dumps(position_json(id, puzzle), separators=(",", ":")).encode()
        self._kept[id] = puzzle, made
        self.held += len(made) + 2_000
        while self.held > self.room and len(self._kept) > 1:
            _, (_, old) = self._kept.popitem(last=False)
            self.held -= len(old) + 2_000
        return made

    def play(self, id: str, moves: Iterable[Move]) -> bytes:
        """The JSON of the position after the moves, with each in words, its cost and the id it led to."""
        puzzle, said, paid, ids = self.puzzle(id), [], [], []
        for move in moves:
            after = puzzle.play(move)
            said.append(puzzle.words(move))
            paid.append(costs(puzzle, move))
            puzzle = after
            ids.append(encode(puzzle))
        if not ids:
            raise IllegalMove("no move was given")
        rest = json.dumps({"words": said, "costs": paid, "ids": ids}, separators=(",", ":")).encode()
        return b'{"position":' + self.body(ids[-1], puzzle) + b"," + rest[1:]


@cache
def shipped(name: str) -> tuple[tuple[str, Bundled, Puzzle], ...]:
    """The shipped levels of a family with their ids and positions, easy to hard."""
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
