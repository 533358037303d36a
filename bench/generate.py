"""New levels a second of one core, by family and level: each solved, rated as asked, and unlike the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median_low
from time import process_time

from unjam import FAMILIES
from unjam.core.family_info import DIFFICULTIES
from unjam.core.puzzle import Control
from unjam.generation.generate import generate

SECONDS, MOST = 8.0, 100


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports levels a CPU second and their middle cost, up to a hundred levels or eight seconds of each kind."""
    report(f"{'levels a CPU second':22}" + "".join(f"{level:>16}" for level in DIFFICULTIES))
    for family in FAMILIES:
        report(f"{family:22}" + "".join(f"{_measured(family, level):>16}" for level in DIFFICULTIES))
    report("in brackets the cost that half of them have or less; seed 1, one worker")


def _measured(family: str, level: str) -> str:
    start, control = process_time(), Control()
    control.report = lambda *_: control.stop() if process_time() - start > SECONDS else None
    costs = [level.cost for level in generate(family, level=level, count=MOST, seed=1, workers=1, control=control)]
    rate = len(costs) / (process_time() - start)
    return f"{rate:.1f} ({median_low(costs)})" if costs else "none"
