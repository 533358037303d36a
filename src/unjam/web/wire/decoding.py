"""Checks requests and turns them into the arguments of handlers where there is no FastAPI: on a page without a server.

It reads the same annotations as FastAPI and pydantic, accepts and refuses the same requests, and says the same about
what it refuses. It knows only what our requests consist of; tests compare the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from inspect import signature
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs

from .constraints import Checked, Integer, Limit, whole

Decode = Callable[[Any, str], Any]
"""Returns the converted value from this place of a request, or raises Malformed."""


class Malformed(Exception):
    """Raised for a request that has not the described form: where, such as ``moves.0.piece``, and why."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place, self.why = place, why


class NotJson(Exception):
    """Raised for a body that cannot be parsed at all."""


def arguments(handler: Callable[..., Any], path: Mapping[str, str], query: str, body: str) -> dict[str, Any]:
    """Return the arguments of a handler, besides the state, from the parts of a request; an empty body means none."""
    content = _parse(body) if body else _ABSENT
    received = parse_qs(query, keep_blank_values=True)
    values = {}
    for parameter in _parameters(handler):
        if parameter.name in path:
            value: Any = path[parameter.name]
        elif parameter.is_body:
            value = content
        else:
            value = received.get(parameter.name, _ABSENT)
            if not parameter.is_list and value is not _ABSENT:
                value = value[-1]
        place = "" if parameter.is_body else parameter.name
        if value is not _ABSENT:
            values[parameter.name] = parameter.decode(value, place)
        elif parameter.default is MISSING:
            raise Malformed(place, "Field required")
    return values


_ABSENT = object()


def _parse(body: str) -> Any:
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        raise Malformed(str(error.pos), error.msg) from None
    except (RecursionError, ValueError):
        raise NotJson from None


@dataclass(frozen=True)
class _Parameter:
    """A parameter of a handler, or a field of a dataclass."""

    name: str
    decode: Decode
    default: Any
    is_body: bool
    is_list: bool


@cache
def _parameters(handler: Callable[..., Any]) -> list[_Parameter]:
    """Return the parameters of a handler in the order in which they are checked: the body last."""
    hints = get_type_hints(handler, include_extras=True)
    _, *parameters = signature(handler).parameters.values()  # the first is the server's state
    known = [
        _parameter(each.name, hints[each.name], MISSING if each.default is each.empty else each.default)
        for each in parameters
    ]
    return sorted(known, key=lambda parameter: parameter.is_body)


@cache
def _fields(kind: Any) -> list[_Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [_parameter(field.name, hints[field.name], field.default) for field in fields(kind)]


def _parameter(name: str, annotation: Any, default: Any) -> _Parameter:
    kind, _ = _split(annotation)
    return _Parameter(name, _decoder(annotation), default, is_dataclass(kind), get_origin(kind) is list)


def _split(annotation: Any) -> tuple[Any, list[Any]]:
    """Return the type without None, and its constraints."""
    if NoneType in get_args(annotation):
        [annotation] = [each for each in get_args(annotation) if each is not NoneType]
    if get_origin(annotation) is Annotated:
        kind, *constraints = get_args(annotation)
        return kind, constraints
    return annotation, []


def _decoder(annotation: Any) -> Decode:
    kind, constraints = _split(annotation)
    bounds: dict[str, Any] = {}
    for each in constraints:
        bounds |= each.bounds if isinstance(each, Limit) else {}
    decode = _decoder_of(kind, bounds, any(isinstance(each, Integer) for each in constraints))
    for each in constraints:
        if isinstance(each, Checked):
            decode = _checked(decode, each.check)
    return _optional(decode) if NoneType in get_args(annotation) else decode


def _decoder_of(kind: Any, bounds: Mapping[str, Any], is_strict: bool) -> Decode:
    if get_origin(kind) is Literal:
        return _literal(get_args(kind))
    if get_origin(kind) is list:
        return _list(_decoder(get_args(kind)[0]), bounds)
    if is_dataclass(kind):
        return _object(kind)
    if kind is str:
        return _string(bounds)
    if kind is bool:
        return _boolean
    return _number({int: _strict_integer if is_strict else _integer, float: _float}[kind], bounds)


def _optional(decode: Decode) -> Decode:
    return lambda value, place: None if value is None else decode(value, place)


def _checked(decode: Decode, check: Callable[[str], str]) -> Decode:
    def checked(value: Any, place: str) -> Any:
        try:
            return check(decode(value, place))
        except ValueError as error:
            raise Malformed(place, str(error)) from None

    return checked


def _object(kind: Any) -> Decode:
    def decode(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise Malformed(place, f"Input should be a dictionary or an instance of {kind.__name__}")
        known, values = _fields(kind), {}
        names = [_text(name, place) for name in value]
        for field in known:
            if field.name in value:
                values[field.name] = field.decode(value[field.name], _inside(place, field.name))
            elif field.default is MISSING:
                raise Malformed(_inside(place, field.name), "Field required")
        if unknown := [name for name in names if name not in {field.name for field in known}]:
            raise Malformed(_inside(place, unknown[0]), "Unexpected keyword argument")
        return kind(**values)

    return decode


def _inside(place: str, name: object) -> str:
    return f"{place}.{name}" if place else str(name)


def _list(item: Decode, bounds: Mapping[str, Any]) -> Decode:
    least, most = bounds.get("min_length", 0), bounds.get("max_length")

    def decode(value: Any, place: str) -> list[Any]:
        if not isinstance(value, list):
            raise Malformed(place, "Input should be a valid list")
        length = len(value)
        if most is not None and length > most:
            raise Malformed(place, f"List should have at most {_count(most, 'item')} after validation, not {length}")
        items = [item(each, _inside(place, at)) for at, each in enumerate(value)]
        if length < least:
            raise Malformed(place, f"List should have at least {_count(least, 'item')} after validation, not {length}")
        return items

    return decode


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _literal(choices: tuple[str, ...]) -> Decode:
    *others, last = map(repr, choices)
    expected = f"{', '.join(others)} or {last}" if others else last

    def decode(value: Any, place: str) -> Any:
        if isinstance(value, str) and _text(value, place) in choices:
            return value
        raise Malformed(place, f"Input should be {expected}")

    return decode


def _string(bounds: Mapping[str, Any]) -> Decode:
    least, most, pattern = bounds.get("min_length", 0), bounds.get("max_length"), bounds.get("pattern")

    def decode(value: Any, place: str) -> str:
        text = _text(value, place)
        if len(text) < least:
            raise Malformed(place, f"String should have at least {_count(least, 'character')}")
        if most is not None and len(text) > most:
            raise Malformed(place, f"String should have at most {_count(most, 'character')}")
        if pattern is not None and not re.fullmatch(pattern, text):  # every pattern describes the whole text
            raise Malformed(place, f"String should match pattern '{pattern}'")
        return text

    return decode


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise Malformed(place, "Input should be a valid string")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Malformed(place, "Input should be a valid string, unable to parse raw data as a unicode string") from None
    return value


_COMPARISONS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "le": (lambda value, bound: value <= bound, "less than or equal to"),
    "lt": (lambda value, bound: value < bound, "less than"),
    "ge": (lambda value, bound: value >= bound, "greater than or equal to"),
    "gt": (lambda value, bound: value > bound, "greater than"),
}


def _number(decode: Decode, bounds: Mapping[str, Any]) -> Decode:
    checks = [(*_COMPARISONS[name], bounds[name]) for name in _COMPARISONS if name in bounds]

    def bounded(value: Any, place: str) -> Any:
        number = decode(value, place)
        for holds, words, bound in checks:
            if not holds(number, bound):
                raise Malformed(place, f"Input should be {words} {bound}")
        return number

    return bounded


def _strict_integer(value: Any, place: str) -> int:
    """Return an integer of a body."""
    number = whole(value)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Malformed(place, "Input should be a valid integer")
    return number


_BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""What may surround a number: white space as Unicode defines it, which is less than what ``str.strip`` removes."""
_INTEGER = re.compile(r"([+-]?)([0-9]+(?:_[0-9]+)*)(?:\.0+)?")
MAX_DIGITS = 4300


def _integer(value: str, place: str) -> int:
    """Return an integer of a query."""
    if not (match := _INTEGER.fullmatch(value.strip(_BLANKS))):
        raise Malformed(place, "Input should be a valid integer, unable to parse string as an integer")
    digits = match[2].replace("_", "").lstrip("0") or "0"
    if len(digits) > MAX_DIGITS:
        raise Malformed(place, "Unable to parse input string as an integer, exceeded maximum size")
    return int(match[1] + digits)


def _float(value: str, place: str) -> float:
    """Return a number of a query."""
    text = value.strip(_BLANKS)
    try:
        if not text.isascii() or text != text.strip() or text.strip("_") != text or "__" in text:
            raise ValueError
        return float(text.replace("_", ""))
    except ValueError:
        raise Malformed(place, "Input should be a valid number, unable to parse string as a number") from None


_BOOLEANS = dict.fromkeys(("1", "on", "t", "true", "y", "yes"), True) | dict.fromkeys(
    ("0", "off", "f", "false", "n", "no"), False
)


def _boolean(value: str, place: str) -> bool:
    """Return a truth value of a query."""
    if (answer := _BOOLEANS.get(value.lower())) is None:
        raise Malformed(place, "Input should be a valid boolean, unable to interpret input")
    return answer
