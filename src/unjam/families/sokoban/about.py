"""What Sokoban says of itself."""

from __future__ import annotations

from ...puzzle import About, Message, Option

ABOUT = About(
    title=Message("Sokoban"),
    motion="walks",
    sky=(205, 245),
    options=(Option("rules", Message("Which pruning rules the native search uses."), kind=int, hidden=True),),
)
