"""Packing's solvers: known counts, the order of solutions, and both engines against brute force."""

from functools import partial
from itertools import combinations, islice
from random import Random

import pytest
from packing_reference import TURNS, far_corner, large_level, pentominoes, random_level
from random_cases import CASES

from unjam.core.puzzle import Control, IllegalMove, LimitReached, Limits, Task, Unsupported, legal_moves
from unjam.families.packing import Packing
from unjam.families.packing.lifting import LiftSearch
from unjam.rating.rate import rate
from unjam.solving.game import Game, stuck
from unjam.solving.solve import count as count_result
from unjam.solving.solve import count_solutions, solutions, solve

TEN = "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n"
HOLE = "board\n" + "########\n" * 3 + "###..###\n" * 2 + "########\n" * 3
ENGINES = ("scan", "cover")


def count(level: Packing, reduced: bool = False, algorithm: str | None = None) -> int | None:
    return level.count_solutions(reduced=reduced, algorithm=algorithm)


def is_unique(level: Packing, limits: Limits | None = None) -> bool:
    """Whether there is exactly one solution, symmetric ones counted as different."""
    fillings = level.solutions(limits=limits)
    if next(fillings, None) is None:
        return False
    try:
        next(fillings)
    except StopIteration as end:
        return end.value.solved  # a limit that was reached first proves nothing
    return False


def listed(level: Packing, **options: object) -> list[str]:
    return [" ".join(level.notations(moves)) for moves in level.solutions(**options)]


@pytest.mark.parametrize("algorithm", ENGINES)
def test_ten_by_ten_has_known_counts(algorithm: str) -> None:
    level = Packing.parse(TEN)
    assert count(level, algorithm=algorithm) == 36
    assert count(level, reduced=True, algorithm=algorithm) == 9
    turning = Packing.parse("\n".join(line + " turn" if "x" in line else line for line in TEN.splitlines()))
    assert count(turning, algorithm=algorithm) == 240


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (None, "Verde@0,0 Azul@0,2 Roja@7,0 Naranja@0,7 Rosa@4,0 Amarilla@7,8"),
        ("Azul", "Azul@0,0 Verde@0,5 Roja@7,0 Naranja@0,7 Rosa@4,0 Amarilla@7,8"),
        ("Roja", "Roja@0,0 Verde@0,8 Azul@3,3 Naranja@3,0 Rosa@7,3 Amarilla@4,8"),
        ("Naranja", "Naranja@0,0 Verde@0,3 Azul@0,5 Roja@7,0 Rosa@4,3 Amarilla@7,8"),
        ("Rosa", "Rosa@0,0 Verde@3,0 Azul@3,2 Roja@7,0 Naranja@0,7 Amarilla@7,8"),
        ("Amarilla", "Amarilla@0,0 Verde@3,0 Azul@3,2 Roja@0,2 Naranja@3,7 Rosa@7,0"),
    ],
)
def test_ten_by_ten_solutions_come_in_order(first: str | None, expected: str) -> None:
    level = Packing.parse(TEN)
    solutions = listed(level, first=first)
    assert solutions[0] == expected
    assert len(set(solutions)) == 36
    corners = [[level.corner(move) for move in moves] for moves in level.solutions(first=first)]
    assert corners == sorted(corners)
    assert solutions == listed(level, first=first, algorithm="cover")


def test_every_listed_solution_fills_the_board() -> None:
    level = Packing.parse(TEN)
    for moves in level.solutions():
        position = level
        for move in moves:
            position = position.play(move)
        assert position.is_solved()
        assert solve(position).cost == 0


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "astar", "greedy"])
def test_reference_search_places_the_chosen_piece_first(algorithm: str) -> None:
    level = Packing.parse("board 4 3\nBar 1x3\nSquare 2x2\nLine 3x1 turn\nDot 1x1 2\n")
    native, reference = solve(level, first="Line"), solve(level, first="Line", algorithm=algorithm)
    assert (reference.status, reference.cost, reference.moves[0].piece) == ("solved", native.cost, "Line")
    assert reference.moves == native.moves or algorithm != "bfs"
    with pytest.raises(Unsupported, match="no piece is called 'Gris'"):
        solve(level, first="Gris", algorithm=algorithm)
    spare = Packing.parse("board leftover\n##\nA 2x1\nB 1x1\n")
    with pytest.raises(Unsupported, match="left over"):
        solve(spare, first="B", algorithm=algorithm)


def test_solve_returns_the_first_listed_solution() -> None:
    level = Packing.parse(TEN)
    result = solve(level)
    assert result.optimal
    assert result.cost == 6
    assert result.moves == next(level.solutions()) == solve(level, algorithm="bfs").moves
    assert solve(level, any=True).cost == 6


@pytest.mark.parametrize(
    ("board", "raw", "reduced"),
    [
        ("board 10 6", 9356, 2339),
        ("board 5 12", 4040, 1010),
        ("board 15 4", 1472, 368),
        ("board 20 3", 8, 2),
        (HOLE, 520, 65),
    ],
)
def test_pentominoes_have_known_counts(board: str, raw: int, reduced: int) -> None:
    level = Packing.parse(pentominoes(board))
    assert count(level) == raw
    assert count(level, reduced=True) == reduced


@pytest.mark.parametrize(("board", "raw", "reduced"), [("board 20 3", 8, 2), (HOLE, 520, 65)])
def test_pentomino_counts_match_with_exact_cover(board: str, raw: int, reduced: int) -> None:
    level = Packing.parse(pentominoes(board))
    assert count(level, algorithm="cover") == raw
    assert count(level, reduced=True, algorithm="cover") == reduced


def test_pentomino_list_matches_the_count() -> None:
    level = Packing.parse(pentominoes("board 15 4"))
    solutions = listed(level)
    assert len(solutions) == len(set(solutions)) == 1472
    assert len(listed(level, reduced=True)) == 368
    assert set(listed(level, reduced=True)) <= set(solutions)


@pytest.mark.parametrize("algorithm", ENGINES)
def test_dominoes_of_one_kind_are_interchangeable(algorithm: str) -> None:
    level = Packing.parse("board 6 6\nDomino 2x1 18 turn\n")
    assert count(level, algorithm=algorithm) == 6728
    assert sum(1 for _ in level.solutions(algorithm=algorithm)) == 6728
    # 6728 = 8 a + 4 b + 2 c …: the orbits of the reduced list must make up all
    assert count(level, reduced=True, algorithm=algorithm) == len(listed(level, reduced=True)) == 930


def test_wide_boards() -> None:
    for side in (9, 12, 17, 32):
        level = Packing.parse(f"board {side} {side}\nRow {side}x1 {side}\n")
        assert count(level) == 1
        assert count(level, algorithm="cover") == 1
    level = Packing.parse("board 32 32\nTile 4x8 32 turn\n")
    moves = solve(level, any=True).moves
    assert len(moves) == 32
    assert solve(Packing.parse("board 64 64\nTile 16x16 16\n")).cost == 16
    largest = Packing.parse("board 128 128\nTile 16x16 64\n")
    for algorithm in (None, *ENGINES):
        assert solve(largest, algorithm=algorithm).cost == 64


@pytest.mark.parametrize("algorithm", [None, *ENGINES])
def test_limits_hold_on_the_largest_board(algorithm: str | None) -> None:
    level = Packing.parse("board 128 128\nEll 4096 flip\n#.\n#.\n##\n")
    for limits, word in ((Limits(seconds=0.05), "time"), (Limits(bytes=1_000_000), "memory")):
        for any_will_do in (False, True):
            result = solve(level, any=any_will_do, algorithm=algorithm, limits=limits)
            assert (result.status, result.lower_bound) == ("gave_up", 4096)
            assert f"{word} limit" in str(result.reason)


@pytest.mark.parametrize("high", [9, 12])
@pytest.mark.parametrize("mirrored", [False, True])
def test_unfillable_far_corner_is_detected_quickly(high: int, mirrored: bool) -> None:
    level = Packing.parse(far_corner(9, high, mirrored))
    for algorithm in (None, *ENGINES):
        for any_will_do in (False, True):
            result = solve(level, algorithm=algorithm, any=any_will_do)
            assert result.status == "unsolvable"
            assert result.expanded < 100
        assert count(level, algorithm=algorithm) == 0


def test_unique_solution_is_recognised() -> None:
    assert is_unique(Packing.parse("board 3 1\nA 1x1\nB 2x1\nA @ 0,0"))
    assert not is_unique(Packing.parse("board 3 1\nA 1x1\nB 2x1\n"))
    assert not is_unique(Packing.parse("board 3 1\nA 1x1\nB 1x2\n"))


def test_three_locked_pieces_leave_the_right_solutions() -> None:
    level = Packing.parse(TEN)
    fillings = [frozenset(zip(level.notations(moves), moves, strict=True)) for moves in level.solutions()]
    checked = set()
    for filling in fillings:
        for three in combinations(sorted(filling), 3):
            if three in checked:
                continue
            checked.add(three)
            position = level
            for _, move in three:
                position = position.play(move)
            position = position.lock()
            rest = {frozenset(position.notations(moves)) for moves in position.solutions()}
            expected = {frozenset(name for name, _ in each - set(three)) for each in fillings if each >= set(three)}
            assert rest == expected
            assert count(position) == len(expected)
    assert len(checked) > 300


@pytest.mark.parametrize("part", range(8))
def test_both_engines_match_brute_force(part: int) -> None:
    rng = Random(1000 + part)
    solvable = 0
    for _ in range(round(260 * CASES)):
        reference = random_level(rng)
        level = Packing.parse(reference.text())
        fillings = list(reference.fillings())
        expected = [
            " ".join(f"{name}@{x},{y}{TURNS[turn]}" for name, (x, y), turn, _ in filling) for filling in fillings
        ]
        solvable += bool(expected)
        for algorithm in ENGINES:
            assert count(level, algorithm=algorithm) == len(expected), reference.text()
        assert listed(level, algorithm=rng.choice(ENGINES)) == expected, reference.text()
        pictures = [frozenset((name, cells) for name, _, _, cells in filling) for filling in fillings]
        symmetries = reference.symmetries()
        orbits = set()
        for picture in pictures:
            orbits.add(
                frozenset(
                    frozenset((names[name], frozenset(to[p] for p in cells)) for name, cells in picture)
                    for to, names in symmetries
                )
            )
        assert sum(map(len, orbits)) == len(expected)
        for algorithm in ENGINES:
            assert count(level, reduced=True, algorithm=algorithm) == len(orbits), reference.text()
        assert len(listed(level, reduced=True)) == len(orbits)
    assert solvable > 100 * CASES


def test_engines_and_automatic_choice_agree() -> None:
    rng = Random(15)
    solvable = chosen = 0
    for n in range(round(500 * CASES)):
        reference = large_level(rng, 40 if n % 2 else 60)
        level = Packing.parse(reference.text())
        if n % 2:
            results = [count_result(level, algorithm=algorithm) for algorithm in (*ENGINES, None)]
            assert len({result.solutions for result in results}) == 1, reference.text()
        else:
            results = [solve(level, any=True, algorithm=algorithm) for algorithm in (*ENGINES, None)]
        assert len({(result.status, result.cost) for result in results}) == 1, reference.text()
        solvable += results[0].solved
        chosen += results[2].expanded != results[0].expanded  # the other engine had a try
    assert 100 * CASES < solvable < 450 * CASES
    assert CASES < 1 or chosen >= 10  # a small run may meet none


def test_automatic_choice_lists_in_order() -> None:
    level = Packing.parse("board 6 5\nEll 10 turn\n#.\n##\n")
    assert len(listed(level)) == 72
    assert listed(level) == listed(level, algorithm="scan") == listed(level, algorithm="cover")
    level = Packing.parse(pentominoes(HOLE))
    assert listed(level, reduced=True) == listed(level, reduced=True, algorithm="scan")


def test_leftover_levels_match_brute_force() -> None:
    rng = Random(77)
    for _ in range(round(300 * CASES)):
        reference = random_level(rng, leftover=True)
        level = Packing.parse(reference.text())
        fillings = list(reference.fillings())
        expected = [
            " ".join(f"{name}@{x},{y}{TURNS[turn]}" for name, (x, y), turn, _ in filling) for filling in fillings
        ]
        for algorithm in ENGINES:
            assert count(level, algorithm=algorithm) == len(expected), reference.text()
        assert listed(level) == expected, reference.text()
        result = solve(level)
        assert result.cost == (min(map(len, fillings)) if fillings else None)
        assert solve(level, algorithm="bfs").cost == result.cost


def test_placing_a_piece_first_keeps_the_solutions() -> None:
    rng = Random(5)
    for _ in range(round(100 * CASES)):
        reference = random_level(rng)
        level = Packing.parse(reference.text())
        last = len(reference.kinds) - 1
        if reference.kinds[last].count > 1:
            continue
        order = [last, *range(last)]
        expected = [
            " ".join(f"{name}@{x},{y}{TURNS[turn]}" for name, (x, y), turn, _ in filling)
            for filling in reference.fillings(order)
        ]
        assert listed(level, first=reference.kinds[last].name) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("board 3 3\nA 2x2\n", "the pieces cover 4 cells, but 9 must be filled"),
        ("board 2 2\nA 2x2\nB 1x1\n", "the pieces cover 5 cells, but 4 must be filled"),
        ("board 3 2\nA 1x6\n", "piece A fits nowhere on the board"),
        ("board 3 2\nA 2x2\nB 2x1\nA @ 1,0 locked", "piece B no longer fits anywhere"),
        ("board 3 2\nA 2x2\nB 2x1 2\nA @ 1,0", "the remaining pieces cover 4 cells, but 2 must be filled"),
        ("board 3 3 leftover\nA 2x2\nB 1x4", "the pieces cover 8 cells, but 9 must be filled"),
    ],
)
def test_impossible_areas_are_rejected_without_search(text: str, reason: str) -> None:
    level = Packing.parse(text)
    result = solve(level)
    assert result.status == "unsolvable"
    assert reason in str(result.reason)
    assert result.expanded == 0
    assert level.dead() is not None
    assert level.count_solutions() == 0
    assert list(level.solutions()) == []


def test_unsolvable_although_the_areas_fit() -> None:
    nowhere = solve(Packing.parse(pentominoes("board 5 2", "XI")))
    assert nowhere.status == "unsolvable"
    assert "fits nowhere" in str(nowhere.reason)
    level = Packing.parse("board 2 2\nA 2x1\nB 1x2\n")
    assert level.dead() is None
    for algorithm in (None, "native", *ENGINES):
        for any_will_do in (False, True):
            result = solve(level, algorithm=algorithm, any=any_will_do)
            assert (result.status, result.moves, result.cost, result.lower_bound) == ("unsolvable", (), None, None)
            assert "cannot be filled" in str(result.reason)
    assert solve(level, algorithm="bfs").status == "unsolvable"
    assert list(level.solutions()) == []


def test_unknown_pieces_and_algorithms_are_rejected() -> None:
    level = Packing.parse(TEN)
    with pytest.raises(Unsupported, match="no piece is called 'Gris'; choose one of: Verde, Azul"):
        level.solutions(first="Gris")
    with pytest.raises(Unsupported, match="choose one of: native, scan, cover"):
        level.count_solutions(algorithm="magic")
    with pytest.raises(Unsupported, match="already on the board"):
        level.play(next(level.moves())).solutions(first="Verde")
    with pytest.raises(IllegalMove):
        level.take_back("Gris")


def test_limits_end_counting_and_listing() -> None:
    level = Packing.parse("board 8 8\nDomino 2x1 32 turn\n")
    short = Limits(seconds=0.02)
    result = count_result(level, limits=short)
    assert result.status == "gave_up"
    assert "time limit" in str(result.reason)
    for verb in (level.count_solutions, partial(count_solutions, level)):
        with pytest.raises(LimitReached, match=r"time limit of 0\.02 s was reached; at least [0-9,]+ solution"):
            verb(limits=short)
    control = Control()
    stream = level.solutions(control=control)
    assert len(list(islice(stream, 100))) == 100
    control.stop()
    assert len(list(stream)) < 100_000
    with pytest.raises(LimitReached, match="the memory limit"):
        level.count_solutions(limits=Limits(bytes=1000))


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(bytes=1000)], ids=["time", "memory"])
@pytest.mark.parametrize("algorithm", ENGINES)
def test_limits_end_the_search_for_one_solution(limits: Limits, algorithm: str) -> None:
    # thirty-one dominoes on a chessboard without two corners of one colour, but larger: no engine tries them all
    board = [".###########", *["############"] * 10, "###########."]
    level = Packing.parse("\n".join(["board", *board, "Domino 2x1 71 turn"]))
    for any_will_do in (False, True):
        result = solve(level, algorithm=algorithm, any=any_will_do, limits=limits)
        assert (result.status, result.moves, result.cost, result.lower_bound) == ("gave_up", (), None, 71)
        assert "limit" in str(result.reason)
    assert not is_unique(level, limits)


def test_interrupted_search_does_not_prove_uniqueness() -> None:
    level = Packing.parse("board 12 12\nDomino 2x1 72 turn\n")
    assert not is_unique(level, Limits(seconds=5))
    one, other = level.solutions(), Packing.parse(TEN).solutions(limits=Limits(seconds=0))
    assert next(one) is not None
    with pytest.raises(StopIteration) as end:
        next(other)
    assert end.value.value.status == "gave_up"


def test_stream_reports_whether_it_is_complete() -> None:
    stream = Packing.parse(TEN).solutions()
    solutions = list(islice(stream, 36))
    assert len(solutions) == 36
    with pytest.raises(StopIteration) as end:
        next(stream)
    assert end.value.value.solutions == 36
    assert end.value.value.status == "solved"


def test_single_solution_searches_cannot_count() -> None:
    level = Packing.parse("board 2 1\nDot 1x1 2\n")
    assert count_solutions(level, algorithm="cover") == 1
    for verb in (count_solutions, solutions):
        with pytest.raises(Unsupported, match="bfs finds one solution, not all; choose one of: native, scan"):
            verb(level, algorithm="bfs")


def fewest_moves(start: Packing) -> int | None:
    """Return the cost of the best solution that places and removes pieces, by brute force."""
    seen, layer, cost = {start}, [start], 0
    while layer:
        if any(position.is_solved() for position in layer):
            return cost
        after = {position.play(move) for position in layer for move in legal_moves(position)} - seen
        seen |= after
        layer, cost = list(after), cost + 1
    return None


@pytest.mark.parametrize("leftover", [False, True])
def test_pieces_in_the_way_are_removed_at_lowest_cost(leftover: bool) -> None:
    rng, lifted = Random(8), 0
    for _ in range(round(150 * CASES)):
        level = Packing.random(rng, width=4, height=3, pieces=rng.randint(2, 4), freedom=rng.choice(["fixed", "turn"]))
        text = str(level)
        if leftover:
            text = text.replace("board 4 3", "board 4 3 leftover") + "Extra 2x1\n"
        position = Packing.parse(text)
        for _ in range(rng.randint(1, 3)):
            if moves := list(position.moves()):
                position = position.play(rng.choice(moves))
                if rng.random() < 0.2:
                    position = position.lock(rng.choice([p.id for p in position.scene().pieces]))
        expected = fewest_moves(position)
        result = solve(position)
        assert (result.cost, result.optimal) == (expected, expected is not None), str(position)
        assert result.status == ("unsolvable" if expected is None else "solved")
        assert solve(position, algorithm="astar").cost == expected
        quick = solve(position, any=True)
        assert (quick.cost is None) == (expected is None)
        assert quick.lower_bound is None or expected is None or quick.lower_bound <= expected
        lifts = [move for move in result.moves if position.notation(move).endswith("@off")]
        lifted += bool(lifts)
        if position.covered and not position.is_solved() and not leftover:
            assert (stuck(position) is None) == (expected is not None and not lifts)
    assert CASES < 1 or lifted > 20


def test_dead_end_is_reported_and_repaired() -> None:
    game = Game(Packing.parse(TEN)).play("Azul@2,2")
    assert str(game.stuck) == "the board cannot be filled like this; take Azul off"
    assert game.stuck is not None
    assert set(game.stuck.cells) == set(game.position.scene().pieces[0].cells)
    assert game.position.dead() is None  # no arithmetic forbids it
    result = solve(game.position)
    assert (result.cost, result.lower_bound, result.optimal) == (7, 7, True)
    assert game.position.notations(result.moves)[0] == "Azul@off"
    assert (hint := game.hint()) is not None
    assert str(game.position.words(hint)) == "Take off Azul"
    assert str(hint) == "Azul off the board"
    assert game.play(hint).position == game.start
    assert game.stuck is None
    while (hint := game.hint()) is not None:
        game.play(hint)
    assert game.solved
    locked = Packing.parse(TEN + "Azul @ 2,2 locked\n")
    assert solve(locked).status == "unsolvable"
    assert str(stuck(locked)) == "the board can no longer be filled"
    assert solve(locked.play("Verde@0,0")).status == "unsolvable"


def test_limited_removal_search_gives_a_valid_bound() -> None:
    control = Control()
    position = Packing.parse(TEN).play("Verde@3,3 Amarilla@0,0 Azul@0,5")
    search = LiftSearch(position, Task("pieces", control=control), position.native.fill)
    stay = position.native.fill(position, Task("pieces"))
    best = solve(position).cost
    assert best is not None
    control.stop()
    result = search.run(stay)
    assert result.status == "gave_up"
    assert (result.lower_bound or 0) <= best
    assert rate(position).level  # what has to come off does not hinder a rating
