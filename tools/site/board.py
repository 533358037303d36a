"""The board of the first page: every position that one level can reach, recorded with where its pieces can go.

The site has no server, and its scripts hold no rule: what can be played was asked of the rules when it was built.
"""

from __future__ import annotations

import json
from collections import deque
from typing import Any

import unjam
from unjam.core.message import Message, plural
from unjam.formats.shipped import bundled
from unjam.web.presenters.families import describe_family
from unjam.web.presenters.positions import list_destinations, show_scene
from unjam.web.wire.answers import Destination
from unjam.web.wire.encoding import plain

LEVEL = "rushhour/street-6"
MAX_POSITIONS = 2_000
"""Positions that are recorded at most: a level with more is too heavy for a first page."""


def recorded(name: str = LEVEL) -> str:
    """The level as JSON: its scene, what its family says of itself, and the table of its positions."""
    level = next(each for each in bundled(name.partition("/")[0]) if each.name == name)
    start = unjam.read(name)[0]
    positions = _reached(start)
    steps = [[positions[position.play(to.moves[0])] for to in _ways(position)] for position in positions]
    far = _distances(steps, [position.is_solved() for position in positions])
    base = plain(show_scene(start.scene()))
    rows = [_row(position, base, steps[at], far, at) for position, at in positions.items()]
    buttons = {key: str(message) for key, message in BUTTONS.items()}
    return json.dumps(
        {
            "title": level.title,
            "best": far[0],
            "family": plain(describe_family(type(start))) | {"buttons": buttons, "lang": "en", "said": {}},
            "scene": base,
            "words": {key: message.json() for key, message in WORDS.items()},
            "positions": rows,
        },
        separators=(",", ":"),
        ensure_ascii=False,
    )


BUTTONS = {
    "undo": Message("Undo"), "redo": Message("Redo"), "restart": Message("Start again"),
    "hint": Message("Hint"), "watch": Message("Watch the solution"), "turn": Message("Turn the piece"),
    "goal": Message("Goal"),
}  # fmt: skip
WORDS = {
    "going": plural("{n} move so far", "{n} moves so far", n=0),
    "solved": plural("solved in {n} move", "solved in {n} moves", n=0),
}


def _reached(start: unjam.Puzzle) -> dict[unjam.Puzzle, int]:
    """Position -> its number, the start first; a solved one leads nowhere."""
    numbers, open_ = {start: 0}, deque([start])
    while open_:
        position = open_.popleft()
        for to in _ways(position):
            after = position.play(to.moves[0])
            if after not in numbers:
                numbers[after] = len(numbers)
                open_.append(after)
        assert len(numbers) <= MAX_POSITIONS, f"{LEVEL} has too many positions"
    return numbers


def _ways(position: unjam.Puzzle) -> list[Destination]:
    ways = list_destinations(position)
    assert all(len(to.moves) == 1 for to in ways), "a table holds single moves only"
    return ways


def _distances(steps: list[list[int]], goals: list[bool]) -> list[int | None]:
    """How many moves each position is from the nearest goal."""
    back: list[list[int]] = [[] for _ in steps]
    for at, ends in enumerate(steps):
        for end in ends:
            back[end].append(at)
    far: list[int | None] = [0 if goal else None for goal in goals]
    open_ = deque(at for at, goal in enumerate(goals) if goal)
    while open_:
        at = open_.popleft()
        for before in back[at]:
            if far[before] is None:
                far[before] = far[at] + 1
                open_.append(before)
    return far


def _row(
    position: unjam.Puzzle, base: dict[str, Any], ends: list[int], far: list[int | None], at: int
) -> dict[str, Any]:
    """Where the pieces lie, where each can go and what that leads to, and the best move with its words."""
    pieces = plain(show_scene(position.scene()))["pieces"]
    ids = [each["id"] for each in base["pieces"]]
    assert [each["id"] for each in pieces] == ids
    for was, now in zip(base["pieces"], pieces, strict=True):
        assert _shape(was) == _shape(now), "a piece of a recorded level moves, and changes in nothing else"
    row: dict[str, Any] = {"at": [each["cells"][0] for each in pieces]}
    states = [each["state"] for each in pieces]
    if states != [each["state"] for each in base["pieces"]]:
        row["states"] = states
    ways = _ways(position)
    row["to"] = [[ids.index(to.piece), *to.to, end] for to, end in zip(ways, ends, strict=True)]
    if (now := far[at]) == 0:
        return row | {"solved": True}
    best = next((k for k, end in enumerate(ends) if far[end] == (now or 0) - 1), None)
    if best is not None:
        row |= {"best": best, "said": str(position.words(ways[best].moves[0]))}
    return row


def _shape(piece: dict[str, Any]) -> dict[str, Any]:
    top, left = piece["cells"][0]
    return piece | {"cells": [(row - top, column - left) for row, column in piece["cells"]], "state": None}
