"""The sizes that the readers of levels allow are those that the core is built for."""

from __future__ import annotations

from unjam import _core
from unjam.families.blocks import text as blocks
from unjam.families.packing import text as packing
from unjam.families.rushhour import board as rushhour
from unjam.families.tiles import text as tiles


def test_what_can_be_read_can_be_solved_by_the_core() -> None:
    assert rushhour.MAX_SIDE == _core.RUSHHOUR_MOST_SIDE
    assert tiles.LARGEST == _core.TILES_MOST_SIDE
    assert blocks.LARGEST == _core.BLOCKS_MOST_SIDE
    assert packing.LARGEST**2 == _core.PACKING_MOST_CELLS


def test_each_rule_of_sokoban_has_a_bit_of_its_own() -> None:
    bits = list(_core.sokoban_rules().values())
    assert sum(bits).bit_count() == len(bits)
    assert sum(bits) & _core.SOKOBAN_EAGER == 0
