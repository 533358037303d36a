"""The levels that come with unjam are what their files say: of that cost, that hard, made from seeds."""

from __future__ import annotations

import pytest

import unjam
from unjam.core.family_info import DIFFICULTIES
from unjam.formats.position_id import encode
from unjam.formats.shipped import bundled
from unjam.rating.rate import rate_many


@pytest.mark.parametrize("family", unjam.FAMILIES)
def test_every_level_has_the_cost_and_the_difficulty_that_its_file_says(family: str) -> None:
    levels = [level for level in bundled(family) if level.level is not None]
    boards = [unjam.family(family).parse(level.board) for level in levels]
    for level, rating in zip(levels, rate_many(boards, workers=1), strict=True):
        assert rating.result is not None
        assert (level.title, rating.level, rating.result.cost) == (level.title, level.level, level.cost)
        assert rating.result.optimal


@pytest.mark.parametrize("family", unjam.FAMILIES)
def test_there_are_ten_generated_levels_of_each_difficulty_and_no_two_alike(family: str) -> None:
    levels = [level for level in bundled(family) if level.generated_name is not None]
    assert [level.level for level in levels] == [level for level in DIFFICULTIES for _ in range(10)]
    assert len({level.name for level in bundled(family)}) == len(bundled(family))
    assert len({encode(unjam.family(family).parse(level.board)) for level in bundled(family)}) == len(bundled(family))
    assert all(f"{family}-{level.level}-" in str(level.generated_name) for level in levels)
