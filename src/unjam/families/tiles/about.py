"""Describes the sliding-tile family: title, rules, options, difficulty models, and imports loaded on demand."""

from ...core.family_info import lazy_imports
from ...core.puzzle import About, Message, MoveSyntax, Option
from .difficulty import HUMAN

lazy = lazy_imports(__package__)

ABOUT = About(
    title=Message("Sliding tiles"),
    rules=Message(
        "A tile beside the gap (0) slides into it; reach the goal, which is the numbers in order with the gap first "
        "unless a goal is given below the board. Answer with the numbers of the tiles in the order in which they "
        "slide, such as 3 4 1."
    ),
    move_syntax=MoveSyntax(r"[0-9]{1,4}", Message("the number of a tile")),
    sky=(150, 200),
    options=(
        Option("goal", Message("The gap's final position, if the file does not say."), ("first", "last"), reads=True),
        Option("tables", Message("Which pattern tables the native search uses."), ("default", "large"), native=True),
    ),
    climbs_by="difference",
    models={"human": HUMAN},
    feature_names=(Message("tiles"), Message("by hand")),
    page=lazy("page:PAGE"),
    generator=lazy("generate:TilesGenerator"),
    key=lazy("symmetry:key"),
    changes=lazy("changes:changes"),
)
