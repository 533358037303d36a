"""Printing a level's results: its heading, the verdict, boards, moves, or a JSON object."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ...core import wording
from ...core.puzzle import Message, Move, Puzzle, Result
from . import terminal as screen
from .language import language, translate, words
from .language import number as written
from .terminal import echo, has_colour

if TYPE_CHECKING:
    from ..reading.entries import Entry
    from ..reading.levels import Levels

SOLVING = Message("solving")


@dataclass(frozen=True, slots=True)
class LevelGroup:
    """Whether a command has several levels or files; if so, each level is printed with its number or file name."""

    several: bool
    many_sources: bool


def heading(levels: Levels | LevelGroup, entry: Entry) -> str:
    """Return the start of the line about a level: file and number (if there are several), title and family."""
    file = [entry.source.name] if levels.many_sources else []
    number = [words("Level {number}", number=entry.level.index + 1)] if levels.several else []
    title = entry.level.title.split(" · ") if entry.level.title else []
    # If the output of `show` is read as input, this line becomes the title, so parts of it must not be repeated.
    parts = dict.fromkeys([*file, *number, *title, translate(entry.kind.title())])
    name = click.style(" · ".join(parts), bold=True)
    return words("{name}: ", name=name)


def verdict(result: Result) -> str:
    """Return the result and the search effort on one line."""
    work = f"{amount(result.expanded, 'positions')}, {_time(result.seconds)}"
    return translate(wording.verdict(result, work))


def proof(result: Result) -> str:
    """Return whether the solution is proven optimal, in words."""
    return translate(wording.proof(result))


def amount(number: int, things: str) -> str:
    """Return a number with its noun, such as "3 levels"."""
    return translate(wording.amount(number, things))


def metric_name(name: str) -> str:
    """Return the translated name of the unit that a metric counts."""
    return translate(wording.term(name))


def _time(seconds: float) -> str:
    return f"{written(seconds * 1000, 1)} ms" if seconds < 1 else f"{written(seconds, 2)} s"


def wrap_moves(names: Iterable[str], width: int = 100) -> str:
    """Return the moves wrapped at ``width`` or the terminal's width; a LURD string that is too long is split too."""
    width = max(1, min(width, screen.columns() or width))
    lines: list[str] = [""]
    for name in names:
        for part in (name[i : i + width] for i in range(0, len(name), width)):
            if lines[-1] and len(lines[-1]) + 1 + len(part) > width:
                lines.append("")
            lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def print_record(levels: Levels | LevelGroup, entry: Entry, values: dict[str, Any], file: str = "file") -> None:
    """Print a level as JSON on one line: its index, the values and, if there are several files, its file name."""
    whole = {"index": entry.level.index} | values
    if levels.many_sources:
        whole[file] = entry.source.path
    print_json(whole)


def print_json(values: dict[str, Any]) -> None:
    """Print one JSON object on one line, in ASCII if the output's encoding lacks some of its characters."""
    import json

    def plain(value: Any) -> str:
        return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)

    text = json.dumps(values, ensure_ascii=False, default=plain)
    echo(text if screen.can_encode(sys.stdout, text) else json.dumps(values, default=plain))


def print_board(position: Puzzle, err: bool = False) -> None:
    """Print the position, in colour if the terminal supports it."""
    from ...pictures.terminal import terminal

    coloured = not err and has_colour()
    text = terminal(position.scene(), colour=coloured, columns=screen.columns(err), lang=language())
    echo(text, colour=coloured, err=err)


def print_boards(puzzle: Puzzle, moves: Iterable[Move]) -> None:
    """Print the starting board, then for each move its number, its description and the board after it."""
    print_board(puzzle)
    for number, move in enumerate(moves, 1):
        echo(f"\n{click.style(f'{number}.', bold=True)} {translate(puzzle.words(move))}")
        puzzle = puzzle.play(move)
        print_board(puzzle)


def _print_steps(puzzle: Puzzle, moves: Iterable[Move], style: str | None, has_words: bool) -> None:
    """Print each board with its number below it (0 for the start) and, with ``has_words``, its move above it."""
    for number, move in enumerate((None, *moves)):
        if move is not None:
            echo(f"\n{translate(puzzle.words(move))}" if has_words else "")
            puzzle = puzzle.play(move)
        if style in puzzle.formats:
            echo(puzzle.text(style))
        else:
            print_board(puzzle)
        echo(number)


def print_moves(puzzle: Puzzle, moves: tuple[Move, ...], show: str, style: str | None = None) -> None:
    """Print the moves in the form chosen with --show."""
    if show == "words,boards" or (show == "boards" and style in puzzle.formats):
        _print_steps(puzzle, moves, style, "words" in show)
    elif show == "boards":
        print_boards(puzzle, moves)
    elif show == "words":
        for move in moves:
            echo(translate(puzzle.words(move)))
            puzzle = puzzle.play(move)
    elif show == "moves" and moves:
        echo(wrap_moves(puzzle.notations(moves)))
