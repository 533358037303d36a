"""New levels: distinct, solvable, as hard as asked, the same for a seed on any number of workers; wishes that cannot be
granted end in one line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import unjam
from unjam.families.rushhour import RushHour
from unjam.families.rushhour.level import Car, Lot
from unjam.families.sokoban import Sokoban
from unjam.generate import Generated, generate, maker_of
from unjam.maker import RANKS, Wish
from unjam.rate import rate
from unjam.solve import count_solutions, solve

EASY = [(name, level) for name in unjam.FAMILIES for level in RANKS[:2]]


def unjam_command(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    program = [str(Path(sys.executable).parent / "unjam"), "generate", *words]
    return subprocess.run(program, capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize(("name", "level"), EASY)
def test_levels_are_distinct_solvable_and_rated_as_asked(name: str, level: str) -> None:
    made = list(generate(name, level=level, count=4, seed=3, workers=1))
    maker = maker_of(unjam.family(name))
    assert len({maker.key(each.puzzle) for each in made}) == 4
    for each in made:
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
    wish = ("--level", "beginner", "--count", "5", "--seed", "8", "--json")
    one, two, again = (unjam_command(name, *wish, "--workers", n).stdout for n in ("1", "2", "1"))
    assert one == two == again
    rows = [json.loads(line) for line in one.splitlines()]
    assert [row["index"] for row in rows] == [0, 1, 2, 3, 4]
    assert list(rows[0])[:7] == ["index", "family", "level", "score", "cost", "board", "seed"]
    other = unjam_command(name, *wish[:-2], "9", "--json").stdout
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
    [found] = generate("rushhour", moves=(5, 9), size=(5, 7), seed=4, workers=1, exit=side)
    assert isinstance(found.puzzle, RushHour)
    assert found.puzzle.lot.side == side
    assert found.size == (5, 7)


@pytest.mark.parametrize("level", RANKS[:3])
def test_new_sokoban_levels_have_all_boxes_to_move_and_the_size_asked_for(level: str) -> None:
    maker = maker_of(Sokoban)
    wish = Wish(level, size=(8, 8), options={"boxes": 3})
    for number in range(4):
        for puzzle in islice(maker.candidates(Random(f"room {number}"), wish), 1):
            assert isinstance(puzzle, Sokoban)
            assert (puzzle.board.rows, puzzle.board.cols, len(puzzle.boxes)) == (8, 8, 3)
            assert not puzzle.boxes & puzzle.board.goals
            assert solve(puzzle).solved


def test_the_space_of_a_room_holds_what_can_be_solved() -> None:
    """The core weighs a start by what it knows to be lost; every start it offers must be solvable by the real rules."""
    maker, seen = maker_of(Sokoban), 0
    for number in range(30):
        for puzzle in islice(maker.candidates(Random(f"any {number}"), Wish(RANKS[number % 3])), 1):
            result = solve(puzzle, metric="pushes")
            assert result.solved
            seen += 1
    assert seen >= 25


def test_tiles_have_exactly_the_depth_asked_for_each_as_likely() -> None:
    for size, depth in (((3, 3), 31), ((3, 3), 20), ((2, 4), 15), ((3, 4), 25), ((4, 4), 30), ((5, 5), 22)):
        [found] = generate("tiles", moves=(depth, depth), size=size, seed=1, workers=1)
        assert found.cost == solve(found.puzzle).cost == depth
        assert found.size == size
    from unjam.families.tiles.generate import of_depth
    from unjam.families.tiles.level import frame

    goal = frame(3, 3, bytes(range(9)))
    drawn = [of_depth(Random(f"{n}"), goal, 2) for n in range(400)]
    assert {drawn.count(each) > 60 for each in set(drawn)} == {True}
    assert len(set(drawn)) == 4


@pytest.mark.parametrize("wanted", [1, 2])
def test_packing_levels_have_as_many_solutions_as_wanted(wanted: int) -> None:
    made = list(generate("packing", moves=(4, 6), size=(5, 5), count=3, seed=1, workers=1, solutions=wanted))
    assert len(made) == 3
    for each in made:
        assert count_solutions(each.puzzle, reduced=True).solutions == wanted
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
    ("words", "said"),
    [
        (("rushhour", "--size", "3x3"), "choose from 4 to 8"),
        (("sokoban", "--size", "20x20"), "choose from 5 to 12"),
        (("sokoban", "--boxes", "9"), "choose from 1 to 6"),
        (("tiles", "--size", "9x9"), "choose from 2x3 to 5x5"),
        (("packing", "--solutions", "0"), "choose from 1 to 100"),
        (("blocks", "--walls", "2"), "no option 'walls'"),
        (("blocks", "--moves", "9-2"), "the fewest first"),
        (("blocks", "--moves", "many"), "10-20"),
        (("chess",), "chess"),
        (("rushhour", "--level", "easy"), "easy"),
    ],
)
def test_wrong_wishes_are_named(words: tuple[str, ...], said: str) -> None:
    done = unjam_command(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_printed_can_be_solved(tmp_path: Path) -> None:
    for name in unjam.FAMILIES:
        done = unjam_command(name, "--level", "beginner", "--count", "3", "--seed", "5")
        assert done.returncode == 0
        assert "3 levels from seed 5" in done.stderr
        found = list(unjam.read_levels(done.stdout, family=name))
        assert len(found) == 3
        assert all(level.puzzle is not None and solve(level.puzzle).solved for level in found)


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
        asked = [*program, "--json", "--seed", "1", "--workers", workers]
        with subprocess.Popen(
            asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore Ctrl-C
        ) as running:
            assert running.stdout is not None
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            rest = running.stdout.read()  # not communicate: it would leave out what is read ahead of the line
            assert running.stderr is not None
            said = running.stderr.read()
        assert running.returncode == 130
        assert said.strip() == "unjam: stopped"
        rows = [json.loads(line)["index"] for line in (first + rest).splitlines()]
        assert rows == list(range(len(rows)))


def test_a_stopped_control_ends_the_stream_and_says_so() -> None:
    control = unjam.Control()
    made = generate("tiles", level="beginner", count=50, workers=1, control=control)
    next(made)
    control.stop()
    with pytest.raises(StopIteration) as end:
        next(made)
    assert str(end.value.value) == "stopped on request"


def test_a_family_of_ones_own_gets_levels_for_nothing() -> None:
    class Coin(unjam.family("tiles")):  # type: ignore[misc, name-defined]
        family = "coin"
        about = unjam.About()
        features = unjam.Puzzle.features

        @classmethod
        def random(cls, rng: Random, **options: Any) -> Any:
            return cls.parse(rng.choice(("1 0 2 3 4 5 6 7 8", "1 2 0 3 4 5 6 7 8", "3 1 2 0 4 5 6 7 8")))

    made: list[Generated] = list(generate(Coin, count=3, workers=1))
    assert sorted(each.cost for each in made) == [1, 1, 2]


def test_progress_counts_the_streams() -> None:
    told: list[int] = []
    control = unjam.Control(lambda tries, bound, seconds: told.append(tries))
    began = time.monotonic()
    assert len(list(generate("tiles", level="beginner", count=3, workers=1, control=control))) == 3
    assert told == list(range(1, len(told) + 1))
    assert time.monotonic() >= began
