"""What Sokoban shows and lets do on the page."""

from __future__ import annotations

from ...page import Metric, Page, Patch, Stroke, Words
from ...puzzle import Message, plural
from .editor import SokobanEditor
from .position import Sokoban

PLAYER = "M1.02 1.3c.3 0 .42.3.45.6.03.4.18.6.18.9 0 .25-1.26.25-1.26 0 0-.3.15-.5.18-.9.03-.3.15-.6.45-.6Z"
STORAGE = "M2.525 2.636l.389.389-.389.389-.389-.389Z"

PAGE = Page(
    motion="walks",
    turn="pushes",
    counts=("pushes", "moves"),
    logged=False,
    homes="box",
    ground="isle",
    emblem=(Patch(2.05, 1.53, 0.94, 0.94, 68),),
    strokes=(Stroke(STORAGE, "hint", 0.14), Stroke(PLAYER)),
    nouns={"player": Message("player"), "box": Message("box")},
    metrics={
        "moves": Metric(plural("{n} move", "{n} moves", n=0), Message("steps"), Message("a number of moves")),
        "pushes": Metric(plural("{n} push", "{n} pushes", n=0), Message("pushes"), Message("a number of pushes")),
    },
    words=Words(
        call=Message("Push every box home."),
        tag=Message("Push boxes home"),
        desk=Message("Walk with the arrow keys, or click where to go."),
        phone=Message("Tap a square to walk there."),
        play=Message("Arrow keys walk. Z takes back one push, and the steps before it."),
        draw=Message("Choose a tool and paint. Drag a box or the player to move it. Board and text change together."),
        task=Message("Boxes home: {n} of {all}."),
        task_hint=Message("Tap a square to walk there. Push by walking into a box."),
        undo=Message("Undo 1 push"),
    ),
    editor=SokobanEditor(Sokoban),
)
