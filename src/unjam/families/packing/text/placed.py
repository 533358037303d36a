"""The lines of pieces that are already on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ....core.puzzle import Cell, Faults, Message, plural
from ..board import Spot, Tray
from ..shapes import TURNS, Kind, Point
from .source import Word, short, words

_CORNER = re.compile(r"(-?\d+)\s*,\s*(-?\d+)(?:\s+(.*))?")


class Placed(NamedTuple):
    """A line about a placed piece: its name and its place as they stand there."""

    line: int
    name: Word
    spot: Word


def read_placed(
    tray: Tray, placed: list[Placed], known: Mapping[str, tuple[int, Kind | None]], faults: Faults
) -> tuple[Spot | None, ...]:
    """The spot of every piece of the tray; of pieces that are known but not sound only the words are checked."""
    spots: list[Spot | None] = [None] * len(tray.ids)
    used: set[int] = set()  # pieces with a line of their own, sound or not
    taken: dict[Point, int] = {}  # cell -> the piece on it
    for said in placed:
        spot = _read_spot(said, faults)
        numbers = tray.numbers.get(said.name.text)
        if numbers is None:
            _check_name(said, known, faults)
            continue
        piece = next((number for number in numbers if number not in used), None)
        if piece is None:
            why = plural(
                "{name} is placed more than once; there is only one",
                "{name} is placed more often than the {n} there are",
                n=len(numbers),
                name=said.name.text,
            )
            points = _points(tray.kinds[tray.kind_of[numbers[0]]], spot) if spot is not None else []
            faults.add(why, said.line, said.name.column, _cells(tray, points))
            continue
        used.add(piece)
        if spot is not None:
            spots[piece] = _laid(tray, piece, said, spot, taken, faults)
    return tuple(spots)


def _check_name(said: Placed, known: Mapping[str, tuple[int, Kind | None]], faults: Faults) -> None:
    """Notes the name of a piece that no line is about."""
    name = said.name.text
    if name in known or name.partition("#")[0] in known:
        return  # it has a line, and that has its own fault
    why = Message(
        "no piece is called '{name}'; expected one of: {names}", name=short(name), names=short(", ".join(known), 200)
    )
    faults.add(why, said.line, said.name.column)


def _read_spot(said: Placed, faults: Faults) -> Spot | None:
    """What the words after ``@`` say; None where one of them says nothing."""
    n, (text, column) = said.line, said.spot
    match = _CORNER.fullmatch(text)
    if match is None or max(len(match[1]), len(match[2])) > 6:
        why = Message(
            "'{words}' is no place for {name}; expected 'x,y [r1] [locked]'", words=short(text), name=said.name.text
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
                "'{word}' says nothing about a place; expected r1, r2, r3, m0 … m3 and 'locked'", word=short(word)
            )
            if lower in ("locked", "r0", *TURNS[1:]):
                why = Message("'{word}' is one too many; expected one orientation and 'locked'", word=short(word))
            faults.add(why, n, column + at - 1)
    return (int(match[1]), int(match[2]), turn or 0, locked) if sound else None


def _laid(tray: Tray, piece: int, said: Placed, spot: Spot, taken: dict[Point, int], faults: Faults) -> Spot | None:
    """The spot once the piece may lie there; an orientation that looks like another goes by the lowest number."""
    x, y, turn, locked = spot
    n, column, name, place = said.line, said.spot.column, said.name.text, f"{x},{y}"
    kind = tray.kinds[tray.kind_of[piece]]
    wanted, points = kind.shape.turned(turn), _points(kind, spot)
    known = next((number for number, shape in kind.shapes.items() if shape == wanted), None)
    if known is None:
        why = Message(
            "{name} is {freedom} and may not be laid as {turn}", name=name, freedom=kind.freedom, turn=TURNS[turn]
        )
        faults.add(why, n, column, _cells(tray, points))
        return None
    outside = [point for point in points if tray.board and point not in tray.board]
    if outside:
        why = Message(
            "{name} at {place} covers {point}, which is not on the board",
            name=name,
            place=place,
            point="{},{}".format(*outside[0]),
        )
        faults.add(why, n, column, _cells(tray, points))
        return None
    overlaps: dict[int, list[Point]] = {}
    for point in points:
        if point in taken:
            overlaps.setdefault(taken[point], []).append(point)
    for other, shared in overlaps.items():
        why = Message(
            "{name} at {place} overlaps {other} on {point}",
            name=name,
            place=place,
            other=tray.ids[other],
            point="{},{}".format(*shared[0]),
        )
        faults.add(why, n, column, _cells(tray, shared))
    if overlaps:
        return None
    taken.update(dict.fromkeys(points, piece))
    return x, y, known, locked


def _points(kind: Kind, spot: Spot) -> list[Point]:
    """The points that a piece of the kind covers there."""
    return [(spot[0] + dx, spot[1] + dy) for dx, dy in kind.shape.turned(spot[2]).points]


def _cells(tray: Tray, points: Iterable[Point]) -> list[Cell]:
    """The cells of these points as far as they are on the rectangle of the board, row by row."""
    inside = [(x, y) for x, y in points if 0 <= x < tray.width and 0 <= y < tray.height]
    return sorted((tray.height - 1 - y, x) for x, y in inside)
