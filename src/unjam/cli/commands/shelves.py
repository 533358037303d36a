"""Print the levels in a library as boards side by side, or the numbers of levels as a bar chart."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from ...families import FAMILIES, family
from ..printing.language import language, number, term, translate, words
from ..printing.level_output import amount
from ..printing.terminal import columns, echo, has_colour

if TYPE_CHECKING:
    from ...datasets.library import Library, Shelf, StoredLevel

_GAP = 3
_MAX_BAR = 32
_FIGURE_COLUMNS = 44  # the width reserved for the numbers beside a bar, including the range of costs


def family_title(family_name: str) -> str:
    """Return the title of the family, or its name if it is a user-defined family that is not loaded."""
    return translate(family(family_name).title()) if family_name in FAMILIES else family_name


def print_boards(levels: Iterable[StoredLevel]) -> int:
    """Print captioned boards, as many side by side as the terminal allows, and return the number of boards."""
    width = shutil.get_terminal_size().columns
    line: list[list[str]] = []
    room, count = width, 0
    for level in levels:
        card = _card(level, width)
        count += 1
        if line and _width(card) > room:
            _print(line)
            line, room = [], width
        line.append(card)
        room -= _width(card) + _GAP
    if line:
        _print(line)
    return count


def _card(level: StoredLevel, max_width: int) -> list[str]:
    """Return the lines of one board and its caption, padded to the same width."""
    from ...pictures.terminal import fit, terminal
    from ...pictures.terminal import width as width_of

    scene, row = level.puzzle.scene(), level.row
    scale = 1 if scene.cols > 10 or scene.rows > 10 else 2
    lines = terminal(scene, colour=has_colour(), scale=scale, columns=max_width, lang=language()).split("\n")
    cost = "" if row["cost"] is None else amount(row["cost"], row["metric"])
    rating = " · ".join(part for part in (term(row["level"] or row["status"]), cost) if part)
    width = max(_width(lines), width_of(rating))
    title = fit(row["title"] or row["key"][:12], min(max_width, max(width, 12)))
    width = max(width, width_of(title))
    lines = [text + " " * (width - width_of(click.unstyle(text))) for text in lines]
    captions = [click.style(title, bold=True) + " " * (width - width_of(title)), rating.ljust(width)]
    return [*lines, *captions]


def _width(card: list[str]) -> int:
    from ...pictures.terminal import width as width_of

    return max(width_of(click.unstyle(text)) for text in card)


def _print(line: list[list[str]]) -> None:
    height = max(map(len, line))
    cards = [[" " * _width(card)] * (height - len(card)) + card for card in line]  # so that captions align
    for parts in zip(*cards, strict=True):
        echo((" " * _GAP).join(parts).rstrip(), colour=has_colour())
    echo("")


def print_counts(library: Library, shelves: list[Shelf]) -> None:
    """Print the number of levels for each family and difficulty, with a bar and the range of their costs."""
    paths = library.files()
    size = sum(os.path.getsize(path) for path in paths if os.path.exists(path))
    total = amount(sum(shelf.levels for shelf in shelves), "levels")
    summary = words(
        "{levels} in {files}, {size} MB", levels=total, files=amount(len(paths), "files"), size=number(size / 1e6, 1)
    )
    echo(f"{click.style(library.path, bold=True)}: {summary}")
    most = max((shelf.levels for shelf in shelves), default=1)
    previous = ""
    for shelf in shelves:
        if shelf.family != previous:
            echo(f"\n{click.style(family_title(shelf.family), bold=True)}")
            previous = shelf.family
        room = max(1, min(_MAX_BAR, (columns() or 80) - _FIGURE_COLUMNS))
        bar = "█" * max(1, round(room * shelf.levels / most))
        cost = ""
        if shelf.least_cost is not None:
            cost = words("cost {least}–{most}", least=shelf.least_cost, most=shelf.most_cost)
        echo(f"  {term(shelf.level or 'not rated'):13} {number(shelf.levels):>11}  {bar:{room}}  {cost}".rstrip())
