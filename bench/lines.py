"""Single figures, each measured in a process of its own: python bench/lines.py NAME [LEVELS].

Uses what every version of unjam has, so that ``bench.table`` can run the same line with an older one. A line prints
numbers only; the smaller, the better.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import unjam
from unjam import Limits, Result, explore, solve, solve_many
from unjam.families.blocks import Blocks
from unjam.families.packing import Packing
from unjam.families.rushhour import RushHour
from unjam.families.sokoban import Sokoban
from unjam.families.tiles import Tiles

LEVELS = Path(sys.argv[2]) if len(sys.argv) > 2 else Path()
WIDE = ((10, 34, (1, 3, 4, 6, 13)), (12, 50, (1, 2, 3, 8, 9)))
SHARED = (54, 152, 170, 176, 178, 192, 206, 214)
"""Seeds of 8 by 8 boards with 1.2 to 2.5 million positions."""
UNJAM = (sys.executable, "-c", "from unjam.cli import main; main()")


def cpu() -> float:
    """Seconds of the processor so far; in node, where Python knows only the time of day, those of node."""
    if sys.platform == "emscripten":
        from js import process

        used = process.cpuUsage()
        return (used.user + used.system) / 1e6
    return process_time()


def cpu_of_children() -> float:
    """Seconds of the processor that the processes took that have ended."""
    import resource  # not in a browser

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spent(work: Callable[[], object], times: int = 3) -> float:
    """The fewest CPU seconds of a few runs."""
    best = float("inf")
    for _ in range(times):
        start = cpu()
        work()
        best = min(best, cpu() - start)
    return best


def boards(name: str) -> list[RushHour]:
    text = (LEVELS / "rushhour" / f"{name}.txt").read_text(encoding="utf-8")
    return [level.puzzle for level in RushHour.levels(text) if isinstance(level.puzzle, RushHour)]


def rush(name: str) -> float:
    """Nanoseconds of the core for each position expanded, solutions rebuilt."""
    from unjam import _core
    from unjam.families.rushhour import native

    codes = [native.code(board) for board in boards(name)]
    outcomes = _core.rushhour_solve(codes, False, 1, None)
    best = spent(lambda: _core.rushhour_solve(codes, False, 1, None), 5)
    return 1e9 * best / sum(outcome.expanded for outcome in outcomes)


def rush_mixed() -> float:
    return rush("mixed1000")


def rush_hard() -> float:
    return rush("hard284")


def rush_explore() -> float:
    """Nanoseconds for each position of whole spaces, with the distances."""
    sample = boards("large_spaces100")[:40]
    states = sum(explore(board).states for board in sample)
    return 1e9 * spent(lambda: [explore(board) for board in sample]) / states


def rush_wide() -> float:
    """Nanoseconds for each position generated, on ten boards of 10 and 12 cells a side, three quarters full."""
    sample = [
        RushHour.random(Random(seed), rows=side, cols=side, cars=cars) for side, cars, seeds in WIDE for seed in seeds
    ]
    results = [solve(board, limits=Limits(seconds=2), workers=1) for board in sample]
    return 1e9 * sum(result.seconds for result in results) / sum(result.generated for result in results)


def cliff(high: int) -> float:
    """CPU seconds to say that L-trominoes do not fill a board 9 wide and 3 by 3 cells far away; 20 at most."""
    rows = ["." * 10 + "###"] * 3 + ["." * 13] + ["#" * 9 + "...."] * high
    text = "\n".join(["board", *rows, f"Ell {3 * high + 3} turn", "#.", "##"])
    start = cpu()
    solve(Packing.parse(text), limits=Limits(seconds=20))
    return cpu() - start


def packing_cliff_9() -> float:
    return cliff(9)


def packing_cliff_12() -> float:
    return cliff(12)


def pentominoes() -> float:
    """CPU seconds to count the 9356 ways to fill 6 by 10."""
    shapes = (".##/##./.#.", "#####", "#./#./#./##", ".#/.#/##/#.", "##/##/#.", "###/.#./.#.", "#.#/###", "#../#../###",
              "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##")  # fmt: skip
    pieces = "".join(
        f"{name} flip\n{shape}\n".replace("/", "\n") for name, shape in zip("FILNPTUVWXYZ", shapes, strict=True)
    )
    level = Packing.parse("board 10 6\n" + pieces)
    return spent(lambda: unjam.count_solutions(level))


def tight() -> list[Result]:
    """Boards of 6 by 6 with three empty cells."""
    texts = (
        "BCDEEE\nBCDFGH\nBIDFGH\n.I.JJK\nL.MAAK\nLNMAAK\ngoal A at 1,1",
        "BBBCDE\nFFGCDE\nFFGHH.\nI.GAAJ\nIKKAAJ\nLKKM.N\ngoal A at 2,1",
        ".BCCD.\nEAAFGH\nIAAJKH\nLLMNKO\nP.MNQO\nRSTUQV\ngoal A at 0,4",
    )
    return [solve(Blocks.parse(text), workers=1, limits=Limits(seconds=3)) for text in texts]


def blocks_time() -> float:
    """Microseconds for each position expanded."""
    results = tight()
    return 1e6 * sum(result.seconds for result in results) / sum(result.expanded for result in results)


def blocks_bytes() -> float:
    """Bytes for each position expanded."""
    results = tight()
    return sum(result.peak_bytes for result in results) / sum(result.expanded for result in results)


def blocks_long() -> float:
    """CPU seconds for a board of 482 moves."""
    board = Blocks.parse("GICC.\nGIEEB\nDJAAB\nDFAAB\nDF.HH\nKF.HH\ngoal A at 4,3")
    return spent(lambda: solve(board))


def python_share() -> float:
    """Microseconds of Python for each board of mixed1000, read, solved, replayed and written by one worker."""
    command = [*UNJAM, "solve", "--workers", "1", "--json", str(LEVELS / "rushhour/mixed1000.txt")]
    empty = [*UNJAM, "solve", "--workers", "1", "--json", "-"]
    board = next(iter((LEVELS / "rushhour/mixed1000.txt").read_text(encoding="utf-8").splitlines())) + "\n"
    best = float("inf")
    for _ in range(5):
        start = cpu_of_children()
        output = subprocess.run(command, capture_output=True, check=True).stdout
        whole = cpu_of_children() - start
        start = cpu_of_children()
        subprocess.run(empty, input=board.encode(), capture_output=True, check=True)
        begun = cpu_of_children() - start
        core = sum(json.loads(line)["seconds"] for line in output.splitlines())
        best = min(best, 1e6 * (whole - begun - core) / len(output.splitlines()))
    return best


def start_up() -> float:
    """Milliseconds of the processor that ``unjam solve`` of one board takes above Python alone, bytecode at hand."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        board = b"oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo\n"

        def best(command: list[str]) -> float:
            times = []
            for _ in range(15):
                start = cpu_of_children()
                subprocess.run(command, input=board, capture_output=True, check=True, env=env)
                times.append(cpu_of_children() - start)
            return min(times)

        return 1e3 * (best([*UNJAM, "solve", "-"]) - best([sys.executable, "-c", "pass"]))


def two_workers() -> float:
    """The time of a batch of 20,000 boards with two workers, in that with one: 0.5 would be perfect."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write((LEVELS / "rushhour/mixed1000.txt").read_text(encoding="utf-8") * 20)
        file.flush()
        wall = {}
        for workers in (1, 2):
            start = perf_counter()
            command = [*UNJAM, "solve", "--workers", str(workers), "--json", file.name]
            subprocess.run(command, capture_output=True, check=True)
            wall[workers] = perf_counter() - start
        return wall[2] / wall[1]


def two_threads() -> float:
    """The time of eight large boards, one after the other on two threads, in that on one."""
    sample = [RushHour.random(Random(seed), rows=8, cols=8, cars=22, walls=2) for seed in SHARED]
    wall = {}
    for workers in (1, 2):
        start = perf_counter()
        for board in sample:
            solve(board, workers=workers, limits=Limits(seconds=30))
        wall[workers] = perf_counter() - start
    return wall[2] / wall[1]


def tables_large() -> float:
    """CPU seconds of an easy 15-puzzle with the large tables, built before."""
    board = Tiles.parse("1 2 3 7 4 5 6 0 8 9 10 11 12 13 14 15")
    solve(board, tables="large")
    text = str(board)
    start = cpu_of_children()
    subprocess.run([*UNJAM, "solve", "--tables", "large", "-"], input=text.encode(),
                   capture_output=True, check=True)  # fmt: skip
    return cpu_of_children() - start


def korf() -> float:
    """CPU milliseconds for each of Korf's hundred, tables in memory."""
    rows = csv.DictReader((LEVELS / "tiles/korf100.csv").read_text(encoding="utf-8").splitlines())
    sample = [Tiles.parse(row["perm"]) for row in rows]
    list(solve_many(sample[:2], workers=1))
    return 1e3 * spent(lambda: list(solve_many(sample, workers=1))) / len(sample)


def any_tiles(side: int) -> float:
    rng, ratios = Random(7), []
    for _ in range(10):
        result = solve(Tiles.random(rng, rows=side, cols=side), any=True)
        ratios.append((result.cost or 0) / (result.lower_bound or 1))
    return sum(ratios) / len(ratios)


def any_24() -> float:
    """The mean of cost / lower bound of ten random 24-puzzles where any solution will do."""
    return any_tiles(5)


def any_35() -> float:
    return any_tiles(6)


def expert_levels() -> float:
    """CPU seconds of three new Rush Hour levels for experts."""
    return spent(lambda: list(unjam.generate("rushhour", difficulty="expert", count=3, workers=1)))


def plain_python() -> float:
    """CPU seconds of a breadth-first search without the core."""
    board = RushHour.parse("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")
    return spent(lambda: solve(board, algorithm="bfs"), 5)


def xsokoban() -> float:
    """How many of the 90 levels are not proven optimal in pushes within 20 seconds each."""
    text = (LEVELS / "sokoban/xsokoban.xsb").read_text(encoding="utf-8")
    sample = [level.puzzle for level in Sokoban.levels(text) if level.puzzle is not None]
    return sum(not solve(puzzle, metric="pushes", limits=Limits(seconds=20)).optimal for puzzle in sample)


if __name__ == "__main__":
    print(globals()[sys.argv[1]]())
