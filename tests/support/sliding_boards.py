"""Boards of tiles and blocks that several tests share."""

from __future__ import annotations

from collections import deque
from functools import cache
from random import Random

from unjam.families.blocks import Blocks
from unjam.families.tiles import Tiles

KLOTSKI = "BAAC\nBAAC\nDEEF\nDGHF\nI..J\ngoal A at 3,1"


LONG = ".DBAA\n.DBAA\n.DCCH\nGGCCH\nGGEEH\nFJIIK\ngoal A at 4,3"
"""A board that takes 436 moves."""


def framed(board: Blocks) -> Blocks:
    """Return the board with walls around it, for which the core uses its other encoding of positions."""
    high, wide = board.layout.rows, board.layout.cols
    lines = str(board).splitlines()
    rows = [row.ljust(max(wide, 9), "#") for row in lines[:high]]
    rows += ["#" * len(rows[0])] * (9 - high)
    return Blocks.parse("\n".join([*rows, *lines[high:]]))


@cache
def distances(rows: int, cols: int, goal: str = "first") -> dict[bytes, int]:
    """Return every solvable board of this size with its distance, by breadth-first search with the rules."""
    start = next(iter(Tiles.random(Random(0), rows=rows, cols=cols, goal=goal).goals()))
    distance, frontier = {start.cells: 0}, deque([start])
    while frontier:
        board = frontier.popleft()
        for move in board.moves():
            after = board.play(move)
            if after.cells not in distance:
                distance[after.cells] = distance[board.cells] + 1
                frontier.append(after)
    return distance


def eight_puzzle(goal: str = "first") -> dict[bytes, int]:
    """Return the distances of the 8-puzzle."""
    return distances(3, 3, goal)


def walked(rng: Random, steps: int, rows: int, cols: int | None = None) -> Tiles:
    """Return a board after this many random moves from its goal."""
    cols = cols or rows
    board = Tiles.parse(f"{rows} {cols}\n{' '.join(map(str, range(rows * cols)))}")
    before = None
    for _ in range(steps):
        choices = [after for after in map(board.play, board.moves()) if after != before]
        before, board = board, rng.choice(choices)
    return board


def some_blocks(rng: Random) -> Blocks:
    """Return a small board of blocks of up to four cells, with one or two goals and sometimes walls."""
    while True:
        rows, cols = rng.randint(2, 4), rng.randint(2, 4)
        grid = [["." for _ in range(cols)] for _ in range(rows)]
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            grid[rng.randrange(rows)][rng.randrange(cols)] = "#"
        letters = iter("ABCDEFGHIJKLMNOP")
        for _ in range(rng.randint(2, 7)):
            free = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] == "."]
            if len(free) < 3:
                break
            letter, cells = next(letters), [rng.choice(free)]
            for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
                row, col = rng.choice(cells)
                beside = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
                cells += rng.sample([cell for cell in beside if cell in free and cell not in cells] or cells, 1)
            for row, col in cells:
                grid[row][col] = letter
        used = sorted({mark for row in grid for mark in row} - {".", "#"})
        if len(used) < 2:
            continue
        drawn = "\n".join(map("".join, grid))
        goals = []
        for letter in rng.sample(used, rng.choice((1, 1, 1, 2))):
            cells = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] == letter]
            high = max(r for r, _ in cells) - min(r for r, _ in cells)
            wide = max(c for _, c in cells) - min(c for _, c in cells)
            goals.append(f"goal {letter} at {rng.randrange(rows - high)},{rng.randrange(cols - wide)}")
        return Blocks.parse("\n".join([drawn, *goals]))
