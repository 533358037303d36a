"""Random boards of the Klotski kind."""

from __future__ import annotations

from random import Random

from ...puzzle import Unsupported, plural

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def scatter(rng: Random, rows: int = 5, cols: int = 4, gaps: int = 2) -> str:
    """The text of a board with a 2×2 block to bring down to the middle among dominoes and unit squares."""
    if not (3 <= rows <= 8 and 3 <= cols <= 8 and 1 <= gaps <= rows * cols - 4):
        raise Unsupported(
            plural(
                "no random boards of {rows}×{cols} with {n} gap; choose from 3 to 8 rows and columns",
                "no random boards of {rows}×{cols} with {n} gaps; choose from 3 to 8 rows and columns",
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
    drawn = "\n".join(map("".join, grid))
    return f"{drawn}\ngoal A at {rows - 2},{(cols - 2) // 2}"
