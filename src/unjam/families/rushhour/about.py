"""What Rush Hour says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...puzzle import About, Message
from .difficulty import CLASSIC

if TYPE_CHECKING:
    from ...page import Page


def _page() -> Page:
    from .page import PAGE

    return PAGE


ABOUT = About(
    title=Message("Rush Hour"),
    sky=(78, 275),
    models={"classic": CLASSIC},
    page=_page,
)
