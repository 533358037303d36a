"""What Sokoban says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...puzzle import About, Message, Option

if TYPE_CHECKING:
    from ...page import Page


def _page() -> Page:
    from .page import PAGE

    return PAGE


ABOUT = About(
    title=Message("Sokoban"),
    letters=True,
    sky=(205, 245),
    options=(Option("rules", Message("Which pruning rules the native search uses."), kind=int, hidden=True),),
    page=_page,
)
