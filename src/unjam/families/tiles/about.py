"""What sliding tiles say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.puzzle import About, Message, Option, Written
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...core.generator import LevelGenerator
    from ...core.page import Page
    from .position import Tiles


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _maker(kind: type[Any]) -> LevelGenerator:
    from .generate import TilesGenerator

    return TilesGenerator(kind)


def _key(board: Tiles) -> str:
    from .symmetry import key

    return key(board)


ABOUT = About(
    title=Message("Sliding tiles"),
    rules=Message(
        "A tile beside the gap (0) slides into it; reach the goal, the numbers in order with the gap first unless "
        "one stands below the board. Answer with the numbers of the tiles in the order in which they slide, such "
        "as 3 4 1."
    ),
    written=Written(r"[0-9]{1,4}", Message("the number of a tile")),
    sky=(150, 200),
    options=(
        Option("goal", Message("Where the gap ends, in a file that does not say."), ("first", "last"), reads=True),
        Option("tables", Message("Which pattern tables the native search uses."), ("default", "large"), native=True),
    ),
    climbs_by="difference",
    models={"human": HUMAN},
    page=_page,
    generator=_maker,
    key=_key,
)
