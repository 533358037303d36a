"""Finds the cars on a drawn board and checks their shapes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from ....core.cells import connected_groups
from ....core.puzzle import Faults, Message
from ..board import LABELS, LISTED_TARGET, TARGET, WALL, Car, Lot
from .row import Position, Row, is_label, read_exit, short

EMPTY = "o."
_KNOWN = frozenset(LABELS)
_RED = ("X", "R")
"""Labels that printed cards use for the car to free instead of A."""


class Drawing(NamedTuple):
    """A drawn board: its marks row by row, the line number of each row in the text, and the column of each mark."""

    rows: list[list[str]]
    lines: list[int]
    columns: list[list[int]]

    @property
    def cols(self) -> int:
        return len(self.rows[0])

    def text_place(self, cell: int) -> tuple[int, int]:
        """Return the line and column of a cell in the text; for a missing cell, they mark the end of its row."""
        row, col = divmod(cell, self.cols)
        columns = self.columns[row]
        return self.lines[row], columns[min(col, len(columns) - 1)]

    def add_fault(self, faults: Faults, why: Message, at: int, cells: list[int]) -> None:
        """Add a fault for these cells; ``at`` is the cell whose line and column are reported."""
        faults.add(why, *self.text_place(at), [divmod(cell, self.cols) for cell in cells])


@dataclass(frozen=True, slots=True)
class Context:
    """Information about a drawing that comes from the rest of the text or from the caller.

    ``target`` is the label of the car to free, if it is given. ``ragged`` lists the rows that are too long or short;
    cars in or next to them may have lost a cell, so their shapes are not checked.
    """

    target: str | None = None
    exits: Sequence[Row] = ()
    ragged: Sequence[int] = ()
    framed: bool = False
    numbered: bool = False


def read_cars(board: Drawing, context: Context, faults: Faults) -> Position | None:
    """Return the lot and the offsets of its cars; None if there are faults."""
    cells, walls = _cells_by_label(board, context, faults)
    label = context.target or _default_target(cells)
    cars: list[Car] = []
    offsets: list[int] = []
    for name in sorted(cells, key=_order):
        own, cols = cells[name], board.cols
        (row, col), length = divmod(own[0], cols), len(own)
        horizontal = length > 1 and own[-1] - own[0] == length - 1 and col + length <= cols  # the cells are sorted
        vertical = length > 1 and not horizontal and own == list(range(own[0], own[-1] + 1, cols))
        if horizontal or vertical:
            cars.append(Car(name, horizontal, length, row if horizontal else col))
            offsets.append(col if horizontal else row)
        elif not any(own[0] // cols - 1 <= ragged <= own[-1] // cols + 1 for ragged in context.ragged):
            board.add_fault(faults, _misshapen(name, name == label, own, cols), _odd_cell(own, cols), own)
    if label not in cells:
        faults.add(_no_target(label, cells, context.target), *board.text_place(0))
    elif context.framed and not _has_format(cells, bool(walls) or board.cols != len(board.rows)):
        faults.add("labels of several characters; expected one letter per car", *board.text_place(0))
    target = next((i for i, car in enumerate(cars) if car.label == label), None)
    side = read_exit(context.exits, None if target is None else cars[target], faults)
    if faults or target is None or side is None:
        return None
    return Lot(len(board.rows), board.cols, walls, tuple(cars), target, side), tuple(offsets)


def _cells_by_label(board: Drawing, context: Context, faults: Faults) -> tuple[dict[str, list[int]], int]:
    """Return the cells of each car by label, and the walls as bits."""
    cells: dict[str, list[int]] = {}
    walls = 0
    for cell, mark in enumerate(chain.from_iterable(board.rows)):
        if mark in EMPTY:
            continue
        if mark in cells:
            cells[mark].append(cell)
        elif mark == WALL or (context.framed and mark == "#"):
            walls |= 1 << cell
        elif context.numbered or mark in _KNOWN or (context.framed and is_label(mark)):
            cells[mark] = [cell]
        else:
            name = Message("'{mark}'", mark=short(mark))
            if len(mark) == 1 and not mark.isprintable():
                name = Message("the character U+{code}", code=f"{ord(mark):04X}")
            why = Message("{mark} is not a car; expected a letter, o or . (empty) or x (wall)", mark=name)
            board.add_fault(faults, why, cell, [cell])
    return cells, walls


def _default_target(cells: Collection[str]) -> str:
    """Return the label of the car to free if the text names none: A, else 1 (as in vehicle lists), else X."""
    return next((label for label in (TARGET, LISTED_TARGET, _RED[0]) if label in cells), TARGET)


def _no_target(label: str, cells: Collection[str], wanted: str | None) -> Message:
    red = next((name for name in _RED if name in cells), None)
    if wanted is None and red is not None:
        return Message(
            "there is no car {car} on the board; if {red} is the one to free, add --target {red}", car=label, red=red
        )
    return Message("the car to free, {car}, is not on the board", car=short(label))


def _order(label: str) -> tuple[int, int, str]:
    """Return a sort key: numbers by value, before letters."""
    return (0, int(label), "") if label.isdigit() else (1, 0, label)


def _has_format(cells: Collection[str], drawn: bool) -> bool:
    """Return whether some format can represent these labels.

    Labels that are words need a vehicle list, which cannot represent a ``drawn`` board (with walls or not square).
    """
    numbers = all(label.isdigit() and label == str(int(label)) and label != "0" for label in cells)
    return not drawn or numbers or all(label in _KNOWN for label in cells)


def _misshapen(label: str, target: bool, cells: list[int], cols: int) -> Message:
    if len(cells) == 1:
        return Message("car {car} has one cell; expected at least 2", car=label)
    groups = connected_groups(divmod(cell, cols) for cell in cells)
    if len(groups) > 1 and target and all(len(group) > 1 for group in groups):
        return Message("{count} cars are labelled {car}; expected one car to free", count=len(groups), car=label)
    if 1 in (len({cell // cols for cell in cells}), len({cell % cols for cell in cells})):
        return Message("car {car} has a gap; expected its cells side by side", car=label)
    if len(groups) > 1:
        return Message("car {car} is in {count} places; expected its cells side by side", car=label, count=len(groups))
    return Message("car {car} is bent; expected its cells in one row or column", car=label)


def _odd_cell(cells: list[int], cols: int) -> int:
    """Return the first cell of a misshapen car that breaks its line."""
    if len(cells) == 1:
        return cells[0]
    step = cols if cells[1] - cells[0] == cols else 1
    for before, cell in pairwise(cells):
        if cell - before != step or (step == 1 and cell % cols == 0):
            return cell
    return cells[0]
