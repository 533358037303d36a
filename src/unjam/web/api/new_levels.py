"""New levels and the level of the day, taken from the stock or generated while the player waits."""

from __future__ import annotations

import datetime
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from ..jobs.level_stock import choose_kind, day_task, kind_of_day
from ..jobs.queue import Event, Task
from ..state import ServerState
from ..wire.constraints import Day, FamilyName, Limit
from ..wire.encoding import dumps

MAX_SEED = 999_999_999

Difficulty = Literal["beginner", "intermediate", "advanced", "expert"]
SizeName = Annotated[str, Limit(pattern=r"^[0-9]{1,2}x[0-9]{1,2}$")]
Seed = Annotated[int, Limit(ge=0, le=MAX_SEED)]


async def new_level(
    state: ServerState,
    name: FamilyName,
    level: Difficulty | None = None,
    size: SizeName | None = None,
    seed: Seed | None = None,
) -> AsyncGenerator[Event]:
    """Stream a NewLevel: a level that this server has not handed out yet, or the level with the given seed.

    The default difficulty is intermediate."""
    kind = choose_kind(name, level, size)
    if seed is not None:
        return _stream(state, state.stock.recall(kind, seed), kind.task([seed]))
    ready = state.stock.take(kind)
    return _stream(state, ready, kind.task(state.stock.shelf(kind).next_seeds() if ready is None else []))


async def day_level(state: ServerState, name: FamilyName, date: Day | None = None) -> AsyncGenerator[Event]:
    """Stream the level of the day, by default today's: a NewLevel with the date as its seed, the same on every machine.

    It has the default size. On Monday and Tuesday it is for beginners, on Wednesday and Thursday intermediate, on
    Friday and Sunday advanced, on Saturday expert.
    """
    day = datetime.date.fromisoformat(date) if date else datetime.date.today()
    kind = kind_of_day(name, day)
    return _stream(state, state.stock.recall(kind, day.isoformat()), day_task(kind, day))


def _stream(state: ServerState, ready: dict[str, Any] | None, task: Task) -> AsyncGenerator[Event]:
    """Return the events for a level, which is ready or has to be generated; raise Busy if the queue is full."""
    if ready is None:
        state.jobs.require_room()
    return _events(state, ready, task)


async def _events(state: ServerState, ready: dict[str, Any] | None, task: Task) -> AsyncGenerator[Event]:
    if ready is not None:
        yield Event("done", dumps(ready))
        return
    yield Event("making", "true")
    async with aclosing(state.jobs.run(task)) as events:
        async for event in events:
            if event.name == "done":
                state.stock.remember(event.data)
            yield event
