"""Tiles as text: ``layout`` finds the lines of each level, ``reading`` reads them, ``writing`` writes them."""

from .layout import LARGEST
from .reading import Board, boards
from .writing import GOALS, numbers, standard_goal, written

__all__ = ["GOALS", "LARGEST", "Board", "boards", "numbers", "standard_goal", "written"]
