"""Simulates players whose true weights are known, to see how well the refit finds them.

A player opens a level (some levels are opened much more often than others) and would need
exp(true prediction + the level's own effect + the player's speed + the day) seconds. Each player opens about five
levels, and the table does not say which. Some players run out of patience first, some press Hint or leave on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, sqrt
from random import Random
from statistics import fmean

from censored_fit import Fit, Prior, dot, fit_near
from play_times import FamilyModel, Play, RatedLevel, Scale, group_plays, rate_levels

from unjam import family
from unjam.formats.shipped import bundled
from unjam.generation.generate import generate


@dataclass(frozen=True, slots=True)
class Habits:
    """What all players of a simulation have in common; spreads are standard deviations of ln(seconds)."""

    level_spread: float = 0.4
    speed_spread: float = 0.6
    day_spread: float = 0.5
    median_patience: float = 400.0
    patience_spread: float = 0.7
    median_hint: float = 900.0
    hint_spread: float = 1.0
    """When players press Hint, if they are still playing then."""
    leave_share: float = 0.08
    despair: float = 0.0
    """How much shorter ln(patience) is for each unit by which a person needs longer than others for that level."""
    levels_per_player: float = 5.0

    @property
    def spread(self) -> float:
        return sqrt(self.level_spread**2 + self.speed_spread**2 + self.day_spread**2)


INTERCEPT_SHIFT, WEIGHT_SHIFT = 0.5, 0.3
"""How far the true weights are from the shipped ones: standard deviations in ln(seconds), and for weights per spread
of the input."""


def draw_truth(shipped: Sequence[float], rng: Random) -> tuple[float, ...]:
    """Return coefficients around the shipped ones."""
    first, *others = shipped
    return (rng.gauss(first, INTERCEPT_SHIFT), *(rng.gauss(other, WEIGHT_SHIFT) for other in others))


@dataclass(frozen=True, slots=True)
class SimulatedPlay:
    """One play as it happened; ``hint`` is the second of the first hint, ``end`` that of the win or of leaving."""

    level: str
    end: float
    is_win: bool
    hint: float | None = None

    def as_play(self, family: str) -> Play:
        """Return the play as the table of plays shows it."""
        if self.hint is not None:
            return Play(family, self.level, self.hint, False)
        return Play(family, self.level, self.end, self.is_win)


@dataclass(slots=True)
class Players:
    """An endless stream of plays; the same seed gives the same plays."""

    levels: Mapping[str, RatedLevel]
    scale: Scale
    coefficients: Sequence[float]
    habits: Habits
    rng: Random
    _ids: list[str] = field(init=False)
    _effects: dict[str, float] = field(init=False)
    _speed: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._ids = list(self.levels)
        self.rng.shuffle(self._ids)  # the first are opened most
        self._effects = {id: self.rng.gauss(0, self.habits.level_spread) for id in self._ids}
        self._speed = self.rng.gauss(0, self.habits.speed_spread)

    def play(self) -> SimulatedPlay:
        rng, habits = self.rng, self.habits
        if rng.random() < 1 / habits.levels_per_player:
            self._speed = rng.gauss(0, habits.speed_spread)  # the next player
        id = self._ids[int(len(self._ids) * rng.random() ** 2)]
        row = self.scale.row(self.levels[id].inputs)
        expected = sum(b * value for b, value in zip(self.coefficients, row, strict=True))
        trouble = self._speed + rng.gauss(0, habits.day_spread)
        seconds = exp(expected + self._effects[id] + trouble)
        patience = habits.median_patience * exp(rng.gauss(0, habits.patience_spread) - habits.despair * trouble)
        if rng.random() < habits.leave_share:
            patience = min(patience, rng.uniform(5, 120))
        end = max(1.0, min(seconds, patience))
        hint = habits.median_hint * exp(rng.gauss(0, habits.hint_spread))
        return SimulatedPlay(id, end, seconds <= patience, hint if hint < end else None)


# -- the figure: how well the weights are found again

COUNTS = (50, 500, 5000)
GENERATED = 500


@dataclass(frozen=True, slots=True)
class Recovery:
    """What one simulation found, beside the truth."""

    truth: tuple[float, ...]
    found: Fit
    levels: int
    """How many levels were played."""
    time_error: float
    """Root mean square over all levels of prediction - truth, in ln(seconds)."""

    def within_two_errors(self) -> list[bool]:
        found = zip(self.found.coefficients, self.truth, self.found.errors, strict=True)
        return [abs(value - true) < 2 * error for value, true, error in found]


def recover(players: Players, count: int, prior: Prior) -> Recovery:
    """Return what the refit makes of so many plays."""
    plays = [players.play().as_play("") for _ in range(count)]
    groups = group_plays(plays, players.levels, players.scale)
    found, truth = fit_near(groups, prior), tuple(players.coefficients)
    return Recovery(truth, found, len(groups), time_error(found.coefficients, truth, players.scale, players.levels))


def time_error(
    first: Sequence[float], second: Sequence[float], scale: Scale, levels: Mapping[str, RatedLevel]
) -> float:
    differences = [a - b for a, b in zip(first, second, strict=True)]
    return root_mean_square(dot(differences, scale.row(level.inputs)) for level in levels.values())


def root_mean_square(values: Iterable[float]) -> float:
    return sqrt(fmean(value * value for value in values))


def report_recovery(model: FamilyModel, seed: int, repeats: int, habits: Habits) -> None:
    """Print how well weights are found on the levels that come with unjam, and on many more."""
    few = shipped_levels(model)
    scale = Scale.of(model, list(few.values()))
    prior = Prior(scale.coefficients(model.weights), model.weights.spread)
    sets = (few, few | generated_levels(model, GENERATED))
    results = [
        (count, [recover(players(levels, scale, prior, habits, f"{seed} {i}"), count, prior) for i in range(repeats)])
        for levels in sets
        for count in COUNTS
    ]
    print(f"{model.name}: one simulation, weight ± standard error; the levels that come with unjam, then "
          f"{GENERATED} generated ones too\n")  # fmt: skip
    print_example(model, scale, [(count, each[0]) for count, each in results])
    print(f"\n{model.name}: {repeats} simulations, root mean square errors\n")
    print_errors(scale, prior, few, habits, results)
    print_despair(scale, prior, sets[1], replace(habits, despair=1.0), seed, repeats)


def print_despair(
    scale: Scale, prior: Prior, levels: Mapping[str, RatedLevel], habits: Habits, seed: int, repeats: int
) -> None:
    """Print the bias that is left where those for whom it goes badly give up sooner, which the fit does not assume."""
    count = COUNTS[-1]
    results = [recover(players(levels, scale, prior, habits, f"{seed} {i}"), count, prior) for i in range(repeats)]
    bias = fmean(one.found.coefficients[0] - one.truth[0] for one in results)
    print(f"\nWhere people give up sooner the worse it goes, {count:,} plays: times × {exp(bias):.2f}, spread "
          f"{fmean(one.found.spread for one in results):.2f} instead of {habits.spread:.2f}\n")  # fmt: skip


def players(levels: Mapping[str, RatedLevel], scale: Scale, prior: Prior, habits: Habits, seed: str) -> Players:
    rng = Random(seed)
    return Players(levels, scale, draw_truth(prior.coefficients, rng), habits, rng)


def print_example(model: FamilyModel, scale: Scale, results: Sequence[tuple[int, Recovery]]) -> None:
    print(f"| plays | levels | seconds of an ordinary level | {' | '.join(scale.names)} |")
    print("|---" * (3 + len(scale.names)) + "|")
    shipped = scale.coefficients(model.weights)
    for name, coefficients in (("shipped", shipped), ("true", results[0][1].truth)):
        weights = scale.weights(coefficients)[1].values()
        print(f"| {name} | | {exp(coefficients[0]):.0f} | {' | '.join(f'{weight:.3f}' for weight in weights)} |")
    for count, one in results:
        weights, errors = scale.weights(one.found.coefficients)[1].values(), one.found.errors
        each = zip(weights, errors[1:], scale.spreads, strict=True)
        cells = [f"{weight:.3f} ± {error / spread:.3f}" for weight, error, spread in each]
        print(f"| {count:,} | {one.levels} | {exp(one.found.coefficients[0]):.0f} (× {exp(errors[0]):.2f}) "
              f"| {' | '.join(cells)} |")  # fmt: skip


def print_errors(
    scale: Scale,
    prior: Prior,
    levels: Mapping[str, RatedLevel],
    habits: Habits,
    results: Sequence[tuple[int, Sequence[Recovery]]],
) -> None:
    """Print the errors of the shipped weights and of each number of plays."""
    print(f"| plays | levels | ordinary level | {' | '.join(scale.names)} | spread | time of a level "
          "| within 2 standard errors |")  # fmt: skip
    print("|---" * (6 + len(scale.names)) + "|")

    def cells(found: Sequence[Sequence[float]], truths: Sequence[Sequence[float]]) -> list[str]:
        errors = [
            root_mean_square(f[i] - t[i] for f, t in zip(found, truths, strict=True)) for i in range(len(found[0]))
        ]
        slopes = (f"{error / spread:.3f}" for error, spread in zip(errors[1:], scale.spreads, strict=True))
        return [f"× {exp(errors[0]):.2f}", *slopes]

    truths = [one.truth for one in results[0][1]]
    off = root_mean_square(time_error(prior.coefficients, truth, scale, levels) for truth in truths)
    before = cells([prior.coefficients] * len(truths), truths)
    print(f"| 0 (shipped) | | {' | '.join(before)} | {abs(prior.spread - habits.spread):.2f} | × {exp(off):.2f} | |")
    for count, each in results:
        row = cells([one.found.coefficients for one in each], [one.truth for one in each])
        spread = root_mean_square(one.found.spread - habits.spread for one in each)
        off = root_mean_square(one.time_error for one in each)
        near = fmean(is_near for one in each for is_near in one.within_two_errors())
        print(f"| {count:,} | {fmean(one.levels for one in each):.0f} | {' | '.join(row)} | {spread:.2f} "
              f"| × {exp(off):.2f} | {100 * near:.0f} % |")  # fmt: skip


def shipped_levels(model: FamilyModel) -> dict[str, RatedLevel]:
    """Return the levels that come with unjam, by name."""
    levels = bundled(model.name)
    kind = family(model.name)
    ratings = zip(levels, rate_levels(model, [kind.parse(level.board) for level in levels]), strict=True)
    return {level.name: rated for level, rated in ratings if rated is not None}


def generated_levels(model: FamilyModel, count: int) -> dict[str, RatedLevel]:
    """Return so many levels of ``unjam generate``, of all difficulties."""
    puzzles = [level.puzzle for level in generate(model.name, count=count, seed=1)]
    rated = rate_levels(model, puzzles)
    return {f"generated {i}": level for i, level in enumerate(rated, 1) if level is not None}
