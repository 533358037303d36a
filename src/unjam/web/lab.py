"""The lab's part of the API: run searches on one skyline, and find the position behind a window."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from ..lab import check, follow
from ..puzzle import IllegalMove, Puzzle
from ..share import encode
from . import models
from .api import BAD_BODY, EVENT, ILLEGAL, NO_LEVEL, Id, _json, _positions, _searches
from .searches import Searches

router = APIRouter(prefix="/api/v1")

DEEPEST = 5_000
Search = Annotated[str, Field(max_length=60, description="An algorithm, or algorithm:heuristic.")]


class Branches(models.Given):
    """The way to a window: at each position, which of its branches to take."""

    branches: Annotated[list[Annotated[int, Field(ge=0, le=65_535), models.Whole]], Field(max_length=DEEPEST)]


@router.get(
    "/positions/{id}/lab",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": EVENT}},
            "description": "Events: place, progress, and at last done (the skyline and every search) or failed.",
        },
        **NO_LEVEL,
        422: BAD_BODY[422],
        503: {"model": models.Trouble},
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
    puzzle = _positions(request).puzzle(id)
    metric = puzzle.metric(metric)
    chosen = [_chosen(puzzle, text) for text in search or ()]
    searches = _searches(request)
    searches.join()
    task = {"task": "lab", "id": id, "metric": metric, "searches": chosen, "seconds": seconds}
    return StreamingResponse(
        _events(searches, task), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )


def _chosen(puzzle: Puzzle, text: str) -> list[str | None]:
    algorithm, _, heuristic = text.partition(":")
    check(puzzle, algorithm, heuristic or None)
    return [algorithm, heuristic or None]


async def _events(searches: Searches, task: dict[str, Any]) -> AsyncIterator[bytes]:
    key = f"lab {task['metric']} {task['searches']} {task['id']}"
    if kept := searches.answers.get(key):
        yield kept
        return
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            [(name, data)] = event.items()
            line = f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
            if name == "done" and not data["reason"] and all(s["status"] != "gave_up" for s in data["searches"]):
                searches.keep(key, line)
            yield line


@router.post(
    "/positions/{id}/branches", response_model=models.PositionOut, responses={**NO_LEVEL, **ILLEGAL, **BAD_BODY}
)
async def window(id: Id, given: Branches, request: Request) -> Response:
    """The position behind a window of the skyline."""
    positions = _positions(request)
    try:
        found = await run_in_threadpool(follow, positions.puzzle(id), given.branches)
    except IndexError:
        raise IllegalMove("there is no such branch") from None
    return _json(positions.body(encode(found), found))
