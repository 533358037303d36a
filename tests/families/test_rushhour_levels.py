"""The shipped Rush Hour levels are proven again."""

from __future__ import annotations

from unjam.families.rushhour import RushHour
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve


def test_shipped_levels_have_their_costs() -> None:
    levels = [level for level in bundled("rushhour") if level.generated_name is None]
    assert len(levels) >= 12
    assert len({level.title for level in levels}) == len(levels)
    assert [level.cost for level in levels] == sorted(level.cost for level in levels)
    assert levels[0].cost <= 6
    assert levels[-1].cost >= 34
    for level in levels:
        board = RushHour.parse(level.board)
        result = solve(board)
        assert (result.cost, result.optimal) == (level.cost, True), level.title
        assert board.faults() == []
    assert any(RushHour.parse(level.board).lot.walls for level in levels)
