"""The page that shows how to write a puzzle of one's own says what is true."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path

import pytest

import unjam
from unjam.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-puzzle.md"
FILE, USE = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def farmer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "farmer.py"
    path.write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "farmer", raising=False)
    yield path
    unjam.FAMILIES.pop("farmer", None)
    sys.modules.pop("farmer", None)


def run(*argv: str, stdin: str = "0000\n", monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    class Piped(io.TextIOWrapper):
        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", Piped(io.BytesIO(stdin.encode())))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as leaving:
        main(list(argv))
    return int(leaving.value.code or 0), out.getvalue()


def test_the_file_is_short() -> None:
    assert len(FILE.splitlines()) <= 60


def test_the_python_example_runs(farmer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(USE, "adding-a-puzzle.md", "exec"), {})
    shown = capsys.readouterr().out
    assert shown.startswith("7 True\n")
    assert "idastar" in shown
    assert (farmer.parent / "farmer.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("command", ["solve", "compare", "explore", "show", "moves"])
def test_the_shell_takes_the_file(farmer: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    code, out = run(command, "--family", "farmer.py", monkeypatch=monkeypatch)
    assert code == 0
    assert out
    if command == "solve":
        assert "solved in 7 moves (proven optimal" in out
        assert out.splitlines()[1] in PAGE.read_text(encoding="utf-8")


def test_its_declared_heuristic_is_admissible(farmer: Path) -> None:
    from farmer import Farmer

    for start in ("0000", "0101", "1010", "0010", "1111"):
        truth = unjam.solve(Farmer(start), algorithm="bfs").cost
        estimate = Farmer.heuristics["still-here"](Farmer(start), "moves")
        assert truth is None or estimate <= truth
