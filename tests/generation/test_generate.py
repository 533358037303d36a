"""New levels: distinct, solvable, as hard as asked, the same for a seed on any number of workers; wishes that cannot be
granted end in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from child_processes import child_processes
from interrupts import start_interruptible

import unjam
from unjam import _core
from unjam.cli import main
from unjam.core.family_info import DIFFICULTIES
from unjam.core.generator import Candidates, LevelGenerator, LevelRequest
from unjam.core.puzzle import Task
from unjam.families.rushhour import RushHour
from unjam.families.rushhour.board import Car, Lot
from unjam.families.sokoban import Sokoban
from unjam.families.tiles import Tiles, symmetry
from unjam.families.tiles.text import standard_goal
from unjam.formats.shipped import bench_levels, bundled
from unjam.generation.generate import Generated, check_request, generate, generator_for
from unjam.parallel.pool import Pool
from unjam.rating.rate import models, rate
from unjam.solving.solve import count_solutions, solve

OLD_TILES = [
    "3 4\n 1  0  2  6\n 4  5  3 10\n 8 11  9  7",
    "4 5 7\n0 2 6\n1 8 3",
    "3 8 4\n7 1 0\n2 5 6",
    "7 1 2\n6 0 3\n4 8 5",
]
"""What ``--level intermediate --seed 7`` gives with the gap first."""
EASY = [(name, level) for name in unjam.FAMILIES for level in DIFFICULTIES[:2]]


def unjam_command(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    program = [str(Path(sys.executable).parent / "unjam"), "generate", *words]
    return subprocess.run(program, capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize(("name", "level"), EASY)
def test_levels_are_distinct_solvable_and_rated_as_asked(name: str, level: str) -> None:
    levels = list(generate(name, level=level, count=4, seed=3, workers=1))
    generator = generator_for(unjam.family(name))
    assert len({generator.key(each.puzzle) for each in levels}) == 4
    for each in levels:
        result = solve(each.puzzle)
        assert (result.cost, result.optimal) == (each.cost, True)
        rating = rate(each.puzzle)
        assert rating.score is not None
        assert (rating.level, round(rating.score, 2)) == (level, each.score)
        assert each.puzzle.faults() == []
        assert unjam.family(name).parse(str(each.puzzle)) == each.puzzle
        rows, cols = each.size
        assert each.name == f"{name}-{level}-{rows}x{cols}-s3-n{each.index}-g{each.version}"


@pytest.mark.parametrize("name", list(unjam.FAMILIES))
def test_a_seed_makes_the_same_levels_on_any_number_of_workers(name: str) -> None:
    request = ("--level", "beginner", "--count", "5", "--seed", "8", "--json")
    first, two, again = (unjam_command(name, *request, "--workers", n).stdout for n in ("1", "2", "1"))
    assert first == two == again
    rows = [json.loads(line) for line in first.splitlines()]
    assert [row["index"] for row in rows] == [0, 1, 2, 3, 4]
    assert list(rows[0])[:7] == ["index", "family", "level", "score", "cost", "board", "seed"]
    for row in rows:
        model = models(unjam.family(name))["human"]
        assert (row["low"], row["high"]) == pytest.approx(model.time_range(row["score"]), abs=0.01)
    other = unjam_command(name, *request[:-2], "9", "--json").stdout
    assert not {row["board"] for row in rows} <= {json.loads(line)["board"] for line in other.splitlines()}


def without(board: RushHour) -> Iterator[RushHour]:
    """The board with one car or one wall taken away."""
    lot = board.lot
    for gone in range(1, len(lot.cars)):
        cars = tuple(car for i, car in enumerate(lot.cars) if i != gone)
        at = tuple(offset for i, offset in enumerate(board.at) if i != gone)
        yield RushHour(Lot(lot.rows, lot.cols, lot.walls, cars, 0, lot.side), at)
    for cell in range(lot.rows * lot.cols):
        if lot.walls >> cell & 1:
            yield RushHour(Lot(lot.rows, lot.cols, lot.walls ^ 1 << cell, lot.cars, 0, lot.side), board.at)


@pytest.mark.parametrize("moves", [(4, 8), (12, 16), (20, 26)])
def test_no_car_or_wall_can_go_from_a_new_rush_hour_board(moves: tuple[int, int]) -> None:
    for each in generate("rushhour", moves=moves, count=3, seed=2, workers=1, walls=2):
        board = each.puzzle
        assert isinstance(board, RushHour)
        assert moves[0] <= each.cost <= moves[1]
        for less in without(board):
            assert (solve(less).cost or 0) < each.cost


def test_the_check_of_minimal_boards_can_fail() -> None:
    board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    idle = Lot(6, 6, 0, (*board.lot.cars, Car("C", True, 2, 0)), 0, "right")
    assert not all((solve(less).cost or 0) < 2 for less in without(RushHour(idle, (*board.at, 0))))


@pytest.mark.parametrize("side", ["left", "right", "up", "down"])
def test_rush_hour_boards_have_the_exit_and_size_asked_for(side: str) -> None:
    [level] = generate("rushhour", moves=(5, 9), size=(5, 7), seed=4, workers=1, exit=side)
    assert isinstance(level.puzzle, RushHour)
    assert level.puzzle.lot.side == side
    assert level.size == (5, 7)


@pytest.mark.parametrize("level", DIFFICULTIES[:3])
def test_new_sokoban_levels_have_all_boxes_to_move_and_the_size_asked_for(level: str) -> None:
    generator = generator_for(Sokoban)
    request = LevelRequest(level, size=(8, 8), options={"boxes": 3})
    for number in range(4):
        for puzzle in islice(generator.candidates(Random(f"room {number}"), request), 1):
            assert isinstance(puzzle, Sokoban)
            assert (puzzle.board.rows, puzzle.board.cols, len(puzzle.boxes)) == (8, 8, 3)
            assert not puzzle.boxes & puzzle.board.goals
            assert solve(puzzle).solved


def test_the_space_of_a_room_holds_what_can_be_solved() -> None:
    """The core weighs a start by what it knows to be lost; every start it offers must be solvable by the real rules."""
    generator, seen = generator_for(Sokoban), 0
    for number in range(30):
        for puzzle in islice(generator.candidates(Random(f"any {number}"), LevelRequest(DIFFICULTIES[number % 3])), 1):
            result = solve(puzzle, metric="pushes")
            assert result.solved
            seen += 1
    assert seen >= 25


def test_tiles_have_exactly_the_depth_asked_for_each_as_likely() -> None:
    for size, depth in (((3, 3), 31), ((3, 3), 20), ((2, 4), 15), ((3, 4), 25), ((4, 4), 30), ((5, 5), 22)):
        [level] = generate("tiles", moves=(depth, depth), size=size, seed=1, workers=1)
        assert level.cost == solve(level.puzzle).cost == depth
        assert level.size == size
    from unjam.families.tiles.board import shared_frame
    from unjam.families.tiles.generate import board_at_depth

    goal = shared_frame(3, 3, bytes(range(9)))
    drawn = [board_at_depth(Random(f"{n}"), goal, 2) for n in range(400)]
    assert {drawn.count(each) > 60 for each in set(drawn)} == {True}
    assert len(set(drawn)) == 4


@pytest.mark.parametrize("wanted", [1, 2])
def test_packing_levels_have_as_many_solutions_as_wanted(wanted: int) -> None:
    levels = list(generate("packing", moves=(4, 6), size=(5, 5), count=3, seed=1, workers=1, solutions=wanted))
    assert len(levels) == 3
    for each in levels:
        assert count_solutions(each.puzzle, reduced=True) == wanted
        assert 4 <= each.cost <= 6


def test_blocks_start_from_the_hardest_position_of_their_space() -> None:
    """Unless that is harder than wished: then from further along its way out."""
    for each in generate("blocks", moves=(30, 400), count=3, seed=1, workers=1):
        assert unjam.explore(each.puzzle).max_distance == each.cost
    for each in generate("blocks", moves=(8, 8), count=3, seed=1, workers=1):
        assert solve(each.puzzle).cost == each.cost == 8


def test_a_wish_that_cannot_be_granted_ends_with_one_line() -> None:
    done = unjam_command("rushhour", "--moves", "90-95", "--size", "4x4", "--workers", "1")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1
    assert "no such level was found" in done.stderr
    done = unjam_command("tiles", "--moves", "31", "--size", "3x3", "--count", "5", "--seed", "1")
    assert done.returncode == 3
    assert "only 1 of 5" in done.stderr  # the two boards of depth 31 are mirror images of each other


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rushhour", "--size", "3x3"), "choose 4 to 8"),
        (("sokoban", "--size", "20x20"), "choose 5 to 12"),
        (("sokoban", "--boxes", "9"), "choose 1 to 6"),
        (("tiles", "--size", "9x9"), "choose from 2x3 to 5x5"),
        (("packing", "--solutions", "0"), "choose 1 to 100"),
        (("blocks", "--walls", "2"), "no option 'walls'"),
        (("blocks", "--moves", "9-2"), "the lower number first"),
        (("blocks", "--moves", "many"), "10-20"),
        (("chess",), "chess"),
        (("rushhour", "--level", "easy"), "easy"),
    ],
)
def test_wrong_requests_are_named(words: tuple[str, ...], message: str) -> None:
    done = unjam_command(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_printed_can_be_solved(tmp_path: Path) -> None:
    for name in unjam.FAMILIES:
        done = unjam_command(name, "--level", "beginner", "--count", "3", "--seed", "5")
        assert done.returncode == 0
        assert "3 levels from seed 5" in done.stderr
        levels = list(unjam.read_levels(done.stdout, family=name))
        assert len(levels) == 3
        assert all(level.puzzle is not None and solve(level.puzzle).solved for level in levels)


def test_ctrl_c_keeps_what_is_there() -> None:
    program = [
        str(Path(sys.executable).parent / "unjam"),
        "generate",
        "rushhour",
        "--moves",
        "8-12",
        "--count",
        "100000",
    ]
    for workers in ("1", "2"):
        command = [*program, "--json", "--seed", "1", "--workers", workers]
        with start_interruptible(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            rest = running.stdout.read()  # not communicate: it would leave out what is read ahead of the line
            assert running.stderr is not None
            errors = running.stderr.read()
        assert running.returncode == 130
        assert errors.strip() == "unjam: stopped"
        rows = [json.loads(line)["index"] for line in (first + rest).splitlines()]
        assert rows == list(range(len(rows)))


SLOW = 3.0
"""Seconds of a stream for which nobody waits; only a test that fails is held up by them."""


class Recorder(LevelGenerator):
    """Its streams write down that they begin; where a range is wished, all but the first take long and say so too."""

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        first = rng.getstate() == Random("unjam recorded 1 0").getstate()
        self.note("begun")
        if request.moves and not first:
            time.sleep(SLOW)
            self.note("ended")
        yield self.kind.random(rng)

    def note(self, word: str) -> None:
        with open(os.environ["RECORDER_LOG"], "a", encoding="utf-8") as file:
            file.write(f"{word}\n")


class Recorded(unjam.family("tiles")):  # type: ignore[misc]
    family = "recorded"
    about = unjam.About(generator=Recorder)
    features = unjam.Puzzle.features


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What the streams have written; other processes are started at the first, as they are after a while of work."""
    monkeypatch.setenv("RECORDER_LOG", str(tmp_path / "log"))
    monkeypatch.setattr(sys.modules["unjam.generation.generate"], "SECONDS_ALONE", 0.0, raising=False)
    return tmp_path / "log"


@pytest.mark.parametrize("count", [1, 3, 7])
def test_several_workers_begin_no_stream_that_is_not_needed(count: int, log: Path) -> None:
    runs = [list(generate(Recorded, count=count, workers=workers)) for workers in (1, 2)]
    assert runs[0] == runs[1]
    assert log.read_text().splitlines() == ["begun"] * (runs[0][-1].stream + 1) * 2


def test_time_in_which_nothing_is_done_starts_no_worker(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy machine, where starting workers would cost more than they bring."""
    monkeypatch.setattr(sys.modules["unjam.generation.generate"], "SECONDS_ALONE", 0.5)
    monkeypatch.setattr(Recorder, "note", lambda self, word: time.sleep(0.3))
    levels, others = generate(Recorded, count=5, workers=2), child_processes()
    for _ in range(4):
        next(levels)
    assert child_processes() == others  # the worker of this run may have browsers and servers of other tests
    levels.close()


@pytest.mark.parametrize("stop", [False, True])
def test_nobody_waits_for_streams_that_are_no_longer_wanted(stop: bool, log: Path) -> None:
    control, others = unjam.Control(), child_processes()
    levels = generate(Recorded, moves=(1, 99), count=3, workers=2, control=control)
    assert next(levels).stream == 0
    if stop:
        control.stop()
        with pytest.raises(StopIteration) as end:
            next(levels)
        assert str(end.value.value) == "stopped on request"
    else:
        levels.close()
    assert "ended" not in log.read_text()
    assert child_processes() == others


def test_the_workers_have_ended_when_the_last_level_is_handed_over(log: Path) -> None:
    levels, others = generate(Recorded, count=2, workers=2), child_processes()
    next(levels)
    assert child_processes() > others
    assert next(levels).index == 1
    assert child_processes() == others


@pytest.mark.parametrize("name", ["blocks", "packing"])
def test_a_maker_whose_candidates_take_long_stops_when_told_to(name: str) -> None:
    generator = generator_for(unjam.family(name))
    generator.control.stop()
    assert list(generator.candidates(Random("slow"), LevelRequest("expert"))) == []


def test_the_core_stops_cutting_a_board_when_told_to() -> None:
    control = unjam.Control(lambda *_: control.stop())
    task = Task("pieces", control=control)
    assert _core.packing_generate(8, 8, (5, 7), 5, (2, 26), 8, 1, 100_000, 1, task) == []  # many minutes otherwise
    assert control.stopped


def test_a_run_that_is_kept_begins_no_stream_that_is_not_needed(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from unjam.datasets.generate_run import GenerateRun

    class Here(Pool):
        """A pool that does its work when it is handed over."""

        begun = 0
        size = 2

        def submit(self, work: Any, *args: Any) -> Future[Any]:  # type: ignore[override]
            self.begun += len(args[-1])
            done: Future[Any] = Future()
            done.set_result(work(*args))
            return done

        def close(self) -> None:
            pass

        def kill(self) -> None:
            pass

    for count in (1, 5):
        pool, folder = Here(), str(tmp_path / f"{count}")
        spec = check_request(Tiles, LevelRequest("beginner"), count, 3)
        run = GenerateRun("tiles", spec, folder, pool, unjam.Control(), unjam.__version__)
        assert list(run)[-1] == count
        assert pool.begun == run.selection.tried


def test_a_stopped_control_ends_the_stream_and_says_so() -> None:
    control = unjam.Control()
    levels = generate("tiles", level="beginner", count=50, workers=1, control=control)
    next(levels)
    control.stop()
    with pytest.raises(StopIteration) as end:
        next(levels)
    assert str(end.value.value) == "stopped on request"


def test_a_family_of_ones_own_gets_levels_for_nothing() -> None:
    class Coin(unjam.family("tiles")):  # type: ignore[misc, name-defined]
        family = "coin"
        about = unjam.About()
        features = unjam.Puzzle.features

        @classmethod
        def random(cls, rng: Random, **options: Any) -> Any:
            return cls.parse(rng.choice(("1 0 2 3 4 5 6 7 8", "1 2 0 3 4 5 6 7 8", "3 1 2 0 4 5 6 7 8")))

    levels: list[Generated] = list(generate(Coin, count=3, workers=1))
    assert sorted(each.cost for each in levels) == [1, 1, 2]


def test_progress_counts_the_streams() -> None:
    counts: list[int] = []
    control = unjam.Control(lambda tries, bound, seconds: counts.append(tries))
    began = time.monotonic()
    assert len(list(generate("tiles", level="beginner", count=3, workers=1, control=control))) == 3
    assert counts == list(range(1, len(counts) + 1))
    assert time.monotonic() >= began


def test_new_tiles_end_with_the_gap_last_unless_the_old_goal_is_asked_for() -> None:
    old = [each.puzzle for each in generate("tiles", level="intermediate", count=4, seed=7, workers=1, goal="first")]
    new = list(generate("tiles", level="intermediate", count=4, seed=7, workers=1))
    assert [str(board) for board in old] == OLD_TILES
    for board, level in zip(old, new, strict=True):
        text = str(level.puzzle)
        assert "\ngoal\n" in text
        assert text.split()[-1] == "0"
        assert Tiles.parse(text) == level.puzzle
        assert symmetry.key(level.puzzle) == symmetry.key(board)  # the same board, turned by half
        assert level.cost == solve(board).cost
        assert level.score == pytest.approx(rate(board).score, abs=0.01)


def test_shipped_tiles_are_the_benchmarks_boards_turned_by_half() -> None:
    by_title = {level.title: level for level in bundled("tiles")}
    for old in bench_levels("tiles"):
        shipped = by_title[old.title]
        board = Tiles.parse(shipped.board)
        assert board.frame.goal == standard_goal(board.rows, board.cols, "last")
        assert symmetry.key(board) == symmetry.key(Tiles.parse(old.board))
    assert all("goal" in level.board for level in bundled("tiles"))


@pytest.mark.parametrize(
    ("family", "options", "title"),
    [
        ("rushhour", {"level": "advanced", "seed": 5}, "Advanced 6×6 · 5"),
        ("rushhour", {"level": "beginner", "size": (5, 5), "walls": 2}, "Beginner 5×5 · 1"),
        ("rushhour", {"moves": (4, 9), "count": 3}, "Beginner 6×6 · 1-3"),
        ("tiles", {"level": "beginner", "size": (2, 3), "count": 2}, "Beginner 2×3 · 1-2"),
        ("tiles", {"level": "beginner", "goal": "last"}, "Beginner 2×3 · 1"),
        ("sokoban", {"level": "beginner"}, "Beginner 7×7 · 1"),
        ("packing", {}, "Advanced 7×7 · 1"),
    ],
)
def test_a_generated_level_is_read_by_its_name(family: str, options: dict[str, Any], title: str) -> None:
    *_, level = generate(family, workers=1, **options)
    (again,) = unjam.read_levels(level.name)
    assert (again.puzzle, again.title) == (level.puzzle, title)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "rushhour-advanced-6x6-s5",
            "is not the full name of a generated level; expected one such as 'rushhour-advanced-",
        ),
        ("rushhour-advanced-6x6-s5-n0-g1", "made by version 1 of the generator; this is version 2"),
        ("rushhour-advance-6x6-s5-n0-g2", "unknown difficulty 'advance'; choose one of: beginner"),
        ("rushour-advanced-6x6-s5-n0-g2", "unknown family 'rushour'"),
        ("rushhour-advanced-90x90-s5-n0-g2", "cannot generate boards of 90x90"),
        ("tiles-beginner-5x5-s1-n0-g3", "this seed and number give 'tiles-beginner-2x3-s1-n0-g3'"),
        ("rushhour-beginner-6x6-s5-n0-g2-wall=2", "rushhour has no option 'wall' for new levels"),
    ],
)
def test_the_name_of_no_generated_level_gets_one_line(name: str, why: str) -> None:
    with pytest.raises(unjam.PuzzleError) as refusal:
        unjam.read(name)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_difficulty_and_its_older_name_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    new, old = (list(generate("tiles", workers=1, **{name: "beginner"})) for name in ("difficulty", "level"))
    assert new == old
    assert new[0].difficulty == new[0].level == rate(new[0].puzzle).difficulty == "beginner"
    with pytest.raises(TypeError, match="difficulty is 'expert' and level is 'beginner'"):
        generate("tiles", difficulty="expert", level="beginner")
    outputs = []
    for option in ("--difficulty", "--level"):
        with pytest.raises(SystemExit):
            main(["generate", "tiles", option, "beginner", "--seed", "3", "--workers", "1", "--quiet"])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != ""
