"""What sliding blocks say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...puzzle import About, Message
from .difficulty import HUMAN

if TYPE_CHECKING:
    from ...page import Page


def _page() -> Page:
    from .page import PAGE

    return PAGE


ABOUT = About(
    title=Message("Klotski"),
    sky=(48, 330),
    by_shape=True,
    models={"human": HUMAN},
    page=_page,
)
