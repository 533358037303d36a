"""Positions that can never be solved any more, why, and which squares show it.

Three proofs, each by looking at fewer boxes than there are (a relaxation), so none ever accuses a solvable position:
a box on a square from which no storage can be reached (this covers corners and wall lines without storage), boxes that
freeze one another off storage, and boxes that share too few storages.

Of the three rules every beginner learns, two are here and in the dead squares of the core (``Maze``): no box into
a corner without storage, none onto a wall line without storage. The third, no walk that must be retraced, holds because
the core never plays a walk by itself: a walk is always the shortest one to the next push (``Ground::walk``), and a
position that another walk reached no later is dropped (the rule ``dominance``). For the reference searches all three
are written out one by one in ``pruning``.
"""

from __future__ import annotations

from ...core.puzzle import Fault, Message, plural
from .board import Board

_MAX_PLACES = 6  # told in words; the cells of the fault are complete


def reason(board: Board, player: int, boxes: frozenset[int]) -> Fault | None:
    """Why no solution can be reached and on which cells one sees it, or None when these tests see no reason."""
    goals = board.goals
    area = board.area(player)
    if len(boxes) > len(goals):
        for goal in sorted(goals - area - boxes):
            at = _places(board, [goal])
            why = Message("the storage at {place} is walled off from the player and empty", place=at)
            return _fault(board, [goal], why)
        return None
    walled = {box for box in boxes if box not in area}
    for box in sorted(walled - goals):
        at = _places(board, [box])
        why = Message("the box at {place} is walled off from the player and not on storage", place=at)
        return _fault(board, [box], why)
    free = sorted(boxes - walled)
    nearest = board.nearest
    for box in free:
        if box not in nearest:
            at = _places(board, [box])
            if _in_corner(board, box):
                return _fault(board, [box], Message("the box at {place} can never leave the corner", place=at))
            why = Message("the box at {place} can never reach a storage from there", place=at)
            return _fault(board, [box], why)
    if stuck := [box for box in sorted(frozen(board, boxes)) if box not in goals and box not in walled]:
        at = _places(board, stuck)
        if len(stuck) == 1:
            why = Message("the box at {place} can never be moved again and is not on storage", place=at)
            return _fault(board, stuck, why)
        return _fault(board, stuck, Message("these boxes block one another for good off storage: {places}", places=at))
    return _short_of_storage(board, free, goals & area)


def lost(board: Board, boxes: list[int], shut: bool) -> Fault:
    """What the core proved, in words: these boxes can never be brought home, or shut a place that cannot be opened."""
    at = _places(board, boxes)
    if shut:
        return _fault(
            board, boxes, Message("these boxes shut off a place that can never be opened: {places}", places=at)
        )
    if len(boxes) == 1:
        return _fault(board, boxes, Message("the box at {place} can never reach a storage from there", place=at))
    return _fault(board, boxes, Message("these boxes can never all reach a storage any more: {places}", places=at))


def frozen(board: Board, boxes: frozenset[int]) -> set[int]:
    """The boxes that can never be pushed again: each is blocked on both axes by walls or by other such boxes.

    The largest set with this property: all boxes, less those with a free axis, until nothing changes.
    """
    nearest, free = board.nearest, board.free
    stuck = set(boxes)
    changed = True
    while changed:
        changed = False
        for box in list(stuck):
            for step in (1, board.cols):
                one, other = box - step, box + step
                walled = not free[one] or not free[other]
                if not (walled or one in stuck or other in stuck or (one not in nearest and other not in nearest)):
                    stuck.discard(box)
                    changed = True
                    break
    return stuck


def _in_corner(board: Board, box: int) -> bool:
    free = board.free
    return not (free[box - 1] and free[box + 1]) and not (free[box - board.cols] and free[box + board.cols])


def _short_of_storage(board: Board, boxes: list[int], goals: frozenset[int]) -> Fault | None:
    # Kuhn's augmenting paths; when a box finds no storage, the boxes it asked on the way share too few.
    keeper: dict[int, int] = {}
    for box in boxes:
        asked: set[int] = set()
        if not _settle(board, box, goals, keeper, asked):
            crowd = sorted({box, *(keeper[goal] for goal in asked if goal in keeper)})
            why = plural(
                "these boxes can reach only {n} storage square between them: {places}",
                "these boxes can reach only {n} storage squares between them: {places}",
                n=len(asked),
                places=_places(board, crowd),
            )
            return _fault(board, crowd, why)
    return None


def _settle(board: Board, box: int, goals: frozenset[int], keeper: dict[int, int], asked: set[int]) -> bool:
    # Iterative, because a level may hold more boxes than Python likes to nest calls.
    came: dict[int, int] = {}
    queue = [box]
    for now in queue:
        for goal in sorted(goals):
            if goal in asked or now not in board.distances[goal]:
                continue
            asked.add(goal)
            came[goal] = now
            if goal in keeper:
                queue.append(keeper[goal])
                continue
            while True:  # hand every storage on the way to the box that asked for it
                taker = came[goal]
                given = next((g for g, who in keeper.items() if who == taker), None)
                keeper[goal] = taker
                if given is None:
                    return True
                goal = given
    return False


def _fault(board: Board, squares: list[int], why: Message) -> Fault:
    return Fault(why, cells=tuple(map(board.cell, squares)))


def _places(board: Board, squares: list[int], most: int = _MAX_PLACES) -> Message | str:
    # "row 1, column 2; row 3, column 4", counted inside the wall, cut short where there are many.
    if not most:
        return "…"
    row, column = board.place(squares[0])
    first = Message("row {row}, column {column}", row=row, column=column)
    if len(squares) == 1:
        return first
    return Message("{first}; {others}", first=first, others=_places(board, squares[1:], most - 1))
