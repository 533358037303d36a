"""What packing says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...puzzle import About, Message, Option
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...maker import Maker
    from ...page import Page


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _maker(kind: type[Any]) -> Maker:
    from .generate import PackingMaker

    return PackingMaker(kind)


ABOUT = About(
    title=Message("Packing"),
    sky=(325, 300),
    options=(Option("first", Message("Place this piece before all others."), native=True),),
    models={"human": HUMAN},
    page=_page,
    maker=_maker,
)
