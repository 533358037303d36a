"""The families by name, and the reading of any level file: which family is it, and which levels does it hold."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from ..puzzle import About, Level, Message, Puzzle, PuzzleError, Unsupported

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


@cache
def load(path: str) -> type[Puzzle]:
    """The one Puzzle subclass that a Python file defines; it joins the families under its own name.

    As for a script, the file's folder is the first place where its imports are looked for.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise Unsupported(Message("{path}: no such Python file", path=path))
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Puzzle) and kind.__module__ == spec.name
    ]
    if len(kinds) != 1:
        raise Unsupported(Message("{path}: expected one Puzzle subclass, found {n}", path=path, n=len(kinds)))
    return register(kinds[0])


def family(name: str) -> type[Puzzle]:
    """The class of the named family; Unsupported lists the names."""
    if name not in FAMILIES:
        raise Unsupported.choice(Message("no family '{name}'", name=name), FAMILIES)
    place = FAMILIES[name]
    if not isinstance(place, str):
        return place
    module, _, noun = place.partition(":")
    found: type[Puzzle] = getattr(import_module(module), noun)
    return found


def about(name: str) -> About:
    """What the named family says of itself; what every family says by default for one that is not registered.

    >>> about("farmer").sky == About().sky
    True
    """
    return family(name).about if name in FAMILIES else About()


def detect(text: str) -> str:
    """The family that the text belongs to, by the rules of the contract; PuzzleError when none or two fit."""
    full = [line.strip() for line in text.splitlines() if line.strip()]
    if not full:
        raise PuzzleError("the file holds no level; expected a board")
    if re.fullmatch(r"board(\s+[-\d].*|\s+leftover)?", full[0], re.IGNORECASE):
        return "packing"
    if any(line.startswith("goal") and re.match(r"goal\s+\S+\s+at\s+\S*\d", line) for line in full):
        return "blocks"
    if len(full) > 2 and _is_integer(full[0]) and _is_integer(full[1]):
        words = full[2].split()
        if len(words) > 2 and not all(map(_is_integer, words)) and _is_integer(words[-1]):
            return "rushhour"
        if "W" in full[2]:
            return "sokoban"
    if _mostly_integers(full):
        return "tiles"
    if any(mark in text for mark in "#@$"):
        if _PARKED.search(text):
            raise PuzzleError("this fits both sokoban and rushhour; name the family with --family")
        return "sokoban"
    if "A" in text:
        return "rushhour"
    raise PuzzleError(
        "this looks like no family's level; looked for 'board', 'goal … at', vehicles, numbers, '#@$' and a car 'A':"
        " name the family with --family"
    )


_PARKED = re.compile(r"^(?:[A-Zox.]{4,16}\n){3}", re.MULTILINE)
"""Rows of a Rush Hour grid; among walls and boxes they make a file of two families."""


def read(text: str, family_name: str | None = None, **options: Any) -> Iterator[Level]:
    """The levels of the text in order, each a puzzle or the error that kept it from being one.

    Options are the family's own (tiles: ``goal="last"``); Unsupported names one that it does not take.
    """
    kind = family(family_name or detect(text))
    return kind.levels(text, **kind.settings(options, reads=True))


def _is_integer(word: str) -> bool:
    return word.lstrip("+-").isdigit()


def _mostly_integers(lines: list[str]) -> bool:
    """True for numbers, and for numbers with a slip among them: its place is then named by the family."""
    words = [word for line in lines[:64] if line != "goal" for word in line[:1024].split()]
    numbers = sum(map(_is_integer, words))
    return numbers == len(words) > 0 or (numbers >= 4 and numbers >= 0.8 * len(words))
