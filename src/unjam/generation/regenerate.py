"""Generates levels again from their names, which contain the seed and the request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..core.family_info import DIFFICULTIES
from ..core.generator import LevelGenerator
from ..core.puzzle import Message, PuzzleError, Unsupported
from ..families import family
from .generate import Generated, generate, generator_for

_NAME = re.compile(
    r"(?P<family>\w+)-(?P<difficulty>[a-z]+)-(?P<rows>\d{1,3})x(?P<cols>\d{1,3})"
    r"-s(?P<seed>\d{1,13})-n(?P<index>\d{1,7})-g(?P<version>\d{1,4})"
    r"(?P<any>-any)?(?P<size>-size)?(?:-m(?P<low>\d{1,6})-(?P<high>\d{1,6}))?(?P<options>(?:-[a-z_]+=\w+)*)"
)


def regenerate(name: str) -> Generated:
    """Generate the level with this name again from its seed; raise PuzzleError if there is no such level.

    >>> level = regenerate("tiles-beginner-2x3-s1-n0-g3-size")
    >>> level.name, level.difficulty
    ('tiles-beginner-2x3-s1-n0-g3-size', 'beginner')
    """
    parts = _NAME.fullmatch(name)
    try:
        if parts is None:
            raise PuzzleError(_malformed(name))
        level = _generate(parts)
    except Unsupported as error:
        raise PuzzleError(error.message) from None
    if level.name != name:
        raise PuzzleError(
            Message("there is no level '{name}': this seed and number give '{other}'", name=name, other=level.name)
        )
    return level


def _generate(parts: re.Match[str]) -> Generated:
    kind = family(parts["family"])
    generator = generator_for(kind)
    if int(parts["version"]) != generator.version:
        raise Unsupported(
            Message(
                "made by version {old} of the generator; this is version {new}, which makes different levels",
                old=int(parts["version"]),
                new=generator.version,
            )
        )
    size = int(parts["rows"]), int(parts["cols"])
    if parts["difficulty"] not in DIFFICULTIES:
        raise Unsupported.choice(Message("unknown difficulty '{name}'", name=parts["difficulty"]), DIFFICULTIES)
    levels = generate(
        kind,
        difficulty=None if parts["any"] else parts["difficulty"],
        count=int(parts["index"]) + 1,
        seed=int(parts["seed"]),
        size=size if parts["size"] or generator.default_size else None,
        moves=(int(parts["low"]), int(parts["high"])) if parts["low"] else None,
        workers=1,
        **_options(generator, parts["options"]),
    )
    last: Generated | None = None
    while last is None or last.index < int(parts["index"]):
        try:
            last = next(levels)
        except StopIteration as end:
            raise Unsupported(end.value) from None
    return last


def _options(generator: LevelGenerator, text: str) -> Mapping[str, Any]:
    """Parse the generator's options, which are at the end of the name."""
    kinds = {option.name: option.kind for option in generator.options}
    options: dict[str, Any] = {}
    for part in text.split("-")[1:]:
        option, _, value = part.partition("=")
        options[option] = int(value) if kinds.get(option) is int and value.isdigit() else value
    return options


def _malformed(name: str) -> Message:
    kind, difficulty = name.split("-")[:2]
    example = f"{kind}-{difficulty}-6x6-s5-n0-g{generator_for(family(kind)).version}"
    return Message(
        "'{name}' is not the full name of a generated level; expected one such as '{example}'",
        name=name,
        example=example,
    )
