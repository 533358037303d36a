"""Taking pieces off the board again: how the move is written, and which pieces are worth it.

A piece that is not locked may be lifted, which costs as much as laying one. What lies on the board stays there as long
as the rest can be filled; otherwise the cheapest set of pieces comes off first.
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
"""Where a piece goes that is taken off: to no cell of the board."""
SUFFIX = "@off"
"""How the move ends in notation, after the name of the piece."""


def is_lift(move: Move) -> bool:
    """Whether the move takes its piece off the board."""
    return move.to == OFF


def loose(position: Packing) -> list[int]:
    """The numbers of the pieces on the board that are not locked."""
    return [piece for piece, spot in enumerate(position.spots) if spot is not None and not spot[3]]


def lifts(position: Packing) -> Iterator[Move]:
    """One move for each piece that can be taken off, in file order."""
    return (Move(position.tray.ids[piece], OFF) for piece in loose(position))


def find_lift(position: Packing, name: str) -> Move:
    """The move that takes the named piece off; IllegalMove where the name means no piece, or several, that can be."""
    numbers = position.tray.numbers.get(name)
    if numbers is None:
        position.number(name)  # refuses the name and lists those there are
        raise AssertionError(name)
    able = [piece for piece in loose(position) if piece in numbers]
    if len(able) > 1:
        known = ", ".join(position.tray.ids[piece] for piece in able)
        raise IllegalMove(Message("there are several of {piece} on the board: {known}", piece=name, known=known))
    piece = able[0] if able else next((n for n in numbers if position.spots[n] is not None), numbers[0])
    if not able:
        position.take_back(position.tray.ids[piece])  # says why it cannot be
    return Move(position.tray.ids[piece], OFF)


def describe_lift(position: Packing, move: Move) -> Message:
    """The lift as a sentence; of equal pieces it says which."""
    (piece,) = position.tray.numbers[find_lift(position, move.piece).piece]
    kind, spot = position.kind(piece), position.spots[piece]
    if kind.count == 1 or spot is None:
        return Message("Take {piece} off", piece=kind.name)
    values = {"column": spot[0] + 1, "row": spot[1] + 1}
    return Message("Take {piece} in column {column}, row {row} from below off", piece=kind.name, **values)


Fill = Callable[["Packing", Task], Result]
"""Fills the empty cells and leaves what lies on the board where it is."""


class LiftSearch:
    """Looks for the cheapest pieces to lift so that the board can be filled.

    Sets of pieces are tried by size and in file order. What a failure teaches is kept: pieces that cannot all stay are
    a conflict, and only sets that lift at least one piece of every conflict are tried.
    """

    def __init__(self, puzzle: Packing, task: Task, fill: Fill) -> None:
        self.puzzle, self.task, self.fill = puzzle, task, fill
        self.loose = loose(puzzle)
        self.clock = Stopwatch()
        self.conflicts: list[frozenset[int]] = []
        self.expanded = self.generated = 0
        self.seconds = 0.0

    def run(self, stay: Result) -> Result:
        """The best answer when ``stay`` is the answer of those who lift nothing."""
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
                found = self._try(pieces, best)
                if found is not None and found.status == "gave_up":
                    least = min(self._least(size), best.cost or 0)
                    best = replace(best, status="gave_up", optimal=False, lower_bound=least, reason=found.reason)
                    return self._total(best)
                best = found or best
        return self._total(replace(best, optimal=True, lower_bound=best.cost))

    def _least(self, size: int) -> int:
        """A lower bound on the cost of every solution that lifts so many pieces."""
        # With leftovers a lifted piece need not be laid again.
        return left(self.puzzle, self.task.metric) + (size if self.puzzle.tray.leftover else 2 * size)

    def _try(self, pieces: tuple[int, ...], best: Result) -> Result | None:
        """The solution that lifts these pieces where it is cheaper than the best; what gave up is given back too."""
        assert best.cost is not None
        if (over := self._over()) is not None:
            return Result("gave_up", reason=over)
        if any(conflict.isdisjoint(pieces) for conflict in self.conflicts):
            return None
        if len(pieces) + left(self._without(pieces), self.task.metric) >= best.cost:
            return None
        found = self._fill(pieces, self.task)
        if found.status == "unsolvable":
            self._learn(frozenset(self.loose) - set(pieces))
            return None
        if found.status == "gave_up":
            return found
        found = self._with(pieces, found)
        return found if found.cost is not None and found.cost < best.cost else None

    def _some_lifts(self) -> tuple[int, ...] | Result:
        """Pieces that are enough when lifted and none of which can stay; a Result where not even all are enough."""
        quick = replace(self.task, any=True, options={})
        found = self._fill(self.loose, quick)
        if found.status == "gave_up":
            return replace(found, moves=(), cost=None, lower_bound=self._least(1))
        if not found.solved:
            return found
        lifted = list(self.loose)
        for piece in self.loose:
            fewer = [other for other in lifted if other != piece]
            if fewer and self._fill(fewer, quick).solved:
                lifted = fewer
        return tuple(lifted)

    def _learn(self, staying: frozenset[int]) -> None:
        """Keeps the conflict between these pieces, without those that it does not need."""
        quick = replace(self.task, any=True, options={})
        for piece in sorted(staying):
            fewer = staying - {piece}
            rest = [other for other in self.loose if other not in fewer]
            if fewer and self._fill(rest, quick).status == "unsolvable":
                staying = fewer
        self.conflicts.append(staying)

    def _without(self, pieces: tuple[int, ...] | list[int]) -> Packing:
        ids = self.puzzle.tray.ids
        return self.puzzle.take_back(*(ids[piece] for piece in pieces)) if pieces else self.puzzle

    def _fill(self, lifted: tuple[int, ...] | list[int], task: Task) -> Result:
        rest = replace(task, limits=task.limits.less(self.clock()))
        found = self.fill(self._without(lifted), rest)
        self._count(found)
        return found

    def _with(self, pieces: tuple[int, ...], found: Result) -> Result:
        """The same result with the pieces lifted before all else."""
        if found.cost is None:
            return found
        first = tuple(Move(self.puzzle.tray.ids[piece], OFF) for piece in pieces)
        return replace(found, moves=(*first, *found.moves), cost=found.cost + len(first))

    def _count(self, found: Result) -> None:
        self.expanded += found.expanded
        self.generated += found.generated
        self.seconds += found.seconds

    def _over(self) -> Message | None:
        """Why no further set is tried, once the time is up or the caller stops; else None."""
        if self.task.control.stopped:
            return STOPPED
        seconds = self.task.limits.seconds
        return self.task.limits.time_reached() if seconds is not None and self.clock() > seconds else None

    def _total(self, found: Result) -> Result:
        """The same result with what all tries took together; a limit on time is the whole one, not what was left."""
        whole = self.task.limits.time_reached()
        if found.reason is not None and found.reason.template == whole.template:
            found = replace(found, reason=whole)
        return replace(found, expanded=self.expanded, generated=self.generated, seconds=self.seconds)
