"""What a family shows and lets do on the page: how its pieces move by hand, how it looks, what is said and drawn.

The page reads this and names no family. Everything has a default, so a family of one file needs none of it. Words are
messages; a value in braces that a message does not carry is filled in where it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .editor import Editor
from .explanation import Explanation
from .message import Message, plural
from .scene import Cell, Move

Motion = Literal["slides", "gap", "walks", "placed"]
"""How a piece is moved by hand: it is taken and slid, it slides into the gap at a touch, one piece walks and pushes
the others, or pieces are placed from a tray."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How a metric is spoken of: an amount {n} of it, what stands beside that number while one plays, any amount."""

    counted: Message
    label: Message
    some: Message


METRICS: Mapping[str, Metric] = {
    "moves": Metric(plural("{n} move", "{n} moves", n=0), Message("moves so far"), Message("a number of moves")),
    "steps": Metric(plural("{n} step", "{n} steps", n=0), Message("steps so far"), Message("a number of steps")),
}
"""The metrics that several families have."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or several, and what it does."""

    keys: tuple[str, ...]
    does: Message


@dataclass(frozen=True, slots=True)
class Patch:
    """A rounded rectangle of an emblem, which is 4 by 4: place, size, hue (or the target's red) and tone."""

    x: float
    y: float
    wide: float
    high: float
    hue: int | Literal["target"]
    tone: int = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A path of an emblem in one of the page's inks; a line of that width, or filled where it has none."""

    path: str
    ink: Literal["ink", "hint"] = "ink"
    width: float | None = None


EMBLEM = (
    Patch(0.5, 0.5, 1.46, 1.46, 262),
    Patch(2.04, 0.5, 1.46, 0.7, 190),
    Patch(2.04, 1.27, 1.46, 0.7, 120),
    Patch(0.5, 2.04, 0.7, 1.46, 75),
    Patch(1.27, 2.04, 2.23, 1.46, 293, 1),
)


@dataclass(frozen=True, slots=True)
class Words:
    """What the page says of a family; None: nothing is said at that place.

    Values that the page fills in: {n} is a number, {all} and {n} in ``task`` are how many pieces there are and how many
    of them are in their place, {label} in ``task`` is the label of the target.
    """

    call: Message = Message("Reach the goal.")
    """The heading above the level on the family's page."""
    tag: Message = Message("A puzzle of your own")
    """Below the title on the family's card."""
    desk: Message | None = Message("Drag a piece, or press its letter and an arrow key.")
    """How it is played with mouse and keys, in one line; ``phone`` with a finger."""
    phone: Message | None = Message("Drag any piece where it can go.")
    promise: Message = plural("{n} move will do it.", "{n} moves will do it.", n=0)
    """What the optimum of a level is."""
    order: Message = Message("by the fewest moves")
    """How the shipped levels are sorted."""
    play: Message | None = Message("Drag a piece to one of its places. Or press its letter, then an arrow key.")
    """Beside the board in Play; ``draw`` in Draw."""
    draw: Message | None = None
    task: Message = Message("Reach the goal.")
    """Below the board while nothing else is to say, then ``task_hint``, before the first move ``begin``."""
    task_touch: Message | None = None
    """The same where there may be no keyboard."""
    task_hint: Message | None = None
    begin: Message | None = None
    won: Message = Message("Done in {n}.")
    ended: Message = Message("Solved")
    """How a search that found a solution ended, in the lab."""
    undo: Message = Message("Undo 1 move")
    goal: Message | None = None
    """Beside the picture of the goal, where there is one; ``goal_full`` where its first cell is not the gap."""
    goal_full: Message | None = None


@dataclass(frozen=True, slots=True)
class Errand:
    """One piece that has to go somewhere: the place as a heading, and what is in the way or whether it is there."""

    piece: str
    place: Message
    state: Message


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be reached from a position, in place of ``Words.task``: ``said`` first, then ``rest``."""

    said: Message
    rest: Message | None = None
    each: tuple[Errand, ...] = ()


@dataclass(frozen=True, slots=True)
class Other:
    """A level that may be meant in the place of one without a solution: why, what it is called to take it, and it."""

    said: Message
    does: Message
    level: Any


@dataclass(frozen=True, slots=True)
class Act:
    """What a player of motion ``placed`` does, and the piece in hand before: its turn, and where it is tried."""

    name: Literal["select", "preview", "place", "lock", "lock_all", "escape", "turn", "clear"]
    piece: str = ""
    cell: Cell | None = None
    selected: str = ""
    turn: int = 0
    preview: Cell | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """The position and what the player holds and sees after an act.

    ``corner`` is where the piece in hand is tried and ``preview`` what it covers there; ``stars`` are the cells where
    its corner can lie as it is turned now, ``turns`` is in how many orientations it can lie. ``form`` are its cells as
    it is turned now, its corner at (0, 0), ``caption`` what it is called.
    """

    position: Any
    selected: str = ""
    turn: int = 0
    corner: Cell | None = None
    preview: tuple[Cell, ...] = ()
    stars: tuple[Cell, ...] = ()
    turns: int = 0
    form: tuple[Cell, ...] = ()
    caption: str = ""
    victory: bool = False
    said: Message | None = None


class Way(NamedTuple):
    """A cell that a piece can come to, and the moves that bring it there from the way numbered ``before``; -1: here."""

    to: Cell
    before: int
    moves: tuple[Move, ...]


class Reason(NamedTuple):
    """Why a move of a solution is made: in words, and the pieces and cells that one should look at."""

    message: Message
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What a family says of itself to the page."""

    motion: Motion = "slides"
    merges: bool = False
    """Whether two moves of one piece in a row are one move where it could have gone there at once."""
    turn: str | None = None
    """The metric of which undo and a hint take a whole one, with the moves before it (Sokoban: a push)."""
    counts: tuple[str, ...] = ()
    """The metrics shown while one plays; the first of the family where none is named."""
    logged: bool = True
    """Whether the moves so far are listed beside the board."""
    wide_moves: bool = False
    """Whether a move needs a line of its own in a list of moves."""
    homes: str | None = None
    """The kind of piece of which those in their place are counted."""
    leaves: bool = False
    """Whether the target leaves the board through the exit when the level is solved."""
    equal_costs: bool = False
    """Whether all solutions of a level cost the same, so that none is the shortest."""
    runs: Callable[[Any], Iterable[list[Move]]] | None = None
    """The moves that a position offers several at a touch (tiles: a whole row towards the gap); the last of each is
    that of the piece touched."""
    ways: Callable[[Any, str], list[Way]] | None = None
    """Where a piece can come to while all others stay, the best way to a cell first; without it single moves of the
    piece are tried (``unjam.solving.game.ways``)."""
    goal: Callable[[Any], Goal] | None = None
    """What is to be reached from a position, where every level has a goal of its own."""
    why: Callable[[Any, Sequence[Move]], Reason | None] | None = None
    """Why the first of some moves that solve the position is made, where the family can tell; it must be true."""
    explain: Callable[[Mapping[str, Any]], Explanation] | None = None
    """What is behind a rating by the family's model of people, given its features."""
    other: Callable[[Any], Other | None] | None = None
    """The level that may be meant where a position has no solution."""
    hand: Callable[[Any, Act], Hand] | None = None
    """What becomes of a position and of the piece in hand, for motion ``placed``."""
    straight: Callable[[Any, Any], list[Move]] | None = None
    """The moves from one position straight to another, where a game may go there by what is no move (packing: a piece
    put down and taken off again)."""

    # -- how it looks and what it is called ----------------------------------------------------------------------------

    ground: Literal["board", "isle"] = "board"
    """Whether the board is a tray with a rim, or an island bounded by its walls."""
    emblem: tuple[Patch, ...] = EMBLEM
    strokes: tuple[Stroke, ...] = ()
    """What is drawn over the patches of the emblem."""
    nouns: Mapping[str, Message] = field(default_factory=dict)
    """Kind of piece -> what one is called inside a sentence, with its {label}."""
    noun: Message = Message("piece {label}")
    """What a piece of any other kind is called."""
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    """How the family speaks of its metrics, where not as others do."""
    keys: tuple[Key, ...] = ()
    """The keys that only this family has."""
    words: Words = field(default_factory=Words)

    editor: Editor | None = None
    """What the Draw view may do with a text of this family; without one it cannot be drawn."""

    def metric(self, name: str) -> Metric:
        """How the metric is spoken of.

        >>> str(Page().metric("flips").counted.filled(n=3))
        '3 flips'
        """
        return (
            self.metrics.get(name)
            or METRICS.get(name)
            or Metric(
                Message("{n} {metric}", n=0, metric=name),
                Message("{metric} so far", metric=name),
                Message("a number of {metric}", metric=name),
            )
        )
