"""What Rush Hour says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.puzzle import About, Message, Option, Written
from .difficulty import CLASSIC, HUMAN
from .text.writing import write

if TYPE_CHECKING:
    from ...core.generator import LevelGenerator
    from ...core.page import Page
    from ...core.puzzle import Result
    from .position import RushHour


def _page() -> Page:
    from .page import PAGE

    return PAGE


def _advice(level: RushHour, result: Result) -> list[Message]:
    from .advice import advice  # only designers ask for it

    return advice(level, result)


def _maker(kind: type[Any]) -> LevelGenerator:
    from .generate import RushHourGenerator

    return RushHourGenerator(kind)


def _key(board: RushHour) -> str:
    from .symmetry import key

    return key(board)


def _storage(board: RushHour) -> str:
    return write(board.lot, board.at)


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
        Option("target", Message("The label of the car to free, in a file that does not say."), reads=True),
        Option("style", Message("With --show boards: how each board is drawn."), ("frame", "matrix"), shows=True),
    ),
    line=r"(?:[-+.\d]++[ \t]++)*+[A-Zox.]{25,256}+(?:[ \t]++[-+.\d]++)*+",
    written=Written(r"\S+[+-][0-9]{1,4}", Message("a car and its signed number of cells, such as B+2")),
    models={"human": HUMAN, "classic": CLASSIC},
    advice=_advice,
    page=_page,
    generator=_maker,
    key=_key,
    storage=_storage,
)
