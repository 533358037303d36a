"""The core for browsers beside the one of this machine: python -m bench LEVELS wasm, after make wasm.

Every line is a process of its own, one after the other, with one thread.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from .machine import machine
from .table import LINES as TABLE

PROJECT = Path(__file__).parents[1]
WASM = [str(PROJECT / "build/wasm/tools/bin/python"), str(PROJECT / "tools/site/wasm/run.py")]
LINES = {name: TABLE[name] for name in (
    "rush_mixed", "rush_hard", "rush_explore", "rush_wide", "packing_cliff_9", "packing_cliff_12", "pentominoes",
    "blocks_time", "blocks_bytes", "blocks_long", "korf", "any_24",
)} | {
    "expert_levels": ("Three new Rush Hour levels for experts, s", 2),
    "plain_python": ("Breadth-first search in plain Python, s", 2),
}  # fmt: skip


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Report the table in Markdown."""
    report(f"{machine()}, and node. CPU time; less is better.\n")
    report("| | native | browser | browser / native |\n|:--|--:|--:|--:|")
    for name, (title, times) in LINES.items():
        best = [float("inf"), float("inf")]
        for _ in range(times):
            for at, words in enumerate(([sys.executable], [*WASM, *mounts(levels)])):
                best[at] = min(best[at], measured(words, name, levels))
        report(f"| {title} | {best[0]:.3g} | {best[1]:.3g} | {best[1] / best[0]:.2f} |")


def mounts(levels: Path | None) -> list[str]:
    """Return the words that let the script see the folder of levels."""
    return [] if levels is None else ["--mount", str(levels.resolve())]


def measured(words: list[str], name: str, levels: Path | None) -> float:
    """One figure from a process of its own; nan where a missing folder cannot give it."""
    command = [*words, str(PROJECT / "bench" / "lines.py"), name, str(levels.resolve() if levels else "")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    if done.returncode:
        print(done.stderr[-500:], file=sys.stderr)
    return float(done.stdout) if done.returncode == 0 else float("nan")
