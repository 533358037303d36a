"""What the Draw view may do with a packing level: the board, its holes, and pieces drawn as a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...core.editor import (
    ERASER,
    LETTERS,
    NO_LETTER,
    NO_PIECE,
    OUTSIDE,
    UNREADABLE,
    Edit,
    Editor,
    Refusal,
    Sample,
    Tool,
)
from ...core.puzzle import Cell, Fault, Message, Puzzle, PuzzleError, Scene
from .board import Spot, Tray
from .shapes import Kind, Point, Shape
from .text import write

PASSES = 8
"""How often lines at fault are left out before a rough scene shows the bare board."""


class PackingEditor(Editor):
    """Rectangles dragged on the board become pieces; what is drawn shows a solution, the player begins without it."""

    start = "board 6 6"
    largest = 20
    format = "text"
    tools = (
        Tool("piece", Message("Piece"), piece=Sample("slab", 200, pattern=1, wide=2), stretches=True),
        Tool("hole", Message("Hole"), mark="wall"),
        Tool("lock", Message("Lock"), icon="lock", on_piece="lock"),
        ERASER,
    )

    def edit(self, text: str, edit: Edit) -> str:
        now = self._begun(text)
        if now is None and edit.name == "empty":
            return self.start
        if now is None:
            raise Refusal(UNREADABLE)
        tray: Tray = now.tray
        if edit.name == "size" and edit.to:
            height, width = edit.to
            whole = [(x, y) for x in range(width) for y in range(height)]
            return write(Tray(width, height, whole, tray.kinds, tray.leftover), (None,) * len(now.spots))
        if edit.name == "empty":
            return f"board {tray.width} {tray.height}"
        if edit.cell is None:
            return text
        piece = _piece_at(now, edit.cell)
        if piece is not None:
            return self._on_piece(now, piece, edit)
        if edit.name == "put" and edit.tool == "hole":
            board = tray.board ^ {_point(tray, edit.cell)}
            if not board:
                raise Refusal(Message("The board needs a cell that is no hole."))
            return _written(tray, now.spots, board=board) if _inside(tray, edit.cell) else text
        if edit.name == "put" and edit.tool == "piece":
            return self._with_piece(now, edit.cell, edit.to or edit.cell)
        if edit.name in ("turn", "lock") or (edit.name == "put" and edit.tool == "lock"):
            raise Refusal(NO_PIECE)
        return text

    def greeting(self, text: str) -> Message | None:
        now = self._begun(text)
        bare = now is not None and not now.tray.kinds
        return Message("Drag a rectangle on the board: it becomes the first piece.") if bare else None

    def _with_piece(self, now: Any, one: Cell, other: Cell) -> str:
        """The text with a rectangle from one cell to the other as a new piece."""
        tray: Tray = now.tray
        (top, bottom), (left, right) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        cells = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        name = next((letter for letter in LETTERS if letter not in tray.numbers), None)
        if name is None:
            raise Refusal(NO_LETTER)
        if why := _obstacle(now, cells):
            raise Refusal.no_room(why)
        kind = Kind(name, Shape.of((c, -r) for r, c in cells))
        spot = (left, tray.height - 1 - bottom, 0, False)
        return _written(tray, [*now.spots, spot], kinds=[*tray.kinds, kind])

    def _on_piece(self, now: Any, piece: int, edit: Edit) -> str:
        """The text after an edit of a piece on the board."""
        tray: Tray = now.tray
        spots: list[Spot | None] = list(now.spots)
        x, y, turn, locked = now.spots[piece]
        kind = tray.kinds[tray.kind_of[piece]]
        if edit.name == "lock" or (edit.name == "put" and edit.tool == "lock"):
            spots[piece] = (x, y, turn, not locked)
        elif edit.name == "put":
            raise Refusal.no_room(Message("{piece} is in the way", piece=tray.ids[piece]))
        elif edit.name == "move":
            spots[piece] = _moved(now, piece, edit.cell or (0, 0), edit.to)
        elif edit.name == "erase":
            del spots[piece]
            return _written(tray, spots, kinds=_with(tray, kind, replace(kind, count=kind.count - 1)))
        elif edit.name == "turn":
            if kind.count > 1:
                raise Refusal(
                    Message(
                        "There are {n} pieces {name}; only a piece without copies can be turned.",
                        n=kind.count,
                        name=kind.name,
                    )
                )
            spots[piece] = None
            return _written(tray, spots, kinds=_with(tray, kind, replace(kind, shape=kind.shape.turned(1))))
        return _written(tray, spots)

    def level(self, puzzle: Any) -> Puzzle:
        begun: Puzzle = puzzle.take_back()
        return begun

    def place(self, text: str, fault: Fault) -> Fault:
        """The fault of a piece at the line that begins with its name."""
        name = fault.message.values.get("name")
        lines = (n for n, line in enumerate(text.split("\n"), 1) if line.split()[:1] == [name])
        return replace(fault, line=next(lines, None)) if fault.line is None else fault

    def rough(self, text: str) -> Scene:
        """What can be shown once the lines at fault are left out; an empty board where even that is not sound."""
        lines = text.replace("\r", "").split("\n")
        for _ in range(PASSES):
            drawn = "\n".join(lines)
            if (now := self._begun(drawn)) is not None:
                scene: Scene = now.scene()
                return scene
            for line in self._guilty(drawn):
                lines[line - 1] = ";"
        return Scene("packing", 6, 6, ("." * 6,) * 6, ())

    def _guilty(self, text: str) -> set[int]:
        """The lines of the text at fault."""
        try:
            self.kind.parse(text)
        except PuzzleError as error:
            return {fault.line for fault in error.faults if fault.line}
        return set()

    def _begun(self, text: str) -> Any:
        """The position of a text, also of a board that has no pieces yet; None where it cannot be read."""
        try:
            return self.kind.parse(text)
        except PuzzleError:
            pass
        try:
            bare = self.kind.parse(f"{text}\nA 1x1").tray
        except PuzzleError:
            return None
        return self.kind(Tray(bare.width, bare.height, bare.board, (), bare.leftover), (), 0)


def _point(tray: Tray, cell: Cell) -> Point:
    return cell[1], tray.height - 1 - cell[0]


def _inside(tray: Tray, cell: Cell) -> bool:
    return 0 <= cell[0] < tray.height and 0 <= cell[1] < tray.width


def _piece_at(now: Any, cell: Cell) -> int | None:
    """The number, from 0, of the piece that covers the cell."""
    found = [piece.id for piece in now.scene().pieces if cell in piece.cells]
    return now.tray.ids.index(found[0]) if found else None


def _obstacle(now: Any, cells: Iterable[Cell], but: int | None = None) -> Message | None:
    """Why a piece cannot cover the cells, or None where it can; ``but`` is a piece that leaves them."""
    for cell in cells:
        if not _inside(now.tray, cell):
            return OUTSIDE
        if _point(now.tray, cell) not in now.tray.board:
            return Message("a hole is in the way")
        if (piece := _piece_at(now, cell)) not in (None, but):
            return Message("{piece} is in the way", piece=now.tray.ids[piece])
    return None


def _moved(now: Any, piece: int, cell: Cell, to: Cell | None) -> Spot | None:
    """Where the piece lies after a drag from one cell to another; None off the board."""
    spot: Spot = now.spots[piece]
    if to is None:
        return None
    x, y, turn, locked = spot
    x, y = x + to[1] - cell[1], y + cell[0] - to[0]
    tray: Tray = now.tray
    laid = [(tray.height - 1 - y - dy, x + dx) for dx, dy in now.kind(piece).shapes[turn].points]
    if not any(_inside(tray, each) for each in laid):
        return None
    if why := _obstacle(now, laid, piece):
        raise Refusal.no_room(why)
    return x, y, turn, locked


def _with(tray: Tray, old: Kind, new: Kind) -> list[Kind]:
    """The kinds with one in the place of another, and without those of which no piece is left."""
    return [kind for kind in (new if each is old else each for each in tray.kinds) if kind.count]


def _written(
    tray: Tray,
    spots: Sequence[Spot | None],
    *,
    board: Iterable[Point] | None = None,
    kinds: Iterable[Kind] | None = None,
) -> str:
    board, kinds = tray.board if board is None else board, tray.kinds if kinds is None else kinds
    return write(Tray(tray.width, tray.height, board, kinds, tray.leftover), tuple(spots))
