"""The families by name, and the reading of any level file: which family is it, and which levels does it hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..core.puzzle import About, Level, Message, Puzzle, Unsupported
from .detection import detect as detect

if TYPE_CHECKING:
    from .mixed_files import Part

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


def read(text: str, family_name: str | None = None, **options: Any) -> Iterator[Level]:
    """The levels of the text in order, each a puzzle or the error that kept it from being one; of several families
    in one text each is read by its own.

    Options are the family's own (tiles: ``goal="last"``); Unsupported names one that it does not take.
    """
    if family_name:
        kind = family(family_name)
        return kind.levels(text, **kind.settings(options, reads=True))
    found = list(stretches(text, options))
    levels = (level for kind, part, settings in found for level in kind.levels(part, **settings))
    return (level if level.index == i else replace(level, index=i) for i, level in enumerate(levels))


def stretches(text: str, options: Mapping[str, Any]) -> Iterator[tuple[type[Puzzle], str, dict[str, Any]]]:
    """The text in parts of one family each, usually one; with each the options for reading that its family takes.

    Unsupported names an option that none of them takes.
    """
    lines = text.strip().splitlines()
    found: list[Part] = []
    if len(lines) > 1 and any(len(line) >= 25 or not line.strip() for line in lines):  # more than one level, perhaps
        from .mixed_files import parts

        found = parts(text)
    if not found:
        kind = family(detect(text))
        yield kind, text, kind.settings(options, reads=True)
        return
    kinds = {part.family: family(part.family or "") for part in found}
    for name in options:
        if not any(o.reads and o.name == name for kind in kinds.values() for o in kind.about.options):
            next(iter(kinds.values())).settings(options, reads=True)
    for part in found:
        kind = kinds[part.family]
        taken = {option.name for option in kind.about.options if option.reads}
        given = {name: value for name, value in options.items() if name in taken}
        yield kind, part.text, kind.settings(given, reads=True)
