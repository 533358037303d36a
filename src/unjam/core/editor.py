"""What the Draw view may do with a family: its tools, and what an edit makes of the text.

The text is the level, so the board and the text on the page never disagree, and whatever can be typed can also be
drawn. An edit that does not fit is refused with the reason, and changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

from .puzzle import Cell, Fault, Message, Piece, Puzzle, Scene, UnjamError

OUTSIDE = Message("part of it would lie outside the board")
WALL_IN_THE_WAY = Message("a wall is in the way")
NO_PIECE = Message("There is no piece here.")
NO_LETTER = Message("No letter is left for another piece.")
UNREADABLE = Message("The text has to be mended before the board can be changed.")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
"""The labels of drawn pieces, in the order they are given out; "o" and "x" mean other things in some texts."""


class Refusal(UnjamError):
    """An edit that cannot be made; the message says why, as a sentence."""

    @classmethod
    def no_room(cls, why: Message, *, turning: bool = False) -> Refusal:
        """A piece does not fit where it was put, or not when it is turned."""
        if turning:
            return cls(Message("There is no room to turn it: {why}.", why=why))
        return cls(Message("It does not fit there: {why}.", why=why))


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
    wide: int | None = None
    """How many cells wide it is shown, where not as wide as the tool."""


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
    turns: bool = False
    """It is laid upright where it does not fit lying."""
    unique: bool = False
    """There is one such piece: put elsewhere, it leaves its old place."""
    at_once: bool = False
    """It acts on the whole board as soon as it is chosen."""
    erases: bool = False
    on_piece: Literal["turn", "put", "lock", "erase"] = "turn"
    """What a click on a piece does while the tool is in hand."""


ERASER = Tool("eraser", Message("Eraser"), icon="rubber", drops=False, over=True, erases=True, on_piece="erase")


class Editor(ABC):
    """The editor of a family; ``kind`` is the family's class."""

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

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind

    def drawable(self, text: str) -> str:
        """The text in the format that is drawn on, where it can be read; else as it is."""
        try:
            made: str = self.kind.parse(text).text(self.format)
        except UnjamError:
            return text
        return made

    @abstractmethod
    def edit(self, text: str, edit: Edit) -> str:
        """The text after the edit; a ``Refusal`` where it cannot be made."""

    @abstractmethod
    def rough(self, text: str) -> Scene:
        """A scene of a text that is not sound."""

    def level(self, puzzle: Any) -> Puzzle:
        """The level that a sound drawing makes."""
        drawn: Puzzle = puzzle
        return drawn

    def greeting(self, text: str) -> Message | None:
        """What to do first, where nothing is drawn yet and the text is no level for that reason alone."""
        return None

    def place(self, text: str, fault: Fault) -> Fault:
        """The fault of a level that can be read, with its line where the text has one for it."""
        return fault

    def fix(self, text: str, fault: Fault) -> Message | None:
        """What the edit ``fix`` is called where it mends this fault."""
        return None

    def json(self) -> dict[str, Any]:
        """What the page needs to know of the editor."""
        tools = [{**asdict(tool), "label": tool.label.json()} for tool in self.tools]
        names = ("start", "largest", "format", "paints", "sides", "grid", "others")
        return {**{name: getattr(self, name) for name in names}, "tools": tools}


class Grid:
    """Rows of marks, all of one length, and the lines that are no rows (an exit, goals)."""

    def __init__(self, text: str, blank: str, others: tuple[str, ...] = ()) -> None:
        lines = text.replace("\r", "").rstrip().split("\n")
        self.blank = blank
        self.others = [line for line in lines if _begins(line, others)]
        self.rows = [list(line) for line in lines if not _begins(line, others)]
        self.cols = max((len(row) for row in self.rows), default=0)
        for row in self.rows:
            row += blank * (self.cols - len(row))

    def at(self, cell: Cell) -> str | None:
        """The mark on a cell; None outside the board."""
        row, col = cell
        return self.rows[row][col] if 0 <= row < len(self.rows) and 0 <= col < self.cols else None

    def cells(self, mark: str) -> list[Cell]:
        """The cells that bear the mark, row by row."""
        return [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == mark]

    def marks(self) -> set[str]:
        return {mark for row in self.rows for mark in row}

    def put(self, cells: list[Cell], mark: str) -> None:
        for row, col in cells:
            self.rows[row][col] = mark

    def resize(self, rows: int, cols: int) -> None:
        """Cuts or adds rows at the bottom and columns on the right."""
        kept = [row[:cols] + [self.blank] * (cols - len(row)) for row in self.rows[:rows]]
        self.rows = kept + [[self.blank] * cols for _ in range(rows - len(kept))]
        self.cols = cols

    def __str__(self) -> str:
        return "\n".join(["".join(row) for row in self.rows] + self.others)


def _begins(line: str, words: tuple[str, ...]) -> bool:
    return line.strip().lower().startswith(words) if words else False


class LetterEditor(Editor):
    """What families share whose text is a grid in which equal letters are one piece."""

    grid = True
    blank: ClassVar[str]
    free: ClassVar[str]
    """The marks of cells where nothing stands; ``blank`` is one of them."""
    wall: ClassVar[str]

    def read(self, text: str) -> Grid:
        """The text as a grid, from whichever format it is written in."""
        return Grid(self.drawable(text), self.blank, self.others)

    def fits(self, grid: Grid, cells: list[Cell], own: str = "") -> bool:
        """Whether nothing but the piece with this letter stands on the cells, and all are on the board."""
        return self.obstacle(grid, cells, own) is None

    def obstacle(self, grid: Grid, cells: list[Cell], own: str = "") -> Message | None:
        """Why a piece cannot cover the cells, or None where it can; ``own`` is its letter."""
        marks = [grid.at(cell) for cell in cells]
        if None in marks:
            return OUTSIDE
        taken = next((mark for mark in marks if mark and mark not in self.free + own), None)
        if taken is None:
            return None
        return WALL_IN_THE_WAY if taken == self.wall else Message("{piece} is in the way", piece=taken)

    def require_room(self, grid: Grid, cells: list[Cell], own: str = "", *, turning: bool = False) -> None:
        """Refuses the edit unless a piece can cover the cells."""
        if why := self.obstacle(grid, cells, own):
            raise Refusal.no_room(why, turning=turning)

    def is_piece(self, mark: str) -> bool:
        return mark.isalpha() and mark not in self.free + self.wall

    def next_letter(self, grid: Grid) -> str | None:
        """The first letter that no piece has yet."""
        used = grid.marks()
        return next((letter for letter in LETTERS[1:] if letter not in used), None)

    def common(self, grid: Grid, edit: Edit) -> None:
        """Moves, turns and takes away what stands on the grid, walls it, or changes its size."""
        cell, to = edit.cell, edit.to
        mark = grid.at(cell) if cell else None
        if edit.name == "size" and to:
            grid.resize(to[0], to[1])
        elif edit.name == "empty":
            kept = grid.cells("A")
            grid.rows = [[grid.blank] * grid.cols for _ in grid.rows]
            grid.put(kept, "A")
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
        """The one of two pieces with the same letter that may have another; nothing where that is not plain.

        Each has to be a piece by itself, it must not matter which of them keeps the letter, and one has to be free.
        """
        if mark is None or not self.is_piece(mark) or self.is_named(grid, mark) or self.next_letter(grid) is None:
            return []
        parts = touching(grid.cells(mark))
        return parts[1] if len(parts) == 2 and all(map(self.is_whole, parts)) else []

    def rename(self, grid: Grid, mark: str | None) -> None:
        """Gives one of two pieces with the same letter the next that is free."""
        if cells := self.second(grid, mark):
            grid.put(cells, self.next_letter(grid) or "")

    def renaming(self, grid: Grid, fault: Fault) -> Message | None:
        """What ``rename`` is called, where it mends this fault."""
        mark = grid.at(fault.cells[0]) if len(fault.cells) > 1 else None
        if not self.second(grid, mark) or set(fault.cells) != set(grid.cells(mark or "")):
            return None
        return Message("Call one {letter}", letter=self.next_letter(grid))

    def is_named(self, grid: Grid, mark: str) -> bool:
        """Whether it matters which of two pieces has this letter."""
        return False

    def is_whole(self, cells: list[Cell]) -> bool:
        """Whether cells that touch are a piece."""
        return True

    def pieces(self, grid: Grid) -> dict[str, list[Cell]]:
        """The cells of each letter."""
        return {mark: grid.cells(mark) for mark in sorted(grid.marks()) if self.is_piece(mark)}

    def floor(self, grid: Grid) -> tuple[str, ...]:
        return tuple("".join("#" if mark == self.wall else "." for mark in row) for row in grid.rows)


def touching(cells: list[Cell]) -> list[list[Cell]]:
    """The cells in parts that hang together, in the order of the first cell of each.

    >>> touching([(0, 0), (0, 1), (2, 0), (1, 1)])
    [[(0, 0), (0, 1), (1, 1)], [(2, 0)]]
    """
    left, parts = set(cells), []
    for cell in cells:
        if cell not in left:
            continue
        left.discard(cell)
        part = [cell]
        for row, col in part:  # grows while it is gone through
            beside = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} & left
            part += sorted(beside)
            left -= beside
        parts.append(part)
    return parts


def turned(cells: list[Cell]) -> list[Cell]:
    """The cells with rows and columns exchanged, about the upper left corner of the box round them."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return [(top + c - left, left + r - top) for r, c in cells]


def shifted(cells: list[Cell], cell: Cell, to: Cell) -> list[Cell]:
    """The cells moved as far as from one cell to another."""
    return [(r + to[0] - cell[0], c + to[1] - cell[1]) for r, c in cells]
