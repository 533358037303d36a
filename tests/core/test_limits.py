"""Limits: invalid ones are rejected, every search keeps its time limit, and every search has a memory limit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from time import thread_time

import pytest

from unjam import Heuristic, Limits, Move, Puzzle, Scene, Unsupported, explore, solve
from unjam.core import limits as limits_module
from unjam.core.puzzle import Control, Result, Task
from unjam.families.blocks import Blocks
from unjam.families.rushhour import RushHour
from unjam.families.sokoban import Sokoban
from unjam.families.tiles import Tiles
from unjam.parallel.solve_many import solve_many
from unjam.search import BLIND, INFORMED

HUGE = pytest.param(10**5000, id="huge")
ALLOWED = 0.3
"""Seconds by which a search may pass its time limit (or a tenth of it, if that is more)."""
FIFTEEN = "1 5 2 3 4 6 10 7 8 9 0 11 12 13 14 15"
BLOCKED = "ooooBo\nooooBo\nAAooBo\nCCCooo\nooooDD\noooooo"


def unjam(*argv: str, stdin: str) -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of a command."""
    run = subprocess.run(
        [sys.executable, "-c", "from unjam.cli import main; main()", *argv],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.mark.parametrize("seconds", [-1, -0.001, "x", float("nan"), float("inf"), True, 2**70, 10**400, [], 1j])
def test_invalid_time_limits_are_rejected(seconds: object) -> None:
    with pytest.raises(Unsupported, match=r"^the time limit is .*; expected a number of seconds from 0") as refused:
        Limits(seconds=seconds)  # type: ignore[arg-type]
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("size", [-1, 1.5, 1.0, "4G", float("nan"), float("inf"), False, 2**63, 2**70, HUGE, ()])
def test_invalid_memory_limits_are_rejected(size: object) -> None:
    with pytest.raises(
        Unsupported, match=r"^the memory limit is .*; expected a whole number of bytes from 0"
    ) as refused:
        Limits(bytes=size)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_valid_limits_reach_the_core() -> None:
    board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    for limits in (Limits(), Limits(5), Limits(2.5, 2**63 - 1), Limits(seconds=Fraction(7, 2)), Limits(bytes=10**9)):
        for algorithm in ("native", "astar"):
            assert solve(board, algorithm=algorithm, limits=limits).cost == 2
    assert solve(board, algorithm="bfs", limits=Limits(seconds=0)).reason == Limits(seconds=0).time_reached()
    for workers in (-1, 1.5, "2"):
        with pytest.raises(Unsupported, match="workers"):
            solve(board, workers=workers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "option",
    ["--memory-limit=20000000T", "--memory-limit=" + "9" * 400, "--memory-limit=0", "--time-limit=1e300",
     "--time-limit=-1", "--time-limit=nan"],
)  # fmt: skip
def test_command_line_rejects_invalid_limits_in_one_line(option: str) -> None:
    code, out, err = unjam("solve", "-", option, stdin=FIFTEEN)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert option.partition("=")[0] in err
    assert "expected" in err


def burn(seconds: float) -> None:
    """Use the processor for this many seconds."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass


class Slow(Puzzle):
    """A puzzle without a solution in which each position has a hundred others after it, and everything takes long."""

    family = "slow"
    metrics = ("moves",)
    wide, far, late = 100, 1_000_000, 0.0

    def __init__(self, at: int) -> None:
        self.at = at

    @classmethod
    def parse(cls, text: str) -> Slow:
        return cls(int(text))

    def __str__(self) -> str:
        return str(self.at)

    def moves(self) -> Iterator[Move]:
        for step in range(1, self.wide + 1):
            yield Move("S", (0, self.at * self.wide + step))

    def play(self, move: Move) -> Slow:
        burn(0.004)
        assert thread_time() < Slow.late, "far beyond the time limit"
        return Slow(move.to[1])

    def back(self) -> Iterator[tuple[Move, Slow]]:
        for step in range(1, self.wide + 1):
            burn(0.004)
            assert thread_time() < Slow.late, "far beyond the time limit"
            yield Move("S", (0, 0)), Slow(-self.at * self.wide - step)

    def goals(self) -> list[Slow]:
        return [Slow(-1)]

    def is_solved(self) -> bool:
        return False

    def scene(self) -> Scene:
        return Scene(1, 1, ())


def slow_estimate(position: Slow, metric: str) -> int:
    burn(0.004)
    assert thread_time() < Slow.late, "far beyond the time limit"
    return 1


Slow.heuristics = {"slow": Heuristic(slow_estimate, frozenset({"moves"}), frozenset({"moves"}))}
Slow.best_heuristic = "slow"


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED, "explore"])
def test_slow_searches_keep_their_time_limit(algorithm: str) -> None:
    seconds = 0.2
    began = thread_time()
    Slow.late = began + 3  # a hundred successors at 4 ms or more each: looking after 64 positions would take a minute
    if algorithm == "explore":
        reason = explore(Slow(1), limits=Limits(seconds)).reason
    else:
        result = solve(Slow(1), algorithm=algorithm, limits=Limits(seconds))
        assert result.status == "gave_up"
        reason = result.reason
    assert thread_time() - began < seconds + ALLOWED
    assert reason == Limits(seconds).time_reached()


@pytest.mark.parametrize("algorithm", [*BLIND[:3], *INFORMED])
def test_slow_searches_stop_on_request(algorithm: str) -> None:
    control = Control()
    control.report = lambda expanded, bound, seconds: control.stop()
    began = thread_time()
    Slow.late = began + 3
    assert solve(Slow(1), algorithm=algorithm, control=control).status == "gave_up"
    assert thread_time() - began < 1


def hall(rows: int, cols: int) -> str:
    """A large hall of boxes, each a step from its storage; with 16 rows of 18 the core's tables are too small."""
    wide = 2 * cols + 3
    band = ["#" + " " * wide + "#", "#  " + "$ " * cols + " #", "#  " + " ." * cols + " #"]
    top, aisle = "#" * (wide + 2), "#" + " " * wide + "#"
    return "\n".join([top, "#@" + aisle[2:], *band * rows, aisle, top])


@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_hall_of_288_boxes_keeps_its_time_limit(metric: str) -> None:
    puzzle = Sokoban.parse(hall(16, 18))
    assert len(puzzle.boxes) == 288
    seconds = 1.0
    began = thread_time()
    result = solve(puzzle, metric=metric, limits=Limits(seconds))
    assert thread_time() - began < seconds + 3 * ALLOWED  # unwatched it takes far longer
    assert result.algorithm == "astar"
    if result.status == "gave_up":
        assert result.reason == Limits(seconds).time_reached()


def test_every_task_has_a_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "_free_bytes", lambda second: 8 << 30)
    assert Task("moves").limits == Limits(bytes=6 << 30)
    assert Task("moves", Limits(2.0)).limits == Limits(2.0, 6 << 30)
    assert Task("moves", Limits(bytes=7)).limits == Limits(bytes=7)
    assert Limits().with_memory_limit(3).bytes == 2 << 30
    assert Limits(bytes=5).with_memory_limit(3).bytes == 5
    monkeypatch.setattr(limits_module, "_free_bytes", lambda second: 0)
    assert Task("moves").limits.bytes == 1 << 28


@pytest.mark.parametrize(
    ("kinds", "folder", "names", "cache"),
    [
        ("0::", "", ("memory.max", "memory.current"), "inactive_file"),
        ("4:cpu,memory:", "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes"), "total_inactive_file"),
    ],
)
def test_memory_limit_of_the_container_is_respected(
    tmp_path: Path, kinds: str, folder: str, names: tuple[str, str], cache: str
) -> None:
    mine, top = tmp_path / "cgroup", tmp_path / "fs" / folder
    mine.write_text(f"7:pids:/\n{kinds}/app\n")
    (top / "app").mkdir(parents=True)
    assert limits_module._container_bytes(str(tmp_path / "fs"), str(mine)) == limits_module.MAX_LIMIT

    def limited(where: Path, most: str, used: int) -> int:
        (where / names[0]).write_text(f"{most}\n")
        (where / names[1]).write_text(f"{used}\n")
        (where / "memory.stat").write_text(f"anon 5\n{cache} 1000\n")
        return limits_module._container_bytes(str(tmp_path / "fs"), str(mine))

    assert limited(top / "app", "max", 7) == limits_module.MAX_LIMIT
    assert limited(top / "app", "500000", 200_000) == 301_000
    assert limited(top, "400000", 200_000) == 201_000  # the whole container has less than the group
    assert limited(top, "100000", 200_000) == 0
    assert limits_module._container_bytes(str(tmp_path), str(tmp_path / "none")) == limits_module.MAX_LIMIT


def test_simultaneous_searches_share_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "_free_bytes", lambda second: 8 << 30)
    limits_bytes: list[int | None] = []
    native = type(Tiles.native)
    real = native.solve_many

    def solve_and_record(self: object, puzzles: list[Tiles], task: Task) -> list[Result]:
        limits_bytes.append(task.limits.bytes)
        return real(self, puzzles, task)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "solve_many", solve_and_record)
    boards = [Tiles.random(Random(n), rows=2, cols=3) for n in range(3)]
    list(solve_many(boards, workers=3))
    list(solve_many(boards[:2], workers=3))
    list(solve_many(boards, workers=3, limits=Limits(bytes=1 << 20)))
    assert limits_bytes == [2 << 30, 3 << 30, 1 << 20]


PROGRAM = """
from unjam import solve
from unjam.core import limits
from unjam.families.tiles import Tiles
limits._free_bytes = lambda second: 40 << 20
limits._MIN_SHARE = 1 << 20
result = solve(Tiles.parse("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"), algorithm="{algorithm}")
print(result.status, result.peak_bytes, result.reason)
"""


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "astar", "idastar"])
def test_reference_search_reports_a_reached_memory_limit(algorithm: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(algorithm=algorithm)]
    status, peak, reason = subprocess.run(program, capture_output=True, text=True, check=True).stdout.split(maxsplit=2)
    limit = 30 << 20
    assert status == "gave_up"
    assert reason.strip() == f"the memory limit of {limit:,} bytes was reached"
    assert limit < int(peak) < 1.1 * limit


def test_core_supports_some_heuristics_and_falls_back_for_others() -> None:
    board = Tiles.parse(FIFTEEN)
    for heuristic in ("manhattan", "walking-distance", "pattern"):
        result = solve(board, heuristic=heuristic)
        assert (result.algorithm, result.heuristic, result.cost) == ("native", heuristic, solve(board).cost)
        assert [each.algorithm for each in solve_many([board] * 2, heuristic=heuristic)] == ["native"] * 2
    small = Tiles.parse("1 2 0 3 4 5 6 7 8")
    assert solve(small, heuristic="linear-conflict").algorithm == "astar"
    assert solve(small, heuristic="manhattan", any=True).algorithm == "greedy"
    assert solve(RushHour.parse(BLOCKED), heuristic="blocking").algorithm == "astar"
    assert solve(Blocks.parse("AB\n..\ngoal A at 1,1"), heuristic="zero").algorithm == "astar"


def test_command_line_reports_that_a_python_search_runs() -> None:
    def errors(text: str, *options: str) -> str:
        code, _, err = unjam("solve", "-", *options, stdin=text)
        assert code == 0
        return err

    why = "using the Python reference search: the native core cannot use the heuristic 'blocking'\n"
    assert errors(BLOCKED, "--heuristic", "blocking") == why
    assert errors(BLOCKED, "--heuristic", "blocking", "--json") == why
    assert errors(BLOCKED, "--heuristic", "blocking", "--quiet") == ""
    assert errors(BLOCKED, "--heuristic", "blocking", "--algorithm", "astar") == ""
    assert errors(BLOCKED) == ""
    assert errors("1 2 0 3 4 5 6 7 8", "--heuristic", "manhattan") == ""
    assert "any solution will do" in errors("1 2 0 3 4 5 6 7 8", "--heuristic", "manhattan", "--any")
    large = Sokoban.parse(hall(16, 18))
    code, _, err = unjam("solve", "-", "--time-limit", "0.1", stdin=str(large))
    assert (code, err) == (3, "using the Python reference search: the level is too large for the native core\n")
    code, _, err = unjam("solve", "-", "--heuristic", "blokcing", stdin=BLOCKED)
    assert (code, err.count("\n")) == (2, 1)
