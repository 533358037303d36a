"""What the page and its server say to each other; the OpenAPI description is made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError

from ..core.puzzle import Unsupported
from ..families import FAMILIES, family
from ..formats.position_id import MAX_ID_LENGTH

MAX_FILE = 2_000_000
MAX_MOVES = 500
MAX_SOLUTION = 5_000
MAX_LINE = 2_000
"""Moves of a line that a player played."""


class _OneOfFamilies:
    """A string that a family has for its name; which these are is only known while the server runs."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(FAMILIES)}

    @staticmethod
    def check(name: str) -> str:
        try:
            family(name)
        except Unsupported as error:
            raise PydanticCustomError("family", "{why}", {"why": str(error)}) from None
        return name


FamilyName = Annotated[str, AfterValidator(_OneOfFamilies.check), _OneOfFamilies()]


def _whole(value: Any) -> Any:
    """524.0 as 524: in JSON both are the same integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = BeforeValidator(_whole)
CellPair = Annotated[list[Annotated[int, Field(ge=-1000, le=1000), Whole]], Field(min_length=2, max_length=2)]
Name = Annotated[str, Field(min_length=1, max_length=80)]


class Given(BaseModel):
    """What a client sends: exact types, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid")


class GivenMove(Given):
    piece: Name
    to: CellPair
    turn: Annotated[int, Field(ge=0, le=7), Whole] = 0


class Moves(Given):
    moves: Annotated[list[GivenMove], Field(min_length=1, max_length=MAX_MOVES)]


class Rest(Given):
    """The moves of a solution from a position on."""

    moves: Annotated[list[GivenMove], Field(min_length=1, max_length=MAX_SOLUTION)]


class Walk(Given):
    piece: Name
    to: CellPair


class Line(Given):
    """The ids of positions, one after the other."""

    ids: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_ID_LENGTH)]], Field(min_length=1, max_length=MAX_LINE)
    ]


class Written(Given):
    """Moves in the notation of the family."""

    notation: Annotated[str, Field(min_length=1, max_length=100_000)]


class LevelText(Given):
    text: Annotated[str, Field(max_length=MAX_FILE)]
    family: FamilyName | None = None


class Sketch(Given):
    """A level being drawn, and what to do to it before it is shown again."""

    text: Annotated[str, Field(max_length=64_000)]
    family: FamilyName
    edit: (
        Annotated[
            Literal["put", "move", "turn", "erase", "size", "empty", "exit", "lock", "fix"],
            Field(description="What to do; nothing when left out."),
        ]
        | None
    ) = None
    tool: Annotated[str, Field(max_length=20)] = ""
    cell: CellPair | None = None
    to: CellPair | None = None


class GivenAct(Given):
    """One act of a player who places pieces from a tray, and what was in the hand before."""

    act: Literal["select", "preview", "place", "lock", "lock_all", "escape", "turn", "clear"]
    piece: Annotated[str, Field(max_length=80)] = ""
    cell: CellPair | None = None
    selected: Annotated[str, Field(max_length=80)] = ""
    preview: CellPair | None = None
    turn: Annotated[int, Field(ge=0, le=7), Whole] = 0


# -- what the server answers


class Msg(BaseModel):
    """A sentence: a template and its values, in words only where somebody reads it; ``one`` is its form for n = 1."""

    text: str
    one: str | None = None
    values: dict[str, int | float | str | Msg]


class FaultOut(BaseModel):
    """A fault: its line and column in the text, from 1, and the cells of the board that it is about."""

    message: Msg
    line: int | None
    column: int | None
    cells: list[list[int]]


class Trouble(BaseModel):
    """Why something is refused, in English and as a message, with every fault of a text that is no level."""

    error: str
    message: Msg
    faults: list[FaultOut]


class PieceOut(BaseModel):
    id: str
    cells: list[list[int]]
    kind: str
    label: str
    state: str
    hue: float
    tone: int
    pattern: int
    style: str
    light: float = 0
    chroma: float = 0
    turns: int = 1


class ExitOut(BaseModel):
    side: Literal["left", "right", "up", "down"]
    first: int
    last: int


class HomeOut(BaseModel):
    """Where a piece has to come to lie; the gap, where the piece has no name."""

    piece: str
    cells: list[list[int]]


class SceneOut(BaseModel):
    family: str
    rows: int
    cols: int
    floor: list[str]
    pieces: list[PieceOut]
    exit: ExitOut | None
    waiting: list[PieceOut]
    goal: SceneOut | None = None
    homes: list[HomeOut] = []


class MoveOut(BaseModel):
    piece: str
    to: list[int]
    turn: int = 0


class Destination(BaseModel):
    """A place a piece can go to at one touch, and the moves that bring it there."""

    piece: str
    to: list[int]
    moves: list[MoveOut]


class DeadOut(BaseModel):
    """Why no solution can be reached any more, and the cells on which one sees it."""

    message: Msg
    cells: list[list[int]]


class ErrandOut(BaseModel):
    """One piece that has to go somewhere, and how it stands with it."""

    piece: str
    place: Msg
    state: Msg


class GoalOut(BaseModel):
    """What is to be reached from a position, in words."""

    said: Msg
    rest: Msg | None
    each: list[ErrandOut]


class OtherOut(BaseModel):
    """A level that may be meant in the place of one without a solution."""

    said: Msg
    does: Msg
    id: str


class PositionOut(BaseModel):
    id: str
    family: str
    title: str | None
    best: int | None = Field(description="The proven optimum of a shipped level, in its first metric.")
    next: str | None = Field(description="The id of the shipped level after this one.")
    metrics: list[str]
    scene: SceneOut
    destinations: list[Destination]
    solved: bool
    goal: GoalOut | None
    other: OtherOut | None
    dead: DeadOut | None


class Played(BaseModel):
    position: PositionOut
    words: list[Msg]
    costs: list[dict[str, int]]
    ids: list[str]


class Walked(Played):
    """The same after a walk, with what each of its moves brings where, for those who watch it."""

    trail: list[dict[str, list[int]]]


class WaysOut(BaseModel):
    """Cells that a piece can come to: row, column, and the number of the entry one comes from, -1 for the start."""

    places: list[list[int]]


class ReasonOut(BaseModel):
    """Why a move is made, and the pieces and cells to look at."""

    message: Msg
    pieces: list[str]
    cells: list[list[int]]


class HandOut(BaseModel):
    position: PositionOut
    selected: str
    turn: int
    preview: list[list[int]]
    corner: list[int] | None
    stars: list[list[int]]
    turns: int
    form: list[list[int]]
    caption: str
    victory: bool
    said: Msg | None


class LevelOut(BaseModel):
    index: int
    title: str | None
    line: int
    id: str | None
    family: str | None
    scene: SceneOut | None
    cost: int | None = None
    level: str | None = None
    other: OtherOut | None = None
    error: Trouble | None = None


class NewLevelOut(LevelOut):
    """A new level or that of a day; ``level`` is as it was asked for, ``title`` the seed, as 48 213.

    Family, level, size and seed give the same board on every machine, also by ``unjam generate``.
    """

    seed: int
    size: str
    time: Msg | None = Field(description="The time that people are expected to need.")
    calibrated: bool = Field(description="Whether the time was fitted on people.")
    date: str | None = Field(description="The day, of a level of the day.")


class LevelsOut(BaseModel):
    family: str | None
    levels: list[LevelOut]
    left_out: int = 0


class GivenLevelsOut(LevelsOut):
    library: bool


class MetricOut(BaseModel):
    name: str
    counted: Msg
    label: Msg
    some: Msg


class KeyOut(BaseModel):
    keys: list[str]
    does: Msg


class StrokeOut(BaseModel):
    path: str
    ink: str
    width: float | None


class SampleOut(BaseModel):
    kind: str
    hue: int
    tone: int
    pattern: int
    style: str
    wide: int | None


class ToolOut(BaseModel):
    name: str
    label: Msg
    wide: int
    high: int
    piece: SampleOut | None
    mark: str | None
    icon: str | None
    drops: bool
    over: bool
    stretches: bool
    turns: bool
    unique: bool
    at_once: bool
    erases: bool
    on_piece: str


class SizeOut(BaseModel):
    """A size of new levels, and the levels that are made of it."""

    name: str
    rows: int
    cols: int
    levels: list[str]


class EditorOut(BaseModel):
    start: str
    largest: int
    format: str
    paints: bool
    sides: bool
    grid: bool
    others: list[str]
    tools: list[ToolOut]


class FamilyOut(BaseModel):
    """What a family says of itself; see unjam.core.family_info."""

    name: str
    title: Msg
    levels: int
    sizes: list[SizeOut] = Field(description="Of which new levels are made, from small to large; none: no New level.")
    usual: dict[str, str] = Field(description="Level -> the size to begin with.")
    borders: list[float] = Field(description="Seconds at which intermediate, advanced and expert begin.")
    calibrated: bool = Field(description="Whether these times were fitted on people; else show names only.")
    weighs: int = Field(description="How many things the rating weighs.")
    formats: list[str]
    metrics: list[MetricOut]
    motion: str
    merges: bool
    turn: str | None
    counts: list[str]
    logged: bool
    wide_moves: bool
    homes: str | None
    leaves: bool
    equal_costs: bool
    sky: dict[str, int]
    ground: str
    emblem: list[list[float | str]]
    strokes: list[StrokeOut]
    nouns: dict[str, Msg]
    noun: Msg
    keys: list[KeyOut]
    words: dict[str, Msg | None]
    editor: EditorOut | None


class SketchFault(FaultOut):
    """The same, with what the edit ``fix`` is called where it mends it."""

    fix: Msg | None


class SketchOut(BaseModel):
    text: str
    scene: SceneOut
    faults: list[SketchFault]
    id: str | None
    formats: dict[str, str]
    refused: Msg | None = Field(description="Why the edit was not made.")
    greeting: Msg | None = Field(description="What to do first, where nothing is drawn yet.")


class StepOut(BaseModel):
    """What a move changes on the board."""

    gone: list[str]
    now: list[PieceOut]
    waiting: list[str] | None = None
    id: str


class FactorOut(BaseModel):
    """One thing that a rating weighs."""

    said: Msg
    usual: Msg | int = Field(description="What it is on an ordinary level.")
    remark: Msg | None
    by: float = Field(description="By what it makes the time longer than on an ordinary level.")


class AccountOut(BaseModel):
    """What is behind a rating."""

    borders: tuple[float, float, float]
    seconds: float
    ordinary: float = Field(description="The seconds that an ordinary level takes.")
    said: Msg = Field(description="What an ordinary level is like.")
    factors: list[FactorOut]
    counted: list[Msg] = Field(description="What was counted too, and is not weighed.")
    notes: list[Msg]


class SolutionOut(BaseModel):
    """The last event of a search."""

    status: Literal["solved", "unsolvable", "gave_up"]
    cost: int | None
    lower_bound: int | None
    optimal: bool
    expanded: int
    generated: int
    seconds: float
    metric: str
    algorithm: str
    reason: Msg | None
    level: str | None
    score: float | None
    time: Msg | None = Field(description="The time that people are expected to need.")
    why: Msg | None = Field(description="The difficulty in a sentence.")
    calibrated: bool | None = Field(description="Whether the time was fitted on people.")
    account: AccountOut | None
    solutions: int | None
    moves: list[MoveOut]
    words: list[Msg]
    costs: list[dict[str, int]]
    scene: SceneOut
    steps: list[StepOut]


class LineOut(BaseModel):
    """Moves in the notation of the family, what they cost in its first metric, and whether they solve the level."""

    notation: str
    cost: int
    solved: bool


class ReplayOut(BaseModel):
    """The same moves one by one."""

    metric: str
    cost: int
    solved: bool
    moves: list[MoveOut]
    words: list[Msg]
    costs: list[dict[str, int]]
    scene: SceneOut
    steps: list[StepOut]


class RatingOut(BaseModel):
    """The last event of a rating."""

    level: str | None
    proved: bool = Field(description="Whether it is that of a solution which is proven the best.")
    time: Msg | None = Field(description="The time that people are expected to need.")
    calibrated: bool | None = Field(description="Whether the time was fitted on people.")
    account: AccountOut | None
    why: Msg | None = Field(description="The difficulty in a sentence.")
    note: Msg | None = Field(description="What makes it less certain.")
    reason: Msg | None = Field(description="Why there is no rating, where there is none.")
    advice: list[Msg] = Field(description="What a designer should know of the level.")


class HealthOut(BaseModel):
    running: int
    waiting: int
    workers: int
    seconds: float | None
    memory: int | None
