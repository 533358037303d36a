"""What a family tells the designer of a level: advice, with the cells that it is about, and small changes to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from .message import Message
from .move import Cell

ADD_WALL, REMOVE_WALL = Message("Add a wall"), Message("Remove a wall")


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence for the designer, and the cells of the level's board to mark.

    ``mark`` says how: ``idle`` for what plays no part, ``order`` for what moves first, whose cells are numbered in
    this order, and ``""`` for a sentence about the whole level.

    >>> str(Advice(Message("there is {n} best solution", n=1)))
    'there is 1 best solution'
    """

    message: Message
    cells: tuple[Cell, ...] = ()
    mark: Literal["idle", "order", ""] = ""

    def __str__(self) -> str:
        return str(self.message)

    def to(self, lang: str) -> str:
        return self.message.to(lang)


class Change(NamedTuple):
    """A level that differs a little from another, and what was done to it ("Add a truck")."""

    puzzle: Any
    what: Message


Changes = list[Iterator[Change]]
"""Possible changes of a level, grouped by kind; who tries them takes from each group in turn."""


def describe_shift(piece: str, down: int, right: int) -> Message:
    """Return what was done to a piece that was moved along a row or a column.

    >>> str(describe_shift("B", 0, -2))
    'Move B 2 to the left'
    """
    if down > 0:
        return Message("Move {piece} {n} down", piece=piece, n=down)
    if down < 0:
        return Message("Move {piece} {n} up", piece=piece, n=-down)
    if right > 0:
        return Message("Move {piece} {n} to the right", piece=piece, n=right)
    return Message("Move {piece} {n} to the left", piece=piece, n=-right)
