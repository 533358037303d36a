"""Describes how a family appears on the page: how pieces are moved by hand, its wording, emblem and editor.

The page reads this data and does not refer to any family by name. Every field has a default. All text is given as
messages; the page fills in any value in braces that a message does not contain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .editor import Editor
from .message import Message, plural
from .move import Cell, Move
from .obstacles import Side
from .wording import Metric, metric_words

Motion = Literal["slides", "gap", "walks", "placed"]
"""How pieces are moved by hand: dragged along the board, moved into the gap with one click, pushed by a player who
walks, or placed from a tray."""


@dataclass(frozen=True, slots=True)
class Key:
    keys: tuple[str, ...]
    does: Message


@dataclass(frozen=True, slots=True)
class EmblemRect:
    """A rounded rectangle in an emblem of 4 by 4 units; the hue "target" is the red of the target piece."""

    x: float
    y: float
    wide: float
    high: float
    hue: int | Literal["target"]
    tone: int = 0


@dataclass(frozen=True, slots=True)
class EmblemPath:
    """An SVG path over the emblem, drawn as a line of the given width or, without a width, filled."""

    path: str
    ink: Literal["ink", "hint"] = "ink"
    width: float | None = None


EMBLEM = (
    EmblemRect(0.5, 0.5, 1.46, 1.46, 262),
    EmblemRect(2.04, 0.5, 1.46, 0.7, 190),
    EmblemRect(2.04, 1.27, 1.46, 0.7, 120),
    EmblemRect(0.5, 2.04, 0.7, 1.46, 75),
    EmblemRect(1.27, 2.04, 2.23, 1.46, 293, 1),
)


@dataclass(frozen=True, slots=True)
class Words:
    """The wording that the page uses for a family; a message that is None is not shown.

    The page fills in {n}, a number. In ``task``, {all} is the number of pieces, {n} how many of them are home, and
    {label} the label of the target.
    """

    call: Message = Message("Reach the goal.")
    """The heading above the level on the family's page."""
    tag: Message = Message("A puzzle of your own")
    """The line below the title on the family's card."""
    desk: Message | None = Message("Drag a piece, or press its letter and an arrow key.")
    """How to play with mouse and keyboard, in one line; ``phone`` is for touch screens."""
    phone: Message | None = Message("Drag any piece where it can go.")
    promise: Message = plural("{n} move will do it.", "{n} moves will do it.", n=0)
    """The line that announces the optimum of a level."""
    order: Message = Message("by the fewest moves")
    """How the shipped levels are sorted."""
    play: Message | None = Message("Drag a piece to one of its places. Or press its letter, then an arrow key.")
    """Instructions beside the board in the Play view; ``draw`` is for the Draw view."""
    draw: Message | None = None
    task: Message = Message("Reach the goal.")
    """The line below the board, followed by ``task_hint``; before the first move, ``begin`` is shown instead."""
    task_touch: Message | None = None
    """``task`` for devices that may have no keyboard."""
    task_hint: Message | None = None
    begin: Message | None = None
    won: Message = Message("Done in {n}.")
    ended: Message = Message("Solved")
    """The lab's label for a search that succeeded."""
    undo: Message = Message("Undo 1 move")
    goal: Message | None = None
    """The text beside the picture of the goal; ``goal_full`` is for goals whose first cell is not the gap."""
    goal_full: Message | None = None


@dataclass(frozen=True, slots=True)
class RulesCard:
    """The rules in three pictures: a tiny level, moves that solve it, and a sentence for each picture.

    ``moves`` are written in the notation of the family. The second picture plays the first ``shown`` of them, the third
    all.
    """

    level: str
    moves: str
    goal: Message
    move: Message
    win: Message
    shown: int = 1


@dataclass(frozen=True, slots=True)
class PieceGoal:
    """The goal of one piece: its destination, as a heading, and whether the piece is there or what is in its way."""

    piece: str
    place: Message
    state: Message


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of one position, shown instead of ``Words.task``; ``text`` comes first, then ``rest``."""

    text: Message
    rest: Message | None = None
    each: tuple[PieceGoal, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A solvable level that the author of an unsolvable one may have meant, with a reason and a label for a button."""

    why: Message
    label: Message
    level: Any


@dataclass(frozen=True, slots=True)
class TrayAction:
    """An action of a player who places pieces from a tray, and the state before the action.

    ``selected`` is the piece in hand, ``turn`` its orientation and ``preview`` the cell where it is tried out.
    """

    name: Literal["select", "preview", "place", "lock", "lock_all", "escape", "turn", "clear"]
    piece: str = ""
    cell: Cell | None = None
    selected: str = ""
    turn: int = 0
    preview: Cell | None = None


@dataclass(frozen=True, slots=True)
class TrayState:
    """The position and the piece in hand after an action.

    ``corner`` is where the piece is tried out and ``preview`` holds the cells it covers there. ``stars`` holds the
    cells where its corner fits in the current orientation, and ``turns`` is the number of its orientations. ``form``
    holds its cells in the current orientation, with the corner at (0, 0), and ``caption`` is its name.
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
    message: Message | None = None


class Route(NamedTuple):
    """A cell that a piece can reach; ``moves`` begin where the route at index ``before`` ends (-1: at the piece)."""

    to: Cell
    before: int
    moves: tuple[Move, ...]


class Reason(NamedTuple):
    """Why a solution makes a move: a sentence, and the pieces and cells to highlight."""

    message: Message
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...] = ()


class Turn(NamedTuple):
    """The next turn of a solution, for a hint: the piece that it moves, and a sentence that says what to do."""

    piece: Message
    words: Message


@dataclass(frozen=True, slots=True)
class Factor:
    """A weighted feature: its value in this level, its value in a typical level, and a remark that compares them."""

    value: Message
    typical: Message | int
    remark: Message | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a rating; ``factors`` has the same keys as the rating's contributions."""

    typical: Message
    factors: Mapping[str, Factor]
    counted: tuple[Message, ...] = ()
    """Counts that are shown although they do not affect the rating."""
    notes: tuple[Message, ...] = ()
    """Explanations of the terms, and of the data or assumptions behind the weights."""


@dataclass(frozen=True, slots=True)
class Page:
    motion: Motion = "slides"
    merges_moves: bool = False
    """Whether two moves of the same piece count as one if a single move could have replaced them."""
    undo_metric: str | None = None
    """The metric that defines a step of undo and hints (Sokoban: a push and the walk before it); None for one move."""
    shown_metrics: tuple[str, ...] = ()
    """The metrics shown during a game; by default the family's first."""
    lists_moves: bool = True
    wide_moves: bool = False
    home_kind: str | None = None
    """The page shows how many pieces of this kind are home."""
    target_leaves: bool = False
    """Whether the target leaves the board through the exit when the level is solved."""
    equal_costs: bool = False
    """Whether all solutions of a level cost the same, so that "shortest" is meaningless."""
    move_groups: Callable[[Any], Iterable[list[Move]]] | None = None
    """Returns the groups of moves that one click plays (tiles: a whole row towards the gap); the last move of each
    group moves the clicked piece."""
    routes: Callable[[Any, str], list[Route]] | None = None
    """Returns the cells that a piece can reach while all others stay put, the best route to each cell first. By
    default, ``unjam.solving.routes`` combines single moves of the piece."""
    goal: Callable[[Any], Goal] | None = None
    """Returns the goal of a position, for families whose levels have different goals."""
    explain_move: Callable[[Any, Sequence[Move]], Reason | None] | None = None
    """Returns why a solution makes its first move, or None if the reason is unknown. The reason must be true."""
    describe_turn: Callable[[Any, Sequence[Move]], Turn] | None = None
    """Describes the moves of one turn; needed only where a turn is more than one move (``undo_metric``)."""
    explain_blocked: Callable[[Any, str, Side], Reason | None] | None = None
    """Returns what keeps a piece from moving one cell to a side, or None if that is unknown; it must be true. Where the
    gap moves, the piece is ``""``: the side is the one to which a piece would move into the gap."""
    explain_rating: Callable[[Mapping[str, Any]], Explanation] | None = None
    """Explains a rating by the model ``human``, given its features."""
    suggest: Callable[[Any], Suggestion | None] | None = None
    """Returns the level that the author may have meant if a position has no solution."""
    act: Callable[[Any, TrayAction], TrayState] | None = None
    """Carries out a player's action and returns the new state, for motion ``placed``."""
    moves_between: Callable[[Any, Any], list[Move]] | None = None
    """Returns the moves from one position to another, for games with actions that are not moves (packing: trying
    out a piece)."""

    # -- appearance and wording ----------------------------------------------------------------------------------------

    ground: Literal["board", "isle"] = "board"
    """Whether the board is a tray with a rim, or an island bounded by its walls."""
    emblem: tuple[EmblemRect, ...] = EMBLEM
    strokes: tuple[EmblemPath, ...] = ()
    nouns: Mapping[str, Message] = field(default_factory=dict)
    """Maps each kind of piece to its name inside a sentence, with {label}."""
    noun: Message = Message("piece {label}")
    """The name used for all other kinds of pieces."""
    labels: Mapping[str, Message] = field(default_factory=dict)
    """Maps each metric to its label during a game; the default is "moves so far" or similar."""
    keys: tuple[Key, ...] = ()
    words: Words = field(default_factory=Words)
    rules_card: RulesCard | None = None
    """The rules in pictures; by default the page makes such a card from the level at hand and its solution."""

    editor: Editor | None = None
    """The editor for the Draw view; levels of families without an editor cannot be drawn."""

    def metric(self, name: str) -> Metric:
        """Return the wording for a metric, with the family's own label if it has one."""
        return metric_words(name, self.labels.get(name))
