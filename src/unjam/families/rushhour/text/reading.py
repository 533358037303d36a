"""Detects the format of Rush Hour text and reads its levels, collecting all faults in each level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.puzzle import Faults, PuzzleError
from ..board import MIN_LINE_CELLS
from .grid import is_matrix, read_grid, read_line
from .row import Position, Row
from .sections import Section, has_separators, split_sections, tokens
from .vehicle_list import read_list


class ReadLevel(NamedTuple):
    """A level read from text: its position or error, its title, and the numbers before and after a one-line board."""

    line: int
    position: Position | None
    error: PuzzleError | None
    notes: dict[str, str]
    title: str | None = None


def read(text: str, target: str | None = None) -> Iterator[ReadLevel]:
    """Yield the levels in the text in order; unreadable levels have an error instead of a position.

    ``target`` is the label of the car to free if the text does not name it.
    """
    sections = split_sections(text)
    if not sections:
        error = PuzzleError("the text contains no level; expected a Rush Hour board", line=1, column=1)
        yield ReadLevel(1, None, error, {})
        return
    if sections[0].rows[0].is_count():
        yield from _lists(sections, target)
        return
    for section in sections:
        if not section.framed and any(map(_is_line, section.rows)) and not is_matrix(section.rows):
            title = section.title
            for row in section.rows:
                faults = Faults()
                position, notes = read_line(row, target, faults)
                yield _level(row, position, faults, notes, title)
                title = None
        else:
            faults = Faults()
            position = read_grid(section, target, faults)
            yield _level(section.rows[0], position, faults, {}, section.title)


def _lists(sections: list[Section], target: str | None) -> Iterator[ReadLevel]:
    """Yield the vehicle lists; each begins with two lines, the size and the number of vehicles."""
    rows = [row for section in sections for row in section.rows]
    titles = {section.rows[0].number: section.title for section in sections}
    starts = [i for i, row in enumerate(rows) if row.is_count() and (i == 0 or not rows[i - 1].is_count())]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        faults = Faults()
        position = read_list(rows[start:end], target, faults)
        yield _level(rows[start], position, faults, {}, titles.get(rows[start].number))


def _level(
    first: Row, position: Position | None, faults: Faults, notes: dict[str, str], title: str | None
) -> ReadLevel:
    return ReadLevel(first.number, position, faults.error() if faults else None, notes, title)


def _is_line(row: Row) -> bool:
    """Return whether the row is a whole board on one line, judging by its length or the numbers before or after it."""
    if row.is_setting() or (len(row.words) == 1 and len(row.text) < MIN_LINE_CELLS):
        return False
    if len(row.text) >= 1000 or not has_separators(row):
        return True
    marks = [mark for mark, _ in tokens(row)]
    return any(len(mark) > 1 for mark in marks) or all(map(str.isdigit, marks))
