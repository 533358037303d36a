"""Rush Hour in boards a second and nanoseconds a position: with and without replay, one thread and two."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from unjam import _core
from unjam.families.rushhour import RushHour, native
from unjam.levels import bundled
from unjam.puzzle import Task
from unjam.solve import replayed

SETS = ("mixed1000", "hard284", "large_spaces100")


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports the figures of each set of boards; the shipped levels where no folder is given."""
    for name, boards in _sets(levels):
        for metric in RushHour.metrics:
            _measure(name, boards, metric, report)
        _compare_threads(name, boards, report)


def _sets(levels: Path | None) -> list[tuple[str, list[RushHour]]]:
    found = []
    for name in SETS if levels else ():
        file = levels / "rushhour" / f"{name}.txt" if levels else Path()
        if file.exists():
            read = RushHour.levels(file.read_text(encoding="utf-8"))
            found.append((name, [level.puzzle for level in read if isinstance(level.puzzle, RushHour)]))
    shipped = [RushHour.parse(level.board) for level in bundled("rushhour")]
    return found or [("shipped", shipped * 20)]


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _measure(name: str, boards: list[RushHour], metric: str, report: Callable[[str], None]) -> None:
    """CPU time of one thread: the core alone (solutions rebuilt), then with every answer replayed in Python."""
    codes = [native.code(board) for board in boards]
    _core.rushhour_solve(codes[:50], metric == "steps", 1, None)
    best, expanded = float("inf"), 0
    for _ in range(5):
        start = _cpu()
        outcomes = _core.rushhour_solve(codes, metric == "steps", 1, None)
        best = min(best, _cpu() - start)
        expanded = sum(outcome.expanded for outcome in outcomes)
    start = _cpu()
    results = native.RushHourNative().solve_many(boards, Task(metric, workers=1))
    for board, result in zip(boards, results, strict=True):
        replayed(board, result)
    whole = _cpu() - start
    report(
        f"rushhour {name:15} {metric:5} one thread: {len(boards) / best:7,.0f} boards/s,"
        f" {1e9 * best / expanded:5.1f} ns/position, {expanded:,} positions;"
        f" with replay in Python {len(boards) / whole:6,.0f} boards/s"
    )


def _compare_threads(name: str, boards: list[RushHour], report: Callable[[str], None]) -> None:
    """One thread against two, in turns, over a set repeated until it takes a second or more.

    The second figure counts CPU time, so it also means something on a machine that is busy with other work.
    """
    codes = [native.code(board) for board in boards]
    start = perf_counter()
    _core.rushhour_solve(codes, False, 1, None)
    codes *= max(1, int(1.0 / (perf_counter() - start)))
    wall, cpu = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
    for _ in range(3):
        for threads in wall:
            start, spent = perf_counter(), _cpu()
            _core.rushhour_solve(codes, False, threads, None)
            wall[threads] = min(wall[threads], perf_counter() - start)
            cpu[threads] = min(cpu[threads], _cpu() - spent)
    report(
        f"rushhour {name:15} moves two threads: {wall[1] / wall[2]:.2f} x one thread by the clock,"
        f" {2 * cpu[1] / cpu[2]:.2f} x by CPU time"
    )
