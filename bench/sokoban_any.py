"""How the search for any solution fares on a collection: a table of its levels, and what each part of it is worth.

The limit of a level is processor time, so that the tables do not depend on what else the machine does. It is two
seconds, or as many as ``UNJAM_BENCH_SECONDS`` says. Every solution is replayed by the rules before it counts.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from pathlib import Path
from time import process_time

from unjam.core.limits import Control
from unjam.core.puzzle import Result
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.native import PARTS
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

SECONDS = float(os.environ.get("UNJAM_BENCH_SECONDS", "2"))


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports both tables as Markdown."""
    table(levels, report)
    report("")
    ablation(levels, report)


def table(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports seconds and pushes of every level, three levels a line."""
    puzzles = collection(levels)
    results = [timed(puzzle, 0) for puzzle in puzzles]
    solved = [seconds for result, seconds in results if result.solved]
    total = sum(seconds for _, seconds in results)
    report(
        f"{len(solved)} of {len(puzzles)} solved within {SECONDS:g} s each, one worker, {total:.1f} s of processor time"
        f" in all ({sum(solved):.1f} s for those solved), {processor()}."
    )
    report("\n| level | s | pushes | level | s | pushes | level | s | pushes |")
    report("|" + "--:|" * 9)
    cells = [_cells(number, *each) for number, each in enumerate(results, 1)]
    height = -(-len(cells) // 3)
    for row in range(height):
        report("| " + " | ".join(cell for each in cells[row::height] for cell in each) + " |")


def ablation(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports how many levels are solved with each part of the search switched off."""
    puzzles = collection(levels)
    report(f"{len(puzzles)} levels, at most {SECONDS:g} s of processor time each, one worker, {processor()}.")
    report("\n| without | solved | s | lost | won |\n|:--|--:|--:|:--|:--|")
    whole: set[int] = set()
    for name, bit in {"—": 0, **PARTS}.items():
        results = [timed(puzzle, bit) for puzzle in puzzles]
        solved = {number for number, (result, _) in enumerate(results, 1) if result.solved}
        whole = whole or solved
        lost, won = (", ".join(map(str, sorted(each))) for each in (whole - solved, solved - whole))
        seconds = sum(seconds for _, seconds in results)
        report(f"| {name.replace('_', ' ')} | {len(solved)} | {seconds:.0f} | {lost} | {won} |")


def collection(levels: Path | None) -> list[Sokoban]:
    """The levels of XSokoban in the folder, or else our own."""
    path = levels / "sokoban" / "xsokoban.xsb" if levels else None
    if path is None or not path.is_file():
        return [Sokoban.parse(level.board) for level in bundled("sokoban")]
    results = Sokoban.levels(path.read_text(encoding="utf-8"))
    return [level.puzzle for level in results if isinstance(level.puzzle, Sokoban)]


def timed(puzzle: Sokoban, without: int) -> tuple[Result, float]:
    """Any solution of the puzzle, looked for until the processor time is spent, and how much was."""
    began = process_time()

    def look(expanded: int, bound: int | None, seconds: float) -> None:
        if process_time() - began > SECONDS:
            control.stop()

    control = Control(look)
    result = solve(puzzle, metric="pushes", any=True, control=control, without=without)
    return result, process_time() - began


def processor() -> str:
    """The name of the processor, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _cells(number: int, result: Result, seconds: float) -> tuple[str, str, str]:
    return str(number), f"{seconds:.2f}", str(result.cost) if result.solved else "—"
