"""The native Sokoban solver against exhaustive search, with every pruning rule on and off."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from random import Random

import pytest
from random_cases import cases
from sokoban_boards import State, fewest_pushes, optimum, play_lurd, pulled_level, random_level, solvable

from unjam.core.puzzle import STOPPED, Cell, Control, Limits
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.native import ALL_RULES, EAGER, RULES, native_board
from unjam.solving.solve import solve

HARD = """\
##########
#        #
# $ $ $  #
#  $ $ $ #
# $ $ $  #
#        #
#..... @ #
#....    #
##########
"""


@pytest.mark.parametrize("part", range(4))
def test_costs_match_exhaustive_search_with_any_rules(part: int) -> None:
    rng = Random(part)
    statuses = {"solved": 0, "unsolvable": 0}
    for number in range(cases(800)):
        puzzle = random_level(rng, odd=number % 3 == 0, symmetric=number % 4 == 0)
        for metric in ("moves", "pushes"):
            expected = optimum(puzzle, metric)
            result = solve(puzzle, metric=metric)
            assert result.cost == expected, (str(puzzle), metric)
            assert result.status == ("unsolvable" if expected is None else "solved")
            assert result.optimal == (expected is not None)
            statuses[result.status] += 1
            without = list(RULES.values())[number % len(RULES)]
            both = RULES["two_sided"] | EAGER
            for rules in (ALL_RULES | EAGER, (ALL_RULES & ~without) | EAGER, without | EAGER, without | both, 0):
                assert solve(puzzle, metric=metric, rules=rules).cost == expected, (str(puzzle), metric, rules)
    if cases(800) >= 800:  # too few levels may be all of one kind
        assert min(statuses.values()) > cases(800) / 5


def test_move_optimal_solution_has_the_fewest_pushes() -> None:
    rng = Random(5)
    solved = 0
    for number in range(cases(500)):
        puzzle = random_level(rng, odd=number % 3 == 0, symmetric=number % 2 == 0)
        expected = fewest_pushes(puzzle)
        for rules in (ALL_RULES, ALL_RULES & ~RULES["two_sided"]):
            result = solve(puzzle, metric="moves", rules=rules)
            if expected is None:
                assert result.status == "unsolvable"
                continue
            lurd = puzzle.notations(result.moves)[0]
            assert (len(lurd), sum(letter.isupper() for letter in lurd)) == expected, (str(puzzle), lurd)
            assert play_lurd(puzzle, lurd).is_solved()
            solved += 1
    assert solved > cases(500) / 5


@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_bidirectional_and_forward_search_agree(metric: str) -> None:
    rng = Random(17)
    one_sided = ALL_RULES & ~RULES["two_sided"] & ~RULES["symmetry"]
    long = 0
    for _ in range(cases(300)):
        puzzle = pulled_level(rng, rng.randint(5, 7), rng.randint(7, 9), rng.randint(4, 6))
        expected = solve(puzzle, metric=metric, rules=one_sided)
        assert expected.solved, str(puzzle)
        for rules in (ALL_RULES | EAGER, RULES["two_sided"] | RULES["dead_squares"] | EAGER):
            answer = solve(puzzle, metric=metric, rules=rules)
            assert (answer.status, answer.cost) == ("solved", expected.cost), str(puzzle)
        long += expected.expanded > (200 if metric == "moves" else 40)
    assert long > cases(300) / 40


def accusations(puzzle: Sokoban, left: dict[State, int], seen: set[State]) -> tuple[int, int]:
    """Count the judged and the dead ones of about 150 positions; fail if a solvable one is called dead."""
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    assert native is not None
    board, _ = native
    area = puzzle.board.area(puzzle.player)
    judged = accused = 0
    if not puzzle.boxes <= area or not puzzle.board.goals <= area:
        return judged, accused
    steps = puzzle.board.steps
    for state in sorted(seen, key=lambda state: (state[0], sorted(state[1])))[:: max(1, len(seen) // 150)]:
        player, boxes = state
        *verdicts, estimate, pushes = board.judge(sorted(boxes), player)
        judged += 1
        if state not in left:
            accused += any(verdicts)
            continue
        position = Sokoban(puzzle.board, player, boxes)
        assert not any(verdicts), f"{position}\n{verdicts}"
        assert position.dead() is None, str(position)
        assert estimate <= left[state], f"{position}\n{estimate} > {left[state]}"
        if left[state]:
            after = [left.get((box, boxes - {box} | {box + steps[direction]}), 1 << 30) for box, direction in pushes]
            assert min(after) == left[state] - 1, f"{position}\n{pushes}"
    return judged, accused


def test_rules_keep_solvable_positions_and_a_best_push() -> None:
    rng = Random(11)
    judged = accused = 0
    for number in range(cases(300)):
        puzzle = random_level(rng, odd=number % 5 == 0)
        counts = accusations(puzzle, *solvable(puzzle))
        judged, accused = judged + counts[0], accused + counts[1]
    if cases(300) >= 300:  # a small run may meet few deadlocks
        assert judged > cases(300) * 20
        assert accused > judged / 20


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_rules_keep_solvable_positions_of_published_levels() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "microban1.xsb").read_text(encoding="utf-8")
    judged = 0
    for level in Sokoban.levels(text):
        assert isinstance(level.puzzle, Sokoban)
        judged += accusations(level.puzzle, *solvable(level.puzzle, most=150_000))[0]
    print(f"{judged} positions judged")
    assert judged > 5000


def test_both_cores_count_the_same_positions() -> None:
    rng = Random(3)
    for _ in range(cases(60)):
        puzzle = random_level(rng)
        native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
        assert native is not None
        if len(native[1]) != len(puzzle.boxes):
            continue
        layer, seen, counts = [puzzle], {puzzle}, [1]
        for _ in range(7):
            following = []
            for position in layer:
                for move in position.moves():
                    after = position.play(move)
                    if after not in seen:
                        seen.add(after)
                        following.append(after)
            layer = following
            counts.append(len(layer))
        assert native[0].perft(native[1], puzzle.player, 7) == counts


def test_limits_end_the_search_with_a_lower_bound() -> None:
    puzzle = Sokoban.parse(HARD)
    result = solve(puzzle, metric="moves", limits=Limits(seconds=0.05))
    assert result.status == "gave_up"
    assert str(result.reason) == "the time limit of 0.05 s was reached"
    assert result.lower_bound is not None
    assert result.lower_bound > 0
    result = solve(puzzle, metric="moves", limits=Limits(bytes=6_000_000))
    assert result.status == "gave_up"
    assert str(result.reason) == "the memory limit of 6,000,000 bytes was reached"
    assert result.peak_bytes <= 6_600_000


def test_another_thread_can_stop_the_search() -> None:
    running = threading.Event()
    control = Control(lambda expanded, bound, seconds: running.set())

    def stop() -> None:
        running.wait()
        control.stop()

    other = threading.Thread(target=stop)
    other.start()
    result = solve(Sokoban.parse(HARD), metric="moves", control=control)
    other.join()
    assert result.status == "gave_up"
    assert result.reason == STOPPED


@pytest.mark.parametrize(
    ("board", "words", "cells"),
    [
        ("#####|#$@-#|#--.#|#####", "the box at row 1, column 1 can never leave the corner", [(1, 1)]),
        ("######|#-$--#|#-@.-#|######", "the box at row 1, column 2 can never reach storage from there", [(1, 2)]),
        (
            "######|#.--.#|#-$$-#|#-$$-#|#.@-.#|######",
            "these boxes block one another for good, away from storage: row 2, column 2; row 2, column 3; row 3, "
            "column 2; "
            "row 3, column 3",
            [(2, 2), (2, 3), (3, 2), (3, 3)],
        ),
        (
            "8#|#.-----#|#-$$$$-#|#-$$$$-#|#--@---#|#......#|#..----#|8#",
            "these boxes block one another for good, away from storage: row 2, column 2; row 2, column 3; row 2, "
            "column 4; "
            "row 2, column 5; row 3, column 2; row 3, column 3; …",
            [(r, c) for r in (2, 3) for c in (2, 3, 4, 5)],
        ),
        (
            "#########|#@$-$-$.#|##-----##|#-..---#|########",
            "these boxes can reach only 1 storage square between them: row 1, column 2; row 1, column 4",
            [(1, 2), (1, 4)],
        ),
        ("#######|#@$-.##|#---###|#.#$#-#|#######", "the box at row 3, column 3 can never leave the corner", [(3, 3)]),
        (
            "#####|#+$-#|#####",
            "from the side the player is on, the boxes can never be pushed where they are needed",
            None,
        ),
        (
            "########|#@$-.#-#|#.---#$#|########",
            "the box at row 2, column 6 is walled off from the player and is not on a storage square",
            [(2, 6)],
        ),
    ],
)
def test_hopeless_start_is_explained_with_its_cells(board: str, words: str, cells: list[Cell] | None) -> None:
    puzzle = Sokoban.parse(board)
    result = solve(puzzle)
    assert result.status == "unsolvable"
    assert str(result.reason) == words
    assert result.expanded == 0
    dead = puzzle.dead()
    assert (list(dead.cells) if dead else None) == cells
    if dead:
        assert (dead.message, dead.line, dead.column) == (result.reason, None, None)


def test_solved_level_costs_nothing() -> None:
    result = solve(Sokoban.parse("#####|#@-*#|#####"))
    assert (result.status, result.cost, result.moves) == ("solved", 0, ())
