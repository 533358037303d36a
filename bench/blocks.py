"""Blocks: the shipped levels and larger boards solved and explored natively, next to the rules in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from unjam.core.puzzle import Limits, Task
from unjam.families.blocks import Blocks
from unjam.formats.shipped import bundled
from unjam.search.bfs import bfs
from unjam.solving.explore import explore
from unjam.solving.solve import solve

LONG = {
    "5x6, 436 moves": (".DBAA\n.DBAA\n.DCCH\nGGCCH\nGGEEH\nFJIIK\ngoal A at 4,3", 436, 625),
    "5x6, 482 moves": ("GICC.\nGIEEB\nDJAAB\nDFAAB\nDF.HH\nKF.HH\ngoal A at 4,3", 482, 715),
}
"""Boards of our own, the hardest of their spaces, and what they cost in moves and in steps."""

THREE_EMPTY = {
    "14 blocks, no solution": "BCDEEE\nBCDFGH\nBIDFGH\n.I.JJK\nL.MAAK\nLNMAAK\ngoal A at 1,1",
    "14 blocks": "BBBCDE\nFFGCDE\nFFGHH.\nI.GAAJ\nIKKAAJ\nLKKM.N\ngoal A at 2,1",
    "22 blocks": ".BCCD.\nEAAFGH\nIAAJKH\nLLMNKO\nP.MNQO\nRSTUQV\ngoal A at 0,4",
}
"""Boards of 6x6 cells, three of them empty; the last has more positions than anybody can list."""


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    for level in bundled("blocks"):
        if level.cost < 60:
            continue
        board = Blocks.parse(level.board)
        start = process_time()
        moves, steps = solve(board), solve(board, metric="steps")
        solved = process_time()
        space = explore(board)
        explored = process_time()
        report(
            f"{level.title}: {moves.cost} moves, {steps.cost} steps, both in {solved - start:.3f} s CPU; "
            f"{space.states:,} positions explored in {explored - solved:.3f} s CPU"
        )
    for name, (text, moves, steps) in LONG.items():
        board = Blocks.parse(text)
        start = process_time()
        costs = [solve(board, metric=metric).cost for metric in ("moves", "steps")]
        report(f"{name}: {costs[0]} moves, {costs[1]} steps, both in {process_time() - start:.3f} s CPU")
        assert costs == [moves, steps]
    large(levels, report)
    board = Blocks.parse(next(level.board for level in bundled("blocks") if level.title == "Klotski"))
    start = process_time()
    answer = solve(board)
    native = process_time() - start
    start = process_time()
    reference = bfs(board, Task("moves"))
    plain = process_time() - start
    report(
        f"Klotski in plain Python: {reference.cost} moves in {plain:.2f} s CPU, "
        f"{plain / native:,.0f} times as long as native"
    )
    assert answer.cost == reference.cost


def large(levels: Path | None, report: Callable[[str], None]) -> None:
    """Report microseconds and bytes a position on one thread, and the same inside a frame of walls.

    Framed, the board has more than 64 cells, and its positions are kept as the places of all blocks.
    """
    for name, text in THREE_EMPTY.items():
        drawn, goal = text.rsplit("\n", 1)
        framed = "\n".join([*(row + "#" * 5 for row in drawn.split("\n")), goal])
        words = []
        for way, board in (("packed", Blocks.parse(text)), ("framed", Blocks.parse(framed))):
            for metric in Blocks.metrics:
                start = process_time()
                answer = solve(board, metric=metric, workers=1, limits=Limits(seconds=2))
                each = (process_time() - start) / answer.expanded
                words.append(
                    f"{way} {metric} {1e6 * each:.2f} us, {answer.peak_bytes / answer.expanded:.0f} bytes"
                    f" ({answer.expanded:,} positions{'' if answer.status != 'gave_up' else ', stopped'})"
                )
        report(f"6x6 with three empty cells, {name}: " + "; ".join(words))
