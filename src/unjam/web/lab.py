"""The lab's part of the API: run searches on one skyline, and find the position behind a window."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import Field

from ..core.puzzle import IllegalMove, Puzzle
from ..formats.position_id import encode
from ..lab.record import check, follow
from . import models
from .api import BAD_BODY, BUSY, ILLEGAL, NO_LEVEL, Id, positions_of, searches_of
from .events import described, event_stream

router = APIRouter(prefix="/api/v1")

DEEPEST = 5_000
Search = Annotated[str, Field(max_length=60, description="An algorithm, or algorithm:heuristic.")]


class Branches(models.Given):
    """The path to a window: at each position, which of its branches to take."""

    branches: Annotated[list[Annotated[int, Field(ge=0, le=65_535), models.Whole]], Field(max_length=DEEPEST)]


@router.get(
    "/positions/{id}/lab",
    response_class=StreamingResponse,
    responses={
        **described("whether all searches came to their end, after the skyline and every search in parts"),
        **NO_LEVEL,
        422: BAD_BODY[422],
        **BUSY,
    },
)
async def run(
    id: Id,
    request: Request,
    search: Annotated[list[Search] | None, Query(max_length=8)] = None,
    metric: Annotated[str | None, Query(max_length=20)] = None,
    seconds: Annotated[float | None, Query(gt=0, le=86_400)] = None,
) -> Response:
    """Runs searches on every position that can be reached; closing the connection calls them off."""
    puzzle = positions_of(request).puzzle(id)
    chosen = [_chosen(puzzle, text) for text in search or ()]
    task = {"task": "lab", "id": id, "metric": puzzle.metric(metric), "searches": chosen, "seconds": seconds}
    return event_stream(searches_of(request), task, _finished)


def _chosen(puzzle: Puzzle, text: str) -> list[str | None]:
    algorithm, _, heuristic = text.partition(":")
    check(puzzle, algorithm, heuristic or None)
    return [algorithm, heuristic or None]


def _finished(found: Any) -> bool:
    return bool(found["finished"])


@router.post(
    "/positions/{id}/branches", response_model=models.PositionOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY}
)
async def window(id: Id, given: Branches, request: Request) -> Response:
    """The position behind a window of the skyline."""
    positions = positions_of(request)
    try:
        found = await run_in_threadpool(follow, positions.puzzle(id), given.branches)
    except IndexError:
        raise IllegalMove("there is no such branch") from None
    return JSONResponse(positions.json(encode(found), found))
