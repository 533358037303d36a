"""What sliding tiles say of themselves."""

from __future__ import annotations

from ...puzzle import About, Message, Option

ABOUT = About(
    title=Message("Sliding tiles"),
    motion="gap",
    sky=(150, 200),
    options=(
        Option("goal", Message("Where the gap ends, in a file that does not say."), ("first", "last"), reads=True),
        Option("tables", Message("Which pattern tables the native search uses."), ("default", "large")),
    ),
    climbs_by="difference",
)
