"""Tile boards as text: ``sections`` splits a text into levels, ``reading`` reads them, ``writing`` writes them."""

from .reading import Board, boards
from .sections import MAX_SIDE
from .writing import GOALS, numbers, standard_goal, write_board

__all__ = ["GOALS", "MAX_SIDE", "Board", "boards", "numbers", "standard_goal", "write_board"]
