"""A player who asks what blocks the exit, what blocks the blocker, and so on, and often enough loses the thread.

The core does the same faster (``cpp/families/rushhour/rating/``). This is the text
to read, and each checks the other.
"""

from __future__ import annotations

from collections import defaultdict
from math import log2
from typing import TYPE_CHECKING

from unjam.core.puzzle import Cell, Move

if TYPE_CHECKING:
    from unjam.families.rushhour.position import RushHour

STOPS, SLIPS, STAYS, DEEPEST = 0.3, 0.05, 0.99, 12
"""He loses the thread at each blocker, moves without thinking, does not give up with each move; how deep he thinks."""


def choices(board: RushHour) -> dict[Move, float]:
    """The chance of each legal slide.

    He begins with "the target must go all the way to the exit". To move a car so many cells in a direction he looks at
    the cars in its way. Where there are none he makes the move, each legal length that is enough alike. Else he loses
    the thread, or takes one of them and one of its ways out, each alike, and asks again. Who has lost the thread makes
    any legal slide.

    >>> from unjam.families.rushhour import RushHour
    >>> board = RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")
    >>> {board.notation(move): round(chance, 3) for move, chance in choices(board).items()}
    {'A-1': 0.056, 'A+1': 0.056, 'A+2': 0.056, 'B-1': 0.056, 'B-2': 0.056, 'B+1': 0.721}
    """
    legal = list(board.moves())
    thought = _Thought(board)
    lot, here = board.lot, board.at[board.lot.target]
    way = 1 if lot.goal > here else -1
    thought.request(lot.target, way, abs(lot.goal - here), 1.0, ())
    lost = (SLIPS + (1 - SLIPS) * thought.lost) / len(legal) if legal else 0.0
    return {move: lost + (1 - SLIPS) * thought.gain[move] for move in legal}


class _Thought:
    """One descent through what blocks what, in all its branches at once."""

    def __init__(self, board: RushHour) -> None:
        self.board = board
        self.at: dict[Cell, int] = {cell: car for car in range(len(board.at)) for cell in board.cells(car)}
        self.gain: defaultdict[Move, float] = defaultdict(float)
        self.lost = 0.0

    def request(self, car: int, way: int, cells: int, weight: float, path: tuple[tuple[int, int], ...]) -> None:
        """Spreads the weight of "this car must go so many cells" over slides."""
        lot, here = self.board.lot, self.board.at[car]
        line, front = lot.cells[car], here + lot.lengths[car] if way > 0 else here - 1
        blockers: dict[int, int] = {}  # and the first of the wanted cells that each covers
        for n in range(cells):
            if 0 <= front + way * n < len(line) and (other := self.at.get(line[front + way * n])) is not None:
                blockers.setdefault(other, n)
        if not blockers:
            self._go(car, way, cells, weight)
            return
        if len(path) == DEEPEST:
            self.lost += weight
            return
        self.lost += STOPS * weight
        share = (1 - STOPS) * weight / len(blockers)
        known = (*path, (car, way))
        for other, n in blockers.items():
            ways = [each for each in self._ways(car, way, cells, other, n) if (other, each[0]) not in known]
            if not ways:
                self.lost += share
            for direction, needed in ways:
                self.request(other, direction, needed, share / len(ways), known)

    def _ways(self, car: int, way: int, cells: int, other: int, n: int) -> list[tuple[int, int]]:
        """The directions in which the other car clears the way, and how many cells each takes; none off the board."""
        lot, at = self.board.lot, self.board.at[other]
        if lot.horizontal[car] == lot.horizontal[other]:
            options = [(way, cells - n)]
        else:
            crossed = lot.cars[car].lane - at
            options = [(-1, lot.lengths[other] - crossed), (1, crossed + 1)]
        first, last = self.board.reach(other)
        return [(direction, needed) for direction, needed in options if first <= at + direction * needed <= last]

    def _go(self, car: int, way: int, cells: int, weight: float) -> None:
        lot, here = self.board.lot, self.board.at[car]
        first, last = self.board.reach(car)
        ends, to = [], here + way
        while first <= to <= last and not lot.masks[car][to] & (self.board.taken ^ lot.masks[car][here]):
            if abs(to - here) >= cells:
                ends.append(Move(lot.labels[car], lot.cells[car][to]))
            to += way
        if not ends:
            self.lost += weight
        for move in ends:
            self.gain[move] += weight / len(ends)


def luck(board: RushHour, sweeps: int = 3000) -> float:
    """log2(1 - log2 P), P the chance that he gets out; he never moves the car that he has just moved.

    Every position that can be reached is kept, so this is for small boards.

    >>> from unjam.families.rushhour import RushHour
    >>> round(luck(RushHour.parse("oooooooooooooAAooBoooooBoooooBoooooo")), 2)
    0.05
    """
    moves = {board: choices(board)}
    positions = [board]
    for position in positions:
        for move in moves[position]:
            after = position.play(move)
            if after not in moves:
                moves[after] = {} if after.is_solved() else choices(after)
                positions.append(after)
    edges = {
        position: [(move.piece, chance, position.play(move)) for move, chance in chances.items()]
        for position, chances in moves.items()
    }
    value: defaultdict[tuple[RushHour, str], float] = defaultdict(float)
    for position in positions:
        if position.is_solved():
            value.update({(position, label): 1.0 for label in (*board.lot.labels, "")})
    for _ in range(sweeps):
        moved = 0.0
        for position in reversed(positions):
            for last in {piece for piece, _, _ in edges[position]} | {""}:
                others = [(piece, chance, after) for piece, chance, after in edges[position] if piece != last]
                total = sum(chance for _, chance, _ in others)
                if total > 1e-9:
                    through = sum(chance * value[after, piece] for piece, chance, after in others)
                    moved = max(moved, STAYS * through / total - value[position, last])
                    value[position, last] = STAYS * through / total
        if moved <= 1e-9 * value[board, ""]:
            break
    return log2(1 - log2(value[board, ""]))
