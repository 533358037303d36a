"""The answers that come as a stream of events: the place in line, how far the search is, and what it found."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi.sse import EventSourceResponse, format_sse_event

from .jobs import Searches

EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["making", "place", "progress", "part", "done", "failed"]},
        "data": {
            "type": "string",
            "description": "JSON: a number, figures of the search, part of its result, all of it, or a Msg.",
        },
    },
    "required": ["event", "data"],
}


def described(done: str) -> dict[int | str, dict[str, Any]]:
    """How such an answer is described; ``done`` says what the last event holds."""
    return {
        200: {
            "content": {"text/event-stream": {"schema": EVENT}},
            "description": f"Events: place, progress, part, and at last done ({done}) or failed.",
        }
    }


def event_stream(searches: Searches, task: dict[str, Any], proven: Callable[[Any], bool]) -> EventSourceResponse:
    """The events of the task; what is proven is kept, and told at once when it is asked for again.

    Closing the connection calls the task off and frees its core. Busy where too many wait already.
    """
    searches.join()
    return EventSourceResponse(_events(searches, task, proven), headers={"cache-control": "no-store"})


async def _events(searches: Searches, task: dict[str, Any], proven: Callable[[Any], bool]) -> AsyncIterator[bytes]:
    key = json.dumps({name: value for name, value in task.items() if name != "seconds"})
    if kept := searches.answers.get(key):
        yield kept
        return
    parts = b""
    async with contextlib.aclosing(searches.run(task)) as events:
        async for event in events:
            line = written(event)
            if "part" in event:
                parts += line
            if "done" in event and proven(event["done"]):
                searches.keep(key, parts + line)
            yield line


def written(event: dict[str, Any]) -> bytes:
    """An event of a search as it is sent."""
    [(name, data)] = event.items()
    return format_sse_event(event=name, data_str=json.dumps(data, separators=(",", ":")))
