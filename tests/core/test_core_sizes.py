"""The largest boards that can be read are the largest that the core is built for."""

from __future__ import annotations

from unjam import _core
from unjam.families.blocks import text as blocks
from unjam.families.packing import text as packing
from unjam.families.rushhour import board as rushhour
from unjam.families.tiles import text as tiles


def test_readers_and_core_share_the_same_size_limits() -> None:
    assert rushhour.MAX_SIDE == _core.RUSHHOUR_MAX_SIDE
    assert tiles.MAX_SIDE == _core.TILES_MAX_SIDE
    assert blocks.MAX_SIDE == _core.BLOCKS_MAX_SIDE
    assert packing.MAX_SIDE**2 == _core.PACKING_MAX_CELLS


def test_sokoban_rules_have_distinct_bits() -> None:
    bits = list(_core.sokoban_rules().values())
    assert sum(bits).bit_count() == len(bits)
    assert sum(bits) & _core.SOKOBAN_EAGER == 0
