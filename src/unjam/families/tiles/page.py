"""Describes how sliding tiles appear on the web page: their controls, wording, emblem and editor."""

from ...core.page import EmblemRect, Page, RulesCard, Words
from ...core.puzzle import Message
from .editor import TilesEditor
from .explanation import explain
from .game import explain_blocked, slide_rows, suggest_other_goal
from .position import Tiles
from .reasons import why

PAGE = Page(
    motion="gap",
    explain_rating=explain,
    explain_move=why,
    explain_blocked=explain_blocked,
    home_kind="tile",
    move_groups=slide_rows,
    suggest=suggest_other_goal,
    emblem=tuple(
        EmblemRect(round(0.5 + 1.02 * (n % 3), 2), round(0.5 + 1.02 * (n // 3), 2), 0.94, 0.94, 150, n % 2)
        for n in range(8)
    ),
    noun=Message("tile {label}"),
    words=Words(
        call=Message("Put the numbers in order."),
        tag=Message("Count to 15"),
        desk=Message("Click a tile beside the gap, or use the arrow keys."),
        phone=Message("Tap a tile beside the gap."),
        play=Message(
            "Click any tile in line with the gap: it slides and takes the tiles in between with it. Or use the "
            "arrow keys."
        ),
        draw=Message(
            "Drag a tile onto another to swap them. Half of all arrangements cannot be solved; the page says which."
        ),
        task=Message("{n} of {all} in place."),
        task_hint=Message("Each has a dot under its number."),
        goal=Message("The goal: the gap first, then 1, 2, 3 and so on, row by row."),
        goal_full=Message("The goal: 1 first, the gap last."),
    ),
    rules_card=RulesCard(
        level="1 2 0\n3 4 5\n6 7 8",
        moves="2 1",
        goal=Message("Put the numbers in order, row by row. Here the gap comes first."),
        move=Message("A tile beside the gap slides into it."),
        win=Message("A dot marks each number in its place. When all have one, you have won."),
    ),
    editor=TilesEditor(Tiles),
)
