"""The interface of the Draw view: a family's tools, and how an edit changes the text.

The text is the level, so the board and the text on the page never disagree. An edit that does not fit is refused with a
reason and changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

from .cells import connected_groups
from .puzzle import Cell, Fault, Message, Piece, Puzzle, Scene, UnjamError

OUTSIDE = Message("part of it would lie outside the board")
WALL_IN_THE_WAY = Message("a wall is in the way")
NO_PIECE = Message("There is no piece here.")
NO_LETTER = Message("No letter is left for another piece.")
UNREADABLE = Message("Fix the text before you change the board.")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
"""The labels of new pieces, in order. "o" and "x" are missing because they have other meanings in some formats."""


class Refusal(UnjamError):
    """An edit that is not possible; the message is a full sentence."""

    @classmethod
    def no_room(cls, why: Message, *, turning: bool = False) -> Refusal:
        if turning:
            return cls(Message("There is no room to turn it: {why}.", why=why))
        return cls(Message("It does not fit there: {why}.", why=why))


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the text: ``put`` a tool on a cell, ``move``, ``turn`` or ``erase`` what is there, and so on."""

    name: str | None
    tool: str = ""
    cell: Cell | None = None
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The piece that represents a tool: its kind and colours."""

    kind: str
    hue: int = 0
    tone: int = 0
    pattern: int = 0
    style: str = ""
    wide: int | None = None
    """Its width in cells, if not that of the tool."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A drawing tool: its name in an edit, its label, and its size in cells.

    It is shown as a piece, as a kind of floor, or as an icon.
    """

    name: str
    label: Message
    wide: int = 1
    high: int = 1
    piece: Sample | None = None
    mark: Literal["wall", "aim", "floor"] | None = None
    icon: str | None = None
    drops: bool = True
    """Whether it can be dragged onto the board."""
    over: bool = False
    """Whether it paints over pieces; otherwise pressing a piece picks it up."""
    stretches: bool = False
    """Whether dragging from one cell to another covers everything between them."""
    turns: bool = False
    """Whether it is placed vertically if it does not fit horizontally."""
    unique: bool = False
    """Whether there is only one such piece, so that placing it again moves it."""
    at_once: bool = False
    """Whether it acts on the whole board as soon as it is chosen."""
    erases: bool = False
    on_piece: Literal["turn", "put", "lock", "erase"] = "turn"
    """What a click on a piece does while the tool is selected."""


ERASER = Tool("eraser", Message("Eraser"), icon="rubber", drops=False, over=True, erases=True, on_piece="erase")


class Editor(ABC):
    """The editor of a family; ``kind`` is the family's class."""

    start: ClassVar[str]
    """The text of an empty drawing."""
    largest: ClassVar[int]
    """The maximum number of rows and columns."""
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
    """The first words of lines that are not rows of the board."""
    always: ClassVar[tuple[Piece, ...]] = ()
    """Pieces that always count when colours are assigned, so that colours do not change while drawing."""

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind

    def drawable(self, text: str) -> str:
        """The text converted to ``format``, or unchanged if it cannot be parsed."""
        try:
            return str(self.kind.parse(text).text(self.format))
        except UnjamError:
            return text

    @abstractmethod
    def edit(self, text: str, edit: Edit) -> str:
        """The text after the edit; raises ``Refusal`` if it is not possible."""

    @abstractmethod
    def rough(self, text: str) -> Scene:
        """A scene of a text that is not a valid level."""

    def level(self, puzzle: Any) -> Puzzle:
        """The level of a valid drawing."""
        assert isinstance(puzzle, Puzzle)
        return puzzle

    def greeting(self, text: str) -> Message | None:
        """What to do first, if the text is only invalid because nothing has been drawn yet."""
        return None

    def place(self, text: str, fault: Fault) -> Fault:
        """The fault with its line in the text, if it has one."""
        return fault

    def fix(self, text: str, fault: Fault) -> Message | None:
        """The label of the edit ``fix``, if it repairs this fault."""
        return None

    def json(self) -> dict[str, Any]:
        tools = [{**asdict(tool), "label": tool.label.json()} for tool in self.tools]
        names = ("start", "largest", "format", "paints", "sides", "grid", "others")
        return {**{name: getattr(self, name) for name in names}, "tools": tools}


class Grid:
    """Rows of marks, all of the same length, and the other lines of the text (an exit, goals)."""

    def __init__(self, text: str, blank: str, others: tuple[str, ...] = ()) -> None:
        lines = text.replace("\r", "").rstrip().split("\n")
        self.blank = blank
        self.others = [line for line in lines if _begins(line, others)]
        self.rows = [list(line) for line in lines if not _begins(line, others)]
        self.cols = max((len(row) for row in self.rows), default=0)
        for row in self.rows:
            row += blank * (self.cols - len(row))

    def at(self, cell: Cell) -> str | None:
        """The mark on the cell; None outside the board."""
        row, col = cell
        return self.rows[row][col] if 0 <= row < len(self.rows) and 0 <= col < self.cols else None

    def cells(self, mark: str) -> list[Cell]:
        """The cells with this mark, row by row."""
        return [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == mark]

    def marks(self) -> set[str]:
        return {mark for row in self.rows for mark in row}

    def put(self, cells: list[Cell], mark: str) -> None:
        for row, col in cells:
            self.rows[row][col] = mark

    def resize(self, rows: int, cols: int) -> None:
        """Add or remove rows at the bottom and columns on the right."""
        resized = [row[:cols] + [self.blank] * (cols - len(row)) for row in self.rows[:rows]]
        self.rows = resized + [[self.blank] * cols for _ in range(rows - len(resized))]
        self.cols = cols

    def __str__(self) -> str:
        return "\n".join(["".join(row) for row in self.rows] + self.others)


def _begins(line: str, words: tuple[str, ...]) -> bool:
    return line.strip().lower().startswith(words) if words else False


class LetterEditor(Editor):
    """The common part of editors for grids in which equal letters are one piece."""

    grid = True
    blank: ClassVar[str]
    free: ClassVar[str]
    """The marks of empty cells, including ``blank``."""
    wall: ClassVar[str]

    def read(self, text: str) -> Grid:
        """The text, in any format of the family, as a grid."""
        return Grid(self.drawable(text), self.blank, self.others)

    def fits(self, grid: Grid, cells: list[Cell], own: str = "") -> bool:
        """Whether a piece with the letter ``own`` can cover the cells."""
        return self.obstacle(grid, cells, own) is None

    def obstacle(self, grid: Grid, cells: list[Cell], own: str = "") -> Message | None:
        """Why a piece with the letter ``own`` cannot cover the cells, or None if it can."""
        marks = [grid.at(cell) for cell in cells]
        if None in marks:
            return OUTSIDE
        taken = next((mark for mark in marks if mark and mark not in self.free + own), None)
        if taken is None:
            return None
        return WALL_IN_THE_WAY if taken == self.wall else Message("{piece} is in the way", piece=taken)

    def require_room(self, grid: Grid, cells: list[Cell], own: str = "", *, turning: bool = False) -> None:
        """Raise Refusal unless a piece can cover the cells."""
        if why := self.obstacle(grid, cells, own):
            raise Refusal.no_room(why, turning=turning)

    def is_piece(self, mark: str) -> bool:
        return mark.isalpha() and mark not in self.free + self.wall

    def next_letter(self, grid: Grid) -> str | None:
        """The first letter that no piece has yet."""
        used = grid.marks()
        return next((letter for letter in LETTERS[1:] if letter not in used), None)

    def common(self, grid: Grid, edit: Edit) -> None:
        """Carry out the edits that all grids have in common: move, turn, erase, add walls, resize."""
        cell, to = edit.cell, edit.to
        mark = grid.at(cell) if cell else None
        if edit.name == "size" and to:
            grid.resize(to[0], to[1])
        elif edit.name == "empty":
            target = grid.cells("A")
            grid.rows = [[grid.blank] * grid.cols for _ in grid.rows]
            grid.put(target, "A")
        elif cell is None or mark is None:
            return
        elif edit.name == "put" and edit.tool == "wall":
            self.require_room(grid, [cell], self.wall)
            grid.put([cell], self.wall)
        elif edit.name == "erase":
            grid.put(grid.cells(mark) if self.is_piece(mark) else [cell], grid.blank)
        elif edit.name in ("move", "turn"):
            if mark in self.free:
                raise Refusal(NO_PIECE)
            own = grid.cells(mark) if self.is_piece(mark) else [cell]
            moved = turned(own) if edit.name == "turn" else shifted(own, cell, to) if to and grid.at(to) else []
            letter = mark if self.is_piece(mark) or moved == own else ""
            self.require_room(grid, moved, letter, turning=edit.name == "turn")
            grid.put(own, grid.blank)
            grid.put(moved, mark)

    def second(self, grid: Grid, mark: str | None) -> list[Cell]:
        """The cells of the second of two pieces with the same letter, if it can be renamed; otherwise [].

        Both must be complete pieces, it must not matter which of them is renamed, and a letter must be free.
        """
        if mark is None or not self.is_piece(mark) or self.is_named(grid, mark) or self.next_letter(grid) is None:
            return []
        parts = connected_groups(grid.cells(mark))
        return parts[1] if len(parts) == 2 and all(map(self.is_whole, parts)) else []

    def rename(self, grid: Grid, mark: str | None) -> None:
        """Give one of two pieces with the same letter the next free letter."""
        if cells := self.second(grid, mark):
            grid.put(cells, self.next_letter(grid) or "")

    def renaming(self, grid: Grid, fault: Fault) -> Message | None:
        """The label of ``rename``, if it repairs this fault."""
        mark = grid.at(fault.cells[0]) if len(fault.cells) > 1 else None
        if not self.second(grid, mark) or set(fault.cells) != set(grid.cells(mark or "")):
            return None
        return Message("Name one {letter}", letter=self.next_letter(grid))

    def is_named(self, grid: Grid, mark: str) -> bool:
        """Whether the text refers to this letter, so that it matters which piece has it."""
        return False

    def is_whole(self, cells: list[Cell]) -> bool:
        """Whether these connected cells form a complete piece."""
        return True

    def pieces(self, grid: Grid) -> dict[str, list[Cell]]:
        """The cells of each letter."""
        return {mark: grid.cells(mark) for mark in sorted(grid.marks()) if self.is_piece(mark)}

    def floor(self, grid: Grid) -> tuple[str, ...]:
        return tuple("".join("#" if mark == self.wall else "." for mark in row) for row in grid.rows)


def turned(cells: list[Cell]) -> list[Cell]:
    """The cells with rows and columns exchanged; the top left corner of their bounding box stays."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return [(top + c - left, left + r - top) for r, c in cells]


def shifted(cells: list[Cell], cell: Cell, to: Cell) -> list[Cell]:
    """The cells moved by the distance between two cells."""
    return [(r + to[0] - cell[0], c + to[1] - cell[1]) for r, c in cells]
