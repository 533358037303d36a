"""Sokoban: push every box onto storage. Boxes can be pushed, one at a time, never pulled.

``Sokoban`` is one position; ``features`` counts the moves and pushes of a solution; ``collection`` writes levels as one
``.sok`` text.
"""

from .difficulty import features
from .position import Sokoban
from .text.writing import collection

__all__ = ["Sokoban", "collection", "features"]
