"""Improving solutions: never worse, always valid, and optimal on small levels, in every metric."""

from __future__ import annotations

import os
import threading
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random

import pytest
from command_line import records
from random_cases import cases
from sokoban_boards import pulled_level, random_level

import unjam
from unjam import Control, IllegalMove, Limits, Move, PuzzleError, Result, Unsupported, check, improve, solve
from unjam.families.sokoban import Sokoban
from unjam.solving.improve import metric_costs

METRICS = ("pushes", "moves", "pushes,moves", "moves,pushes", "lines")


def least(puzzle: Sokoban, metric: str) -> tuple[int, ...] | None:
    """Return the cost of a best solution, by Dijkstra's algorithm over single steps; None if unsolvable."""
    names, number = metric.split(","), count()
    queue = [((0,) * len(names), next(number), puzzle, (0, 0))]
    done = set()
    while queue:
        cost, _, position, last = heappop(queue)
        if position.is_solved():
            return cost
        if (position, last) in done:
            continue
        done.add((position, last))
        for move in position.moves():
            after = position.play(move)
            step = after.player - position.player
            pushed = (after.player + step, step) if after.boxes != position.boxes else None
            new = {
                "moves": 1,
                "pushes": pushed is not None,
                "lines": pushed is not None and last != (after.player, step),
            }
            total = tuple(so_far + new[name] for so_far, name in zip(cost, names, strict=True))
            heappush(queue, (total, next(number), after, (pushed or last) if "lines" in names else last))
    return None


def poor_solution(rng: Random, puzzle: Sokoban) -> tuple[Move, ...] | None:
    """Return a solution that starts with random steps; None if they cannot be completed."""
    position, moves = puzzle, list[Move]()
    for _ in range(rng.randrange(40)):
        if position.is_solved():
            break
        moves.append(rng.choice(list(position.moves())))
        position = position.play(moves[-1])
        if position.dead():
            return None
    rest = solve(position, metric=rng.choice(("pushes", "moves")))
    return (*moves, *rest.moves) if rest.solved else None


def lurd(puzzle: Sokoban, moves: tuple[Move, ...]) -> str:
    return "".join(puzzle.notations(moves))


@pytest.mark.parametrize("metric", METRICS)
def test_small_levels_become_optimal_with_proof(metric: str) -> None:
    rng = Random(21)
    done = 0
    while done < cases(60):
        puzzle = random_level(rng, odd=done % 2 == 0)
        poor = poor_solution(rng, puzzle) if list(puzzle.moves()) else None
        if poor is None:
            continue
        improved = improve(puzzle, lurd(puzzle, poor), metric=metric)
        assert check(puzzle, lurd(puzzle, improved.moves), quick=True).solves
        cost = metric_costs(puzzle, improved.moves, metric)
        assert cost <= metric_costs(puzzle, poor, metric)
        assert (improved.optimal, improved.cost) == (True, cost[0])
        assert cost == least(puzzle, metric), f"{puzzle}\n{lurd(puzzle, poor)}"
        done += 1


@pytest.mark.parametrize("metric", METRICS)
def test_larger_levels_never_become_worse(metric: str) -> None:
    rng = Random(22)
    better = 0
    for _ in range(cases(30)):
        puzzle = pulled_level(rng, 7, 8, 5)
        poor = poor_solution(rng, puzzle)
        if poor is None:
            continue
        improved = improve(puzzle, lurd(puzzle, poor), metric=metric, limits=Limits(bytes=4 << 20))
        before, after = metric_costs(puzzle, poor, metric), metric_costs(puzzle, improved.moves, metric)
        assert after <= before
        better += after < before
        if improved.lower_bound is not None:
            assert improved.lower_bound <= after[0]
        if metric in Sokoban.metrics:
            best = solve(puzzle, metric=metric)
            assert best.cost is not None
            assert (improved.lower_bound or 0) <= best.cost <= after[0]
            assert not improved.optimal or best.cost == after[0]
    assert better


def test_improvement_is_deterministic() -> None:
    puzzle = pulled_level(Random(23), 9, 10, 7)
    solution = solve(puzzle, any=True)
    one, two = (improve(puzzle, solution, metric="lines", limits=Limits(bytes=4 << 20)) for _ in range(2))
    assert (one.moves, one.expanded) == (two.moves, two.expanded)


def test_result_of_a_solver_is_improved() -> None:
    puzzle = pulled_level(Random(24), 7, 8, 4)
    quick, best = solve(puzzle, any=True, metric="pushes"), solve(puzzle, metric="pushes")
    better = improve(puzzle, quick, metric="pushes")
    assert (better.cost, better.optimal, better.status, better.lower_bound) == (best.cost, True, "solved", best.cost)
    assert better.expanded >= quick.expanded


def test_moves_after_the_goal_are_cut() -> None:
    puzzle = Sokoban.parse("#######\n#@ $. #\n#     #\n#######")
    improved = improve(puzzle, "rR" + "llrr", metric="moves")
    assert lurd(puzzle, improved.moves) == "rR"
    solved = Sokoban.parse("#####\n#@* #\n#####")
    assert improve(solved, "", metric="lines").cost == 0


@pytest.mark.parametrize("seconds", [None, 0.3])
def test_improvement_stops_on_request(seconds: float | None) -> None:
    puzzle = pulled_level(Random(25), 12, 14, 12)
    solution = solve(puzzle, any=True)
    assert solution.solved
    control = Control()
    if seconds is None:
        control.stop()
    else:
        threading.Timer(seconds, control.stop).start()
    improved = improve(puzzle, solution, metric="moves,pushes", control=control, limits=Limits(seconds=600))
    assert metric_costs(puzzle, improved.moves, "moves,pushes") <= metric_costs(puzzle, solution.moves, "moves,pushes")
    assert improved.seconds < 300


def test_time_limit_returns_the_best_so_far() -> None:
    puzzle = pulled_level(Random(25), 12, 14, 12)
    solution = solve(puzzle, any=True)
    improved = improve(puzzle, solution, metric="lines", limits=Limits(seconds=0.2))
    assert improved.solved
    assert metric_costs(puzzle, improved.moves, "lines") <= metric_costs(puzzle, solution.moves, "lines")


def test_invalid_solution_is_rejected() -> None:
    puzzle = Sokoban.parse("#######\n#@ $. #\n#     #\n#######")
    with pytest.raises(IllegalMove, match="the solution is not legal: move 1: 'u' cannot be played here"):
        improve(puzzle, "uR")
    with pytest.raises(IllegalMove, match="does not solve"):
        improve(puzzle, "r")
    with pytest.raises(PuzzleError, match="the solution cannot be read: column 2: 'x' is not a move"):
        improve(puzzle, "rx")
    with pytest.raises(IllegalMove, match="no solution to improve"):
        improve(puzzle, Result("gave_up"))
    with pytest.raises(Unsupported, match="sokoban cannot improve solutions in 'steps'; choose one of: pushes"):
        improve(puzzle, "rR", metric="steps")
    with pytest.raises(Unsupported, match="solutions of rushhour cannot be improved: solve already finds the optimum"):
        improve("oooooooooBooAAoBoooooooooooooooooooo", "B+3")


def test_level_too_large_for_the_core_keeps_its_solution() -> None:
    rows = ["#" * 30, "#@$." + " " * 25 + "#", *["#" + " " * 28 + "#"] * 27, "#" * 30]
    result = improve(Sokoban.parse("\n".join(rows)), "R")
    assert (result.cost, result.optimal) == (1, False)
    assert "too large" in str(result.reason)


# -- the command line

LEVEL = "#######\n#@ $. #\n#     #\n#######\n"


def test_improve_command(run, tmp_path: Path) -> None:
    file = tmp_path / "level.xsb"
    file.write_text(LEVEL)
    code, out, err = run("improve", str(file), "--solution", "rlrlrR")
    assert (code, err) == (0, "")
    assert out == "Sokoban: 6 → 2 moves (proven optimal); now 2 moves, 1 push, 1 line\nrR\n"
    code, out, _ = run("improve", str(file), "--solution", "rlrR", "--metric", "lines", "--json")
    (record,) = records(out)
    assert (code, record["status"], record["metric"], record["cost"], record["optimal"]) == (
        0,
        "solved",
        "lines",
        1,
        True,
    )
    assert record["costs"] == {"moves": 2, "pushes": 1, "lines": 1}
    assert record["given"] == {"moves": 4, "pushes": 1, "lines": 1}
    for wrong in (("--solution", "u"), ("--solution", "x"), ("--solution", "rR", "--metric", "y"), ()):
        code, out, err = run("improve", str(file), *wrong)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert run("improve", str(file), "--solution", "rR", "--quiet")[1] == "rR\n"


def test_solve_command_improves_with_option(run, tmp_path: Path) -> None:
    file = tmp_path / "levels.xsb"
    puzzles = [pulled_level(Random(seed), 7, 8, 4) for seed in range(3)]
    file.write_text("\n\n".join(map(str, puzzles)))
    for metric in METRICS:
        code, out, _ = run("solve", str(file), "--any", "--improve", "20", "--metric", metric, "--json")
        assert code == 0
        for puzzle, record in zip(puzzles, records(out), strict=True):
            assert (record["metric"], record["optimal"]) == (metric, True)
            assert record["cost"] == record["lower_bound"]
            if metric in Sokoban.metrics:
                assert record["cost"] == solve(puzzle, metric=metric).cost
    assert run("solve", str(file), "--metric", "lines")[0] == 2
    assert run("solve", str(file), "--improve", "1", "--count")[0] == 2
    code, out, err = run("solve", "tiles/first-steps", "--improve", "1")
    assert code == 2
    assert err.count("\n") == 1


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_published_levels_become_shorter() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "xsokoban.xsb").read_text(encoding="utf-8")
    levels = [level.puzzle for level in Sokoban.levels(text) if level.puzzle][:6]
    for puzzle in levels:
        solution = solve(puzzle, any=True, metric="pushes", limits=Limits(10))
        if solution.cost is not None:
            improved = improve(puzzle, solution, metric="pushes", limits=Limits(3))
            assert improved.cost is not None
            assert improved.cost <= solution.cost


def test_improve_is_public() -> None:
    assert unjam.improve is improve
