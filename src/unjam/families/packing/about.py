"""Describes the packing family: title, rules, options, difficulty models, and imports loaded on demand."""

from ...core.family_info import lazy_imports
from ...core.puzzle import About, Message, MoveSyntax, Option
from .difficulty import HUMAN

lazy = lazy_imports(__package__)

ABOUT = About(
    title=Message("Packing"),
    rules=Message(
        'Fill the board with the pieces below it without overlaps. A piece marked "turn" may be turned, one marked'
        ' "flip" also mirrored, the others lie as they are given. Answer with each piece and its place, x to the '
        "right and y up from 0 of the lower left corner of the box around it, followed by r1, r2, r3 (quarter "
        "turns) or m0 to m3 (mirrored, then turned) where it is not as given, such as Blue@0,2 Red@4,0r1."
    ),
    sky=(325, 300),
    options=(Option("first", Message("Place this piece before all others."), chooses=True),),
    move_syntax=MoveSyntax(
        r"\S+@(-?[0-9]{1,4},-?[0-9]{1,4}(r[1-3]|m[0-3])?|(?i:off))",
        Message("a piece and its place, such as Name@0,2 or Name@0,2r1, or Name@off for a piece that is taken off"),
    ),
    models={"human": HUMAN},
    feature_names=(Message("more solutions"),),
    arrange=lazy("first_piece:arrange"),
    advice=lazy("advice:advice"),
    page=lazy("page:PAGE"),
    generator=lazy("generate:PackingGenerator"),
    key=lazy("symmetry:key"),
    changes=lazy("changes:changes"),
    removals=lazy("lifting:lifts"),
)
