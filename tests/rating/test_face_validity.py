"""Well-known levels of the families that nobody was timed on get times that people would agree with."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from statistics import median

import pytest

from unjam import Tiles, family, rate, rate_many
from unjam.families.tiles.generate import random_board
from unjam.rating.rate import models

PAGE = Path(__file__).parents[2] / "docs" / "difficulty.md"
ROW = re.compile(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| ([a-z]+) \| [^|]+ \|$", re.MULTILINE)
MINUTE, HOUR = 60, 3600


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [
        ("tiles/first-steps", 5, 30),
        ("blocks/latch-3", MINUTE, 2 * MINUTE),
        ("blocks/klotski", 45 * MINUTE, 2 * HOUR),
        ("packing/bread-and-butter", 5, 15),
        ("packing/ten-by-ten", MINUTE, 10 * MINUTE),
        ("packing/six-of-twelve", 5 * MINUTE, 30 * MINUTE),
        ("packing/all-twelve", HOUR, 6 * HOUR),
    ],
)
def test_time_is_believable(level: str, least: float, most: float) -> None:
    rating = rate(level)
    assert rating.seconds is not None
    assert least <= rating.seconds <= most


def test_random_tile_boards_take_minutes() -> None:
    """Two minutes for an 8-puzzle; for a 15-puzzle, between those who know how and those who never saw one."""
    for side, count, least, most in ((3, 40, MINUTE, 3 * MINUTE), (4, 5, 5 * MINUTE, 10 * MINUTE)):
        ratings = list(rate_many([Tiles(*random_board(Random(seed), side)) for seed in range(count)]))
        assert least < median(rating.seconds or 0 for rating in ratings) < most
        assert all(rating.low is not None and rating.low > 20 for rating in ratings)
        if side == 4:
            assert median(rating.low or 0 for rating in ratings) < 3 * MINUTE
            assert median(rating.high or 0 for rating in ratings) > 16 * MINUTE


def test_page_shows_the_ratings_as_they_are() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) > 15
    for level, time, difficulty in rows:
        rating = rate(level)
        assert (str(rating.short_time), rating.difficulty) == (time, difficulty), level


def test_page_shows_the_borders_as_they_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, title in (("blocks", "Klotski"), ("packing", "packing"), ("tiles", "tiles")):
        row = re.search(rf"^\| {title} \| ([^|]+) min \|", text, re.MULTILINE)
        assert row is not None
        borders = [60 * float(each.replace("½", ".5")) for each in row[1].split(", ")]
        assert tuple(borders) == models(family(name))["human"].borders
