"""Refits the weights of the models of people from the plays that a server recorded, and compares with what is shipped.

    unjam library export-plays plays -o plays.parquet
    python tools/refit.py --plays plays.parquet [--family FAMILY] [--write]
    python tools/refit_plays.py --simulate [--family FAMILY]

docs/howto/site-owner.md says how many plays are needed and what the figures mean. With --write the weights are written
into the families' weights.py. --simulate shows how well the weights of simulated players are found again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean

from censored_fit import Fit, LevelPlays, Prior, find_modes, fit, fit_near, share_below, without_inputs
from fitting import Level, spearman, weights_source, within
from play_times import BadTable, FamilyModel, RatedLevel, Scale, Table, group_plays, rate_played, read_table
from simulate_plays import Habits, report_recovery, shipped_levels

from unjam.core.puzzle import Weights

DIGITS = 3
DOC = "Weights of the human model, fitted to recorded plays by tools/refit_plays.py, and the borders in seconds."
FOLDS, REPEATS = 5, 10
MIN_LEVELS, MIN_SOLVED = 5, 10
INTERVAL = (0.1, 0.9)
"""Eight in ten people lie between these shares of the predicted distribution."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well a model predicts levels it has not seen."""

    order: float
    order_within: float
    error: float
    """Root mean square of prediction - the level's own ln(seconds), weighted by what its plays say."""
    below: float
    inside: float


@dataclass(frozen=True, slots=True)
class LevelTimes:
    """Each level's own ln(seconds) by its plays alone, drawn to the mean of all, and how much it counts."""

    times: list[float]
    weights: list[float]

    @classmethod
    def of(cls, levels: Sequence[LevelPlays], prior: Prior) -> LevelTimes:
        plain = without_inputs(levels)
        one = fit(plain, Prior(prior.coefficients[:1], prior.spread), 1.0)
        middles = [one.coefficients[0]] * len(plain)
        times, information = find_modes(plain, middles, middles, one.play_spread, one.level_spread)
        return cls(times, [1 / (1 / each + one.level_spread**2) for each in information])


# -- levels that the fit has not seen


def unseen_predictions(levels: Sequence[LevelPlays], prior: Prior, rng: Random) -> tuple[list[float], list[float]]:
    """Return the predicted ln(seconds) of each level and its spread, fitted on the plays of other levels."""
    order = list(range(len(levels)))
    rng.shuffle(order)
    guesses, spreads = [0.0] * len(levels), [0.0] * len(levels)
    for fold in range(FOLDS):
        out = set(order[fold::FOLDS])
        model = fit_near([level for i, level in enumerate(levels) if i not in out], prior)
        for i in out:
            guesses[i], spreads[i] = model.predict(levels[i].row), model.spread
    return guesses, spreads


def score(
    levels: Sequence[LevelPlays],
    rated: Mapping[str, RatedLevel],
    own: LevelTimes,
    guesses: Sequence[float],
    spreads: Sequence[float],
) -> Score:
    targets = [
        Level({}, time, str(rated[level.name].cost), rated[level.name].cost)
        for level, time in zip(levels, own.times, strict=True)
    ]
    squares = [w * (guess - time) ** 2 for guess, time, w in zip(guesses, own.times, own.weights, strict=True)]
    below, above = shares_outside(levels, guesses, spreads)
    return Score(
        spearman(guesses, own.times),
        within(targets, guesses),
        sqrt(sum(squares) / sum(own.weights)),
        below,
        1 - below - above,
    )


def shares_outside(
    levels: Sequence[LevelPlays], guesses: Sequence[float], spreads: Sequence[float]
) -> tuple[float, float]:
    """Return the shares of people who are quicker and slower than the predicted 80 % interval.

    Each play is placed in its predicted distribution, and the estimate of Kaplan and Meier (1958) allows for those that
    ended unsolved.
    """
    places = []
    for level, guess, spread in zip(levels, guesses, spreads, strict=True):
        places += [(share_below((time - guess) / spread), True) for time in level.solved]
        places += [(share_below((time - guess) / spread), False) for time in level.unsolved]
    places.sort()
    left, survivors = dict.fromkeys(INTERVAL, 1.0), 1.0
    for at, (place, is_solved) in enumerate(places):
        if is_solved:
            survivors *= 1 - 1 / (len(places) - at)
        for border in INTERVAL:
            if place < border:
                left[border] = survivors
    return 1 - left[INTERVAL[0]], left[INTERVAL[1]]


def effective_count(levels: Sequence[LevelPlays], model: Fit) -> float:
    """Return how many independent plays the solved ones are worth: those of one level are wrong together."""
    counts = [level.count for level in levels]
    alike = model.level_spread**2 / model.spread**2
    usual = sum(count**2 for count in counts) / sum(counts)
    return sum(counts) / (1 + (usual - 1) * alike)


def binomial_interval(share: float, count: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share.

    >>> [round(each, 3) for each in binomial_interval(0.8, 100)]
    [0.711, 0.867]
    """
    z = 1.96
    middle = share + z * z / (2 * count)
    width = z * sqrt(max(0.0, share * (1 - share)) / count + z * z / (4 * count * count))
    below = 1 + z * z / count
    return (middle - width) / below, (middle + width) / below


# -- the report of one family


@dataclass(frozen=True, slots=True)
class Refit:
    """The new weights, and whether they predict unseen levels better than the shipped ones."""

    weights: Weights
    is_better: bool


def refit_family(model: FamilyModel, table: Table, seed: int) -> Refit:
    """Print the evidence and return the new weights; raise BadTable if there is too little to fit."""
    plays, rated_by_id = rate_played(model, table)
    solved = sum(play.is_solved for play in plays)
    if solved < MIN_SOLVED:
        raise BadTable(f"{model.name}: {solved} of {len(plays)} plays solved without help; {MIN_SOLVED} are needed")
    scale = Scale.of(model, list(shipped_levels(model).values()))
    levels = group_plays(plays, rated_by_id, scale)
    if len(levels) < MIN_LEVELS:
        raise BadTable(f"{model.name}: plays of {len(levels)} different levels; {MIN_LEVELS} are needed")
    prior = Prior(scale.coefficients(model.weights), model.weights.spread)
    found = fit_near(levels, prior)
    print(f"{model.name}: {len(plays)} plays of {len(levels)} levels, {solved} solved without help\n")
    rated = {level.key: level for level in rated_by_id.values()}
    is_better = print_scores(levels, rated, prior, found, seed)
    print_weights(model, scale, found)
    return Refit(refitted_weights(model.weights, scale, found), is_better)


def print_scores(
    levels: Sequence[LevelPlays], rated: Mapping[str, RatedLevel], prior: Prior, found: Fit, seed: int
) -> bool:
    """Print the scores of shipped and new weights on unseen levels, and return whether the new ones are better."""
    own = LevelTimes.of(levels, prior)
    guesses = [sum(b * value for b, value in zip(prior.coefficients, level.row, strict=True)) for level in levels]
    shipped = [score(levels, rated, own, guesses, [prior.spread] * len(levels))]
    rng = Random(seed)
    unseen = [score(levels, rated, own, *unseen_predictions(levels, prior, rng)) for _ in range(REPEATS)]
    count = effective_count(levels, found)
    print("| weights | Spearman | within equal cost | time of a level off by | inside 80 % | quicker | slower |")
    print("|---|---|---|---|---|---|---|")
    for name, scores in (("shipped", shipped), (f"refitted, {FOLDS} folds of unseen levels, {REPEATS} times", unseen)):
        inside, below = fmean(each.inside for each in scores), fmean(each.below for each in scores)
        low, high = binomial_interval(inside, count)
        print(f"| {name} | {fmean(each.order for each in scores):.3f} | {fmean(e.order_within for e in scores):.3f} "
              f"| × {exp(fmean(each.error for each in scores)):.2f} | {100 * inside:.0f} % ({100 * low:.0f} to "
              f"{100 * high:.0f}) | {100 * below:.0f} % | {100 * (1 - inside - below):.0f} % |")  # fmt: skip
    print()
    return fmean(each.error for each in unseen) < shipped[0].error


def print_weights(model: FamilyModel, scale: Scale, found: Fit) -> None:
    intercept, weights = scale.weights(found.coefficients)
    print("| | shipped | refitted | standard error |\n|---|---|---|---|")
    print(f"| intercept | {model.weights.intercept:.{DIGITS}f} | {intercept:.{DIGITS}f} | – |")
    shipped, new = scale.coefficients(model.weights)[0], found.coefficients[0]
    print(f"| seconds of an ordinary level | {exp(shipped):.0f} | {exp(new):.0f} | × {exp(found.errors[0]):.2f} |")
    for name, spread, error in zip(scale.names, scale.spreads, found.errors[1:], strict=True):
        print(f"| {name} | {model.weights.weights[name]:.{DIGITS}f} | {weights[name]:.{DIGITS}f} "
              f"| {error / spread:.{DIGITS}f} |")  # fmt: skip
    print(f"| spread | {model.weights.spread:.{DIGITS}f} | {found.spread:.{DIGITS}f} | – |")
    print(f"\nspread of people and days {found.play_spread:.2f}, of levels {found.level_spread:.2f}; "
          f"prior ± {found.width:g} around the shipped weights\n")  # fmt: skip


def refitted_weights(shipped: Weights, scale: Scale, found: Fit) -> Weights:
    """Return the fit as weights; borders and the typical level stay."""
    intercept, weights = scale.weights(found.coefficients)
    rounded = {name: round(weight, DIGITS) for name, weight in weights.items()}
    return Weights(
        round(intercept, DIGITS), rounded, shipped.borders, True, shipped.typical, round(found.spread, DIGITS)
    )


# -- the command


def run(path: Path, families: Sequence[str], seed: int, is_writing: bool) -> int:
    """Refit the families of a table; return 0 if at least one was fitted."""
    table = read_table(path)
    names = list(families) or sorted({play.family for play in table.plays})
    if not table.plays:
        raise BadTable(f"{path}: no play that can be used{counts(table.left_out)}")
    print(f"{len(table.plays)} plays can be used, ended by{counts(table.ends)}; left out{counts(table.left_out)}\n")
    fitted = 0
    for name in names:
        try:
            model = FamilyModel.load(name)
            result = refit_family(model, table, seed)
        except BadTable as error:
            print(error, file=sys.stderr)
            continue
        fitted += 1
        if not result.is_better:
            print(f"{name}: on levels they have not seen, these weights are no better than the shipped ones\n")
        elif is_writing:
            model.path.write_text(weights_source(DOC, result.weights), encoding="utf-8")
            print(f"{model.path}: written; now run tools/rate_levels.py\n")
        else:
            print(weights_source(DOC, result.weights))
    return 0 if fitted else 2


def counts(counter: Mapping[str, int]) -> str:
    """Return ": 3 this, 1 that" for a report."""
    parts = [f"{number} {name}" for name, number in sorted(counter.items()) if number]
    return f": {', '.join(parts)}" if parts else ": none"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", type=Path, metavar="TABLE", help="what library export-plays wrote")
    parser.add_argument("--family", action="append", default=[], help="this family; may be given several times")
    parser.add_argument("--write", action="store_true", help="write the weights into the families")
    parser.add_argument("--seed", type=int, default=1, help="of the folds and the simulations")
    parser.add_argument("--simulate", action="store_true", help="simulated players instead of a table")
    parser.add_argument("--repeats", type=int, default=20, help="how many simulations of each size")
    options = parser.parse_args(arguments)
    try:
        if options.simulate:
            for name in options.family or ["rushhour"]:
                report_recovery(FamilyModel.load(name), options.seed, options.repeats, Habits())
            return 0
        if options.table is None:
            parser.error("name the table that library export-plays wrote, or say --simulate")
        return run(options.table, options.family, options.seed, options.write)
    except BadTable as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
