"""Lifting pieces off the board: the move itself, and the search for pieces to lift.

A piece that is not locked may be lifted, which costs as much as placing a piece. Pieces are lifted only if the board
cannot be filled otherwise or if lifting saves moves; the cheapest set of pieces is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from ...core.puzzle import STOPPED, Cell, IllegalMove, Message, Move, Result, Stopwatch, Task
from .heuristics import left

if TYPE_CHECKING:
    from .position import Packing

OFF: Cell = (-1, -1)
"""The destination of a move that takes a piece off the board."""
SUFFIX = "@off"
"""The suffix that follows the name of the piece in the notation of such a move."""


def is_lift(move: Move) -> bool:
    return move.to == OFF


def loose(position: Packing) -> list[int]:
    """Return the numbers of the pieces on the board that are not locked."""
    return [
        piece for piece, placement in enumerate(position.placements) if placement is not None and not placement.locked
    ]


def lifts(position: Packing) -> Iterator[Move]:
    """Yield a move for each piece that can be lifted, in order of piece number."""
    return (Move(position.board.ids[piece], OFF) for piece in loose(position))


def find_lift(position: Packing, name: str) -> Move:
    """Return the move that lifts the named piece; raise IllegalMove unless exactly one such piece can be lifted."""
    numbers = position.board.numbers.get(name)
    if numbers is None:
        position.number(name)  # raises an error that lists the known names
        raise AssertionError(name)
    able = [piece for piece in loose(position) if piece in numbers]
    if len(able) > 1:
        known = ", ".join(position.board.ids[piece] for piece in able)
        raise IllegalMove(Message("there are several of {piece} on the board: {known}", piece=name, known=known))
    piece = able[0] if able else next((n for n in numbers if position.placements[n] is not None), numbers[0])
    if not able:
        position.take_back(position.board.ids[piece])  # raises an error with the reason
    return Move(position.board.ids[piece], OFF)


def describe_lift(position: Packing, move: Move) -> Message:
    """Return the move as a sentence, which says where the piece lies if its kind has several pieces."""
    (piece,) = position.board.numbers[find_lift(position, move.piece).piece]
    kind, placement = position.kind(piece), position.placements[piece]
    if kind.count == 1 or placement is None:
        return Message("Take off {piece}", piece=kind.name)
    values = {"column": placement.x + 1, "row": placement.y + 1}
    return Message("Take off {piece} in column {column}, row {row} from the bottom", piece=kind.name, **values)


Fill = Callable[["Packing", Task], Result]
"""A search that fills the empty cells without moving the pieces on the board."""


class LiftSearch:
    """Searches for the cheapest set of pieces to lift so that the board can be filled.

    Sets of pieces are tried in order of size, then of piece numbers. Each failure yields a conflict, which is a set of
    pieces that cannot all stay. From then on, only sets with at least one piece from every conflict are tried.
    """

    def __init__(self, puzzle: Packing, task: Task, fill: Fill) -> None:
        self.puzzle, self.task, self.fill = puzzle, task, fill
        self.loose = loose(puzzle)
        self.clock = Stopwatch()
        self.conflicts: list[frozenset[int]] = []
        self.expanded = self.generated = 0
        self.seconds = 0.0

    def run(self, stay: Result) -> Result:
        """Return the best result; ``stay`` is the result of a search that lifted no pieces."""
        self._count(stay)
        best = stay
        if stay.cost is None:
            lifted = self._some_lifts()
            if isinstance(lifted, Result):
                return self._total(lifted)
            best = self._with(lifted, self._fill(lifted, self.task))
            if not best.solved or self.task.any:
                return self._total(replace(best, optimal=False, lower_bound=self._least(1)))
        for size in range(1, len(self.loose) + 1):
            if best.cost is not None and self._least(size) >= best.cost:
                break
            for pieces in combinations(self.loose, size):
                answer = self._try(pieces, best)
                if answer is not None and answer.status == "gave_up":
                    least = min(self._least(size), best.cost or 0)
                    best = replace(best, status="gave_up", optimal=False, lower_bound=least, reason=answer.reason)
                    return self._total(best)
                best = answer or best
        return self._total(replace(best, optimal=True, lower_bound=best.cost))

    def _least(self, size: int) -> int:
        """Return a lower bound on the cost of every solution that lifts ``size`` pieces."""
        # If pieces may be left over, a lifted piece need not be placed again.
        return left(self.puzzle, self.task.metric) + (size if self.puzzle.board.leftover else 2 * size)

    def _try(self, pieces: tuple[int, ...], best: Result) -> Result | None:
        """Return the result of lifting these pieces if it is cheaper than ``best`` or inconclusive; otherwise None."""
        assert best.cost is not None
        if (reason := self._stop_reason()) is not None:
            return Result("gave_up", reason=reason)
        if any(conflict.isdisjoint(pieces) for conflict in self.conflicts):
            return None
        if len(pieces) + left(self._without(pieces), self.task.metric) >= best.cost:
            return None
        answer = self._fill(pieces, self.task)
        if answer.status == "unsolvable":
            self._learn(frozenset(self.loose) - set(pieces))
            return None
        if answer.status == "gave_up":
            return answer
        answer = self._with(pieces, answer)
        return answer if answer.cost is not None and answer.cost < best.cost else None

    def _some_lifts(self) -> tuple[int, ...] | Result:
        """Return a minimal set of pieces to lift, or a Result if lifting all of them yields no solution."""
        quick = replace(self.task, any=True, options={})
        answer = self._fill(self.loose, quick)
        if answer.status == "gave_up":
            return replace(answer, moves=(), cost=None, lower_bound=self._least(1))
        if not answer.solved:
            return answer
        lifted = list(self.loose)
        for piece in self.loose:
            fewer = [other for other in lifted if other != piece]
            if fewer and self._fill(fewer, quick).solved:
                lifted = fewer
        return tuple(lifted)

    def _learn(self, staying: frozenset[int]) -> None:
        """Reduce this conflicting set of pieces to a minimal one and record it."""
        quick = replace(self.task, any=True, options={})
        for piece in sorted(staying):
            fewer = staying - {piece}
            rest = [other for other in self.loose if other not in fewer]
            if fewer and self._fill(rest, quick).status == "unsolvable":
                staying = fewer
        self.conflicts.append(staying)

    def _without(self, pieces: tuple[int, ...] | list[int]) -> Packing:
        ids = self.puzzle.board.ids
        return self.puzzle.take_back(*(ids[piece] for piece in pieces)) if pieces else self.puzzle

    def _fill(self, lifted: tuple[int, ...] | list[int], task: Task) -> Result:
        rest = replace(task, limits=task.limits.less(self.clock()))
        answer = self.fill(self._without(lifted), rest)
        self._count(answer)
        return answer

    def _with(self, pieces: tuple[int, ...], answer: Result) -> Result:
        """Return the result with the lifting moves prepended and their cost added."""
        if answer.cost is None:
            return answer
        first = tuple(Move(self.puzzle.board.ids[piece], OFF) for piece in pieces)
        return replace(answer, moves=(*first, *answer.moves), cost=answer.cost + len(first))

    def _count(self, answer: Result) -> None:
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.seconds += answer.seconds

    def _stop_reason(self) -> Message | None:
        """Return why the search must stop (the time is up or the caller stopped it), or None."""
        if self.task.control.stopped:
            return STOPPED
        seconds = self.task.limits.seconds
        return self.task.limits.time_reached() if seconds is not None and self.clock() > seconds else None

    def _total(self, answer: Result) -> Result:
        """Return the result with the totals of all searches and with the original time limit in its reason."""
        whole = self.task.limits.time_reached()
        if answer.reason is not None and answer.reason.template == whole.template:
            answer = replace(answer, reason=whole)
        return replace(answer, expanded=self.expanded, generated=self.generated, seconds=self.seconds)
