"""Heuristics of tiles: their declared properties over every 8-puzzle board, and known values."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from random_cases import cases
from sliding_boards import eight_puzzle, walked

from unjam.families.tiles import Tiles
from unjam.families.tiles.board import shared_frame
from unjam.solving.solve import solve

NAMES = ["zero", "misplaced", "difference", "manhattan", "linear-conflict", "walking-distance", "pattern"]


def test_names_of_the_heuristics() -> None:
    assert list(Tiles.heuristics) == NAMES
    assert [name for name in NAMES if "moves" not in Tiles.heuristics[name].admissible] == ["difference"]


@pytest.mark.parametrize("name", NAMES)
def test_declared_properties_hold_for_the_whole_8_puzzle(name: str) -> None:
    distance, shared = eight_puzzle(), shared_frame(3, 3, bytes(range(9)))
    heuristic = Tiles.heuristics[name]
    wanted = distance if cases(100) == 100 else Random(3).sample(sorted(distance), 5000)
    estimates = {cells: heuristic(Tiles(cells, shared), "moves") for cells in wanted}
    assert estimates.get(bytes(range(9)), 0) == 0
    assert all(n >= 0 for n in estimates.values())
    too_high = sum(estimate > distance[cells] for cells, estimate in estimates.items())
    if "moves" in heuristic.admissible:
        assert too_high == 0
    else:
        assert too_high > len(estimates) / 2
    if "moves" in heuristic.consistent:
        for cells, estimate in estimates.items():
            gap = cells.index(0)
            for at in shared.neighbours[gap]:
                low, high = sorted((gap, at))
                after = (
                    cells[:low]
                    + cells[high : high + 1]
                    + cells[low + 1 : high]
                    + cells[low : low + 1]
                    + cells[high + 1 :]
                )
                assert estimate <= estimates.get(after, estimate) + 1


@pytest.mark.parametrize("name", [name for name in NAMES if name != "difference"])
def test_bounds_hold_for_any_goal(name: str) -> None:
    rng = Random(11)
    heuristic = Tiles.heuristics[name]
    for _ in range(4):
        rows, cols = rng.choice(((2, 3), (3, 2), (2, 2)))
        shared = shared_frame(rows, cols, bytes(rng.sample(range(rows * cols), rows * cols)))
        reached, layer, depth = {shared.goal: 0}, [Tiles(shared.goal, shared)], 0
        while layer:
            depth += 1
            fresh = []
            for board in layer:
                for after in map(board.play, board.moves()):
                    if after.cells not in reached:
                        reached[after.cells] = depth
                        fresh.append(after)
            layer = fresh
        for cells in permutations(range(rows * cols)):
            board = Tiles(cells, shared)
            if board.dead() is None:
                assert heuristic(board, "moves") <= reached[board.cells]


def test_stronger_heuristics_are_never_below_weaker_ones() -> None:
    rng = Random(13)
    for _ in range(cases(200)):
        rows, cols = rng.choice(((2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (2, 5), (5, 5)))
        board = Tiles.random(rng, rows=rows, cols=cols, goal=rng.choice(("first", "last")))
        value = {name: Tiles.heuristics[name](board, "moves") for name in NAMES}
        assert value["zero"] == 0 <= value["misplaced"] <= value["manhattan"] <= value["linear-conflict"]
        assert value["manhattan"] <= value["walking-distance"]
        assert value["manhattan"] <= value["pattern"]
        assert len({value[name] % 2 for name in ("manhattan", "linear-conflict", "walking-distance", "pattern")}) == 1


def test_known_values() -> None:
    board = Tiles.parse("1 2 0 3 4 5 6 7 8")
    value = {name: Tiles.heuristics[name](board, "moves") for name in NAMES}
    assert value == dict(zip(NAMES, (0, 2, 4, 2, 2, 2, 2), strict=True))
    turned = Tiles.parse("0 2 1 3 4 5 6 7 8")
    assert [Tiles.heuristics[name](turned, "moves") for name in ("manhattan", "linear-conflict")] == [2, 4]


def test_every_admissible_heuristic_finds_the_optimum() -> None:
    rng = Random(17)
    for _ in range(cases(5)):
        board = walked(rng, 18, 3)
        wanted = eight_puzzle()[board.cells]
        for name in NAMES:
            for algorithm in ("astar", "idastar"):
                if name == "zero" and algorithm == "idastar":
                    continue
                answer = solve(board, algorithm=algorithm, heuristic=name)
                assert answer.cost is not None
                if name == "difference":
                    assert answer.cost >= wanted
                    assert not answer.optimal or board.is_solved()
                else:
                    assert (answer.cost, answer.optimal) == (wanted, True)
