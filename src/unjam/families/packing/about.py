"""What packing says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...puzzle import About, Message, Option, Written
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...maker import Maker
    from ...page import Page
    from .position import Packing


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _maker(kind: type[Any]) -> Maker:
    from .generate import PackingMaker

    return PackingMaker(kind)


def _key(level: Packing) -> str:
    from .symmetry import key

    return key(level)


ABOUT = About(
    title=Message("Packing"),
    sky=(325, 300),
    options=(Option("first", Message("Place this piece before all others."), native=True),),
    written=Written(
        r"\S+@-?[0-9]{1,4},-?[0-9]{1,4}(r[1-3]|m[0-3])?",
        Message("a piece and its place, such as Name@0,2 or Name@0,2r1"),
    ),
    models={"human": HUMAN},
    page=_page,
    maker=_maker,
    key=_key,
)
