"""Writes Rush Hour boards as a line, a grid or a vehicle list, and says what a format cannot hold."""

from __future__ import annotations

from ...puzzle import Unsupported
from .lot import LABELS, LISTED_TARGET, SMALLEST_LINE, TARGET, WALL, Lot

FORMATS = ("line", "grid", "list")


def write(lot: Lot, at: tuple[int, ...], format: str | None = None) -> str:
    """The position in the format; without one, the shortest that holds it and keeps its labels."""
    if format is None:
        drawn = "grid" if _misfits_line(lot) else "line"
        format = drawn if lot.labels[lot.target] == TARGET else "list"
    if format == "line":
        _refuse("a line", _misfits_line(lot))
        return "".join(_drawn(lot, at))
    if format == "grid":
        _refuse("a grid", _misfits_labels(lot))
        return "\n".join([*_drawn(lot, at), *_exit_line(lot)])
    if format == "list":
        _refuse("a vehicle list", _misfits_list(lot))
        return "\n".join([*_listed(lot, at), *_exit_line(lot)])
    raise Unsupported(f"rushhour has no format '{format}'; choose one of: {', '.join(FORMATS)}")


def _refuse(format: str, misfits: list[str]) -> None:
    if misfits:
        raise Unsupported(f"{format} cannot hold {' or '.join(misfits)}")


def _misfits_labels(lot: Lot) -> list[str]:
    return [f"more than {len(LABELS)} cars"] if len(lot.cars) > len(LABELS) else []


def _misfits_line(lot: Lot) -> list[str]:
    out = _misfits_labels(lot)
    if lot.rows != lot.cols:
        out.append(f"a rectangle of {lot.rows}x{lot.cols}")
    elif lot.rows * lot.cols < SMALLEST_LINE:
        out.append(f"a board of {lot.rows}x{lot.cols}, smaller than 5x5")
    if lot.side != lot.usual_side:
        out.append(f"an exit {lot.side}")
    return out


def _misfits_list(lot: Lot) -> list[str]:
    out = ["walls"] if lot.walls else []
    if lot.rows != lot.cols:
        out.append(f"a rectangle of {lot.rows}x{lot.cols}")
    return out


def _exit_line(lot: Lot) -> list[str]:
    return [] if lot.side == lot.usual_side else [f"exit {lot.side}"]


def draw(lot: Lot, at: tuple[int, ...]) -> str:
    """The rows of the board with the labels of its own text; long ones stand in columns."""
    if lot.labels[lot.target] == TARGET:
        return "\n".join(_drawn(lot, at))
    width, joint = max(map(len, lot.labels)), " " * (max(map(len, lot.labels)) > 1)
    return "\n".join(joint.join(f"{mark:>{width}}" for mark in row) for row in _marked(lot, at, lot.labels, "."))


def _drawn(lot: Lot, at: tuple[int, ...]) -> list[str]:
    """The rows of the board, with letters for labels that are not letters of the alphabet."""
    labels = lot.labels
    if labels[lot.target] != TARGET:
        others = iter(LABELS[1:])
        labels = tuple(TARGET if i == lot.target else next(others) for i in range(len(labels)))
    return ["".join(row) for row in _marked(lot, at, labels, "o")]


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


def _listed(lot: Lot, at: tuple[int, ...]) -> list[str]:
    """The lines of a vehicle list; cars that come from a drawing are numbered, the target first."""
    order, labels = list(range(len(lot.cars))), lot.labels
    if labels[lot.target] != LISTED_TARGET:
        order.sort(key=lambda car: car != lot.target)
        numbers = {car: str(n) for n, car in enumerate(order, 1)}
        labels = tuple(numbers[car] for car in range(len(order)))
    lines = [str(lot.rows), str(len(lot.cars))]
    for car in order:
        row, col = lot.cells[car][at[car]]
        lies = "h" if lot.horizontal[car] else "v"
        lines.append(f"{labels[car]} {lies} {lot.lengths[car]} {col + 1} {row + 1}")
    return lines
