"""A level being drawn: its scene, even if the level is not valid, and its faults with their locations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...core.editor import Edit, Editor, Refusal
from ...core.puzzle import Fault, Message, Puzzle, PuzzleError, Unsupported
from ...core.scene import Scene
from ...formats.position_id import encode, require_small
from ..wire import answers
from .positions import show_scene, write_formats


def sketch(kind: type[Puzzle], text: str, edit: Edit) -> answers.Sketch:
    """Return the text after the edit, with its scene and faults, and the level's id if the text is a valid level."""
    editor = kind.about.page().editor
    if editor is None:
        raise Unsupported(Message("{family} cannot be drawn", family=kind.title()))
    text = text if text.strip() else editor.start
    too_large = edit.name == "size" and edit.to is not None and not 1 <= min(edit.to) <= max(edit.to) <= editor.largest
    refused: Message | None = None
    if edit.name and not too_large:
        try:
            text = editor.edit(text, edit)
        except Refusal as refusal:
            refused = refusal.message
    puzzle: Puzzle | None = None
    greeting: Message | None = None
    try:
        drawn = kind.parse(text)
        require_small(drawn)
        scene = drawn.scene()
        puzzle = editor.level(drawn)
        faults: Sequence[Fault] = [editor.locate(text, fault) for fault in puzzle.faults()]
    except PuzzleError as error:
        scene, greeting = editor.draft_scene(text), editor.greeting(text)
        faults = () if greeting else error.faults
    if too_large:
        largest = Message("a board of this family has at most {n} rows and columns", n=editor.largest)
        faults = [*faults, Fault(largest)]
    return answers.Sketch(
        text=text,
        scene=_show_drawing(scene, editor),
        faults=[answers.SketchFault(f.message, f.line, f.column, f.cells, editor.fix(text, f)) for f in faults],
        id=None if puzzle is None else encode(puzzle),
        formats={} if puzzle is None else write_formats(puzzle),
        refused=refused,
        greeting=greeting,
    )


def _show_drawing(scene: Scene, editor: Editor) -> answers.Scene:
    """Return the scene, coloured as if all the editor's pieces were present, so that colours do not change."""
    known = {piece.id for piece in scene.pieces + scene.waiting}
    extra = {piece.id: piece for piece in editor.always if piece.id not in known}
    drawn = show_scene(replace(scene, waiting=(*scene.waiting, *extra.values())))
    return replace(drawn, waiting=[piece for piece in drawn.waiting if piece.id not in extra])
