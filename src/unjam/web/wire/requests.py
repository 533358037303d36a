"""Types of the requests that the page sends; wrong types and unknown fields are rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from ...core.puzzle import Cell, Move
from ...datasets.play_events import MAX_BATCH_EVENTS, MAX_EVENT_NUMBER, MAX_MILLISECONDS, PLAY_NAME
from ...formats.position_id import MAX_ID_LENGTH
from .constraints import CellPair, FamilyName, Id, Integer, Limit, PieceName, Turn

MAX_FILE = 2_000_000
MAX_DRAWING = 64_000
MAX_MOVES = 500
MAX_SOLUTION = 5_000
MAX_LINE = 2_000
MAX_NOTATION = 100_000
MAX_DEPTH = 5_000

Branch = Annotated[int, Integer(ge=0, le=65_535)]
PlayId = Annotated[str, Limit(min_length=1, max_length=MAX_ID_LENGTH, pattern=r"^1[A-Za-z0-9_-]+$")]


def to_cell(pair: Sequence[int] | None) -> Cell | None:
    return (pair[0], pair[1]) if pair else None


@dataclass(frozen=True)
class Request:
    """The base of all requests."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(frozen=True)
class MoveRequest(Request):
    piece: Annotated[PieceName, Limit(min_length=1)]
    to: CellPair
    turn: Turn = 0

    def move(self) -> Move:
        return Move(self.piece, (self.to[0], self.to[1]), self.turn)


@dataclass(frozen=True)
class MovesRequest(Request):
    moves: Annotated[list[MoveRequest], Limit(min_length=1, max_length=MAX_MOVES)]


@dataclass(frozen=True)
class ReasonRequest(Request):
    """The moves of a solution, starting from a position."""

    moves: Annotated[list[MoveRequest], Limit(min_length=1, max_length=MAX_SOLUTION)]


@dataclass(frozen=True)
class WalkRequest(Request):
    piece: Annotated[PieceName, Limit(min_length=1)]
    to: CellPair


@dataclass(frozen=True)
class HandRequest(Request):
    """One action of a player who places pieces from a tray, and the piece selected before it."""

    act: Literal["select", "preview", "place", "lock", "lock_all", "escape", "turn", "clear"]
    piece: PieceName = ""
    cell: CellPair | None = None
    selected: PieceName = ""
    preview: CellPair | None = None
    turn: Turn = 0


@dataclass(frozen=True)
class IdsRequest(Request):
    """The ids of positions, in order."""

    ids: Annotated[list[Id], Limit(min_length=1, max_length=MAX_LINE)]


@dataclass(frozen=True)
class ReplayRequest(Request):
    """Moves in the notation of the family."""

    notation: Annotated[str, Limit(min_length=1, max_length=MAX_NOTATION)]


@dataclass(frozen=True)
class BranchesRequest(Request):
    """The path to a window in the lab: the branch to take at each position."""

    branches: Annotated[list[Branch], Limit(max_length=MAX_DEPTH)]


@dataclass(frozen=True)
class LevelsRequest(Request):
    text: Annotated[str, Limit(max_length=MAX_FILE)]
    family: FamilyName | None = None


@dataclass(frozen=True)
class SketchRequest(Request):
    """A level being drawn, and the edit to apply to it, if any."""

    text: Annotated[str, Limit(max_length=MAX_DRAWING)]
    family: FamilyName
    edit: Literal["put", "move", "turn", "erase", "size", "empty", "exit", "lock", "fix"] | None = None
    tool: Annotated[str, Limit(max_length=20)] = ""
    cell: CellPair | None = None
    to: CellPair | None = None


@dataclass(frozen=True)
class PlayEvent(Request):
    """An event of a play: its kind, the milliseconds since the level was opened, and the position after it."""

    at: Annotated[int, Integer(ge=0, le=MAX_MILLISECONDS)]
    kind: Literal["start", "move", "undo", "redo", "restart", "hint", "win", "give_up", "leave"]
    position: PlayId


@dataclass(frozen=True)
class PlayRequest(Request):
    """Some events of a play; ``first`` is the number of the first one, so that no event is counted twice."""

    play: Annotated[str, Limit(pattern=f"^{PLAY_NAME}$")]
    level: PlayId
    first: Annotated[int, Integer(ge=0, le=MAX_EVENT_NUMBER)]
    events: Annotated[list[PlayEvent], Limit(min_length=1, max_length=MAX_BATCH_EVENTS)]
