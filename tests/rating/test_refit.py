"""The script that refits the weights: its arithmetic on known data, and the shipped weights."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from math import exp, log
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean
from types import ModuleType

import pytest

from unjam import RushHour
from unjam.families.rushhour.weights import WEIGHTS as RUSHHOUR
from unjam.families.sokoban.weights import WEIGHTS as SOKOBAN

ROOT = Path(__file__).parents[2]
LEVELS = Path(os.environ.get("UNJAM_LEVELS", ROOT.parent / "shared" / "levels"))


@pytest.fixture(scope="module", autouse=True)
def tools() -> Iterator[None]:
    """Scripts of a folder import each other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        yield


@pytest.fixture(scope="module")
def refit(tools: None) -> ModuleType:
    spec = spec_from_file_location("refit", ROOT / "tools" / "refit.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["refit"] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def fitting(refit: ModuleType) -> ModuleType:
    return import_module("fitting")


@pytest.fixture(scope="module")
def scale(refit: ModuleType) -> ModuleType:
    return import_module("sokoban_scale")


def sample_levels(refit: ModuleType, count: int, noise: float) -> list[object]:
    """Levels whose target is 1 + 2·a - 3·b and some noise."""
    rng, out = Random(1), []
    for i in range(count):
        a, b = rng.random(), rng.random()
        target = 1 + 2 * a - 3 * b + noise * rng.gauss(0, 1)
        out.append(refit.Level({"a": a, "b": b}, target, str(i % 4), i % 4, rng.uniform(0.5, 1)))
    return out


def test_least_squares_finds_the_line_and_ridge_shrinks_it(refit: ModuleType) -> None:
    levels = sample_levels(refit, 40, 0)
    intercept, weights = refit.fit(levels, ("a", "b"))
    assert intercept == pytest.approx(1)
    assert weights == {"a": pytest.approx(2), "b": pytest.approx(-3)}
    _, drawn = refit.fit(levels, ("a", "b"), 1e9)
    assert drawn == {"a": pytest.approx(0, abs=1e-6), "b": pytest.approx(0, abs=1e-6)}


def test_rank_correlations(refit: ModuleType, fitting: ModuleType) -> None:
    assert fitting.ranks([3.0, 1.0, 3.0, 2.0]) == [2.5, 0.0, 2.5, 1.0]
    assert refit.spearman([1, 2, 3, 4], [1, 10, 100, 1000]) == pytest.approx(1)
    assert refit.spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    levels = [
        refit.Level({}, target, group, 0) for target, group in ((1, "x"), (2, "x"), (11, "y"), (10, "y"), (5, "z"))
    ]
    # Each group's order is wrong, though the groups themselves are in order.
    guesses = [2.0, 1.0, 10.0, 11.0, 0.0]
    assert refit.within(levels, guesses) == pytest.approx(-1)
    assert refit.spearman(guesses[:4], [1, 2, 11, 10]) > 0


def test_halves_have_equal_group_sizes(refit: ModuleType) -> None:
    levels = sample_levels(refit, 40, 0.1)
    one, other = refit.halves(levels, Random(2))
    assert len(one) == len(other) == 20
    assert not {id(level) for level in one} & {id(level) for level in other}
    assert sorted(level.group for level in one) == sorted(level.group for level in other)


def test_unseen_folds_are_not_fitted_on(refit: ModuleType) -> None:
    rng = Random(3)
    noise = [refit.Level({"a": rng.random()}, rng.random(), str(i % 9), rng.random()) for i in range(60)]
    scores = refit.unseen_folds(noise, ("a",), repeats=20)
    assert sum(scores["target"]) / 20 < 0.2  # nothing to learn, so nothing is found


def timed_levels(refit: ModuleType, count: int, a: float, b: float, error: float) -> list[object]:
    """Levels that take a + b · z in ln(seconds), and some error; people differ by 1."""
    rng, out = Random(4), []
    for _ in range(count):
        z = rng.gauss(0, 1)
        target = a + b * z + rng.gauss(0, error)
        inputs = {"luck": z, "moves": rng.uniform(20, 80)}
        share = NormalDist(target, 1).cdf(log(300))
        out.append(refit.Level(inputs, target, "", 0, spread=1.0, solved=share, people=90))
    return out


def test_forms_of_time_find_their_own_parameters(refit: ModuleType, scale: ModuleType) -> None:
    levels = timed_levels(refit, 30, 5, 0.7, 0)
    order = scale.Order((0.0, {"luck": 1.0}), 0.7, 0.0, (log(75) - 5) / 0.7)
    for name in ("B", "C", "E", "F", "G"):
        form = scale.FORMS[name][1]
        assert scale.left_out(order, levels, form) == pytest.approx([level.target for level in levels]), name
    assert scale.errors(levels, scale.left_out(order, levels, scale.FORMS["A"][1])) == pytest.approx([-5] * 30)
    slow = [replace(level, target=log(0.4 * level.inputs["moves"] + exp(level.target))) for level in levels]
    assert scale.root_mean_square(scale.errors(slow, scale.left_out(order, slow, scale.thought_and_hands))) < 1e-6
    assert scale.root_mean_square(scale.errors(slow, scale.left_out(order, slow, scale.line))) > 0.01


def test_a_level_left_out_has_no_say_in_its_prediction(refit: ModuleType, scale: ModuleType) -> None:
    levels = timed_levels(refit, 8, 5, 0.7, 0.5)
    order = scale.Order((0.0, {"luck": 1.0}), 0.7, 0.0)
    before = scale.left_out(order, levels, scale.shift_only)
    after = scale.left_out(order, [replace(levels[0], target=99), *levels[1:]], scale.shift_only)
    assert after[0] == before[0]
    assert after[1] > before[1]


def test_eight_in_ten_people_are_inside_the_range(refit: ModuleType, scale: ModuleType) -> None:
    order = scale.Order((0.0, {"luck": 1.0}), 0.7, 0.0)
    cover = scale.coverage(order, timed_levels(refit, 200, 5, 0.7, 0.6))
    assert cover.mean == pytest.approx(0.8, abs=0.02)
    assert fmean(cover.expected) == pytest.approx(fmean(cover.solved), abs=0.02)
    assert cover.wilson()[0] < 0.8 < cover.wilson()[1]
    assert cover.bootstrap()[0] < cover.mean < cover.bootstrap()[1]


def test_patience_is_recovered_from_shares(refit: ModuleType) -> None:
    times = [log(10) + 0.1 * i for i in range(30)]
    shares = [NormalDist(0, 1.2).cdf(log(150) - time) for time in times]
    boards = [refit.Level({}, t, "", 0, solved=p, people=40) for t, p in zip(times, shares, strict=True)]
    assert refit.patience(boards) == pytest.approx((log(150), 1.2))


def test_inputs_of_a_board_that_can_be_counted_by_hand(refit: ModuleType) -> None:
    """B goes down, then A out: the one shortest solution; B has to clear the way first."""
    inputs = import_module("rushhour_inputs")
    board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    found = inputs.inputs(board, 17)
    paths = inputs.ShortestPaths(board)
    assert found["cars_moved"] == pytest.approx(2)
    assert (found["counter"], found["depth"], found["tree"]) == (0, 1, 1)
    assert (found["returns"], found["solutions"]) == (0, 0)
    after = paths.edges[board][0][1]
    assert paths.length == 2
    assert 2 ** -found["surprise"] == pytest.approx(paths.right(board) * paths.right(after))
    assert found["worst"] == pytest.approx(-inputs.log2(min(paths.right(board), paths.right(after))))
    assert found["choices"] == pytest.approx(inputs.log2(6) + inputs.log2(len(list(after.moves()))))
    # C stands before B's way down: B cannot clear until C has moved.
    behind = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooCCC")
    assert inputs.depth(behind) == 2
    assert inputs.tree(behind) == {behind.lot.index[label] for label in "ABC"}


def test_weights_are_written_as_they_are_shipped(refit: ModuleType, fitting: ModuleType) -> None:
    for name, weights in (("rushhour", RUSHHOUR), ("sokoban", SOKOBAN)):
        shipped = refit.FAMILIES / name / "weights.py"
        assert fitting.weights_source(refit.DOC, weights) == shipped.read_text(encoding="utf-8")


@pytest.mark.skipif(not (LEVELS / "rushhour" / "human35.tsv").is_file(), reason="people's data are not here")
def test_shipped_weights_are_reproduced(refit: ModuleType) -> None:
    assert refit.rushhour_weights(refit.rushhour_levels(LEVELS)) == RUSHHOUR
    assert refit.sokoban_weights(refit.sokoban_levels(LEVELS)) == SOKOBAN
