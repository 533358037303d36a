"""Tells the formats of Rush Hour apart, and reads each level of a text with every fault it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....puzzle import Faults, PuzzleError
from ..level import SMALLEST_LINE
from .drawn import read_grid, read_line
from .rows import Placed, Row
from .vehicles import read_list


class Found(NamedTuple):
    """One level of a text: what stands where, or what is wrong with it; and the numbers around a line as notes."""

    line: int
    placed: Placed | None
    error: PuzzleError | None
    notes: dict[str, str]


def read(text: str) -> Iterator[Found]:
    """The levels of the text in order, the unreadable ones with their error."""
    groups = list(_groups(text))
    if not groups:
        error = PuzzleError("the text holds no level; expected a Rush Hour board", line=1, column=1)
        yield Found(1, None, error, {})
        return
    if groups[0][0].is_count():
        rows = [row for group in groups for row in group]
        starts = [i for i, row in enumerate(rows) if row.is_count() and (i == 0 or not rows[i - 1].is_count())]
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            faults = Faults()
            placed = read_list(rows[start:end], faults)
            yield _found(rows[start], placed, faults, {})
        return
    for group in groups:
        if any(_is_line(row) for row in group):
            for row in group:
                faults = Faults()
                placed, notes = read_line(row, faults)
                yield _found(row, placed, faults, notes)
        else:
            faults = Faults()
            placed = read_grid(group, faults)
            yield _found(group[0], placed, faults, {})


def _found(first: Row, placed: Placed | None, faults: Faults, notes: dict[str, str]) -> Found:
    return Found(first.number, placed, faults.error() if faults else None, notes)


def _groups(text: str) -> Iterator[list[Row]]:
    """The runs of lines between blank ones."""
    group: list[Row] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(lines, 1):
        line = raw.strip(" \t")
        if line:
            group.append(Row(number, raw.index(line[0]) + 1, line))
        elif group:
            yield group
            group = []
    if group:
        yield group


def _is_line(row: Row) -> bool:
    """True for a whole board in one line: its length says so, or numbers around it."""
    return not row.is_exit() and (len(row.words) > 1 or len(row.text) >= SMALLEST_LINE)
