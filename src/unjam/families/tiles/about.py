"""What sliding tiles say of themselves."""

from __future__ import annotations

from ...about import About, Option, Patch, Words
from ...message import Message
from .game import runs

ABOUT = About(
    title=Message("Sliding tiles"),
    motion="gap",
    sky=(150, 200),
    options=(
        Option("goal", Message("Where the gap ends, in a file that does not say."), ("first", "last"), reads=True),
        Option("tables", Message("Which pattern tables the native search uses."), ("default", "large")),
    ),
    climbs_by="difference",
    homes="tile",
    runs=runs,
    emblem=tuple(Patch(round(0.5 + 1.02 * (n % 3), 2), round(0.5 + 1.02 * (n // 3), 2), 0.94, 0.94, 150, n % 2)
                 for n in range(8)),
    noun=Message("tile {label}"),
    words=Words(
        call=Message("Put the numbers in order."),
        tag=Message("Count to 15"),
        desk=Message("Click a tile beside the gap, or use the arrow keys."),
        phone=Message("Tap a tile beside the gap."),
        play=Message(
            "Click any tile in line with the gap: it slides, and takes those between along. Or use the arrow keys."
        ),
        draw=Message(
            "Drag a tile onto another to swap them. Half of all arrangements cannot be solved; the page says which."
        ),
        task=Message("{n} of {all} in place."),
        task_hint=Message("Each has a dot under its number."),
        goal=Message("The goal: gap first, then 1 up, row by row."),
        goal_full=Message("The goal: 1 first, the gap last."),
    ),
)  # fmt: skip
