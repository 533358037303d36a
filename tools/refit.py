"""Refits the weights of the models of people, prints the table of evidence, and compares with what is shipped.

    python tools/refit.py LEVELS [--write]

LEVELS (or the environment variable UNJAM_LEVELS) is the folder with rushhour/human35.tsv and sokoban/people_dev.tsv.
They are not part of the project: only the weights are. With --write the weights are written into the families.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, pstdev

from unjam import rate
from unjam.core.puzzle import Weights
from unjam.families.rushhour import RushHour
from unjam.families.rushhour import difficulty as rushhour
from unjam.families.rushhour.weights import WEIGHTS as RUSHHOUR
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban import difficulty as sokoban
from unjam.families.sokoban.weights import WEIGHTS as SOKOBAN

FAMILIES = Path(__file__).parents[1] / "src" / "unjam" / "families"
DIGITS = 3
RIDGE = 10.0
SHARE = 0.1
"""Rush Hour's boards are few and its inputs go together, so the fit is a ridge regression, λ = 0.1 for each board."""
ANCHOR = (4.3, 0.8)
"""ln(seconds) = 4.3 + 0.8 * luck in the laboratory: the scale of Sokoban's time."""

Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Level:
    """One level that people played: what the model weighs, what they did, and what it is compared within."""

    inputs: dict[str, float]
    target: float
    group: str
    length: float
    weight: float = 1.0


# -- the data


def rushhour_levels(folder: Path) -> list[Level]:
    levels = []
    for row in table(folder / "rushhour" / "human35.tsv"):
        rating = rate(RushHour.parse(row["board"]))
        inputs = rushhour.inputs(rating.features)
        length = int(rating.features["moves"])
        assert length == int(row["optimal_moves"])
        levels.append(Level(inputs, float(row["effort_log_seconds"]), str(length), length))
    return levels


def sokoban_levels(folder: Path) -> tuple[list[Level], list[Level], list[str]]:
    """The levels played online, those of the laboratory, and the boards of the former."""
    online, laboratory, boards = [], [], []
    for row in table(folder / "sokoban" / "people_dev.tsv"):
        features = rate(Sokoban.parse(row["board"].replace("|", "\n"))).features
        name = row["id"].partition("#")[0]
        weight = float(row["reliability"])
        level = Level(sokoban.inputs(features), float(row["target"]), name, features["pushes"], weight)
        (laboratory if row["source"] == "lab" else online).append(level)
        boards.append(row["board"])
    return online, laboratory, boards


def table(path: Path) -> list[dict[str, str]]:
    names, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [dict(zip(names, row, strict=True)) for row in rows]


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


def fit(levels: Sequence[Level], names: Sequence[str], ridge: float = 0.0) -> tuple[float, dict[str, float]]:
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


def predicted(model: tuple[float, dict[str, float]], level: Level) -> float:
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


# -- the weights that are shipped


def rushhour_weights(levels: Sequence[Level]) -> Weights:
    intercept, weights = fit(levels, tuple(RUSHHOUR.weights), SHARE * len(levels))
    return rounded(intercept, weights, RUSHHOUR, levels)


def sokoban_weights(online: Sequence[Level]) -> Weights:
    """The fit stretched and shifted to the scale of time: the mean and spread of the anchor over the same levels."""
    model = fit(online, tuple(SOKOBAN.weights), RIDGE)
    guesses = [predicted(model, level) for level in online]
    times = [ANCHOR[0] + ANCHOR[1] * level.inputs["luck"] for level in online]
    scale = pstdev(times) / pstdev(guesses)
    intercept = fmean(times) + scale * (model[0] - fmean(guesses))
    return rounded(intercept, {name: scale * weight for name, weight in model[1].items()}, SOKOBAN, online)


def rounded(intercept: float, weights: dict[str, float], shipped: Weights, levels: Sequence[Level]) -> Weights:
    return Weights(
        round(intercept, DIGITS),
        {name: round(weight, DIGITS) for name, weight in weights.items()},
        shipped.borders,
        shipped.calibrated,
        {name: round(median(level.inputs[name] for level in levels), DIGITS) for name in weights},
    )


def written(weights: Weights) -> str:
    """Return the source of a family's weights.py."""
    inner, typical = (
        ", ".join(f'"{name}": {value}' for name, value in each.items()) for each in (weights.weights, weights.typical)
    )
    doc = "Weights of the human model and the borders between difficulties in seconds; written by tools/refit.py."
    return f'''"""{doc}"""

from ...core.puzzle import Weights

WEIGHTS = Weights(
    intercept={weights.intercept},
    weights={{{inner}}},
    borders={weights.borders},
    calibrated={weights.calibrated},
    typical={{{typical}}},
)
'''


# -- the report


def shown(scores: list[float]) -> str:
    """The mean, and the interval that holds nineteen in twenty."""
    ordered = sorted(scores)
    low, high = ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]
    return f"{fmean(scores):.3f} ({low:.2f} to {high:.2f})"


def report_rushhour(levels: list[Level]) -> Weights:
    print("Rush Hour: 35 boards, 300 stratified halvings, Spearman on the unseen half, mean (95 % of halvings)\n")
    print("| inputs | overall | within equal length |\n|---|---|---|")
    for names, share, how in (
        (("moves",), SHARE, ""),
        (("luck",), SHARE, ""),
        (("moves", "luck"), 0.0, ", least squares"),
        (("moves", "luck"), SHARE, ", ridge (shipped)"),
    ):
        overall, inside = unseen_halves(levels, names, share)
        alone = names == ("moves",)
        print(f"| {', '.join(names)}{how} | {shown(overall)} | {'–' if alone else shown(inside)} |")
    weights = rushhour_weights(levels)
    guesses = [predicted((weights.intercept, dict(weights.weights)), level) for level in levels]
    print(f"\nwithin equal length, all 35 boards: {within(levels, guesses):.3f}")
    print(f"weights: {weights.intercept} {dict(weights.weights)}")
    alone = fit(levels, ("moves",))
    print(f"by length alone: {alone[0]:.3f} + {alone[1]['moves']:.3f} * log2 moves\n")
    return weights


def report_sokoban(online: list[Level], laboratory: list[Level], boards: list[str]) -> Weights:
    print("Sokoban: 222 levels, five folds, 100 times, Spearman of unseen folds, mean (95 % of repeats)\n")
    print("| inputs | with the target | within collections | given pushes |\n|---|---|---|---|")
    everything = tuple(SOKOBAN.weights)
    pushes = [-level.length for level in online]
    row = (spearman([level.length for level in online], [level.target for level in online]),
           within(online, [-value for value in pushes]))  # fmt: skip
    print(f"| pushes (nothing fitted) | {row[0]:.3f} | {row[1]:.3f} | – |")
    for names in (("luck",), everything):
        scores = unseen_folds(online, names)
        print(f"| {', '.join(names)} | {' | '.join(shown(each) for each in scores.values())} |")
    weights = sokoban_weights(online)
    seen = set(boards[len(online) :])
    online_only = [level for level, board in zip(online, boards, strict=False) if board not in seen]
    model = fit(online_only, everything, RIDGE)
    targets = [level.target for level in laboratory]
    fresh = spearman([predicted(model, level) for level in laboratory], targets)
    luck = spearman([level.inputs["luck"] for level in laboratory], targets)
    print(f"\nlaboratory, 12 levels, fitted on the {len(online_only)} other online levels: {fresh:.3f}")
    print(f"laboratory, luck alone: {luck:.3f}")
    print(f"weights: {weights.intercept} {dict(weights.weights)}")
    counts = level_counts(online, weights)
    print(f"levels: {', '.join(map(str, counts))} of {len(online)}\n")
    return weights


def level_counts(levels: Sequence[Level], weights: Weights) -> list[int]:

    borders = [log(border) for border in weights.borders]
    counts = [0] * 4
    for level in levels:
        value = predicted((weights.intercept, dict(weights.weights)), level)
        counts[sum(value >= border for border in borders)] += 1
    return counts


def main(arguments: list[str]) -> int:
    paths = [argument for argument in arguments if not argument.startswith("--")]
    folder = Path(paths[0] if paths else os.environ.get("UNJAM_LEVELS", ""))
    if not (folder / "rushhour" / "human35.tsv").is_file():
        print("name the folder with rushhour/human35.tsv and sokoban/people_dev.tsv", file=sys.stderr)
        return 2
    begun = time.process_time()
    boards = rushhour_levels(folder)
    print(f"35 Rush Hour boards rated in {time.process_time() - begun:.1f} s of processor time")
    begun = time.process_time()
    online, laboratory, texts = sokoban_levels(folder)
    print(f"234 Sokoban levels rated in {time.process_time() - begun:.1f} s of processor time\n")
    fits: list[tuple[str, Weights, Callable[[], Weights]]] = [
        ("rushhour", RUSHHOUR, lambda: report_rushhour(boards)),
        ("sokoban", SOKOBAN, lambda: report_sokoban(online, laboratory, texts)),
    ]
    same = True
    for name, shipped, report in fits:
        weights = report()
        if "--write" in arguments:
            (FAMILIES / name / "weights.py").write_text(written(weights), encoding="utf-8")
        elif weights != shipped:
            same = False
            print(f"{name}: these are not the shipped weights\n")
    if same and "--write" not in arguments:
        print("these are exactly the shipped weights")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
