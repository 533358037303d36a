"""What an edit would change on the board: the same edit is made, and the scenes before and after are compared."""

from __future__ import annotations

from ...core.editor import Edit, Editor, Refusal
from ...core.puzzle import Cell, Message, Puzzle, PuzzleError, Unsupported
from ...core.scene import Scene
from ..wire import answers


def preview(kind: type[Puzzle], text: str, edit: Edit) -> answers.Preview:
    """Return the cells that the edit would cover, or why it is refused."""
    editor = kind.about.page().editor
    if editor is None:
        raise Unsupported(Message("{family} cannot be drawn", family=kind.title()))
    text = text if text.strip() else editor.start
    try:
        after = editor.edit(text, edit)
    except Refusal as refusal:
        cell = edit.to or edit.cell
        return answers.Preview(refusal.cells or ((cell,) if cell else ()), refusal.message)
    return answers.Preview(changed_cells(_scene(kind, editor, text), _scene(kind, editor, after)), None)


def _scene(kind: type[Puzzle], editor: Editor, text: str) -> Scene:
    try:
        return kind.parse(text).scene()
    except PuzzleError:
        return editor.draft_scene(text)


def changed_cells(before: Scene, after: Scene) -> tuple[Cell, ...]:
    """Return the cells of the pieces that are new or elsewhere, of other ground, and of new goals, in reading order."""
    old = {(piece.kind, piece.id, piece.cells) for piece in before.pieces}
    cells = {cell for piece in after.pieces if (piece.kind, piece.id, piece.cells) not in old for cell in piece.cells}
    cells |= {cell for home in after.homes if home not in before.homes for cell in home.cells}
    for r, (row, other) in enumerate(zip(before.floor, after.floor, strict=False)):
        cells |= {(r, c) for c, (mark, new) in enumerate(zip(row, other, strict=False)) if mark != new}
    return tuple(sorted(cells))
