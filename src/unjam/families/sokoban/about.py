"""Describes the Sokoban family: title, rules, options, difficulty models, and imports loaded on demand."""

from ...core.family_info import Pruning, lazy_imports
from ...core.puzzle import About, Message, MoveSyntax, Option
from .difficulty import HUMAN, features

lazy = lazy_imports(__package__)

_PRUNING = Pruning(
    {
        "corner": Message("Never push a box into a corner without storage."),
        "wall-line": Message("Never push a box onto a wall line without storage."),
        "retraced": Message("Never take a walk that has to be retraced: every step leads closer to a push."),
    },
    lazy("pruning:pruned"),
)


ABOUT = About(
    title=Message("Sokoban"),
    rules=Message(
        '"#" is a wall, "@" the player ("+" on storage), "$" a box ("*" on storage), "." storage. The player steps'
        " up, down, left and right and pushes one box at a time, never pulls; bring every box to storage. Answer "
        "with one letter a step, u, d, l or r, a capital letter where a box is pushed, such as rrUUl."
    ),
    letters=True,
    move_syntax=MoveSyntax(r"[lurdLURD]", Message("l, u, r, d or L, U, R, D, with a count before it if repeated")),
    counts={"lines": lambda level, moves: features(level, moves)["box_lines"]},
    models={"human": HUMAN},
    feature_names=(
        Message("box luck"),
        Message("hidden dead"),
        Message("dead end"),
        Message("dead end hidden"),
        Message("walk"),
        Message("boxes"),
        Message("box lines"),
        Message("box changes"),
        Message("pushing sessions"),
        Message("player lines"),
    ),
    choice_metric="pushes",
    pruning=_PRUNING,
    sky=(205, 245),
    options=(
        Option("rules", Message("Which pruning rules the native search uses."), kind=int, hidden=True),
        Option(
            "without", Message("The parts of the --any search to switch off, as a bit mask."), kind=int, hidden=True
        ),
        Option(
            "seed",
            Message("The random seed of --any; the same seed and number of workers find the same solution."),
            kind=int,
            native=True,
            chooses=True,
        ),
    ),
    advice=lazy("advice:advice"),
    page=lazy("page:PAGE"),
    generator=lazy("generate:SokobanGenerator"),
    key=lazy("symmetry:key"),
    changes=lazy("changes:changes"),
)
