"""The API of the page, version 1. Nothing is stored: every position travels as an id that carries it."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse

from ..core.editor import Edit
from ..core.page import TrayAction
from ..core.puzzle import Cell, IllegalMove, Level, Message, Move, PuzzleError
from ..families import detect, family, read
from ..families.detection import Unrecognised
from ..formats.position_id import MAX_ID_LENGTH, decode, encode, require_small
from ..solving.game import route_to, routes
from . import models
from .errors import error_json
from .events import described, event_stream
from .families import families_json
from .jobs import Searches
from .positions import Positions, formats, other_json, reason_json, scene_json, shipped
from .replay import read_out, written
from .sketch import sketch

MAX_LEVELS = 500
MAX_COUNTED = 5_000
MAX_RATING = 20
"""Seconds for the search that a rating begins with."""
"""Levels beyond those shown that are still counted; a file can hold more than anybody wants to wait for."""

router = APIRouter(prefix="/api/v1")
Id = Annotated[
    str, Path(min_length=1, max_length=MAX_ID_LENGTH, description="A position; see unjam.formats.position_id.")
]

Responses = dict[int | str, dict[str, Any]]
NO_LEVEL: Responses = {404: {"model": models.Trouble, "description": "The id holds no level, or one without this."}}
BAD_BODY: Responses = {
    413: {"model": models.Trouble, "description": "The body is too large."},
    422: {"model": models.Trouble, "description": "The request is not of the described form."},
    400: {"model": models.Trouble, "description": "The body is no JSON."},
}
ILLEGAL: Responses = {409: {"model": models.Trouble, "description": "The rules forbid it here."}}
BUSY: Responses = {503: {"model": models.Trouble, "description": "Too many searches wait already."}}


def positions_of(request: Request) -> Positions:
    found: Positions = request.app.state.positions
    return found


def searches_of(request: Request) -> Searches:
    found: Searches = request.app.state.searches
    return found


def _move(given: models.GivenMove) -> Move:
    return Move(given.piece, (given.to[0], given.to[1]), given.turn)


def _cell(pair: list[int] | None) -> Cell | None:
    return (pair[0], pair[1]) if pair else None


# -- what there is


@router.get("/health", response_model=models.HealthOut)
async def health(request: Request) -> Any:
    """How many searches run and wait."""
    searches = searches_of(request)
    return {
        "running": searches.running,
        "waiting": searches.waiting,
        "workers": searches.workers,
        "seconds": searches.seconds,
        "memory": searches.memory,
    }


@router.get("/families", response_model=list[models.FamilyOut])
async def families() -> Response:
    """The families, in the order they are shown, with everything they say of themselves."""
    return JSONResponse(await run_in_threadpool(families_json), headers={"cache-control": "no-cache"})


@router.get("/families/{name}/levels", response_model=models.LevelsOut, responses={422: BAD_BODY[422]})
async def shipped_levels(name: models.FamilyName) -> Response:
    """The levels that come with unjam: those by hand, then the generated ones, which have their difficulty."""
    return JSONResponse({"family": name, "levels": await run_in_threadpool(_shipped_json, name), "left_out": 0})


# -- playing


@router.get("/positions/{id}", response_model=models.PositionOut, responses={**NO_LEVEL, 422: BAD_BODY[422]})
async def position(id: Id, request: Request) -> Response:
    """The position: its scene, painted, and where every piece can go."""
    return JSONResponse(positions_of(request).json(id))


@router.post("/positions/{id}/moves", response_model=models.Played, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def play(id: Id, given: models.Moves, request: Request) -> Response:
    """The position after the moves."""
    return JSONResponse(positions_of(request).play(id, map(_move, given.moves)))


@router.get("/positions/{id}/ways", response_model=models.WaysOut, responses={**NO_LEVEL, 422: BAD_BODY[422]})
async def where(id: Id, piece: Annotated[str, Query(max_length=80)], request: Request) -> Response:
    """Every cell that one piece can come to while all others stay."""
    found = await run_in_threadpool(routes, positions_of(request).puzzle(id), piece)
    return JSONResponse({"places": [[*way.to, way.before] for way in found]})


@router.post("/positions/{id}/walk", response_model=models.Walked, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def go(id: Id, given: models.Walk, request: Request) -> Response:
    """The position after one piece went, or was pushed, to a cell by the best path that leaves all others alone."""
    positions = positions_of(request)
    found = await run_in_threadpool(route_to, positions.puzzle(id), given.piece, (given.to[0], given.to[1]))
    trail = [
        {move.piece: move.to} | ({given.piece: way.to} if move is way.moves[-1] else {})
        for way in found
        for move in way.moves
    ]
    return JSONResponse(positions.play(id, [move for way in found for move in way.moves]) | {"trail": trail})


@router.post(
    "/positions/{id}/why", response_model=models.ReasonOut | None, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY}
)
async def reason(id: Id, given: models.Rest, request: Request) -> Response:
    """Why the first of the moves, which have to solve the position, is made; null where the family cannot tell."""
    puzzle = positions_of(request).puzzle(id)
    return JSONResponse(await run_in_threadpool(reason_json, puzzle, [_move(move) for move in given.moves]))


@router.post("/positions/{id}/hand", response_model=models.HandOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def hand(id: Id, given: models.GivenAct, request: Request) -> Response:
    """What the player holds and sees after one act, where pieces are placed from a tray."""
    positions = positions_of(request)
    puzzle = positions.puzzle(id)
    game = puzzle.about.page().act
    if game is None:
        raise IllegalMove(Message("{family} is not played with a piece in hand", family=puzzle.title()))
    act = TrayAction(given.act, given.piece, _cell(given.cell), given.selected, given.turn, _cell(given.preview))
    after = game(puzzle, act)
    now = id if after.position is puzzle else encode(after.position)
    return JSONResponse(
        {
            "position": positions.json(now, after.position),
            "selected": after.selected,
            "turn": after.turn,
            "preview": after.preview,
            "corner": after.corner,
            "stars": after.stars,
            "turns": after.turns,
            "form": after.form,
            "caption": after.caption,
            "victory": after.victory,
            "said": None if after.message is None else after.message.json(),
        }
    )


@router.post("/positions/{id}/line", response_model=models.LineOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def line(id: Id, given: models.Line, request: Request) -> Response:
    """The moves from the position through those of the ids, in the notation of the family."""
    return JSONResponse(await run_in_threadpool(written, positions_of(request).puzzle(id), given.ids))


@router.post("/positions/{id}/replay", response_model=models.ReplayOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def replay(id: Id, given: models.Written, request: Request) -> Response:
    """Moves that were written down, one by one as the page shows them."""
    return JSONResponse(await run_in_threadpool(read_out, positions_of(request).puzzle(id), given.notation))


# -- a position in other forms


@router.get("/positions/{id}/text", response_model=dict[str, str], responses={**NO_LEVEL, 422: BAD_BODY[422]})
async def text(id: Id, request: Request) -> Any:
    """The position in every format of its family that can hold it."""
    return formats(positions_of(request).puzzle(id))


@router.get(
    "/positions/{id}/picture.{kind}",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {}, "image/png": {}}, "description": "The picture."},
        **NO_LEVEL,
        422: BAD_BODY[422],
    },
)
async def picture(id: Id, kind: Literal["svg", "png"], request: Request, dark: bool = False) -> Response:
    """The position as a picture to keep."""
    scene = positions_of(request).puzzle(id).scene()
    if kind == "svg":
        from ..pictures.svg import svg

        drawn = (await run_in_threadpool(svg, scene, dark=dark)).encode()
    else:
        from ..pictures.gif import png

        drawn = await run_in_threadpool(png, scene, dark=dark)
    headers = {"content-disposition": f'attachment; filename="unjam-{scene.family}.{kind}"'}
    return Response(drawn, media_type="image/svg+xml" if kind == "svg" else "image/png", headers=headers)


@router.post(
    "/positions/{id}/film",
    response_class=Response,
    responses={
        200: {"content": {"image/gif": {}}, "description": "The animation."},
        **NO_LEVEL,
        **ILLEGAL,
        **BAD_BODY,
        **BUSY,
    },
)
async def film(id: Id, given: models.Moves, request: Request) -> Response:
    """The moves as an animated GIF, drawn in a search process."""
    searches = searches_of(request)
    position = positions_of(request).puzzle(id)
    for move in given.moves:
        position = position.play(_move(move))
    searches.join()
    task = {"task": "film", "id": id, "moves": [move.model_dump() for move in given.moves]}
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            if "done" in event:
                return Response(base64.b64decode(event["done"]["gif"]), media_type="image/gif")
            if "failed" in event:
                raise IllegalMove(Message.from_json(event["failed"]))
    raise IllegalMove("the animation was called off")


@router.get(
    "/positions/{id}/solution",
    response_class=StreamingResponse,
    responses={**described("a SolutionOut"), **NO_LEVEL, 422: BAD_BODY[422], **BUSY},
)
async def solution(
    id: Id,
    request: Request,
    seconds: Annotated[float | None, Query(gt=0, le=86_400)] = None,
    metric: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    """Searches for the best solution; closing the connection calls the search off and frees its core."""
    metric = positions_of(request).puzzle(id).metric(metric)
    task = {"task": "solve", "id": id, "metric": metric, "seconds": seconds}
    return event_stream(searches_of(request), task, _proven)


def _proven(found: Any) -> bool:
    return bool(found["optimal"]) or found["status"] == "unsolvable"


@router.get(
    "/positions/{id}/rating",
    response_class=StreamingResponse,
    responses={**described("a RatingOut"), **NO_LEVEL, 422: BAD_BODY[422], **BUSY},
)
async def rating(id: Id, request: Request) -> Response:
    """How hard the position is, why, and advice for whoever designed it."""
    positions_of(request).puzzle(id)
    task = {"task": "explain", "id": id, "seconds": MAX_RATING}
    return event_stream(searches_of(request), task, lambda found: found["level"] is not None)


# -- texts


@router.post("/levels", response_model=models.LevelsOut, responses=BAD_BODY)
async def levels(given: models.LevelText, request: Request) -> Response:
    """The levels of a text, each an id to play or the reason why it cannot be read."""
    own: list[str] = request.app.state.own
    return JSONResponse(await run_in_threadpool(_levels, given.text, given.family, own))


@router.post("/scenes", response_model=list[models.SceneOut | None], responses=BAD_BODY)
async def scenes(given: models.Line, request: Request) -> Response:
    """What each of the positions looks like; nothing for an id that holds no level."""

    def found() -> list[dict[str, Any] | None]:
        out: list[dict[str, Any] | None] = []
        for id in given.ids:
            try:
                out.append(scene_json(decode(id).scene(), whole=False))
            except PuzzleError:
                out.append(None)
        return out

    return JSONResponse(await run_in_threadpool(found))


@router.get("/given", response_model=models.GivenLevelsOut)
async def given_levels(request: Request) -> Response:
    """The levels of the file that the server was started with, and whether it has a library too."""
    state = request.app.state
    found = await run_in_threadpool(_levels, state.given or "", state.given_family, state.own)
    return JSONResponse(found | {"library": state.library is not None})


@router.post("/sketch", response_model=models.SketchOut, responses={**NO_LEVEL, **BAD_BODY})
async def draw(given: models.Sketch) -> Response:
    """A level being drawn: the text after one edit, what it looks like, and every fault in words."""
    edit = Edit(given.edit, given.tool, _cell(given.cell), _cell(given.to))
    return JSONResponse(await run_in_threadpool(sketch, family(given.family), given.text, edit))


_NOTHING: dict[str, Any] = {
    "index": 0, "title": None, "line": 1, "id": None, "family": None, "scene": None, "cost": None, "level": None,
    "other": None, "error": None,
}  # fmt: skip


NO_FAMILY = Message(
    "This is no level of a puzzle we know. Paste its rows, as Share copies them, an id or a link; or draw it in Draw."
)


@cache
def _shipped_json(name: str) -> list[dict[str, Any]]:
    return [
        {
            **_NOTHING,
            "index": at,
            "title": level.title,
            "id": id,
            "family": name,
            "scene": scene_json(puzzle.scene()),
            "cost": level.cost,
            "level": level.level,
        }
        for at, (id, level, puzzle) in enumerate(shipped(name))
    ]


def _levels(text: str, name: str | None, own: list[str]) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    left = 0
    if not text.strip():
        return {"family": name, "levels": [], "left_out": 0}
    try:
        levels = iter(_read(text, name, own))
        for level in islice(levels, MAX_LEVELS):
            found.append(level_json(level))
            name = name or found[-1]["family"]
        left = sum(1 for _ in islice(levels, MAX_COUNTED))
    except PuzzleError as error:
        if isinstance(error, Unrecognised):
            error = PuzzleError(NO_FAMILY)
        if not found:
            found = [{**_NOTHING, "error": error_json(error), "line": error.line or 1}]
    if name is None:
        with contextlib.suppress(PuzzleError):
            name = detect(text)  # of a level that cannot be read too, so that it can be mended
    return {"family": name, "levels": found, "left_out": left}


def _read(text: str, name: str | None, own: list[str]) -> Iterator[Level]:
    """The levels of the text; a family of the user's own is tried before one is detected."""
    if name is None:
        for each in own:
            with contextlib.suppress(Exception):  # whatever it does with a text that is not its own
                if next(family(each).levels(text)).puzzle is not None:
                    return family(each).levels(text)
    return read(text, name)


def level_json(level: Level) -> dict[str, Any]:
    """A level for a list: an id to play and its scene, or why it cannot be read."""
    out = {**_NOTHING, "index": level.index, "title": level.title and level.title[:200], "line": level.line}
    error = level.error
    if level.puzzle is not None:
        try:
            require_small(level.puzzle)
            scene = scene_json(level.puzzle.scene(), whole=False)
            found = {"id": encode(level.puzzle), "family": level.puzzle.family, "other": other_json(level.puzzle)}
            return {**out, **found, "scene": scene}
        except PuzzleError as too_large:
            error = too_large
    return {**out, "error": error_json(error or PuzzleError("this is no level"))}
