"""Describes the sliding-block family: title, rules, difficulty models, and imports loaded on demand."""

from ...core.family_info import lazy_imports
from ...core.puzzle import About, Message, MoveSyntax
from .difficulty import HUMAN

lazy = lazy_imports(__package__)

ABOUT = About(
    title=Message("Klotski"),
    rules=Message(
        'Equal letters are one block, "#" is a wall, "." an empty cell. Blocks slide over empty cells in any '
        "direction; bring each block named below the board to its place, given as row and column from 0 of its top"
        " left corner. Answer with the moves in order, each the letter of a block and the runs of its path, x to "
        "the right and y down, such as Bx+1y-2."
    ),
    sky=(48, 330),
    by_shape=True,
    move_syntax=MoveSyntax(r"\S([xy][+-][0-9]{1,4})+", Message("a block and the runs of its path, such as Bx+1y-2")),
    models={"human": HUMAN},
    feature_names=(Message("blocks"), Message("blocks moved")),
    advice=lazy("advice:advice"),
    page=lazy("page:PAGE"),
    generator=lazy("generate:BlocksGenerator"),
    key=lazy("symmetry:key"),
    changes=lazy("changes:changes"),
)
