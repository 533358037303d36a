"""Makes the packing levels that come with unjam: boards drawn by hand, and random cuts with few solutions.

Run it to print src/unjam/formats/shipped/packing.toml; the same script always prints the same levels.
"""

from __future__ import annotations

import argparse
from random import Random

from unjam import rate
from unjam.core.puzzle import Limits
from unjam.families.packing import Packing
from unjam.solving.solve import count

PENTOMINOES = {
    "F": [".##", "##.", ".#."], "I": ["#####"], "L": ["#.", "#.", "#.", "##"], "N": [".#", ".#", "##", "#."],
    "P": ["##", "##", "#."], "T": ["###", ".#.", ".#."], "U": ["#.#", "###"], "V": ["#..", "#..", "###"],
    "W": ["#..", "##.", ".##"], "X": [".#.", "###", ".#."], "Y": [".#", "##", ".#", ".#"], "Z": ["##.", ".#.", ".##"],
}  # fmt: skip
TETROMINOES = {"I": ["####"], "O": ["##", "##"], "T": ["###", ".#."], "S": [".##", "##."], "L": ["#.", "#.", "##"]}


def drawn(board: str, shapes: dict[str, list[str]], names: str, freedom: str = "flip") -> str:
    """A level of these shapes on the board."""
    pieces = [line for name in names for line in (f"{name} {freedom}", *shapes[name])]
    return "\n".join([board, *pieces]) + "\n"


BY_HAND = {
    "Bread and butter": "board 4 3\nLoaf 2x3\nSlice 1x3\nPat 1x1\nKnife 1x2\n",
    "Window seat": "board 5 5\nPane 3x3\nSill 5x1\nCurtain 2x3\nRail 4x1 turn\nLatch 1x1\n",
    "Ten by ten": "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n",
    "Little castle": drawn("board\n..#..\n#####\n#####\n##.##\n#####", TETROMINOES, "IOTSL"),
    "Quarter of a dozen": drawn("board 5 3", PENTOMINOES, "PUV"),
    "Cross in a corner": drawn("board 5 5", PENTOMINOES, "FLPXU"),
    "Six of twelve": drawn("board 6 5", PENTOMINOES, "FLNPUV"),
    "Nine in a row": drawn("board 9 5", PENTOMINOES, "FILNPTUVY"),
    "One missing": drawn("board\n######\n######\n##.###\n######\n######\n######", PENTOMINOES, "FINPUXY"),
    "All twelve": drawn("board 10 6", PENTOMINOES, "FILNPTUVWXYZ"),
}

CUTS = [  # title, width, height, pieces, freedom
    ("Paper scraps", 5, 4, 5, "fixed"),
    ("Broken plate", 6, 5, 7, "turn"),
    ("Quilt", 7, 6, 8, "flip"),
    ("Garden beds", 8, 6, 9, "turn"),
    ("Stained glass", 8, 7, 9, "flip"),
]


def solutions(level: Packing, reduced: bool = False) -> int:
    return count(level, limits=Limits(seconds=20), reduced=reduced).solutions or 0


def cut(width: int, height: int, pieces: int, freedom: str, tries: int = 60) -> Packing:
    """Of some random cuts into different pieces of fair size the one with the fewest solutions up to symmetry."""
    best: tuple[int, int, Packing] | None = None
    seed = 0
    while tries:
        seed += 1
        level = Packing.random(Random(seed), width=width, height=height, pieces=pieces, freedom=freedom)
        areas = [kind.area for kind in level.board.kinds]
        if len(areas) == pieces and min(areas) > 2 and max(areas) <= 9:
            tries -= 1
            count = solutions(level, reduced=True)
            if best is None or count < best[0]:
                best = count, seed, level
    assert best is not None
    return best[2]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    levels = [(title, Packing.parse(text)) for title, text in BY_HAND.items()]
    levels += [(title, cut(width, height, pieces, freedom)) for title, width, height, pieces, freedom in CUTS]
    levels.sort(key=lambda level: rate(level[1]).score or 0.0)
    print("# Made by tools/make_packing_levels.py: sorted by the expected time.")
    for title, level in levels:
        print(f'\n[[level]]\ntitle = "{title}"\ncost = {len(level.placements)}\nsolutions = {solutions(level)}')
        print(f'board = """\n{level}"""')


if __name__ == "__main__":
    main()
