"""Writes Rush Hour boards as a line, a grid, a vehicle list or a matrix, and says what a format cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from ....core.puzzle import Message, Unsupported
from ..board import LABELS, LISTED_TARGET, SMALLEST_LINE, TARGET, WALL, Lot

FORMATS = ("line", "grid", "list", "matrix")
MAX_MATRIX_ROW = 1000
"""A row of so many characters or more is not read as one of a matrix."""


def write(lot: Lot, at: tuple[int, ...], format: str | None = None, notes: Mapping[str, str] | None = None) -> str:
    """The position in the format; without one, the shortest that holds it and keeps its labels.

    A line is written with the numbers that stood before and after it.
    """
    if format is None:
        return _natural(lot, at)
    if format == "line":
        if misfits := _misfits_line(lot):
            raise Unsupported(Message("a line cannot hold {what}", what=_either(misfits)))
        board, kept = "".join(_drawn(lot, at)), notes or {}
        return " ".join(filter(None, (kept.get("before"), board, kept.get("after"))))
    if format == "grid":
        if misfits := _misfits_labels(lot):
            raise Unsupported(Message("a grid cannot hold {what}", what=_either(misfits)))
        return "\n".join([*_drawn(lot, at), *_exit_line(lot)])
    if format == "matrix":
        if lot.cols == 1:
            raise Unsupported(Message("a matrix cannot hold a board of a single column"))
        return "\n".join([*_matrix(lot, at), *_exit_line(lot)])
    if misfits := _misfits_list(lot):
        raise Unsupported(Message("a vehicle list cannot hold {what}", what=_either(misfits)))
    return "\n".join([*_listed(lot, at), *_exit_line(lot)])


def write_rows(lot: Lot, at: tuple[int, ...]) -> str:
    """The position as rows that keep every label: letters as a grid, numbers as a matrix.

    A vehicle list whose labels are words, or stand in an order of their own, is written as a list.
    """
    if _is_lettered(lot):
        return _grid(lot, at)
    numbers = [int(label) for label in lot.labels if _is_number(label)]
    if len(numbers) == len(lot.labels) and numbers == sorted(numbers) and lot.cols > 1:
        rows = _matrix(lot, at, lot.labels)
        if len(rows[0]) < MAX_MATRIX_ROW:
            return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, LISTED_TARGET)])
    return _natural(lot, at)


def _natural(lot: Lot, at: tuple[int, ...]) -> str:
    """The shortest text that keeps every label, and the car to free by a line of its own where it is not A or 1."""
    if _is_lettered(lot):
        is_line = lot.labels[lot.target] == TARGET and not _misfits_line(lot)
        return "".join(_drawn(lot, at)) if is_line else _grid(lot, at)
    rows = _matrix(lot, at, lot.labels) if _misfits_list(lot) else _listed(lot, at, lot.labels)
    return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, LISTED_TARGET)])


def _is_lettered(lot: Lot) -> bool:
    """Whether a drawing with one letter a car keeps the labels and their order."""
    return all(name in LABELS for name in lot.labels) and list(lot.labels) == sorted(lot.labels)


def _grid(lot: Lot, at: tuple[int, ...]) -> str:
    rows = ["".join(row) for row in _marked(lot, at, lot.labels, "o")]
    return "\n".join([*rows, *_exit_line(lot), *_target_line(lot, TARGET)])


def _target_line(lot: Lot, default: str) -> list[str]:
    """The line that names the car to free, where it is not the one that a reader takes by default."""
    label = lot.labels[lot.target]
    return [] if label == default else [f"target {label}"]


def _either(misfits: list[Message]) -> Message:
    return reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), misfits)


def _misfits_labels(lot: Lot) -> list[Message]:
    return [Message("more than {most} cars", most=len(LABELS))] if len(lot.cars) > len(LABELS) else []


def _misfits_line(lot: Lot) -> list[Message]:
    out = _misfits_labels(lot)
    if lot.rows != lot.cols:
        out.append(_rectangle(lot))
    elif lot.rows * lot.cols < SMALLEST_LINE:
        out.append(Message("a board of {rows}x{cols}, smaller than 5x5", rows=lot.rows, cols=lot.cols))
    if _exit_line(lot):
        out.append(Message("an exit {side}", side=lot.side))
    return out


def _misfits_list(lot: Lot) -> list[Message]:
    out = [Message("walls")] if lot.walls else []
    if lot.rows != lot.cols:
        out.append(_rectangle(lot))
    return out


def _rectangle(lot: Lot) -> Message:
    return Message("a rectangle of {rows}x{cols}", rows=lot.rows, cols=lot.cols)


def _exit_line(lot: Lot) -> list[str]:
    return [] if lot.side == lot.cars[lot.target].faces else [f"exit {lot.side}"]


def draw(lot: Lot, at: tuple[int, ...]) -> str:
    """The rows of the board with the labels of its own text; long ones stand in columns."""
    if lot.labels[lot.target] == TARGET:
        return "\n".join(_drawn(lot, at))
    width, joint = max(map(len, lot.labels)), " " * (max(map(len, lot.labels)) > 1)
    return "\n".join(joint.join(f"{mark:>{width}}" for mark in row) for row in _marked(lot, at, lot.labels, "."))


def _drawn(lot: Lot, at: tuple[int, ...]) -> list[str]:
    """The rows of the board, with letters for labels that are not letters of the alphabet."""
    labels, first = lot.labels, lot.labels[lot.target]
    lettered = all(label in LABELS for label in labels)
    if first != TARGET and lettered:
        swapped = {first: TARGET, TARGET: first}
        labels = tuple(swapped.get(label, label) for label in labels)
    elif not lettered:
        others = iter(LABELS[1:])
        labels = tuple(TARGET if i == lot.target else next(others) for i in range(len(labels)))
    return ["".join(row) for row in _marked(lot, at, labels, "o")]


def _matrix(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...] | None = None) -> list[str]:
    """The rows of the board as numbers in columns: 0 empty, 1 the car to free, x a wall."""
    labels = labels or _numbers(lot)
    rows = _marked(lot, at, labels, "0")
    width = max(len(mark) for row in rows for mark in row)
    return [" ".join(f"{mark:>{width}}" for mark in row) for row in rows]


def _numbers(lot: Lot) -> tuple[str, ...]:
    """The labels where they are numbers with 1 to be freed, else numbers from 1, the car to free first."""
    if lot.labels[lot.target] == LISTED_TARGET and all(_is_number(label) for label in lot.labels):
        return lot.labels
    order = sorted(range(len(lot.cars)), key=lambda car: car != lot.target)
    numbers = {car: str(n) for n, car in enumerate(order, 1)}
    return tuple(numbers[car] for car in range(len(order)))


def _is_number(label: str) -> bool:
    return label.isdigit() and label[0] != "0" and len(label) <= 6


def _marked(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...], empty: str) -> list[list[str]]:
    rows = [[empty] * lot.cols for _ in range(lot.rows)]
    if lot.walls:
        for cell in range(lot.rows * lot.cols):
            if lot.walls >> cell & 1:
                rows[cell // lot.cols][cell % lot.cols] = WALL
    for label, cells, offset, length in zip(labels, lot.cells, at, lot.lengths, strict=True):
        for row, col in cells[offset : offset + length]:
            rows[row][col] = label
    return rows


def _listed(lot: Lot, at: tuple[int, ...], labels: tuple[str, ...] | None = None) -> list[str]:
    """The lines of a vehicle list with these labels; without any, cars of a drawing are numbered, the target first."""
    order = list(range(len(lot.cars)))
    if labels is None and lot.labels[lot.target] != LISTED_TARGET:
        order.sort(key=lambda car: car != lot.target)
        numbers = {car: str(n) for n, car in enumerate(order, 1)}
        labels = tuple(numbers[car] for car in range(len(order)))
    labels = labels or lot.labels
    lines = [str(lot.rows), str(len(lot.cars))]
    for car in order:
        row, col = lot.cells[car][at[car]]
        lies = "h" if lot.horizontal[car] else "v"
        lines.append(f"{labels[car]} {lies} {lot.lengths[car]} {col + 1} {row + 1}")
    return lines
