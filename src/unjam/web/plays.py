"""Plays of people who allow it, where the server was started to keep them. Nobody is named, no address is looked at."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from ..core.puzzle import Unsupported
from ..datasets.plays import MAX_EVENTS, MAX_NUMBER, MAX_TIME, NAME, PlayLog
from ..formats.position_id import MAX_ID_LENGTH
from . import models
from .api import BAD_BODY, NO_LEVEL, positions_of

router = APIRouter(prefix="/api/v1")

Carried = Annotated[str, Field(min_length=1, max_length=MAX_ID_LENGTH, pattern=r"^1[A-Za-z0-9_-]+$")]
FULL: dict[int | str, dict[str, Any]] = {507: {"model": models.Trouble, "description": "There is no room for more."}}


class PlaysOut(BaseModel):
    kept: bool


class GivenEvent(models.Given):
    at: Annotated[int, Field(ge=0, le=MAX_TIME), models.Whole]
    kind: Literal["start", "move", "undo", "redo", "restart", "hint", "win", "give_up", "leave"]
    position: Carried


class GivenPlay(models.Given):
    """Some events of a play; ``first`` is the number of the first of them, so that none counts twice."""

    play: Annotated[str, Field(pattern=f"^{NAME}$")]
    level: Carried
    first: Annotated[int, Field(ge=0, le=MAX_NUMBER), models.Whole]
    events: Annotated[list[GivenEvent], Field(min_length=1, max_length=MAX_EVENTS)]


@router.get("/plays/kept", response_model=PlaysOut)
async def kept(request: Request) -> Any:
    """Whether this server keeps plays of those who allow it."""
    return {"kept": request.app.state.plays is not None}


@router.post("/plays", status_code=204, response_class=Response, responses={**NO_LEVEL, **BAD_BODY, **FULL})
async def keep(given: GivenPlay, request: Request) -> Response:
    """Keeps some events of a play, without anything about who sent them."""
    log: PlayLog | None = request.app.state.plays
    if log is None:
        raise Unsupported("this server keeps no plays")
    positions_of(request).puzzle(given.level)
    events = [(event.at, event.kind, event.position) for event in given.events]
    try:
        await run_in_threadpool(log.add, given.play, given.level, given.first, events)
    except OSError:
        raise HTTPException(507, "there is no room for more plays") from None
    return Response(status_code=204)
