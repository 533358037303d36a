"""The declared properties of each Rush Hour heuristic hold on every position of small boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from rushhour_boards import small

from unjam.core.puzzle import Limits
from unjam.families.rushhour import RushHour
from unjam.solving.solve import solve

METRICS = RushHour.metrics


def distances(board: RushHour, metric: str) -> tuple[dict[RushHour, int], dict[RushHour, list[tuple[int, RushHour]]]]:
    """Return the true distance of every solvable position, and all moves between positions."""
    edges: dict[RushHour, list[tuple[int, RushHour]]] = {board: []}
    stack = [board]
    while stack:
        position = stack.pop()
        for move in position.moves():
            after = position.play(move)
            if after not in edges:
                edges[after] = []
                stack.append(after)
            edges[position].append((position.cost(move, metric), after))
    best = {position: 0 for position in edges if position.is_solved()}
    layers: dict[int, list[RushHour]] = {0: list(best)}
    d = 0
    while layers:
        for position in layers.pop(d, []):
            if best[position] < d:
                continue
            for cost, before in edges[position]:  # slides go both ways
                if d + cost < best.get(before, d + cost + 1):
                    best[before] = d + cost
                    layers.setdefault(d + cost, []).append(before)
        d += 1
    return best, edges


@settings(max_examples=cases(400))
@given(st.integers(0, 2**40))
def test_heuristics_have_their_declared_properties(seed: int) -> None:
    board = small(Random(seed), most=250)
    for metric in METRICS:
        true, edges = distances(board, metric)
        for name, estimate in RushHour.heuristics.items():
            value = {position: estimate(position, metric) for position in edges}
            if metric in estimate.admissible:
                for position, distance in true.items():
                    assert value[position] <= distance, (name, metric, str(position))
            if metric in estimate.consistent:
                for position, after in edges.items():
                    for cost, other in after:
                        assert value[position] <= cost + value[other], (name, metric, str(position))
            assert all(value[position] == 0 for position in edges if position.is_solved())


def test_declared_properties_of_each_heuristic() -> None:
    both = frozenset(METRICS)
    assert list(RushHour.heuristics) == ["zero", "blocking", "blocking+1", "two-level", "must-move"]
    for name in ("blocking", "blocking+1"):
        assert RushHour.heuristics[name].admissible == RushHour.heuristics[name].consistent == both
    assert RushHour.heuristics["two-level"].admissible == frozenset()
    assert RushHour.heuristics["must-move"].admissible == both
    assert RushHour.heuristics["must-move"].consistent == frozenset()


SHUT_IN = "oooooo\nooBBoo\nAACooo\nooCooo\nooDDoo\noooooo"
"""C blocks A and is shut in by B and D; one of them driving away is enough."""


@pytest.mark.parametrize(("metric", "true"), [("moves", 3), ("steps", 6)])
def test_two_level_is_not_admissible(metric: str, true: int) -> None:
    board = RushHour.parse(SHUT_IN)
    assert solve(board, metric=metric).cost == true
    if metric == "moves":
        assert board.heuristics["two-level"](board, metric) == 4
    result = solve(board, metric=metric, algorithm="astar", heuristic="two-level")
    assert not result.optimal


def test_two_level_is_not_admissible_in_steps() -> None:
    board = RushHour.parse("ooBB\noAAC\noooC\nooDD")
    assert solve(board, metric="steps").cost == 3
    assert board.heuristics["two-level"](board, "steps") == 4


FREED = {
    "moves": (
        "ToyyyyisooBToooozisooBoNNNoztooIojjQQQotAoIooooJJJoARIooLLLoVVARomxPoooolllomaPDeeoMMMMmakDuuuSSooXakDoddddoxXokowwoEEooo",
        "e+1",
    ),
    "steps": (
        "oVVWY\noEEWY\nHHHhY\nUUUhI\nyyyhI\nkkkoI\nmmoqr\noZZqr\nxAoor\ntAwww\ntJJJo\nexit up",
        "q-1",
    ),
}


@pytest.mark.parametrize("metric", METRICS)
def test_must_move_is_not_consistent(metric: str) -> None:
    """One move can free more than itself, so the estimate falls by more than the move costs."""
    text, notation = FREED[metric]
    board = RushHour.parse(text)
    move = next(move for move in board.moves() if board.notation(move) == notation)
    estimate = board.heuristics["must-move"]
    assert estimate(board, metric) > board.cost(move, metric) + estimate(board.play(move), metric)


def test_stronger_heuristics_expand_fewer_positions() -> None:
    board = RushHour.parse(
        "6\n8\n1 h 2 2 3\n2 h 2 1 1\n3 h 2 5 5\n4 h 3 3 6\n5 v 3 6 1\n6 v 3 1 2\n7 v 3 4 2\n8 v 2 1 5"
    )
    counts = {
        name: solve(board, algorithm="astar", heuristic=name, limits=Limits()).expanded
        for name in ("must-move", "two-level", "blocking+1", "blocking", "zero")
    }
    assert list(counts.values()) == sorted(counts.values())
    assert counts["must-move"] < 20
    assert counts["zero"] == 1058


def test_values_of_every_heuristic_at_a_position() -> None:
    board = RushHour.parse(SHUT_IN)
    values = {name: estimate(board, "moves") for name, estimate in board.heuristics.items()}
    assert values == {"zero": 0, "blocking": 1, "blocking+1": 2, "two-level": 4, "must-move": 3}
    assert board.heuristics["must-move"](board, "steps") == 6
