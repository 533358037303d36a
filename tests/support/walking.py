"""Moves one piece to a cell, as a player does by hand."""

from __future__ import annotations

from unjam.core.puzzle import Move, Puzzle
from unjam.solving.routes import route_to


def walk(puzzle: Puzzle, piece: str, to: tuple[int, int]) -> list[Move]:
    """The moves that bring a piece to a cell while all other pieces stay; IllegalMove if there is no path."""
    return [move for route in route_to(puzzle, piece, to) for move in route.moves]
