"""New levels a second, by family and level, in one process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from unjam import FAMILIES
from unjam.generate import generate
from unjam.maker import RANKS

SECONDS, MOST = 5.0, 50


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports levels a second of one core, with every level solved and rated; five seconds for each kind."""
    for family in FAMILIES:
        for level in RANKS:
            report(f"generate {family:9} {level:13} {_measure(family, level)}")


def _measure(family: str, level: str) -> str:
    began, spent, costs, tried = perf_counter(), process_time(), list[int](), 0
    for found in generate(family, level=level, count=MOST, seed=1, workers=1):
        costs.append(found.cost)
        tried = found.stream + 1
        if perf_counter() - began > SECONDS:
            break
    seconds = max(process_time() - spent, 1e-9)
    if not costs:
        return f"none in {seconds:.1f} s"
    middle = sorted(costs)[len(costs) // 2]
    return f"{len(costs) / seconds:7.1f} a second of one core, cost {min(costs)} to {max(costs)}, half {middle} or" \
           f" more; {len(costs)} of {tried} streams"  # fmt: skip
