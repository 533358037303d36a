"""Constraints on the data that a client sends, as metadata of ``Annotated`` types.

Pydantic calls the two hook methods by name and passes schemas as plain dictionaries, so it is not imported here.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated, Any

from ...core.puzzle import Unsupported
from ...families import FAMILIES, family
from ...formats.position_id import MAX_ID_LENGTH

Schema = dict[str, Any]
FIRST_YEAR, LAST_YEAR = 2000, 2099


class Limit:
    """Bounds for numbers (``ge``, ``gt``, ``le``), or for strings and lists (``min_length``, ``max_length``, …)."""

    def __init__(self, **bounds: float | str) -> None:
        self.bounds = bounds

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Schema]) -> Schema:
        return {**handler(source), **self.bounds}


class Integer(Limit):
    """Bounds for an integer. Strings and booleans are rejected; 524.0 is accepted as 524, as they are equal in JSON."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Schema]) -> Schema:
        schema = {**super().__get_pydantic_core_schema__(source, handler), "strict": True}
        return {"type": "function-before", "function": {"type": "no-info", "function": whole}, "schema": schema}


def whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Checked:
    """A string validated by ``check``, which raises ValueError to reject it; ``describe`` returns the JSON schema."""

    def __init__(self, check: Callable[[str], str], describe: Callable[[], Schema]) -> None:
        self.check, self.describe = check, describe

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Schema]) -> Schema:
        function = {"type": "no-info", "function": self.check}
        return {"type": "function-after", "function": function, "schema": handler(source)}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Schema:
        return self.describe()


def _family(name: str) -> str:
    try:
        family(name)
    except Unsupported as error:
        raise ValueError(str(error)) from None
    return name


def _day(text: str) -> str:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"no such day; expected one from {FIRST_YEAR}-01-01 to {LAST_YEAR}-12-31")
    return text


_LONG_MONTH = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
_SHORT_MONTH = "(0[469]|11)-(0[1-9]|[12][0-9]|30)"
_FEBRUARY = "02-(0[1-9]|1[0-9]|2[0-8])"
_LEAP_DAY = "20([02468][048]|[13579][26])-02-29"
_DAY_PATTERN = f"^(20[0-9]{{2}}-({_LONG_MONTH}|{_SHORT_MONTH}|{_FEBRUARY})|{_LEAP_DAY})$"

FamilyName = Annotated[str, Checked(_family, lambda: {"type": "string", "enum": list(FAMILIES)})]
"""The name of a family; the set of families is known only when the server runs."""
Day = Annotated[str, Checked(_day, lambda: {"type": "string", "pattern": _DAY_PATTERN})]
"""A date in this century, such as 2026-11-16."""

Id = Annotated[str, Limit(min_length=1, max_length=MAX_ID_LENGTH)]
"""The id of a position; see unjam.formats.position_id."""
PieceName = Annotated[str, Limit(max_length=80)]
MetricName = Annotated[str, Limit(max_length=20)]
Seconds = Annotated[float, Limit(gt=0, le=86_400)]
Coordinate = Annotated[int, Integer(ge=-1000, le=1000)]
CellPair = Annotated[list[Coordinate], Limit(min_length=2, max_length=2)]
Turn = Annotated[int, Integer(ge=0, le=7)]
