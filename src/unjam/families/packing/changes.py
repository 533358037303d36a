"""Small changes to a packing level, for proposals that are harder or easier; they start from one of its solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ...core.cells import connected_groups, neighbours
from ...core.design import Change, Changes
from ...core.editor import LETTERS
from ...core.puzzle import Limits, Message, Task
from .board import Board, Placement
from .position import Packing
from .shapes import FREEDOMS, Freedom, Kind, Point, Shape

LIMITS = Limits(seconds=5.0, bytes=1 << 28)
MIN_CELLS = 2
"""The fewest cells of a piece that is cut off or that gives a cell away."""
ORDER: tuple[Freedom, ...] = ("fixed", "turn", "flip")
LOOSER = {"turn": Message("Let {piece} turn"), "flip": Message("Let {piece} be turned over")}
TIGHTER = {"fixed": Message("Do not let {piece} turn"), "turn": Message("Do not let {piece} be turned over")}


def changes(level: Packing, rng: Random, harder: bool) -> Changes:
    """Return the levels with cells traded, pieces joined, cut or locked, or with more or less freedom to turn."""
    pieces = _solution(level)
    both = [] if pieces is None else [_traded(level, pieces, rng)]
    if harder:
        return [*both, _loosened(level, rng), *([] if pieces is None else [_cut(level, pieces, rng)])]
    if pieces is None:
        return [_tightened(level, rng)]
    return [_joined(level, pieces, rng), *both, _locked(level, pieces, rng), _tightened(level, rng)]


@dataclass(frozen=True)
class _Solved:
    """A piece as it lies in the solution; ``placement`` is None if the player has to place it."""

    name: str
    kind: Kind
    cells: frozenset[Point]
    turn: Placement
    is_locked: bool
    is_new: bool = False


def _solution(level: Packing) -> list[_Solved] | None:
    """Return every piece as one solution places it; None without a solution that uses all pieces."""
    start = level.take_back()
    result = level.native.solve(start, Task("pieces", LIMITS, any=True, workers=1))
    if not result.solved or level.board.leftover:
        return None
    final = start.after(result.moves)
    out = []
    for piece, placement in enumerate(final.placements):
        kind = final.kind(piece)
        assert placement is not None
        points = kind.shapes[placement.turn].points
        cells = frozenset((placement.x + x, placement.y + y) for x, y in points)
        out.append(_Solved(level.board.ids[piece], kind, cells, placement, start.placements[piece] is not None))
    return out


def _level(level: Packing, pieces: list[_Solved]) -> Packing:
    """Return the level with these pieces; those of an unchanged kind stay together."""
    kinds: dict[tuple[Kind, str], list[_Solved]] = {}
    for piece in pieces:
        kinds.setdefault((piece.kind, piece.name if piece.is_new else ""), []).append(piece)
    board = level.board
    new = Board(
        board.width, board.height, board.points, [replace(kind, count=len(own)) for (kind, _), own in kinds.items()]
    )
    placements = tuple(
        piece.turn._replace(locked=True) if piece.is_locked else None for own in kinds.values() for piece in own
    )
    text = type(level)(new, placements, 0)
    return type(level).parse(str(text))


def _names(level: Packing) -> Iterator[str]:
    return (letter for letter in LETTERS if letter not in level.board.numbers)


def _reshaped(piece: _Solved, cells: frozenset[Point], rng: Random, name: str) -> _Solved:
    """Return the piece with other cells, in a random orientation among those that it may have."""
    name = piece.kind.name if piece.kind.count == 1 and not piece.is_new else name
    shape = Shape.of(cells).turned(rng.choice(FREEDOMS[piece.kind.freedom]))
    kind = Kind(name, shape, 1, piece.kind.freedom, piece.kind.colour)
    return replace(piece, name=name, kind=kind, cells=cells, is_new=True)


def _loose(pieces: list[_Solved], rng: Random) -> list[_Solved]:
    loose = [piece for piece in pieces if not piece.is_locked]
    return rng.sample(loose, len(loose))


def _touches(cell: Point, cells: frozenset[Point]) -> bool:
    return any(near in cells for near in neighbours(cell))


def _traded(level: Packing, pieces: list[_Solved], rng: Random) -> Iterator[Change]:
    """Yield the levels in which one cell belongs to the neighbouring piece."""
    loose = _loose(pieces, rng)
    trades = [(a, b, cell) for a in loose for b in loose if a is not b for cell in a.cells if _touches(cell, b.cells)]
    trades.sort(key=lambda trade: (trade[0].name, trade[1].name, trade[2]))
    for giver, taker, cell in rng.sample(trades, len(trades)):
        rest = giver.cells - {cell}
        if len(rest) >= MIN_CELLS and len(connected_groups(sorted(rest))) == 1:
            names = _names(level)
            others = [piece for piece in pieces if piece is not giver and piece is not taker]
            fewer = _reshaped(giver, rest, rng, next(names, giver.name))
            more = _reshaped(taker, taker.cells | {cell}, rng, next(names, taker.name))
            what = Message("Give a cell of {piece} to {other}", piece=giver.name, other=taker.name)
            yield Change(_level(level, [*others, fewer, more]), what)


def _joined(level: Packing, pieces: list[_Solved], rng: Random) -> Iterator[Change]:
    loose = _loose(pieces, rng)
    for number, piece in enumerate(loose):
        for other in loose[number + 1 :]:
            if any(_touches(cell, other.cells) for cell in piece.cells) and len(pieces) > 2:
                rest = [each for each in pieces if each is not piece and each is not other]
                new = _reshaped(piece, piece.cells | other.cells, rng, next(_names(level), piece.name))
                what = Message("Join {piece} and {other}", piece=piece.name, other=other.name)
                yield Change(_level(level, [*rest, new]), what)


def _cut(level: Packing, pieces: list[_Solved], rng: Random) -> Iterator[Change]:
    """Yield the levels in which a straight line cuts a piece into two connected ones."""
    for piece in _loose(pieces, rng):
        lines = [(axis, at) for axis in (0, 1) for at in {cell[axis] for cell in piece.cells}]
        for axis, at in rng.sample(lines, len(lines)):
            half = frozenset(cell for cell in piece.cells if cell[axis] < at)
            rest = piece.cells - half
            parts = [half, rest]
            if all(len(part) >= MIN_CELLS and len(connected_groups(sorted(part))) == 1 for part in parts):
                names = _names(level)
                others = [each for each in pieces if each is not piece]
                first = _reshaped(piece, half, rng, next(names, piece.name))
                second = _reshaped(replace(piece, is_new=True), rest, rng, next(names, ""))
                if second.name:
                    yield Change(
                        _level(level, [*others, first, second]), Message("Cut {piece} in two", piece=piece.name)
                    )


def _locked(level: Packing, pieces: list[_Solved], rng: Random) -> Iterator[Change]:
    for piece in _loose(pieces, rng):
        if sum(not each.is_locked for each in pieces) > 1:
            new = [replace(each, is_locked=True) if each is piece else each for each in pieces]
            yield Change(_level(level, new), Message("Put {piece} in its place", piece=piece.name))


def _loosened(level: Packing, rng: Random) -> Iterator[Change]:
    return _freed(level, rng, 1, LOOSER)


def _tightened(level: Packing, rng: Random) -> Iterator[Change]:
    return _freed(level, rng, -1, TIGHTER)


def _freed(level: Packing, rng: Random, by: int, words: dict[str, Any]) -> Iterator[Change]:
    """Yield the levels in which a kind of piece may be turned more or less; a piece on the board keeps its kind."""
    board, start = level.board, level.take_back()
    on_board = {board.kind_of[piece] for piece, placement in enumerate(start.placements) if placement is not None}
    for k in rng.sample(range(len(board.kinds)), len(board.kinds)):
        kind, index = board.kinds[k], ORDER.index(board.kinds[k].freedom) + by
        if k in on_board or not 0 <= index < len(ORDER):
            continue
        other = replace(kind, freedom=ORDER[index])
        if other.looks != kind.looks:
            kinds = [*board.kinds[:k], other, *board.kinds[k + 1 :]]
            new = Board(board.width, board.height, board.points, kinds, board.leftover)
            yield Change(type(level)(new, start.placements, start.covered), words[other.freedom].fill(piece=kind.name))
