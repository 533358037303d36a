"""The refit from recorded plays: what a play counts for, the fit on players of known weights, bad tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log, pi, sqrt
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from unjam import Puzzle, RushHour, solve
from unjam.datasets import parquet
from unjam.datasets.plays import PlayLog, export_plays
from unjam.families.rushhour.weights import WEIGHTS as RUSHHOUR
from unjam.formats.position_id import decode, encode
from unjam.formats.shipped import bundled

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import censored_fit
import play_times
import refit
import refit_plays
import simulate_plays
from censored_fit import LevelPlays, Prior, fit, fit_near
from play_times import BadTable, FamilyModel, Play, RatedLevel, Scale, read_table

BOARD = "ooooBoooooBoAAooBooooDDooooooooooooo"
Step = tuple[float, str]
"""Seconds since the level was opened, and the kind of an event."""


# -- recording plays as the page does


class Recorder:
    """Records plays in a log and exports them."""

    def __init__(self, folder: Path) -> None:
        self.log, self.folder, self.plays = PlayLog(folder / "log"), folder, 0

    def add(self, board: Puzzle, steps: Sequence[Step], start: Puzzle | None = None, first: int = 0) -> None:
        """Record one play of the board; its moves are those of the solution, over and over."""
        position, at, events = start or board, 0, []
        solution = solve(position).moves
        for seconds, kind in steps:
            if kind == "move":
                at, position = at + 1, position.play(solution[at]) if at < len(solution) else position
            elif kind in ("undo", "restart"):
                at, position = 0, start or board
            events.append((round(1000 * seconds), kind, encode(position)))
        self.log.add(f"{self.plays:016x}", encode(board), first, events)
        self.plays += 1

    def export(self) -> Path:
        self.log.close()
        path = self.folder / "plays.parquet"
        export_plays(self.folder / "log", path)
        return path


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path)


SOLVED, ENDED = True, False


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([(0, "start"), (4, "move"), (9, "move"), (9, "win")], (9, SOLVED)),
        ([(0, "start"), (4, "move"), (5, "undo"), (8, "restart"), (20, "move"), (20, "win")], (20, SOLVED)),
        ([(0, "start"), (4, "move"), (9, "win"), (12, "hint"), (14, "move")], (9, SOLVED)),
        ([(0, "start"), (4, "move"), (7, "hint"), (9, "move"), (9, "win")], (7, ENDED)),
        ([(0, "start"), (4, "move"), (9, "hint"), (9, "win")], (9, ENDED)),
        ([(0, "start"), (4, "move"), (9, "move"), (60, "give_up")], (9, ENDED)),
        ([(0, "start"), (4, "move"), (300, "undo"), (310, "leave")], (300, ENDED)),
        ([(0, "start"), (4, "move"), (8, "move")], (8, ENDED)),
        ([(0, "start"), (4, "move"), (3_000, "move"), (3_001, "win")], (4, ENDED)),
        ([(0, "start"), (4, "move"), (590, "move"), (1_180, "move"), (1_180, "win")], (1_180, SOLVED)),
        ([(0, "start"), (0.2, "move"), (0.3, "win")], None),
        ([(0, "start"), (50, "give_up")], None),
        ([(0, "start"), (50, "hint"), (60, "leave")], None),
    ],
)
def test_what_a_play_counts_for(recorder: Recorder, steps: list[Step], expected: tuple[float, bool] | None) -> None:
    recorder.add(RushHour.parse(BOARD), steps)
    plays = [(play.seconds, play.is_solved) for play in read_table(recorder.export()).plays]
    assert plays == ([] if expected is None else [expected])


def test_plays_without_their_beginning_are_left_out(recorder: Recorder) -> None:
    board = RushHour.parse(BOARD)
    steps = [(0, "start"), (4, "move"), (9, "win")]
    recorder.add(board, steps, start=board.play(solve(board).moves[0]))
    recorder.add(board, steps[1:], first=1)
    recorder.add(board, steps)
    table = read_table(recorder.export())
    assert len(table.plays) == 1
    assert table.left_out == {"not from the start": 2}
    assert table.plays[0].family == "rushhour"
    assert decode(table.plays[0].level) == board


# -- the fit


def draw_levels(
    rng: Random, plays: Sequence[int], truth: Sequence[float], level_spread: float, play_spread: float, limit: float
) -> list[LevelPlays]:
    """Levels with so many plays each; a play ends at a random time around ``limit`` in ln(seconds)."""
    out = []
    for i, count in enumerate(plays):
        row = (1.0, *(rng.gauss(0, 1) for _ in truth[1:]))
        mean = censored_fit.dot(truth, row) + rng.gauss(0, level_spread)
        solved, unsolved = [], []
        for _ in range(count):
            time, end = rng.gauss(mean, play_spread), rng.gauss(limit, 0.5)
            (solved if time <= end else unsolved).append(min(time, end))
        out.append(LevelPlays(str(i), row, tuple(solved), tuple(unsolved)))
    return out


def test_unsolved_plays_count_as_longer_ones() -> None:
    truth = (4.0, 0.8, -0.4)
    levels = draw_levels(Random(1), [20] * 200, truth, 0.3, 0.7, limit=4.2)
    ended = sum(len(level.unsolved) for level in levels)
    assert 1_200 < ended < 2_400
    prior = Prior((5.0, 0.0, 0.0), 1.0)
    found = fit(levels, prior, width=0.8)
    assert found.coefficients == pytest.approx(truth, abs=0.1)
    assert found.play_spread == pytest.approx(0.7, abs=0.05)
    assert found.level_spread == pytest.approx(0.3, abs=0.05)
    careless = fit([replace(level, unsolved=()) for level in levels if level.solved], prior, width=0.8)
    assert careless.coefficients[0] < truth[0] - 0.3


def test_spreads_are_found_where_most_plays_end_unsolved() -> None:
    truth = (6.4, 1.0)
    levels = draw_levels(Random(1), [9] * 300, truth, 0.4, 0.78, limit=5.5)
    ended = sum(len(level.unsolved) for level in levels)
    assert 0.65 < ended / 2_700 < 0.85
    found = fit(levels, Prior((6.0, 1.0), 1.0), width=0.4)
    assert found.play_spread == pytest.approx(0.78, abs=0.06)
    assert found.level_spread == pytest.approx(0.4, abs=0.06)
    assert found.coefficients == pytest.approx(truth, abs=0.12)


def test_errors_are_as_large_as_they_say() -> None:
    near, prior = [], Prior((4.0, 0.5, 0.0), 0.8)
    for seed in range(60):
        rng = Random(seed)
        truth = (rng.gauss(4, 0.5), rng.gauss(0.5, 0.3), rng.gauss(0, 0.3))
        found = fit_near(draw_levels(rng, [3] * 30, truth, 0.4, 0.7, limit=5), prior)
        near += [abs(a - b) < 2 * error for a, b, error in zip(found.coefficients, truth, found.errors, strict=True)]
    assert 0.88 < fmean(near) < 0.99


def test_many_plays_of_few_levels_say_little_about_the_weights() -> None:
    truth, prior = (4.0, 0.5), Prior((4.0, 0.5), 0.8)
    few = fit_near(draw_levels(Random(2), [1_000] * 5, truth, 0.4, 0.6, limit=9), prior)
    many = fit_near(draw_levels(Random(2), [10] * 500, truth, 0.4, 0.6, limit=9), prior)
    assert few.errors[1] > 3 * many.errors[1]


def test_few_plays_move_the_weights_little_and_a_narrow_prior_less() -> None:
    prior = Prior((4.0, 0.5), 0.8)
    truth = (4.0, -0.5)  # the opposite of what is shipped
    few = draw_levels(Random(3), [1] * 8, truth, 0.3, 0.6, limit=9)
    narrow, wide = fit(few, prior, 0.1), fit(few, prior, 0.8)
    assert 0.4 < narrow.coefficients[1] <= 0.51
    assert wide.coefficients[1] < narrow.coefficients[1]
    many = draw_levels(Random(3), [10] * 300, truth, 0.3, 0.6, limit=9)
    assert fit_near(many, prior).coefficients[1] == pytest.approx(-0.5, abs=0.1)


def test_plays_that_agree_with_the_shipped_weights_favour_a_narrow_prior() -> None:
    prior = Prior((4.0, 0.5, 0.2), 0.8)
    right = draw_levels(Random(4), [10] * 60, prior.coefficients, 0.3, 0.6, limit=9)
    wrong = draw_levels(Random(4), [10] * 60, (4.0, -0.3, 0.9), 0.3, 0.6, limit=9)
    assert fit_near(right, prior).width < 0.2 < fit_near(wrong, prior).width


def test_the_evidence_is_the_integral_over_the_effect_of_the_level() -> None:
    level = LevelPlays("a", (1.0,), (3.0, 3.4, 4.1), (3.5, 4.4))
    sigma, tau, middle = 0.7, 0.5, 3.8
    modes, information = censored_fit.find_modes([level], [middle], [middle], sigma, tau)
    found = censored_fit.log_evidence([level], modes, information, (middle,), [[1.0]], sigma, tau)
    step = 0.001
    total = sum(
        exp(censored_fit.log_likelihood(level, middle + step * i, sigma) - (step * i / tau) ** 2 / 2)
        for i in range(-5_000, 5_000)
    )
    assert found == pytest.approx(log(total * step / (tau * sqrt(2 * pi))), abs=0.01)


def test_the_slope_is_that_of_the_likelihood() -> None:
    level, h = LevelPlays("a", (1.0,), (3.0, 3.4), (3.5, 30.0)), 1e-4
    for mean in (2.0, 3.3, 5.0):
        at = [censored_fit.log_likelihood(level, mean + k * h, 0.7) for k in (-1, 0, 1)]
        slope, bend = censored_fit.log_likelihood_slope(level, mean, 0.7)
        assert slope == pytest.approx((at[2] - at[0]) / (2 * h), rel=1e-3)
        assert bend == pytest.approx((2 * at[1] - at[0] - at[2]) / h**2, rel=1e-2)


def test_a_matrix_times_its_inverse_is_the_identity() -> None:
    rng = Random(5)
    rows = [[rng.gauss(0, 1) for _ in range(4)] for _ in range(9)]
    matrix = [[sum(row[i] * row[j] for row in rows) for j in range(4)] for i in range(4)]
    back = censored_fit.inverse(matrix)
    for i in range(4):
        for j in range(4):
            assert censored_fit.dot(matrix[i], [line[j] for line in back]) == pytest.approx(float(i == j), abs=1e-9)


# -- levels that were not seen


def test_a_level_is_never_predicted_from_its_own_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = draw_levels(Random(6), [2] * 23, (4.0, 0.5), 0.3, 0.6, limit=9)
    seen: list[set[str]] = []

    def note(train: Sequence[LevelPlays], prior: Prior) -> censored_fit.Fit:
        seen.append({level.name for level in train})
        return censored_fit.Fit((float(len(seen)), 0.0), [], 1.0, 0.0, 0.1, 0.0)

    monkeypatch.setattr(refit_plays, "fit_near", note)
    guesses, _ = refit_plays.unseen_predictions(levels, Prior((4.0, 0.5), 1.0), Random(1))
    for level, guess in zip(levels, guesses, strict=True):
        assert level.name not in seen[round(guess) - 1]
    assert len(seen) == 5
    assert all(len(names) in (18, 19) for names in seen)


def test_shares_outside_the_interval_allow_for_plays_that_ended() -> None:
    rng = Random(7)
    levels = draw_levels(rng, [50] * 80, (4.0, 0.5), 0.0, 0.8, limit=4.3)
    guesses = [censored_fit.dot((4.0, 0.5), level.row) for level in levels]
    right = refit_plays.shares_outside(levels, guesses, [0.8] * 80)
    assert right == pytest.approx((0.1, 0.1), abs=0.03)
    below, above = refit_plays.shares_outside(levels, guesses, [0.4] * 80)
    assert below > 0.2
    assert above > 0.2
    slow = refit_plays.shares_outside(levels, [guess + 1 for guess in guesses], [0.8] * 80)
    assert slow[0] > 0.4 > 0.05 > slow[1]


def test_plays_of_one_level_count_for_less() -> None:
    def worth(counts: list[int]) -> float:
        levels = [LevelPlays(str(n), (1.0,), (4.0,) * count) for n, count in enumerate(counts)]
        return refit_plays.effective_count(levels, censored_fit.Fit((4.0,), [[1.0]], 0.6, 0.4, 0.1, 0.0))

    assert worth([1] * 100) == pytest.approx(100)
    assert worth([50, 50]) < 10


# -- simulated players


@pytest.fixture(scope="module")
def model() -> FamilyModel:
    return FamilyModel.load("rushhour")


@pytest.fixture(scope="module")
def levels(model: FamilyModel) -> dict[str, RatedLevel]:
    """The levels that come with unjam, by id."""
    named = simulate_plays.shipped_levels(model)
    return {encode(RushHour.parse(each.board)): named[each.name] for each in bundled("rushhour")}


def test_the_scale_says_the_same_as_the_weights(model: FamilyModel, levels: dict[str, RatedLevel]) -> None:
    scale = Scale.of(model, list(levels.values()))
    coefficients = scale.coefficients(model.weights)
    for level in levels.values():
        expected = sum(model.weights.terms(level.inputs).values())
        assert censored_fit.dot(coefficients, scale.row(level.inputs)) == pytest.approx(expected)
    intercept, weights = scale.weights(coefficients)
    assert intercept == pytest.approx(model.weights.intercept)
    assert weights == pytest.approx(dict(model.weights.weights))


def test_more_plays_find_the_weights_better(model: FamilyModel, levels: dict[str, RatedLevel]) -> None:
    scale, habits = Scale.of(model, list(levels.values())), simulate_plays.Habits()
    prior = Prior(scale.coefficients(model.weights), model.weights.spread)
    errors = []
    for count in (0, 50, 2_000):
        squares = []
        for seed in range(12):
            players = simulate_plays.players(levels, scale, prior, habits, str(seed))
            if count:
                squares.append(simulate_plays.recover(players, count, prior).time_error ** 2)
            else:
                off = simulate_plays.time_error(prior.coefficients, players.coefficients, scale, levels)
                squares.append(off**2)
        errors.append(sqrt(fmean(squares)))
    assert errors[1] < 0.8 * errors[0]
    assert errors[2] < 0.8 * errors[1]
    assert errors[2] < 0.3 * errors[0]


def record(recorder: Recorder, levels: dict[str, RatedLevel], model: FamilyModel, count: int) -> list[Play]:
    """Record the plays of simulated players as a page would, and return them."""
    scale = Scale.of(model, list(levels.values()))
    prior = Prior(scale.coefficients(model.weights), model.weights.spread)
    players = simulate_plays.players(levels, scale, prior, simulate_plays.Habits(), "1")
    plays = []
    for _ in range(count):
        play = players.play()
        steps = [(0, "start"), (min(play.end, play.hint or play.end) / 2, "move")]
        steps += [] if play.hint is None else [(play.hint, "hint")]
        steps += [(play.end, "move"), (play.end, "win") if play.is_win else (play.end + 3, "leave")]
        recorder.add(decode(play.level), steps)
        plays.append(play.as_play("rushhour"))
    return plays


def test_recorded_plays_are_refitted(
    recorder: Recorder,
    levels: dict[str, RatedLevel],
    model: FamilyModel,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    plays = record(recorder, levels, model, 200)
    path = recorder.export()
    table = read_table(path)
    assert len(table.plays) > 180  # the others had a pause of ten minutes before their only move
    by_time = {(play.level, round(play.seconds, 2)): play.is_solved for play in plays}
    same = [by_time.get((play.level, round(play.seconds, 2))) == play.is_solved for play in table.plays]
    assert fmean(same) > 0.9

    monkeypatch.setattr(refit_plays, "REPEATS", 2)
    assert refit_plays.main([str(path)]) == 0
    first = capsys.readouterr().out
    assert f"plays of {len({play.level for play in table.plays})} levels" in first
    assert refit_plays.main([str(path)]) == 0
    assert capsys.readouterr().out == first

    written = tmp_path / "weights.py"
    monkeypatch.setattr(FamilyModel, "load", classmethod(lambda cls, name: replace(model, path=written)))
    assert refit_plays.main([str(path), "--write"]) == 0
    names: dict[str, object] = {}
    exec(written.read_text(encoding="utf-8").replace("from ...core", "from unjam.core"), names)
    weights = names["WEIGHTS"]
    assert isinstance(weights, type(RUSHHOUR))
    assert (weights.borders, weights.typical) == (RUSHHOUR.borders, RUSHHOUR.typical)
    assert weights.weights.keys() == RUSHHOUR.weights.keys()
    assert weights.calibrated
    assert weights != RUSHHOUR
    assert f"| spread | {RUSHHOUR.spread:.3f} | {weights.spread:.3f} |" in first


def test_weights_that_are_no_better_are_not_written(
    model: FamilyModel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "weights.py"
    monkeypatch.setattr(refit_plays, "read_table", lambda path: play_times.Table([Play("rushhour", "", 1, True)]))
    monkeypatch.setattr(FamilyModel, "load", classmethod(lambda cls, name: replace(model, path=path)))
    monkeypatch.setattr(refit_plays, "refit_family", lambda *rest: refit_plays.Refit(RUSHHOUR, is_better=False))
    assert refit_plays.main(["table", "--write"]) == 0
    assert "no better than the shipped" in capsys.readouterr().out
    assert not path.exists()


def test_the_same_seed_simulates_the_same(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(simulate_plays, "COUNTS", (30,))
    monkeypatch.setattr(simulate_plays, "GENERATED", 3)
    out = []
    for seed in ("1", "1", "2"):
        assert refit_plays.main(["--simulate", "--family", "tiles", "--repeats", "2", "--seed", seed]) == 0
        out.append(capsys.readouterr().out)
    assert out[0] == out[1] != out[2]


# -- bad tables


def one_line(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Run the script, which must refuse in one line; return the line."""
    assert refit.main(["--plays", str(path), *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_file_that_is_no_table_of_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert one_line(tmp_path / "none", capsys).endswith("none: no such file")
    text = tmp_path / "text.parquet"
    text.write_text("play,number\n", encoding="utf-8")
    assert "text.parquet: " in one_line(text, capsys)
    other = tmp_path / "other.parquet"
    parquet.connect().execute(f"COPY (SELECT 'a' AS play, 0 AS number, 5 AS ms) TO '{other}' (FORMAT parquet)")
    assert one_line(other, capsys).endswith("it has no column kind, family, level, position")


def test_a_table_without_plays(recorder: Recorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.add(RushHour.parse(BOARD), [(0, "start"), (5, "leave")])
    assert one_line(recorder.export(), capsys).endswith("no play that can be used: 1 without a move")


def test_a_table_without_wins(recorder: Recorder, capsys: pytest.CaptureFixture[str]) -> None:
    for each in bundled("rushhour")[:12]:
        recorder.add(RushHour.parse(each.board), [(0, "start"), (5, "move"), (9, "give_up")])
    line = one_line(recorder.export(), capsys)
    assert line == "rushhour: 0 of 12 plays solved without help; 10 are needed"


def test_a_table_of_one_level(recorder: Recorder, capsys: pytest.CaptureFixture[str]) -> None:
    mirrored = "\n".join(reversed([BOARD[i : i + 6] for i in range(0, 36, 6)]))
    for i in range(20):  # upside down it is the same level
        recorder.add(RushHour.parse(BOARD if i % 2 else mirrored), [(0, "start"), (5, "move"), (9 + i, "win")])
    assert one_line(recorder.export(), capsys) == "rushhour: plays of 1 different levels; 5 are needed"


def test_a_family_without_weights(recorder: Recorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.add(RushHour.parse(BOARD), [(0, "start"), (5, "move"), (9, "win")])
    line = one_line(recorder.export(), capsys, "--family", "chess")
    assert line == "chess: this family has no weights of its own"


def test_bad_tables_name_themselves(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="no such file"):
        read_table(tmp_path / "missing.parquet")
