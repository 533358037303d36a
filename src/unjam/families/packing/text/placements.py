"""Reads the lines that place pieces on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ....core.puzzle import Cell, Faults, Message, plural
from ..board import Board, Placement
from ..shapes import TURNS, Kind, Point
from .lines import Word, short, words

_CORNER = re.compile(r"(-?\d+)\s*,\s*(-?\d+)(?:\s+(.*))?")


class PlacementLine(NamedTuple):
    """A line that places a piece: the line number, the piece's name, and the text after ``@``."""

    line: int
    name: Word
    words: Word


def read_placements(
    board: Board, lines: list[PlacementLine], known: Mapping[str, tuple[int, Kind | None]], faults: Faults
) -> tuple[Placement | None, ...]:
    """Return each piece's placement or None; for pieces whose definition has faults, only the syntax is checked."""
    placements: list[Placement | None] = [None] * len(board.ids)
    used: set[int] = set()  # pieces that have a placement line, valid or not
    taken: dict[Point, int] = {}  # cell -> the piece on it
    for line in lines:
        placement = _read_words(line, faults)
        numbers = board.numbers.get(line.name.text)
        if numbers is None:
            _check_name(line, known, faults)
            continue
        piece = next((number for number in numbers if number not in used), None)
        if piece is None:
            why = plural(
                "{name} is placed more than once; there is only one",
                "{name} is placed more than {n} times; there are only {n}",
                n=len(numbers),
                name=line.name.text,
            )
            points = _points(board.kinds[board.kind_of[numbers[0]]], placement) if placement is not None else []
            faults.add(why, line.line, line.name.column, _cells(board, points))
            continue
        used.add(piece)
        if placement is not None:
            placements[piece] = _check_placement(board, piece, line, placement, taken, faults)
    return tuple(placements)


def _check_name(line: PlacementLine, known: Mapping[str, tuple[int, Kind | None]], faults: Faults) -> None:
    name = line.name.text
    if name in known or name.partition("#")[0] in known:
        return  # the line that defines it already has a fault
    why = Message(
        "no piece is called '{name}'; expected one of: {names}", name=short(name), names=short(", ".join(known), 200)
    )
    faults.add(why, line.line, line.name.column)


def _read_words(line: PlacementLine, faults: Faults) -> Placement | None:
    """Return the placement given by the text after ``@``; add faults and return None if it is invalid."""
    n, (text, column) = line.line, line.words
    match = _CORNER.fullmatch(text)
    if match is None or max(len(match[1]), len(match[2])) > 6:
        why = Message(
            "'{words}' is not a place for {name}; expected 'x,y [r1] [locked]'", words=short(text), name=line.name.text
        )
        faults.add(why, n, column)
        return None
    turn, locked, sound = None, False, True
    for word, at in words(text, match.start(3)) if match[3] else []:
        lower = word.lower()
        if lower == "locked" and not locked:
            locked = True
        elif lower in ("r0", *TURNS[1:]) and turn is None:
            turn = TURNS.index(lower) if lower != "r0" else 0
        else:
            sound = False
            why = Message(
                "unexpected '{word}' after a place; expected r1, r2, r3, m0 to m3 or 'locked'", word=short(word)
            )
            if lower in ("locked", "r0", *TURNS[1:]):
                why = Message("extra '{word}'; expected at most one orientation and 'locked'", word=short(word))
            faults.add(why, n, column + at - 1)
    return Placement(int(match[1]), int(match[2]), turn or 0, locked) if sound else None


def _check_placement(
    board: Board, piece: int, line: PlacementLine, placement: Placement, taken: dict[Point, int], faults: Faults
) -> Placement | None:
    """Return the placement with its lowest equivalent orientation; if it is impossible, add faults and return None."""
    x, y, turn, locked = placement
    n, column, name, place = line.line, line.words.column, line.name.text, f"{x},{y}"
    kind = board.kinds[board.kind_of[piece]]
    wanted, points = kind.shape.turned(turn), _points(kind, placement)
    known = next((number for number, shape in kind.shapes.items() if shape == wanted), None)
    if known is None:
        why = Message(
            "{name} is marked '{freedom}' and may not be placed as {turn}",
            name=name,
            freedom=kind.freedom,
            turn=TURNS[turn],
        )
        faults.add(why, n, column, _cells(board, points))
        return None
    outside = [point for point in points if board.points and point not in board.points]
    if outside:
        why = Message(
            "{name} at {place} covers {point}, which is not on the board",
            name=name,
            place=place,
            point="{},{}".format(*outside[0]),
        )
        faults.add(why, n, column, _cells(board, points))
        return None
    overlaps = _overlaps(points, taken)
    for other, shared in overlaps.items():
        why = Message(
            "{name} at {place} overlaps {other} on {point}",
            name=name,
            place=place,
            other=board.ids[other],
            point="{},{}".format(*shared[0]),
        )
        faults.add(why, n, column, _cells(board, shared))
    if overlaps:
        return None
    taken.update(dict.fromkeys(points, piece))
    return Placement(x, y, known, locked)


def _overlaps(points: list[Point], taken: dict[Point, int]) -> dict[int, list[Point]]:
    overlaps: dict[int, list[Point]] = {}
    for point in points:
        if point in taken:
            overlaps.setdefault(taken[point], []).append(point)
    return overlaps


def _points(kind: Kind, placement: Placement) -> list[Point]:
    """Return the points that a piece of this kind covers in this placement."""
    return [(placement.x + dx, placement.y + dy) for dx, dy in kind.shape.turned(placement.turn).points]


def _cells(board: Board, points: Iterable[Point]) -> list[Cell]:
    """Return the cells of the points that are inside the board's bounding rectangle, row by row."""
    inside = [(x, y) for x, y in points if 0 <= x < board.width and 0 <= y < board.height]
    return sorted((board.height - 1 - y, x) for x, y in inside)
