"""What packing says of itself."""

from __future__ import annotations

from ...puzzle import About, Message, Option

ABOUT = About(
    title=Message("Packing"),
    motion="placed",
    sky=(325, 300),
    options=(Option("first", Message("Place this piece before all others.")),),
)
