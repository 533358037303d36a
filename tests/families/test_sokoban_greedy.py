"""The greedy search for levels with few boxes: its tables against the exact set of solvable positions, its answers
against the optimal search."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

import pytest
from random_cases import FULL, cases
from sokoban_boards import State, pulled_level, random_level, solvable, warehouse

from unjam import check, solve
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.native import native_board

SIZES = ((4, 5, 3), (5, 5, 2), (4, 6, 3), (3, 5, 4))


def small_level(rng: Random, number: int) -> Sokoban | None:
    """A level that the tables are for: as many boxes as storages, all where the player gets, and some solution."""
    puzzle = random_level(rng) if number % 3 == 0 else pulled_level(rng, *SIZES[number % 4])
    area = puzzle.board.area(puzzle.player)
    fits = puzzle.boxes <= area and puzzle.board.goals <= area and len(puzzle.boxes) == len(puzzle.board.goals)
    return puzzle if fits and solve(puzzle, metric="pushes").solved else None


def outside_tables(puzzle: Sokoban, positions: list[State]) -> list[tuple[int, int]]:
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    assert native is not None
    board, boxes = native
    return board.find_outside_tables(boxes, puzzle.player, [(sorted(boxes), player) for player, boxes in positions])


def pulled(puzzle: Sokoban, most: int) -> list[State]:
    """Positions from which the level can be solved, whether or not they can be reached, by pulls from the storages."""
    board = puzzle.board
    goals = frozenset(board.goals)
    queue = deque((square, goals) for square in sorted(set(board.squares) - goals))
    seen = set(queue)
    while queue and len(seen) < most:
        player, boxes = queue.popleft()
        for step in board.steps:
            to, behind = player + step, player - step
            if not board.free[to] or to in boxes:
                continue
            after = [(to, boxes)]
            if behind in boxes:
                after.append((to, boxes - {behind} | {player}))
            for state in after:
                if state not in seen:
                    seen.add(state)
                    queue.append(state)
    return sorted(seen, key=lambda state: (state[0], sorted(state[1])))


def test_tables_have_every_position_on_a_solution() -> None:
    """Enough levels and positions to trust the rule: 2,000 and more than 50,000 where all cases are drawn."""
    rng = Random(61)
    total: Counter[str] = Counter()
    for number in range(cases(3200) if FULL else cases(400)):
        puzzle = small_level(rng, number)
        if puzzle is None:
            continue
        left, reached = solvable(puzzle)
        positions = sorted(reached, key=lambda state: (state[0], sorted(state[1])))
        positions = rng.sample(positions, min(len(positions), 200))
        for state, (lost, foreign) in zip(positions, outside_tables(puzzle, positions), strict=True):
            assert not (lost and state in left), f"{Sokoban(puzzle.board, *state)}\n{lost} boxes are called lost"
            assert not foreign, f"{Sokoban(puzzle.board, *state)}\n{foreign} boxes are called unreachable"
            total["dead"] += state not in left
            total["lost"] += lost > 0
            total["lost, three or four boxes"] += lost > 2
        total["levels"] += 1
        total["positions"] += len(positions)
    assert total["lost"] > total["dead"] / 20, total  # most have a box on a dead square, which no table is asked
    assert total["lost, three or four boxes"] > 0, total
    if FULL:
        assert total["levels"] >= 2000, total
        assert total["positions"] >= 50_000, total


def test_tables_have_every_position_reached_from_the_start() -> None:
    rng = Random(62)
    total: Counter[str] = Counter()
    for number in range(cases(400)):
        puzzle = small_level(rng, number)
        if puzzle is None:
            continue
        _, reached = solvable(puzzle)
        positions = pulled(puzzle, 4000)
        positions = rng.sample(positions, min(len(positions), 300))
        for state, (lost, foreign) in zip(positions, outside_tables(puzzle, positions), strict=True):
            assert not lost, f"{Sokoban(puzzle.board, *state)}\n{lost} boxes are called lost"
            assert not (foreign and state in reached), f"{Sokoban(puzzle.board, *state)}\n{foreign} boxes"
            total["foreign"] += foreign > 0
            total["not reached"] += state not in reached
    assert total["foreign"] > total["not reached"] / 2 > 0, total


def dead_squares(puzzle: Sokoban) -> bool:
    """Whether a box can reach no storage at all, which the core says of it with an error."""
    try:
        steps(puzzle, 0, 0)
    except ValueError:
        return True
    return False


def steps(puzzle: Sokoban, seed: int, expansions: int) -> tuple[str, bool]:
    """The steps of the greedy search by itself, as LURD, and whether it saw all that can be reached."""
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    assert native is not None
    board, boxes = native
    directions, exhausted = board.search_greedily(boxes, puzzle.player, seed, expansions)
    return "".join("udlr"[each] for each in directions), exhausted


def test_greedy_search_agrees_with_the_exact_verdict() -> None:
    rng = Random(63)
    verdicts: Counter[bool] = Counter()
    for number in range(cases(120)):
        level = small_level(rng, number)
        if level is None:
            continue
        left, reached = solvable(level)
        for state in rng.sample(sorted(reached, key=lambda each: (each[0], sorted(each[1]))), min(len(reached), 8)):
            puzzle = Sokoban(level.board, *state)
            if dead_squares(puzzle):
                assert state not in left
                continue
            lurd, exhausted = steps(puzzle, number, 100_000)
            assert exhausted == (state not in left), str(puzzle)
            if lurd:
                assert check(puzzle, lurd).solves
            else:
                assert exhausted or puzzle.is_solved()
            verdicts[exhausted] += 1
    assert len(verdicts) == 2, verdicts


def test_greedy_search_solves_levels_with_more_boxes() -> None:
    rng = Random(64)
    for number in range(cases(40)):
        puzzle = pulled_level(rng, 7, 8, rng.randint(5, 9))
        one, two = (steps(puzzle, number, 300_000) for _ in range(2))
        assert one == two  # the same seed
        assert check(puzzle, one[0]).solves


def test_greedy_search_is_only_for_few_boxes() -> None:
    with pytest.raises(ValueError, match="not for such levels"):
        steps(warehouse(Random(3), 20), 0, 10)
