"""API functions for families, their shipped levels, levels read from text, and levels being drawn."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from ...core.editor import Edit
from ...core.message import Message
from ...core.puzzle import Level, PuzzleError, UnjamError
from ...core.wording import short_time
from ...families import FAMILIES, detect, family, read
from ...families.detection import Unrecognised
from ...formats.position_id import decode, encode, require_small
from ..presenters import preview, sketch
from ..presenters.families import describe_family
from ..presenters.positions import count_cells, shipped, show_scene, suggest_other
from ..presenters.replay import show_rules
from ..state import ServerState
from ..wire import answers, requests
from ..wire.constraints import FamilyName
from ..wire.families import Family

MAX_LEVELS = 5_000
"""The maximum number of levels shown from one file or pasted text."""
MAX_SCENES = 100
"""The number of levels of a list that come with their scenes; the page asks for those of others when it shows them."""
MAX_COUNTED = 50_000
"""The maximum number of further levels that are counted; reading a huge file to its end would take too long."""
MAX_TITLE = 200

NO_FAMILY = Message(
    "This is not a level of any puzzle we know. Paste its rows as Share copies them, an id or a link, or draw it "
    "under Draw."
)
NO_LEVEL = answers.Level(
    index=0,
    title=None,
    line=1,
    id=None,
    family=None,
    scene=None,
    cells=0,
    cost=None,
    level=None,
    difficulty=None,
    time=None,
    other=None,
    error=None,
)


def list_families(state: ServerState) -> list[Family]:
    """Return all families in display order, with everything the page needs to know about them."""
    return [describe_family(family(name)) for name in FAMILIES]


def family_rules(state: ServerState, name: FamilyName) -> answers.RulesCard | None:
    """Return the rules of a family in pictures, or null if it has none."""
    return show_rules(family(name))


def shipped_levels(state: ServerState, name: FamilyName) -> answers.Levels:
    """Return the levels shipped with unjam: first the hand-made ones, then the generated ones with their difficulty."""
    return answers.Levels(name, _shipped_levels(name), 0, True)


@cache
def _shipped_levels(name: str) -> list[answers.Level]:
    return [
        replace(
            NO_LEVEL,
            index=index,
            title=level.title,
            id=id,
            family=name,
            scene=show_scene(scene),
            cells=count_cells(scene),
            cost=level.cost,
            level=level.level,
            difficulty=level.difficulty,
            time=time_of(level.score, level.low, level.high),
        )
        for index, (id, level, puzzle) in enumerate(shipped(name))
        for scene in [puzzle.scene()]
    ]


def time_of(seconds: float | None, low: float | None, high: float | None) -> Message | None:
    """Return the time that most people need, in words; None if it is unknown."""
    return None if seconds is None or low is None or high is None else short_time(seconds, low, high)


def read_text(state: ServerState, body: requests.LevelsRequest) -> answers.Levels:
    """Return the levels in the request's text, each with its id or the reason why it cannot be read."""
    return _read_levels(body.text, body.family, state.own_families)


def startup_levels(state: ServerState) -> answers.StartupLevels:
    """Return the levels in the file with which the server was started, and whether the server has a library."""
    levels = _read_levels(state.level_text, state.family, state.own_families)
    return answers.StartupLevels(**vars(levels), library=state.library is not None)


def scenes(state: ServerState, body: requests.IdsRequest) -> list[answers.Scene | None]:
    """Return the scene of each position, or null for an id that cannot be read."""
    shown: list[answers.Scene | None] = []
    for id in body.ids:
        try:
            shown.append(show_scene(decode(id).scene(), with_goal=False))
        except PuzzleError:
            shown.append(None)
    return shown


def draw(state: ServerState, body: requests.SketchRequest) -> answers.Sketch:
    """Apply one edit to a level being drawn, and return its text, its scene and its faults."""
    edit = Edit(body.edit, body.tool, requests.to_cell(body.cell), requests.to_cell(body.to))
    return sketch.sketch(family(body.family), body.text, edit)


def preview_edit(state: ServerState, body: requests.SketchRequest) -> answers.Preview:
    """Return the cells that an edit would change, without making it."""
    edit = Edit(body.edit, body.tool, requests.to_cell(body.cell), requests.to_cell(body.to))
    return preview.preview(family(body.family), body.text, edit)


def _read_levels(text: str, name: str | None, own_families: Sequence[str]) -> answers.Levels:
    if not text.strip():
        return answers.Levels(name, [], 0, True)
    shown: list[answers.Level] = []
    left_out, all_counted = 0, True
    try:
        levels = iter(_parse(text, name, own_families))
        shown.extend(describe_level(level, len(shown) < MAX_SCENES) for level in islice(levels, MAX_LEVELS))
        left_out = sum(1 for _ in islice(levels, MAX_COUNTED))
        all_counted = next(levels, None) is None
    except PuzzleError as error:
        if isinstance(error, Unrecognised):
            error = PuzzleError(NO_FAMILY)
        if not shown:
            shown = [replace(NO_LEVEL, line=error.line or 1, error=describe_error(error))]
    name = name or next((level.family for level in shown if level.family), None)
    if name is None:
        with contextlib.suppress(PuzzleError):
            name = detect(text)  # even if no level can be read: the user can fix the text in the Draw view
    return answers.Levels(name, shown, left_out, all_counted)


def _parse(text: str, name: str | None, own_families: Sequence[str]) -> Iterator[Level]:
    """Return the levels in the text; user-defined families are tried before the family is detected."""
    if name is None:
        for own in own_families:
            with contextlib.suppress(Exception):  # a family may raise any exception for text of another family
                if next(family(own).levels(text)).puzzle is not None:
                    return family(own).levels(text)
    return read(text, name)


def describe_level(level: Level, with_scene: bool = True) -> answers.Level:
    """Return an entry in a list of levels: the level's id and scene, or why it cannot be read."""
    row = replace(NO_LEVEL, index=level.index, title=level.title and level.title[:MAX_TITLE], line=level.line)
    puzzle, error = level.puzzle, level.error
    if puzzle is not None:
        try:
            require_small(puzzle)
            scene = puzzle.scene()
            return replace(
                row,
                id=encode(puzzle),
                family=puzzle.family,
                scene=show_scene(scene, with_goal=False) if with_scene else None,
                cells=count_cells(scene),
                other=suggest_other(puzzle),
            )
        except PuzzleError as too_large:
            error = too_large
    return replace(row, error=describe_error(error or PuzzleError("this is not a level")))


def describe_error(error: UnjamError) -> answers.Trouble:
    """Return the message of an error and, if it is about a level's text, all faults in that text."""
    faults = error.faults if isinstance(error, PuzzleError) else ()
    return answers.Trouble(str(error.message), error.message, faults)
