"""Describes how sliding blocks appear on the web page: their controls, wording, emblem and editor."""

from ...core.page import EmblemRect, Page, RulesCard, Words
from ...core.puzzle import Message
from .editor import BlocksEditor
from .explanation import explain
from .game import goal
from .position import Blocks
from .reasons import explain_blocked, why

PAGE = Page(
    motion="slides",
    explain_rating=explain,
    explain_move=why,
    explain_blocked=explain_blocked,
    merges_moves=True,
    wide_moves=True,
    goal=goal,
    emblem=(
        EmblemRect(1.27, 0.5, 1.46, 1.46, 262),
        EmblemRect(0.5, 0.5, 0.7, 1.46, 75),
        EmblemRect(2.8, 0.5, 0.7, 1.46, 75),
        EmblemRect(0.5, 2.04, 0.7, 1.46, 75, 1),
        EmblemRect(2.8, 2.04, 0.7, 1.46, 75, 1),
        EmblemRect(1.27, 2.04, 1.46, 0.7, 190),
        EmblemRect(1.27, 2.8, 0.69, 0.7, 120),
    ),
    noun=Message("block {label}"),
    words=Words(
        call=Message("Bring the blocks home."),
        tag=Message("Slide blocks home"),
        desk=Message("Drag a block, or press its letter and an arrow key."),
        phone=Message("Drag any block where it fits."),
        play=Message("Drag a block, or press its letter, then arrow keys. Any path of one block is one move."),
        draw=Message(
            "Drag a block onto the board, click it to turn it, drag it off to take it away. "
            "Use Goal to set where the big block has to go."
        ),
        task=Message("Bring block {label} home."),
        ended=Message("Out"),
    ),
    rules_card=RulesCard(
        level="AA.B\nAA.B\n....\n....\ngoal A at 0,2",
        moves="By+2 Ax+2",
        goal=Message("Bring each block with an outline home: the letter is the same."),
        move=Message("Blocks slide up, down, left and right where there is room. They never turn."),
        win=Message("Make room for it, then slide it home."),
    ),
    editor=BlocksEditor(Blocks),
)
