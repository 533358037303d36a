"""The script that refits the weights: its arithmetic on known data, and the shipped weights."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from unjam.families.rushhour.weights import WEIGHTS as RUSHHOUR
from unjam.families.sokoban.weights import WEIGHTS as SOKOBAN

ROOT = Path(__file__).parents[2]
LEVELS = Path(os.environ.get("UNJAM_LEVELS", ROOT.parent / "shared" / "levels"))


@pytest.fixture(scope="module")
def refit() -> ModuleType:
    spec = spec_from_file_location("refit", ROOT / "tools" / "refit.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["refit"] = module  # its dataclass looks itself up
    sys.path.insert(0, str(ROOT / "tools"))
    spec.loader.exec_module(module)
    return module


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


def test_rank_correlations(refit: ModuleType) -> None:
    assert refit.ranks([3.0, 1.0, 3.0, 2.0]) == [2.5, 0.0, 2.5, 1.0]
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


@pytest.mark.skipif(not (LEVELS / "rushhour" / "human35.tsv").is_file(), reason="people's data are not here")
def test_shipped_weights_are_reproduced(refit: ModuleType) -> None:
    assert refit.rushhour_weights(refit.rushhour_levels(LEVELS)) == RUSHHOUR
    assert refit.sokoban_weights(refit.sokoban_levels(LEVELS)) == SOKOBAN
