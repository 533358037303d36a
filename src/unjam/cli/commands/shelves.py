"""How levels of a library are shown: boards side by side on a terminal, and bars for how many there are."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from ...families import FAMILIES, family
from ..support.printing import counted
from ..support.terminal import colourful, columns, echo
from ..support.translate import number, say, term, words

if TYPE_CHECKING:
    from ...datasets.library import Library, Shelf, StoredLevel

_GAP = 3
_BAR = 32
_FIGURES = 44  # columns beside a bar, the range of costs included


def name_of(family_name: str) -> str:
    """What people call the family; a family of somebody's own that is not loaded goes by its name."""
    return say(family(family_name).title()) if family_name in FAMILIES else family_name


def show(found: Iterable[StoredLevel]) -> int:
    """Prints the boards side by side, as many as the terminal is wide, each with what is known below it."""
    wide = shutil.get_terminal_size().columns
    line: list[list[str]] = []
    room, number = wide, 0
    for kept in found:
        card = _card(kept, wide)
        number += 1
        if line and _width(card) > room:
            _print(line)
            line, room = [], wide
        line.append(card)
        room -= _width(card) + _GAP
    if line:
        _print(line)
    return number


def _card(kept: StoredLevel, wide: int) -> list[str]:
    """The lines of one board and its caption, all equally wide."""
    from ...pictures.terminal import fit, terminal
    from ...pictures.terminal import width as width_of

    scene, row = kept.puzzle.scene(), kept.row
    small = 1 if scene.cols > 10 or scene.rows > 10 else 2
    lines = terminal(scene, colour=colourful(), scale=small, columns=wide).split("\n")
    cost = "" if row["cost"] is None else counted(row["cost"], row["metric"])
    known = " · ".join(part for part in (term(row["level"] or row["status"]), cost) if part)
    least = max(_width(lines), width_of(known))
    title = fit(row["title"] or row["key"][:12], min(wide, max(least, 12)))
    least = max(least, width_of(title))
    lines = [text + " " * (least - width_of(click.unstyle(text))) for text in lines]
    captions = [click.style(title, bold=True) + " " * (least - width_of(title)), known.ljust(least)]
    return [*lines, *captions]


def _width(card: list[str]) -> int:
    from ...pictures.terminal import width as width_of

    return max(width_of(click.unstyle(text)) for text in card)


def _print(line: list[list[str]]) -> None:
    tall = max(map(len, line))
    cards = [[" " * _width(card)] * (tall - len(card)) + card for card in line]  # captions on one line
    for parts in zip(*cards, strict=True):
        echo((" " * _GAP).join(parts).rstrip(), colour=colourful())
    echo("")


def counts(library: Library, shelves: list[Shelf]) -> None:
    """Prints how many levels of each family and level there are, with bars and the range of their costs."""
    paths = library.files()
    size = sum(os.path.getsize(path) for path in paths if os.path.exists(path))
    total = counted(sum(each.levels for each in shelves), "levels")
    held = words(
        "{levels} in {files}, {size} MB", levels=total, files=counted(len(paths), "files"), size=number(size / 1e6, 1)
    )
    echo(f"{click.style(library.path, bold=True)}: {held}")
    most = max((each.levels for each in shelves), default=1)
    before = ""
    for each in shelves:
        if each.family != before:
            echo(f"\n{click.style(name_of(each.family), bold=True)}")
            before = each.family
        room = max(1, min(_BAR, (columns() or 80) - _FIGURES))
        bar = "█" * max(1, round(room * each.levels / most))
        cost = ""
        if each.least_cost is not None:
            cost = words("cost {least}–{most}", least=each.least_cost, most=each.most_cost)
        echo(f"  {term(each.level or 'not rated'):13} {number(each.levels):>11}  {bar:{room}}  {cost}".rstrip())
