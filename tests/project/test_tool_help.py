"""Every script of tools/ answers --help with its usage, and does nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
SCRIPTS = [path for path in sorted(TOOLS.rglob("*.py")) if '__name__ == "__main__"' in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(TOOLS).as_posix())
def test_help_says_how_a_script_is_used(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(script), "--help"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
    assert list(tmp_path.iterdir()) == []
