"""The API of the page, version 1. Nothing is stored: every position travels as an id that carries it."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import AsyncIterator
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse

from ..families import read
from ..game import walk
from ..puzzle import IllegalMove, Move, PuzzleError, Unsupported
from ..share import LONGEST_ID, encode, require_small
from . import models
from .drawing import Edit
from .families import families_json
from .packing import act
from .positions import NoLevel, Positions, scene_json, shipped
from .searches import Searches
from .sketch import sketch

MOST_LEVELS = 500
MOST_COUNTED = 5_000
"""Levels beyond those shown that are still counted; a file can hold more than anybody wants to wait for."""
EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["place", "progress", "done", "failed"]},
        "data": {"type": "string", "description": "JSON: a number, what was looked at, a SolutionOut, or a sentence."},
    },
    "required": ["event", "data"],
}

router = APIRouter(prefix="/api/v1")
Id = Annotated[str, Path(min_length=1, max_length=LONGEST_ID, description="A position; see unjam.share.")]

NO_LEVEL: dict[int | str, dict[str, Any]] = {404: {"model": models.Trouble, "description": "The id holds no level."}}
BAD_BODY: dict[int | str, dict[str, Any]] = {
    413: {"model": models.Trouble, "description": "The body is too large."},
    422: {"model": models.Trouble, "description": "The request is not of the described form."},
    400: {"model": models.Trouble, "description": "The body is no JSON."},
}
ILLEGAL: dict[int | str, dict[str, Any]] = {409: {"model": models.Trouble, "description": "The rules forbid it here."}}


def _positions(request: Request) -> Positions:
    found: Positions = request.app.state.positions
    return found


def _searches(request: Request) -> Searches:
    found: Searches = request.app.state.searches
    return found


def _json(body: bytes) -> Response:
    # The models describe these bodies; they are made by hand because they are the ones asked for a move a second.
    return Response(body, media_type="application/json")


def _move(given: models.GivenMove) -> Move:
    return Move(given.piece, (given.to[0], given.to[1]), given.turn)


@router.get("/health", response_model=models.HealthOut)
async def health(request: Request) -> Any:
    """How many searches run and wait."""
    searches = _searches(request)
    return {
        "running": searches.running,
        "waiting": searches.waiting,
        "workers": searches.workers,
        "seconds": searches.seconds,
        "memory": searches.memory,
    }


@router.get("/families", response_model=list[models.FamilyOut])
async def families() -> Any:
    """The families, in the order they are shown."""
    return families_json()


@router.get("/families/{name}/levels", response_model=models.LevelsOut, responses={422: BAD_BODY[422]})
async def shipped_levels(name: models.FamilyName, request: Request) -> Any:
    """The levels that come with unjam, easy to hard, with their difficulty where it is already known."""
    known = request.app.state.ratings
    found = [
        {
            "index": at,
            "title": level.title,
            "line": 1,
            "id": id,
            "family": name,
            "scene": scene_json(puzzle.scene()),
            "cost": level.cost,
            "level": known.get(id),
        }
        for at, (id, level, puzzle) in enumerate(shipped(name))
    ]
    return {"family": name, "levels": found, "left_out": 0}


@router.get(
    "/families/{name}/ratings",
    response_model=dict[str, str | None],
    responses={422: BAD_BODY[422], 503: {"model": models.Trouble}},
)
async def shipped_ratings(name: models.FamilyName, request: Request) -> Any:
    """The difficulty of each shipped level; worked out once, in a search process."""
    known: dict[str, str | None] = request.app.state.ratings
    ids = [id for id, _, _ in shipped(name)]
    if missing := [id for id in ids if id not in known]:
        searches = _searches(request)
        searches.join()
        async with contextlib.aclosing(searches.run({"task": "rate", "ids": missing, "seconds": 5})) as events:
            async for event in events:
                known.update(event.get("done", {}))
    return {id: known.get(id) for id in ids}


@router.get("/positions/{id}", response_model=models.PositionOut, responses={**NO_LEVEL, 422: BAD_BODY[422]})
async def position(id: Id, request: Request) -> Response:
    """The position: its scene, painted, and where every piece can go."""
    return _json(_positions(request).body(id))


@router.post("/positions/{id}/moves", response_model=models.Played, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def play(id: Id, given: models.Moves, request: Request) -> Response:
    """The position after the moves."""
    return _json(_positions(request).play(id, map(_move, given.moves)))


@router.post("/positions/{id}/walk", response_model=models.Played, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def go(id: Id, given: models.Walk, request: Request) -> Response:
    """The position after one piece went to a cell by the shortest way that leaves every other piece alone."""
    positions = _positions(request)
    to = (given.to[0], given.to[1])
    moves = await run_in_threadpool(walk, positions.puzzle(id), given.piece, to)
    return _json(positions.play(id, moves))


@router.post("/positions/{id}/packing", response_model=models.PackingOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY})
async def hand(id: Id, given: models.PackingAct, request: Request) -> Response:
    """What a packing player holds and sees after one act."""
    positions = _positions(request)
    puzzle = positions.puzzle(id)
    after = act(puzzle, given)
    now = id if after.position is puzzle else encode(after.position)
    rest = {
        "selected": after.selected,
        "turn": after.turn,
        "preview": after.shown,
        "corner": after.corner,
        "stars": after.stars,
        "turns": after.turns,
        "victory": after.position.is_solved(),
        "said": after.said,
    }
    body = json.dumps(rest, separators=(",", ":")).encode()
    return _json(b'{"position":' + positions.body(now, after.position) + b"," + body[1:])


@router.get(
    "/positions/{id}/text",
    response_model=dict[str, str],
    responses={**NO_LEVEL, 422: BAD_BODY[422]},
)
async def text(id: Id, request: Request) -> Any:
    """The position in every format of its family that can hold it."""
    return formats(_positions(request).puzzle(id))


def formats(puzzle: Any) -> dict[str, str]:
    """Format -> text, for the formats that can hold the position."""
    out = {}
    for name in puzzle.formats:
        with contextlib.suppress(Unsupported):
            out[name] = puzzle.text(name)
    return out


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
    scene = _positions(request).puzzle(id).scene()
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
        503: {"model": models.Trouble},
    },
)
async def film(id: Id, given: models.Moves, request: Request) -> Response:
    """The moves as an animated GIF, drawn in a search process."""
    positions, searches = _positions(request), _searches(request)
    position = positions.puzzle(id)
    moves = [_move(move) for move in given.moves]
    for move in moves:
        position = position.play(move)
    searches.join()
    task = {"task": "film", "id": id, "moves": [move.model_dump() for move in given.moves]}
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            if "done" in event:
                return Response(base64.b64decode(event["done"]["gif"]), media_type="image/gif")
            if "failed" in event:
                raise IllegalMove(event["failed"])
    raise IllegalMove("the animation was called off")


@router.get(
    "/positions/{id}/solution",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": EVENT}},
            "description": "Events: place, progress, and at last done (a SolutionOut) or failed.",
        },
        **NO_LEVEL,
        422: BAD_BODY[422],
        503: {"model": models.Trouble},
    },
)
async def solution(
    id: Id,
    request: Request,
    seconds: Annotated[float | None, Query(gt=0, le=86_400)] = None,
    metric: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    """Searches for the best solution; closing the connection calls the search off and frees its core."""
    puzzle = _positions(request).puzzle(id)
    try:
        metric = puzzle.metric(metric)
    except Unsupported as error:
        raise NoLevel(str(error)) from None
    searches = _searches(request)
    searches.join()
    return StreamingResponse(
        _events(searches, id, metric, seconds), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )


async def _events(searches: Searches, id: str, metric: str, seconds: float | None) -> AsyncIterator[bytes]:
    key = f"{metric} {id}"
    if kept := searches.answers.get(key):
        yield kept
        return
    task = {"task": "solve", "id": id, "metric": metric, "seconds": seconds}
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            [(name, data)] = event.items()
            line = f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
            if name == "done" and (data["optimal"] or data["status"] == "unsolvable"):
                searches.keep(key, line)
            yield line


@router.post("/levels", response_model=models.LevelsOut, responses=BAD_BODY)
async def levels(given: models.LevelText) -> Any:
    """The levels of a text, each an id to play or the reason why it cannot be read."""
    return await run_in_threadpool(_levels, given.text, given.family)


@router.post("/sketch", response_model=models.SketchOut, responses=BAD_BODY)
async def draw(given: models.Sketch) -> Any:
    """A level being drawn: the text after one edit, what it looks like, and every fault in words."""

    def cell(pair: list[int] | None) -> tuple[int, int] | None:
        return (pair[0], pair[1]) if pair else None

    edit = Edit(given.edit, given.tool, cell(given.cell), cell(given.to))
    return await run_in_threadpool(sketch, given.family, given.text, edit)


@router.get("/given", response_model=models.LevelsOut)
async def given_levels(request: Request) -> Any:
    """The levels of the file that the server was started with."""
    return await run_in_threadpool(_levels, request.app.state.given or "", None)


def _levels(text: str, name: str | None) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    left = 0
    if not text.strip():
        return {"family": None, "levels": [], "left_out": 0}
    try:
        levels = iter(read(text, name))
        for level in islice(levels, MOST_LEVELS):
            found.append(_level(level))
            name = name or found[-1]["family"]
        left = sum(1 for _ in islice(levels, MOST_COUNTED))
    except PuzzleError as error:
        if not found:
            found = [{**_NOTHING, "error": _trouble(error), "line": error.line or 1}]
    return {"family": name, "levels": found, "left_out": left}


_NOTHING: dict[str, Any] = {
    "index": 0, "title": None, "line": 1, "id": None, "family": None, "scene": None, "error": None,
}  # fmt: skip


def _level(level: Any) -> dict[str, Any]:
    out = {**_NOTHING, "index": level.index, "title": level.title and level.title[:200], "line": level.line}
    error = level.error
    if level.puzzle is not None:
        try:
            require_small(level.puzzle)
            scene = scene_json(level.puzzle.scene(), whole=False)
            return {**out, "id": encode(level.puzzle), "family": level.puzzle.family, "scene": scene}
        except PuzzleError as too_large:
            error = too_large
    return {**out, "error": _trouble(error or PuzzleError("this is no level"))}


def _trouble(error: PuzzleError) -> dict[str, Any]:
    return {"error": error.why, "line": error.line, "column": error.column}
