"""API function that filters the levels of a library and groups them by difficulty."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from ...core.puzzle import Level, Unsupported
from ...families import FAMILIES
from ...families import family as family_class
from ..state import ServerState
from ..wire import answers
from ..wire.constraints import Limit
from .levels import describe_level, time_of
from .new_levels import Difficulty

if TYPE_CHECKING:
    from ...datasets.parquet import Row

SHORT_SHELF, LONG_SHELF = 12, 60
"""The maximum number of levels on a shelf if all difficulties are shown, and if only one is shown."""
MAX_SIZES = 30
IS_PLAYABLE = "cost is not null"

Count = Annotated[int, Limit(ge=0, le=1_000_000)]
Name = Annotated[str, Limit(max_length=80)]
SizeName = Annotated[str, Limit(pattern=r"^[0-9]{1,4}x[0-9]{1,4}$")]
Title = Annotated[str, Limit(max_length=100)]


def shelves(
    state: ServerState,
    family: Name | None = None,
    level: Difficulty | None = None,
    least: Count | None = None,
    most: Count | None = None,
    size: SizeName | None = None,
    title: Title | None = None,
    skip: Count = 0,
) -> answers.Library:
    """Return the levels of one family in the server's library, filtered by difficulty, cost, size and title."""
    library = state.library
    if library is None:
        raise Unsupported("the page was started without a library")
    from ...datasets.parquet import quoted  # only a server has a library

    totals: dict[str, int] = {}
    for shelf in library.stats(IS_PLAYABLE):
        if shelf.family in FAMILIES:
            totals[shelf.family] = totals.get(shelf.family, 0) + shelf.levels
    if family not in totals:
        family = min(totals, key=list(FAMILIES).index, default=None)
    if family is None:
        return answers.Library({}, None, [], 0, [])
    where = " and ".join(
        [
            IS_PLAYABLE,
            f"family = {quoted(family)}",
            *([] if level is None else [f"level = {quoted(level)}"]),
            *([] if least is None else [f"cost >= {least}"]),
            *([] if most is None else [f"cost <= {most}"]),
            *([] if size is None else ["rows = {} and cols = {}".format(*map(int, size.split("x")))]),
            *_title_condition(title),
        ]
    )
    limit = SHORT_SHELF if level is None else LONG_SHELF
    shown = []
    for shelf in library.stats(where):
        own = where + (" and level is null" if shelf.level is None else f" and level = {quoted(shelf.level)}")
        rows = library.rows(own, order="score, cost, key", limit=limit, skip=skip)
        levels = [_describe_row(index, row) for index, row in enumerate(rows, skip)]
        shown.append(answers.Shelf(shelf.level, shelf.levels, levels))
    left_out = library.count(f"family = {quoted(family)} and not ({IS_PLAYABLE})")
    return answers.Library(totals, family, library.sizes(family)[:MAX_SIZES], left_out, shown)


def _title_condition(title: str | None) -> list[str]:
    from ...datasets.parquet import quoted

    words = "".join(character for character in title or "" if character.isprintable()).strip()
    return [f"contains(lower(title), lower({quoted(words)}))"] if words else []


def _describe_row(index: int, row: Row) -> answers.Level:
    level = describe_level(Level(index, family_class(row["family"]).parse(row["text"]), row["title"]))
    return replace(level, cost=row["cost"], level=row["level"], time=time_of(row["score"], row["low"], row["high"]))
