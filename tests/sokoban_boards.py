"""Random small Sokoban levels and a plain exhaustive search to check the solver against."""

from __future__ import annotations

import os
from collections import deque
from random import Random

from unjam.families.sokoban import Sokoban

CASES = float(os.environ.get("UNJAM_CASES", "1"))

State = tuple[int, frozenset[int]]


def cases(count: int) -> int:
    """The number of random cases to run; a slow build (sanitizers) asks for fewer."""
    return max(10, int(count * CASES))


def random_level(rng: Random, *, odd: bool = False, symmetric: bool = False) -> Sokoban:
    """A small level with one to three boxes, solvable or not; ``odd`` also varies the number of storages."""
    while True:
        height, width = rng.randint(2, 4), rng.randint(3, 5)
        grid = [["#" if rng.random() < 0.2 else " " for _ in range(width)] for _ in range(height)]
        if symmetric:
            for row in grid:
                row[width // 2 + width % 2 :] = reversed(row[: width // 2])
        boxes = rng.choice((1, 2, 2, 2, 3))
        goals = max(1, boxes + rng.choice((-1, 0, 1))) if odd else boxes
        free = [(r, c) for r in range(height) for c in range(width) if grid[r][c] == " "]
        if len(free) < boxes + 2 or len(free) < goals:
            continue
        for r, c in rng.sample(free, goals):
            grid[r][c] = "."
        spots = rng.sample(free, boxes + 1)
        for r, c in spots[1:]:
            grid[r][c] = "*" if grid[r][c] == "." else "$"
        r, c = spots[0]
        grid[r][c] = "+" if grid[r][c] == "." else "@"
        rows = ["#" * (width + 2), *("#" + "".join(row) + "#" for row in grid), "#" * (width + 2)]
        return Sokoban.parse("\n".join(rows))


def optimum(puzzle: Sokoban, metric: str) -> int | None:
    """The least cost by plain breadth-first search (0-1 search for pushes) over every position, or None."""
    board, start = puzzle.board, (puzzle.player, puzzle.boxes)
    best: dict[State, int] = {start: 0}
    queue = deque([start])
    walk = 1 if metric == "moves" else 0
    while queue:
        state = queue.popleft()
        player, boxes = state
        cost = best[state]
        if Sokoban(board, player, boxes).is_solved():
            return cost
        for step in board.steps:
            to = player + step
            if not board.free[to]:
                continue
            after, price = (to, boxes), walk
            if to in boxes:
                if not board.free[to + step] or to + step in boxes:
                    continue
                after, price = (to, boxes - {to} | {to + step}), 1
            if cost + price < best.get(after, 1 << 30):
                best[after] = cost + price
                (queue.append if price else queue.appendleft)(after)
    return None


def solvable(puzzle: Sokoban) -> tuple[dict[State, int], set[State]]:
    """The pushes still needed from every reachable position that can be solved, and all reachable positions."""
    board, start = puzzle.board, (puzzle.player, puzzle.boxes)
    seen = {start}
    back: dict[State, list[tuple[State, int]]] = {}
    queue = deque([start])
    goals: list[State] = []
    while queue:
        state = queue.popleft()
        player, boxes = state
        if Sokoban(board, player, boxes).is_solved():
            goals.append(state)
        for step in board.steps:
            to = player + step
            if not board.free[to]:
                continue
            after, price = (to, boxes), 0
            if to in boxes:
                if not board.free[to + step] or to + step in boxes:
                    continue
                after, price = (to, boxes - {to} | {to + step}), 1
            back.setdefault(after, []).append((state, price))
            if after not in seen:
                seen.add(after)
                queue.append(after)
    left = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        state = queue.popleft()
        for before, price in back.get(state, ()):
            if left[state] + price < left.get(before, 1 << 30):
                left[before] = left[state] + price
                (queue.append if price else queue.appendleft)(before)
    return left, seen
