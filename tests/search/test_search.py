"""The reference searches on small maps: optimal where they promise it, within limits, with correct counts."""

from __future__ import annotations

import random

import pytest
from walk_family import Walk

import unjam
from unjam.core.puzzle import STOPPED
from unjam.core.result import all_expanded
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
def test_every_algorithm_finds_a_valid_solution(algorithm: str) -> None:
    result = unjam.solve(MAP, algorithm=algorithm)
    assert result.status == "solved"
    assert result.cost == len(result.moves) >= 8
    assert result.algorithm == algorithm
    assert result.optimal == (algorithm in OPTIMAL)
    if algorithm in OPTIMAL:
        assert result.cost == 8 == result.lower_bound


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_every_algorithm_reports_no_solution(algorithm: str) -> None:
    result = unjam.solve(WALLED, algorithm=algorithm)
    assert result.status == "unsolvable"
    assert result.cost is None
    assert result.reason is not None
    if algorithm != "bidirectional":  # which may run out of positions at the goal's end
        assert result.reason == all_expanded(4)
        assert str(result.reason) == "all 4 positions were expanded, and none is a goal"


def test_weighted_costs_need_dijkstra_or_astar() -> None:
    assert unjam.solve(TOLL, metric="toll", algorithm="dijkstra").cost == 4
    assert unjam.solve(TOLL, metric="toll", algorithm="astar").cost == 4
    breadth = unjam.solve(TOLL, metric="toll", algorithm="bfs")
    assert breadth.cost == 10
    assert not breadth.optimal


def test_inadmissible_heuristics_never_prove_optimality() -> None:
    for algorithm in ("astar", "idastar"):
        result = unjam.solve(MAP, algorithm=algorithm, heuristic="too-much")
        assert result.status == "solved"
        assert not result.optimal
        assert result.lower_bound == 0


def test_algorithms_agree_on_random_maps() -> None:
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


def test_watch_events_match_the_counts() -> None:
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
    assert result.reason == unjam.Limits(seconds=0.05).time_reached()
    assert 0 < result.lower_bound <= 198
    stopped = unjam.Control()
    stopped.stop()
    assert unjam.solve(big, algorithm="astar", control=stopped).reason == STOPPED
    seen: list[int] = []
    unjam.solve(big, algorithm="dijkstra", control=unjam.Control(lambda n, bound, s: seen.append(n)))
    assert seen == sorted(seen)
    assert seen


def test_unknown_names_are_rejected_with_the_choices() -> None:
    for wrong in ({"algorithm": "magic"}, {"metric": "miles"}, {"algorithm": "astar", "heuristic": "luck"}):
        with pytest.raises(unjam.Unsupported, match="choose one of"):
            unjam.solve(MAP, **wrong)


def test_unknown_options_are_rejected_by_name() -> None:
    tiles = unjam.read("1 2 0 3 4 5 6 7 8")[0]
    with pytest.raises(unjam.Unsupported) as refused:
        unjam.solve(tiles, tabels="large")
    assert str(refused.value) == "tiles does not take 'tabels'; its own options are: tables"
    with pytest.raises(unjam.Unsupported, match="walk does not take 'tabels'; it has no options of its own"):
        next(unjam.solve_many([MAP], tabels="large"))
    with pytest.raises(unjam.Unsupported, match="unknown tables 'huge'; choose one of: default, large"):
        unjam.solve(tiles, tables="huge")
    with pytest.raises(unjam.Unsupported, match="tiles does not take 'gaol'; its own options are: goal"):
        unjam.read("1 2 0 3 4 5 6 7 8", gaol="last")
    assert unjam.solve(tiles, tables=None).cost == 2


class Bare(unjam.Puzzle):
    """The same map with only the required methods."""

    family = "bare"

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    @classmethod
    def parse(cls, text: str) -> Bare:
        return cls(Walk.parse(text))

    def __str__(self) -> str:
        return str(self.walk)

    def moves(self):
        return self.walk.moves()

    def play(self, move: unjam.Move) -> Bare:
        return type(self)(self.walk.play(move))

    def is_solved(self) -> bool:
        return self.walk.is_solved()

    def scene(self) -> unjam.Scene:
        return self.walk.scene()


class Compared(Bare):
    """The same with its own equality and hash."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compared) and self.walk == other.walk

    def __hash__(self) -> int:
        return hash(self.walk)


class ByText(Walk):
    """A map that can be searched from both ends, compared by its text."""

    __eq__ = unjam.Puzzle.__eq__
    __hash__ = unjam.Puzzle.__hash__

    def play(self, move: unjam.Move) -> ByText:
        return ByText(self.rows, super().play(move).at)

    def goals(self):
        return [ByText(goal.rows, goal.at) for goal in super().goals()]

    def back(self):
        return [(move, ByText(before.rows, before.at)) for move, before in super().back()]


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_families_without_equality_are_compared_by_text(algorithm: str) -> None:
    for walk in (MAP, WALLED):
        if algorithm == "bidirectional":
            plain, compared = ByText(walk.rows, walk.at), walk
        else:
            plain, compared = Bare(walk), Compared(walk)
        result, expected = (unjam.solve(puzzle, algorithm=algorithm) for puzzle in (plain, compared))
        assert (result.status, result.cost, result.expanded) == (expected.status, expected.cost, expected.expanded)
    assert Bare(MAP) == Bare.parse(str(MAP)) != Bare(WALLED)
    assert Bare(MAP) != MAP


def test_parse_and_levels_default_to_each_other() -> None:
    class ByLevels(Bare):
        @classmethod
        def levels(cls, text: str, **options):
            line = 1
            for index, part in enumerate(text.split("\n\n")):
                if part.strip():
                    try:
                        yield unjam.Level(index, cls(Walk.parse(part)), line=line)
                    except unjam.PuzzleError as error:
                        yield unjam.Level(index, None, error=error, line=line)
                line += part.count("\n") + 2

        parse = classmethod(unjam.Puzzle.parse.__func__)

    class Neither(Bare):
        parse = classmethod(unjam.Puzzle.parse.__func__)

    (level,) = Bare.levels("S.G")
    assert level.puzzle == Bare.parse("S.G")
    (level,) = Bare.levels("..G")
    assert str(level.error) == "line 1: 0 starts; expected one S"
    assert ByLevels.parse("S.G") == next(ByLevels.levels("S.G")).puzzle
    for text, message in (
        ("..G", "line 1: 0 starts; expected one S"),
        ("", "the text contains no level; expected one"),
        ("S.G\n\nSG", "line 3: expected one level, but there are 2; the second one starts here"),
    ):
        with pytest.raises(unjam.PuzzleError) as caught:
            ByLevels.parse(text)
        assert str(caught.value) == message
    with pytest.raises(TypeError, match="Neither must define parse or levels"):
        Neither.parse("S.G")


def test_wrong_native_answer_raises() -> None:
    class Lies(unjam.Native):
        def solve(self, puzzle, task):
            return unjam.Result("solved", (unjam.Move("S", (9, 9)),), cost=1, metric=task.metric, algorithm="native")

    class Liar(Walk):
        native = Lies()

    with pytest.raises(unjam.WrongAnswer, match="illegal"):
        unjam.solve(Liar(MAP.rows, MAP.at))


def test_compare_has_a_row_for_each_pair_and_prints_a_table() -> None:
    table = unjam.compare(MAP)
    pairs = [(row.algorithm, row.heuristic) for row in table]
    assert len(pairs) == len(set(pairs)) == 4 + 4 * 3
    assert "astar" in str(table)
    assert ">dijkstra</td>" in table._repr_html_()
    assert [note.values["algorithm"] for note in table.left_out] == ["native"]
