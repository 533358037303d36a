"""Any solution of a Sokoban level: every answer solves, and where there is none the other search proves it."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from random import Random

import pytest

from sokoban_boards import cases, pulled_level, random_level
from unjam import Control, Limits, solve
from unjam.families.sokoban import Sokoban
from unjam.levels import bundled


@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_every_answer_solves_and_what_has_none_is_proved_so(metric: str) -> None:
    rng = Random(14)
    solved = 0
    for number in range(cases(300)):
        puzzle = pulled_level(rng, 6, 7, 3) if number % 2 else random_level(rng, odd=number % 4 == 0)
        best, found = solve(puzzle, metric=metric), solve(puzzle, metric=metric, any=True)
        assert found.status == best.status, str(puzzle)
        if found.cost is not None:  # the moves were replayed by the rules
            assert best.cost is not None
            assert best.cost <= found.cost
            assert found.lower_bound is not None
            assert found.lower_bound <= best.cost
            solved += 1
    assert solved > cases(300) / 3


def test_levels_with_many_boxes_are_solved() -> None:
    rng = Random(15)
    for _ in range(cases(40)):
        puzzle = pulled_level(rng, 8, 9, rng.randint(4, 8))
        assert solve(puzzle, any=True).solved


def test_the_same_level_gets_the_same_answer_twice() -> None:
    puzzle = Sokoban.parse(bundled("sokoban")[-1].board)
    one, two = (solve(puzzle, metric="pushes", any=True) for _ in range(2))
    assert one.solved
    assert (one.moves, one.expanded) == (two.moves, two.expanded)


def test_every_shipped_level_is_solved_any_way() -> None:
    for level in bundled("sokoban"):
        assert solve(Sokoban.parse(level.board), any=True).solved, level.title


def test_it_stops_when_asked_and_at_its_limits() -> None:
    rows = ["#" * 30, *("#" + " " * 28 + "#" for _ in range(14)), "#" * 30]
    grid = [list(row) for row in rows]
    for k in range(24):  # two rings that have to pass each other through a narrow door
        grid[2 + 2 * (k // 12)][2 + 2 * (k % 12)] = "$"
        grid[10 + 2 * (k // 12)][2 + 2 * (k % 12)] = "."
    for c in range(1, 29):
        if c != 15:
            grid[7][c] = "#"
    grid[8][15] = "#"
    grid[13][1] = "@"
    puzzle = Sokoban.parse("\n".join(map("".join, grid)))
    result = solve(puzzle, any=True, limits=Limits(seconds=0.3))
    assert result.status in ("gave_up", "unsolvable", "solved")
    control = Control()
    threading.Timer(0.2, control.stop).start()
    assert solve(puzzle, any=True, control=control, limits=Limits(seconds=60)).seconds < 30


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_published_levels_are_solved() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "xsokoban.xsb").read_text(encoding="utf-8")
    found = [solve(level.puzzle, any=True, limits=Limits(10)).solved for level in Sokoban.levels(text) if level.puzzle]
    assert sum(found) >= 80
