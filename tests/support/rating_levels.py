"""Levels for the tests of ratings: trivial ones of every family, and random ones small enough for a slow oracle."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from rushhour_boards import small
from sokoban_boards import pulled_level

from unjam import Blocks, Packing, Puzzle, RushHour, Sokoban, Tiles, family, solve

LEVEL_SETS = Path(os.environ.get("UNJAM_LEVELS", Path(__file__).parents[3] / "shared" / "levels"))
"""The folder of published level sets; it may be missing."""

TRIVIAL = {
    "rushhour": [
        "ooAA", "AAoo", "AAooBBoo", "oooooooooooooAAooBoooooBoooooBoooooo", "oooooooooBooAAoBoooooooooooooooooooo",
        "oooxooooooooAAoxoooooooooooooooooooo", "ooooooooooooBAAooCBooooCooooooooooDD",
    ],
    "tiles": ["0 1 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8", "1 2 0 3 4 5 6 7 8", "1 2\n0 3", "0 2 1 3 4 5 6 7 8"],
    "blocks": [
        "A.\ngoal A at 0,0", "A.\ngoal A at 0,1", "AB.\n...\ngoal A at 0,2", "A#.\ngoal A at 0,2",
        ".AA.\n.BB.\ngoal A at 1,1",
    ],
    "sokoban": [
        "#####\n#@*##\n#####", "#####\n#@$.#\n#####", "######\n#@ $.#\n######", "##########\n#@     $.#\n##########",
        "#######\n#@ $ .#\n#     #\n#######", "######\n#@$#.#\n######", "#######\n#@ $. #\n# $   #\n#######",
        "#########\n#@$   . #\n#########",
    ],
    "packing": [
        "board 2 1\nA 2x1\nA @ 0,0", "board 2 1\nA 2x1", "board 2 2\nA 2x1 2", "board 3 3\nA 1x1 9",
        "board 3 2\nA 1x2\nB 2x2", "board 3 1\nA 2x1\nB 2x1", "board 4 4\nA 2x1 8 turn",
    ],
}  # fmt: skip
"""Solved, one move, a few moves, with a car or box in the way, and without a solution."""


def parsed(name: str) -> list[Puzzle]:
    """The trivial levels of a family."""
    return [family(name).parse(text) for text in TRIVIAL[name]]


def rushhour(rng: Random) -> Puzzle:
    if rng.random() < 0.5:
        return small(rng, 300)
    while True:
        board = RushHour.random(rng, rows=5, cols=5, cars=rng.randint(7, 9))
        if len(solve(board).moves) > 3:
            return board


def tiles(rng: Random) -> Puzzle:
    rows, cols = rng.choice(((2, 2), (2, 3), (3, 3), (3, 4)))
    board: Puzzle = Tiles.random(rng, rows=rows, cols=cols)
    if rng.random() < 0.5:
        return board
    moves = solve(board).moves
    for move in moves[: max(0, len(moves) - rng.randint(0, 12))]:  # to one that needs few moves
        board = board.play(move)
    return board


def blocks(rng: Random) -> Puzzle:
    return Blocks.random(rng, rows=rng.randint(3, 5), cols=rng.randint(3, 4), gaps=rng.randint(2, 4))


def sokoban(rng: Random) -> Puzzle:
    level: Sokoban = pulled_level(rng, rng.randint(3, 5), rng.randint(3, 4), rng.randint(1, 2))
    return level


def packing(rng: Random) -> Puzzle:
    freedom = rng.choice(("fixed", "turn"))
    return Packing.random(
        rng, width=rng.randint(2, 4), height=rng.randint(2, 4), pieces=rng.randint(2, 4), freedom=freedom
    )


RANDOM = {"rushhour": rushhour, "tiles": tiles, "blocks": blocks, "sokoban": sokoban, "packing": packing}


def packing_chance(position: Packing) -> float:
    """Return the player's chance by trying every way to cover the first empty cell without leaving a hole."""
    if position.is_solved():
        return 1.0
    cell = position.empty & -position.empty
    ways = []
    for move in position.moves():
        after = position.play(move)
        if after.covered & cell and not pointless(after):
            ways.append(packing_chance(after))
    return sum(ways) / len(ways) if ways else 0.0


def pointless(position: Packing) -> bool:
    least = min((position.kind(piece).area for piece in position.waiting), default=0)
    height, left = position.board.height, {b for b in range(position.empty.bit_length()) if position.empty >> b & 1}
    while left:
        hole = [left.pop()]
        for bit in hole:
            x, y = divmod(bit, height)
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                beside = there[0] * height + there[1]
                if 0 <= there[1] < height and beside in left:
                    left.remove(beside)
                    hole.append(beside)
        if len(hole) < least:
            return True
    return False
