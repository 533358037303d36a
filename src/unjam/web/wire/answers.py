"""Response types for positions and levels; moves and faults use the types from ``core``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.message import Message
from ...core.page import PieceGoal
from ...core.puzzle import Cell, Fault, Move
from ...core.scene import Exit, Home

Costs = Mapping[str, int]
"""A mapping from metric to the cost of a move."""


@dataclass(frozen=True)
class Msg:
    """A message in JSON: a template and its values, formatted by the page; ``one`` is the template for n = 1."""

    text: str
    values: Mapping[str, int | float | str | Msg]
    one: str = ""


@dataclass(frozen=True)
class Trouble:
    """An error, in English and as a translatable message; for an unreadable level, also the faults in its text."""

    error: str
    message: Message
    faults: Sequence[Fault]


@dataclass(frozen=True)
class Health:
    """The numbers of running and waiting searches, the number of workers, and the limits of each search."""

    running: int
    waiting: int
    workers: int
    seconds: float | None
    memory: int | None


# -- scenes and positions


@dataclass(frozen=True)
class Piece:
    """A piece with its colours; ``turns`` is the number of orientations it may have."""

    id: str
    cells: Sequence[Cell]
    kind: str
    label: str
    state: str
    turns: int
    hue: float
    tone: int
    pattern: int
    style: str
    light: float
    chroma: float


@dataclass(frozen=True)
class Scene:
    family: str
    rows: int
    cols: int
    floor: Sequence[str]
    pieces: Sequence[Piece]
    exit: Exit | None
    waiting: Sequence[Piece]
    goal: Scene | None
    homes: Sequence[Home]


@dataclass(frozen=True)
class Destination:
    """A cell that a piece can reach with one click or drag, and the moves that take it there."""

    piece: str
    to: Cell
    moves: Sequence[Move]


@dataclass(frozen=True)
class Goal:
    """The goal of a position, in words."""

    text: Message
    rest: Message | None
    each: Sequence[PieceGoal]


@dataclass(frozen=True)
class Other:
    """A similar level that has a solution, offered in place of a level without a solution."""

    text: Message
    label: Message
    id: str


@dataclass(frozen=True)
class Position:
    """A position; ``best`` is the proven optimum of a shipped level, ``next`` the shipped level after it.

    ``dead`` explains why no solution can be reached any more, with the cells that show it.
    """

    id: str
    family: str
    title: str | None
    best: int | None
    next: str | None
    metrics: Sequence[str]
    scene: Scene
    destinations: Sequence[Destination]
    solved: bool
    goal: Goal | None
    other: Other | None
    dead: Fault | None


@dataclass(frozen=True)
class Played:
    """The position after some moves, and for each move its description, its costs and the id after it."""

    position: Position
    words: Sequence[Message]
    costs: Sequence[Costs]
    ids: Sequence[str]


@dataclass(frozen=True)
class Walked(Played):
    """The position after a walk; ``trail`` gives, for each move, the new cell of every piece it displaces."""

    trail: Sequence[Mapping[str, Cell]]


@dataclass(frozen=True)
class Ways:
    """Cells that a piece can reach: row, column, and the index of the previous cell on the path, -1 for the start."""

    places: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Reason:
    """The reason for a move, and the pieces and cells to highlight."""

    message: Message
    pieces: Sequence[str]
    cells: Sequence[Cell]


@dataclass(frozen=True)
class HandAnswer:
    """The piece that a player has selected for placing; ``form`` lists its cells in the current orientation."""

    position: Position
    selected: str
    turn: int
    corner: Cell | None
    stars: Sequence[Cell]
    preview: Sequence[Cell]
    turns: int
    form: Sequence[Cell]
    caption: str
    victory: bool
    message: Message | None


@dataclass(frozen=True)
class Line:
    """Moves in the notation of the family, their cost in its first metric, and whether they solve the level."""

    notation: str
    cost: int
    solved: bool


@dataclass(frozen=True)
class Step:
    """What a move changes on the board."""

    gone: Sequence[str]
    now: Sequence[Piece]
    waiting: Sequence[str] | None
    id: str


@dataclass(frozen=True)
class Steps:
    """The steps of a replay, starting from ``scene``."""

    moves: Sequence[Move]
    words: Sequence[Message]
    costs: Sequence[Costs]
    scene: Scene
    steps: Sequence[Step]


@dataclass(frozen=True)
class Replayed(Steps):
    metric: str
    cost: int
    solved: bool


@dataclass(frozen=True)
class RulesCard(Steps):
    """The rules in three pictures, with a sentence each; the second plays the first ``shown`` moves, the third all."""

    goal: Message
    move: Message
    win: Message
    shown: int


@dataclass(frozen=True)
class Frame:
    """A frame of an animation: hundredths of a second, and drawings with the pixels to their left and above them."""

    time: int
    places: Sequence[tuple[int, int, int]]


@dataclass(frozen=True)
class Film:
    """An animation to be drawn by the page: SVG drawings, of which the first is the ground below all others."""

    width: int
    height: int
    drawings: Sequence[str]
    frames: Sequence[Frame]


# -- levels


@dataclass(frozen=True)
class Level:
    """An entry in a list of levels: the level's id and scene, or why it cannot be read.

    ``level`` is the difficulty under which it is listed; ``difficulty`` is its rating and ``time`` what most people
    need, if known. ``cells`` is the number of cells that are not walls. In a long list only the first levels have a
    scene.
    """

    index: int
    title: str | None
    line: int
    id: str | None
    family: str | None
    scene: Scene | None
    cells: int
    cost: int | None
    level: str | None
    difficulty: str | None
    time: Message | None
    other: Other | None
    error: Trouble | None


@dataclass(frozen=True)
class NewLevel(Level):
    """A new level or the level of the day; ``title`` says what it is, such as Expert 6×6 · 48213.

    The same family, difficulty, size and seed give the same board on every machine, also with ``unjam generate``.
    """

    seed: int
    size: str
    calibrated: bool
    date: str | None


@dataclass(frozen=True)
class Levels:
    """A list of levels; ``left_out`` is the number of levels beyond the limit, or only the least it can be if not
    ``all_counted``."""

    family: str | None
    levels: Sequence[Level]
    left_out: int
    all_counted: bool


@dataclass(frozen=True)
class StartupLevels(Levels):
    """The levels in the file with which the server was started, and whether the server has a library."""

    library: bool


@dataclass(frozen=True)
class Shelf:
    """The levels of one difficulty in a library: their total number, and some of them."""

    level: str | None
    total: int
    levels: Sequence[Level]


@dataclass(frozen=True)
class Library:
    """A library: ``families`` gives the number of levels per family, ``sizes`` the board sizes of the chosen family.

    ``left_out`` levels of that family are in the library without a known solution; they are not shown.
    """

    families: Mapping[str, int]
    family: str | None
    sizes: Sequence[str]
    left_out: int
    shelves: Sequence[Shelf]


@dataclass(frozen=True)
class SketchFault(Fault):
    """A fault; if an edit can repair it, ``fix`` is the label of that edit."""

    fix: Message | None = None


@dataclass(frozen=True)
class Sketch:
    """A drawing; ``refused`` explains why the edit was not made, ``greeting`` what to do first on an empty board."""

    text: str
    scene: Scene
    faults: Sequence[SketchFault]
    id: str | None
    formats: Mapping[str, str]
    refused: Message | None
    greeting: Message | None


@dataclass(frozen=True)
class Preview:
    """The cells that an edit would change on the board, exactly as it would be made; ``refused`` says why it is not."""

    cells: Sequence[Cell]
    refused: Message | None


@dataclass(frozen=True)
class PlaysAnswer:
    """Whether this server records the games of players who consent."""

    enabled: bool
