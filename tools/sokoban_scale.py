"""From Sokoban's order of levels to seconds: the ways that docs/difficulty.md lists, compared on levels left out.

The laboratory's times say how long levels take. The order comes from the levels played online, without the laboratory's
boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from random import Random
from statistics import NormalDist, fmean, median, pstdev

from fitting import RIDGE, Level, fit, predicted, solved

from unjam.core.family_info import EIGHT_IN_TEN

ANCHOR = (4.3, 0.8)
"""The first scale of time, ln(seconds) = 4.3 + 0.8 · luck; its spread over the online levels still sets the slope."""
STUDY_SECONDS = 300.0
TUTORIAL_SECONDS, TUTORIAL_WEIGHT = 75.0, 4.0
SECONDS_A_MOVE = 0.4
NORMAL = NormalDist()

Guess = Callable[[Level], float]
"""ln(seconds) of a level."""


@dataclass(frozen=True, slots=True)
class Order:
    """The predictor that orders levels, the slope that ANCHOR gives it, and its mean over tutorial levels."""

    line: tuple[float, dict[str, float]]
    slope: float
    shift: float
    tutorial: float = 0.0

    @classmethod
    def of(cls, online: Sequence[Level], names: Sequence[str], tutorial: Sequence[Level] = ()) -> Order:
        line = fit(online, names, RIDGE)
        guesses = [predicted(line, level) for level in online]
        times = [ANCHOR[0] + ANCHOR[1] * level.inputs["luck"] for level in online]
        slope = pstdev(times) / pstdev(guesses)
        mean = fmean(predicted(line, level) for level in tutorial) if tutorial else 0.0
        return cls(line, slope, fmean(times) - slope * fmean(guesses), mean)

    def __call__(self, level: Level) -> float:
        return predicted(self.line, level)


# -- the ways from the order to ln(seconds), fitted on some levels of the laboratory


def shipped_first(order: Order, timed: Sequence[Level]) -> Guess:
    return lambda level: order.shift + order.slope * order(level)


def shift_only(order: Order, timed: Sequence[Level]) -> Guess:
    return _through_middle(order, timed, order.slope)


def line(order: Order, timed: Sequence[Level]) -> Guess:
    return _fitted(order, [_point(order, level) for level in timed])


def by_patience(order: Order, timed: Sequence[Level]) -> Guess:
    return _through_middle(order, timed, sqrt(3) / pi * sqrt(2) * fmean(level.spread for level in timed))


def line_with_tutorial(order: Order, timed: Sequence[Level]) -> Guess:
    tutorial = Level({"z": order.tutorial}, log(TUTORIAL_SECONDS), "", 0, TUTORIAL_WEIGHT)
    return _fitted(order, [*(_point(order, level) for level in timed), tutorial])


def tutorial_slope(order: Order, timed: Sequence[Level]) -> Guess:
    time, place = fmean(level.target for level in timed), fmean(order(level) for level in timed)
    return _through_middle(order, timed, (time - log(TUTORIAL_SECONDS)) / (place - order.tutorial))


def line_with_moves(order: Order, timed: Sequence[Level]) -> Guess:
    def point(level: Level) -> Level:
        return replace(level, inputs={"z": order(level), "moves": log(level.inputs["moves"])}, weight=1.0)

    model = fit([point(level) for level in timed], ("z", "moves"))
    return lambda level: predicted(model, point(level))


def thought_and_hands(order: Order, timed: Sequence[Level]) -> Guess:
    """ln(0.4 s for each move + exp(a + b · z)), by Gauss and Newton's method from the straight line."""
    a, slope = fit([_point(order, level) for level in timed], ("z",))
    b = slope["z"]

    def hands(level: Level) -> float:
        return SECONDS_A_MOVE * level.inputs["moves"]

    for _ in range(50):
        rows = []
        for level in timed:
            thought = exp(a + b * order(level))
            share = thought / (thought + hands(level))
            rows.append((share, share * order(level), level.target - log(thought + hands(level))))
        matrix = [[sum(row[i] * row[j] for row in rows) for j in (0, 1)] for i in (0, 1)]
        step = solved(matrix, [sum(row[i] * row[2] for row in rows) for i in (0, 1)])
        a, b = a + step[0], b + step[1]
    return lambda level: log(hands(level) + exp(a + b * order(level)))


FORMS: dict[str, tuple[int, Callable[[Order, Sequence[Level]], Guess]]] = {
    "A": (0, shipped_first),
    "B": (1, shift_only),
    "C": (2, line),
    "D": (1, by_patience),
    "E": (2, line_with_tutorial),
    "F": (1, tutorial_slope),
    "G": (3, line_with_moves),
    "H": (2, thought_and_hands),
}
"""The number of parameters that are fitted, and the fit."""


def _point(order: Order, level: Level) -> Level:
    return replace(level, inputs={"z": order(level)}, weight=1.0)


def _fitted(order: Order, points: Sequence[Level]) -> Guess:
    model = fit(points, ("z",))
    return lambda level: predicted(model, _point(order, level))


def _through_middle(order: Order, timed: Sequence[Level], slope: float) -> Guess:
    start = fmean(level.target - slope * order(level) for level in timed)
    return lambda level: start + slope * order(level)


# -- scores


def left_out(order: Order, timed: Sequence[Level], form: Callable[[Order, Sequence[Level]], Guess]) -> list[float]:
    """ln(seconds) of each level, fitted on the others."""
    return [form(order, [other for other in timed if other is not level])(level) for level in timed]


def errors(timed: Sequence[Level], guesses: Sequence[float]) -> list[float]:
    return [guess - level.target for level, guess in zip(timed, guesses, strict=True)]


def root_mean_square(values: Sequence[float]) -> float:
    return sqrt(fmean(value * value for value in values))


def total_spread(timed: Sequence[Level], error: float) -> float:
    """The standard deviation of ln(a person's time) around the prediction: people differ, and the prediction errs."""
    return sqrt(fmean(level.spread**2 for level in timed) + error**2)


@dataclass(frozen=True, slots=True)
class Coverage:
    """For each level the share of people inside its range of eight in ten, and the share expected and seen to solve."""

    inside: list[float]
    expected: list[float]
    solved: list[float]

    @property
    def mean(self) -> float:
        return fmean(self.inside)

    def wilson(self) -> tuple[float, float]:
        """The binomial interval (95 %) of the mean, as if each level were one person."""
        n, p, z = len(self.inside), self.mean, NORMAL.inv_cdf(0.975)
        middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    def bootstrap(self, samples: int = 2000) -> tuple[float, float]:
        rng, n = Random(1), len(self.inside)
        means = sorted(fmean(rng.choices(self.inside, k=n)) for _ in range(samples))
        return means[int(0.025 * samples)], means[int(0.975 * samples) - 1]


def coverage(order: Order, timed: Sequence[Level]) -> Coverage:
    """Predict each level, and how far people's times lie around it, from the other levels."""
    out = Coverage([], [], [])
    for level in timed:
        others = [other for other in timed if other is not level]
        error = root_mean_square(errors(others, left_out(order, others, shift_only)))
        spread, guess = total_spread(others, error), shift_only(order, others)(level)
        people = NormalDist(level.target, level.spread)
        reach = EIGHT_IN_TEN * spread
        out.inside.append(people.cdf(guess + reach) - people.cdf(guess - reach))
        out.expected.append(NormalDist(guess, spread).cdf(log(STUDY_SECONDS)))
        out.solved.append(level.solved)
    return out


def report(order: Order, timed: Sequence[Level], tutorial: Sequence[Level]) -> None:
    """Print the table of the forms and the coverage of the form that is shipped."""
    print(f"\nSokoban's time: {len(timed)} levels of the laboratory, each left out in turn\n")
    print("| form | parameters | root mean square | median of predicted / actual | tutorial levels |")
    print("|---|---|---|---|---|")
    for name, (count, form) in FORMS.items():
        gaps = errors(timed, left_out(order, timed, form))
        seconds = ", ".join(f"{exp(form(order, timed)(level)):.0f} s" for level in tutorial)
        print(f"| {name} | {count} | {root_mean_square(gaps):.3f} | {exp(median(gaps)):.2f} | {seconds} |")
    rate = coverage(order, timed)
    (low, high), (least, most) = rate.wilson(), rate.bootstrap()
    print(f"\npeople inside the 80 % range: {rate.mean:.3f} (binomial {low:.2f} to {high:.2f}, ", end="")
    print(f"levels drawn again {least:.2f} to {most:.2f})")
    print(f"solved within 300 s: expected {fmean(rate.expected):.3f}, observed {fmean(rate.solved):.3f}")
