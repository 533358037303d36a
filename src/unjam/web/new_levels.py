"""New levels and the level of the day: from the pool where one is ready, else made while whoever asked waits."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.sse import EventSourceResponse
from pydantic import AfterValidator, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError

from . import models
from .api import BAD_BODY, BUSY, NO_LEVEL, searches_of
from .events import described, written
from .jobs import Searches
from .level_stock import Pools, kind_of_day, of_day, offered

router = APIRouter(prefix="/api/v1")

MAX_SEED = 999_999_999
FIRST_YEAR, LAST_YEAR = 2000, 2099
EVENTS = described("a NewLevelOut; first, making where none is ready")
Answer = dict[str, Any]


class _Date:
    """A day of this century, written as 2026-11-16."""

    LONG = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    SHORT = "(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    FEBRUARY = "02-(0[1-9]|1[0-9]|2[0-8])"
    LEAP = "20([02468][048]|[13579][26])-02-29"

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Answer:
        return {"type": "string", "pattern": f"^(20[0-9]{{2}}-({self.LONG}|{self.SHORT}|{self.FEBRUARY})|{self.LEAP})$"}

    @staticmethod
    def check(text: str) -> str:
        try:
            day = datetime.date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or day.isoformat() != text or not FIRST_YEAR <= day.year <= LAST_YEAR:
            why = f"no such day; expected one from {FIRST_YEAR}-01-01 to {LAST_YEAR}-12-31"
            raise PydanticCustomError("date", "{why}", {"why": why})
        return text


@router.get(
    "/families/{name}/new",
    response_class=StreamingResponse,
    responses={**EVENTS, **NO_LEVEL, 422: BAD_BODY[422], **BUSY},
)
async def new(
    name: models.FamilyName,
    request: Request,
    level: Literal["beginner", "intermediate", "advanced", "expert"] | None = None,
    size: Annotated[str | None, Query(pattern=r"^[0-9]{1,2}x[0-9]{1,2}$")] = None,
    seed: Annotated[int | None, Query(ge=0, le=MAX_SEED)] = None,
) -> StreamingResponse:
    """A new level that nobody had here before, or that of a seed; intermediate and of the usual size by default."""
    kind, pools = offered(name, level, size), pools_of(request)
    if seed is None:
        return _answer(request, pools.take(kind), lambda: kind.task(pools.pool(kind).seeds()))
    return _answer(request, pools.known(kind, seed), lambda: kind.task([seed]))


@router.get(
    "/families/{name}/day",
    response_class=StreamingResponse,
    responses={**EVENTS, **NO_LEVEL, 422: BAD_BODY[422], **BUSY},
)
async def day(
    name: models.FamilyName,
    request: Request,
    date: Annotated[str | None, AfterValidator(_Date.check), _Date(), Query()] = None,
) -> StreamingResponse:
    """The level of the day, the same on every machine; today's where no date is given. Its seed is the date.

    Monday and Tuesday it is a beginner's, Wednesday and Thursday intermediate, Friday and Sunday advanced, Saturday
    expert, of the size that is usual there.
    """
    chosen = datetime.date.fromisoformat(date) if date else datetime.date.today()
    kind = kind_of_day(name, chosen)
    return _answer(request, pools_of(request).known(kind, chosen.isoformat()), lambda: of_day(kind, chosen))


def pools_of(request: Request) -> Pools:
    found: Pools = request.app.state.pools
    return found


def _answer(request: Request, ready: Answer | None, task: Callable[[], Answer]) -> StreamingResponse:
    """The level that is ready, or the events of its making; closing the connection calls that off."""
    if ready is None:
        searches_of(request).join()
    events = _made(searches_of(request), pools_of(request), task()) if ready is None else _told(ready)
    return EventSourceResponse(events, headers={"cache-control": "no-store"})


async def _told(ready: Answer) -> AsyncIterator[bytes]:
    yield written({"done": ready})


async def _made(searches: Searches, pools: Pools, task: Answer) -> AsyncIterator[bytes]:
    yield written({"making": True})
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            if "done" in event:
                pools.keep(event["done"])
            yield written(event)
