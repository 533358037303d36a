"""Describes how packing appears on the web page: its controls, wording, emblem and editor."""

from ...core.page import EmblemRect, Key, Page, RulesCard, Words
from ...core.puzzle import Message, plural
from .editor import PackingEditor
from .explanation import explain
from .game import act, moves_between
from .position import Packing
from .reasons import why

PAGE = Page(
    motion="placed",
    explain_rating=explain,
    explain_move=why,
    lists_moves=False,
    wide_moves=True,
    equal_costs=True,
    act=act,
    moves_between=moves_between,
    emblem=(
        EmblemRect(0.5, 0.5, 1.4, 1.95, 293, 1),
        EmblemRect(1.97, 0.5, 1.53, 0.9, 240),
        EmblemRect(1.97, 1.47, 0.9, 2.03, 150),
        EmblemRect(0.5, 2.52, 1.4, 0.98, 75),
        EmblemRect(2.94, 1.47, 0.56, 0.95, 200, 1),
    ),
    labels={"pieces": Message("pieces")},
    keys=(
        Key(("1", "–", "9"), Message("pick a piece")),
        Key(("1", "2"), Message("pick piece 12: one digit right after the other")),
        Key(("Click",), Message("try it there")),
        Key(("Ctrl",), Message("place it without locking it")),
        Key(("Enter",), Message("lock it for good")),
        Key(("Esc",), Message("take it off, let go")),
        Key(("T",), Message("turn")),
        Key(("←", "↑", "→", "↓"), Message("next ✱")),
        Key(("Space",), Message("try it there")),
    ),
    words=Words(
        call=Message("Fill the board."),
        tag=Message("Fill the board"),
        desk=Message("Drag a piece, or press its number and pick an asterisk."),
        phone=Message("Drag a piece onto the board."),
        promise=plural("{n} piece to place.", "{n} pieces to place.", n=0),
        order=Message("by the number of pieces"),
        play=Message(
            "A white cross means locked for good: lock all to win. A number key picks up a piece, a click or the arrow "
            "keys and Space try a place, T turns the piece if it may be turned."
        ),
        draw=Message(
            "Drag a rectangle on the board, or paint a piece with the brush: drag on to enlarge it, click a cell of "
            "it to take the cell away. You draw a solution; the player starts with an empty board."
        ),
        task=Message("Pick a piece up: click it or press its number."),
        task_touch=Message("Pick a piece up: tap it."),
    ),
    rules_card=RulesCard(
        level="board 4 3\nA 4x1\nB 2x2\nC 2x2",
        moves="A@0,0 B@0,1 C@2,1",
        goal=Message("Fit all pieces onto the board. None may overlap."),
        move=Message("Pick up a piece and try it at an asterisk. When you are sure, lock it: it gets a white cross."),
        win=Message("You win when the board is full and every piece is locked."),
    ),
    editor=PackingEditor(Packing),
)
