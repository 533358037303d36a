"""Looks up puzzle families by name and reads levels of any family from text."""

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
    from .mixed_files import Section

FAMILIES: dict[str, str | type[Puzzle]] = {
    "rushhour": "unjam.families.rushhour:RushHour",
    "tiles": "unjam.families.tiles:Tiles",
    "blocks": "unjam.families.blocks:Blocks",
    "sokoban": "unjam.families.sokoban:Sokoban",
    "packing": "unjam.families.packing:Packing",
}
"""Maps each family name to its class or import path; built-in families are imported on first use."""


def register(kind: type[Puzzle]) -> type[Puzzle]:
    """Register a family under its name, and return the class so that this can be used as a decorator."""
    FAMILIES[kind.family] = kind
    return kind


@cache
def load(path: str) -> type[Puzzle]:
    """Load and register the only Puzzle subclass that a Python file defines.

    As with a script, the file's folder is put first on the import path.
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
    """Return the class of the named family; raise Unsupported, listing the known names, if the name is unknown."""
    if name not in FAMILIES:
        raise Unsupported.choice(Message("unknown family '{name}'", name=name), FAMILIES)
    place = FAMILIES[name]
    if not isinstance(place, str):
        return place
    module, _, class_name = place.partition(":")
    kind: type[Puzzle] = getattr(import_module(module), class_name)
    return kind


def about(name: str) -> About:
    """Return the description of the named family, or a default description if no such family is registered.

    >>> about("farmer").sky == About().sky
    True
    """
    return family(name).about if name in FAMILIES else About()


def read(text: str, family_name: str | None = None, **options: Any) -> Iterator[Level]:
    """Yield the levels in a string in order, each with its puzzle or an error; the string may mix several families.

    The options are passed to the family (for example ``goal="last"`` to tiles). Raises Unsupported for an option that
    no family in the text accepts.
    """
    if family_name:
        kind = family(family_name)
        return kind.levels(text, **kind.settings(options, reads=True))
    sections = list(split_families(text, options))
    levels = (level for kind, section, settings in sections for level in kind.levels(section, **settings))
    return (level if level.index == i else replace(level, index=i) for i, level in enumerate(levels))


def split_families(text: str, options: Mapping[str, Any]) -> Iterator[tuple[type[Puzzle], str, dict[str, Any]]]:
    """Split the text into sections of one family each; yield each section's family class, text and options.

    Most inputs are a single section. Raises Unsupported for an option that none of the families accepts.
    """
    lines = text.strip().splitlines()
    sections: list[Section] = []
    if len(lines) > 1 and any(len(line) >= 25 or not line.strip() for line in lines):  # maybe more than one level
        from .mixed_files import split_sections

        sections = split_sections(text)
    if not sections:
        kind = family(detect(text))
        yield kind, text, kind.settings(options, reads=True)
        return
    kinds = {section.family: family(section.family or "") for section in sections}
    for name in options:
        if not any(o.reads and o.name == name for kind in kinds.values() for o in kind.about.options):
            next(iter(kinds.values())).settings(options, reads=True)
    for section in sections:
        kind = kinds[section.family]
        known = {option.name for option in kind.about.options if option.reads}
        own_options = {name: value for name, value in options.items() if name in known}
        yield kind, section.text, kind.settings(own_options, reads=True)
