"""The packing editor for the Draw view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...core.cells import connected_groups, keep_inside, neighbours
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
from ...core.puzzle import Cell, Fault, Limits, Message, Puzzle, PuzzleError, Task
from ...core.scene import Scene
from .board import Board, Placement
from .shapes import Kind, Point, Shape
from .text import write

MAX_PASSES = 8
"""The maximum number of attempts to remove faulty lines; if faults remain, the draft scene is an empty board."""

DRAW_LIMITS = Limits(seconds=2.0, bytes=1 << 28)
"""The limits for finding a solution in which to draw a level."""


class PackingEditor(Editor):
    """Editor for packing levels: draws the pieces of a solution, which the player does not see.

    The brush paints a piece cell by cell; the other tool stretches rectangles.
    """

    start = "board 6 6"
    largest = 20
    format = "text"
    tools = (
        Tool("piece", Message("Piece"), piece=Sample("slab", 200, pattern=1, wide=2), stretches=True),
        Tool("brush", Message("Brush"), icon="edit", drops=False, over=True, grows=True, on_piece="put"),
        Tool("hole", Message("Hole"), mark="wall"),
        Tool("lock", Message("Lock"), icon="lock", on_piece="lock"),
        ERASER,
    )

    def edit(self, text: str, edit: Edit) -> str:
        now = self._parse_partial(text)
        if now is None and edit.name == "empty":
            return self.start
        if now is None:
            raise Refusal(UNREADABLE)
        board: Board = now.board
        if edit.name == "size" and edit.to:
            height, width = edit.to
            whole = [(x, y) for x in range(width) for y in range(height)]
            return write(Board(width, height, whole, board.kinds, board.leftover), (None,) * len(now.placements))
        if edit.name == "empty":
            return f"board {board.width} {board.height}"
        if edit.cell is None:
            return text
        piece = _piece_at(now, edit.cell)
        if edit.name == "put" and edit.tool == "brush":
            return _brush(now, piece, edit.cell, edit.to)
        if piece is not None:
            return self._on_piece(now, piece, edit)
        if edit.name == "put" and edit.tool == "hole":
            points = board.points ^ {_point(board, edit.cell)}
            if not points:
                raise Refusal(Message("The board needs at least one cell that is not a hole."))
            return _write(board, now.placements, points=points) if _inside(board, edit.cell) else text
        if edit.name == "put" and edit.tool == "piece":
            return self._with_piece(now, edit.cell, edit.to or edit.cell)
        if edit.name in ("turn", "lock") or (edit.name == "put" and edit.tool == "lock"):
            raise Refusal(NO_PIECE)
        return text

    def greeting(self, text: str) -> Message | None:
        now = self._parse_partial(text)
        bare = now is not None and not now.board.kinds
        return Message("Drag a rectangle on the board: it becomes the first piece.") if bare else None

    def draw(self, level: Any) -> str:
        """Return the text of the level with its pieces where one solution puts them, if one is found soon."""
        start = level.take_back()
        result = level.native.solve(start, Task("pieces", DRAW_LIMITS, any=True, workers=1))
        return str(start.after(result.moves) if result.solved else level)

    def _with_piece(self, now: Any, start: Cell, end: Cell) -> str:
        """Return the text with a new rectangular piece that extends from one cell to the other."""
        board: Board = now.board
        (top, bottom), (left, right) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        cells = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        name = _new_name(board)
        _require_room(now, cells)
        kind = Kind(name, Shape.of((c, -r) for r, c in cells))
        placement = Placement(left, board.height - 1 - bottom, 0, False)
        return _write(board, [*now.placements, placement], kinds=[*board.kinds, kind])

    def _on_piece(self, now: Any, piece: int, edit: Edit) -> str:
        board: Board = now.board
        placements: list[Placement | None] = list(now.placements)
        kind = board.kinds[board.kind_of[piece]]
        if edit.name == "lock" or (edit.name == "put" and edit.tool == "lock"):
            placements[piece] = now.placements[piece]._replace(locked=not now.placements[piece].locked)
        elif edit.name == "put":
            _require_room(now, [edit.cell or (0, 0)])
        elif edit.name == "move":
            placements[piece] = _drag(now, piece, edit.cell or (0, 0), edit.to)
        elif edit.name == "erase":
            del placements[piece]
            return _write(board, placements, kinds=_replace_kind(board, kind, replace(kind, count=kind.count - 1)))
        elif edit.name == "turn":
            if kind.count > 1:
                raise Refusal(
                    Message(
                        "There are {n} pieces called {name}; only a piece that occurs once can be turned.",
                        n=kind.count,
                        name=kind.name,
                    )
                )
            placements[piece] = None
            return _write(
                board, placements, kinds=_replace_kind(board, kind, replace(kind, shape=kind.shape.turned(1)))
            )
        return _write(board, placements)

    def level(self, puzzle: Any) -> Puzzle:
        start: Puzzle = puzzle.take_back()
        return start

    def locate(self, text: str, fault: Fault) -> Fault:
        """Return the fault; if it has no line, use the first line that begins with the name of its piece."""
        name = fault.message.values.get("name")
        lines = (n for n, line in enumerate(text.split("\n"), 1) if line.split()[:1] == [name])
        return replace(fault, line=next(lines, None)) if fault.line is None else fault

    def draft_scene(self, text: str) -> Scene:
        """Return the scene of the text without its faulty lines, or an empty board if nothing can be shown."""
        lines = text.replace("\r", "").split("\n")
        for _ in range(MAX_PASSES):
            rest = "\n".join(lines)
            if (now := self._parse_partial(rest)) is not None:
                scene: Scene = now.scene()
                return scene
            for line in self._faulty_lines(rest):
                lines[line - 1] = ";"
        return Scene("packing", 6, 6, ("." * 6,) * 6, ())

    def _faulty_lines(self, text: str) -> set[int]:
        try:
            self.kind.parse(text)
        except PuzzleError as error:
            return {fault.line for fault in error.faults if fault.line}
        return set()

    def _parse_partial(self, text: str) -> Any:
        """Return the position in the text, which may have a board but no pieces; None if it cannot be read."""
        try:
            return self.kind.parse(text)
        except PuzzleError:
            pass
        try:
            bare = self.kind.parse(f"{text}\nA 1x1").board
        except PuzzleError:
            return None
        return self.kind(Board(bare.width, bare.height, bare.points, (), bare.leftover), (), 0)


def _point(board: Board, cell: Cell) -> Point:
    return cell[1], board.height - 1 - cell[0]


def _inside(board: Board, cell: Cell) -> bool:
    return 0 <= cell[0] < board.height and 0 <= cell[1] < board.width


def _piece_at(now: Any, cell: Cell) -> int | None:
    """Return the number (from 0) of the piece that covers the cell; None if no piece does."""
    ids = [piece.id for piece in now.scene().pieces if cell in piece.cells]
    return now.board.ids.index(ids[0]) if ids else None


def _obstacle(now: Any, cells: Iterable[Cell], but: int | None = None) -> Message | None:
    """Return why a piece cannot cover the cells, or None; ``but`` is the moving piece, which is ignored."""
    for cell in cells:
        if not _inside(now.board, cell):
            return OUTSIDE
        if _point(now.board, cell) not in now.board.points:
            return Message("a hole is in the way")
        if (piece := _piece_at(now, cell)) not in (None, but):
            return Message("{piece} is in the way", piece=now.board.ids[piece])
    return None


def _require_room(now: Any, cells: Iterable[Cell], but: int | None = None) -> None:
    cells = list(cells)
    if why := _obstacle(now, cells, but):
        raise Refusal.no_room(why, [cell for cell in cells if _inside(now.board, cell)])


def _drag(now: Any, piece: int, cell: Cell, to: Cell | None) -> Placement | None:
    """Return the placement after a drag from one cell to another; None if the piece leaves the board."""
    if to is None or not _inside(now.board, to):
        return None
    board: Board = now.board
    moved = [(row + to[0] - cell[0], col + to[1] - cell[1]) for row, col in _cells_of(now, piece)]
    cells = keep_inside(moved, board.height, board.width)
    _require_room(now, cells, piece)
    _, _, turn, locked = now.placements[piece]
    return Placement(min(c for _, c in cells), board.height - 1 - max(r for r, _ in cells), turn, locked)


def _cells_of(now: Any, piece: int) -> list[Cell]:
    x, y, turn, _ = now.placements[piece]
    return [(now.board.height - 1 - y - dy, x + dx) for dx, dy in now.kind(piece).shapes[turn].points]


def _new_name(board: Board) -> str:
    name = next((letter for letter in LETTERS if letter not in board.numbers), None)
    if name is None:
        raise Refusal(NO_LETTER)
    return name


def _brush(now: Any, piece: int | None, cell: Cell, to: Cell | None) -> str:
    """Return the text with one more cell of a piece, with a new piece of one cell, or with a cell taken away.

    With ``to``, that cell is added to the piece on ``cell``. Without it, an empty cell becomes a new piece, and a cell
    of a piece is taken away from it.
    """
    board: Board = now.board
    if piece is None:
        _require_room(now, [cell])
        new = Placement(cell[1], board.height - 1 - cell[0], 0, False)
        return _write(board, [*now.placements, new], kinds=[*board.kinds, Kind(_new_name(board), Shape(((0, 0),)))])
    cells = _cells_of(now, piece)
    if to is None:
        cells.remove(cell)
        if len(connected_groups(cells)) > 1:
            raise Refusal(Message("Without this cell, {piece} would fall apart.", piece=board.ids[piece]), [cell])
        return _reshaped(now, piece, cells)
    if to in cells:
        return str(now)
    _require_room(now, [to])
    if not any(near in cells for near in neighbours(to)):
        raise Refusal(Message("The cell does not touch {piece}.", piece=board.ids[piece]), [to])
    return _reshaped(now, piece, [*cells, to])


def _reshaped(now: Any, piece: int, cells: list[Cell]) -> str:
    """Return the text with other cells for one piece; if there are several of its kind, it gets a kind of its own."""
    board: Board = now.board
    k = board.kind_of[piece]
    kind = board.kinds[k]
    rest = [placement for number, placement in enumerate(now.placements) if number != piece]
    if not cells:
        return _write(board, rest, kinds=_replace_kind(board, kind, replace(kind, count=kind.count - 1)))
    shape = Shape.of((c, -r) for r, c in cells)
    x, y = min(c for _, c in cells), board.height - 1 - max(r for r, _ in cells)
    placement = Placement(x, y, 0, now.placements[piece].locked)
    if kind.count == 1:
        kinds = _replace_kind(board, kind, replace(kind, shape=shape))
        return _write(board, [*now.placements[:piece], placement, *now.placements[piece + 1 :]], kinds=kinds)
    new = replace(kind, name=_new_name(board), shape=shape, count=1)
    others = _replace_kind(board, kind, replace(kind, count=kind.count - 1))
    return _write(board, [*rest, placement], kinds=[*others, new])


def _replace_kind(board: Board, old: Kind, new: Kind) -> list[Kind]:
    """Return the kinds of pieces with ``old`` replaced by ``new``, omitting kinds that have no pieces left."""
    return [kind for kind in (new if each is old else each for each in board.kinds) if kind.count]


def _write(
    board: Board,
    placements: Sequence[Placement | None],
    *,
    points: Iterable[Point] | None = None,
    kinds: Iterable[Kind] | None = None,
) -> str:
    points, kinds = board.points if points is None else points, board.kinds if kinds is None else kinds
    return write(Board(board.width, board.height, points, kinds, board.leftover), tuple(placements))
