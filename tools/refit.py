"""Refits the weights of the models of people, prints the table of evidence, and compares with what is shipped.

    python tools/refit.py LEVELS [--write]
    python tools/refit.py --plays TABLE [--family FAMILY] [--write]

LEVELS (or the environment variable UNJAM_LEVELS) is the folder with rushhour/human35.tsv and, in sokoban/,
people_dev.tsv, lab_dev.tsv and microban1.xsb. They are not part of the project: only the weights are. With --write the
weights are written into the families. --plays fits the plays of a server instead; see refit_plays.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, median

from fitting import (
    RIDGE,
    SHARE,
    Level,
    fit,
    halves,
    predicted,
    shown,
    solved,
    spearman,
    unseen_folds,
    unseen_halves,
    weights_source,
    within,
)
from sokoban_scale import Order, errors, left_out, report, root_mean_square, shift_only, total_spread

from unjam import rate, rate_many
from unjam.core.puzzle import Limits, Weights
from unjam.families.rushhour import RushHour
from unjam.families.rushhour import difficulty as rushhour
from unjam.families.rushhour.weights import WEIGHTS as RUSHHOUR
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban import difficulty as sokoban
from unjam.families.sokoban.weights import WEIGHTS as SOKOBAN

FAMILIES = Path(__file__).parents[1] / "src" / "unjam" / "families"
DIGITS, SPREAD_DIGITS = 3, 2
TUTORIAL = {"boxes": 3, "moves": 40, "luck": 0.5}
"""The most that a tutorial level has."""
DOC = "Weights of the human model and the borders between difficulties in seconds; written by tools/refit.py."

__all__ = ["RIDGE", "Level", "fit", "halves", "predicted", "spearman", "unseen_folds", "unseen_halves", "within"]


# -- the data


def rushhour_levels(folder: Path) -> list[Level]:
    levels = []
    for row in table(folder / "rushhour" / "human35.tsv"):
        rating = rate(RushHour.parse(row["board"]))
        inputs = rushhour.inputs(rating.features)
        length = int(rating.features["moves"])
        assert length == int(row["optimal_moves"])
        people = int(row["people"])
        levels.append(
            Level(
                inputs, float(row["effort_log_seconds"]), str(length), length, name=row["board"],
                solved=int(row["solved"]) / people, people=people,
            )
        )  # fmt: skip
    return levels


@dataclass(frozen=True, slots=True)
class SokobanLevels:
    """The levels played online, those not on boards of the laboratory, and the laboratory's: solve rates and times."""

    online: list[Level]
    fresh: list[Level]
    laboratory: list[Level]
    timed: list[Level]


def sokoban_levels(folder: Path) -> SokobanLevels:
    online, laboratory = [], []
    for row in table(folder / "sokoban" / "people_dev.tsv"):
        features = rate(Sokoban.parse(row["board"].replace("|", "\n"))).features
        collection = row["id"].partition("#")[0]
        plays = int(row["plays"])
        level = Level(
            sokoban.inputs(features) | {"moves": features["moves"]}, float(row["target"]), collection,
            features["pushes"], float(row["reliability"]), row["id"], solved=int(row["solves"]) / plays, people=plays,
        )  # fmt: skip
        (laboratory if row["source"] == "lab" else online).append((row["board"], level))
    times = {row["id"]: row for row in table(folder / "sokoban" / "lab_dev.tsv")}
    known = {board for board, _ in laboratory}
    return SokobanLevels(
        [level for _, level in online],
        [level for board, level in online if board not in known],
        [level for _, level in laboratory],
        [_timed(level, times[level.name]) for _, level in laboratory],
    )


def _timed(level: Level, row: dict[str, str]) -> Level:
    return replace(
        level, target=log(float(row["censored_median_seconds"])), spread=float(row["censored_sd_ln"]),
        solved=float(row["solved_share_300s"]), people=int(row["people"]),
    )  # fmt: skip


def tutorial_levels(folder: Path) -> list[Level]:
    """The levels of Microban that are hardly more than the rules."""
    text = (folder / "sokoban" / "microban1.xsb").read_text(encoding="utf-8")
    levels = []
    for rating in rate_many((level.puzzle for level in Sokoban.levels(text)), limits=Limits(20)):
        features = rating.features
        if rating.score is not None and all(features[name] <= most for name, most in TUTORIAL.items()):
            inputs = sokoban.inputs(features) | {"moves": features["moves"]}
            levels.append(Level(inputs, 0, "Microban", features["pushes"]))
    return levels


def table(path: Path) -> list[dict[str, str]]:
    names, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [dict(zip(names, row, strict=True)) for row in rows]


# -- the weights that are shipped


def rushhour_weights(levels: Sequence[Level]) -> Weights:
    names = tuple(RUSHHOUR.weights)
    intercept, weights = fit(levels, names, SHARE * len(levels))
    people = patience(levels)[1] / sqrt(2)
    spread = sqrt(people**2 + root_mean_square(errors(levels, unseen_guesses(levels, names))) ** 2)
    return rounded(intercept, weights, RUSHHOUR, levels, spread)


def unseen_guesses(levels: Sequence[Level], names: Sequence[str]) -> list[float]:
    """ln(seconds) of each board: the mean of the fits on halves that do not hold it."""
    rng, guesses = Random(1), {id(level): [] for level in levels}
    for _ in range(300):
        seen, unseen = halves(levels, rng)
        model = fit(seen, names, SHARE * len(seen))
        for level in unseen:
            guesses[id(level)].append(predicted(model, level))
    return [fmean(guesses[id(level)]) for level in levels]


def patience(levels: Sequence[Level]) -> tuple[float, float]:
    """The mean ln(seconds) after which people give up, and how much time and patience together vary between people.

    A person solves a board if the time it takes is below that person's patience. If the logarithms of both are normal,
    the share who solve it is Φ((mean - ln seconds) / spread): a probit regression, here by Newton's method (scoring).
    """
    normal, a, b = NormalDist(), 0.0, 0.0
    for _ in range(50):
        rows = []
        for level in levels:
            at = a + b * level.target
            share, density = normal.cdf(at), normal.pdf(at)
            weight = level.people * density**2 / (share * (1 - share))
            rows.append((weight, level.target, at + (level.solved - share) / density))
        matrix = [[sum(w * x ** (i + j) for w, x, _ in rows) for j in (0, 1)] for i in (0, 1)]
        a, b = solved(matrix, [sum(w * x**i * aim for w, x, aim in rows) for i in (0, 1)])
    return -a / b, -1 / b


def sokoban_weights(levels: SokobanLevels) -> Weights:
    """The order of the levels played online, with the slope of ANCHOR, shifted to the laboratory's mean time."""
    names = tuple(SOKOBAN.weights)
    order = Order.of(levels.online, names)
    shift = fmean(level.target - order.slope * predicted((0.0, order.line[1]), level) for level in levels.timed)
    gaps = errors(levels.timed, left_out(Order.of(levels.fresh, names), levels.timed, shift_only))
    spread = total_spread(levels.timed, root_mean_square(gaps))
    weights = {name: order.slope * weight for name, weight in order.line[1].items()}
    return rounded(shift, weights, SOKOBAN, levels.online, spread)


def rounded(
    intercept: float, weights: dict[str, float], shipped: Weights, levels: Sequence[Level], spread: float
) -> Weights:
    return Weights(
        round(intercept, DIGITS),
        {name: round(weight, DIGITS) for name, weight in weights.items()},
        shipped.borders,
        shipped.calibrated,
        {name: round(median(level.inputs[name] for level in levels), DIGITS) for name in weights},
        round(spread, SPREAD_DIGITS),
    )


# -- the report


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
    gap = root_mean_square(errors(levels, unseen_guesses(levels, tuple(RUSHHOUR.weights))))
    middle, both = patience(levels)
    print(f"error of ln seconds on unseen halves: {gap:.3f}; people give up after {exp(middle):.0f} s in the median")
    print(f"time and patience vary by {both:.3f} in ln; time alone, if both alike, by {both / sqrt(2):.3f}")
    print(f"weights: {weights.intercept} {dict(weights.weights)}, spread {weights.spread}")
    alone = fit(levels, ("moves",))
    print(f"by length alone: {alone[0]:.3f} + {alone[1]['moves']:.3f} * log2 moves\n")
    return weights


def report_sokoban(levels: SokobanLevels, tutorial: list[Level]) -> Weights:
    online, laboratory = levels.online, levels.laboratory
    print("Sokoban: 222 levels, five folds, 100 times, Spearman of unseen folds, mean (95 % of repeats)\n")
    print("| inputs | with the target | within collections | given pushes |\n|---|---|---|---|")
    everything = tuple(SOKOBAN.weights)
    pushes = [level.length for level in online]
    row = spearman(pushes, [level.target for level in online]), within(online, pushes)
    print(f"| pushes (nothing fitted) | {row[0]:.3f} | {row[1]:.3f} | – |")
    for names in (("luck",), everything):
        scores = unseen_folds(online, names)
        print(f"| {', '.join(names)} | {' | '.join(shown(each) for each in scores.values())} |")
    order = Order.of(levels.fresh, everything, tutorial)
    targets = [level.target for level in laboratory]
    fresh = spearman([order(level) for level in laboratory], targets)
    luck = spearman([level.inputs["luck"] for level in laboratory], targets)
    print(f"\nlaboratory, 12 levels, fitted on the {len(levels.fresh)} other online levels: {fresh:.3f}")
    print(f"laboratory, luck alone: {luck:.3f}")
    report(order, levels.timed, tutorial)
    weights = sokoban_weights(levels)
    report_shares(levels, weights)
    print(f"weights: {weights.intercept} {dict(weights.weights)}, spread {weights.spread}")
    counts = level_counts(online, weights)
    print(f"levels: {', '.join(map(str, counts))} of {len(online)}\n")
    return weights


def report_shares(levels: SokobanLevels, weights: Weights) -> None:
    """Print how many people solve online levels, from the fifth with the shortest expected times to the longest."""
    print("\n| expected time | levels | share of plays that solve | median share |\n|---|---|---|---|")
    model = weights.intercept, dict(weights.weights)
    ordered = sorted(levels.online, key=lambda level: predicted(model, level))
    for k in range(5):
        part = ordered[k * len(ordered) // 5 : (k + 1) * len(ordered) // 5]
        low, high = (exp(predicted(model, part[i])) for i in (0, -1))
        share = sum(level.solved * level.people for level in part) / sum(level.people for level in part)
        middle = median(level.solved for level in part)
        print(f"| {low:.0f} to {high:.0f} s | {len(part)} | {share:.2f} | {middle:.2f} |")
    print()


def level_counts(levels: Sequence[Level], weights: Weights) -> list[int]:
    borders = [log(border) for border in weights.borders]
    counts = [0] * 4
    for level in levels:
        value = predicted((weights.intercept, dict(weights.weights)), level)
        counts[sum(value >= border for border in borders)] += 1
    return counts


def levels_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the argument LEVELS, which the environment variable UNJAM_LEVELS may name instead."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = os.environ.get("UNJAM_LEVELS")
    parser.add_argument("levels", type=Path, metavar="LEVELS", nargs="?" if known else None, default=known)
    return parser


def main(arguments: list[str]) -> int:
    if "--plays" in arguments:
        from refit_plays import main as refit_plays

        return refit_plays([argument for argument in arguments if argument != "--plays"])
    parser = levels_parser(__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights into the families")
    options = parser.parse_args(arguments)
    folder = options.levels
    if not (folder / "rushhour" / "human35.tsv").is_file():
        print(
            "name the folder with rushhour/human35.tsv, sokoban/people_dev.tsv and sokoban/lab_dev.tsv", file=sys.stderr
        )
        return 2
    begun = time.process_time()
    boards = rushhour_levels(folder)
    print(f"35 Rush Hour boards rated in {time.process_time() - begun:.1f} s of processor time")
    begun = time.process_time()
    levels, tutorial = sokoban_levels(folder), tutorial_levels(folder)
    print(f"389 Sokoban levels rated in {time.process_time() - begun:.1f} s of processor time\n")
    fits: list[tuple[str, Weights, Callable[[], Weights]]] = [
        ("rushhour", RUSHHOUR, lambda: report_rushhour(boards)),
        ("sokoban", SOKOBAN, lambda: report_sokoban(levels, tutorial)),
    ]
    same = True
    for name, shipped, fit_and_report in fits:
        weights = fit_and_report()
        if options.write:
            (FAMILIES / name / "weights.py").write_text(weights_source(DOC, weights), encoding="utf-8")
        elif weights != shipped:
            same = False
            print(f"{name}: these are not the shipped weights\n")
    if same and not options.write:
        print("these are exactly the shipped weights")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
