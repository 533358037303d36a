"""Luck of Rush Hour levels: the core against the player in plain Python, exact and sampled."""

from __future__ import annotations

from math import log, log2
from random import Random

import pytest
import rushhour_player as player
from random_cases import cases
from rushhour_boards import arrangements, small

from unjam import RushHour, _core, rate, solve
from unjam.families.rushhour import native


def test_core_chooses_moves_like_the_python_player() -> None:
    rng = Random(13)
    for _ in range(cases(400)):
        board = small(rng, 10**9)
        if board.is_solved():
            continue
        chances = player.choices(board)
        assert _core.rushhour_move_chances(native.code(board)) == pytest.approx(list(chances.values()))
        if chances:
            assert sum(chances.values()) == pytest.approx(1)


def test_luck_matches_the_python_player() -> None:
    rng, tried = Random(14), 0
    while tried < cases(60):
        board = small(rng, 300)
        result = solve(board)
        if not result.moves:
            continue
        tried += 1
        study = native.study(board, 10**6, 100, 1)
        assert study["luck"] == pytest.approx(player.luck(board), abs=5e-4)
        assert "luck_error" not in study


def test_luck_of_a_forced_line_matches_hand_calculation() -> None:
    # One car, one slide to the exit: he makes it with 0.95 + 0.05 / 2 and may also stop half-way, then is stuck, since
    # he does not move the car that he has just moved.
    chance = 0.99 * (0.95 + 0.05 / 2)
    assert native.study(RushHour.parse("AA.."), 100, 10, 1)["luck"] == pytest.approx(log2(1 - log2(chance)))


def test_counts_of_shortest_solutions_and_first_moves() -> None:
    rng, tried = Random(15), 0
    while tried < cases(40):
        board = small(rng, 2000)
        result = solve(board)
        if not result.moves:
            continue
        tried += 1
        study = native.study(board, 10**6, 100, 1)
        ways, choices = _shortest(board, len(result.moves))
        assert study["solutions"] == ways
        assert study["choices"] == choices


def _shortest(board: RushHour, cost: int) -> tuple[int, int]:
    """Return the number of shortest solutions and of their first moves, by brute force."""
    layer, ways = {board: 1}, 0
    firsts: dict[RushHour, set[RushHour]] = {board: set()}
    seen = {board}
    for depth in range(cost):
        following: dict[RushHour, int] = {}
        begun: dict[RushHour, set[RushHour]] = {}
        for position, count in layer.items():
            for move in position.moves():
                after = position.play(move)
                if after not in seen:
                    following[after] = following.get(after, 0) + count
                    begun.setdefault(after, set()).update({after} if depth == 0 else firsts[position])
        seen |= set(following)
        layer, firsts = following, begun
    goals = [position for position in layer if position.is_solved()]
    ways = sum(layer[goal] for goal in goals)
    return ways, len(set().union(*(firsts[goal] for goal in goals)))


def test_sampled_luck_is_within_its_error() -> None:
    rng, far, tried = Random(16), 0, 0
    while tried < cases(40):
        board = small(rng, 100_000)
        if arrangements(board) < 500 or not solve(board).moves:
            continue
        tried += 1
        exact, sampled = native.study(board, 10**6, 100, 1), native.study(board, 10, 1000, tried)
        error = sampled["luck_error"]
        # In bits of the chance, where the error is made; a share of 1 in every stage shows none.
        gap = abs(2 ** exact["luck"] - 2 ** sampled["luck"])
        far += gap > 3 * error * 2 ** sampled["luck"] * log(2) + 0.02
    assert far <= max(2, tried // 10)


def test_large_space_is_sampled_with_an_error() -> None:
    text = "exit right\n" + "\n".join(["............"] * 5 + ["AA....B....."] + ["......B....."] + ["............"] * 5)
    board = RushHour.parse(text)
    study = native.study(board, 20, 500, 1)
    assert "luck_error" in study
    assert "solutions" not in study
    rating = rate(board)
    assert rating.note is None
    assert rating.level == "beginner"
