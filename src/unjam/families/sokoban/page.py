"""Describes how Sokoban appears on the web page: its controls, wording, emblem and editor."""

from ...core.page import EmblemPath, EmblemRect, Key, Page, RulesCard, Words
from ...core.puzzle import Message
from .editor import SokobanEditor
from .explanation import explain
from .game import explain_blocked, routes
from .position import Sokoban
from .reasons import describe_turn, why

PLAYER = "M1.02 1.3c.3 0 .42.3.45.6.03.4.18.6.18.9 0 .25-1.26.25-1.26 0 0-.3.15-.5.18-.9.03-.3.15-.6.45-.6Z"
STORAGE = "M2.525 2.636l.389.389-.389.389-.389-.389Z"

PAGE = Page(
    motion="walks",
    explain_rating=explain,
    explain_move=why,
    describe_turn=describe_turn,
    explain_blocked=explain_blocked,
    undo_metric="pushes",
    shown_metrics=("pushes", "moves"),
    lists_moves=False,
    home_kind="box",
    routes=routes,
    ground="isle",
    emblem=(EmblemRect(2.05, 1.53, 0.94, 0.94, 68),),
    strokes=(EmblemPath(STORAGE, "hint", 0.14), EmblemPath(PLAYER)),
    nouns={"player": Message("player"), "box": Message("box")},
    labels={"moves": Message("moves"), "pushes": Message("pushes")},
    keys=(
        Key(("←", "↑", "→", "↓"), Message("walk, push")),
        Key(("Z",), Message("take back the last click, drag or swipe; after arrow keys, one push")),
        Key(("Shift", "Z"), Message("take back one push, and the steps before it")),
        Key(("Backspace",), Message("take back one step; hold it to continue")),
        Key(("Shift", "Backspace"), Message("redo one step")),
        Key(("Click",), Message("walk there; or select a distant box, then click where to push it")),
        Key(("Drag",), Message("push a box there, or walk with the player")),
        Key(("Swipe",), Message("one step; hold your finger down to keep walking")),
    ),
    words=Words(
        call=Message("Push every box home."),
        tag=Message("Push boxes home"),
        desk=Message("Walk with the arrow keys, or click where to go. Drag a box to push it there."),
        phone=Message("Swipe to step, tap a square to walk there, drag a box to push it there."),
        play=Message(
            "Arrow keys walk; a click walks the whole way. Drag a box to a square, or click both, and it is pushed "
            "there. Z takes back the last click or drag, Shift+Z one push, Backspace one step."
        ),
        draw=Message("Choose a tool and paint. Drag a box or the player to move it. Board and text change together."),
        task=Message("Boxes home: {n} of {all}."),
        task_hint=Message("Walk into a box to push it, or drag it where it has to go."),
        undo=Message("Undo 1 push"),
    ),
    rules_card=RulesCard(
        level="#######\n#@    #\n#  $ .#\n#     #\n#######",
        moves="drRR",
        goal=Message("Push every box onto a goal, a diamond on the floor."),
        move=Message("Walk into a box to push it. Boxes cannot be pulled, and only one moves at a time."),
        win=Message("The level is solved when every box is home. In a corner, a box is stuck."),
        shown=3,
    ),
    editor=SokobanEditor(Sokoban),
)
