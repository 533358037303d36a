"""Random small Sokoban levels and a plain exhaustive search to check the solver against."""

from __future__ import annotations

from collections import deque
from functools import partial
from random import Random

from unjam.core.notation import split_moves
from unjam.core.puzzle import IllegalMove, Move, PuzzleError
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.text.writing import xsb

State = tuple[int, frozenset[int]]


def play_lurd(puzzle: Sokoban, text: str) -> Sokoban:
    """Return the position after the steps of a LURD string."""
    for move in from_lurd(puzzle, text):
        puzzle = puzzle.play(move)
    return puzzle


def from_lurd(puzzle: Sokoban, text: str) -> tuple[Move, ...]:
    """Return the moves of a LURD string (``3r`` for ``rrr``, ``(rU)2`` for ``rUrU``); capitals do not matter.

    PuzzleError names a letter that cannot be played.
    """
    moves: list[Move] = []
    for letter in split_moves(text, letters=True, form=puzzle.about.move_syntax):
        move = puzzle.parse_move(letter)
        try:
            puzzle = puzzle.play(move)
        except IllegalMove as error:
            raise PuzzleError(f"move {len(moves) + 1}: '{letter}' cannot be played here: {error}") from None
        moves.append(move)
    return tuple(moves)


def normalise(puzzle: Sokoban) -> Sokoban:
    """Return the same level for all its eight mirror images and turns, without walls that touch no floor."""
    board = puzzle.board
    near = {square + dr * board.cols + dc for square in board.squares for dr in (-1, 0, 1) for dc in (-1, 0, 1)}
    rows = [
        "".join(
            "-" if board.free[i] and mark == " " else mark if i in near else " "
            for i, mark in enumerate(row.ljust(board.cols), r * board.cols)
        )
        for r, row in enumerate(xsb(puzzle).split("\n"))
    ]
    images = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]  # a quarter turn
        images += [rows, [row[::-1] for row in rows]]
    puzzles = [Sokoban.parse("\n".join(image)) for image in images]
    return min(puzzles, key=lambda puzzle: (puzzle.board.rows, str(puzzle)))


def pulled_level(rng: Random, height: int, width: int, boxes: int) -> Sokoban:
    """A level that can be solved: its boxes begin on the storages and a player who wanders about pulls them off."""
    while True:
        grid = {(r, c) for r in range(height) for c in range(width) if rng.random() > 0.18}
        if len(grid) < 2 * boxes + 4:
            continue
        storages = rng.sample(sorted(grid), boxes)
        taken = set(storages)
        player = rng.choice(sorted(grid - taken))
        for _ in range(2000):
            dr, dc = rng.choice(((-1, 0), (1, 0), (0, -1), (0, 1)))
            to, behind = (player[0] + dr, player[1] + dc), (player[0] - dr, player[1] - dc)
            if to not in grid or to in taken:
                continue
            if behind in taken and rng.random() < 0.8:
                taken = taken - {behind} | {player}
            player = to
        signs = {**dict.fromkeys(grid, " "), **dict.fromkeys(storages, ".")}
        for place in taken:
            signs[place] = "*" if place in storages else "$"
        signs[player] = "+" if player in storages else "@"
        rows = ["#" + "".join(signs.get((r, c), "#") for c in range(width)) + "#" for r in range(height)]
        return Sokoban.parse("\n".join(["#" * (width + 2), *rows, "#" * (width + 2)]))


def warehouse(rng: Random, boxes: int, *, tight: bool = False) -> Sokoban:
    """A hall with pillars, and behind a narrow passage a store with a storage for each box: the order matters, which
    makes its proof long; any solution is soon found, but not in a ``tight`` store, where nobody can turn round."""
    rows, hall = 9, 10
    spare = 0 if tight else 2
    width = hall + 2 + spare + (boxes + 3) // 4
    signs = {(r, c): " " for r in range(rows) for c in range(hall)} | {(4, hall): " ", (4, hall + 1): " "}
    signs |= {(r, c): " " for r in range(3 - spare // 2, 7 + spare // 2) for c in range(hall + 2, width)}
    signs |= {(3 + i % 4, hall + 2 + spare + i // 4): "." for i in range(boxes)}
    inner = [(r, c) for r in range(1, rows - 1) for c in range(1, hall - 1) if (r, c) != (4, hall - 2)]
    places = rng.sample(inner, 6 + boxes)
    signs |= {(0, 0): "@"} | dict.fromkeys(places[:6], "#") | dict.fromkeys(places[6:], "$")
    lines = ["#" + "".join(signs.get((r, c), "#") for c in range(width)) + "#" for r in range(rows)]
    return Sokoban.parse("\n".join(["#" * (width + 2), *lines, "#" * (width + 2)]))


def _images(place: tuple[int, int], height: int, width: int, turns: list[tuple[bool, bool]]) -> set[tuple[int, int]]:
    r, c = place
    return {(height - 1 - r if flip else r, width - 1 - c if turn else c) for flip, turn in turns}


def random_level(rng: Random, *, odd: bool = False, symmetric: bool = False) -> Sokoban:
    """A small level with one to four boxes, solvable or not.

    ``odd`` also varies the number of storages; ``symmetric`` makes the board, its storages and its boxes their own
    mirror image, left for right and now and then upside down as well.
    """
    while True:
        height, width = rng.randint(3, 5), rng.randint(4, 6)
        turns = [(False, False)]
        if symmetric:
            turns += [(False, True), *([(True, False), (True, True)] if rng.random() < 0.3 else [])]

        images = partial(_images, height=height, width=width, turns=turns)
        walls: set[tuple[int, int]] = set()
        for place in ((r, c) for r in range(height) for c in range(width)):
            if place not in walls and rng.random() < 0.14 / len(turns):
                walls |= images(place)
        boxes = rng.choice((1, 2, 2, 2, 3))
        goals = max(1, boxes + rng.choice((-1, 0, 1))) if odd else boxes
        free = sorted({(r, c) for r in range(height) for c in range(width)} - walls)
        if len(free) < boxes + 2 or len(free) < goals:
            continue
        storages = set().union(*(images(place) for place in rng.sample(free, goals)))
        taken = set().union(*(images(place) for place in rng.sample(free, boxes)))
        left = [place for place in free if place not in taken]
        if not left or len(taken) > 4 or (len(taken) != len(storages) and not odd):
            continue
        kinds = dict.fromkeys(taken, 2) | {rng.choice(left): 1}
        signs = {place: (" @$", ".+*")[place in storages][kinds.get(place, 0)] for place in free}
        rows = ["#" + "".join(signs.get((r, c), "#") for c in range(width)) + "#" for r in range(height)]
        return Sokoban.parse("\n".join(["#" * (width + 2), *rows, "#" * (width + 2)]))


def fewest_pushes(puzzle: Sokoban) -> tuple[int, int] | None:
    """The least moves, and the least pushes of a solution with so many moves, by layers of plain steps; or None."""
    board = puzzle.board
    layer: dict[State, int] = {(puzzle.player, puzzle.boxes): 0}
    seen = set(layer)
    moves = 0
    while layer:
        solved = [pushes for (player, boxes), pushes in layer.items() if Sokoban(board, player, boxes).is_solved()]
        if solved:
            return moves, min(solved)
        following: dict[State, int] = {}
        for (player, boxes), pushes in layer.items():
            for step in board.steps:
                to = player + step
                if not board.free[to]:
                    continue
                after, count = (to, boxes), pushes
                if to in boxes:
                    if not board.free[to + step] or to + step in boxes:
                        continue
                    after, count = (to, boxes - {to} | {to + step}), pushes + 1
                if after not in seen:
                    following[after] = min(count, following.get(after, count))
        seen.update(following)
        layer = following
        moves += 1
    return None


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


def solvable(puzzle: Sokoban, most: int = 1 << 30) -> tuple[dict[State, int], set[State]]:
    """The pushes still needed from every reachable position that can be solved, and all reachable positions.

    Both are empty when there are more than ``most`` positions.
    """
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
        if len(seen) > most:
            return {}, set()
    left = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        state = queue.popleft()
        for before, price in back.get(state, ()):
            if left[state] + price < left.get(before, 1 << 30):
                left[before] = left[state] + price
                (queue.append if price else queue.appendleft)(before)
    return left, seen
