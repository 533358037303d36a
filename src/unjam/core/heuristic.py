"""Defines Heuristic, an estimate of the distance to the goal, and the terms that explain its value on a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .message import Message
from .move import Cell

if TYPE_CHECKING:
    from .puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an estimate that is a sum: the amount that it adds, why, and what to mark on the board.

    ``pieces`` are ids of pieces of the scene. ``cells`` is where these pieces have to go or, without pieces, what is
    counted. A term may have no marks, if it counts nothing that one can point at.
    """

    amount: int
    words: Message
    pieces: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Heuristic:
    """An estimate of the distance to the goal, and the metrics in which it is admissible or consistent.

    ``terms`` explains the value on a position: the amounts of the terms add up to it.
    """

    estimate: Callable[[Any, str], int]
    admissible: frozenset[str] = frozenset()
    consistent: frozenset[str] = frozenset()
    terms: Callable[[Any, str], Iterable[Term]] | None = None

    def __call__(self, puzzle: Puzzle, metric: str) -> int:
        return self.estimate(puzzle, metric)

    def explain(self, puzzle: Puzzle, metric: str) -> list[Term] | None:
        """Return the terms whose amounts add up to the estimate, or None if the heuristic does not explain itself.

        >>> import unjam
        >>> board = unjam.read("oooooooooooooAAooBoooooBoooooBoooooo")[0]
        >>> [(term.amount, term.pieces) for term in board.heuristics["blocking+1"].explain(board, "moves")]
        [(1, ('A',)), (1, ('B',))]
        """
        return None if self.terms is None else [term for term in self.terms(puzzle, metric) if term.amount]


class _EveryMetric(frozenset[str]):
    def __contains__(self, metric: object) -> bool:
        return True


EVERY_METRIC: frozenset[str] = _EveryMetric()
ZERO = Heuristic(lambda puzzle, metric: 0, admissible=EVERY_METRIC, consistent=EVERY_METRIC, terms=lambda *_: ())
