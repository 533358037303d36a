"""Searches as students write them, each right or with one typical mistake, which the checker names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from random_cases import choose

from unjam.exercises.grade import grade_search
from unjam.exercises.student_file import load_search

PATH = '''
import heapq
from itertools import count

def path(parent, position):
    """Return the moves from the start, followed back from parent to parent."""
    moves = []
    while parent[position] is not None:
        position, move = parent[position]
        moves.append(move)
    return moves[::-1]
'''
QUEUE = (
    PATH
    + """
def bfs(start):
    parent, frontier = {start: None}, [start]
    while frontier:
        position = frontier.pop(0)
        if position.is_solved():
            return path(parent, position)
        for move in position.moves():
            after = position.play(move)
            if after not in parent:
                parent[after] = (position, move)
                frontier.append(after)
"""
)
HEAP = (
    PATH
    + """
def NAME(start):
    parent, cost_so_far, number = {start: None}, {start: 0}, count()
    heap, closed = [(0, 0, 0, start)], set()
    while heap:
        *_, position = heapq.heappop(heap)
        if position in closed:
            continue
        closed.add(position)
        if position.is_solved():
            return path(parent, position)
        for move in position.moves():
            after = position.play(move)
            g = cost_so_far[position] + position.cost(move)
            if after in cost_so_far and g >= cost_so_far[after]:
                continue
            cost_so_far[after], parent[after] = g, (position, move)
            closed.discard(after)
            h = after.estimate()
            heapq.heappush(heap, (PRIORITY, next(number), after))
"""
)
ASTAR = HEAP.replace("NAME", "astar").replace("PRIORITY", "g + h, h")
DIJKSTRA = HEAP.replace("NAME", "dijkstra").replace("PRIORITY", "g, 0")
GREEDY = HEAP.replace("NAME", "greedy").replace("PRIORITY", "h, 0").replace("and g >= cost_so_far[after]", "")
ROUNDS = """
def idastar(start):
    limit = start.estimate()
    while limit is not None:
        too_far, cheapest = [], {start: 0}
        moves = visit(start, 0, limit, [], cheapest, too_far)
        if moves is not None:
            return moves
        limit = min(too_far, default=None)

def visit(position, g, limit, moves, cheapest, too_far):
    if position.is_solved():
        return moves
    for move in position.moves():
        after, cost = position.play(move), g + position.cost(move)
        if after in cheapest and cheapest[after] <= cost:
            continue
        f = cost + after.estimate()
        if f > limit:
            too_far.append(f)
            continue
        cheapest[after] = cost
        answer = visit(after, cost, limit, moves + [move], cheapest, too_far)
        if answer is not None:
            return answer
"""
RIGHT = {"bfs": QUEUE, "astar": ASTAR, "dijkstra": DIJKSTRA, "greedy": GREEDY, "idastar": ROUNDS}
LATE = """        if position.is_solved():
            return path(parent, position)
"""
MARK = "parent[after] = (position, move)\n"
EARLY = """                if after.is_solved():
                    return path(parent, after)
"""
WRONG = [
    ("bfs", "goal is tested when a position is generated", LATE, "", MARK, MARK + EARLY),
    ("bfs", "no set of visited positions", "if after not in parent", "if True",
     MARK, "parent.setdefault(after, (position, move))\n"),
    ("bfs", "a stack, not a queue", "pop(0)", "pop()"),
    ("bfs", "in the opposite order", "in position.moves()", "in reversed(position.moves())"),
    ("bfs", "from the goal to the start", "return moves[::-1]", "return moves"),
    ("dijkstra", "every move is counted as 1", "position.cost(move)", "1"),
    ("dijkstra", "the first path to a position is kept", "and g >= cost_so_far[after]", ""),
    ("astar", "the cost so far is left out of the priority", "g + h, h", "h, 0"),
    ("astar", "the estimate is left out of the priority", "g + h, h", "g, 0"),
    ("astar", "not admissible any more", "h = after.estimate()", "h = 2 * after.estimate()"),
    ("astar", "the smaller estimate does not come first", "g + h, h", "g + h, 0"),
    ("astar", "the newest position is expanded first", "count()", "count(0, -1)"),
    ("greedy", "so this is A*", "h, 0", "g + h, h"),
    ("idastar", "the limit is raised by 1", "min(too_far, default=None)", "limit + 1 if too_far else None"),
    ("idastar", "left out of the limit", "f = cost + after", "f = after"),
]  # fmt: skip


def graded(folder: Path, name: str, text: str) -> Any:
    file = folder / "student.py"
    file.write_text(text, encoding="utf-8")
    return grade_search(name, load_search(str(file), name))


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_passes(tmp_path: Path, name: str) -> None:
    result = graded(tmp_path, name, RIGHT[name])
    assert result.is_right, [str(each) for mark in result.marks for each in mark.differences]


@pytest.mark.parametrize(
    ("name", "mistake", "changes"), [(each[0], each[1], each[2:]) for each in choose(WRONG[::3], WRONG)]
)
def test_a_typical_mistake_is_named(tmp_path: Path, name: str, mistake: str, changes: tuple[str, ...]) -> None:
    text = RIGHT[name]
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text
        text = text.replace(before, after)
    result = graded(tmp_path, name, text)
    assert not result.is_right
    assert mistake in " ".join(map(str, result.mistakes)), [str(d) for mark in result.marks for d in mark.differences]


def test_errors_that_students_make_are_explained(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "astar.py"
    for text, words in {
        ASTAR.replace("next(number), ", ""): "put a number that counts up before the position",
        "def astar(start):\n    print('here')\n    return 5\n": "it returned 5; expected a list of moves",
        "def astar(start, goal):\n    return []\n": "missing 1 required positional argument",
    }.items():
        file.write_text(text, encoding="utf-8")
        code, out, _ = run("exercise", "astar", str(file))
        assert (code, words in out) == (1, True), out
        assert "here" not in out.split()
    assert (out.count("on every board: "), out.count("\n")) == (1, 2)
