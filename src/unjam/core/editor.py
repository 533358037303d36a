"""The interface between a family and the Draw view: the drawing tools, and how an edit changes the text.

The level is stored only as text, so the board and the text on the page never disagree. An edit that does not fit is
refused with a reason and changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from .puzzle import Cell, Fault, Message, Puzzle, UnjamError
from .scene import Piece, Scene

OUTSIDE = Message("part of it would lie outside the board")
WALL_IN_THE_WAY = Message("a wall is in the way")
NO_PIECE = Message("There is no piece here.")
NO_LETTER = Message("No letter is left for another piece.")
UNREADABLE = Message("Fix the text before you change the board.")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
"""The labels of new pieces, without "o" and "x", which have other meanings in some formats."""


class Refusal(UnjamError):
    """Raised for an edit that is not possible; the message is a full sentence.

    ``cells`` are those that the edit would have covered, for the preview.
    """

    def __init__(self, message: Message, cells: Iterable[Cell] = ()) -> None:
        super().__init__(message)
        self.cells = tuple(cells)

    @classmethod
    def no_room(cls, why: Message, cells: Iterable[Cell] = (), *, turning: bool = False) -> Refusal:
        if turning:
            return cls(Message("There is no room to turn it: {why}.", why=why), cells)
        return cls(Message("It does not fit there: {why}.", why=why), cells)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to the text: ``put`` (use a tool on a cell), ``move``, ``turn``, ``erase``, ``size`` and so on."""

    name: str | None
    tool: str = ""
    cell: Cell | None = None
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    kind: str
    hue: int = 0
    tone: int = 0
    pattern: int = 0
    style: str = ""
    wide: int | None = None
    """The width of the sample in cells, if it differs from the width of the tool."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A drawing tool: its name in an edit, its label, and its size in cells.

    The tool is shown as a piece, as a kind of floor, or as an icon.
    """

    name: str
    label: Message
    wide: int = 1
    high: int = 1
    piece: Sample | None = None
    mark: Literal["wall", "aim", "floor"] | None = None
    icon: str | None = None
    drops: bool = True
    """Whether the tool can be dragged onto the board."""
    over: bool = False
    """Whether the tool paints over pieces; otherwise pressing on a piece picks the piece up."""
    grows: bool = False
    """Whether dragging over cells adds them to the piece on which, or with which, the stroke began."""
    stretches: bool = False
    """Whether dragging from one cell to another covers everything between them."""
    turns: bool = False
    """Whether the new piece is placed vertically if it does not fit horizontally."""
    unique: bool = False
    """Whether a board can have only one such piece, so that placing it again moves it."""
    at_once: bool = False
    """Whether the tool acts on the whole board as soon as it is selected."""
    erases: bool = False
    on_piece: Literal["turn", "put", "lock", "erase"] = "turn"
    """What a click on a piece does while the tool is selected."""


ERASER = Tool("eraser", Message("Eraser"), icon="rubber", drops=False, over=True, erases=True, on_piece="erase")


class Editor(ABC):
    """The base class of a family's editor; ``kind`` is the family's class."""

    start: ClassVar[str]
    """The text of an empty drawing."""
    largest: ClassVar[int]
    format: ClassVar[str]
    """The text format that edits work on."""
    tools: ClassVar[tuple[Tool, ...]]
    paints: ClassVar[bool] = False
    """Whether dragging a tool paints every cell on the way."""
    sides: ClassVar[bool] = False
    """Whether the side of the exit can be chosen."""
    grid: ClassVar[bool] = False
    """Whether each character of the text is one cell."""
    others: ClassVar[tuple[str, ...]] = ()
    """The keywords that begin lines other than the rows of the board."""
    always: ClassVar[tuple[Piece, ...]] = ()
    """Pieces that are always included when colours are assigned, so that colours stay the same during editing."""

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind

    def drawable(self, text: str) -> str:
        """Return the text converted to ``format``, or unchanged if it cannot be parsed."""
        try:
            return str(self.kind.parse(text).text(self.format))
        except UnjamError:
            return text

    @abstractmethod
    def edit(self, text: str, edit: Edit) -> str:
        """Return the text after the edit; raise ``Refusal`` if the edit is not possible."""

    @abstractmethod
    def draft_scene(self, text: str) -> Scene:
        """Return the scene to draw for text that is not a valid level."""

    def level(self, puzzle: Any) -> Puzzle:
        assert isinstance(puzzle, Puzzle)
        return puzzle

    def draw(self, level: Any) -> str:
        """Return the text in which to draw a level that was not drawn by hand."""
        return str(level.text(self.format))

    def greeting(self, text: str) -> Message | None:
        """Return an instruction for getting started if the text is invalid only because nothing has been drawn yet."""
        return None

    def locate(self, text: str, fault: Fault) -> Fault:
        """Return the fault with its line number added, if the line is known."""
        return fault

    def fix(self, text: str, fault: Fault) -> Message | None:
        """Return the label of the ``fix`` edit if it would repair this fault, otherwise None."""
        return None
