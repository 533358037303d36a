"""Ratings: the classic formula recomputed, the human model, notes, advice and time in words."""

from __future__ import annotations

import re
from dataclasses import replace
from math import exp, log, log2, sqrt
from random import Random

import pytest
from random_cases import cases
from rating_levels import LEVEL_SETS, packing_chance

from unjam import FAMILIES, Blocks, Limits, Packing, Puzzle, RushHour, Sokoban, Tiles, family, rate, rate_many, solve
from unjam.core.family_info import DIFFICULTIES, Model
from unjam.core.wording import about_time, expected_time, short_time, time_range
from unjam.formats.shipped import bundled
from unjam.rating.rate import difficulty_of, models


def classic(board: RushHour) -> tuple[float, str]:
    """Return the classic score and difficulty, computed from the drawing and a solution."""
    rows = board.text("grid").splitlines()
    cells: dict[str, set[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign not in ".ox":
                cells.setdefault(sign, set()).add((r, c))
    height, width = len(rows), len(rows[0])
    covered = set().union(*cells.values())
    sideways = sum({(r, width - 1 - c) for r, c in car} <= covered for car in cells.values())
    upright = sum({(height - 1 - r, c) for r, c in car} <= covered for car in cells.values())
    symmetry = 100 * max(sideways, upright) // len(cells)
    solution = solve(board).moves
    moved = {move.piece for move in solution}
    score = 0.7 * len(solution) ** 1.4 + 0.2 * sqrt(100 * len(moved) / len(cells)) + 0.1 * (100 - symmetry)
    return score, "beginner" if score < 50 else "intermediate" if score < 70 else "advanced" if score < 90 else "expert"


def test_classic_formula_matches_recomputation() -> None:
    boards = [RushHour.parse(level.board) for level in bundled("rushhour")]
    rng = Random(8)
    while len(boards) < cases(120):
        board = RushHour.random(rng)
        if solve(board).moves:
            boards.append(board)
    for board, rating in zip(boards, rate_many(boards, model="classic"), strict=True):
        score, level = classic(board)
        assert rating.score == pytest.approx(score, abs=1e-12)
        assert rating.level == level
        assert rating.seconds is None


@pytest.mark.skipif(not (LEVEL_SETS / "rushhour" / "mixed1000.txt").is_file(), reason="the level sets are not here")
def test_classic_formula_on_a_published_set() -> None:
    lines = (LEVEL_SETS / "rushhour" / "mixed1000.txt").read_text().splitlines()
    boards = [RushHour.parse(line.split()[1]) for line in lines[: cases(1000)]]
    for board, rating in zip(boards, rate_many(boards, model="classic"), strict=True):
        assert (rating.score, rating.level) == (pytest.approx(classic(board)[0], abs=1e-12), classic(board)[1])


def one_of(name: str) -> Puzzle:
    return family(name).parse(bundled(name)[0].board)


@pytest.mark.parametrize("name", FAMILIES)
def test_human_model_is_the_default_of_every_family(name: str) -> None:
    kind = family(name)
    assert next(iter(models(kind))) == "human"
    assert "general" not in models(kind)
    rating = rate(one_of(name))
    assert rating.model == "human"
    assert rating.score == rating.seconds == pytest.approx(exp(sum(rating.contributions.values())))
    assert rating.level in DIFFICULTIES
    assert rating.why is not None
    assert rating.note is None
    assert rating.calibrated == (name in ("rushhour", "sokoban"))
    assert set(rating.contributions) - {"intercept"} <= set(rating.features)
    record = rating.record()
    assert list(record)[:6] == ["family", "score", "level", "model", "features", "contributions"]
    assert record["calibrated"] == rating.calibrated


@pytest.mark.parametrize("name", FAMILIES)
def test_difficulties_start_at_the_borders(name: str) -> None:
    borders = models(family(name))["human"].borders
    assert list(borders) == sorted(borders)
    assert [difficulty_of(border, borders) for border in borders] == ["intermediate", "advanced", "expert"]
    assert difficulty_of(borders[0] - 0.01, borders) == "beginner"


def test_borders_have_the_documented_values() -> None:
    assert models(RushHour)["human"].borders == (30, 90, 240)
    assert models(RushHour)["classic"].borders == (50, 70, 90)
    assert models(Sokoban)["human"].borders == (180, 480, 900)


def test_length_and_luck_raise_the_time() -> None:
    terms = models(RushHour)["human"].terms
    times = [sum(terms({"moves": m, "luck": x}).values()) for m, x in ((8, 1.0), (16, 1.0), (16, 2.0))]
    assert times == sorted(times)
    human = models(Sokoban)["human"].terms
    easy = {"luck": 1.0, "box_luck": 1.0, "hidden_dead": 0.1, "walk": 10, "solutions": 8}
    for harder in ({"luck": 2.0}, {"box_luck": 2.0}, {"hidden_dead": 0.5}, {"walk": 40}, {"solutions": 1}):
        assert sum(human(easy | harder).values()) > sum(human(easy).values())


def test_unproven_solution_is_rated_but_unsolvable_level_is_not() -> None:
    board = Tiles.parse("8 7 6 5 4 3 2 1 0")
    result = solve(board, any=True)
    rating = rate(board, result=replace(result, optimal=False))
    assert rating.level is not None
    assert str(rating.note) == "rated from the best solution found, which is not proven optimal"
    assert rating.record()["note"] == str(rating.note)
    unsolvable = rate(RushHour.parse("AAox"))
    assert (unsolvable.score, unsolvable.level) == (None, None)
    assert str(unsolvable.reason) == "there is a wall between the target and the exit"


def test_level_too_hard_to_prove_is_rated_from_any_solution() -> None:
    board = Tiles.random(Random(4), rows=5)
    rating = rate(board, limits=Limits(0.2))
    assert rating.level is not None
    assert rating.note is not None
    assert rating.result is not None
    assert not rating.result.optimal


def test_packing_luck_matches_exhaustive_player() -> None:
    rng, unlucky = Random(3), 0
    for _ in range(cases(30)):
        position = Packing.random(rng, width=4, height=4, pieces=rng.randint(3, 5))
        features = rate(position).features
        if features["solutions"] < 20:
            assert features["luck"] == pytest.approx(log2(1 - log2(packing_chance(position))))
            unlucky += features["luck"] > 0
    assert unlucky > 5


def test_advice_names_useless_pieces() -> None:
    advice = [
        str(each) for each in rate(RushHour.parse("oooooooooooooAAooBoooooBoooooBCCoooo"), advice=True).advice or ()
    ]
    assert advice[0] == "car C plays no part: the solution is just as long without it"
    assert "there is 1 best solution" in advice
    assert "every move is forced" in advice
    walled = RushHour.parse("oooooxoooooooAAooBoooooBoooooBoooooo")
    assert "1 wall plays no part: the solution is just as long without it" in map(
        str, rate(walled, advice=True).advice or ()
    )
    corridor = Sokoban.parse("##########\n#@ $ .   #\n##########")
    assert any("floor square" in str(each) for each in rate(corridor, advice=True).advice or ())
    assert rate(corridor).advice is None


def test_advice_names_the_nearest_dead_end() -> None:
    ratings = list(rate_many([Sokoban.parse(level.board) for level in bundled("sokoban")], advice=True))
    for rating in ratings:
        dead_ends = [str(each) for each in rating.advice or () if "dead end" in str(each)]
        assert len(dead_ends) == ("dead_end" in rating.features)
    assert any("dead_end" in rating.features for rating in ratings)


def test_blocks_are_rated_by_length() -> None:
    board = Blocks.parse(bundled("blocks")[0].board)
    rating = rate(board)
    assert rating.features["moves"] == solve(board).cost
    assert log(rating.score or 0) == pytest.approx(sum(rating.contributions.values()))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.5, "about 1 second"), (2, "about 2 seconds"), (5, "about 5 seconds"),
     (57, "about 55 seconds"), (58, "about 1 minute"), (70, "about 1 minute"),
     (89, "about 1½ minutes"), (150, "about 2½ minutes"), (170, "about 3 minutes"), (700, "about 10 minutes"),
     (3600, "about 1 hour"), (5400, "about 1½ hours"),
     (40_000, "more than ten hours")],
)  # fmt: skip
def test_time_in_words(seconds: float, text: str) -> None:
    assert str(about_time(seconds)) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(0.2, 3, "1–3 seconds"), (0.1, 0.9, "1 second"), (4, 20, "5–20 seconds"), (14, 100, "15–90 seconds"),
     (25, 60, "25 seconds to 1 minute"), (60, 180, "1–3 minutes"), (70, 910, "1–15 minutes"),
     (1200, 3600, "20 minutes to 1 hour"), (1200, 14_400, "20 minutes to 4 hours"), (3600, 14_400, "1–4 hours"),
     (3600, 40_000, "1 hour or more"), (50, 40_000, "50 seconds or more"), (40_000, 400_000, "more than ten hours")],
)  # fmt: skip
def test_range_of_times_in_words(low: float, high: float, text: str) -> None:
    assert str(time_range(low, high)) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(4, 20, "5–20 s"), (14, 100, "15–90 s"), (60, 910, "1–15 min"), (1200, 14_400, "20 min – 4 h"),
     (3600, 14_400, "1–4 h"), (3600, 40_000, "1 h or more"), (40_000, 400_000, "more than ten hours")],
)  # fmt: skip
def test_range_of_times_abbreviated(low: float, high: float, text: str) -> None:
    assert str(short_time((low * high) ** 0.5, low, high)) == text
    assert short_time(60, low, high).to("fr") == text.replace("or more", "ou plus").replace(
        "more than ten hours", "plus de dix heures"
    )


def test_narrow_range_is_one_time() -> None:
    assert str(expected_time(90, 65, 125)) == str(short_time(90, 65, 125)) == "about 1½ minutes"
    assert str(expected_time(90, 60, 125)) == "about 1½ minutes, for most people 1–2 minutes"
    assert str(short_time(90, 60, 125)) == "1–2 min"
    assert str(expected_time(90_000, 40_000, 900_000)) == "more than ten hours"


def test_ranges_of_times_are_in_order_and_contain_the_time() -> None:
    """No range says 0, none is upside down, and the time of an average person is never outside."""
    sizes = {"second": 1, "minute": 60, "hour": 3600}

    def seconds(words: str) -> list[float]:
        found = re.findall(r"(\d+)(½)?(?:–(\d+))? (second|minute|hour)", words)
        return [
            (float(number) + (0.5 if half and number == first else 0)) * sizes[unit]
            for first, half, second, unit in found
            for number in (first, second)
            if number
        ]

    for step in range(-2, 110):
        time = 1.1**step
        for spread in (0.3, 0.6, 0.8, 1.0, 1.2):
            low, high = Model(dict, spread=spread).time_range(time)
            words = str(time_range(low, high))
            ends = seconds(words)
            assert 0 not in ends
            assert ends == sorted(set(ends))
            middle = seconds(str(about_time(time)))
            if middle and ends:
                assert ends[0] <= middle[0], words
                assert len(ends) == 1 or middle[0] <= ends[1], words
            assert ("or more" in words) == (low < 36_000 <= high)


@pytest.mark.parametrize("name", FAMILIES)
def test_range_contains_the_score_and_is_as_wide_as_the_spread(name: str) -> None:
    board = family(name).parse(bundled(name)[0].board)
    rating, model = rate(board), models(type(board))["human"]
    assert rating.score is not None
    assert rating.low is not None
    assert rating.high is not None
    assert log(rating.high / rating.low) == pytest.approx(2 * 1.2816 * model.spread)
    assert rating.low * rating.high == pytest.approx(rating.score**2)
    record = rating.record()
    assert (record["low"], record["high"]) == (rating.low, rating.high)
    assert 0.3 <= model.spread <= 1.5
