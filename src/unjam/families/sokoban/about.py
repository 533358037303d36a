"""What Sokoban says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.family_info import Pruning
from ...core.puzzle import About, Message, Option, Written
from .difficulty import HUMAN, features

if TYPE_CHECKING:
    from ...core.generator import LevelGenerator
    from ...core.page import Page
    from ...core.puzzle import Move, Result
    from .position import Sokoban


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _pruned(position: Sokoban, rules: tuple[str, ...]) -> Sokoban:
    from .pruning import pruned

    return pruned(position, rules)


def _lines(level: Sokoban, moves: tuple[Move, ...]) -> int:
    """The box lines: runs of pushes of one box in one direction."""
    return features(level, moves)["box_lines"]


def _maker(kind: type[Any]) -> LevelGenerator:
    from .generate import SokobanGenerator

    return SokobanGenerator(kind)


def _key(level: Sokoban) -> str:
    from .symmetry import key

    return key(level)


_PRUNING = Pruning(
    {
        "corner": Message("No box into a corner without storage."),
        "wall-line": Message("No box onto a wall line without storage."),
        "retraced": Message("No walk that must be retraced: every step leads nearer to a push."),
    },
    _pruned,
)


def _advice(level: Sokoban, result: Result) -> list[Message]:
    from .advice import advice  # only designers ask for it

    return advice(level, result)


ABOUT = About(
    title=Message("Sokoban"),
    rules=Message(
        '"#" is a wall, "@" the player ("+" on storage), "$" a box ("*" on storage), "." storage. The player steps'
        " up, down, left and right and pushes one box at a time, never pulls; bring every box to storage. Answer "
        "with one letter a step, u, d, l or r, a capital letter where a box is pushed, such as rrUUl."
    ),
    letters=True,
    written=Written(r"[lurdLURD]", Message("l, u, r, d or L, U, R, D, with a count before it where it is repeated")),
    counts={"lines": _lines},
    models={"human": HUMAN},
    pruning=_PRUNING,
    sky=(205, 245),
    options=(
        Option("rules", Message("Which pruning rules the native search uses."), kind=int, hidden=True),
        Option("without", Message("Which parts of the search for any solution are off."), kind=int, hidden=True),
        Option(
            "seed",
            Message("Which of many solutions --any finds; the same seed and workers find the same one."),
            kind=int,
            native=True,
            chooses=True,
        ),
    ),
    advice=_advice,
    page=_page,
    generator=_maker,
    key=_key,
)
