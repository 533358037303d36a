"""The reference searches on a toy map: optimal where they promise it, honest about limits, telling what they did."""

from __future__ import annotations

import random

import pytest

import unjam
from toy import Walk
from unjam.search import BLIND, INFORMED

MAP = Walk.parse("S....\n.###.\n...#.\n.#...\n.#.#G")
TOLL = Walk.parse("S9G\n...")
WALLED = Walk.parse("S.#\n..#\n##G")
OPTIMAL = ["bfs", "dijkstra", "bidirectional", "astar", "idastar"]


def random_map(rng: random.Random) -> Walk:
    rows, cols = rng.randint(2, 7), rng.randint(2, 7)
    cells = [[rng.choice("..#123") for _ in range(cols)] for _ in range(rows)]
    spots = rng.sample([(r, c) for r in range(rows) for c in range(cols)], 2)
    for (r, c), mark in zip(spots, "SG", strict=True):
        cells[r][c] = mark
    return Walk.parse("\n".join(map("".join, cells)))


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_every_algorithm_finds_a_way_out_that_replays(algorithm: str) -> None:
    result = unjam.solve(MAP, algorithm=algorithm)
    assert result.status == "solved"
    assert result.cost == len(result.moves) >= 8
    assert result.algorithm == algorithm
    assert result.optimal == (algorithm in OPTIMAL)
    if algorithm in OPTIMAL:
        assert result.cost == 8 == result.lower_bound


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_no_way_out_is_a_result(algorithm: str) -> None:
    result = unjam.solve(WALLED, algorithm=algorithm)
    assert result.status == "unsolvable"
    assert result.cost is None
    assert "positions tried" in (result.reason or "")


def test_costs_that_differ_take_dijkstra_not_bfs() -> None:
    assert unjam.solve(TOLL, metric="toll", algorithm="dijkstra").cost == 4
    assert unjam.solve(TOLL, metric="toll", algorithm="astar").cost == 4
    breadth = unjam.solve(TOLL, metric="toll", algorithm="bfs")
    assert breadth.cost == 10
    assert not breadth.optimal


def test_an_inadmissible_heuristic_is_never_called_optimal() -> None:
    for algorithm in ("astar", "idastar"):
        result = unjam.solve(MAP, algorithm=algorithm, heuristic="too-much")
        assert result.status == "solved"
        assert not result.optimal
        assert result.lower_bound == 0


def test_random_maps_agree() -> None:
    rng = random.Random(5)
    solved = 0
    for _ in range(300):
        walk = random_map(rng)
        for metric in walk.metrics:
            truth = unjam.solve(walk, metric=metric, algorithm="dijkstra")
            solved += truth.solved
            for algorithm in (*BLIND, *INFORMED):
                result = unjam.solve(walk, metric=metric, algorithm=algorithm)
                assert result.status == truth.status, (algorithm, str(walk))
                if result.optimal:
                    assert result.cost == truth.cost, (algorithm, metric, str(walk))
                elif result.cost is not None:
                    assert result.cost >= truth.cost
                    assert result.lower_bound <= truth.cost
        if truth.solved:
            space = unjam.explore(walk, metric="toll")
            assert space.histogram[truth.cost] >= 1
            assert sum(space.histogram) + space.lost == space.states
    assert solved > 100


def test_watch_tells_exactly_what_was_counted() -> None:
    for algorithm in (*BLIND, *INFORMED):
        events: list[tuple[str, object]] = []
        result = unjam.solve(MAP, algorithm=algorithm, watch=lambda kind, p, to=events: to.append((kind, p)))
        kinds = [kind for kind, _ in events]
        assert kinds.count("expand") == result.expanded
        assert kinds.count("path") == len(result.moves) + 1
        assert events[-1][1].is_solved()


def test_limits_are_obeyed_and_reported() -> None:
    big = Walk.parse("\n".join(["S" + "." * 99, *["." * 100 for _ in range(98)], "." * 99 + "G"]))
    result = unjam.solve(big, algorithm="bfs", limits=unjam.Limits(seconds=0.05))
    assert result.status == "gave_up"
    assert "time limit" in result.reason
    assert 0 < result.lower_bound <= 198
    stopped = unjam.Limits()
    stopped.stop()
    assert unjam.solve(big, algorithm="astar", limits=stopped).reason == "stopped on request"
    seen: list[int] = []
    unjam.solve(big, algorithm="dijkstra", limits=unjam.Limits(report=lambda n, bound, s: seen.append(n)))
    assert seen == sorted(seen)
    assert seen


def test_unknown_names_are_refused_with_the_choices() -> None:
    for wrong in ({"algorithm": "magic"}, {"metric": "miles"}, {"algorithm": "astar", "heuristic": "luck"}):
        with pytest.raises(unjam.Unsupported, match="choose one of"):
            unjam.solve(MAP, **wrong)


def test_a_wrong_answer_never_leaves_the_door() -> None:
    class Liar(Walk):
        def solve_native(self, **options):
            return unjam.Result("solved", (unjam.Move("S", (9, 9)),), cost=1, metric="moves", algorithm="native")

    with pytest.raises(unjam.WrongAnswer, match="illegal"):
        unjam.solve(Liar(MAP.rows, MAP.at))


def test_compare_has_a_row_for_each_pair_and_prints_as_a_table() -> None:
    table = unjam.compare(MAP)
    pairs = [(row.algorithm, row.heuristic) for row in table]
    assert len(pairs) == len(set(pairs)) == 4 + 4 * 3
    assert "astar" in str(table)
    assert "<td>dijkstra</td>" in table._repr_html_()
    assert any("native" in note for note in table.left_out)
