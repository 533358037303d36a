"""From text to positions: where the levels of a file begin and end, and what is wrong with each, all of it at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.puzzle import Cell, Message, PuzzleError, plural
from ..board import Board
from .rows import LARGEST, MARKS, PACKED, SIGNS, Drawing, Patience, brd, drawn, is_brd, shown
from .slc import is_slc, slc
from .titles import Said, assign, is_remark
from .walls import enclosed, flood, mistakes, on_rim

_NEWLINE = re.compile(r"\r\n|\r|\n")
NO_LEVEL = Message("no level found; expected a board drawn with # @ + $ * . and spaces")


def drawings(text: str) -> Iterator[Drawing]:
    """The drawings of all levels in the text, in order; nothing is checked yet beyond where each begins and ends."""
    patience, lines = Patience(), _NEWLINE.split(text)
    if is_slc(text) or is_brd(lines):
        for one in slc(text) if is_slc(text) else brd(lines):
            one.patience = patience
            yield one
        return
    found: list[Drawing] = []
    said: list[list[Said]] = [[]]  # said[k] = what the text says before drawing k
    for first, group in _groups(lines):
        for part in _split(group, first, patience):
            if isinstance(part, Said):
                said[-1].append(part)
            else:
                found.append(part)
                said.append([])
    assign(found, said)
    yield from found


def _groups(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    # Runs of lines without a blank one between them; the number is the line of the first, from 1.
    group: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            group.append(line)
        elif group:
            yield number - len(group), group
            group = []
    if group:
        yield len(lines) + 1 - len(group), group


def _split(group: list[str], first: int, patience: Patience) -> Iterator[Drawing | Said]:
    # Boards in one run of lines; lines that are remarks end a board, other foreign lines inside it are faulty rows.
    meant = [_looks_drawn(line) for line in group]
    if (
        not any(meant)
        and any(mark in "@+$*" for line in group for mark in line)
        and all(set(line) <= SIGNS for line in group)
    ):
        meant = [True] * len(group)
    rows: list[str] = []
    lines: list[int] = []
    words: list[str] = []
    last = max((i for i, is_row in enumerate(meant) if is_row), default=-1)
    above = False
    for i, line in enumerate(group):
        if meant[i] or (bool(rows) and i < last and not is_remark(line)):
            if words:
                yield Said(words, above, below=True)
                words = []
            rows.append(line)
            lines.append(first + i)
            continue
        if rows:
            yield from _boards(rows, lines, patience)
            rows, lines, above = [], [], True
        words.append(line)
    if words:
        yield Said(words, above, below=False)
    if rows:
        yield from _boards(rows, lines, patience)


def _boards(rows: list[str], lines: list[int], patience: Patience) -> Iterator[Drawing]:
    # Usually one board; but where rows that hold row ends do not join into one level, each is a level of its own.
    whole = drawn(rows, lines, patience)
    ends = ["|" in row.strip().rstrip("|") for row in rows]
    if len(rows) == 1 or not any(ends) or _is_level(whole):
        yield whole
        return
    single = [drawn([row], [line], patience) for row, line in zip(rows, lines, strict=True)]
    if (
        not any(end and _is_level(one) for one, end in zip(single, ends, strict=True))
        and sum(end and ("@" in row or "+" in row) for row, end in zip(rows, ends, strict=True)) < 2
    ):
        yield whole
        return
    start = 0
    for i in range(1, len(rows) + 1):
        if i == len(rows) or ends[i] or ends[i - 1]:
            yield single[start] if i == start + 1 else drawn(rows[start:i], lines[start:i], patience)
            start = i


def _is_level(drawing: Drawing) -> bool:
    try:
        position(drawing)
    except PuzzleError:
        return False
    return True


def _looks_drawn(line: str) -> bool:
    marks = line.strip()
    if "#" not in marks or is_remark(line):
        return False
    if set(marks) <= PACKED:
        return True
    ends = marks.strip("0123456789()|")
    if not (ends[0] == "#" or ends[-1] == "#") or len(marks) < 3:
        return False
    return 2 * sum(mark in PACKED or mark in MARKS for mark in marks) > len(marks) and marks.count("#") > 1


def position(drawing: Drawing) -> tuple[Board, int, frozenset[int]]:
    """The board, the player's square and the boxes of a drawing; PuzzleError carries all its faults."""
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
        drawing.blame(Message("a second player; expected only one @ or +"), [second])
    padded = [row.ljust(width) for row in rows]
    inside = set[Cell]()
    if height > LARGEST or width > LARGEST:
        why = Message(
            "{rows} of {columns}; expected at most {most} each",
            rows=plural("{n} row", "{n} rows", n=height),
            columns=plural("{n} column", "{n} columns", n=width),
            most=LARGEST,
        )
        faults.add(why, drawing.line, 1)
    elif drawing.whole:
        shut = enclosed(padded, players[0], things) if players else None
        if shut is not None:
            inside = shut[0]
            things = {cell: mark for cell, mark in things.items() if cell not in shut[1]}
        elif players or on_rim(padded, flood(padded, things)):
            _blame_walls(drawing, padded, players[:1], things)
    _blame_marks(drawing)
    return None if faults else _trimmed(padded, inside, players[0], things)


def _blame_walls(drawing: Drawing, rows: list[str], player: list[Cell], things: dict[Cell, str]) -> None:
    gaps, strays = mistakes(rows, player[0] if player else None, things.keys(), drawing.patience)
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
        drawing.blame(why, gap)
    for cell in strays:
        if things[cell] in "$*":
            drawing.blame(Message("the box is outside the walls; expected it inside"), [cell])
        else:
            drawing.blame(Message("the storage is outside the walls; expected it inside"), [cell])


def _blame_marks(drawing: Drawing) -> None:
    # Last of all: there may be more of them than are told, and then no other fault is left untold.
    places: dict[tuple[int, int, str], list[Cell]] = {}  # a run of one mark stands at one place of the text
    for cell, mark in drawing.odd.items():
        places.setdefault((*drawing.place(cell), mark), []).append(cell)
    for (_, _, mark), cells in places.items():
        if drawing.is_brd:
            why = Message("'{mark}' means nothing in a .brd level; expected W . B L + or a space", mark=shown(mark))
        else:
            why = Message("'{mark}' means nothing here; expected # @ + $ * . - _ or a space", mark=shown(mark))
        drawing.blame(why, cells)


def _trimmed(
    rows: list[str], inside: set[Cell], player: Cell, things: dict[Cell, str]
) -> tuple[Board, int, frozenset[int]]:
    # The board without empty rows and columns around it, and the squares of the player and the boxes on it. Floor on
    # the rim, below a box that stands in an open border, gets an empty row and column all round.
    kept = [
        "".join(
            "#" if mark == "#" else " " if (r, c) not in inside else "o" if mark in ".*+" else "."
            for c, mark in enumerate(row)
        )
        for r, row in enumerate(rows)
    ]
    top = next(r for r, row in enumerate(kept) if row.strip())
    bottom = max(r for r, row in enumerate(kept) if row.strip())
    left = min(len(row) - len(row.lstrip()) for row in kept if row.strip())
    right = max(len(row.rstrip()) for row in kept)
    floor = [row[left:right] for row in kept[top : bottom + 1]]
    if any(mark in ".o" for mark in "".join([floor[0], floor[-1], *(row[0] + row[-1] for row in floor)])):
        empty = " " * (right - left + 2)
        floor = [empty, *(f" {row} " for row in floor), empty]
        top, left = top - 1, left - 1
    board = Board(tuple(floor))

    def square(cell: Cell) -> int:
        return (cell[0] - top) * board.cols + cell[1] - left

    return board, square(player), frozenset(square(cell) for cell, mark in things.items() if mark in "$*")
