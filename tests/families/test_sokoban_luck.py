"""Luck of Sokoban levels: the core against the players in plain Python, exact and sampled."""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random

import pytest
from random_cases import cases
from sokoban_boards import pulled_level
from sokoban_player import Players

from unjam import Sokoban, rate, solve
from unjam.families.sokoban import native


def levels(seed: int, count: int) -> list[Sokoban]:
    rng, puzzles = Random(seed), []
    while len(puzzles) < cases(count):
        puzzle = pulled_level(rng, rng.randint(4, 5), rng.randint(4, 5), rng.randint(1, 3))
        if not puzzle.is_solved():
            puzzles.append(puzzle)
    return puzzles


def test_luck_matches_the_python_players() -> None:
    for puzzle in levels(3, 60):
        study, players = native.study(puzzle, 10**6, 10, 1), Players(puzzle)
        assert "luck_error" not in study
        assert study["positions"] == len(players.edges)
        assert study["luck"] == pytest.approx(players.luck(), abs=1e-3)
        assert study["box_luck"] == pytest.approx(players.box_luck(), abs=1e-3)
        assert study["hidden_dead"] == pytest.approx(players.hidden())
        assert study["solutions"] == players.solutions()


def test_luck_with_more_boxes_than_storages() -> None:
    puzzle = Sokoban.parse("#######\n#     #\n# $ $ #\n#  @ .#\n#     #\n#######")
    study, players = native.study(puzzle, 10**6, 10, 1), Players(puzzle)
    assert study["positions"] == len(players.edges)
    assert study["luck"] == pytest.approx(players.luck(), abs=1e-3)
    assert study["hidden_dead"] == pytest.approx(players.hidden())


def test_nearest_dead_end() -> None:
    trap = Sokoban.parse("#######\n#@ $ .#\n#     #\n#######")
    study = native.study(trap, 10**6, 10, 1)
    assert "dead_end" not in study  # dead squares are never pushed onto
    pair = Sokoban.parse("#######\n#     #\n# $$  #\n#@  ..#\n#######")
    study, players = native.study(pair, 10**6, 10, 1), Players(pair)
    dead = [node for node in players.edges if node not in players.far]
    assert ("dead_end" in study) == bool(dead)


def test_sampled_luck_is_within_its_error() -> None:
    far, tried = 0, 0
    for puzzle in levels(5, 40):
        exact, sampled = native.study(puzzle, 10**6, 10, 1), native.study(puzzle, 3, 2000, tried)
        if "luck_error" not in sampled:
            continue
        tried += 1
        gap = abs(2 ** exact["luck"] - 2 ** sampled["luck"])
        far += gap > 3 * sampled["luck_error"] * 2 ** sampled["luck"] * log(2) + 0.02
    assert tried > 5
    assert far <= max(2, tried // 10)


def test_unproven_solution_is_rated_with_a_note() -> None:
    puzzle = Sokoban.parse("#######\n#@ $ .#\n#     #\n#######")
    result = replace(solve(puzzle), optimal=False)
    rating = rate(puzzle, result=result)
    assert rating.level == "beginner"
    assert str(rating.note) == "rated from the best solution found, which is not proven optimal"
