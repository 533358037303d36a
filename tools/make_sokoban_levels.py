"""Makes the Sokoban levels that come with unjam: random rooms, boxes pulled away from their storage, the best kept.

python tools/make_sokoban_levels.py > src/unjam/formats/shipped/sokoban.toml
"""

from __future__ import annotations

import argparse
from collections import deque
from random import Random

from unjam import rate
from unjam.core.puzzle import Limits
from unjam.families.sokoban import Sokoban, features
from unjam.families.sokoban.board import Board
from unjam.solving.solve import solve

# title, rows and columns inside the walls, boxes
WANTED = (
    ("First push", 3, 4, 1),
    ("Round the corner", 3, 5, 1),
    ("Two by two", 4, 4, 2),
    ("After you", 4, 5, 2),
    ("The small cellar", 4, 6, 2),
    ("Tea for three", 5, 5, 3),
    ("Moving day", 5, 6, 3),
    ("Mind the step", 5, 7, 3),
    ("The long way home", 6, 6, 3),
    ("Four seasons", 6, 6, 4),
    ("Attic of echoes", 6, 7, 4),
    ("The night porter", 7, 7, 4),
)


def room(rng: Random, height: int, width: int, boxes: int) -> Sokoban | None:
    """A solved room with storage side by side, or None when the floor falls apart."""
    walls = {(r, c) for r in range(height) for c in range(width) if rng.random() < 0.22}
    floor = tuple("#" + "".join("#" if (r, c) in walls else "." for c in range(width)) + "#" for r in range(height))
    board = Board(("#" * (width + 2), *floor, "#" * (width + 2)))
    if len(board.squares) < 3 * boxes + 4 or len(board.area(board.squares[0])) != len(board.squares):
        return None
    goals = [rng.choice(board.squares)]
    while len(goals) < boxes:
        near = [g + s for g in goals for s in board.steps if board.free[g + s] and g + s not in goals]
        if not near:
            return None
        goals.append(rng.choice(near))
    marks = list("".join(board.floor))
    for goal in goals:
        marks[goal] = "o"
    cols = board.cols
    stored = Board(tuple("".join(marks[r * cols : (r + 1) * cols]) for r in range(board.rows)))
    player = rng.choice([square for square in board.squares if square not in goals])
    return Sokoban(stored, player, frozenset(goals))


def pulled(rng: Random, solved: Sokoban) -> Sokoban | None:
    """One of the positions farthest from the solved room, found breadth-first by steps back, with no box at home."""
    seen, queue = {solved}, deque([solved])
    order = [solved]
    while queue and len(seen) < 5_000:
        for _, before in queue.popleft().back():
            if before not in seen:
                seen.add(before)
                queue.append(before)
                order.append(before)
    far = [puzzle for puzzle in order[-200:] if not puzzle.boxes & puzzle.board.goals]
    return rng.choice(far) if far else None


def make(rng: Random, height: int, width: int, boxes: int) -> tuple[str, int]:
    """Of some twenty rooms the one whose best solution changes box and direction most often."""
    best: tuple[int, str, int] | None = None
    tried = 0
    while tried < 20 or best is None:
        solved = room(rng, height, width, boxes)
        puzzle = pulled(rng, solved) if solved else None
        if puzzle is None:
            continue
        tried += 1
        result = solve(puzzle, limits=Limits(seconds=5))
        if not result.optimal or not result.cost:
            continue
        counts = features(puzzle, result.moves)
        score = 3 * counts["box_changes"] + counts["box_lines"] if boxes > 1 else counts["box_lines"]
        if best is None or score > best[0]:
            best = (score, str(puzzle), result.cost)
    return best[1], best[2]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rng = Random(20)
    levels = [(title, *make(rng, *rest)) for title, *rest in WANTED]
    print("# Made by tools/make_sokoban_levels.py; cost is the proven least number of moves.")
    for title, board, cost in sorted(levels, key=lambda level: rate(Sokoban.parse(level[1])).score or 0.0):
        print(f'\n[[level]]\ntitle = "{title}"\ncost = {cost}\nboard = """\n{board}\n"""')


if __name__ == "__main__":
    main()
