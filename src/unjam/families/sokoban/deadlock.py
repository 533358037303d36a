"""Proofs that a position can never be solved, with the reason and the squares involved.

There are three proofs: a box is on a square from which no storage can be reached (this covers corners and wall lines
without storage), boxes that are not on storage block one another for good, or a group of boxes can reach fewer storage
squares than it has boxes. All three are sound: a solvable position is never called dead.

Every beginner learns three rules. Two of them are covered here and by the dead squares of the core (``Maze``): never
push a box into a corner without storage, and never push one onto a wall line without storage. The third rule is never
to take a walk that must be retraced. The core obeys it by always taking the shortest walk to the next push
(``Ground::walk``) and by dropping a position that another walk reached at least as early (the rule ``dominance``).
``pruning`` implements all three rules for the reference searches.
"""

from __future__ import annotations

from ...core.puzzle import Fault, Message, plural
from .board import Board

_MAX_PLACES = 6  # the maximum number of squares named in a message; the fault lists all cells


def reason(board: Board, player: int, boxes: frozenset[int]) -> Fault | None:
    """Return why the position cannot be solved, with the cells involved; None if no proof applies."""
    goals = board.goals
    area = board.area(player)
    if len(boxes) > len(goals):
        for goal in sorted(goals - area - boxes):
            place = _places(board, [goal])
            return _fault(
                board,
                [goal],
                Message("the storage square at {place} is empty and walled off from the player", place=place),
            )
        return None
    walled = {box for box in boxes if box not in area}
    for box in sorted(walled - goals):
        place = _places(board, [box])
        return _fault(
            board,
            [box],
            Message("the box at {place} is walled off from the player and is not on a storage square", place=place),
        )
    free = sorted(boxes - walled)
    nearest = board.nearest
    for box in free:
        if box not in nearest:
            at = _places(board, [box])
            if _in_corner(board, box):
                return _fault(board, [box], Message("the box at {place} can never leave the corner", place=at))
            return _fault(board, [box], Message("the box at {place} can never reach storage from there", place=at))
    if stuck := [box for box in sorted(frozen(board, boxes)) if box not in goals and box not in walled]:
        at = _places(board, stuck)
        if len(stuck) == 1:
            return _fault(
                board,
                stuck,
                Message("the box at {place} can never be moved again and is not on a storage square", place=at),
            )
        return _fault(
            board, stuck, Message("these boxes block one another for good, away from storage: {places}", places=at)
        )
    return _short_of_storage(board, free, goals & area)


def lost(board: Board, boxes: list[int], shut: bool) -> Fault:
    """Return a proof from the core as a fault: the boxes can never reach storage or, if ``shut``, close off an area."""
    at = _places(board, boxes)
    if shut:
        return _fault(
            board, boxes, Message("these boxes close off an area that can never be opened: {places}", places=at)
        )
    if len(boxes) == 1:
        return _fault(board, boxes, Message("the box at {place} can never reach storage from there", place=at))
    return _fault(board, boxes, Message("these boxes can no longer all reach storage: {places}", places=at))


def frozen(board: Board, boxes: frozenset[int]) -> set[int]:
    """Return the boxes that can never be pushed again without losing the game, because both axes are blocked.

    An axis is blocked by a wall or another such box on either side, or by squares on both sides from which no storage
    can be reached. The search starts with all boxes and removes those with a free axis until nothing changes.
    """
    nearest, free = board.nearest, board.free
    stuck = set(boxes)
    changed = True
    while changed:
        changed = False
        for box in list(stuck):
            for step in (1, board.cols):
                before, after = box - step, box + step
                walled = not free[before] or not free[after]
                if not (
                    walled or before in stuck or after in stuck or (before not in nearest and after not in nearest)
                ):
                    stuck.discard(box)
                    changed = True
                    break
    return stuck


def _in_corner(board: Board, box: int) -> bool:
    free = board.free
    return not (free[box - 1] and free[box + 1]) and not (free[box - board.cols] and free[box + board.cols])


def _short_of_storage(board: Board, boxes: list[int], goals: frozenset[int]) -> Fault | None:
    """Match boxes to storage by augmenting paths (Kuhn); return a fault if some boxes share too few storage squares."""
    owner: dict[int, int] = {}
    for box in boxes:
        tried: set[int] = set()
        if not _augment(board, box, goals, owner, tried):
            crowd = sorted({box, *(owner[goal] for goal in tried if goal in owner)})
            why = plural(
                "these boxes can reach only {n} storage square between them: {places}",
                "these boxes can reach only {n} storage squares between them: {places}",
                n=len(tried),
                places=_places(board, crowd),
            )
            return _fault(board, crowd, why)
    return None


def _augment(board: Board, box: int, goals: frozenset[int], owner: dict[int, int], tried: set[int]) -> bool:
    """Find and apply an augmenting path for the box; iterative, because a level may have many boxes."""
    came: dict[int, int] = {}
    queue = [box]
    for now in queue:
        for goal in sorted(goals):
            if goal in tried or now not in board.distances[goal]:
                continue
            tried.add(goal)
            came[goal] = now
            if goal in owner:
                queue.append(owner[goal])
                continue
            while True:  # assign each storage square on the path to the box that claimed it
                claimant = came[goal]
                previous = next((g for g, claimed in owner.items() if claimed == claimant), None)
                owner[goal] = claimant
                if previous is None:
                    return True
                goal = previous
    return False


def _fault(board: Board, squares: list[int], why: Message) -> Fault:
    return Fault(why, cells=tuple(map(board.cell, squares)))


def _places(board: Board, squares: list[int], most: int = _MAX_PLACES) -> Message | str:
    """Return text like "row 1, column 2; row 3, column 4", counted inside the walls and cut off after ``most``."""
    if not most:
        return "…"
    row, column = board.place(squares[0])
    first = Message("row {row}, column {column}", row=row, column=column)
    if len(squares) == 1:
        return first
    return Message("{first}; {others}", first=first, others=_places(board, squares[1:], most - 1))
