"""Sokoban: push every box onto a storage square. Boxes can be pushed, one at a time, but never pulled.

``Sokoban`` represents a position, ``features`` counts the moves and pushes of a solution, and ``collection`` writes
several levels as one string in ``.sok`` format.
"""

from .difficulty import features
from .position import Sokoban
from .text.writing import collection

__all__ = ["Sokoban", "collection", "features"]
