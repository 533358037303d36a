"""Encodes a position as a short id for links. The id contains the whole level, so nothing has to be stored.

An id is a version digit, followed by the family's name and the text of the position, deflated, in URL-safe base 64. A
preset dictionary of typical level texts keeps it short; the dictionary never changes within a version.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from ..core.puzzle import Message, Puzzle, PuzzleError
from ..families import FAMILIES, family

VERSION = "1"
MAX_ID_LENGTH = 8_000
MAX_TEXT_LENGTH = 64_000
MAX_CELLS = 10_000

# The most common strings come last, because deflate refers to them by their distance from the end.
_WORDS = (
    b"goal C at 0,0goal A at 3,1goal B at 3,1 leftover fixed turn flip locked @ 0,0 r1 m0 2x2 3x2 4x2 4x5 3x8 7x3 3x7"
    b"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24"
    b"exit leftexit upexit down\n######## #    #    # # #########  # $ # $ $# .. #  @ ##\n#   #\n "
    b"....xoooooooooAAooBBooCCCoooDDEEooFFGGoooHHIIooJJKKLLMMNNOOPPQQRR"
    b"packing\nboard 10 10\nsokoban\n#####blocks\n####tiles\nrushhour\noooooo"
)


def encode(puzzle: Puzzle) -> str:
    """Return the id of a position; raise PuzzleError if the level is too large for a link.

    >>> from unjam import Tiles
    >>> decode(encode(Tiles.parse("1 2 0 3 4 5 6 7 8"))).family
    'tiles'
    """
    text = f"{puzzle.family}\n{puzzle.storage_text()}".encode()
    if len(text) > MAX_TEXT_LENGTH:
        raise PuzzleError(
            Message("the level has {n} characters; a link holds at most {most}", n=len(text), most=MAX_TEXT_LENGTH)
        )
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    packed = compressor.compress(text) + compressor.flush()
    id = VERSION + urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(id) > MAX_ID_LENGTH:
        raise PuzzleError(
            Message(
                "the level makes a link of {n} characters; at most {most} are allowed", n=len(id), most=MAX_ID_LENGTH
            )
        )
    return id


def decode(id: str) -> Puzzle:
    """Return the position that the id encodes; raise PuzzleError if the id is invalid.

    >>> decode("nonsense")
    Traceback (most recent call last):
    ...
    unjam.core.errors.PuzzleError: this link contains no level we can read
    """
    bad = PuzzleError("this link contains no level we can read")
    if len(id) > MAX_ID_LENGTH or not re.fullmatch(r"1[A-Za-z0-9_-]+", id):
        raise bad
    try:
        packed = urlsafe_b64decode(id[1:] + "=" * ((1 - len(id)) % 4))
        decompressor = zlib.decompressobj(-15, zdict=_WORDS)
        text = decompressor.decompress(packed, MAX_TEXT_LENGTH + 1)  # stops a decompression bomb
        if len(text) > MAX_TEXT_LENGTH or not decompressor.eof or decompressor.unused_data:
            raise bad
        name, _, level = text.decode("utf-8").partition("\n")
    except (ValueError, zlib.error):
        raise bad from None
    if name not in FAMILIES:
        if not name.isidentifier():
            raise bad
        raise PuzzleError(
            Message("this link holds a level of the family '{family}', which is not known here", family=name[:40])
        )
    puzzle = family(name).parse(level)
    require_small(puzzle)
    return puzzle


def require_small(puzzle: Puzzle) -> None:
    """Raise PuzzleError if the board is too large to play on."""
    scene = puzzle.scene()
    if scene.rows * scene.cols > MAX_CELLS:
        raise PuzzleError(
            Message(
                "the board has {n} cells; at most {most} are allowed here", n=scene.rows * scene.cols, most=MAX_CELLS
            )
        )
