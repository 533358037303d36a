"""The levels that come with unjam, all of our own making: a dozen per family, easy to hard."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Bundled:
    """A shipped level: its title, its text and its proven optimal cost in the family's default metric."""

    family: str
    title: str
    board: str
    cost: int


@cache
def bundled(family: str) -> tuple[Bundled, ...]:
    """The shipped levels of a family, sorted by cost; () for a family that has none."""
    source = files(__package__).joinpath(f"{family}.toml")
    if not source.is_file():
        return ()
    tables = tomllib.loads(source.read_text(encoding="utf-8"))["level"]
    return tuple(Bundled(family, table["title"], table["board"], table["cost"]) for table in tables)
