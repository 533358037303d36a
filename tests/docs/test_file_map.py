"""docs/files.md lists every source file with the first sentence of its description."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import make_file_map


def test_page_is_up_to_date() -> None:
    assert make_file_map.PAGE.read_text(encoding="utf-8") == make_file_map.page(), "run tools/make_file_map.py"


def test_every_file_has_a_description() -> None:
    assert [line for line in make_file_map.page().splitlines() if line.startswith("- ") and ": " not in line] == []
