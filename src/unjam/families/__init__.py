"""The families by name, and the reading of any level file: which family is it, and which levels does it hold."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ..puzzle import Level, Puzzle, PuzzleError, Unsupported

FAMILIES: dict[str, str | type[Puzzle]] = {
    "rushhour": "unjam.families.rushhour:RushHour",
    "tiles": "unjam.families.tiles:Tiles",
    "blocks": "unjam.families.blocks:Blocks",
    "sokoban": "unjam.families.sokoban:Sokoban",
    "packing": "unjam.families.packing:Packing",
}
"""Family name -> its class, or where it stands: ours are imported when first asked for, so a command starts fast."""


def register(kind: type[Puzzle]) -> type[Puzzle]:
    """Makes a family of your own known by its name; returns the class, so it can stand above it as a decorator."""
    FAMILIES[kind.family] = kind
    return kind


def family(name: str) -> type[Puzzle]:
    """The class of the named family; Unsupported lists the names."""
    if name not in FAMILIES:
        raise Unsupported(f"no family '{name}'; choose one of: {', '.join(FAMILIES)}")
    place = FAMILIES[name]
    if not isinstance(place, str):
        return place
    module, _, noun = place.partition(":")
    found: type[Puzzle] = getattr(import_module(module), noun)
    return found


def detect(text: str) -> str:
    """The family that the text belongs to, by the rules of the contract; PuzzleError when none or two fit."""
    lines = [line.strip() for line in text.splitlines()]
    full = [line for line in lines if line]
    if not full:
        raise PuzzleError("the file holds no level; expected a board")
    first = [line.split() for line in full[:3]]
    if first[0][0].lower() == "board":
        return "packing"
    if any(line.split()[0] == "goal" and " at " in line for line in full):
        return "blocks"
    if len(full) >= 3 and len(first[0]) == len(first[1]) == 1 and first[0][0].isdigit() and first[1][0].isdigit():
        if len(first[2]) >= 2 and first[2][1] in ("h", "v"):
            return "rushhour"
        if "W" in full[2]:
            return "sokoban"
    if all(_is_integer(word) for line in full if line != "goal" for word in line.split()):
        return "tiles"
    if any(mark in text for mark in "#@$"):
        return "sokoban"
    if "A" in text:
        return "rushhour"
    raise PuzzleError(
        "this looks like no family's level; looked for 'board', 'goal … at', a vehicle list, numbers, '#@$' and a car 'A':"
        " name the family with --family"
    )


def read(text: str, family_name: str | None = None, **options: Any) -> Iterator[Level]:
    """The levels of the text in order, each a puzzle or the error that kept it from being one.

    Options are the family's own (tiles: ``goal="last"``).
    """
    return family(family_name or detect(text)).levels(text, **options)


def _is_integer(word: str) -> bool:
    return word.lstrip("+-").isdigit()
