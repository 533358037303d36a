"""Describes the goal in words: the destination of each block, and the other blocks that are there now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...core.cells import bounding_box
from ...core.page import Goal, PieceGoal
from ...core.puzzle import Cell, Message
from .position import Blocks

MAX_IN_SENTENCE = 3
"""The maximum number of goals in one sentence."""

Side = Literal["first", "last", "all", "middle", "none"]
"""The position of a block along an axis: at one end, spanning all of it, in the middle, or elsewhere."""


def goal(board: Blocks) -> Goal:
    """Return the goal as a sentence, and as one line for each block with a goal."""
    layout = board.layout
    homes = sorted(layout.goals.items(), key=lambda home: layout.letters[home[0]])
    places = {layout.letters[block]: _place(board, layout.cells(block, home)) for block, home in homes}
    done = [layout.letters[block] for block, home in homes if board.at[block] == home]
    left = [letter for letter in places if letter not in done]
    each = tuple(PieceGoal(letter, places[letter][0], _state(board, letter)) for letter in places)
    if done and left:
        done_text = Message("{block} is home.", block=done[0])
        if len(done) > 1:
            done_text = Message("{blocks} are home.", blocks=list_blocks(done))
        return Goal(done_text, _to_do(left, places), each)
    if len(places) > MAX_IN_SENTENCE:
        return Goal(Message("Bring {blocks} to their outlines.", blocks=list_blocks(list(places))), None, each)
    first, *others = places
    goals = Message("{block} {place}", block=first, place=places[first][1])
    for letter in others:
        goals = Message("{goals}, {block} {place}", goals=goals, block=letter, place=places[letter][2])
    return Goal(Message("Bring {goals}.", goals=goals), None, each)


def _to_do(left: list[str], places: dict[str, tuple[Message, Message, Message]]) -> Message:
    if len(left) > MAX_IN_SENTENCE:
        return Message("{n} blocks still have to go to their outlines.", n=len(left))
    first, *others = left
    goals = Message("{block} goes {place}", block=first, place=places[first][2])
    for letter in others:
        goals = Message("{goals}, {block} {place}", goals=goals, block=letter, place=places[letter][2])
    return Message("{goals}.", goals=goals)


def _state(board: Blocks, letter: str) -> Message:
    """Return a message that says whether the block is home, or which other blocks occupy its goal."""
    layout = board.layout
    block = layout.letters.index(letter)
    home = layout.goals[block]
    if board.at[block] == home:
        return Message("home")
    place = layout.bits[block] << home
    others = [
        name
        for index, name in enumerate(layout.letters)
        if index != block and layout.bits[index] << board.at[index] & place
    ]
    if not others:
        return Message("not yet")
    if len(others) == 1:
        return Message("{block} occupies its place", block=others[0])
    return Message("{blocks} occupy its place", blocks=list_blocks(others))


def list_blocks(blocks: Sequence[str]) -> Message:
    """Return the names of one or more blocks as a list in words."""
    if len(blocks) == 1:
        return Message.plain(blocks[0])
    return Message("{blocks} and {block}", blocks=", ".join(blocks[:-1]), block=blocks[-1])


def _place(board: Blocks, cells: tuple[Cell, ...]) -> tuple[Message, Message, Message]:
    """Return a destination as a heading, as a phrase, and as a shorter phrase for all but the first in a list."""
    rows, cols = board.layout.rows, board.layout.cols
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    high, wide = bounding_box(cells)
    names = _NAMES.get((_side(top, high, rows), _side(left, wide, cols)))
    if names is not None:
        return names
    at = {"row": top + 1, "column": left + 1}
    there = Message("to row {row}, column {column}", **at)
    return Message("Row {row}, column {column}", **at), there, there


def _side(at: int, size: int, room: int) -> Side:
    if size == room:
        return "all"
    if at == 0:
        return "first"
    if at + size == room:
        return "last"
    return "middle" if 2 * at + size == room else "none"


_NAMES: dict[tuple[Side, Side], tuple[Message, Message, Message]] = {
    ("first", "first"): (
        Message("Top left corner"),
        Message("to the top left corner"),
        Message("to the top left"),
    ),
    ("first", "last"): (
        Message("Top right corner"),
        Message("to the top right corner"),
        Message("to the top right"),
    ),
    ("last", "first"): (
        Message("Bottom left corner"),
        Message("to the bottom left corner"),
        Message("to the bottom left"),
    ),
    ("last", "last"): (
        Message("Bottom right corner"),
        Message("to the bottom right corner"),
        Message("to the bottom right"),
    ),
    ("first", "middle"): (
        Message("Middle of the top edge"),
        Message("to the middle of the top edge"),
        Message("to the middle of the top edge"),
    ),
    ("last", "middle"): (
        Message("Middle of the bottom edge"),
        Message("to the middle of the bottom edge"),
        Message("to the middle of the bottom edge"),
    ),
    ("middle", "first"): (
        Message("Middle of the left edge"),
        Message("to the middle of the left edge"),
        Message("to the middle of the left edge"),
    ),
    ("middle", "last"): (
        Message("Middle of the right edge"),
        Message("to the middle of the right edge"),
        Message("to the middle of the right edge"),
    ),
    ("middle", "middle"): (
        Message("Middle of the board"),
        Message("to the middle of the board"),
        Message("to the middle of the board"),
    ),
    ("first", "all"): (Message("Top edge"), Message("to the top edge"), Message("to the top edge")),
    ("last", "all"): (Message("Bottom edge"), Message("to the bottom edge"), Message("to the bottom edge")),
    ("all", "first"): (Message("Left edge"), Message("to the left edge"), Message("to the left edge")),
    ("all", "last"): (Message("Right edge"), Message("to the right edge"), Message("to the right edge")),
}
