"""The levels that the tests of the page play, and what solves them."""

from __future__ import annotations

from unjam.families import FAMILIES, family
from unjam.formats.position_id import encode

TEXTS = {
    "rushhour": "ooooBoooooBoAAooBooooDDooooooooooooo",
    "tiles": "1 2 5\n3 4 0\n6 7 8",
    "blocks": "AA.\nAAB\n..B\n...\ngoal A at 0,1",
    "sokoban": "########\n#@     #\n# $  . #\n#      #\n########",
    "packing": "board 4 3\nVerde 4x1\nAzul 2x2\nRoja 2x2",
}
FIVE = {
    "rushhour": "oAAo?o\noBoooo\nCCoCoo\noooooo\nDDooo\nooEooo\nooEEoo\nexit north",
    "tiles": "1 2 2\n3 x 99\n6 -7 8\ngoal\n1 2 3\n4 y 6\n7 8 8",
    "blocks": "AA.?.B\nAA..CC\n.....C\n.....\n......\nD#..#.\nD#D.#.\ngoal A at 6,0\ngoal A at 0,0\ngoal E at 2,2",
    "sokoban": "########\n#@ x  .#\n# $  @ #\n#  .\n########  $ .",
    "packing": "board 4 4\nA 9\nB 2x2 purplish\nC 2x2\nC @ 9,9\nD @ 0,0\nE 2x2\n##?",
}
"""Texts with five faults of different kinds, or more."""
LONG = "24 10 13 6 11 1 17 5 23 14 22 16 20 19 8 21 0 18 2 4 15 12 3 9 7"
"""A board of tiles that keeps any search busy for many seconds."""

HALL = "\n".join(
    "".join(
        {(1, 1): "@", (3, 3): "$", (3, 5): "."}.get((r, c), " ")
        if r in range(1, 39) and c in range(1, 39) and (max(r, c) < 9 or min(r, c) == 1)
        else "#"
        for c in range(40)
    )
    for r in range(40)
)
"""A room with two long ways, 40 by 40."""


def id_of(name: str, text: str | None = None) -> str:
    return encode(family(name).parse(text or TEXTS[name]))


VIEWS = [
    "/", *(f"/puzzles/{name}" for name in FAMILIES), *(f"/play/{id_of(name)}" for name in FAMILIES),
    *(f"/watch/{id_of(name)}" for name in ("rushhour", "sokoban", "packing")),
    *(f"/draw?family={name}" for name in FAMILIES), "/open",
    "/shelf/sokoban",
    f"/play/{id_of('sokoban', HALL)}", "/statistics", *(f"/calendar/{name}" for name in FAMILIES),
]  # fmt: skip
"""The address of every view, of every family where they differ."""
KINDS = [
    "/", "/puzzles/sokoban", *(f"/play/{id_of(name)}" for name in FAMILIES), f"/watch/{id_of('rushhour')}",
    "/draw?family=rushhour", "/draw?family=packing", "/statistics", "/calendar/rushhour",
    "/open", "/shelf/sokoban", f"/play/{id_of('sokoban', HALL)}",
]  # fmt: skip
"""One view of each kind, and the board of every family."""
