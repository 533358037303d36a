"""Reads and writes tile boards.

``sections`` splits text into levels, ``reading`` turns them into boards, and ``writing`` turns boards back into text.
"""

from .reading import Board, boards
from .sections import MAX_SIDE
from .writing import GOALS, numbers, standard_goal, write_board

__all__ = ["GOALS", "MAX_SIDE", "Board", "boards", "numbers", "standard_goal", "write_board"]
