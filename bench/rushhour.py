"""Rush Hour in boards a second and nanoseconds a position: with and without replay, one thread and two.

Where build/yardsticks has `rush_limit`, a prototype that reads "moves board positions" lines, it is measured in turns
with ours: `rush_limit.SET` for the set of instructions of our core, else `rush_limit`.
"""

from __future__ import annotations

import re
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from unjam import _core
from unjam.core.puzzle import Limits, Task
from unjam.families.rushhour import RushHour, native
from unjam.formats.shipped import bundled
from unjam.solving.solve import verify_result

SETS = ("mixed1000", "hard284", "large_spaces100")
YARDSTICKS = Path("build/yardsticks")
LARGE = {10: (34, (1, 3, 4, 6, 13)), 12: (50, (1, 2, 3, 8, 9))}
"""For each side of a large board how many cars make it three quarters full, and the seeds."""
SHARED = (54, 152, 170, 176, 178, 192, 206, 214)
"""Seeds of 8 by 8 boards with 1.2 to 2.5 million positions."""


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports the figures of each set of boards; the shipped levels where no folder is given."""
    for name, boards in _sets(levels):
        for metric in RushHour.metrics:
            _measure(name, boards, metric, report)
        _compare_threads(name, boards, report)
        if levels and name != "shipped":
            _compare_yardstick(levels / "rushhour" / f"{name}.txt", boards, report)
    for side in LARGE:
        _measure_large(side, report)
    _share_one(report)


def _sets(levels: Path | None) -> list[tuple[str, list[RushHour]]]:
    sets = []
    for name in SETS if levels else ():
        file = levels / "rushhour" / f"{name}.txt" if levels else Path()
        if file.exists():
            read = RushHour.levels(file.read_text(encoding="utf-8"))
            sets.append((name, [level.puzzle for level in read if isinstance(level.puzzle, RushHour)]))
    shipped = [RushHour.parse(level.board) for level in bundled("rushhour")]
    return sets or [("shipped", shipped * 20)]


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
        verify_result(board, result)
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


def _best(measure: Callable[[], float], yardstick: Callable[[], float]) -> tuple[float, float]:
    """The best of each, measured in turns."""
    pairs = [(measure(), yardstick()) for _ in range(5)]
    return min(ours for ours, _ in pairs), min(theirs for _, theirs in pairs)


def _compare_yardstick(file: Path, boards: list[RushHour], report: Callable[[str], None]) -> None:
    """Nanoseconds a position, ours with solutions rebuilt; then of the whole space with its distances."""
    programs = [YARDSTICKS / f"rush_limit.{_core.instructions()}", YARDSTICKS / "rush_limit"]
    program = next((path for path in programs if path.exists()), None)
    if program is None:
        return
    lines = "".join(" ".join(line.split()[:3]) + "\n" for line in file.read_text(encoding="utf-8").splitlines())
    codes = [native.code(board) for board in boards]

    def yardstick(*mode: str) -> float:
        output = subprocess.run([program, *mode], input=lines, capture_output=True, text=True, check=True).stderr
        return min(float(each) for each in re.findall(r"ns/(?:expanded|state) ([0-9.]+)", output))

    def solve() -> float:
        start = _cpu()
        outcomes = _core.rushhour_solve(codes, False, 1, None)
        return 1e9 * (_cpu() - start) / sum(outcome.expanded for outcome in outcomes)

    def explore() -> float:
        start = _cpu()
        states = sum(_core.rushhour_explore(code, False, None).states for code in codes)
        return 1e9 * (_cpu() - start) / states

    for what, ours, mode in (("solve", solve, ("solve", "2")), ("explore", explore, ("dist",))):
        ours_ns, theirs_ns = _best(ours, lambda mode=mode: yardstick(*mode))  # type: ignore[misc]
        report(
            f"rushhour {file.stem:15} {what}: {ours_ns:5.1f} ns/position against {theirs_ns:5.1f} of {program.name},"
            f" {theirs_ns / ours_ns:.2f} x its positions/s"
        )


def _measure_large(side: int, report: Callable[[str], None]) -> None:
    """Random boards above 8 by 8, guided and breadth-first, two seconds each at most."""
    cars, seeds = LARGE[side]
    codes = [native.code(RushHour.random(Random(seed), rows=side, cols=side, cars=cars)) for seed in seeds]
    parts = []
    for name, guided in (("A*", True), ("breadth-first", False)):
        task, start = Task("moves", limits=Limits(seconds=2)), _cpu()
        outcomes = [_core.rushhour_solve([code], False, 1, task, guided=guided)[0] for code in codes]
        spent, generated = _cpu() - start, sum(outcome.generated for outcome in outcomes)
        solved = sum(outcome.status == _core.Status.solved for outcome in outcomes)
        parts.append(f"{name} {1e9 * spent / generated:5.1f} ns/generated, {solved} of {len(codes)} solved in 2 s each")
    report(f"rushhour {side}x{side}, three quarters full: {'; '.join(parts)}")


def _share_one(report: Callable[[str], None]) -> None:
    """Boards of more than a million positions, each solved by one thread and by two in turns; best of three."""
    codes = [native.code(RushHour.random(Random(seed), rows=8, cols=8, cars=22, walls=2)) for seed in SHARED]
    wall, cpu = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    for code in codes:
        seen: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for _ in range(3):
            for threads, times in seen.items():
                start, spent = perf_counter(), _cpu()
                _core.rushhour_solve([code], False, threads, None)
                times.append((perf_counter() - start, _cpu() - spent))
        for threads, times in seen.items():
            wall[threads] += min(each for each, _ in times)
            cpu[threads] += min(each for _, each in times)
    report(
        f"rushhour {len(codes)} boards of a million positions and more, each by two threads:"
        f" {wall[1] / wall[2]:.2f} x one thread by the clock, {2 * cpu[1] / cpu[2]:.2f} x by CPU time"
    )
