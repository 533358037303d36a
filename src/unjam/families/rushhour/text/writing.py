"""Writes Rush Hour boards as lines, grids, vehicle lists or matrices, and reports what a format cannot represent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from ....core.cells import set_bits
from ....core.puzzle import Message, Unsupported
from ..board import LABELS, LISTED_TARGET, MIN_LINE_CELLS, TARGET, WALL, Lot

FORMATS = ("line", "grid", "list", "matrix")
MAX_MATRIX_ROW = 1000
"""Rows with at least this many characters are not read as a matrix."""


def write(lot: Lot, at: tuple[int, ...], format: str | None = None, notes: Mapping[str, str] | None = None) -> str:
    """Return the position in the given format, by default the shortest one that preserves its labels.

    ``notes`` contains the numbers before and after a one-line board.
    """
    if format is None:
        return _shortest(lot, at)
    if format == "line":
        if misfits := _line_misfits(lot):
            raise Unsupported(Message("a line cannot hold {what}", what=_either(misfits)))
        board, numbers = "".join(_letter_rows(lot, at)), notes or {}
        return " ".join(filter(None, (numbers.get("before"), board, numbers.get("after"))))
    if format == "grid":
        if misfits := _label_misfits(lot):
            raise Unsupported(Message("a grid cannot hold {what}", what=_either(misfits)))
        return "\n".join([*_letter_rows(lot, at), *_exit_line(lot)])
    if format == "matrix":
        if lot.cols == 1:
            raise Unsupported(Message("a matrix cannot hold a board of a single column"))
        return "\n".join([*_matrix(lot, at), *_exit_line(lot)])
    if misfits := _list_misfits(lot):
        raise Unsupported(Message("a vehicle list cannot hold {what}", what=_either(misfits)))
    return "\n".join([*_list_lines(lot, at), *_exit_line(lot)])


def write_rows(lot: Lot, at: tuple[int, ...]) -> str:
    """Return the position as rows that preserve every label: letters as a grid, numbers as a matrix.

    If the labels are words or not in ascending order, the position is written as a vehicle list where possible.
    """
    if _is_lettered(lot):
        return _grid(lot, at)
    numbers = [int(label) for label in lot.labels if _is_number(label)]
    if len(numbers) == len(lot.labels) and numbers == sorted(numbers) and lot.cols > 1:
        rows = _matrix(lot, at, lot.labels)
        if len(rows[0]) < MAX_MATRIX_ROW:
            return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, LISTED_TARGET)])
    return _shortest(lot, at)


def _shortest(lot: Lot, at: tuple[int, ...]) -> str:
    """Return the shortest text that preserves every label, with a target line if the car to free is not A or 1."""
    if _is_lettered(lot):
        is_line = lot.labels[lot.target] == TARGET and not _line_misfits(lot)
        return "".join(_letter_rows(lot, at)) if is_line else _grid(lot, at)
    rows = _matrix(lot, at, lot.labels) if _list_misfits(lot) else _list_lines(lot, at, lot.labels)
    return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, LISTED_TARGET)])


def _is_lettered(lot: Lot) -> bool:
    """Return whether a drawing with one letter per car preserves the labels and their order."""
    return all(name in LABELS for name in lot.labels) and list(lot.labels) == sorted(lot.labels)


def _grid(lot: Lot, at: tuple[int, ...]) -> str:
    rows = ["".join(row) for row in _label_rows(lot, at, lot.labels, "o")]
    return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, TARGET)])


def _target_line(lot: Lot, default: str) -> list[str]:
    """Return the line that names the car to free, or no line if readers assume that car by default."""
    label = lot.labels[lot.target]
    return [] if label == default else [f"target {label}"]


def _either(misfits: list[Message]) -> Message:
    return reduce(lambda first, second: Message("{first} or {second}", first=first, second=second), misfits)


def _label_misfits(lot: Lot) -> list[Message]:
    return [Message("more than {most} cars", most=len(LABELS))] if len(lot.cars) > len(LABELS) else []


def _line_misfits(lot: Lot) -> list[Message]:
    out = _label_misfits(lot)
    if lot.rows != lot.cols:
        out.append(_rectangle(lot))
    elif lot.rows * lot.cols < MIN_LINE_CELLS:
        out.append(Message("a board of {rows}x{cols}, smaller than 5x5", rows=lot.rows, cols=lot.cols))
    if _exit_line(lot):
        out.append(Message("an exit {side}", side=lot.side))
    return out


def _list_misfits(lot: Lot) -> list[Message]:
    out = [Message("walls")] if lot.walls else []
    if lot.rows != lot.cols:
        out.append(_rectangle(lot))
    return out


def _rectangle(lot: Lot) -> Message:
    return Message("a rectangle of {rows}x{cols}", rows=lot.rows, cols=lot.cols)


def _exit_line(lot: Lot) -> list[str]:
    return [] if lot.side == lot.cars[lot.target].faces else [f"exit {lot.side}"]


def draw(lot: Lot, at: tuple[int, ...]) -> str:
    """Return the rows of the board with the cars' labels, aligned in columns if some have several characters."""
    if lot.labels[lot.target] == TARGET:
        return "\n".join(_letter_rows(lot, at))
    width, joint = max(map(len, lot.labels)), " " * (max(map(len, lot.labels)) > 1)
    return "\n".join(joint.join(f"{mark:>{width}}" for mark in row) for row in _label_rows(lot, at, lot.labels, "."))


def _letter_rows(lot: Lot, at: tuple[int, ...]) -> list[str]:
    """Return the rows of the board with one letter per car; the car to free becomes A."""
    labels, first = lot.labels, lot.labels[lot.target]
    lettered = all(label in LABELS for label in labels)
    if first != TARGET and lettered:
        swapped = {first: TARGET, TARGET: first}
        labels = tuple(swapped.get(label, label) for label in labels)
    elif not lettered:
        others = iter(LABELS[1:])
        labels = tuple(TARGET if i == lot.target else next(others) for i in range(len(labels)))
    return ["".join(row) for row in _label_rows(lot, at, labels, "o")]


def _matrix(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...] | None = None) -> list[str]:
    """Return the board as rows of aligned numbers: 0 is empty, x a wall and, by default, 1 the car to free."""
    labels = labels or _numbers(lot)
    rows = _label_rows(lot, at, labels, "0")
    width = max(len(mark) for row in rows for mark in row)
    return [" ".join(f"{mark:>{width}}" for mark in row) for row in rows]


def _numbers(lot: Lot) -> tuple[str, ...]:
    """Return the labels if they are numbers and the car to free is 1; otherwise return new numbers."""
    if lot.labels[lot.target] == LISTED_TARGET and all(_is_number(label) for label in lot.labels):
        return lot.labels
    return _renumbered(lot)


def _renumbered(lot: Lot) -> tuple[str, ...]:
    """Return numbers as labels: 1 for the car to free, and 2, 3, … for the others."""
    numbers = iter(range(2, len(lot.cars) + 1))
    return tuple("1" if car == lot.target else str(next(numbers)) for car in range(len(lot.cars)))


def _is_number(label: str) -> bool:
    return label.isdigit() and label[0] != "0" and len(label) <= 6


def _label_rows(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...], empty: str) -> list[list[str]]:
    rows = [[empty] * lot.cols for _ in range(lot.rows)]
    for cell in set_bits(lot.walls):
        rows[cell // lot.cols][cell % lot.cols] = WALL
    for label, cells, offset, length in zip(labels, lot.cells, at, lot.lengths, strict=True):
        for row, col in cells[offset : offset + length]:
            rows[row][col] = label
    return rows


def _list_lines(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...] | None = None) -> list[str]:
    """Return the lines of a vehicle list; without ``labels``, cars are renumbered unless the target is already 1."""
    order = list(range(len(lot.cars)))
    if labels is None and lot.labels[lot.target] != LISTED_TARGET:
        order.sort(key=lambda car: car != lot.target)
        labels = _renumbered(lot)
    labels = labels or lot.labels
    lines = [str(lot.rows), str(len(lot.cars))]
    for car in order:
        row, col = lot.cells[car][at[car]]
        lies = "h" if lot.horizontal[car] else "v"
        lines.append(f"{labels[car]} {lies} {lot.lengths[car]} {col + 1} {row + 1}")
    return lines
