"""Reads how long people took from the table of plays that ``unjam library export-plays`` writes, and rates the levels.

A play counts as solved if the win came without help. Otherwise it ended where the honest part of it ended, and says
only that the person would have needed longer: at the first hint, at a pause of ten minutes (who knows whether anybody
was still thinking), or at the last move before the solution was watched, the level left or the connection lost. Plays
without a move, without a beginning or not from the level's own start are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import log
from pathlib import Path
from types import ModuleType

from censored_fit import LevelPlays

from unjam import Limits, Puzzle, UnjamError
from unjam.core.puzzle import Weights
from unjam.datasets import parquet
from unjam.formats.position_id import decode
from unjam.rating.rate import rate_many

MAX_PAUSE_MILLISECONDS = 600_000
MIN_SECONDS = 0.5
"""Shorter than a person can see the board and move."""
RATE_SECONDS = 60
COLUMNS = ("play", "number", "ms", "kind", "family", "level", "position")


class BadTable(Exception):
    """The table cannot be used; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Play:
    """One person's first try at a level: whether they solved it, and after how long it ended."""

    family: str
    level: str
    seconds: float
    is_solved: bool


@dataclass(slots=True)
class Table:
    """The plays of a table, and how many were left out or cut short for which reason."""

    plays: list[Play] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)


SUMMARY = f"""
WITH steps AS (
  SELECT *, ms - lag(ms) OVER (PARTITION BY play ORDER BY number) AS pause FROM read_parquet(?)
)
SELECT any_value(family), any_value(level), min(number) = 0, min_by(position, number) = any_value(level),
  min(ms) FILTER (kind = 'win'), min(ms) FILTER (kind = 'hint'),
  min(ms - pause) FILTER (pause > {MAX_PAUSE_MILLISECONDS}),
  max(ms) FILTER (kind NOT IN ('leave', 'give_up')), count(*) FILTER (kind = 'move'),
  count(*) FILTER (kind = 'give_up')
FROM steps GROUP BY play ORDER BY play
"""


def read_table(path: Path) -> Table:
    """Return the plays of a Parquet file, in the order of their names; raise BadTable if it is no table of plays."""
    if not path.is_file():
        raise BadTable(f"{path}: no such file")
    connection = parquet.connect()
    try:
        names = [row[0] for row in connection.execute("DESCRIBE FROM read_parquet(?)", [str(path)]).fetchall()]
        missing = [name for name in COLUMNS if name not in names]
        if missing:
            raise BadTable(f"{path}: not a table of plays, it has no column {', '.join(missing)}")
        rows = connection.execute(SUMMARY, [str(path)]).fetchall()
    except parquet_error() as error:
        raise BadTable(f"{path}: {str(error).splitlines()[0]}") from None
    finally:
        connection.close()
    table = Table()
    for row in rows:
        add_play(table, *row)
    return table


def parquet_error() -> type[Exception]:
    import duckdb

    return duckdb.Error


def add_play(
    table: Table,
    family: str,
    level: str,
    has_start: bool,
    is_own_start: bool,
    win: int | None,
    hint: int | None,
    pause: int | None,
    last: int | None,
    moves: int,
    give_ups: int,
) -> None:
    """Add one play, or count why it is left out; times are milliseconds since the level was opened."""
    if not has_start or not is_own_start:
        table.left_out["not from the start"] += 1
        return
    if not moves:
        table.left_out["without a move"] += 1
        return
    ends = {"hint": hint, "pause": pause, "win": win, "gave up" if give_ups else "left": last}
    reason, end = min(((name, at) for name, at in ends.items() if at is not None), key=lambda pair: pair[1])
    if end < MIN_SECONDS * 1000:
        table.left_out["too short"] += 1
        return
    table.ends[reason] += 1
    table.plays.append(Play(family, level, end / 1000, reason == "win"))


# -- the levels that were played


@dataclass(frozen=True, slots=True)
class FamilyModel:
    """What a family ships: its weights, and how a rating's features become the inputs that they weigh."""

    name: str
    weights: Weights
    difficulty: ModuleType
    path: Path

    @classmethod
    def load(cls, name: str) -> FamilyModel:
        """Return the model of a family in the package; raise BadTable if it has no weights of its own."""
        try:
            module = import_module(f"unjam.families.{name}.weights")
        except ImportError:
            raise BadTable(f"{name}: this family has no weights of its own") from None
        assert module.__file__ is not None
        return cls(name, module.WEIGHTS, import_module(f"unjam.families.{name}.difficulty"), Path(module.__file__))


@dataclass(frozen=True, slots=True)
class RatedLevel:
    """A level's inputs, and its optimal cost, which levels are compared within."""

    key: str
    inputs: Mapping[str, float]
    cost: float


def rate_levels(model: FamilyModel, puzzles: Iterable[Puzzle]) -> list[RatedLevel | None]:
    """Return the inputs of each level; None for one that cannot be rated within a minute."""
    puzzles = list(puzzles)
    rated: list[RatedLevel | None] = []
    for puzzle, rating in zip(puzzles, rate_many(puzzles, limits=Limits(seconds=RATE_SECONDS)), strict=True):
        if rating.score is None or rating.result is None:
            rated.append(None)
        else:
            inputs = model.difficulty.inputs(rating.features)
            rated.append(RatedLevel(parquet.key(puzzle), inputs, float(rating.result.cost or 0)))
    return rated


def rate_played(model: FamilyModel, table: Table) -> tuple[list[Play], dict[str, RatedLevel]]:
    """Return the family's plays of levels that can be rated, and these levels by id."""
    plays = [play for play in table.plays if play.family == model.name]
    puzzles: dict[str, Puzzle] = {}
    for id in sorted({play.level for play in plays}):
        try:
            puzzles[id] = decode(id)
        except UnjamError:
            table.left_out["of a level that cannot be read"] += sum(play.level == id for play in plays)
    ratings = zip(puzzles, rate_levels(model, puzzles.values()), strict=True)
    levels = {id: level for id, level in ratings if level is not None}
    table.left_out["of a level without a rating"] += sum(p.level in puzzles and p.level not in levels for p in plays)
    return [play for play in plays if play.level in levels], levels


@dataclass(frozen=True, slots=True)
class Scale:
    """What makes inputs comparable: mean and standard deviation of each over the levels that come with unjam."""

    names: tuple[str, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]

    @classmethod
    def of(cls, model: FamilyModel, levels: Sequence[RatedLevel]) -> Scale:
        names = tuple(model.weights.weights)
        columns = [[level.inputs[name] for level in levels] for name in names]
        means = tuple(sum(column) / len(column) for column in columns)
        spreads = tuple(
            (sum((value - mean) ** 2 for value in column) / len(column)) ** 0.5 or 1.0
            for column, mean in zip(columns, means, strict=True)
        )
        return cls(names, means, spreads)

    def row(self, inputs: Mapping[str, float]) -> tuple[float, ...]:
        """Return the constant 1 and the inputs as so many spreads above the mean."""
        values = zip(self.names, self.means, self.spreads, strict=True)
        return (1.0, *((inputs[name] - mean) / spread for name, mean, spread in values))

    def coefficients(self, weights: Weights) -> tuple[float, ...]:
        """Return the coefficients of ``row`` under which the prediction is that of the weights."""
        middle = sum(weights.terms(dict(zip(self.names, self.means, strict=True))).values())
        values = (weights.weights[name] * spread for name, spread in zip(self.names, self.spreads, strict=True))
        return (middle, *values)

    def weights(self, coefficients: Sequence[float]) -> tuple[float, dict[str, float]]:
        """Return intercept and weights with the same predictions as the coefficients of ``row``."""
        slopes = [value / spread for value, spread in zip(coefficients[1:], self.spreads, strict=True)]
        shift = sum(slope * mean for slope, mean in zip(slopes, self.means, strict=True))
        return coefficients[0] - shift, dict(zip(self.names, slopes, strict=True))


def group_plays(plays: Iterable[Play], levels: Mapping[str, RatedLevel], scale: Scale) -> list[LevelPlays]:
    """Return the plays level by level; mirrored, rotated and renamed levels are one level."""
    times: dict[str, tuple[list[float], list[float]]] = {}
    rows: dict[str, tuple[float, ...]] = {}
    for play in plays:
        level = levels[play.level]
        solved, unsolved = times.setdefault(level.key, ([], []))
        rows.setdefault(level.key, scale.row(level.inputs))
        (solved if play.is_solved else unsolved).append(log(play.seconds))
    return [LevelPlays(key, rows[key], tuple(times[key][0]), tuple(times[key][1])) for key in sorted(times)]
