"""Tells the formats of Rush Hour apart, and reads each level of a text with every fault it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.puzzle import Faults, PuzzleError
from ..board import SMALLEST_LINE
from .drawn import is_matrix, read_grid, read_line
from .rows import Placed, Row
from .runs import Run, is_parted, runs, tokens
from .vehicles import read_list


class Found(NamedTuple):
    """One level of a text: what stands where, or what is wrong with it; its title, and the numbers around a line."""

    line: int
    placed: Placed | None
    error: PuzzleError | None
    notes: dict[str, str]
    title: str | None = None


def read(text: str, target: str | None = None) -> Iterator[Found]:
    """The levels of the text in order, the unreadable ones with their error.

    ``target`` is the label of the car to free, where the text does not say.
    """
    found = runs(text)
    if not found:
        error = PuzzleError("the text holds no level; expected a Rush Hour board", line=1, column=1)
        yield Found(1, None, error, {})
        return
    if found[0].rows[0].is_count():
        yield from _lists(found, target)
        return
    for run in found:
        if not run.framed and any(map(_is_line, run.rows)) and not is_matrix(run.rows):
            title = run.title
            for row in run.rows:
                faults = Faults()
                placed, notes = read_line(row, target, faults)
                yield _found(row, placed, faults, notes, title)
                title = None
        else:
            faults = Faults()
            placed = read_grid(run, target, faults)
            yield _found(run.rows[0], placed, faults, {}, run.title)


def _lists(found: list[Run], target: str | None) -> Iterator[Found]:
    """The vehicle lists of the text; each begins with the size and the number of vehicles."""
    rows = [row for run in found for row in run.rows]
    titles = {run.rows[0].number: run.title for run in found}
    starts = [i for i, row in enumerate(rows) if row.is_count() and (i == 0 or not rows[i - 1].is_count())]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        faults = Faults()
        placed = read_list(rows[start:end], target, faults)
        yield _found(rows[start], placed, faults, {}, titles.get(rows[start].number))


def _found(first: Row, placed: Placed | None, faults: Faults, notes: dict[str, str], title: str | None) -> Found:
    return Found(first.number, placed, faults.error() if faults else None, notes, title)


def _is_line(row: Row) -> bool:
    """True for a whole board in one line: its length says so, or numbers around it."""
    if row.is_said() or (len(row.words) == 1 and len(row.text) < SMALLEST_LINE):
        return False
    if len(row.text) >= 1000 or not is_parted(row):
        return True
    marks = [mark for mark, _ in tokens(row)]
    return any(len(mark) > 1 for mark in marks) or all(map(str.isdigit, marks))
