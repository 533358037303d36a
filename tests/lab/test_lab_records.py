"""The lab records searches exactly: the counts of compare, on a skyline of every position."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from lab_levels import EIGHT_MOVES, FAR_EIGHT, FIFTEEN, SMALL, TEN_THOUSAND
from random_cases import FULL_ONLY

import unjam
from unjam.core.puzzle import STOPPED, Control, Limits, Task
from unjam.lab.record import (
    EXPANDED,
    FRONTIER,
    MAX_WINDOWS,
    REPEATS,
    UNSEEN,
    Finished,
    Lab,
    Record,
    Skyline,
    check_search,
    default_searches,
    follow,
    lab,
    lab_parts,
)
from unjam.search import BLIND, INFORMED
from unjam.solving.explore import explore_reference
from unjam.web.presenters.skyline import Picture, describe_search, run_lab
from unjam.web.wire.encoding import plain

FIGURES = ("status", "cost", "optimal", "expanded", "generated", "max_frontier")
EVERY_METRIC = [(name, metric) for name in SMALL for metric in unjam.family(name).metrics]


def board(name: str) -> unjam.Puzzle:
    return unjam.read(SMALL[name], name)[0]


def every_search(puzzle: unjam.Puzzle, metric: str) -> list[tuple[str, str | None]]:
    """Return all searches; in other metrics than the first only with the best heuristic."""
    named = puzzle.heuristics if metric == puzzle.metrics[0] else [puzzle.best_heuristic]
    blind = [name for name in BLIND if name != "bidirectional" or puzzle.goals() is not None]
    return [(name, None) for name in blind] + [(name, by) for name in INFORMED for by in named]


@cache
def recorded(name: str, metric: str) -> Lab:
    """Return every search on the board of this family, recorded once for all tests."""
    puzzle = board(name)
    return lab(puzzle, every_search(puzzle, metric), metric=metric)


@pytest.mark.parametrize(("name", "metric"), EVERY_METRIC)
def test_figures_match_compare(name: str, metric: str) -> None:
    puzzle = board(name)
    searches = every_search(puzzle, metric)
    seen = recorded(name, metric)
    rows = unjam.compare(
        puzzle,
        algorithms=list(dict.fromkeys(a for a, _ in searches)),
        heuristics=list(dict.fromkeys(h for _, h in searches if h)),
        metric=metric,
    )
    expected = {(row.algorithm, row.heuristic): [getattr(row, key) for key in FIGURES] for row in rows}
    figures = {
        (r.result.algorithm, r.result.heuristic): [getattr(r.result, key) for key in FIGURES] for r in seen.records
    }
    assert figures == expected
    best = min(row.cost for row in rows if row.optimal)
    assert seen.skyline.best == best


@pytest.mark.parametrize(("name", "metric"), EVERY_METRIC)
def test_events_account_for_every_expansion(name: str, metric: str) -> None:
    puzzle = board(name)
    seen = recorded(name, metric)
    for record in seen.records:
        events = list(zip(record.kinds, record.numbers, strict=True))
        drawn = sum(kind == EXPANDED for kind, _ in events)
        assert drawn + sum(n for kind, n in events if kind == REPEATS) == record.result.expanded
        assert record.again + record.outside == record.result.expanded - drawn
        state = bytearray(seen.skyline.states)
        for kind, n in events:
            if kind == REPEATS:
                continue
            assert state[n] != kind, "an event that changes nothing"
            assert kind != UNSEEN or state[n] == FRONTIER
            state[n] = kind
        positions = list(seen.skyline.number)
        path = [positions[n] for n in record.path]
        assert path[0] == puzzle
        assert path[-1].is_solved()
        for before, after in pairwise(path):
            assert after in {before.play(move) for move in before.branches()}
        if record.result.algorithm in ("bfs", "dfs", "dijkstra", "greedy", "hillclimb"):
            assert record.again == record.outside == 0


@pytest.mark.parametrize("name", SMALL)
def test_skyline_holds_every_position_once(name: str) -> None:
    puzzle = board(name)
    metric = puzzle.metrics[0]
    seen = lab(puzzle, []).skyline
    if name != "packing":  # whose searches consider the next piece only
        space = explore_reference(puzzle, Task(metric))
        assert (seen.states, seen.goals) == (space.states, space.goals)
    assert sum(seen.towers()) == seen.states == len(seen.distance)
    assert list(seen.number.values()) == list(range(seen.states))
    for position, n in list(seen.number.items())[:: max(1, seen.states // 40)]:
        branches, at = [], n
        while at:
            assert seen.parent[at] < at
            branches.append(seen.branch[at])
            at = seen.parent[at]
        assert follow(puzzle, reversed(branches)) == position


@pytest.mark.parametrize(("name", "metric"), [("rushhour", "steps"), ("sokoban", "pushes"), ("blocks", "steps")])
def test_distance_is_the_cost_from_the_start(name: str, metric: str) -> None:
    puzzle = board(name)
    seen = lab(puzzle, [], metric=metric).skyline
    positions = list(seen.number)
    assert seen.distance[0] == 0
    for n, position in enumerate(positions):
        for move in position.branches():
            after = seen.number[position.play(move)]
            assert seen.distance[after] <= seen.distance[n] + position.cost(move, metric)
    tight = {0} | {
        seen.number[p.play(m)]
        for n, p in enumerate(positions)
        for m in p.branches()
        if seen.distance[seen.number[p.play(m)]] == seen.distance[n] + p.cost(m, metric)
    }
    assert len(tight) == seen.states


def test_eight_move_board_has_expected_costs() -> None:
    puzzle = unjam.read(EIGHT_MOVES)[0]
    assert [name for name, _ in default_searches(puzzle)] == [
        "bfs",
        "astar",
        "greedy",
        "dfs",
        "idastar",
        "bidirectional",
    ]
    chosen = [(name, "blocking" if name in INFORMED else None) for name, _ in default_searches(puzzle)]
    cost = {record.result.algorithm: record.result.cost for record in lab(puzzle, chosen).records}
    assert [cost[name] for name in ("bfs", "astar", "idastar", "bidirectional")] == [8, 8, 8, 8]
    table = unjam.compare(puzzle, algorithms=["greedy", "dfs"], heuristics=["blocking"])
    assert [cost[row.algorithm] for row in table] == [row.cost for row in table]


@pytest.mark.parametrize(
    ("text", "states", "height", "best"),
    [("2 4\n2 7 5 4\n3 6 0 1", 20_160, 36, 29), pytest.param(FAR_EIGHT, 181_440, 32, 27, marks=FULL_ONLY)],
)
def test_many_positions_become_towers(text: str, states: int, height: int, best: int) -> None:
    puzzle = unjam.read(text)[0]
    seen = lab(puzzle, [("bfs", None), ("greedy", "manhattan"), ("hillclimb", "manhattan")])
    towers = seen.skyline.towers()
    assert sum(towers) == states
    assert len(towers) == height
    assert seen.skyline.best == unjam.solve(puzzle).cost == best
    for record in seen.records:
        samples = record.samples(seen.skyline.distance)
        assert len(samples) <= 242
        assert [done for done, _, _ in samples] == sorted({done for done, _, _ in samples})
        assert samples[-1][0] == record.result.expanded
        for done, expanded, frontier in samples:
            assert sum(expanded) == done - (record.again if done == record.result.expanded else 0)
            assert all(a + b <= all_ for a, b, all_ in zip(expanded, frontier, towers, strict=True))
    picture = Picture(seen.skyline)
    page = plain(picture.describe())
    assert page["windows"] is False
    assert sum(page["towers"]) == states
    page["searches"] = [plain(describe_search(0, each.result, each, picture)) for each in seen.records]
    assert as_sent(page) < 60_000
    for record, sent in zip(seen.records, page["searches"], strict=True):
        check_shares(seen.skyline, record, sent, page["per_window"])


def check_shares(skyline: Skyline, record: Record, sent: dict, size: int) -> None:
    """Compare the shares that are sent with counts of the events, window by window, at every moment sent."""
    rank, ranks = [0] * (max(skyline.distance) + 1), list[tuple[int, int]]()
    for d in skyline.distance:
        ranks.append((d, rank[d] // size))
        rank[d] += 1
    number = {window: k for k, window in enumerate(sorted(set(ranks)))}
    window = [number[each] for each in ranks]
    all_ = Counter(window)
    assert max(all_.values()) == size
    assert sent["path"] == [window[n] for n in record.path]
    shown, state, begin, done = [0] * len(number), bytearray(len(window)), 0, 0
    events = list(zip(record.kinds, record.numbers, strict=True))
    at = 0
    for sample, (moment, end) in enumerate(zip(sent["at"], sent["ends"], strict=True)):
        while at < len(events):
            kind, n = events[at]
            more = n if kind == REPEATS else int(kind == EXPANDED)
            if more and done >= moment and moment != sent["at"][-1]:
                break
            done += more
            if kind != REPEATS:
                state[n] = kind
            at += 1
        for w, share in zip(sent["changed"][begin:end], sent["shares"][begin:end], strict=True):
            assert shown[w] != share, "a change that changes nothing"
            shown[w] = share
        begin = end
        if sample % 40 and end < len(sent["changed"]):
            continue  # counting all windows takes long
        lit = Counter(window[n] for n, kind in enumerate(state) if kind == EXPANDED)
        edge = Counter(window[n] for n, kind in enumerate(state) if kind == FRONTIER)
        for w, share in enumerate(shown):
            for parts, count in ((share // 9, lit[w]), (share % 9, edge[w])):
                assert (parts > 0) == (count > 0) or share // 9 == 7  # there is no room left for the frontier
                assert abs(parts - 8 * count / all_[w]) <= 1.0
            assert share // 9 + share % 9 <= 8
            assert (share // 9 == 8) == (lit[w] == all_[w])
    assert (begin, done) == (len(sent["changed"]), record.result.expanded)


def as_sent(page: dict) -> int:
    """Return the compressed bytes that the server sends."""
    return len(gzip.compress(json.dumps(page, separators=(",", ":")).encode(), 6))


def test_payload_of_ten_thousand_positions_is_small_and_exact() -> None:
    puzzle = unjam.read(TEN_THOUSAND)[0]
    seen = lab(puzzle, [(name, "blocking" if name in INFORMED else None) for name, _ in default_searches(puzzle)])
    assert 9_900 < seen.skyline.states < 10_100
    assert len(seen.records) == 6
    picture = Picture(seen.skyline)
    page = plain(picture.describe())
    page["searches"] = [plain(describe_search(0, each.result, each, picture)) for each in seen.records]
    assert as_sent(page) <= 300_000
    again: dict[str, Record] = {record.result.algorithm: record for record in seen.records}
    assert again["idastar"].again > 20_000, "this board was chosen for its repeats"
    for search in page["searches"]:
        record = again[search["algorithm"]]
        assert search["kinds"] == list(record.kinds)
        assert search["numbers"] == list(record.numbers)
        assert search["again"] == record.again
    for name in ("distance", "parent", "branch"):
        assert page[name] == list(getattr(seen.skyline, name))
    assert len(page["distance"]) == seen.skyline.states <= MAX_WINDOWS


def test_too_many_positions_are_explained() -> None:
    parts: list[Any] = []
    end = run_lab(unjam.read(FIFTEEN)[0], [], None, unjam.Limits(seconds=20), Control(), parts.append)
    assert str(end.reason) == "this level has 10,461,394,944,000 positions; the lab shows up to 2,000,000"
    assert ["searches" in plain(part) for part in parts] == [True, False]
    assert parts[1].skyline.reason == end.reason
    assert end.finished is False


@pytest.mark.parametrize("name", SMALL)
def test_parts_add_up_to_the_whole(name: str) -> None:
    puzzle = board(name)
    searches = every_search(puzzle, puzzle.metrics[0])
    seen = recorded(name, puzzle.metrics[0])
    parts = list(lab_parts(puzzle, searches))
    assert isinstance(parts[0], Finished), "a search before the skyline"
    assert parts[0].record is None
    assert isinstance(parts[1], Skyline)
    ended = [part for part in parts if isinstance(part, Finished)]
    assert sorted(part.index for part in ended[1:]) == list(range(len(searches)))
    assert ended[1].index == ended[0].index
    for part in ended[1:]:
        assert part.record is not None
        whole = seen.records[part.index]
        alone = lab(puzzle, [searches[part.index]]).records[0]
        for name in ("kinds", "path", "again", "outside"):
            assert getattr(part.record, name) == getattr(alone, name) == getattr(whole, name)
        assert list(part.record.numbers) == list(alone.numbers)


@pytest.mark.parametrize("first", ["bidirectional", "idastar", "astar"])
def test_search_recorded_before_the_skyline_is_equal(first: str) -> None:
    puzzle = unjam.read(EIGHT_MOVES)[0]
    early, later = lab(puzzle, [(first, None), (first, None)]).records
    assert (early.kinds, list(early.numbers), early.path) == (later.kinds, list(later.numbers), later.path)
    assert (early.again, early.outside) == (later.again, later.outside)


def test_limits_end_the_lab() -> None:
    puzzle = unjam.read(FAR_EIGHT)[0]
    limits = unjam.Limits(seconds=0.05)
    early = lab(puzzle, limits=limits).skyline.reason
    assert early is not None
    assert early.values["why"] == limits.time_reached()
    stopped = Control()
    stopped.stop()
    halted = lab(puzzle, control=stopped).skyline.reason
    assert halted is not None
    assert halted.values["why"] == STOPPED
    seen = lab(unjam.read(TEN_THOUSAND)[0], []).skyline
    assert seen.reason is None


def test_unsupported_searches_are_rejected() -> None:
    puzzle = board("rushhour")
    for algorithm, heuristic in (("native", None), ("nonsense", None), ("bfs", "blocking"), ("astar", "nonsense")):
        with pytest.raises(unjam.Unsupported):
            check_search(puzzle, algorithm, heuristic)
    with pytest.raises(unjam.Unsupported):
        lab(board("packing"), [("bidirectional", None)])


def test_each_search_gets_the_full_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Limits] = []
    from unjam.lab.record import run_task

    def run_and_record(puzzle: Any, task: Any, watch: Any) -> Any:
        seen.append(replace(task.limits, bytes=None))
        return run_task(puzzle, task, watch)

    monkeypatch.setattr("unjam.lab.record.run_task", run_and_record)
    lab(board("tiles"), [("bfs", None), ("astar", None), ("bidirectional", None)], limits=Limits(9))
    assert seen == [Limits(9)] * 3
