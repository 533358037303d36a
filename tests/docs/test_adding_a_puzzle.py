"""The guide to adding a puzzle is correct."""

from __future__ import annotations

from pathlib import Path

import pytest
from farmer_family import FAMILY_CODE, GUIDE, USAGE_CODE

import unjam


def test_example_file_is_short() -> None:
    assert len(FAMILY_CODE.splitlines()) <= 60


def test_python_example_runs(farmer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(USAGE_CODE, "adding-a-puzzle.md", "exec"), {})
    shown = capsys.readouterr().out
    assert shown.startswith("7 True\n")
    assert "idastar" in shown
    assert (farmer.parent / "farmer.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("command", ["solve", "compare", "explore", "show", "moves"])
def test_commands_take_the_example_file(farmer: Path, run, command: str) -> None:
    code, out, _ = run(command, "--family", "farmer.py", stdin="0000\n")
    assert code == 0
    assert out
    if command == "solve":
        assert "solved in 7 moves (proven optimal" in out
        assert out.splitlines()[1] in GUIDE.read_text(encoding="utf-8")


def test_heuristic_of_the_example_is_admissible(farmer: Path) -> None:
    from farmer import Farmer

    for start in ("0000", "0101", "1010", "0010", "1111"):
        truth = unjam.solve(Farmer(start), algorithm="bfs").cost
        estimate = Farmer.heuristics["still-here"](Farmer(start), "moves")
        assert truth is None or estimate <= truth
