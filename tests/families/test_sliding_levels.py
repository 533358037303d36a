"""The shipped levels of tiles and blocks: readable, sorted, and as long as they say."""

from __future__ import annotations

import pytest

from unjam.families import family
from unjam.formats.shipped import bundled
from unjam.parallel.solve_many import solve_many


@pytest.mark.parametrize("name", ["tiles", "blocks"])
def test_shipped_levels_have_their_costs_and_go_from_easy_to_hard(name: str) -> None:
    levels = [level for level in bundled(name) if level.generated_name is None]
    assert len(levels) >= 12
    assert len({level.title for level in levels}) == len(levels)
    costs, scores = [level.cost for level in levels], [level.score or 0 for level in levels]
    assert scores == sorted(scores)
    boards = [family(name).parse(level.board) for level in levels]
    answers = list(solve_many(boards))
    assert [(answer.cost, answer.optimal) for answer in answers] == [(cost, True) for cost in costs]
