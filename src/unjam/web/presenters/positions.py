"""Descriptions of positions for the page: the scene with its colours, and where each piece can go."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache

from ...core.obstacles import Side
from ...core.puzzle import IllegalMove, Move, Puzzle, Unsupported
from ...core.scene import Piece, Scene
from ...families import family
from ...formats.position_id import decode, encode
from ...formats.shipped import Bundled, bundled
from ...pictures.colour import paint
from ...solving.hint import stuck
from ..wire import answers

MAX_POSITIONS = 4_000
"""The maximum number of parsed positions kept in memory."""


def show_scene(scene: Scene, with_goal: bool = True) -> answers.Scene:
    """Return the scene with the colours of each piece."""
    paints = paint(scene)

    def painted(pieces: Iterable[Piece]) -> list[answers.Piece]:
        return [answers.Piece(p.id, p.cells, p.kind, p.label, p.state, p.turns, **asdict(paints[p.id])) for p in pieces]

    return answers.Scene(
        family=scene.family,
        rows=scene.rows,
        cols=scene.cols,
        floor=scene.floor,
        pieces=painted(scene.pieces),
        exit=scene.exit,
        waiting=painted(scene.waiting),
        goal=show_scene(scene.goal) if scene.goal and with_goal else None,
        homes=scene.homes,
    )


def count_cells(scene: Scene) -> int:
    """Return the number of cells that are not walls.

    >>> count_cells(Scene("any", 2, 3, ("#.#", "#o "), ()))
    2
    """
    return sum(len(row) - row.count(" ") - row.count("#") for row in scene.floor) or scene.rows * scene.cols


def move_costs(puzzle: Puzzle, move: Move) -> answers.Costs:
    """Return the cost of the move in each metric of the family."""
    return {metric: puzzle.cost(move, metric) for metric in puzzle.metrics}


def list_destinations(puzzle: Puzzle) -> list[answers.Destination]:
    """Return where each piece can go with one click or drag.

    The result is empty for a family whose pieces are placed: there the page only shows where the selected piece fits.
    """
    page = puzzle.about.page()
    if page.motion == "placed" or puzzle.is_solved():
        return []
    groups = [[move] for move in puzzle.moves()]
    if page.move_groups is not None:
        groups += page.move_groups(puzzle)
    return [answers.Destination(moves[-1].piece, moves[-1].to, moves) for moves in groups]


def write_formats(puzzle: Puzzle) -> dict[str, str]:
    """Return a mapping from format to text, for each format that can represent the position."""
    texts = {}
    for name in puzzle.formats:
        with contextlib.suppress(Unsupported):
            texts[name] = puzzle.text(name)
    return texts


def describe_goal(puzzle: Puzzle) -> answers.Goal | None:
    """Return a description of the position's goal, if its family provides one."""
    describe = puzzle.about.page().goal
    if describe is None:
        return None
    goal = describe(puzzle)
    return answers.Goal(goal.text, goal.rest, goal.each)


def suggest_other(puzzle: Puzzle) -> answers.Other | None:
    """Return a similar level that has a solution, if the family suggests one."""
    suggest = puzzle.about.page().suggest
    other = suggest(puzzle) if suggest else None
    return None if other is None else answers.Other(other.why, other.label, encode(other.level))


def describe_position(id: str, puzzle: Puzzle) -> answers.Position:
    """Return everything the page needs to draw and play a position."""
    level, next_id = shipped_by_id(puzzle.family).get(id, (None, None))
    dead = stuck(puzzle)
    return answers.Position(
        id=id,
        family=puzzle.family,
        title=level.title if level else None,
        best=level.cost if level else None,
        next=next_id,
        metrics=puzzle.metrics,
        scene=show_scene(puzzle.scene()),
        destinations=list_destinations(puzzle),
        solved=puzzle.is_solved(),
        goal=describe_goal(puzzle),
        other=suggest_other(puzzle) if dead else None,
        dead=dead,
    )


def explain_move(puzzle: Puzzle, moves: Sequence[Move]) -> answers.Reason | None:
    """Return the family's reason for the first of these moves, if any; raise IllegalMove if they are not a solution."""
    position = puzzle
    for move in moves:
        position = position.play(move)
    if not position.is_solved():
        raise IllegalMove("these moves do not solve the position")
    explain = puzzle.about.page().explain_move
    reason = explain(puzzle, moves) if explain is not None else None
    return reason and answers.Reason(*reason)


def explain_blocked(puzzle: Puzzle, piece: str, side: Side) -> answers.Reason | None:
    """Return what keeps a piece from moving one cell to a side, if the family knows."""
    explain = puzzle.about.page().explain_blocked
    reason = explain(puzzle, piece, side) if explain is not None else None
    return reason and answers.Reason(*reason)


class Positions:
    """A cache of parsed positions, so that they are not parsed again for each move."""

    def __init__(self, size: int = MAX_POSITIONS) -> None:
        self.size = size
        self._puzzles: OrderedDict[str, Puzzle] = OrderedDict()
        self._lock = threading.Lock()

    def puzzle(self, id: str) -> Puzzle:
        """Return the position with this id; raise PuzzleError if the id is not valid."""
        with self._lock:
            if id in self._puzzles:
                self._puzzles.move_to_end(id)
                return self._puzzles[id]
        return self._add(id, decode(id))

    def describe(self, id: str, puzzle: Puzzle | None = None) -> answers.Position:
        """Return a description of the position with this id; passing the parsed ``puzzle`` avoids parsing it again."""
        return describe_position(id, self.puzzle(id) if puzzle is None else self._add(id, puzzle))

    def play(self, id: str, moves: Iterable[Move]) -> answers.Played:
        """Return the position after the moves."""
        puzzle, words, costs, ids = self.puzzle(id), [], [], []
        for move in moves:
            after = puzzle.play(move)
            words.append(puzzle.words(move))
            costs.append(move_costs(puzzle, move))
            puzzle = after
            ids.append(encode(puzzle))
        if not ids:
            raise IllegalMove("no move was given")
        return answers.Played(self.describe(ids[-1], puzzle), words, costs, ids)

    def _add(self, id: str, puzzle: Puzzle) -> Puzzle:
        with self._lock:
            self._puzzles[id] = puzzle
            if len(self._puzzles) > self.size:
                self._puzzles.popitem(last=False)
        return puzzle


@cache
def shipped(name: str) -> tuple[tuple[str, Bundled, Puzzle], ...]:
    """Return the shipped levels of a family with their ids and positions, in display order."""
    puzzles = [(family(name).parse(level.board), level) for level in bundled(name)]
    return tuple((encode(puzzle), level, puzzle) for puzzle, level in puzzles)


@cache
def shipped_by_id(name: str) -> dict[str, tuple[Bundled, str | None]]:
    """Return a mapping from id to the shipped level of the family and the id of the next one."""
    levels = shipped(name)
    next_ids = [*(id for id, _, _ in levels[1:]), None]
    return {id: (level, next_id) for (id, level, _), next_id in zip(levels, next_ids, strict=False)}
