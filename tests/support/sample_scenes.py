"""Scenes for the tests of pictures: one of every family, drawn by hand, and hostile ones."""

from __future__ import annotations

from unjam.core.puzzle import Cell
from unjam.core.scene import Exit, Piece, Scene


def drawn(text: str, kinds: dict[str, str]) -> tuple[Piece, ...]:
    """A piece for every letter of the drawing, of the named kind or a car."""
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(text.split()):
        for col, mark in enumerate(line):
            if mark not in ".#":
                cells.setdefault(mark, []).append((row, col))
    return tuple(
        Piece(mark, tuple(at), kinds.get(mark, kinds.get("", "car")), mark) for mark, at in sorted(cells.items())
    )


def board(family: str, text: str, kinds: dict[str, str], exit: Exit | None = None, **more: object) -> Scene:
    lines = text.split()
    floor = tuple("".join("#" if mark == "#" else "." for mark in line) for line in lines)
    return Scene(family, len(lines), len(lines[0]), floor, drawn(text, kinds), exit, **more)  # type: ignore[arg-type]


RUSH = board("rushhour", "B.DDD. B.CFF. AACEGH ..CEGH IIJJJK #LL..K", {"A": "target"}, Exit("right", 2, 2))
RUSH_OUT = board("rushhour", "B.DDD. B.CFF. ..CEAA ..CEGH IIJJGH #LL..K", {"A": "target"}, Exit("right", 2, 2))
RUSH_DOWN = board("rushhour", "BB.A CC.A ...D ...D", {"A": "target"}, Exit("down", 3, 3))
BLOCKS = board("blocks", "ABBC ABBC DEEF DGHF I..J", {"": "block"}, Exit("down", 1, 2))
BENT = board("blocks", "ABB. AAB. .CCD .CDD", {"": "block", "C": "target"})


def _tiles(order: list[int]) -> tuple[Piece, ...]:
    return tuple(
        Piece(str(n), (divmod(at, 3),), "tile", str(n), "home" if n == at else "") for at, n in enumerate(order) if n
    )


_GOAL = Scene("tiles", 3, 3, ("...",) * 3, _tiles(list(range(9))))
TILES = Scene("tiles", 3, 3, ("...",) * 3, _tiles([1, 0, 2, 3, 4, 5, 6, 7, 8]), goal=_GOAL)

_FLOOR = ("  #######", "###.....#", "#..o....#", "#.#.#o..#", "#...#...#", "#########")
SOKOBAN = Scene(
    "sokoban",
    6,
    9,
    _FLOOR,
    (
        Piece("box@3,5", ((3, 5),), "box", state="home", group="box"),
        Piece("box@2,5", ((2, 5),), "box", group="box"),
        Piece("player", ((4, 1),), "player"),
    ),
)
PUSHED = Scene(
    "sokoban",
    6,
    9,
    _FLOOR,
    (
        Piece("box@3,5", ((3, 5),), "box", state="home", group="box"),
        Piece("box@2,4", ((2, 4),), "box", group="box"),
        Piece("player", ((2, 5),), "player"),
    ),
)
PACKING = Scene(
    "packing",
    4,
    6,
    ("......", "......", "..... ", "....  "),
    (
        Piece("a", tuple((r, c) for r in range(2) for c in range(3)), "slab", "1", "locked"),
        Piece("b", ((0, 3), (0, 4), (1, 3)), "slab", "2", "locked"),
        Piece("c", ((2, 0), (2, 1), (3, 0)), "slab", "3"),
    ),
    waiting=(
        Piece("d", ((0, 0), (0, 1), (1, 1)), "slab", "4"),
        Piece("e", ((0, 0), (1, 0), (2, 0)), "slab", "5"),
    ),
)
PLACED = Scene(
    "packing",
    4,
    6,
    PACKING.floor,
    (*PACKING.pieces, Piece("e", ((2, 2), (2, 3), (2, 4)), "slab", "5")),
    waiting=PACKING.waiting[:1],
)
NASTY = '"><script>alert(1)</script>&\x1b[31m\x00\ud800'
OWN = Scene(
    "my<&\"'family",
    2,
    5,
    ("o.#..", ".... "),
    (
        Piece(NASTY, ((0, 0),), "wolf"),
        Piece("goat", ((0, 1), (1, 1)), "animal", NASTY),
        Piece("a very long name indeed", ((0, 3), (0, 4), (1, 3)), "", "漢字 a very long name indeed"),
        Piece("nowhere", (), "thing"),
    ),
    Exit("left", 0, 1),
    waiting=(Piece("w", ((0, 0),), "cabbage", "C"),),
)
EMPTY = Scene("nothing", 0, 0, (), ())

SCENES = {
    "rush": RUSH,
    "out": RUSH_OUT,
    "down": RUSH_DOWN,
    "blocks": BLOCKS,
    "bent": BENT,
    "tiles": TILES,
    "sokoban": SOKOBAN,
    "packing": PACKING,
    "own": OWN,
    "empty": EMPTY,
}
