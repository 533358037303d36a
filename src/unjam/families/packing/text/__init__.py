"""Reads and writes the packing format: a board, the pieces, and the placements of pieces on the board.

::

    board 4 3             or `board` above a drawn shape; add `leftover` if pieces may be left over
    Bar 3x1 2 turn        name, width x height, count, fixed | turn | flip, colour
    Ell flip              or name, count, freedom and colour above a drawn shape
    #.
    ##
    Bar @ 0,0 r1 locked   a placed piece: lower left corner of its bounding box, orientation, locked for good;
                          `Bar#2` is the second piece of its kind, if the first is not on the board

Lines that begin with `;` are comments. A file may contain several levels, each beginning with its `board` line.
"""

from .lines import MAX_PIECES, MAX_SIDE
from .reading import read, split
from .writing import write

__all__ = ["MAX_PIECES", "MAX_SIDE", "read", "split", "write"]
