"""Finds the levels in a string and converts each to a position or to a list of all its faults."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.puzzle import Cell, Message, PuzzleError, plural
from ..board import Board
from .brd import is_brd, read_brd
from .drawing import MARKS, MAX_SIDE, PACKED, SIGNS, Drawing, WorkBudget, printable
from .open_walls import enclosed, find_mistakes, flood, on_rim
from .run_length import read_rows
from .slc import is_slc, read_slc
from .titles import TextBlock, assign_notes, is_note

_NEWLINE = re.compile(r"\r\n|\r|\n")
NO_LEVEL = Message("no level found; expected a board drawn with # @ + $ * . and spaces")


def drawings(text: str) -> Iterator[Drawing]:
    """Yield the drawings of all levels in order, without checking them."""
    budget, lines = WorkBudget(), _NEWLINE.split(text)
    if is_slc(text) or is_brd(lines):
        for drawing in read_slc(text) if is_slc(text) else read_brd(lines):
            drawing.budget = budget
            yield drawing
        return
    levels: list[Drawing] = []
    blocks: list[list[TextBlock]] = [[]]  # blocks[k] = the text before level k
    for first, group in _groups(lines):
        for part in _split(group, first, budget):
            if isinstance(part, TextBlock):
                blocks[-1].append(part)
            else:
                levels.append(part)
                blocks.append([])
    assign_notes(levels, blocks)
    yield from levels


def _groups(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each group of lines between blank lines, with the line number of its first line."""
    group: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            group.append(line)
        elif group:
            yield number - len(group), group
            group = []
    if group:
        yield len(lines) + 1 - len(group), group


def _split(group: list[str], first: int, budget: WorkBudget) -> Iterator[Drawing | TextBlock]:
    """Yield the boards and text blocks in a group; a note ends a board, and other text inside one is a faulty row."""
    is_row = [_looks_drawn(line) for line in group]
    if (
        not any(is_row)
        and any(mark in "@+$*" for line in group for mark in line)
        and all(set(line) <= SIGNS for line in group)
    ):
        is_row = [True] * len(group)
    rows: list[str] = []
    lines: list[int] = []
    words: list[str] = []
    last = max((i for i, row in enumerate(is_row) if row), default=-1)
    above = False
    for i, line in enumerate(group):
        if is_row[i] or (bool(rows) and i < last and not is_note(line)):
            if words:
                yield TextBlock(words, above, below=True)
                words = []
            rows.append(line)
            lines.append(first + i)
            continue
        if rows:
            yield from _boards(rows, lines, budget)
            rows, lines, above = [], [], True
        words.append(line)
    if words:
        yield TextBlock(words, above, below=False)
    if rows:
        yield from _boards(rows, lines, budget)


def _boards(rows: list[str], lines: list[int], budget: WorkBudget) -> Iterator[Drawing]:
    """Yield one board, or several if the rows contain row ends (``|``) and do not form one level."""
    joined = read_rows(rows, lines, budget)
    ends = ["|" in row.strip().rstrip("|") for row in rows]
    if len(rows) == 1 or not any(ends) or _is_level(joined):
        yield joined
        return
    single = [read_rows([row], [line], budget) for row, line in zip(rows, lines, strict=True)]
    if (
        not any(end and _is_level(drawing) for drawing, end in zip(single, ends, strict=True))
        and sum(end and ("@" in row or "+" in row) for row, end in zip(rows, ends, strict=True)) < 2
    ):
        yield joined
        return
    start = 0
    for i in range(1, len(rows) + 1):
        if i == len(rows) or ends[i] or ends[i - 1]:
            yield single[start] if i == start + 1 else read_rows(rows[start:i], lines[start:i], budget)
            start = i


def _is_level(drawing: Drawing) -> bool:
    try:
        position(drawing)
    except PuzzleError:
        return False
    return True


def _looks_drawn(line: str) -> bool:
    marks = line.strip()
    if "#" not in marks or is_note(line):
        return False
    if set(marks) <= PACKED:
        return True
    ends = marks.strip("0123456789()|")
    if not (ends[0] == "#" or ends[-1] == "#") or len(marks) < 3:
        return False
    return 2 * sum(mark in PACKED or mark in MARKS for mark in marks) > len(marks) and marks.count("#") > 1


def position(drawing: Drawing) -> tuple[Board, int, frozenset[int]]:
    """Return the board, player's square and boxes of a drawing; raise PuzzleError with all faults if there are any."""
    if not drawing.checked:
        drawing.checked, drawing.position = True, _position(drawing)
    drawing.faults.raise_any()
    assert drawing.position is not None
    return drawing.position


def _position(drawing: Drawing) -> tuple[Board, int, frozenset[int]] | None:
    faults, rows = drawing.faults, drawing.rows
    height, width = len(rows), max(map(len, rows), default=0)
    if not height or not width:
        if not faults:
            faults.add(Message("the level has no rows; expected a board drawn with # @ $ ."), drawing.line, 1)
        return None
    marks = [(r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in "@+$*."]
    players = [(r, c) for r, c, mark in marks if mark in "@+"]
    things = {(r, c): mark for r, c, mark in marks if mark != "@"}
    if not players:
        faults.add(Message("the level has no player; expected one @ (or + on storage)"), drawing.line, 1)
    for second in players[1:]:
        drawing.add_fault(Message("a second player; expected only one @ or +"), [second])
    padded = [row.ljust(width) for row in rows]
    inside = set[Cell]()
    if height > MAX_SIDE or width > MAX_SIDE:
        why = Message(
            "the level has {rows} and {columns}; expected at most {most} of each",
            rows=plural("{n} row", "{n} rows", n=height),
            columns=plural("{n} column", "{n} columns", n=width),
            most=MAX_SIDE,
        )
        faults.add(why, drawing.line, 1)
    elif drawing.complete:
        shut = enclosed(padded, players[0], things) if players else None
        if shut is not None:
            inside = shut[0]
            things = {cell: mark for cell, mark in things.items() if cell not in shut[1]}
        elif players or on_rim(padded, flood(padded, things)):
            _add_wall_faults(drawing, padded, players[:1], things)
    _add_mark_faults(drawing)
    return None if faults else _trimmed(padded, inside, players[0], things)


def _add_wall_faults(drawing: Drawing, rows: list[str], player: list[Cell], things: dict[Cell, str]) -> None:
    gaps, strays = find_mistakes(rows, player[0] if player else None, things.keys(), drawing.budget)
    walked = flood(rows, player)
    for gap in gaps:
        if player and walked.isdisjoint(gap):
            why = plural(
                "the walls are open here; expected # all round",
                "the walls are open here, {n} squares wide; expected # all round",
                n=len(gap),
            )
        else:
            why = plural(
                "the walls are open here: the player could walk out; expected # all round",
                "the walls are open here, {n} squares wide: the player could walk out; expected # all round",
                n=len(gap),
            )
        drawing.add_fault(why, gap)
    for cell in strays:
        if things[cell] in "$*":
            drawing.add_fault(Message("the box is outside the walls; expected it inside"), [cell])
        else:
            drawing.add_fault(Message("the storage square is outside the walls; expected it inside"), [cell])


def _add_mark_faults(drawing: Drawing) -> None:
    """Add a fault for each unknown mark; called last, because many of them could crowd out other faults."""
    places: dict[tuple[int, int, str], list[Cell]] = {}  # all squares of a run have the same line and column
    for cell, mark in drawing.odd.items():
        places.setdefault((*drawing.text_place(cell), mark), []).append(cell)
    for (_, _, mark), cells in places.items():
        if drawing.is_brd:
            why = Message("unexpected '{mark}' in a .brd level; expected W . B L + or a space", mark=printable(mark))
        else:
            why = Message("unexpected '{mark}'; expected # @ + $ * . - _ or a space", mark=printable(mark))
        drawing.add_fault(why, cells)


def _trimmed(
    rows: list[str], inside: set[Cell], player: Cell, things: dict[Cell, str]
) -> tuple[Board, int, frozenset[int]]:
    """Return the board with the empty rows and columns around it removed, the player's square, and the boxes.

    If a box is part of the border, so that there is floor at the edge, an empty margin is added on all sides.
    """
    marks = [
        "".join(
            "#" if sign == "#" else " " if (r, c) not in inside else "o" if sign in ".*+" else "."
            for c, sign in enumerate(row)
        )
        for r, row in enumerate(rows)
    ]
    top = next(r for r, row in enumerate(marks) if row.strip())
    bottom = max(r for r, row in enumerate(marks) if row.strip())
    left = min(len(row) - len(row.lstrip()) for row in marks if row.strip())
    right = max(len(row.rstrip()) for row in marks)
    floor = [row[left:right] for row in marks[top : bottom + 1]]
    if any(sign in ".o" for sign in "".join([floor[0], floor[-1], *(row[0] + row[-1] for row in floor)])):
        empty = " " * (right - left + 2)
        floor = [empty, *(f" {row} " for row in floor), empty]
        top, left = top - 1, left - 1
    board = Board(tuple(floor))

    def square(cell: Cell) -> int:
        return (cell[0] - top) * board.cols + cell[1] - left

    return board, square(player), frozenset(square(cell) for cell, sign in things.items() if sign in "$*")
