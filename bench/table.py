"""One table of all that "fast on every machine" means: python -m bench LEVELS table.

With UNJAM_BEFORE, the Python of an environment that has an older unjam, every line is measured with both, in turns.
With UNJAM_YARDSTICK, the program ``rush_limit``, Rush Hour is held against it in the same run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from .machine import machine

LINES = {
    "rush_mixed": ("Rush Hour, mixed1000, ns a position", 2),
    "rush_hard": ("Rush Hour, hard284, ns a position", 2),
    "rush_explore": ("Rush Hour, whole spaces, ns a position", 2),
    "rush_wide": ("Rush Hour above 8×8, ns a position generated", 1),
    "two_threads": ("Rush Hour, one large board, two threads / one", 1),
    "packing_cliff_9": ("Packing, 9×9 and a far 3×3 without a solution, s (20 at most)", 1),
    "packing_cliff_12": ("Packing, 9×12 and a far 3×3 without a solution, s (20 at most)", 1),
    "pentominoes": ("Packing, 6×10 pentominoes counted, s", 2),
    "blocks_time": ("Blocks, 6×6 with three empty cells, µs a position", 1),
    "blocks_bytes": ("Blocks, the same, bytes a position", 1),
    "blocks_long": ("Blocks, a board of 482 moves, s", 2),
    "python_share": ("mixed1000, one worker, µs of Python a board", 2),
    "two_workers": ("20,000 boards, two workers / one", 1),
    "start_up": ("`unjam solve` of one board, ms above Python", 2),
    "tables_large": ("Tiles, `--tables large` at hand, s", 2),
    "korf": ("Tiles, Korf's hundred, ms a board", 2),
    "any_24": ("24-puzzle, any solution / lower bound", 1),
    "any_35": ("35-puzzle, any solution / lower bound", 1),
}
"""What each line says, and how often it is measured."""
LONG = {"xsokoban": ("XSokoban, levels of 90 not proven in 20 s", 1)}


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports the table in Markdown."""
    before = os.environ.get("UNJAM_BEFORE")
    pythons = [before, sys.executable] if before else [sys.executable]
    report(f"{machine()}. CPU time unless a line says otherwise; less is better.\n")
    report("| | before | now | before / now |" if before else "| | now |")
    report("|:--|--:|--:|--:|" if before else "|:--|--:|")
    wanted = LINES | LONG if os.environ.get("UNJAM_LONG") else LINES
    for name, (title, times) in wanted.items():
        best = dict.fromkeys(pythons, float("inf"))
        for _ in range(times):
            for python in pythons:
                best[python] = min(best[python], measured(python, name, levels))
        figures = [f"{best[python]:.3g}" for python in pythons]
        if before:
            figures.append(f"{best[before] / best[sys.executable]:.2f}")
        report(f"| {title} | {' | '.join(figures)} |")
    if levels is not None and (program := os.environ.get("UNJAM_YARDSTICK")):
        yardstick(program, levels, report)


def measured(python: str, name: str, levels: Path | None) -> float:
    """One figure from a process of its own; nan where that version, or a missing folder, cannot give it."""
    command = [python, str(Path(__file__).with_name("lines.py")), name, str(levels or "")]
    folder = Path(tempfile.gettempdir()) / "unjam-bench" / python.strip("/").replace("/", "-")  # tables of its own
    env = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    return float(done.stdout) if done.returncode == 0 else float("nan")


def yardstick(program: str, levels: Path, report: Callable[[str], None]) -> None:
    """Rush Hour against a program that does nothing else, in turns."""
    report("\n| Rush Hour | unjam, ns | yardstick, ns | yardstick / unjam |\n|:--|--:|--:|--:|")
    for file, name, mode in (("mixed1000", "rush_mixed", "solve"), ("hard284", "rush_hard", "solve"),
                             ("large_spaces100", "rush_explore", "dist")):  # fmt: skip
        text = (levels / "rushhour" / f"{file}.txt").read_text(encoding="utf-8").splitlines()
        boards = "".join(" ".join(line.split()[:3]) + "\n" for line in (text[:40] if mode == "dist" else text))
        ours, theirs = float("inf"), float("inf")
        for _ in range(3):
            ours = min(ours, measured(sys.executable, name, levels))
            run = subprocess.run([program, mode, "2"], input=boards, capture_output=True, text=True, check=True)
            theirs = min(theirs, *(float(each) for each in re.findall(r"ns/(?:expanded|state) ([0-9.]+)", run.stderr)))
        report(f"| {file} | {ours:.1f} | {theirs:.1f} | {theirs / ours:.2f} |")
