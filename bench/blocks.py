"""Blocks: the shipped levels solved and explored natively, next to the rules in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from unjam.explore import explore
from unjam.families.blocks import Blocks
from unjam.levels import bundled
from unjam.puzzle import Task
from unjam.search.bfs import bfs
from unjam.solve import solve


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
