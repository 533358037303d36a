"""Splits text that contains numbers into levels.

White space, commas, semicolons, brackets and frames separate numbers. Blank lines separate levels if every section
between them is a whole board; otherwise the count of numbers determines which sections together form a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import isqrt, prod
from typing import NamedTuple

MAX_SIDE = 6
GAPS = frozenset("_.xX")
"""Marks for the gap on a board without a 0."""
MAX_WORDS = 4 * MAX_SIDE**2  # per line; more than a board can have
_MAX_LINES = 1000  # per section; no board has more, so a longer section can only be a list of one-line boards
_WORD = re.compile(r"\S+")
NUMBER = re.compile(r"[0-9]{1,6}")
_SEPARATORS = str.maketrans(dict.fromkeys([*",;|[](){}\"'", *map(chr, range(0x2500, 0x2580))], " "))
_FRAME = frozenset("+-= \t")
Size = tuple[int, int]


class Word(NamedTuple):
    """A token (text between separators) with its line and column, both counted from 1."""

    text: str
    line: int
    column: int


Line = list[Word]


@dataclass(slots=True)
class _Section:
    """Lines that may form a level, and the number of the first line.

    ``rows`` contains the tokens before ``goal``, or None if there are too many for a board. ``wanted`` is the number of
    tokens after ``goal``, or None if there is no goal.
    """

    first: int
    raw: list[str]
    rows: list[list[str]] | None = field(init=False, default=None)
    wanted: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if len(self.raw) > 8 * MAX_SIDE**2 or any(len(line) > 2000 for line in self.raw):
            self.wanted = 0 if any(map(_is_goal_line, self.raw)) else None
            return
        split = [line.split() for line in self.raw]
        goal = next((at for at, line in enumerate(self.raw) if line and _is_goal_line(line)), None)
        if goal is not None:
            self.wanted = sum(map(len, split[goal:])) - 1
        rows = [row for row in split[:goal] if row]
        self.rows = rows if sum(map(len, rows)) <= MAX_SIDE**2 + 2 else None

    @property
    def count(self) -> int:
        return sum(map(len, self.rows or ()))


def split_sections(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each level, or of several one-line levels, with the number of the first line.

    >>> [raw for _, raw in split_sections("1,2,3\\n\\n4,5,6\\n\\n7,8,x\\n")]
    [['1 2 3', '', '4 5 6', '', '7 8 x']]
    """
    pending: list[_Section] = []
    size: Size | None = None
    goal: _Section | None = None
    for first, raw in _blocks(text):
        section = _Section(first, raw)
        if goal is not None:
            if section.wanted is None and section.rows and goal.wanted is not None:
                longer = _join([goal, section])
                if longer.wanted is not None and longer.wanted <= goal.count:
                    goal = longer
                    continue
            yield goal.first, goal.raw
            goal = None
        pending.append(section)
        if section.wanted is not None:
            *before, last = _join_levels(pending, size)
            yield from ((section.first, section.raw) for section in before)
            size = _last_size([*before, last], size)
            goal, pending = last, []
    if goal is not None:
        yield goal.first, goal.raw
    yield from ((section.first, section.raw) for section in _join_levels(pending, size))


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each block of lines without a blank line, with the number of its first line.

    A block that begins with ``goal`` is joined to the board above it.
    """
    lines = blank_separators(text).splitlines()
    blanks = [at for at, line in enumerate(lines) if not line or line.isspace() or _is_frame(line)]
    first, chunk = 1, list[str]()
    for before, after in pairwise([-1, *blanks, len(lines)]):
        if after == before + 1:
            continue
        fresh = lines[before + 1 : after]
        if chunk and _is_goal_line(fresh[0]) and not any(map(_is_goal_line, chunk)):
            chunk += [*[""] * (before + 2 - first - len(chunk)), *fresh]
            continue
        if chunk:
            yield first, chunk
        first, chunk = before + 2, fresh
    if chunk:
        yield first, chunk


def blank_separators(text: str) -> str:
    """Return the text with separators replaced by spaces, so that every token stays in its column."""
    return text.translate(_SEPARATORS)


def _is_frame(line: str) -> bool:
    return line.lstrip()[:1] in ("+", "-", "=") and len(line.strip()) > 2 and _FRAME.issuperset(line)


def _is_goal_line(line: str) -> bool:
    return line.lstrip()[:4].lower() == "goal" and line.split()[0].lower() == "goal"


def _join_levels(run: list[_Section], size: Size | None) -> list[_Section]:
    """Return the sections as levels: unchanged if each is a whole level, otherwise joined where possible."""
    known, whole = size, list[bool]()
    for section in run:
        whole.append(section.rows is None or _is_level(section.rows, known))
        known = _last_size([section], known)
    if all(whole):
        return run
    if _is_order(run, size):
        return [_join(run)]
    out: list[_Section] = []
    held: list[_Section] = []
    for section, alone in zip(run, whole, strict=True):
        if alone and len(held) == 1 and _is_size_line(held[0], section):
            out.append(_join([held.pop(), section]))
        elif alone:
            out += [*_join_rest(held), section]
            held = []
        else:
            held.append(section)
            while not _fits(held):
                out.append(held.pop(0))
            if _is_order(held, size):
                out.append(_join(held))
                held = []
    return [*out, *_join_rest(held)]


def _fits(run: list[_Section]) -> bool:
    """Return whether the sections have few enough tokens to form one board with a size line."""
    few = len(run) <= MAX_SIDE**2 + 2 and all(section.rows is not None for section in run)
    return few and sum(section.count for section in run) <= MAX_SIDE**2 + 2


def _join(run: list[_Section]) -> _Section:
    """Join the sections into one, keeping the blank lines between them."""
    raw = [*run[0].raw]
    for section in run[1:]:
        raw += [""] * (section.first - run[0].first - len(raw))
        raw += section.raw
    return _Section(run[0].first, raw)


def _join_rest(held: list[_Section]) -> list[_Section]:
    """Join sections that are not boards but look like the rows of one board, so that only one fault is reported."""
    rows = [row for section in held for row in section.rows or ()]
    return held if len(rows) < 2 or not _fits(held) or any(len(row) > MAX_SIDE for row in rows) else [_join(held)]


def _is_level(rows: list[list[str]], size: Size | None) -> bool:
    """Return whether the number of tokens matches a board, in total or on each line."""
    whole = prod(size) if size else -1
    words = [word for row in rows for word in row]
    if len(words) == whole or is_whole(words) or own_size(rows, size) is not None:
        return True
    return len(rows) > 1 and all(len(row) == whole or is_whole(row) for row in rows)


def _is_order(run: list[_Section], size: Size | None) -> bool:
    """Return whether the sections together contain each number of a board exactly once."""
    if not _fits(run):
        return False
    rows = [row for section in run for row in section.rows or ()]
    own = own_size(rows, size)
    words = with_zero([word for row in (rows[1:] if own else rows) for word in row])
    if len({*words}) < len(words):
        return False
    if not square(len(words), 2) and len(words) not in (prod(own or (-1,)), prod(size or (-1,))):
        return False
    return sorted(map(value_of, words), key=lambda n: -1 if n is None else n) == list(range(len(words)))


def _is_size_line(head: _Section, section: _Section) -> bool:
    """Return whether ``head`` is a size line, separated by a blank line from the board below it."""
    if not head.rows or not section.rows or len(head.rows) > 1:
        return False
    return own_size([*head.rows, *section.rows]) is not None


def _last_size(run: list[_Section], size: Size | None) -> Size | None:
    for section in run:
        if section.rows is not None:
            size = own_size(section.rows, size) or size
        elif section.raw:  # many one-line boards, perhaps below a size
            size = _as_size(section.raw[0].split(None, 3)) or size
    return size


def _as_size(words: list[str]) -> Size | None:
    """Return two tokens as rows and columns; None if they are not a valid board size."""
    if len(words) != 2 or not all(map(NUMBER.fullmatch, words)):
        return None
    rows, cols = map(int, words)
    return (rows, cols) if 1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE else None


def own_size(rows: list[list[str]], known: Size | None = None) -> Size | None:
    """Return the size given by a first line of two numbers, if one or more boards of that size follow.

    ``known`` is the size of the boards above.

    >>> own_size([["2", "3"], ["1", "0", "2"], ["3", "4", "5"]])
    (2, 3)
    >>> own_size([["1", "2"], ["3", "4", "5", "6", "7", "8", "0"]])
    """
    size = _as_size(rows[0]) if len(rows) > 1 else None
    words = [word for row in rows for word in row]
    if size is None or is_small(words):
        return None
    if len(words) - 2 == prod(size):
        return size
    if (square(len(words), 3) or len(words) == prod(known or (-1,))) and len({*with_zero(words)}) == len(words):
        return None
    return size if any(len(row) == prod(size) for row in rows[1:]) else None


def is_whole(words: list[str]) -> bool:
    """Return whether the tokens are a whole square board: as many as on a 3×3 or larger board, or numbers 0 to 3."""
    return square(len(words), 3) or is_small(words[:5])


def is_small(words: list[str]) -> bool:
    return len(words) == 4 and sorted(with_zero(words)) == ["0", "1", "2", "3"]


def square(count: int, least: int) -> bool:
    return isqrt(count) ** 2 == count and least <= isqrt(count) <= MAX_SIDE


def with_zero(words: list[str]) -> list[str]:
    """Return the tokens with marks for the gap replaced by 0, unless there is already a 0.

    >>> with_zero(["1", "x", "2", "3"]), with_zero(["1", "x", "2", "0"])
    (['1', '0', '2', '3'], ['1', 'x', '2', '0'])
    """
    if GAPS.isdisjoint(words) or "0" in words:
        return words
    return ["0" if word in GAPS else word for word in words]


def value_of(word: str) -> int | None:
    return int(word) if NUMBER.fullmatch(word) else None


def split_lines(raw: list[str], first: int, size: Size | None) -> list[Line]:
    """Return the tokens of each line; if a long section has no whole boards, its remaining tokens are only counted."""
    used = raw
    if len(raw) > _MAX_LINES:
        sizes = [[int(word) for word in raw[0].split(None, 2) if NUMBER.fullmatch(word)], size or ()]
        wholes = {side * side for side in range(2, MAX_SIDE + 1)} | {prod(each) for each in sizes if len(each) == 2}
        if not any(len(line.split(None, MAX_WORDS)) in wholes for line in raw[:_MAX_LINES]):
            used = raw[:_MAX_LINES]
    lines = [words for number, line in enumerate(used, first) if (words := split_line(line, number))]
    if used is not raw:
        lines[-1] += lines[-1][-1:] * len(" ".join(raw[_MAX_LINES:]).split())
    return lines


def split_line(line: str, number: int) -> Line:
    """Return the tokens of a line; if the line is too long for any board, the remaining tokens are only counted."""
    words = [Word(m[0], number, m.start() + 1) for m in islice(_WORD.finditer(line), MAX_WORDS)]
    if len(words) == MAX_WORDS:
        words += words[-1:] * (len(line.split()) - MAX_WORDS)
    return words
