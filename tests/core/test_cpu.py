"""The best core for the processor is loaded, and all cores give the same results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from unjam import _core
from unjam.core.cpu import choose

V1, V3, V4 = "x86-64", "x86-64-v3", "x86-64-v4"
TRAVELS = os.environ.get("UNJAM_TRAVELS")
"""A package with several cores, as `make test-all` builds it."""
SUPPORT = Path(__file__).parents[1] / "support"


@pytest.mark.parametrize(
    ("able", "built", "wanted", "chosen"),
    [
        ([V1, V3, V4], [V3, V4], None, V4),
        ([V1, V3], [V4, V3], None, V3),
        ([V1], [V3, V4], None, None),
        ([], [V3], None, None),
        ([V1, V3, V4], [V3, V4], V3, V3),
        ([V1, V3, V4], [V3, V4], V1, None),
    ],
)
def test_best_core_for_the_processor_is_chosen(
    able: list[str], built: list[str], wanted: str | None, chosen: str | None
) -> None:
    assert choose(able, built, wanted) == chosen


def test_core_reports_its_instruction_set() -> None:
    assert _core.instructions() in (V1, V3, V4, "native")


def printed_lines(code: str | Path, *args: str, instructions: str = "") -> list[str]:
    """Return the lines that a program prints with the portable package."""
    env = {"PYTHONPATH": f"{TRAVELS}{os.pathsep}{SUPPORT}", "UNJAM_INSTRUCTIONS": instructions}
    command = [sys.executable, "-S", *(["-c", code] if isinstance(code, str) else [str(code)]), *args]
    return subprocess.run(command, env=os.environ | env, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(not TRAVELS, reason="make test-all builds a package with several cores")
def test_all_cores_give_the_same_results() -> None:
    able = printed_lines("import unjam._processor as p; print(*p.instructions(), sep='\\n')")
    assert printed_lines("from unjam import _core; print(_core.instructions())") == [able[-1]], "the best is taken"
    program = SUPPORT / "print_core_results.py"
    lines = {name: printed_lines(program, "2000", instructions=name) for name in (V1, V3, V4) if name in able}
    for name, (loaded, *rest) in lines.items():
        assert loaded == name
        assert len(rest) == 8000
        assert rest == lines[V1][1:], name
