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
    except PuzzleError as error:
        puzzle = None
        rough = _rough(name, text)
        scene = rough
        faults = _parse_faults(name, text, error)
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
    if name in ("tiles", "packing"):
        return Scene(name, 6, 6, ("......",) * 6, ())
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


def _parse_faults(name: str, text: str, error: PuzzleError) -> list[dict[str, Any]]:
    """The faults of a text that cannot be read; a family may name several in one sentence, each with its place."""
    parts = re.split(r"; (?=line \d+)", str(error))
    found = []
    for part in parts:
        match = re.match(r"(?:line (\d+))?(?:, column (\d+))?(?:: )?(.*)", part, re.S)
        assert match is not None
        line, column = (int(n) if n else None for n in match.group(1, 2))
        fault = {**_fault(match.group(3)), "line": line, "column": column}
        if line and column and name in ("rushhour", "blocks", "sokoban"):
            fault["cells"] = _same(text, line - 1, column - 1)
            if name == "rushhour" and len(fault["cells"]) == 1 and "one" in fault["why"] + " one":
                fault["fix"] = _fix(text, line - 1, column - 1)
        found.append(fault)
    return found


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
