"""Generates random Klotski-like boards, and new levels from the hardest positions of such boards."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ...core.family_info import DIFFICULTIES
from ...core.generator import Candidates, LevelGenerator, LevelRequest, Size
from ...core.puzzle import Limits, Message, Task, Unsupported, plural
from .position import Blocks

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def scatter(rng: Random, rows: int = 5, cols: int = 4, gaps: int = 2) -> str:
    """Return the text of a random board: a 2×2 block that has to reach the bottom centre, among smaller blocks."""
    if not (3 <= rows <= 8 and 3 <= cols <= 8 and 1 <= gaps <= rows * cols - 4):
        raise Unsupported(
            plural(
                "cannot make random boards of {rows}×{cols} with {n} gap; choose 3 to 8 rows and columns",
                "cannot make random boards of {rows}×{cols} with {n} gaps; choose 3 to 8 rows and columns",
                n=gaps,
                rows=rows,
                cols=cols,
            )
        )
    grid = [["" for _ in range(cols)] for _ in range(rows)]
    top, left = rng.randrange(rows - 2), rng.randrange(cols - 1)
    for row, col in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
        grid[row][col] = "A"
    free = [(row, col) for row in range(rows) for col in range(cols) if not grid[row][col]]
    for row, col in rng.sample(free, gaps):
        grid[row][col] = "."
    letters = iter(LETTERS)
    for row in range(rows):
        for col in range(cols):
            if grid[row][col]:
                continue
            letter = next(letters, ".")
            grid[row][col] = letter
            beside = [(row + 1, col), (row, col + 1)]
            rng.shuffle(beside)
            for below, right in beside:
                if below < rows and right < cols and not grid[below][right] and rng.random() < 0.7:
                    grid[below][right] = letter
                    break
    rows_text = "\n".join(map("".join, grid))
    return f"{rows_text}\ngoal A at {rows - 2},{(cols - 2) // 2}"


# -- new levels

Grid = list[list[str]]
SIZES = ((3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (4, 5), (5, 4), (6, 4), (5, 5))
"""The board sizes from small to large; larger boards have harder levels."""
TYPICAL_SIZES = ((1, 3), (3, 5), (3, 6), (5, 7))
"""The first and last index in SIZES for each difficulty, if no size is requested."""
RANGES = ((5, 13), (15, 34), (39, 56), (60, 200))
"""Typical numbers of moves, from beginner to expert."""
TRIES, MAX_CHANGES = 6, 40
LIMITS = Limits(bytes=12 << 20)
"""The limits for exploring one search space. Dozens of spaces are explored, so larger ones would take too long."""


class Palette(NamedTuple):
    """The relative frequencies of shapes: vertical and horizontal dominoes, corners of three cells, and 2×2 squares."""

    vertical: int
    horizontal: int
    corner: int = 0
    square: int = 0


PALETTES = (Palette(6, 2), Palette(5, 5), Palette(8, 1), Palette(2, 6), Palette(4, 3, 2), Palette(4, 2, 0, 1))
SHAPES = (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 0), (1, 1)))


class BlocksGenerator(LevelGenerator):
    """Generates levels in which a 2×2 block has to get from a hard position to the bottom centre or a bottom corner."""

    version = 3
    sizes = (Size(4, 4, DIFFICULTIES[:3]), Size(4, 5), Size(5, 4), Size(5, 5))
    default_sizes = ("4x4", "5x4", "5x4", "5x4")
    patience = 60

    def check(self, request: LevelRequest) -> None:
        rows, cols = request.size or (5, 4)
        if not (3 <= rows <= 6 and 3 <= cols <= 6 and rows * cols <= 30):
            raise Unsupported(
                Message("cannot generate boards of {rows}x{cols}; choose from 3x3 to 6x5 or 5x6", rows=rows, cols=cols)
            )

    def candidates(self, rng: Random, request: LevelRequest) -> Candidates:
        index = request.difficulty_index
        low, high = request.moves or (RANGES[index] if index is not None else (3, 200))
        first, last = TYPICAL_SIZES[index] if index is not None else (0, len(SIZES) - 2)
        at = rng.randint(first, last)
        if request.moves is None and index in (0, 1):
            low += rng.randrange(1 + (high - low) // 2)  # for variety
        for _ in range(TRIES):
            rows, cols = request.size or SIZES[at]
            level = self._climb(rng, rows, cols, low, high)
            if level is None:
                at = min(at + 1, len(SIZES) - 2)  # this size is too small
                continue
            verdict = yield level[1]
            if request.moves is None and verdict < 0:
                low, high, at = max(low, level[0]) * 5 // 4 + 1, high * 3 // 2, min(at + 1, len(SIZES) - 1)
            elif request.moves is None and verdict > 0:
                low, high, at = max(2, low * 3 // 4), max(3, level[0] * 4 // 5), max(0, at - 1)

    def _climb(self, rng: Random, rows: int, cols: int, low: int, high: int) -> tuple[int, Blocks] | None:
        """Return a level that needs ``low`` to ``high`` moves, as (moves, level); None if no such level was found.

        A random board is changed until its hardest position needs enough moves. If that position needs too many moves,
        the level starts at a later position of its solution.
        """
        palette, gaps = rng.choice(PALETTES), rng.choice((2, 2, 2, 3) if rows * cols > 12 else (1, 2, 2))
        corner = rng.random() < 0.25
        grid, best = fill(rng, rows, cols, palette, gaps), -1
        candidate = grid
        for _ in range(MAX_CHANGES):
            if self.control.stopped:
                return None
            cost, hardest = self._hardest(candidate, corner)
            if hardest is not None and cost >= low:
                return _closer(hardest, rng.randint(low, high)) if cost > high else (cost, hardest)
            if cost >= best:
                grid, best = candidate, cost
            candidate = refill(rng, grid, palette, gaps)
        return None

    def _hardest(self, grid: Grid, corner: bool) -> tuple[int, Blocks | None]:
        rows, cols = len(grid), len(grid[0])
        text = "\n".join(map("".join, grid)) + f"\ngoal A at {rows - 2},{cols - 2 if corner else (cols - 2) // 2}"
        board: Blocks = self.kind.parse(text)  # type: ignore[assignment]
        space = board.native.explore(board, Task("moves", LIMITS, self.control))
        if not space.max_distance:
            return 0, None
        hardest: Blocks = self.kind.parse(space.hardest[0])  # type: ignore[assignment]
        return space.max_distance, reletter(hardest)


def _closer(board: Blocks, moves: int) -> tuple[int, Blocks]:
    """Return (moves, position), where the position is this many moves from the end of an optimal solution."""
    [result] = board.native.solve_many([board], Task("moves", LIMITS, workers=1))
    for move in result.moves[: len(result.moves) - moves]:
        board = board.play(move)
    return moves, reletter(board)


def reletter(board: Blocks) -> Blocks:
    """Return the same position with all blocks except A renamed B, C, … in reading order."""
    rows, _, goal = str(board).partition("\ngoal")
    blocks = [mark for mark in dict.fromkeys(rows) if mark not in ".#A\n"]
    names = str.maketrans(dict(zip(blocks, LETTERS, strict=False)))
    return type(board).parse(f"{rows.translate(names)}\ngoal{goal}")


def fill(rng: Random, rows: int, cols: int, palette: Palette, gaps: int) -> Grid:
    """Return a board with the 2×2 block near the top and other blocks on all cells except the gaps."""
    grid = [["" for _ in range(cols)] for _ in range(rows)]
    top, left = rng.randrange(max(1, rows - 3)), rng.randrange(cols - 1)
    for row, col in SHAPES[3]:
        grid[top + row][left + col] = "A"
    _cover(rng, grid, palette, gaps)
    return grid


def refill(rng: Random, grid: Grid, palette: Palette, gaps: int) -> Grid:
    """Return the board with the blocks in a 2×2 area replaced, or sometimes a completely new board."""
    rows, cols = len(grid), len(grid[0])
    fresh = [row[:] for row in grid]
    if rng.random() < 0.15:
        return fill(rng, rows, cols, palette, gaps)
    row, col = rng.randrange(rows - 1), rng.randrange(cols - 1)
    gone = {fresh[row + r][col + c] for r, c in SHAPES[3]} - {"A"}
    for line in fresh:
        line[:] = ["" if mark in gone else mark for mark in line]
    free = sum(mark == "." for line in fresh for mark in line)
    _cover(rng, fresh, palette, gaps - free)
    return fresh


def _cover(rng: Random, grid: Grid, palette: Palette, gaps: int) -> None:
    """Put blocks from the palette on the empty cells, except for the gaps; single-cell blocks fill the rest."""
    rows, cols = len(grid), len(grid[0])
    bare = [(row, col) for row in range(rows) for col in range(cols) if not grid[row][col]]
    for row, col in rng.sample(bare, max(0, min(gaps, len(bare)))):
        grid[row][col] = "."
    used = {mark for line in grid for mark in line}
    letters = iter([letter for letter in LETTERS if letter not in used])
    single = rng.choice((1, 2, 4))
    for row, col in bare:
        if grid[row][col]:
            continue
        letter = next(letters)
        shapes = rng.choices((*SHAPES, ((0, 0),)), (*palette, single), k=6)
        for shape in (*shapes, ((0, 0),)):
            cells = [(row + r, col + c) for r, c in shape]
            if all(r < rows and c < cols and not grid[r][c] for r, c in cells):
                for r, c in cells:
                    grid[r][c] = letter
                break
