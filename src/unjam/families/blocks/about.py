"""What sliding blocks say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.puzzle import About, Message, Written
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...core.generator import LevelGenerator
    from ...core.page import Page
    from .position import Blocks


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _maker(kind: type[Any]) -> LevelGenerator:
    from .generate import BlocksGenerator

    return BlocksGenerator(kind)


def _key(board: Blocks) -> str:
    from .symmetry import key

    return key(board)


ABOUT = About(
    title=Message("Klotski"),
    rules=Message(
        'Equal letters are one block, "#" is a wall, "." an empty cell. Blocks slide over empty cells in any '
        "direction; bring each block named below the board to its place, given as row and column from 0 of its top"
        " left corner. Answer with the moves in order, each the letter of a block and the runs of its path, x to "
        "the right and y down, such as Bx+1y-2."
    ),
    sky=(48, 330),
    by_shape=True,
    written=Written(r"\S([xy][+-][0-9]{1,4})+", Message("a block and the runs of its path, such as Bx+1y-2")),
    models={"human": HUMAN},
    page=_page,
    generator=_maker,
    key=_key,
)
