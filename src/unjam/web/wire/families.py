"""Response types that describe a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.editor import Tool
from ...core.message import Message
from ...core.page import EmblemPath, Key, Motion, Words


@dataclass(frozen=True)
class Metric:
    name: str
    counted: Message
    label: Message
    some: Message


@dataclass(frozen=True)
class Size:
    """A board size for new levels, and the difficulties that can be generated at that size."""

    name: str
    rows: int
    cols: int
    difficulties: Sequence[str]


@dataclass(frozen=True)
class Sky:
    day: int
    night: int


@dataclass(frozen=True)
class Editor:
    start: str
    largest: int
    format: str
    paints: bool
    sides: bool
    grid: bool
    others: Sequence[str]
    tools: Sequence[Tool]


@dataclass(frozen=True)
class Family:
    """The description of a family; see unjam.core.family_info and unjam.core.page.

    ``default_sizes`` gives the default size for each difficulty. ``borders`` are the times in seconds at which
    intermediate, advanced and expert begin, fitted to data from people if ``calibrated``. ``weighs`` is the number of
    factors in a rating.
    """

    name: str
    title: Message
    levels: int
    sizes: Sequence[Size]
    default_sizes: Mapping[str, str]
    borders: Sequence[float]
    calibrated: bool
    weighs: int
    formats: Sequence[str]
    metrics: Sequence[Metric]
    motion: Motion
    merges: bool
    turn: str | None
    counts: Sequence[str]
    logged: bool
    wide_moves: bool
    homes: str | None
    leaves: bool
    equal_costs: bool
    sky: Sky
    ground: Literal["board", "isle"]
    emblem: Sequence[tuple[float, float, float, float, int | Literal["target"], int]]
    strokes: Sequence[EmblemPath]
    nouns: Mapping[str, Message]
    noun: Message
    keys: Sequence[Key]
    words: Words
    editor: Editor | None
