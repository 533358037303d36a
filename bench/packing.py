"""Packing: pentomino boards by both engines, the choice between them, and how soon and how flat the list comes."""

from __future__ import annotations

import resource
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.support.packing_reference import far_corner, large_level

from unjam.core.puzzle import Limits
from unjam.families.packing import Packing
from unjam.solving.solve import count, solve

SHAPES = {
    "F": ".##/##./.#.", "I": "#####", "L": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip
PIECES = "".join(f"{name} flip\n{shape.replace('/', chr(10))}\n" for name, shape in SHAPES.items())
BOARDS = {
    "6x10": ("board 10 6\n", 9356, 2339),
    "5x12": ("board 12 5\n", 4040, 1010),
    "4x15": ("board 15 4\n", 1472, 368),
    "3x20": ("board 20 3\n", 8, 2),
    "8x8 less 2x2": ("board\n" + "########\n" * 3 + "###..###\n" * 2 + "########\n" * 3, 520, 65),
}


RANDOM, LIMIT = 500, 0.3
"""How many random boards both engines and the choice between them are tried on, and for how many seconds at most."""


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Report CPU seconds, whole calls included, and the ratio of the two engines on the same boards."""
    report(f"{'twelve pentominoes':20}{'raw':>7}{'CPU s':>9}{'reduced':>9}{'CPU s':>9}{'cover s':>9}{'ratio':>7}")
    steps = 0
    for name, (board, raw, reduced) in BOARDS.items():
        level = Packing.parse(board + PIECES)
        counted, seconds = _timed(partial(count, level))
        fewer, short = _timed(partial(count, level, reduced=True))
        other, slow = _timed(partial(count, level, algorithm="cover"))
        assert (counted.solutions, fewer.solutions, other.solutions) == (raw, reduced, raw)
        steps += counted.expanded
        report(f"{name:20}{raw:7}{seconds:9.3f}{reduced:9}{short:9.3f}{slow:9.3f}{slow / seconds:7.1f}")
    report(f"node signature {steps}")

    for name, high in (("9x9", 9), ("9x12", 12)):
        level = Packing.parse(far_corner(9, high))
        results = {engine: _timed(partial(solve, level, algorithm=engine)) for engine in (None, "scan", "cover")}
        assert {result.status for result, _ in results.values()} == {"unsolvable"}
        report(
            f"L-trominoes on {name} and a far 3x3 without a solution, CPU s (steps): "
            + ", ".join(
                f"{engine or 'chosen'} {cpu:.4f} ({result.expanded})" for engine, (result, cpu) in results.items()
            )
        )
    choice(levels, report)

    level = Packing.parse(BOARDS["6x10"][0] + PIECES)
    stream = level.solutions()
    _, first = _timed(lambda: next(stream))
    rest, seconds = _timed(lambda: sum(1 for _ in stream))
    report(
        f"6x10 listed in order: first solution after {first:.3f} s CPU, all {rest + 1} after {first + seconds:.3f} s"
    )

    stream = Packing.parse("board 8 8\nDomino 2x1 32 turn\n").solutions()
    next(stream)
    sum(1 for _ in islice(stream, 100_000))
    before = _resident()
    _, seconds = _timed(lambda: sum(1 for _ in islice(stream, 900_000)))
    grown = (_resident() - before) / 1024
    report(
        f"dominoes on 8x8: a million solutions listed, {1e6 * seconds / 9e5:.1f} us each, memory grew by {grown:.0f} kB"
    )


def choice(levels: Path | None, report: Callable[[str], None]) -> None:
    """Report how much longer the choice takes than the better engine for each board, on random boards."""
    limits = Limits(seconds=LIMIT)
    total: dict[str, float] = {}
    for verb in ("solve", "count"):
        rng, times, best, skipped, short = Random(15), dict.fromkeys(("chosen", "scan", "cover"), 0.0), 0.0, 0, 0
        for _ in range(RANDOM):
            level = Packing.parse(large_level(rng, 80).text())
            solve(level, any=True, limits=Limits(seconds=0))  # what is worked out once for a level
            timings = {}
            for name in times:
                engine = None if name == "chosen" else name
                work = partial(solve, level, any=True) if verb == "solve" else partial(count, level)
                timings[name] = _timed(partial(work, algorithm=engine, limits=limits))
            if all(timings[name][0].status == "gave_up" for name in ("scan", "cover")):
                skipped += 1
                continue
            done = [result for result, _ in timings.values() if result.status != "gave_up"]
            assert len({(result.status, result.solutions) for result in done}) == 1
            short += timings["chosen"][0].status == "gave_up"
            for name, (_, seconds) in timings.items():
                times[name] += seconds
            best += min(timings["scan"][1], timings["cover"][1])
        for name, seconds in {**times, "best": best}.items():
            total[name] = total.get(name, 0) + seconds
        report(
            f"{verb:6}{RANDOM} random boards ({skipped} left out, too long for both; {short} too long for the choice"
            " alone): CPU s "
            + ", ".join(f"{name} {seconds:.3f}" for name, seconds in times.items())
            + f"; the better engine for each board {best:.3f}, chosen / better {times['chosen'] / best:.2f}"
        )
    report(f"both: chosen / better {total['chosen'] / total['best']:.2f}")


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    before = _cpu()
    answer = work()
    return answer, _cpu() - before


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()
