"""From text to boards of numbers: which numbers make one board, where a level begins, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from math import isqrt, prod
from typing import NamedTuple

from ...puzzle import PuzzleError

LARGEST = 6
_MOST = 4 * LARGEST**2  # words of a line; more than any board has
GOALS = ("first", "last")
_LONG = 1000  # lines of a run; no board has so many, so these are boards of a line each or nothing
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[0-9]{1,6}")
_SIZES = "9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns"


class Word(NamedTuple):
    """One word of the text and its place, line and column from 1."""

    text: str
    line: int
    column: int


Line = list[Word]


@dataclass(frozen=True, slots=True)
class Board:
    """What one level's text says: the size, the numbers row by row, and the goal."""

    rows: int
    cols: int
    cells: bytes
    goal: bytes


def standard_goal(rows: int, cols: int, where: str = "first") -> bytes:
    """The goal with the gap first (0 1 2 …) or last (1 2 … 0).

    >>> list(standard_goal(2, 2, "last"))
    [1, 2, 3, 0]
    """
    if where not in GOALS:
        raise PuzzleError(f"no goal '{where}'; choose one of: {', '.join(GOALS)}")
    numbers = range(rows * cols)
    return bytes(numbers) if where == "first" else bytes([*numbers[1:], 0])


def boards(text: str, where: str = "first") -> Iterator[tuple[int, Board | PuzzleError]]:
    """Each level of the text in order, with the line it starts on: its board, or what is wrong with it."""
    standard_goal(1, 1, where)
    size: tuple[int, int] | None = None
    for first, raw in _chunks(text):
        lines = _lines(raw, first, size)
        try:
            body, goal = _split_goal(lines)
            own, body = _split_size(body)
        except PuzzleError as error:
            yield lines[0][0].line, error
            continue
        size = own or size
        for group in _groups(body, size, own is not None):
            start = (lines if group is body else group)[0][0].line
            try:
                yield start, _board(group, goal, size, own is not None, where)
            except PuzzleError as error:
                yield start, error


def _chunks(text: str) -> Iterator[tuple[int, list[str]]]:
    """The runs of lines between blank ones, each with its first number; a ``goal`` on its own goes with its board."""
    lines = text.splitlines()
    blanks = [at for at, line in enumerate(lines) if not line or line.isspace()]
    first, chunk = 1, list[str]()
    for before, after in pairwise([-1, *blanks, len(lines)]):
        if after == before + 1:
            continue
        fresh = lines[before + 1 : after]
        if chunk and _says_goal(fresh[0]) and not any(map(_says_goal, chunk)):
            chunk += [*[""] * (before + 2 - first - len(chunk)), *fresh]
            continue
        if chunk:
            yield first, chunk
        first, chunk = before + 2, fresh
    if chunk:
        yield first, chunk


def _says_goal(line: str) -> bool:
    return line.lstrip()[:4].lower() == "goal" and line.split()[0].lower() == "goal"


def _lines(raw: list[str], first: int, size: tuple[int, int] | None) -> list[Line]:
    """The words of each line. Of a run that is too long for one board and not of whole boards, only the first lines."""
    looked_at = raw
    if len(raw) > _LONG:
        sizes = [[int(word) for word in raw[0].split(None, 2) if _NUMBER.fullmatch(word)], size or ()]
        wholes = {side * side for side in range(2, LARGEST + 1)} | {prod(each) for each in sizes if len(each) == 2}
        if not any(len(line.split(None, _MOST)) in wholes for line in raw[:_LONG]):
            looked_at = raw[:_LONG]
    lines = [words for number, line in enumerate(looked_at, first) if (words := _words(line, number))]
    if looked_at is not raw:
        lines[-1] += lines[-1][-1:] * len(" ".join(raw[_LONG:]).split())
    return lines


def _words(line: str, number: int) -> Line:
    """The words of a line; of one that is too long for any board only the first are looked at, the others counted."""
    words = [Word(m[0], number, m.start() + 1) for m in islice(_WORD.finditer(line), _MOST)]
    if len(words) == _MOST:
        words += words[-1:] * (len(line.split()) - _MOST)
    return words


def _is_goal(line: Line) -> bool:
    return line[0].text.lower() == "goal"


def _split_goal(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """The lines before ``goal`` and those after it."""
    places = [at for at, line in enumerate(lines) if _is_goal(line)]
    if not places:
        return lines, []
    at = places[0]
    word = lines[at][0]
    if len(places) > 1:
        raise PuzzleError(
            "a second 'goal'; expected one", line=lines[places[1]][0].line, column=lines[places[1]][0].column
        )
    if at == 0:
        raise PuzzleError("'goal' comes first; expected a board above it", line=word.line, column=word.column)
    goal = [line for line in (lines[at][1:], *lines[at + 1 :]) if line]
    if not goal:
        why = "nothing after 'goal'; expected the numbers of the finished board"
        raise PuzzleError(why, line=word.line, column=word.column)
    return lines[:at], goal


def _split_size(lines: list[Line]) -> tuple[tuple[int, int] | None, list[Line]]:
    """The size that a first line of two numbers gives, and the other lines.

    Two lines of two are a 2×2 board where they hold 0 to 3; then no size of 2 cells could be meant.
    """
    first = lines[0]
    if len(first) != 2 or len(lines) == 1:
        return None, lines
    words = [word.text for line in lines for word in line]
    if len(words) == 4 and sorted(words) == ["0", "1", "2", "3"]:
        return None, lines
    rows, cols = (_number(word) for word in first)
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise PuzzleError(
            f"a board of {rows}×{cols}; expected rows and columns from 1 to {LARGEST}",
            line=first[0].line,
            column=first[0].column,
        )
    return (rows, cols), lines[1:]


def _groups(lines: list[Line], size: tuple[int, int] | None, own: bool) -> Iterator[list[Line]]:
    """The lines of each level: all of them, or one line each where lines are whole boards."""
    total = sum(map(len, lines))
    whole = size[0] * size[1] if size else -1
    if len(lines) == 1 or total == whole:
        one_each = False
    elif own or any(len(line) == whole for line in lines):
        one_each = any(len(line) == whole for line in lines)
    else:
        some, every = any(map(_is_whole, lines)), all(map(_is_whole, lines))
        one_each = every or (some and not _square(total, 2))
    if one_each:
        yield from ([line] for line in lines)
    else:
        yield lines


def _is_whole(line: Line) -> bool:
    """True for a line that can only be a whole board: no row is that long, or it is a 2×2 board's four numbers."""
    return _square(len(line), 3) or sorted(word.text for word in line[:5]) == ["0", "1", "2", "3"]


def _square(count: int, least: int) -> bool:
    return isqrt(count) ** 2 == count and least <= isqrt(count) <= LARGEST


def _board(lines: list[Line], goal: list[Line], size: tuple[int, int] | None, own: bool, where: str) -> Board:
    words = [word for line in lines for word in line]
    first = words[0]
    if size is None or (not own and len(words) != size[0] * size[1]):
        for word in words[: LARGEST**2]:
            _number(word)  # a letter is a better reason than the count it spoils
        if not _square(len(words), 2):
            count = f"{len(words):,} number{'s' if len(words) > 1 else ''}"
            raise PuzzleError(f"{count}; expected {_SIZES}", line=first.line, column=first.column)
        size = (isqrt(len(words)),) * 2
    cells = _cells(words, *size)
    if not goal:
        return Board(*size, cells, standard_goal(*size, where))
    return Board(*size, cells, _cells([word for line in goal for word in line], *size))


def _cells(words: list[Word], rows: int, cols: int) -> bytes:
    """The numbers as bytes once each of 0 to rows · cols − 1 is there exactly once."""
    count, seen = rows * cols, set()
    for word in words[: count + 1]:
        number = _number(word)
        if number >= count:
            why = f"{number} is too large; a {rows}×{cols} board has the numbers 0 to {count - 1}"
            raise PuzzleError(why, line=word.line, column=word.column)
        if number in seen:
            why = f"{number} is there twice; expected each of 0 to {count - 1} once"
            raise PuzzleError(why, line=word.line, column=word.column)
        seen.add(number)
    if len(words) != count:
        missing = sorted(set(range(count)) - seen)
        which = f"; {', '.join(map(str, missing))} missing" if missing else ""
        raise PuzzleError(
            f"{len(words):,} numbers; expected {count} for a {rows}×{cols} board{which}",
            line=words[0].line,
            column=words[0].column,
        )
    return bytes(int(word.text) for word in words)


def _number(word: Word) -> int:
    if _NUMBER.fullmatch(word.text):
        return int(word.text)
    shown = word.text if len(word.text) <= 12 else word.text[:12] + "…"
    if re.fullmatch(r"-[0-9]+", word.text):
        why = f"{shown} is negative; expected numbers from 0"
    elif word.text.isascii() and word.text.isdigit():
        why = f"{shown} is too large; expected numbers from 0 to {LARGEST**2 - 1}"
    else:
        why = f"'{shown}' is not a number; expected numbers separated by spaces"
    raise PuzzleError(why, line=word.line, column=word.column)


def written(rows: int, cols: int, cells: bytes, goal: bytes, *, line: bool = False) -> str:
    """The text of a board: its numbers, with the size where it is not square and the goal where it is not 0 1 2 …"""
    parts = [] if rows == cols and rows > 1 else [f"{rows} {cols}"]
    parts.append(numbers(cells, cols, line))
    if goal != standard_goal(rows, cols):
        parts += ["goal", numbers(goal, cols, line)]
    return "\n".join(parts)


def numbers(cells: bytes, cols: int, line: bool = False) -> str:
    """The numbers in rows under each other, or on one line.

    >>> print(numbers(bytes([3, 0, 1, 2]), 2))
    3 0
    1 2
    """
    if line:
        return " ".join(map(str, cells))
    width = len(str(len(cells) - 1))
    edges = pairwise(range(0, len(cells) + 1, cols))
    return "\n".join(" ".join(f"{number:{width}}" for number in cells[a:b]) for a, b in edges)
