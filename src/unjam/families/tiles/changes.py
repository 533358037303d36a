"""Small changes to a tile board, for proposals that are harder or easier."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...core.design import Change, Changes
from ...core.puzzle import Message
from .position import Tiles

MAX_SLIDES, SLIDES, EXCHANGES = 6, 40, 60
"""The most tiles that one change slides, and how many changes of either kind there are."""


def changes(board: Tiles, rng: Random, harder: bool) -> Changes:
    """Return boards with a few tiles slid, or three tiles exchanged in a round, which keeps the board solvable."""
    return [_slid(board, rng), _exchanged(board, rng)]


def _slid(board: Tiles, rng: Random) -> Iterator[Change]:
    """Yield the boards after two to six slides, of which none takes back the one before."""
    for number in range(SLIDES):
        position, slides = board, list[str]()
        for _ in range(2 + number * (MAX_SLIDES - 1) // SLIDES):
            moves = [move for move in position.moves() if slides[-1:] != [move.piece]]
            move = rng.choice(moves)
            position = position.play(move)
            slides.append(move.piece)
        yield Change(position, Message("Slide {tiles}", tiles=", ".join(slides)))


def _exchanged(board: Tiles, rng: Random) -> Iterator[Change]:
    """Yield the boards with three tiles exchanged in a round, so that the permutation stays even."""
    places = [at for at, number in enumerate(board.cells) if number]
    for _ in range(EXCHANGES if len(places) > 2 else 0):
        a, b, c = rng.sample(places, 3)
        cells = bytearray(board.cells)
        cells[a], cells[b], cells[c] = cells[b], cells[c], cells[a]
        first, second, third = sorted((board.cells[a], board.cells[b], board.cells[c]))
        what = Message("Exchange {first}, {second} and {third}", first=first, second=second, third=third)
        yield Change(type(board)(cells, board.frame), what)
