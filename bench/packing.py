"""Packing: pentomino boards by both engines, up to symmetry and not, and how soon and how flat the list comes."""

from __future__ import annotations

import resource
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from unjam.families.packing import Packing

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


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Report CPU seconds, whole calls included, and the ratio of the two engines on the same boards."""
    report(f"{'twelve pentominoes':20}{'raw':>7}{'CPU s':>9}{'reduced':>9}{'CPU s':>9}{'cover s':>9}{'ratio':>7}")
    steps = 0
    for name, (board, raw, reduced) in BOARDS.items():
        level = Packing.parse(board + PIECES)
        counted, seconds = _timed(level.count_solutions)
        fewer, short = _timed(partial(level.count_solutions, reduced=True))
        other, slow = _timed(partial(level.count_solutions, algorithm="cover"))
        assert (counted.solutions, fewer.solutions, other.solutions) == (raw, reduced, raw)
        steps += counted.expanded
        report(f"{name:20}{raw:7}{seconds:9.3f}{reduced:9}{short:9.3f}{slow:9.3f}{slow / seconds:7.1f}")
    report(f"node signature {steps}")

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
