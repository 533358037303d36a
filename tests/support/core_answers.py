"""Prints the answers of the native core to many questions, in JSON: core_answers.py PART [FAMILY [DIFFICULTY SEEDS]].

Every build of the core must give the same: ``tests/wasm`` compares the one for browsers with that of this machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from random import Random

import packing_reference
from rushhour_boards import arrangements, small, wild
from sliding_boards import some_blocks, walked
from sokoban_boards import pulled_level, random_level, warehouse

from unjam import _core, generate, solve
from unjam.core.puzzle import Limits, Puzzle, Result, Task
from unjam.families import FAMILIES, family
from unjam.families.blocks import Blocks
from unjam.families.packing import Packing
from unjam.families.rushhour import RushHour
from unjam.families.tiles import Tiles
from unjam.formats.shipped import bench_levels, levels
from unjam.search.bfs import bfs

BOARDS = 2000


def answer(result: Result) -> list[object]:
    """Return what a search found and how much it looked at."""
    counts = [result.expanded, result.generated, result.solutions]
    moves = " ".join(map(str, result.moves))
    return [result.status, result.cost, result.optimal, result.lower_bound, moves, *counts]


def rushhour(rng: Random) -> RushHour:
    """Return a board of any shape, as small as the rules allow up to 9 by 9."""
    kind = rng.randrange(4)
    if kind < 2:
        return small(rng, most=20_000)
    if kind == 2:
        return RushHour.random(rng, rows=6, cols=6, cars=rng.randint(6, 12))
    while True:
        side = rng.randint(6, 9)
        board = wild(rng, side, side, side + rng.randint(0, side), rng.randint(0, side))
        if arrangements(board) <= 200_000:
            return board


def tiles(rng: Random) -> Tiles:
    """Return a board of up to 4 by 4, of which some cannot be solved."""
    rows, cols = rng.choice(((3, 3), (2, 4), (3, 4), (4, 4)))
    board = walked(rng, rng.randint(1, 60), rows, cols)
    if rng.random() < 0.9:
        return board
    words = str(board).split()[-rows * cols :]
    first, second = (each for each, word in enumerate(words) if word in ("1", "2"))
    words[first], words[second] = words[second], words[first]
    return Tiles.parse(f"{rows} {cols}\n{' '.join(words)}")


def blocks(rng: Random) -> Blocks:
    """Return a small board of blocks of any shape, or one like Klotski."""
    return some_blocks(rng) if rng.random() < 0.7 else Blocks.random(rng, rows=4, cols=4, gaps=rng.randint(2, 4))


def sokoban(rng: Random) -> Puzzle:
    """Return a small level, solvable or not."""
    if rng.random() < 0.3:
        return pulled_level(rng, rng.randint(5, 8), rng.randint(5, 8), rng.randint(2, 4))
    return random_level(rng, odd=rng.random() < 0.3, symmetric=rng.random() < 0.2)


def packing(rng: Random) -> Packing:
    """Return a small level, solvable or not."""
    if rng.random() < 0.3:
        freedom = rng.choice(("fixed", "turn", "flip"))
        return Packing.random(rng, width=rng.randint(4, 8), height=rng.randint(3, 6), pieces=6, freedom=freedom)
    return Packing.parse(packing_reference.random_level(rng, leftover=rng.random() < 0.3).text())


RANDOM: dict[str, Callable[[Random], Puzzle]] = {
    "rushhour": rushhour, "tiles": tiles, "blocks": blocks, "sokoban": sokoban, "packing": packing,
}  # fmt: skip


def random_boards(name: str) -> Iterator[object]:
    """Solve random boards, in each metric in turn."""
    metrics = family(name).metrics
    for seed in range(BOARDS):
        board = RANDOM[name](Random(seed))
        metric = metrics[seed % len(metrics)]
        yield [board.storage_text(), metric, answer(solve(board, metric=metric, workers=1))]


def generated(name: str, difficulty: str, seeds: str) -> Iterator[object]:
    """Generate a level of one difficulty from each seed below ``seeds``."""
    for seed in range(int(seeds)):
        for level in generate(name, difficulty=difficulty, seed=seed, workers=1):
            yield level.record()


def shipped(name: str) -> Iterator[object]:
    """Solve the levels that come with the package in every metric."""
    kind = family(name)
    for level in levels(name):
        for metric in kind.metrics:
            yield [level.board, metric, answer(solve(kind.parse(level.board), metric=metric, workers=1))]


def bench(name: str) -> Iterator[object]:
    """Count the positions that the benchmark's levels take."""
    kind = family(name)
    for metric in kind.metrics:
        yield sum(solve(kind.parse(level.board), metric=metric).expanded for level in bench_levels(name))


def memory(name: str) -> Iterator[object]:
    """Search with little memory: the verdict is the limit, wherever it strikes."""
    hard: dict[str, Puzzle] = {
        "rushhour": RushHour.random(Random(54), rows=8, cols=8, cars=22, walls=2),
        "sokoban": warehouse(Random(1), 8),
        "blocks": Blocks.parse("BCDEEE\nBCDFGH\nBIDFGH\n.I.JJK\nL.MAAK\nLNMAAK\ngoal A at 1,1"),
    }
    if name in hard:
        result = solve(hard[name], limits=Limits(seconds=60, bytes=1 << 20), workers=1)
        yield [result.status, result.optimal, str(result.reason)]


def sizes(name: str) -> Iterator[object]:
    """Tell how large the largest tables would be, without filling them."""
    if name == "tiles":
        parts = [[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15]]
        yield _core.TilePatterns(4, 4, 0, parts).table_bytes
        for rows, part in ((5, range(1, 8)), (6, range(1, 8))):
            try:
                yield _core.TilePatterns(rows, rows, 0, [list(part)]).table_bytes
            except ValueError as error:
                yield str(error)


def reference(name: str) -> Iterator[object]:
    """Search in plain Python, without the core."""
    if name != "packing":
        for seed in range(5):
            board = RANDOM[name](Random(seed)) if name != "tiles" else walked(Random(seed), 12, 3, 3)
            found = bfs(board, Task(board.metrics[0]))
            yield [found.status, found.cost, found.expanded]


PARTS: dict[str, Callable[..., Iterator[object]]] = {
    each.__name__: each for each in (random_boards, generated, shipped, bench, memory, sizes, reference)
}


def main(part: str, name: str = "", *words: str) -> None:
    """Print the answers of one part as an object: family to list."""
    print(json.dumps({each: list(PARTS[part](each, *words)) for each in ([name] if name else FAMILIES)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
