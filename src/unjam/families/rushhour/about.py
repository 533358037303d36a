"""Describes the Rush Hour family: title, rules, options, difficulty models, and imports loaded on demand."""

from ...core.family_info import lazy_imports
from ...core.puzzle import About, Message, MoveSyntax, Option
from .difficulty import CLASSIC, HUMAN
from .text.writing import write

lazy = lazy_imports(__package__)

ABOUT = About(
    title=Message("Rush Hour"),
    rules=Message(
        'Each letter is a car, "x" a wall, "o" an empty cell. Cars slide along their length over empty cells; '
        "drive car A out of the board, to the right or, where it stands upright, down, unless a line below the "
        "board names another edge. Answer with the slides in order, each the letter of a car and its signed "
        "number of cells, right and down positive, such as B+2 A-1."
    ),
    sky=(78, 275),
    options=(
        Option("target", Message("The label of the car to free, if the file does not say."), reads=True),
        Option("style", Message("With --show boards: how each board is drawn."), ("frame", "matrix"), shows=True),
    ),
    line=r"(?:[-+.\d]++[ \t]++)*+[A-Zox.]{25,256}+(?:[ \t]++[-+.\d]++)*+",
    move_syntax=MoveSyntax(r"\S+[+-][0-9]{1,4}", Message("a car and its signed number of cells, such as B+2")),
    models={"human": HUMAN, "classic": CLASSIC},
    feature_names=(Message("cars"), Message("cars moved"), Message("symmetry")),
    advice=lazy("advice:advice"),
    page=lazy("page:PAGE"),
    generator=lazy("generate:RushHourGenerator"),
    key=lazy("symmetry:key"),
    changes=lazy("changes:changes"),
    storage=lambda position: write(position.lot, position.at),
)
