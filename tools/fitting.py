"""Fits ln(seconds) by the inputs of levels, scores the order of unseen levels, and writes weights as source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unjam.core.puzzle import Weights

RIDGE = 10.0
"""Sokoban's λ, on standardised inputs."""
SHARE = 0.1
"""Rush Hour's boards are few and its inputs go together, so the fit is a ridge regression, λ = 0.1 for each board."""

Row = Sequence[float]
Line = tuple[float, dict[str, float]]
"""An intercept and a weight for each input."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level that people played: what the model weighs, what they did, and what it is compared within.

    For levels that people solved against the clock, ``target`` is ln of the median seconds and ``spread`` the standard
    deviation of ln(a person's seconds); ``solved`` of ``people`` had a solution when they stopped.
    """

    inputs: dict[str, float]
    target: float
    group: str
    length: float
    weight: float = 1.0
    name: str = ""
    spread: float = 0.0
    solved: float = 0.0
    people: int = 0


# -- fitting


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small system of linear equations, by elimination with pivots."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def fit(levels: Sequence[Level], names: Sequence[str], ridge: float = 0.0) -> Line:
    """Intercept and weights by least squares; with ``ridge`` they are drawn to 0 on standardised inputs."""
    total = sum(level.weight for level in levels)
    middle = {n: sum(level.weight * level.inputs[n] for level in levels) / total for n in names}
    spread = {n: pstdev([level.inputs[n] for level in levels]) or 1.0 for n in names}
    aim = sum(level.weight * level.target for level in levels) / total
    rows = [[(level.inputs[n] - middle[n]) / spread[n] for n in names] for level in levels]
    size = range(len(names))
    matrix = [
        [
            sum(level.weight * row[i] * row[j] for level, row in zip(levels, rows, strict=True)) + ridge * (i == j)
            for j in size
        ]
        for i in size
    ]
    right = [
        sum(level.weight * row[i] * (level.target - aim) for level, row in zip(levels, rows, strict=True)) for i in size
    ]
    weights = {n: value / spread[n] for n, value in zip(names, solved(matrix, right), strict=True)}
    return aim - sum(weights[n] * middle[n] for n in names), weights


def predicted(model: Line, level: Level) -> float:
    return model[0] + sum(weight * level.inputs[name] for name, weight in model[1].items())


# -- scoring


def ranks(values: Row) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    out, at = [0.0] * len(values), 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            out[i] = (at + end - 1) / 2
        at = end
    return out


def pearson(first: Row, second: Row) -> float:
    a, b = fmean(first), fmean(second)
    above = sum((x - a) * (y - b) for x, y in zip(first, second, strict=True))
    below = sqrt(sum((x - a) ** 2 for x in first) * sum((y - b) ** 2 for y in second))
    return above / below if below else 0.0


def spearman(first: Row, second: Row) -> float:
    return pearson(ranks(first), ranks(second))


def within(levels: Sequence[Level], guesses: Row) -> float:
    """Spearman's correlation of what is left when each group's means are taken out; groups of one are left out."""
    groups = defaultdict(list)
    for i, level in enumerate(levels):
        groups[level.group].append(i)
    residuals, targets = [], []
    for members in groups.values():
        if len(members) > 1:
            guess, aim = fmean(guesses[i] for i in members), fmean(levels[i].target for i in members)
            residuals += [guesses[i] - guess for i in members]
            targets += [levels[i].target - aim for i in members]
    return spearman(residuals, targets)


def given_length(levels: Sequence[Level], guesses: Row) -> float:
    """The partial rank correlation with the target, the number of pushes held fixed."""
    guess, aim, length = ranks(guesses), ranks([v.target for v in levels]), ranks([v.length for v in levels])
    a, b, c = pearson(guess, aim), pearson(guess, length), pearson(aim, length)
    return (a - b * c) / sqrt((1 - b * b) * (1 - c * c))


def halves(levels: Sequence[Level], rng: Random) -> tuple[list[Level], list[Level]]:
    """Two halves with as many boards of each length; where a number is odd, chance says which gets one more."""
    groups = defaultdict(list)
    for level in levels:
        groups[level.group].append(level)
    parts: tuple[list[Level], list[Level]] = ([], [])
    for members in groups.values():
        rng.shuffle(members)
        first = rng.randrange(2)
        for i, level in enumerate(members):
            parts[(i + first) % 2].append(level)
    return parts


def unseen_halves(
    levels: Sequence[Level], names: Sequence[str], share: float = SHARE
) -> tuple[list[float], list[float]]:
    """Spearman on the unseen half, overall and within boards of equal length, for each of 300 halvings."""
    rng, overall, inside = Random(1), [], []
    for _ in range(300):
        seen, unseen = halves(levels, rng)
        model = fit(seen, names, share * len(seen))
        guesses = [predicted(model, level) for level in unseen]
        overall.append(spearman(guesses, [level.target for level in unseen]))
        inside.append(within(unseen, guesses))
    return overall, inside


Scores = dict[str, list[float]]


def unseen_folds(levels: Sequence[Level], names: Sequence[str], repeats: int = 100) -> Scores:
    """Spearman of predictions for unseen folds, of five, for each repeat."""
    rng = Random(1)
    scores: Scores = {"target": [], "within": [], "given": []}
    for _ in range(repeats):
        order = list(range(len(levels)))
        rng.shuffle(order)
        guesses = [0.0] * len(levels)
        for fold in range(5):
            out = set(order[fold::5])
            model = fit([level for i, level in enumerate(levels) if i not in out], names, RIDGE)
            for i in out:
                guesses[i] = predicted(model, levels[i])
        scores["target"].append(spearman(guesses, [level.target for level in levels]))
        scores["within"].append(within(levels, guesses))
        scores["given"].append(given_length(levels, guesses))
    return scores


def shown(scores: list[float]) -> str:
    """The mean, and the interval that holds nineteen in twenty."""
    ordered = sorted(scores)
    low, high = ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]
    return f"{fmean(scores):.3f} ({low:.2f} to {high:.2f})"


# -- the source of the weights


def weights_source(doc: str, weights: Weights) -> str:
    """Return the source of a family's weights.py; ``doc`` is the docstring of that file."""
    inner, typical = (
        ", ".join(f'"{name}": {value}' for name, value in each.items()) for each in (weights.weights, weights.typical)
    )
    return f'''"""{doc}"""

from ...core.puzzle import Weights

WEIGHTS = Weights(
    intercept={weights.intercept},
    weights={{{inner}}},
    borders={weights.borders},
    calibrated={weights.calibrated},
    typical={{{typical}}},
    spread={weights.spread},
)
'''
