"""The levels that come with unjam: for each family, about a dozen handmade ones and, in ``made``, forty generated ones,
ten of each difficulty, with their seeds."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Bundled:
    """A shipped level: its title, its text and its optimal cost in the family's default metric.

    ``level`` is the difficulty for which it was generated, and ``generated_name`` the name that the generator gave it,
    which contains the seed; both are None for a handmade level. ``difficulty`` and ``score`` are its rating, and
    most people need between ``low`` and ``high`` seconds.
    """

    family: str
    title: str
    board: str = field(repr=False)
    cost: int
    level: str | None = None
    generated_name: str | None = None
    difficulty: str | None = None
    score: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def name(self) -> str:
        """The name that every command accepts: the family and the title, in lower case and with hyphens.

        >>> Bundled("rushhour", "Market Day", "", 0).name
        'rushhour/market-day'
        """
        return _name(self.family, self.title)


def _name(family: str, title: str) -> str:
    return f"{family}/{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-')}"


RATINGS = files(__package__).joinpath("ratings.json")
"""The cost, score, range of times and difficulty of every level, written by tools/rate_levels.py."""


@cache
def shipped_ratings() -> dict[str, dict[str, Any]]:
    """Return the ratings of the shipped levels by name, so that levels can be listed without solving them."""
    ratings: dict[str, dict[str, Any]] = json.loads(RATINGS.read_text(encoding="utf-8")) if RATINGS.is_file() else {}
    return ratings


@cache
def bundled(family: str) -> tuple[Bundled, ...]:
    """Return the shipped levels of a family: first the handmade, then the generated ones, each from easy to hard."""
    return _read_toml(family, f"{family}.toml") + _read_toml(family, "made", f"{family}.toml")


def levels(family: str | None = None) -> list[Bundled]:
    """Return the shipped levels of one family or of all; ``solve`` and other functions accept a level or its ``name``.

    >>> [level.name for level in levels("rushhour")][:2]
    ['rushhour/first-gear', 'rushhour/side-street']
    """
    from ...families import FAMILIES  # loads the registry, not the families
    from ...families import family as known

    chosen = FAMILIES if family is None else (known(family).family,)
    return [level for name in chosen for level in bundled(name)]


@cache
def bench_levels(family: str) -> tuple[Bundled, ...]:
    """Return the benchmark levels of a family, which never change."""
    return _read_toml(family, "bench", f"{family}.toml")


def _read_toml(family: str, *place: str) -> tuple[Bundled, ...]:
    source = files(__package__).joinpath(*place)
    if not source.is_file():
        return ()
    tables = tomllib.loads(source.read_text(encoding="utf-8"))["level"]
    return tuple(_level(family, each) for each in tables)


def _level(family: str, table: dict[str, Any]) -> Bundled:
    rating = shipped_ratings().get(_name(family, table["title"]), {})
    return Bundled(
        family, table["title"], table["board"], table["cost"], table.get("level"), table.get("made"),
        **{name: rating.get(name) for name in ("difficulty", "score", "low", "high")},
    )  # fmt: skip


def shipped_level(name: str) -> Bundled | None:
    """Return the shipped level with this name, ignoring case; None if there is no such level.

    >>> level = shipped_level("rushhour/market-day")
    >>> level and level.title
    'Market Day'
    >>> shipped_level("../secret/market-day")
    """
    family = name.partition("/")[0]
    if not family.isidentifier():
        return None
    return next((level for level in bundled(family.lower()) if level.name == name.lower()), None)


def similar_names(name: str, families: list[str]) -> list[str]:
    """Return the names of shipped levels that resemble this name, the closest first.

    >>> similar_names("rushhour/marketday", ["rushhour"])[0]
    'rushhour/market-day'
    >>> similar_names("rushhour/nope", ["rushhour"])
    []
    """
    from difflib import get_close_matches

    family, _, title = name.lower().rpartition("/")
    if family:
        families = get_close_matches(family, families, 1, 0.7)
    # Only titles are compared: sharing a family does not make two names similar.
    titles = {level.name.partition("/")[2]: level.name for each in families for level in bundled(each)}
    return [titles[close] for close in get_close_matches(title, titles, 3, 0.7)]
