"""What a level being drawn looks like, even where it is not sound, and every fault of it with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..core.editor import Edit, Editor, Refusal
from ..core.puzzle import Fault, Message, Puzzle, PuzzleError, Scene, Unsupported
from ..formats.position_id import encode, require_small
from .positions import fault_json, formats, scene_json


def sketch(kind: type[Puzzle], text: str, edit: Edit) -> dict[str, Any]:
    """The text after the edit, a scene of it, its faults, and the level that it makes where it is one."""
    editor = kind.about.page().editor
    if editor is None:
        raise Unsupported(Message("{family} cannot be drawn", family=kind.title()))
    if not text.strip():
        text = editor.start
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
        faults: Sequence[Fault] = [editor.place(text, fault) for fault in puzzle.faults()]
    except PuzzleError as error:
        scene, greeting = editor.rough(text), editor.greeting(text)
        faults = () if greeting else error.faults
    if too_large:
        most = Message("a board of this family has at most {n} rows and columns", n=editor.largest)
        faults = [*faults, Fault(most)]
    return {
        "text": text,
        "scene": _painted(scene, editor),
        "faults": [{**fault_json(fault), "fix": _fix(editor, text, fault)} for fault in faults],
        "id": None if puzzle is None else encode(puzzle),
        "formats": {} if puzzle is None else formats(puzzle),
        "refused": refused.json() if refused else None,
        "greeting": greeting.json() if greeting else None,
    }


def _fix(editor: Editor, text: str, fault: Fault) -> dict[str, Any] | None:
    found = editor.fix(text, fault)
    return None if found is None else found.json()


def _painted(scene: Scene, editor: Editor) -> dict[str, Any]:
    """The scene painted as if the editor's pieces were always there, so that colours stay while one draws."""
    known = {piece.id for piece in scene.pieces + scene.waiting}
    more = {piece.id: piece for piece in editor.always if piece.id not in known}
    drawn = scene_json(replace(scene, waiting=(*scene.waiting, *more.values())))
    drawn["waiting"] = [piece for piece in drawn["waiting"] if piece["id"] not in more]
    return drawn
