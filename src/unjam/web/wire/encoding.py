"""Conversion of responses to JSON."""

from __future__ import annotations

import json
from typing import Any

from ...core.message import Message


def dumps(answer: Any) -> str:
    """Return the response as JSON text; dataclasses become objects, and a message keeps its template and values.

    >>> from ...core.move import Move
    >>> dumps([Move("B", (0, 2)), Message("Solved")])
    '[{"piece":"B","to":[0,2],"turn":0},{"text":"Solved","values":{}}]'
    """
    return json.dumps(answer, separators=(",", ":"), allow_nan=False, default=_members)


def plain(answer: Any) -> Any:
    """Return the response as the dictionaries and lists that parsing its JSON would give."""
    return json.loads(dumps(answer))


def _members(value: Any) -> dict[str, Any]:
    if isinstance(value, Message):
        return value.json()
    return {name: getattr(value, name) for name in value.__dataclass_fields__}
