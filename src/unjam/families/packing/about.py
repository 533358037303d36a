"""What packing says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...core.puzzle import About, Message, Move, Option, Written
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...core.generator import LevelGenerator
    from ...core.page import Page
    from .position import Packing


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _maker(kind: type[Any]) -> LevelGenerator:
    from .generate import PackingGenerator

    return PackingGenerator(kind)


def _removals(position: Packing) -> Iterable[Move]:
    from .lifting import lifts

    return lifts(position)


def _key(level: Packing) -> str:
    from .symmetry import key

    return key(level)


def _arrange(level: Packing, options: Mapping[str, Any]) -> Packing:
    from .ordering import arrange

    return arrange(level, options)


ABOUT = About(
    title=Message("Packing"),
    rules=Message(
        'Fill the board with the pieces below it without overlaps. A piece marked "turn" may be turned, one marked'
        ' "flip" also mirrored, the others lie as they are given. Answer with each piece and its place, x to the '
        "right and y up from 0 of the lower left corner of the box around it, followed by r1, r2, r3 (quarter "
        "turns) or m0 to m3 (mirrored, then turned) where it is not as given, such as Blue@0,2 Red@4,0r1."
    ),
    sky=(325, 300),
    options=(Option("first", Message("Place this piece before all others."), chooses=True),),
    written=Written(
        r"\S+@(-?[0-9]{1,4},-?[0-9]{1,4}(r[1-3]|m[0-3])?|(?i:off))",
        Message("a piece and its place, such as Name@0,2 or Name@0,2r1, or Name@off for a piece that is taken off"),
    ),
    models={"human": HUMAN},
    arrange=_arrange,
    page=_page,
    generator=_maker,
    key=_key,
    removals=_removals,
)
