"""Describes how Rush Hour appears on the web page: its controls, wording, emblem and editor."""

from ...core.page import EmblemRect, Page, RulesCard, Words
from ...core.puzzle import Message
from .editor import RushHourEditor
from .explanation import explain
from .position import RushHour
from .reasons import explain_blocked, why

PAGE = Page(
    motion="slides",
    explain_rating=explain,
    explain_move=why,
    explain_blocked=explain_blocked,
    merges_moves=True,
    target_leaves=True,
    emblem=(
        EmblemRect(0.5, 1.53, 1.7, 0.94, "target"),
        EmblemRect(2.3, 0.5, 0.94, 1.97, 262),
        EmblemRect(0.5, 0.5, 1.7, 0.94, 200),
        EmblemRect(0.5, 2.56, 0.94, 0.94, 120, 1),
        EmblemRect(1.53, 2.56, 1.97, 0.94, 75),
    ),
    nouns={
        "target": Message("red car {label}"),
        "car": Message("car {label}"),
    },
    words=Words(
        call=Message("Slide the red car out."),
        tag=Message("Free the red car"),
        desk=Message("Drag a car, or press its letter and an arrow key."),
        phone=Message("Drag any car along its lane."),
        play=Message("Drag a car along its lane. Or press its letter, then an arrow key."),
        draw=Message(
            "Drag a piece onto the board, click it to turn it, drag it off to take it away. "
            "Board and text change together."
        ),
        task=Message("Slide the red car out."),
        begin=Message("Drag a car along its lane."),
        won=Message("Out in {n}."),
        ended=Message("Out"),
    ),
    rules_card=RulesCard(
        level="oooB\nAAoB\noooo\noCCo",
        moves="B+2 A+2",
        goal=Message("Get the red car out through the gap in the rim."),
        move=Message("Every car drives forwards and backwards only, in its own lane."),
        win=Message("Clear the way, then drive the red car out."),
    ),
    editor=RushHourEditor(RushHour),
)
