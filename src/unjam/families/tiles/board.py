"""The fixed parts of a tile level: the size and the goal."""

from __future__ import annotations

from functools import cached_property, lru_cache

from ...core.cells import neighbours


class Frame:
    """The size, the goal and data derived from them, shared by all positions of a level."""

    def __init__(self, rows: int, cols: int, goal: bytes) -> None:
        self.rows, self.cols, self.goal = rows, cols, goal
        self.home = {number: at for at, number in enumerate(goal)}  # number -> its home cell
        cells = {(row, col): row * cols + col for row in range(rows) for col in range(cols)}
        self.neighbours = tuple(tuple(sorted(cells[at] for at in neighbours(cell) if at in cells)) for cell in cells)

    @cached_property
    def key(self) -> tuple[int, int, bytes]:
        return (self.rows, self.cols, self.goal)

    def is_solvable(self, cells: bytes) -> bool:
        """Return whether the goal can be reached, which depends on parity (W. W. Johnson and W. E. Story, 1879).

        A move swaps the gap with a tile and moves the gap by one step, so the parities of the permutation and of the
        gap's distance from home change together. On a single line, tiles never pass each other.
        """
        if min(self.rows, self.cols) == 1:
            return cells.replace(b"\0", b"") == self.goal.replace(b"\0", b"")
        homes = [self.home[number] for number in cells]
        odd = False
        seen = bytearray(len(homes))
        for start in range(len(homes)):
            at = start
            while not seen[at]:
                seen[at] = 1
                at = homes[at]
                odd ^= at != start  # a cycle of n cells is n − 1 swaps
        gap, home = divmod(cells.index(0), self.cols), divmod(self.home[0], self.cols)
        return odd == bool((abs(gap[0] - home[0]) + abs(gap[1] - home[1])) % 2)


def half_turn(cells: bytes) -> bytes:
    """Return the board rotated by 180° with its tiles renumbered, so that 0 1 2 … becomes 1 2 … 0 and vice versa.

    The rotated board needs the same number of moves.

    >>> list(half_turn(bytes([3, 1, 2, 0]))), list(half_turn(bytes([0, 1, 2, 3])))
    ([0, 2, 3, 1], [1, 2, 3, 0])
    """
    return bytes(len(cells) - number if number else 0 for number in reversed(cells))


@lru_cache(maxsize=256)
def shared_frame(rows: int, cols: int, goal: bytes) -> Frame:
    return Frame(rows, cols, goal)
