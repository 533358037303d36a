"""Typical mistakes, each as a search that makes it.

A student's search that expands the same positions as one of these, on every board, does what the mistake does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from ..core.puzzle import Message, Move
from .board import Board

Search = Callable[[Board], list[Move] | None]
Priority = Callable[[Board, int], tuple[int, ...]]


class Mistake(NamedTuple):
    """A mistake in words, and a search that makes it."""

    words: Message
    search: Search


def search_queue(
    start: Board, *, newest_first: bool = False, backwards: bool = False, early_test: bool = False, marks: str = "push"
) -> list[Move] | None:
    """Search breadth-first or, with ``newest_first``, depth-first.

    ``marks`` tells when a position counts as seen: at ``push``, at ``expand``, or ``never``.
    """
    if early_test and start.is_solved():
        return []
    frontier: deque[tuple[Board, list[Move]]] = deque([(start, [])])
    seen = {start} if marks == "push" else set()
    while frontier:
        position, path = frontier.pop() if newest_first else frontier.popleft()
        if marks == "expand":
            if position in seen:
                continue
            seen.add(position)
        if not early_test and position.is_solved():
            return path
        moves = position.moves()
        for move in reversed(moves) if backwards else moves:
            after = position.play(move)
            if after in seen:
                continue
            if early_test and after.is_solved():
                return [*path, move]
            if marks == "push":
                seen.add(after)
            frontier.append((after, [*path, move]))
    return None


def search_priority(
    start: Board,
    priority: Priority,
    *,
    early_test: bool = False,
    reopens: bool = True,
    marks: bool = True,
    newest_first: bool = False,
    backwards: bool = False,
    unit_costs: bool = False,
) -> list[Move] | None:
    """Expand the position with the lowest priority first: Dijkstra, greedy search or A*.

    Without ``reopens`` the first path to a position stays, without ``marks`` no position is remembered.
    """
    number = count(0, -1 if newest_first else 1)
    best, queued = {start: 0}, {start}
    frontier = [(priority(start, 0), next(number), 0, start, list[Move]())]
    while frontier:
        _, _, g, position, path = heappop(frontier)
        if marks and (g != best[position] or position not in queued):
            continue
        queued.discard(position)
        if not early_test and position.is_solved():
            return path
        moves = position.moves()
        for move in reversed(moves) if backwards else moves:
            after = position.play(move)
            g_after = g + (1 if unit_costs else position.cost(move))
            known = best.get(after) if marks else None
            if known is not None and not (reopens and g_after < known):
                continue
            if early_test and after.is_solved():
                return [*path, move]
            best[after] = g_after
            queued.add(after)
            heappush(frontier, (priority(after, g_after), next(number), g_after, after, [*path, move]))
    return None


def search_rounds(
    start: Board, *, factor: int = 1, uses_cost: bool = True, remembers: bool = True, step: int | None = None
) -> list[Move] | None:
    """Search depth-first in rounds with a rising limit (IDA*); ``step`` raises it by a fixed amount."""
    limit: int | None = factor * start.estimate()
    while limit is not None:
        next_limit: int | None = None
        cheapest = {start: 0}
        if start.is_solved():
            return []
        path: list[Move] = []
        stack = [(start, 0, iter(start.moves()))]
        while stack:
            position, g, untried = stack[-1]
            move = next(untried, None)
            if move is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            after, g_after = position.play(move), g + position.cost(move)
            if remembers and cheapest.get(after, g_after + 1) <= g_after:
                continue
            if not remembers and any(after == each for each, _, _ in stack):
                continue
            f = (g_after if uses_cost else 0) + factor * after.estimate()
            if f > limit:
                next_limit = f if next_limit is None else min(next_limit, f)
                continue
            cheapest[after] = g_after
            path.append(move)
            if after.is_solved():
                return path
            stack.append((after, g_after, iter(after.moves())))
        limit = next_limit if step is None or next_limit is None else limit + step
    return None


def climb(
    start: Board, *, backwards: bool = False, remembers: bool = True, best_on_top: bool = True, ties: bool = True
) -> list[Move] | None:
    """Search depth-first, the neighbour with the best estimate first (hill climbing with a stack)."""
    stack, seen = [(start, list[Move]())], {start}
    while stack:
        position, path = stack.pop()
        if position.is_solved():
            return path
        new = []
        moves = position.moves()
        for move in reversed(moves) if backwards else moves:
            after = position.play(move)
            if after not in seen:
                if remembers:
                    seen.add(after)
                new.append((after, [*path, move]))
        new.sort(key=lambda each: (each[0].estimate(), each[0].drawing() if ties else ""), reverse=best_on_top)
        stack.extend(new)
    return None


def search_both_ends(start: Board, *, alternates: bool = False, whole_layers: bool = True) -> list[Move] | None:
    """Search breadth-first from the start and from the goals; ``alternates`` grows the two sides in turn."""
    goals = start.goals()
    forth: dict[Board, tuple[Board, Move] | None] = {start: None}
    onward: dict[Board, tuple[Move, Board] | None] = dict.fromkeys(goals)
    front, back = deque([start]), deque(goals)
    if start in onward:
        return []
    turn = 0
    while front and back:
        turn += 1
        forwards = turn % 2 == 1 if alternates else len(front) <= len(back)
        layer = front if forwards else back
        for _ in range(len(layer) if whole_layers else 1):
            position = layer.popleft()
            grow, side = (_grow_front, front) if forwards else (_grow_back, back)
            meeting = grow(position, forth, onward, side)
            if meeting is not None:
                return _join(meeting, forth, onward)
    return None


def _grow_front(
    position: Board,
    forth: dict[Board, tuple[Board, Move] | None],
    onward: dict[Board, tuple[Move, Board] | None],
    front: deque[Board],
) -> Board | None:
    for move in position.moves():
        after = position.play(move)
        if after not in forth:
            forth[after] = (position, move)
            if after in onward:
                return after
            front.append(after)
    return None


def _grow_back(
    position: Board,
    forth: dict[Board, tuple[Board, Move] | None],
    onward: dict[Board, tuple[Move, Board] | None],
    back: deque[Board],
) -> Board | None:
    for move, before in position.back():
        if before not in onward:
            onward[before] = (move, position)
            if before in forth:
                return before
            back.append(before)
    return None


def _join(
    meeting: Board,
    forth: dict[Board, tuple[Board, Move] | None],
    onward: dict[Board, tuple[Move, Board] | None],
) -> list[Move]:
    moves, position = [], meeting
    while (step := forth[position]) is not None:
        position, move = step
        moves.append(move)
    moves.reverse()
    position = meeting
    while (following := onward[position]) is not None:
        move, position = following
        moves.append(move)
    return moves


# -- the mistakes of each search

EARLY = Message("the goal is tested when a position is generated, not when it is expanded")
NEVER_SEEN = Message("there is no set of visited positions, so positions are expanded again and again")
LATE_SEEN = Message("a position counts as visited only when it is expanded, so it is put on the frontier several times")
BACKWARDS = Message("the moves are tried in the opposite order")
STACK = Message("the newest position is expanded first: the frontier is a stack, not a queue")
QUEUE = Message("the oldest position is expanded first: the frontier is a queue, not a stack")
NEW_TIES = Message("among equal priorities the newest position is expanded first, not the oldest")
NO_H_TIES = Message("among equal sums the smaller estimate does not come first")
NO_G = Message("the cost so far is left out of the priority, so this is greedy search")
NO_H = Message("the estimate is left out of the priority, so this is Dijkstra's algorithm")
DOUBLE_H = Message("the estimate is counted too high, so it is not admissible any more")
FIRST_PATH = Message("the first path to a position is kept, even if a cheaper one is found later")
UNIT_COSTS = Message("every move is counted as 1, whatever it costs")
WITH_G = Message("the cost so far is added to the priority, so this is A*")
NO_LIMIT_G = Message("the cost so far is left out of the limit")
NO_MEMORY = Message("positions that were reached as cheaply before in a round are searched again")
SLOW_LIMIT = Message("the limit is raised by 1, not to the smallest sum above it")
WORST_FIRST = Message("the worst neighbour is on top of the stack, not the best one")
NO_TIES = Message("among equal estimates the smallest drawing does not come first")
IN_TURN = Message("the two sides grow in turn, not always the one with the smaller frontier")
HALF_LAYERS = Message("the sides change after every position, not after a whole layer")


def _g(position: Board, g: int) -> tuple[int, ...]:
    return (g,)


def _h(position: Board, g: int) -> tuple[int, ...]:
    return (position.estimate(),)


def _sum(position: Board, g: int, *, factor: int = 1, ties: bool = True) -> tuple[int, ...]:
    h = factor * position.estimate()
    return (g + h, h) if ties else (g + h,)


def _breadth(**options: Any) -> Search:
    return partial(search_queue, **options)


def _depth(**options: Any) -> Search:
    return partial(search_queue, newest_first=True, **options)


def _cheapest(priority: Priority, **options: Any) -> Search:
    return partial(search_priority, priority=priority, **options)


MISTAKES: Mapping[str, tuple[Mistake, ...]] = {
    "bfs": (
        Mistake(EARLY, _breadth(early_test=True)),
        Mistake(NEVER_SEEN, _breadth(marks="never")),
        Mistake(BACKWARDS, _breadth(backwards=True)),
        Mistake(STACK, _breadth(newest_first=True)),
    ),
    "dfs": (
        Mistake(BACKWARDS, _depth()),
        Mistake(EARLY, _depth(backwards=True, early_test=True)),
        Mistake(NEVER_SEEN, _depth(backwards=True, marks="never")),
        Mistake(LATE_SEEN, _depth(backwards=True, marks="expand")),
        Mistake(QUEUE, _breadth()),
    ),
    "dijkstra": (
        Mistake(EARLY, _cheapest(_g, early_test=True)),
        Mistake(FIRST_PATH, _cheapest(_g, reopens=False)),
        Mistake(UNIT_COSTS, _cheapest(_g, unit_costs=True)),
        Mistake(NEW_TIES, _cheapest(_g, newest_first=True)),
        Mistake(BACKWARDS, _cheapest(_g, backwards=True)),
        Mistake(NEVER_SEEN, _cheapest(_g, marks=False)),
    ),
    "greedy": (
        Mistake(EARLY, _cheapest(_h, reopens=False, early_test=True)),
        Mistake(NEW_TIES, _cheapest(_h, reopens=False, newest_first=True)),
        Mistake(WITH_G, _cheapest(_sum)),
        Mistake(BACKWARDS, _cheapest(_h, reopens=False, backwards=True)),
        Mistake(NEVER_SEEN, _cheapest(_h, marks=False)),
    ),
    "astar": (
        Mistake(EARLY, _cheapest(_sum, early_test=True)),
        Mistake(NO_G, _cheapest(_h, reopens=False)),
        Mistake(NO_G, _cheapest(_h)),
        Mistake(NO_H, _cheapest(_g)),
        Mistake(DOUBLE_H, _cheapest(partial(_sum, factor=2))),
        Mistake(FIRST_PATH, _cheapest(_sum, reopens=False)),
        Mistake(NO_H_TIES, _cheapest(partial(_sum, ties=False))),
        Mistake(NEW_TIES, _cheapest(_sum, newest_first=True)),
        Mistake(NEW_TIES, _cheapest(partial(_sum, ties=False), newest_first=True)),
        Mistake(UNIT_COSTS, _cheapest(_sum, unit_costs=True)),
        Mistake(BACKWARDS, _cheapest(_sum, backwards=True)),
        Mistake(NEVER_SEEN, _cheapest(_sum, marks=False)),
    ),
    "idastar": (
        Mistake(NO_MEMORY, partial(search_rounds, remembers=False)),
        Mistake(DOUBLE_H, partial(search_rounds, factor=2)),
        Mistake(NO_LIMIT_G, partial(search_rounds, uses_cost=False)),
        Mistake(SLOW_LIMIT, partial(search_rounds, step=1)),
    ),
    "hillclimb": (
        Mistake(WORST_FIRST, partial(climb, best_on_top=False)),
        Mistake(NO_TIES, partial(climb, ties=False)),
        Mistake(NO_TIES, partial(climb, ties=False, backwards=True)),
        Mistake(NEVER_SEEN, partial(climb, remembers=False)),
    ),
    "bidirectional": (
        Mistake(IN_TURN, partial(search_both_ends, alternates=True)),
        Mistake(HALF_LAYERS, partial(search_both_ends, whole_layers=False)),
        Mistake(HALF_LAYERS, partial(search_both_ends, alternates=True, whole_layers=False)),
    ),
}
"""The mistakes that are looked for in each search."""

MODELS: Mapping[str, Search] = {
    "bfs": search_queue,
    "dfs": _depth(backwards=True),
    "dijkstra": _cheapest(_g),
    "greedy": _cheapest(_h, reopens=False),
    "astar": _cheapest(_sum),
    "idastar": search_rounds,
    "hillclimb": climb,
    "bidirectional": search_both_ends,
}
"""Each search without a mistake; tests compare them with the reference searches."""
