"""compare --plot and explore --plot: correct and deterministic pictures, one line for errors."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from lab_levels import EIGHT_MOVES, SMALL

from unjam.cli import main


def run(*argv: str) -> int:
    with pytest.raises(SystemExit) as leaving:
        main(list(argv))
    return int(leaving.value.code or 0)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "level.txt"
    path.write_text(EIGHT_MOVES)
    return path


@pytest.mark.parametrize("command", ["compare", "explore"])
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_plots_are_deterministic(command: str, ending: str, tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text(SMALL["tiles"])
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    for out in (first, second):
        assert run(command, str(level), "--plot", str(out)) == 0
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes().startswith(b"<svg" if ending == "svg" else b"\x89PNG")


def test_comparison_plot_shows_every_figure(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    searches = ("--algorithms", "bfs,astar", "--heuristics", "blocking")
    assert run("compare", str(level), *searches, "--plot", str(out)) == 0
    words = re.findall(r">([^<]+)</text>", out.read_text())
    for expected in ("Breadth-first", "A* · blocking", "1,058", "784", "11,570", "8,691", "expanded", "generated"):
        assert expected in words
    assert words.count("8 moves, proven shortest") == 2


def test_space_plot_shows_positions_per_distance(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert run("explore", str(level), "--plot", str(out)) == 0
    text = out.read_text()
    assert "moves to the nearest goal" in text
    assert "1,247 positions, 172 of them goals" in text
    assert len(re.findall(r'aria-roledescription="bar"', text)) == 10


def test_several_levels_get_numbered_files(tmp_path: Path) -> None:
    levels = tmp_path / "levels.txt"
    levels.write_text("1 2 0 3 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n")
    out = tmp_path / "out.svg"
    assert run("compare", str(levels), "--algorithms", "bfs", "--plot", str(out)) == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["out-1.svg", "out-2.svg"]


@pytest.mark.parametrize("command", ["compare", "explore"])
def test_plot_errors_print_one_line(command: str, level: Path, capsys, monkeypatch) -> None:
    assert run(command, str(level), "--plot", "out.pdf") == 2
    assert capsys.readouterr().err == "unjam: a plot is written as .svg or .png; 'out.pdf' is neither\n"
    monkeypatch.setitem(sys.modules, "altair", None)
    assert run(command, str(level), "--plot", "out.svg") == 2
    assert capsys.readouterr().err == "unjam: plots need two more packages: pip install 'unjam[plot]'\n"


def test_unsolvable_space_is_plotted(tmp_path: Path) -> None:
    level, out = tmp_path / "level.txt", tmp_path / "out.svg"
    level.write_text(SMALL["blocks"].replace(".D.", "DDD"))
    assert run("explore", str(level), "--plot", str(out)) == 1
    assert "0 of them goals" in out.read_text()


def test_plots_are_translated(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert run("compare", str(level), "--algorithms", "bfs", "--plot", str(out), "--lang", "fr") == 0
    words = re.findall(r">([^<]+)</text>", out.read_text())
    assert {"En largeur", "1\u202f058", "8 coups, minimum prouvé"} <= set(words), words
    assert run("explore", str(level), "--plot", str(out), "--lang", "es") == 0
    words = re.findall(r">([^<]+)</text>", out.read_text())
    assert {"movimientos hasta la meta más cercana", "200"} <= set(words), words
    assert any("la más difícil está a 9 movimientos" in each for each in words), words
