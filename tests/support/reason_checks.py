"""Checks the reason of a hint: all that it says of the board and of the solution has to be true.

Nothing here is shared with the families' own reasons: pieces are read from scenes, and moves are played by the rules.
Every kind of reason has its check, named by the template of its sentence; an unknown sentence is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from unjam.core.message import Message
from unjam.core.page import Reason
from unjam.core.puzzle import Cell, Limits, Move, Puzzle
from unjam.core.scene import Piece
from unjam.families.packing import Packing
from unjam.solving.solve import solve

LIMITS = Limits(seconds=60.0)


class Played:
    """A solution played from a position: after n moves, ``pieces[n]`` has the pieces on the board by their id."""

    def __init__(self, position: Puzzle, moves: Sequence[Move]) -> None:
        self.moves, self.positions = moves, [position]
        for move in moves:
            self.positions.append(self.positions[-1].play(move))
        assert self.positions[-1].is_solved()
        self.scene = position.scene()
        self.pieces = [{each.id: each for each in now.scene().pieces} for now in self.positions]

    def cells(self, piece: str, n: int = 0) -> set[Cell]:
        return set(self.pieces[n][piece].cells)

    def first_move(self, piece: str) -> int:
        moved = [n for n, move in enumerate(self.moves) if move.piece == piece]
        assert moved, f"{piece} never moves"
        return moved[0]


def check_reason(position: Puzzle, moves: Sequence[Move], reason: Reason) -> tuple[str, ...]:
    """Raise AssertionError unless the reason of the first of these moves, which solve the position, is true.

    Returns the kinds of statement that were checked.
    """
    checks = CHECKS[position.family]
    assert reason.message.template in checks, reason.message.template
    checks[reason.message.template](Played(position, moves), reason)
    return tuple(each.template for each in list_parts(reason.message) if each.template in checks)


def list_parts(message: Message) -> Iterator[Message]:
    """Yield the message and those within it, in the order of the sentence."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from list_parts(value)


# -- Rush Hour -------------------------------------------------------------------------------------------------------

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
BLOCKED = "{car} is blocked by {other}"
LINKS = {
    "{car} needs room above, where {other} is": "up",
    "{car} needs room below, where {other} is": "down",
    "{car} needs room to its left, where {other} is": "left",
    "{car} needs room to its right, where {other} is": "right",
}


def check_way_out(played: Played, reason: Reason) -> None:
    car = played.moves[0].piece
    assert played.pieces[0][car].kind == "target"
    assert played.positions[1].is_solved()
    assert reason.pieces == (car,)


def check_chain(played: Played, reason: Reason) -> None:
    """Check that each car is in the way of the one named before it, and that the last is the one that moves."""
    links = [each for each in list_parts(reason.message) if each.template in (*LINKS, BLOCKED)]
    assert links
    cars = [played.moves[0].piece]
    assert reason.message.values["car"] == cars[0]
    for link in reversed(links):
        assert link.values["other"] == cars[-1]
        check_link(played, link)
        cars.append(link.values["car"])
    assert reason.pieces == tuple(cars)
    assert len({*cars}) == len(cars)


def check_link(played: Played, link: Message) -> None:
    """Check that the first move of a car crosses, on the named side, a cell that the other car is on and leaves."""
    car, other = link.values["car"], link.values["other"]
    n, m = played.first_move(car), played.first_move(other)
    assert m < n
    if link.template == BLOCKED:
        assert played.pieces[0][car].kind == "target"
        assert played.scene.exit is not None
        side = str(played.scene.exit.side)
    else:
        side = LINKS[link.template]
    row, column = STEPS[side]
    here, there = played.cells(car), played.cells(car, n + 1)
    away = max(abs(r - s) + abs(c - d) for (r, c), (s, d) in zip(sorted(here), sorted(there), strict=True))
    assert there == {(r + row * away, c + column * away) for r, c in here}, "it goes to that side"
    crossed = {(r + row * k, c + column * k) for r, c in here for k in range(1, away + 1)} - here
    assert (crossed & played.cells(other)) - played.cells(other, m + 1), "the other is there, and leaves"
    assert played.moves[n] not in set(played.positions[0].moves()), "so the car cannot go there now"


# -- Sokoban ---------------------------------------------------------------------------------------------------------


class Pushed:
    """The pushes of a solution, each as the cells of the box before and after it, and the first box's run of them."""

    def __init__(self, played: Played) -> None:
        self.boxes = self._boxes(played, 0)
        self.pushes: list[tuple[Cell, Cell]] = []
        for n in range(len(played.moves)):
            before, after = self._boxes(played, n), self._boxes(played, n + 1)
            if before != after:
                [start], [end] = before - after, after - before
                self.pushes.append((start, end))
        self.first, self.rest = self.pushes[0][0], self.pushes[0][1]
        self.later = 1
        while self.later < len(self.pushes) and self.pushes[self.later][0] == self.rest:
            self.rest = self.pushes[self.later][1]
            self.later += 1
        self.end, self.returns = self.rest, False
        for start, end in self.pushes[self.later :]:
            if start == self.end:
                self.end, self.returns = end, True
        floor = {(r, c): mark for r, line in enumerate(played.scene.floor) for c, mark in enumerate(line)}
        self.floor = {cell for cell, mark in floor.items() if mark in ".o"}
        self.goals = {cell for cell, mark in floor.items() if mark == "o"}
        [self.player] = played.cells("player")

    @staticmethod
    def _boxes(played: Played, n: int) -> set[Cell]:
        return {each.cells[0] for each in played.pieces[n].values() if each.kind == "box"}

    def place(self, message: Message) -> Cell:
        """Return the cell that the message names as people count: from 1, inside the walls."""
        top, left = min(row for row, _ in self.floor), min(column for _, column in self.floor)
        return message.values["row"] + top - 1, message.values["column"] + left - 1

    def reachable(self) -> set[Cell]:
        """Return the cells that the player reaches now without a push."""
        seen, left = {self.player}, [self.player]
        while left:
            row, column = left.pop()
            around = {(row + dr, column + dc) for dr, dc in STEPS.values()} & self.floor - self.boxes - seen
            seen |= around
            left += around
        return seen


def box_name(cell: Cell) -> str:
    return f"box@{cell[0]},{cell[1]}"


def check_goal(played: Played, reason: Reason, *, is_near: bool) -> None:
    """Check that the box ends on this goal, and that the push brings it there for good if it is near."""
    pushed = Pushed(played)
    goal = pushed.place(reason.message)
    assert reason.pieces == (box_name(pushed.first),)
    assert reason.cells == (goal,)
    assert goal in pushed.goals
    assert pushed.end == goal
    assert pushed.returns is not is_near
    assert is_near is (pushed.rest == goal and not pushed.returns)


def check_home(played: Played, reason: Reason) -> None:
    check_goal(played, reason, is_near=True)


def check_on_its_way(played: Played, reason: Reason) -> None:
    check_goal(played, reason, is_near=False)


def next_push(pushed: Pushed, reason: Reason) -> tuple[Cell, Cell]:
    """Return the push after the first box's run, which is that of the box that the reason names."""
    box, to = pushed.pushes[pushed.later]
    assert pushed.place(reason.message) == box
    assert box in pushed.boxes
    assert reason.pieces == (box_name(pushed.first), box_name(box))
    return box, to


def check_opens(played: Played, reason: Reason) -> None:
    pushed = Pushed(played)
    (row, column), (to_row, to_column) = next_push(pushed, reason)
    assert (2 * row - to_row, 2 * column - to_column) not in pushed.reachable(), "nobody can stand behind the box now"


def check_room(played: Played, reason: Reason) -> None:
    pushed = Pushed(played)
    _, to = next_push(pushed, reason)
    assert to == pushed.first, "the first box is where the other is to go"


# -- tiles -----------------------------------------------------------------------------------------------------------


def check_tile_home(played: Played, reason: Reason) -> None:
    check_settled(played, reason, 1)


def check_next_tile(played: Played, reason: Reason) -> None:
    check_settled(played, reason, reason.message.values["n"])


def check_settled(played: Played, reason: Reason, moves: int) -> None:
    """Check that the named tile is the first that reaches its place for good, after so many moves."""
    end = len(played.moves)
    settled = {}
    for tile in played.pieces[0]:
        home = played.cells(tile, end)
        settled[tile] = next((n + 1 for n in range(end, -1, -1) if played.cells(tile, n) != home), 0)
    tile = reason.message.values["tile"]
    assert settled[tile] == moves
    assert settled[tile] == min(n for n in settled.values() if n)
    assert reason.pieces == (tile,)
    assert set(reason.cells) == played.cells(tile, end)


# -- blocks ----------------------------------------------------------------------------------------------------------


def check_block_home(played: Played, reason: Reason) -> None:
    block = played.moves[0].piece
    assert played.pieces[0][block].kind == "target"
    assert played.positions[1].is_solved()
    assert (reason.message.values["block"], reason.pieces) == (block, (block,))


def check_other_block(played: Played, reason: Reason) -> None:
    """Check that the other block comes to the marked cells, which the first one leaves, before that one moves again."""
    block, other = reason.message.values["block"], reason.message.values["other"]
    assert block == played.moves[0].piece
    assert other != block
    assert reason.pieces == (block, other)
    again = next((n for n, move in enumerate(played.moves) if n and move.piece == block), len(played.moves))
    comes = [n for n in range(1, again) if played.moves[n].piece == other]
    freed = played.cells(block) - played.cells(block, 1)
    assert reason.cells
    assert any(set(reason.cells) == freed & played.cells(other, n + 1) for n in comes)


# -- packing ---------------------------------------------------------------------------------------------------------


def covered(position: Puzzle) -> set[Cell]:
    return {cell for piece in position.scene().pieces for cell in piece.cells}


def other_placements(played: Played, cells: Sequence[Cell]) -> list[Puzzle]:
    """Return the positions after putting a piece of another kind on one of the cells."""
    position = played.positions[0]
    assert isinstance(position, Packing)
    name, before = kind_of(played, played.moves[0].piece), covered(position)
    others = [each for each in position.moves() if kind_of(played, each.piece) != name]
    after = [position.play(move) for move in others]
    return [each for each in after if (covered(each) - before) & set(cells)]


def kind_of(played: Played, piece: str) -> str:
    each: Piece = next(each for each in (*played.scene.pieces, *played.scene.waiting) if each.id == piece)
    return each.group


def check_marked(played: Played, reason: Reason) -> None:
    """Check that the marked cells are some of those that the first move covers with the named piece."""
    assert reason.message.values["piece"] == kind_of(played, played.moves[0].piece)
    assert reason.pieces == (played.moves[0].piece,)
    assert reason.cells
    assert set(reason.cells) <= covered(played.positions[1]) - covered(played.positions[0])


def check_only(played: Played, reason: Reason) -> None:
    check_marked(played, reason)
    assert reason.message.values.get("n") == len(reason.cells)
    assert not other_placements(played, reason.cells)


def check_any_other(played: Played, reason: Reason) -> None:
    """Check that with any other piece there, the board cannot be filled; its own search says so, not a deadlock."""
    check_marked(played, reason)
    assert len(reason.cells) == 1
    others = other_placements(played, reason.cells)
    assert others
    assert not any(can_be_filled(each) for each in others)


def check_in_the_way(played: Played, reason: Reason) -> None:
    """Check that the board cannot be filled as it is, and that it can be once the named pieces are off."""
    lifted = tuple(move.piece for move in played.moves if move.to == (-1, -1))
    assert reason.pieces == lifted
    message = reason.message.values.get("piece") or reason.message.values["pieces"]
    named = [message] if isinstance(message, str) else list_words(message)
    assert sorted(named) == sorted(kind_of(played, piece) for piece in lifted)
    assert set(reason.cells) == {cell for piece in lifted for cell in played.cells(piece)}
    position = played.positions[0]
    assert isinstance(position, Packing)
    assert not can_be_filled(position)
    assert can_be_filled(position.take_back(*lifted))


def can_be_filled(position: Puzzle) -> bool:
    """Return whether the board can be filled with all pieces on it left where they are."""
    assert isinstance(position, Packing)
    result = solve(position.lock(), limits=LIMITS)
    assert result.status != "gave_up"
    return result.status == "solved"


def list_words(message: Message) -> list[str]:
    """Return the names in a list of them."""
    return [value for each in list_parts(message) for value in each.values.values() if isinstance(value, str)]


Check = Callable[[Played, Reason], None]
CHECKS: dict[str, dict[str, Check]] = {
    "rushhour": {
        "the way out is clear": check_way_out,
        "{chain}; so {car} goes first": check_chain,
        **dict.fromkeys((*LINKS, BLOCKED), check_chain),
    },
    "sokoban": {
        "this box goes home: its goal is in row {row}, column {column}": check_home,
        "this box is on its way to the goal in row {row}, column {column}": check_on_its_way,
        "this opens the way to the box in row {row}, column {column}": check_opens,
        "this makes room for the box in row {row}, column {column}": check_room,
    },
    "tiles": {
        "this brings tile {tile} home for good": check_tile_home,
        "tile {tile} is the next to reach its final place, in {n} moves": check_next_tile,
    },
    "blocks": {
        "this brings block {block} home": check_block_home,
        "block {other} needs the cells where block {block} is": check_other_block,
    },
    "packing": {
        "only {piece} can fill the {n} marked squares": check_only,
        "any piece other than {piece} on the marked square would leave a space that cannot be filled": check_any_other,
        "with {piece} there, the rest of the board cannot be filled": check_in_the_way,
        "with {pieces} there, the rest of the board cannot be filled": check_in_the_way,
    },
}
"""For each family, the kinds of statement that its reasons make; a link of a chain is checked with the chain."""
