"""What a level being drawn looks like, even where it is not sound, and every fault of it with its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ..families import family
from ..families.packing.position import Packing
from ..puzzle import Cell, Exit, Piece, Puzzle, PuzzleError, Scene, Unsupported
from ..share import encode, require_small
from .drawing import EDITORS, LARGEST, LETTERS, STARTS, Edit, Grid, begun, canonical
from .faults import Found, is_general, look
from .positions import scene_json


def sketch(name: str, text: str, edit: Edit) -> dict[str, Any]:
    """The text after the edit, a scene of it even where it is not sound, and its faults with their places."""
    if not text.strip():
        text = STARTS[name]
    too_large = edit.name == "size" and edit.to is not None and not (
        min(edit.to) >= 1 and max(edit.to) <= LARGEST[name]
    )  # fmt: skip
    if edit.name and not too_large:
        text = EDITORS[name](text, edit)
    faults: list[dict[str, Any]] = []
    puzzle: Puzzle | None = None
    try:
        puzzle = family(name).parse(text)
        require_small(puzzle)
        scene = puzzle.scene()
        if isinstance(puzzle, Packing):
            puzzle = puzzle.take_back()  # what is drawn on the board shows a solution; the player begins without it
        faults = [_fault(why) for why in puzzle.faults()]
        faults = [_placed(fault, scene, text) for fault in faults]
    except PuzzleError as error:
        found, eased = look(name, text)
        puzzle = None
        scene = eased.scene() if name == "packing" and eased else _rough(name, text)
        faults = _parse_faults(name, text, found or [Found(error.why, error.line, error.column)])
    if too_large:
        faults.append(_fault(f"a board of this family has at most {LARGEST[name]} rows and columns"))
    id, formats = None, {}
    if puzzle is not None:
        id = encode(puzzle)
        for format in puzzle.formats:
            try:
                formats[format] = puzzle.text(format)
            except Unsupported:
                continue
    letters = {mark for mark in text if mark in LETTERS}
    return {
        "text": text,
        "scene": _steady(scene),
        "faults": faults,
        "id": id,
        "formats": formats,
        "next": next((letter for letter in LETTERS[1:] if letter not in letters), "Z"),
    }


def _steady(scene: Scene) -> dict[str, Any]:
    """The scene painted as if it had at least eleven labels, so that colours stay while one draws."""
    known = {piece.id for piece in scene.pieces + scene.waiting}
    more = [letter for letter in LETTERS[1:12] if letter not in known] if scene.family == "rushhour" else []
    extra = tuple(Piece(letter, ((0, 0),), "car", letter) for letter in more)
    drawn = scene_json(replace(scene, waiting=scene.waiting + extra))
    drawn["waiting"] = [piece for piece in drawn["waiting"] if piece["id"] not in more]
    return drawn


def _rough(name: str, text: str) -> Scene:
    """A scene of a text that is not sound: equal letters are one piece, whatever its shape."""
    other = {"rushhour": "exit", "blocks": "goal"}.get(name, "\0")
    if name == "packing" and (bare := begun(text)):
        return bare.scene()
    if name == "packing":
        return Scene(name, 6, 6, ("......",) * 6, ())
    if name == "tiles":
        return _rough_tiles(text)
    grid = Grid(canonical(name, text, "grid"), " " if name == "sokoban" else ".", lambda s: s.strip().startswith(other))
    grid.square()
    rows, cols = max(1, min(64, len(grid.rows))), max(1, min(64, grid.cols))
    walls = {"rushhour": "x", "blocks": "#", "sokoban": "#"}[name]
    floor = []
    cells: dict[str, list[Cell]] = {}
    for r in range(rows):
        line = ""
        for c in range(cols):
            mark = grid.at((r, c)) or grid.blank
            line += "#" if mark == walls else "o" if name == "sokoban" and mark in ".*+" else "."
            if mark not in f"{walls}.o -_\t" or (mark == "o" and name == "blocks"):
                cells.setdefault(mark, []).append((r, c))
        floor.append(line)
    pieces = []
    for mark, where in sorted(cells.items()):
        if name == "sokoban":
            kind = {"$": "box", "*": "box", "@": "player", "+": "player"}.get(mark)
            for n, cell in enumerate(where if kind else []):
                state = "home" if mark == "*" else ""
                id = f"box@{cell[0]},{cell[1]}" if kind == "box" else f"player{n or ''}"
                pieces.append(Piece(id, (cell,), kind or "", state=state))
        else:
            kind = "target" if mark == "A" and name == "rushhour" else "car" if name == "rushhour" else "block"
            pieces.append(Piece(mark, tuple(where), kind, mark))
    lane = next((p.cells[0][0] for p in pieces if p.kind == "target"), None)
    gap = Exit("right", lane, lane) if lane is not None and name == "rushhour" else None
    return Scene(name, rows, cols, tuple(floor), tuple(pieces), gap)


def _words(text: str) -> list[list[tuple[int, int, str]]]:
    """The numbers of a tiles text as rows of (line, column, word): no size before them, no goal behind."""
    lines = text.replace("\r", "").split("\n")
    rows = [[(n, word.start() + 1, word[0]) for word in re.finditer(r"\S+", line)] for n, line in enumerate(lines, 1)]
    goal = next((at for at, row in enumerate(rows) if row and row[0][2].lower() == "goal"), len(rows))
    rows = [row for row in rows[:goal] if row]
    if len(rows) > 1 and len(rows[0]) == 2 and max(map(len, rows[1:])) != 2:
        rows = rows[1:]
    if len(rows) == 1:
        side = max(1, round(len(rows[0]) ** 0.5))
        rows = [rows[0][at : at + side] for at in range(0, len(rows[0]), side)]
    return [row[:8] for row in rows[:8]]


def _rough_tiles(text: str) -> Scene:
    rows = _words(text) or [[]]
    cols = max(1, *map(len, rows)) if len(rows) > 1 else max(1, len(rows[0]))
    pieces = [
        Piece(f"{r},{c}", ((r, c),), "tile", word[:3])
        for r, row in enumerate(rows)
        for c, (_, _, word) in enumerate(row)
        if word != "0"
    ]
    return Scene("tiles", len(rows), cols, ("." * cols,) * len(rows), tuple(pieces))


def _parse_faults(name: str, text: str, found: list[Found]) -> list[dict[str, Any]]:
    """The faults of a text that cannot be read, with the cells they are about; equal ones are told once."""
    told: dict[str, dict[str, Any]] = {}
    for each in found:
        line, column = (None, None) if is_general(each.why) else (each.line, each.column)
        cells: list[Cell] = []
        fix = None
        if not (line and column) or (name == "blocks" and _is_goal(text, line)):
            pass
        elif name in ("rushhour", "blocks", "sokoban"):
            cells = _same(text, line - 1, column - 1)
            fix = _fix(text, line - 1, column - 1) if name == "rushhour" and len(cells) == 1 else None
        elif name == "tiles":
            rows = enumerate(_words(text))
            cells = [(r, c) for r, row in rows for c, word in enumerate(row) if word[:2] == (line, column)]
        fault = told.setdefault(each.why, {**_fault(each.why), "line": line, "column": column, "fix": fix})
        fault["cells"] += [cell for cell in cells if cell not in fault["cells"]]
    return list(told.values())


def _is_goal(text: str, line: int) -> bool:
    return "".join(text.split("\n")[line - 1 : line]).strip().lower().startswith("goal")


def _placed(fault: dict[str, Any], scene: Scene, text: str) -> dict[str, Any]:
    """A fault of a level that can be read, with the place it is about: the piece it names, or the target."""
    named = re.search(r"(?:[Pp]iece|[Cc]ar|[Bb]lock) (\S+)", fault["why"])
    id = named[1].rstrip(".,;:") if named else None
    cells = [cell for p in scene.pieces if p.id == id or (id is None and p.kind == "target") for cell in p.cells]
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines, 1) if scene.family == "packing" and line.split()[:1] == [id]), None)
    return {**fault, "cells": fault["cells"] or cells, "line": fault["line"] or at}


def _same(text: str, row: int, col: int) -> list[Cell]:
    """The cells of the piece that stands at a place of a text, or the place alone."""
    rows = text.replace("\r", "").split("\n")
    mark = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
    if mark in LETTERS and mark:
        near = [(r, c) for r, line in enumerate(rows[:64]) for c, here in enumerate(line[:64]) if here == mark]
        return near[:64]
    return [(row, col)]


def _fix(text: str, row: int, col: int) -> str | None:
    rows = text.replace("\r", "").split("\n")
    mark = rows[row][col] if row < len(rows) and col < len(rows[row]) else "."
    return "Make it two" if mark in LETTERS else None


def _fault(why: str) -> dict[str, Any]:
    places = [(int(r) - 1, int(c) - 1) for r, c in re.findall(r"row (\d+), column (\d+)", why)]
    why = why[:1].upper() + why[1:]
    return {"why": why if why.endswith(".") else f"{why}.", "line": None, "column": None, "cells": places, "fix": None}
