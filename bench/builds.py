"""Two builds of unjam beside each other, in CPU time: python bench/builds.py LEVELS BEFORE AFTER [ROUNDS [ITEM …]].

A build is the Python of an environment that has unjam, or the .so file of another native core for this environment.
Both builds run each item in turns, each in a process of its own, so that a disturbance of the machine affects both. The
figure is the best of all rounds. ITEM selects items by the beginning of their names.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from math import ceil, exp, log
from pathlib import Path
from random import Random
from typing import Any

LEVELS = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
Work = Callable[[], int]
"""What an item runs: answers with a number that both builds must agree on, as the positions it expanded."""


def items() -> dict[str, Callable[[], Work]]:
    """Every item: prepares its boards and returns the work that is measured."""
    import unjam
    from unjam import Blocks, Limits, Packing, RushHour, Sokoban, Tiles, _core, explore, solve, solve_many
    from unjam.families.rushhour import native

    try:
        from unjam.solving.solve import count
    except ImportError:  # an older unjam
        count = unjam.count_solutions  # type: ignore[assignment]

    def text(name: str) -> str:
        return (LEVELS / name).read_text(encoding="utf-8")

    def boards(kind: Any, name: str, most: int | None = None) -> list[Any]:
        return [level.puzzle for level in kind.levels(text(name))][:most]

    def expand(puzzles: list[Any], **options: Any) -> Work:
        return lambda: sum(result.expanded for result in solve_many(puzzles, workers=1, **options))

    def rush(name: str, repeat: int, most: int | None = None, steps: bool = False) -> Work:
        codes = [native.code(board) for board in boards(RushHour, f"rushhour/{name}.txt", most)]
        return lambda: sum(
            outcome.expanded for _ in range(repeat) for outcome in _core.rushhour_solve(codes, steps, 1, None)
        )

    def spaces(puzzles: list[Any]) -> Work:
        return lambda: sum(explore(puzzle).states for puzzle in puzzles)

    def rate(puzzles: list[Any]) -> Work:
        return lambda: len([unjam.rate(puzzle) for puzzle in puzzles])

    def generate(family: str, count: int, level: str, **options: Any) -> Work:
        return lambda: len(list(unjam.generate(family, level=level, count=count, seed=3, workers=1, **options)))

    def wide() -> Work:
        sample = [RushHour.random(Random(seed), rows=10, cols=10, cars=34) for seed in (1, 6, 13)]
        return lambda: sum(solve(board, limits=Limits(seconds=30), workers=1).expanded for board in sample)

    def korf() -> Work:
        rows = list(csv.DictReader(text("tiles/korf100.csv").splitlines()))
        sample = [Tiles.parse(row["perm"]) for row in rows][:60]
        list(solve_many(sample[:2], workers=1))
        return expand(sample)

    def scrambled(rows: int, cols: int, moves: int, count: int) -> list[Any]:
        rng, sample = Random(rows * moves), []
        for _ in range(count):
            board: Any = Tiles.parse(" ".join(map(str, range(rows * cols))) if rows == cols else
                                     f"{rows} {cols}\n" + " ".join(map(str, range(rows * cols))))  # fmt: skip
            for _ in range(moves):
                board = board.play(rng.choice(list(board.moves())))
            sample.append(board)
        return sample

    def tight() -> Work:
        board = Blocks.parse("BCDEEE\nBCDFGH\nBIDFGH\n.I.JJK\nL.MAAK\nLNMAAK\ngoal A at 1,1")
        return lambda: solve(board, workers=1, limits=Limits(seconds=30)).expanded

    def pentominoes(algorithm: str | None, shape: str) -> Work:
        shapes = (".##/##./.#.", "#####", "#./#./#./##", ".#/.#/##/#.", "##/##/#.", "###/.#./.#.", "#.#/###",
                  "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##")  # fmt: skip
        pieces = "".join(
            f"{name} flip\n{shape}\n".replace("/", "\n") for name, shape in zip("FILNPTUVWXYZ", shapes, strict=True)
        )
        level = Packing.parse(f"board {shape}\n" + pieces)
        options: Any = {"algorithm": algorithm} if algorithm else {}
        return lambda: count(level, **options).expanded

    def any_solution(name: str, numbers: list[int]) -> Work:
        puzzles = boards(Sokoban, f"sokoban/{name}.xsb")
        chosen = [puzzles[number - 1] for number in numbers]
        return lambda: sum(solve(puzzle, any=True, workers=1, limits=Limits(seconds=60)).expanded for puzzle in chosen)

    def hall() -> Work:
        """A level with more floor than ordinary ones, for the core of large levels."""
        rows = ["#" * 34, *("#" + " " * 32 + "#" for _ in range(30)), "#" * 34]
        grid = [list(row) for row in rows]
        rng = Random(4)
        for r, c in ((r, c) for r in range(4, 28, 4) for c in range(4, 30, 5)):
            grid[r][c] = "#"
        cells = [(r, c) for r in range(3, 29) for c in range(3, 31) if grid[r][c] == " "]
        chosen = rng.sample(cells, 24)
        for r, c in chosen[:12]:
            grid[r][c] = "$"
        for r, c in chosen[12:]:
            grid[r][c] = "."
        grid[1][1] = "@"
        board = Sokoban.parse("\n".join("".join(row) for row in grid))
        return lambda: solve(board, any=True, workers=1, limits=Limits(seconds=60)).expanded

    def improve() -> Work:
        puzzle = boards(Sokoban, "sokoban/microban1.xsb")[92]
        known = solve(puzzle, any=True, workers=1)
        return lambda: unjam.improve(puzzle, known, metric="pushes", limits=Limits(seconds=30)).cost or 0

    micro = "sokoban/microban1.xsb"
    return {
        "rush mixed": lambda: rush("mixed1000", 4),
        "rush hard": lambda: rush("hard284", 6),
        "rush steps": lambda: rush("mixed1000", 1, 500, True),
        "rush spaces": lambda: spaces(boards(RushHour, "rushhour/large_spaces100.txt", 16)),
        "rush wide": wide,
        "rush rate": lambda: rate(boards(RushHour, "rushhour/mixed1000.txt", 120)),
        "rush generate": lambda: generate("rushhour", 4, "expert"),
        "tiles korf": korf,
        "tiles any 24": lambda: expand([Tiles.random(Random(7), rows=5, cols=5) for _ in range(2)], any=True),
        "tiles 24 easy": lambda: expand(scrambled(5, 5, 110, 12)),
        "tiles 3x5": lambda: expand([Tiles.random(Random(n), rows=3, cols=5) for n in range(4)]),
        "tiles space": lambda: spaces([Tiles.random(Random(2), rows=3, cols=3)]),
        "tiles generate": lambda: generate("tiles", 40, "advanced"),
        "blocks klotski": lambda: expand([unjam.read("blocks/klotski")[0]] * 12),
        "blocks steps": lambda: expand([unjam.read("blocks/klotski")[0]] * 6, metric="steps"),
        "blocks space": lambda: spaces([unjam.read("blocks/klotski")[0]] * 6),
        "blocks tight": tight,
        "blocks generate": lambda: generate("blocks", 8, "intermediate"),
        "sokoban pushes": lambda: expand(boards(Sokoban, "sokoban/boxoban_hard_500.xsb", 120), metric="pushes"),
        "sokoban microban": lambda: expand(boards(Sokoban, micro, 60), metric="pushes"),
        "sokoban moves": lambda: expand(boards(Sokoban, micro, 50), metric="moves"),
        "sokoban boxoban any": lambda: expand(boards(Sokoban, "sokoban/boxoban_hard_500.xsb", 60), any=True),
        "sokoban xsokoban any": lambda: any_solution("xsokoban", [1, 2, 3, 6, 7, 17, 38, 78, 82]),
        "sokoban large any": hall,
        "sokoban improve": improve,
        "sokoban rate": lambda: rate(boards(Sokoban, micro, 30)),
        "sokoban generate": lambda: generate("sokoban", 6, "advanced"),
        "packing 6x10": lambda: pentominoes(None, "10 6"),
        "packing 3x20 cover": lambda: pentominoes("cover", "20 3"),
        "packing rate": lambda: rate(
            [unjam.read(name)[0] for name in ("packing/one-missing", "packing/six-of-twelve")]
        ),
        "packing generate": lambda: generate("packing", 6, "intermediate"),
    }


def serve(core: str) -> None:
    """Runs the item on each line of standard input, as often as it says, and prints its CPU seconds and its answer."""
    if core:
        spec = importlib.util.spec_from_file_location("unjam._core", core)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["unjam._core"] = module
        spec.loader.exec_module(module)
        import unjam

        unjam._core = module
    prepare, prepared = items(), {}
    for line in sys.stdin:
        times, name = line.strip().split(" ", 1)
        try:
            if name not in prepared:
                prepared[name] = prepare[name]()
            began = resource.getrusage(resource.RUSAGE_SELF)
            for _ in range(int(times)):
                answer = prepared[name]()
            ended = resource.getrusage(resource.RUSAGE_SELF)
            seconds = (ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime) / int(times)
        except Exception as error:
            seconds, answer = float("nan"), repr(error)  # type: ignore[assignment]
        print(json.dumps([seconds, answer]), flush=True)


class Build:
    """A process of one build."""

    def __init__(self, build: str) -> None:
        python, core = (sys.executable, str(Path(build).resolve())) if build.endswith(".so") else (build, "")
        self.process = subprocess.Popen(
            [python, __file__, str(LEVELS), "--serve", core],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", "/tmp") + "/unjam-builds"},
        )  # fmt: skip

    def measure(self, name: str, times: int) -> tuple[float, Any]:
        """CPU seconds of the item, mean of that many times, and its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{times} {name}\n")
        self.process.stdin.flush()
        seconds, answer = json.loads(self.process.stdout.readline())
        return seconds, answer


def main() -> None:
    builds = [Build(build) for build in sys.argv[2:4]]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 7
    chosen = [name for name in items() if not sys.argv[5:] or any(name.startswith(word) for word in sys.argv[5:])]
    ratios, totals = [], [0.0, 0.0]
    print(f"{'item':24}{'before, s':>11}{'after, s':>11}{'after / before':>16}", flush=True)
    for name in chosen:
        first = [build.measure(name, 1)[0] for build in builds]
        repeat = max(1, ceil(0.3 / max(min(first), 1e-4)))
        times: list[list[float]] = [[], []]
        answers = [None, None]
        for turn in range(rounds):
            for index in (0, 1) if turn % 2 == 0 else (1, 0):
                seconds, answers[index] = builds[index].measure(name, repeat)
                times[index].append(seconds)
        before, after = map(min, times)
        ratios.append(after / before)
        totals = [totals[0] + before, totals[1] + after]
        note = "" if answers[0] == answers[1] else f"   answers differ: {answers[0]}, {answers[1]}"
        print(f"{name:24}{before:11.3f}{after:11.3f}{after / before:16.3f}{note}", flush=True)
    mean = exp(sum(map(log, ratios)) / len(ratios))
    print(f"{'total':24}{totals[0]:11.3f}{totals[1]:11.3f}{totals[1] / totals[0]:16.3f}")
    print(f"{'geometric mean':24}{mean:38.3f}")


if __name__ == "__main__":
    if sys.argv[2:3] == ["--serve"]:
        serve(sys.argv[3])
    else:
        main()
