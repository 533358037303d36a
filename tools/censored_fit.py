"""Fits ln(seconds) of plays by levels' inputs, where some plays ended before the level was solved.

A play of level i takes ln(seconds) = x_i · β + u_i + e. ``u_i`` ~ N(0, τ²) is what the inputs leave out about the
level, so a thousand plays of one level say little about the weights. ``e`` ~ N(0, σ²) is the person and the day. A play
that ended unsolved says only that its time would have been longer (a Tobit model). β has a prior: it is near the
shipped weights, and the plays tell how near (``fit_near``).

Each level's mean is found by Newton's method, its likelihood replaced by the normal distribution that touches it there
(Laplace), and β, σ and τ are updated in turn until nothing changes. Laird and Ware, "Random-effects models for
longitudinal data", Biometrics 38 (1982); Tobin, "Estimation of relationships for limited dependent variables",
Econometrica 26 (1958).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import erf, erfc, exp, log, pi, sqrt

WIDTHS = (0.1, 0.2, 0.4, 0.8)
"""How far weights may be from the shipped ones: standard deviations, in ln(seconds) per spread of the input."""
INTERCEPT_WIDTH = 1.0
"""The same for the time of an ordinary level: people of another site may well be three times as quick."""
PRIOR_COUNT = 4
"""σ and τ start from the shipped spread as if that many plays and levels had shown it."""
MAX_ROUNDS, PRECISION = 500, 1e-6
FAR = 30.0
"""Standard deviations from which the hazard is its own asymptote."""

Row = tuple[float, ...]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class LevelPlays:
    """The plays of one level: its inputs (the first is 1), and ln(seconds) of those who solved it or gave up."""

    name: str
    row: Row
    solved: tuple[float, ...] = ()
    unsolved: tuple[float, ...] = ()
    count: int = field(init=False, default=0)
    mean: float = field(init=False, default=0.0)
    squares: float = field(init=False, default=0.0)
    """Number, mean and sum of squared deviations of the solved times."""

    def __post_init__(self) -> None:
        mean = sum(self.solved) / max(1, len(self.solved))
        object.__setattr__(self, "count", len(self.solved))
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "squares", sum((time - mean) ** 2 for time in self.solved))


@dataclass(frozen=True, slots=True)
class Prior:
    """The shipped model: its coefficients for the rows, and the spread of ln(a person's time) around it."""

    coefficients: Row
    spread: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients, their covariance, σ of plays of one level, τ of levels, the prior's width, and ln(evidence)."""

    coefficients: Row
    covariance: Matrix
    play_spread: float
    level_spread: float
    width: float
    evidence: float

    @property
    def spread(self) -> float:
        """The standard deviation of ln(a person's time) around the prediction for a level nobody has played."""
        return sqrt(self.play_spread**2 + self.level_spread**2)

    @property
    def errors(self) -> list[float]:
        return [sqrt(self.covariance[i][i]) for i in range(len(self.coefficients))]

    def predict(self, row: Row) -> float:
        return dot(self.coefficients, row)


def fit_near(levels: Sequence[LevelPlays], prior: Prior, widths: Sequence[float] = WIDTHS) -> Fit:
    """Return the mean of the fits with each width of the prior, by how likely the plays are under it.

    Plays that the shipped weights explain well favour a narrow prior and leave the weights alone. The mean is steadier
    than the best width, and its errors own up to not knowing the width.
    """
    fits: list[Fit] = []
    for width in widths:
        fits.append(fit(levels, prior, width, fits[-1] if fits else None))
    top = max(one.evidence for one in fits)
    likelihoods = [exp(one.evidence - top) for one in fits]
    shares = [each / sum(likelihoods) for each in likelihoods]

    def mean(values: Iterable[float]) -> float:
        return dot(shares, list(values))

    size = range(len(prior.coefficients))
    beta = tuple(mean(one.coefficients[i] for one in fits) for i in size)
    covariance = [
        [
            mean(o.covariance[i][j] + (o.coefficients[i] - beta[i]) * (o.coefficients[j] - beta[j]) for o in fits)
            for j in size
        ]
        for i in size
    ]
    sigma, tau = mean(one.play_spread for one in fits), mean(one.level_spread for one in fits)
    return Fit(beta, covariance, sigma, tau, mean(widths), top + log(sum(likelihoods) / len(fits)))


def fit(levels: Sequence[LevelPlays], prior: Prior, width: float, start: Fit | None = None) -> Fit:
    """Return coefficients, σ and τ for a prior of this width; ``start`` only saves time."""
    beta: Row = start.coefficients if start else prior.coefficients
    half = prior.spread / sqrt(2)
    sigma, tau = (start.play_spread, start.level_spread) if start else (half, half)
    precision = [1 / INTERCEPT_WIDTH**2] + [1 / width**2] * (len(beta) - 1)
    modes = [dot(beta, level.row) for level in levels]
    for _ in range(MAX_ROUNDS):
        before = (*beta, sigma, tau)
        middles = [dot(beta, level.row) for level in levels]
        modes, information = find_modes(levels, modes, middles, sigma, tau)
        weights = [1 / (1 / each + tau**2) for each in information]
        targets = [
            mode + (mode - middle) / (tau**2 * each)
            for mode, middle, each in zip(modes, middles, information, strict=True)
        ]
        beta, covariance = weighted_ridge(levels, weights, targets, prior.coefficients, precision)
        tau = update_level_spread(levels, weights, targets, beta, covariance, tau, half)
        sigma = update_play_spread(levels, modes, information, sigma, tau, half)
        if max(abs(a - b) for a, b in zip(before, (*beta, sigma, tau), strict=True)) < PRECISION:
            break
    evidence = log_evidence(levels, modes, information, beta, covariance, sigma, tau)
    evidence += sum(
        (log(p) - p * (b - b0) ** 2) / 2 for p, b, b0 in zip(precision, beta, prior.coefficients, strict=True)
    )
    return Fit(beta, covariance, sigma, tau, width, evidence)


# -- one level


def find_modes(
    levels: Sequence[LevelPlays], starts: Sequence[float], middles: Sequence[float], sigma: float, tau: float
) -> tuple[list[float], list[float]]:
    """Return each level's most likely mean ln(seconds), and how much its plays say about it (Fisher's information)."""
    modes, information = [], []
    for level, start, middle in zip(levels, starts, middles, strict=True):
        mode = start
        for _ in range(50):
            slope, bend = log_likelihood_slope(level, mode, sigma)
            step = (slope + (middle - mode) / tau**2) / (bend + 1 / tau**2)
            mode += step
            if abs(step) < PRECISION / 10:
                break
        modes.append(mode)
        information.append(max(bend, 1e-9))
    return modes, information


def log_likelihood_slope(level: LevelPlays, mean: float, sigma: float) -> tuple[float, float]:
    """Return the first derivative of a level's log-likelihood by its mean, and the second with its sign changed."""
    slope, bend = level.count * (level.mean - mean) / sigma, float(level.count)
    for time in level.unsolved:
        t = (time - mean) / sigma
        rate = hazard(t)
        slope += rate
        bend += rate * (rate - t)
    return slope / sigma, bend / sigma**2


def log_likelihood(level: LevelPlays, mean: float, sigma: float) -> float:
    squares = level.squares + level.count * (level.mean - mean) ** 2
    out = -squares / (2 * sigma**2) - level.count * log(sigma * sqrt(2 * pi))
    return out + sum(log_tail((time - mean) / sigma) for time in level.unsolved)


# -- all levels


def weighted_ridge(
    levels: Sequence[LevelPlays],
    weights: Sequence[float],
    targets: Sequence[float],
    centre: Row,
    precision: Sequence[float],
) -> tuple[Row, Matrix]:
    """Return the coefficients drawn toward ``centre``, and their covariance."""
    size = range(len(centre))
    matrix = [[precision[i] * (i == j) for j in size] for i in size]
    right = [0.0 for _ in size]
    for level, weight, target in zip(levels, weights, targets, strict=True):
        rest = target - dot(centre, level.row)
        for i in size:
            right[i] += weight * level.row[i] * rest
            for j in size:
                matrix[i][j] += weight * level.row[i] * level.row[j]
    covariance = inverse(matrix)
    return tuple(centre[i] + dot(covariance[i], right) for i in size), covariance


def update_level_spread(
    levels: Sequence[LevelPlays],
    weights: Sequence[float],
    targets: Sequence[float],
    beta: Row,
    covariance: Matrix,
    tau: float,
    typical: float,
) -> float:
    """Return the next τ: the expected squares of the levels' effects, β's own uncertainty allowed for (REML)."""
    total = PRIOR_COUNT * typical**2
    for level, weight, target in zip(levels, weights, targets, strict=True):
        effect = tau**2 * weight * (target - dot(beta, level.row))
        leverage = dot(level.row, [dot(line, level.row) for line in covariance])
        total += effect**2 + tau**2 - tau**4 * (weight - weight**2 * leverage)
    return sqrt(total / (len(levels) + PRIOR_COUNT))


def update_play_spread(
    levels: Sequence[LevelPlays],
    modes: Sequence[float],
    information: Sequence[float],
    sigma: float,
    tau: float,
    typical: float,
) -> float:
    """Return the next σ: the expected squared distance of all plays from their levels' means."""
    total, count = PRIOR_COUNT * typical**2, PRIOR_COUNT
    for level, mode, each in zip(levels, modes, information, strict=True):
        count += level.count + len(level.unsolved)
        variance = 1 / (each + 1 / tau**2)
        total += level.squares + level.count * ((level.mean - mode) ** 2 + variance)
        for time in level.unsolved:
            t = (time - mode) / sigma
            rate = hazard(t)
            bend = rate * (rate - t)  # the derivative of the hazard
            curve = 2 * bend + t * (bend * (2 * rate - t) - rate)  # the second derivative of t times the hazard
            total += sigma**2 * (1 + t * rate) + variance * curve / 2
    return sqrt(total / count)


def log_evidence(
    levels: Sequence[LevelPlays],
    modes: Sequence[float],
    information: Sequence[float],
    beta: Row,
    covariance: Matrix,
    sigma: float,
    tau: float,
) -> float:
    """Return ln of the chance of the plays, with the levels' effects and the coefficients integrated out."""
    out = log_determinant(covariance) / 2
    for level, mode, each in zip(levels, modes, information, strict=True):
        effect = mode - dot(beta, level.row)
        out += log_likelihood(level, mode, sigma) - effect**2 / (2 * tau**2) - log(1 + tau**2 * each) / 2
    return out


# -- the normal distribution, and small matrices


def hazard(t: float) -> float:
    """Return the density of the normal distribution divided by the chance of more than ``t``.

    >>> round(hazard(0.0), 4), round(hazard(40.0), 3)
    (0.7979, 40.025)
    """
    if t > FAR:
        return t + 1 / t
    return exp(-t * t / 2) / sqrt(2 * pi) / (erfc(t / sqrt(2)) / 2)


def log_tail(t: float) -> float:
    """Return ln of the chance of more than ``t``."""
    return -t * t / 2 - log(t * sqrt(2 * pi)) if t > FAR else log(erfc(t / sqrt(2)) / 2)


def share_below(t: float) -> float:
    return (1 + erf(t / sqrt(2))) / 2


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def factor(matrix: Matrix) -> Matrix:
    """Return the lower triangle L with L · Lᵀ = matrix (Cholesky)."""
    size = len(matrix)
    out = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(out[i][k] * out[j][k] for k in range(j))
            out[i][j] = sqrt(rest) if i == j else rest / out[j][j]
    return out


def log_determinant(matrix: Matrix) -> float:
    return 2 * sum(log(line[i]) for i, line in enumerate(factor(matrix)))


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix.

    >>> inverse([[4.0, 0.0], [0.0, 0.5]])
    [[0.25, 0.0], [0.0, 2.0]]
    """
    lower, size = factor(matrix), len(matrix)
    columns = []
    for k in range(size):
        column = [float(i == k) for i in range(size)]
        for i in range(size):
            column[i] = (column[i] - sum(lower[i][j] * column[j] for j in range(i))) / lower[i][i]
        for i in reversed(range(size)):
            column[i] = (column[i] - sum(lower[j][i] * column[j] for j in range(i + 1, size))) / lower[i][i]
        columns.append(column)
    return columns  # symmetric, so its columns are its rows


def without_inputs(levels: Sequence[LevelPlays]) -> list[LevelPlays]:
    """Return the same plays with nothing but the constant to go by."""
    return [replace(level, row=(1.0,)) for level in levels]
