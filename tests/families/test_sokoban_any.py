"""Sokoban with any=True: every answer is valid, and unsolvable levels are proven so."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest
from random_cases import cases, choose
from sokoban_boards import pulled_level, random_level, warehouse

from unjam import Control, Limits, check, solve
from unjam.core.limits import STOPPED
from unjam.families.sokoban import Sokoban
from unjam.formats.shipped import bundled
from unjam.solving.solve import why_reference


@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_any_solution_is_valid_and_verdicts_match(metric: str) -> None:
    rng = Random(14)
    solved = 0
    for number in range(cases(300)):
        puzzle = pulled_level(rng, 6, 7, 3) if number % 2 else random_level(rng, odd=number % 4 == 0)
        best, quick = solve(puzzle, metric=metric), solve(puzzle, metric=metric, any=True)
        assert quick.status == best.status, str(puzzle)
        if quick.cost is not None:  # the moves were replayed by the rules
            assert best.cost is not None
            assert best.cost <= quick.cost
            assert quick.lower_bound is not None
            assert quick.lower_bound <= best.cost
            solved += 1
    assert solved > cases(300) / 3


def test_levels_with_many_boxes_are_solved() -> None:
    rng = Random(15)
    for _ in range(cases(40)):
        puzzle = pulled_level(rng, 8, 9, rng.randint(4, 8))
        assert solve(puzzle, any=True).solved


def test_moves_and_pushes_find_the_same_solution() -> None:
    rng = Random(21)
    for _ in range(cases(40)):
        puzzle = pulled_level(rng, 10, 11, 8)
        pushes, moves = (solve(puzzle, metric=metric, any=True) for metric in ("pushes", "moves"))
        assert (moves.moves, moves.expanded) == (pushes.moves, pushes.expanded)
        assert moves.cost == check(puzzle, " ".join(puzzle.notations(moves.moves))).costs["moves"]
        assert moves.optimal == (moves.cost == moves.lower_bound)


def test_any_solution_is_deterministic() -> None:
    puzzle = Sokoban.parse(bundled("sokoban")[-1].board)
    one, two = (solve(puzzle, metric="pushes", any=True) for _ in range(2))
    assert one.solved
    assert (one.moves, one.expanded) == (two.moves, two.expanded)


def test_every_shipped_level_is_solved() -> None:
    for level in bundled("sokoban"):
        assert solve(Sokoban.parse(level.board), any=True).solved, level.title


TIGHT = warehouse(Random(3), 12, tight=True)
"""Far too much for the time that it is given."""


def large_hall(rows: int, cols: int) -> str:
    """Boxes a step and a turn from their storages, on a board too large for the optimal search."""
    wide = 5 * cols + 1
    band = [" " * wide, "  $  " * cols + " ", " " * wide, "   . " * cols + " "]
    return "\n".join(
        ["#" * (wide + 2), *(f"#{row}#" for row in band * rows), "#@" + " " * (wide - 1) + "#", "#" * (wide + 2)]
    )


@pytest.mark.parametrize("any", [True, False])
def test_levels_up_to_fifty_cells_wide_use_the_core(any: bool) -> None:
    puzzle = Sokoban.parse(large_hall(11, 9))
    assert (puzzle.board.rows, puzzle.board.cols) == (47, 48)
    assert len(puzzle.boxes) == 99
    assert why_reference(puzzle, None, None, any) is None
    result = solve(puzzle, metric="pushes", any=any)
    assert (result.solved, result.algorithm) == (True, "native")
    assert result.cost is not None
    assert result.cost >= 3 * 99


def test_time_limit_is_kept() -> None:
    result = solve(TIGHT, any=True, limits=Limits(seconds=0.3))
    assert (result.status, result.moves) == ("gave_up", ())
    assert str(result.reason) == "the time limit of 0.3 s was reached"


def test_search_stops_on_request() -> None:
    control = Control()
    threading.Timer(0.3, control.stop).start()
    result = solve(TIGHT, any=True, control=control, limits=Limits(seconds=600))
    assert (result.status, result.reason) == ("gave_up", STOPPED)


class StoppedAfter(Control):
    """Stops a search at its first look after this many."""

    def __init__(self, most: int) -> None:
        super().__init__(self._look)
        self.most, self.looks = most, 0

    def _look(self, expanded: int, bound: int | None, seconds: float) -> None:
        self.looks += 1
        if self.looks > self.most:
            self.stop()


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("proof", [False, True])
def test_search_stops_at_any_progress_report(workers: int, proof: bool) -> None:
    for looks in (0, 1, 4, 12):
        control = StoppedAfter(looks)
        limits = Limits(seconds=600)
        puzzle = warehouse(Random(3), 12, tight=not proof)
        result = solve(puzzle, any=not proof, control=control, limits=limits, workers=workers)
        assert (result.status, result.reason) == ("gave_up", STOPPED)
        assert control.looks == looks + 1, "it looked again after it was stopped"


@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="the system does not tell how much memory is held")
@pytest.mark.skipif("UNJAM_CORE" in os.environ, reason="what is given back stays held in a build with sanitizers")
def test_memory_limit_is_kept() -> None:
    most = 40_000_000
    code = (
        "import sys, unjam\n"
        "def peak(): return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) * 1024\n"
        "level, = unjam.read(sys.stdin.read())\n"
        "unjam.solve(level, any=True, limits=unjam.Limits(bytes=1_000_000))\n"
        "before = peak()\n"
        f"result = unjam.solve(level, any=True, limits=unjam.Limits(bytes={most}))\n"
        "print(peak() - before, result.peak_bytes, result.reason)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=str(TIGHT), capture_output=True, text=True, check=True)
    held, counted, reason = done.stdout.split(maxsplit=2)
    assert reason.startswith("the memory limit")
    assert int(held) < 1.1 * most
    assert 0.9 * most < int(counted) < 1.1 * most


def test_unproven_solution_comes_with_a_bound() -> None:
    small = Limits(bytes=12_000_000)  # the proof takes more
    for rows, cols in choose([(9, 10)], [(9, 10), (10, 11)]):
        puzzle = pulled_level(Random(6), rows, cols, 8)
        result = solve(puzzle, metric="moves", limits=small)
        proven = solve(puzzle, metric="moves")
        assert proven.optimal
        assert (result.status, result.optimal) == ("gave_up", False)
        assert str(result.reason).startswith("the memory limit")
        assert result.cost is not None
        assert proven.cost is not None
        assert result.lower_bound is not None
        assert result.lower_bound <= proven.cost <= result.cost  # its moves were replayed by the rules


def test_bound_that_reaches_the_cost_proves_it() -> None:
    rng = Random(16)
    for _ in range(cases(60)):
        puzzle = pulled_level(rng, 6, 8, 4)
        for limits in (Limits(bytes=3_000_000), Limits(seconds=0.02)):
            result = solve(puzzle, metric="pushes", limits=limits)
            best = solve(puzzle, metric="pushes")
            assert best.cost is not None
            assert result.lower_bound is None or result.lower_bound <= best.cost
            assert not result.optimal or result.cost == best.cost
            assert result.cost is None or result.cost >= best.cost


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_seed_and_workers_determine_the_solution(workers: int) -> None:
    puzzle = warehouse(Random(3), 12)
    solutions = {}
    for seed in (0, 1, 2**63):
        one, two = (solve(puzzle, metric="moves", any=True, workers=workers, seed=seed) for _ in range(2))
        assert one.solved
        assert one.moves == two.moves
        solutions[seed] = one.moves
    assert len(set(solutions.values())) > 1  # seeds matter


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread's stack is as large as the limit of the stack")
@pytest.mark.skipif("UNJAM_CORE" in os.environ, reason="the sanitizers need more address space than is left here")
def test_search_works_when_no_thread_can_be_started() -> None:
    import resource

    def refuse_threads() -> None:
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 40, resource.getrlimit(resource.RLIMIT_STACK)[1]))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 36, 1 << 36))  # no room for a stack of that size

    code = (
        "import sys, threading, unjam\n"
        "try: threading.Thread(target=print).start()\n"
        "except RuntimeError: print('no thread')\n"
        "level, = unjam.read(sys.stdin.read())\n"
        "result = unjam.solve(level, metric='moves', any=True, workers=3, seed=1)\n"
        "print(result.expanded, *level.notations(result.moves))"
    )
    puzzle = warehouse(Random(3), 12)
    done = subprocess.run(
        [sys.executable, "-c", code], input=str(puzzle), capture_output=True, text=True, preexec_fn=refuse_threads
    )
    assert done.returncode == 0, done.stderr
    same = solve(puzzle, metric="moves", any=True, workers=3, seed=1)
    first, second = done.stdout.splitlines()
    assert first == "no thread"
    assert second.split()[1:] == puzzle.notations(same.moves)


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_published_levels_are_solved() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "xsokoban.xsb").read_text(encoding="utf-8")
    solved = [solve(level.puzzle, any=True, limits=Limits(10)).solved for level in Sokoban.levels(text) if level.puzzle]
    assert sum(solved) >= 84


def test_large_board_with_a_far_player() -> None:
    """The board has more squares than the tables of the small core hold."""
    side = 40
    rows = [["#" if {r, c} & {0, side - 1} else " " for c in range(side)] for r in range(side)]
    rows[1][1], rows[side - 2][3], rows[side - 2][4] = "@", "$", "."
    level = Sokoban.parse("\n".join(map("".join, rows)))
    assert [solve(level, metric=metric).cost for metric in ("moves", "pushes")] == [2 * side - 41, 1]
