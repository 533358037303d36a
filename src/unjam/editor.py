"""What the Draw view may do with a family: its tools, and what an edit makes of the text.

The text is the level, so the board and the text on the page never disagree, and whatever can be typed can also be
drawn. An edit that does not fit changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

from .puzzle import Cell, Fault, Message, Piece, Puzzle, Scene

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
"""The labels of drawn pieces, in the order they are given out; "o" and "x" mean other things in some texts."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What to do to the text: ``put`` a tool on a cell, ``move``, ``turn`` or ``erase`` what is there, and so on."""

    name: str | None
    tool: str = ""
    cell: Cell | None = None
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The piece that a tool is shown as: its kind and its paint."""

    kind: str
    hue: int = 0
    tone: int = 0
    pattern: int = 0
    style: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name in an edit, its label, and how many cells it covers.

    It is shown as a piece, as a mark of the floor, or as one of the page's icons.
    """

    name: str
    label: Message
    wide: int = 1
    high: int = 1
    piece: Sample | None = None
    mark: Literal["wall", "aim", "floor"] | None = None
    icon: str | None = None
    drops: bool = True
    """It can be dragged onto the board."""
    over: bool = False
    """It paints over pieces too; else a press on a piece takes the piece."""
    stretches: bool = False
    """It covers what is dragged over, from one cell to the other."""
    at_once: bool = False
    """It acts on the whole board as soon as it is chosen."""
    erases: bool = False
    on_piece: Literal["turn", "put", "lock", "erase"] = "turn"
    """What a click on a piece does while the tool is in hand."""


ERASER = Tool("eraser", Message("Eraser"), icon="rubber", drops=False, over=True, erases=True, on_piece="erase")


class Editor(ABC):
    """The editor of a family; ``kind`` is the family's class, known once the editor stands in it."""

    kind: type[Any]
    start: ClassVar[str]
    """The text that an empty drawing begins with."""
    largest: ClassVar[int]
    """The most rows and columns that can be drawn."""
    format: ClassVar[str]
    """The format that is drawn on."""
    tools: ClassVar[tuple[Tool, ...]]
    paints: ClassVar[bool] = False
    """Whether a tool paints cell after cell while it is dragged."""
    sides: ClassVar[bool] = False
    """Whether the side of the exit can be chosen."""
    grid: ClassVar[bool] = False
    """Whether each character of a row of the text is a cell of the board."""
    others: ClassVar[tuple[str, ...]] = ()
    """The words with which a line begins that is no row of the board."""
    always: ClassVar[tuple[Piece, ...]] = ()
    """Pieces that are counted when the scene is painted, so that colours stay while one draws."""

    def __set_name__(self, owner: type[Puzzle], name: str) -> None:
        self.kind = owner

    @abstractmethod
    def edit(self, text: str, edit: Edit) -> str:
        """The text after the edit."""

    @abstractmethod
    def rough(self, text: str) -> Scene:
        """A scene of a text that is not sound."""

    def level(self, puzzle: Any) -> Puzzle:
        """The level that a sound drawing makes."""
        drawn: Puzzle = puzzle
        return drawn

    def fix(self, text: str, fault: Fault) -> Message | None:
        """What the edit ``fix`` is called where it mends this fault."""
        return None

    def json(self) -> dict[str, Any]:
        """What the page needs to know of the editor."""
        tools = [{**asdict(tool), "label": tool.label.json()} for tool in self.tools]
        names = ("start", "largest", "format", "paints", "sides", "grid", "others")
        return {**{name: getattr(self, name) for name in names}, "tools": tools}
