"""Where the levels of a text of numbers begin and end, whatever stands between the numbers.

White space, commas, semicolons, brackets and the lines of frames all part numbers and mean nothing else. Blank lines
part levels where every part is a whole board; else the count of the numbers decides which parts make one board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import isqrt, prod
from typing import NamedTuple

LARGEST = 6
GAPS = frozenset("_.xX")
"""What may stand for the gap on a board without a 0."""
MOST = 4 * LARGEST**2  # words of a line; more than any board has
_LONG = 1000  # lines of a run; no board has so many, so these are boards of a line each or nothing
_WORD = re.compile(r"\S+")
NUMBER = re.compile(r"[0-9]{1,6}")
_SPACED = str.maketrans(dict.fromkeys([*",;|[](){}\"'", *map(chr, range(0x2500, 0x2580))], " "))
_FRAME = frozenset("+-= \t")
Size = tuple[int, int]


class Word(NamedTuple):
    """One word of the text and its place, line and column from 1."""

    text: str
    line: int
    column: int


Line = list[Word]


@dataclass(slots=True)
class _Part:
    """A run of lines, the number of its first, and its words up to ``goal``: None where there are too many for a board.

    ``wanted`` counts the words after ``goal``; None where there is none.
    """

    first: int
    raw: list[str]
    rows: list[list[str]] | None = field(init=False, default=None)
    wanted: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if len(self.raw) > 8 * LARGEST**2 or any(len(line) > 2000 for line in self.raw):
            self.wanted = 0 if any(map(_says_goal, self.raw)) else None
            return
        split = [line.split() for line in self.raw]
        goal = next((at for at, line in enumerate(self.raw) if line and _says_goal(line)), None)
        if goal is not None:
            self.wanted = sum(map(len, split[goal:])) - 1
        rows = [row for row in split[:goal] if row]
        self.rows = rows if sum(map(len, rows)) <= LARGEST**2 + 2 else None

    @property
    def count(self) -> int:
        return sum(map(len, self.rows or ()))


def parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each level, or of several levels of a line each, with the number of the first.

    >>> [raw for _, raw in parts("1,2,3\\n\\n4,5,6\\n\\n7,8,x\\n")]
    [['1 2 3', '', '4 5 6', '', '7 8 x']]
    """
    run: list[_Part] = []
    size: Size | None = None
    goal: _Part | None = None
    for first, raw in _runs(text):
        part = _Part(first, raw)
        if goal is not None:
            if part.wanted is None and part.rows and goal.wanted is not None:
                longer = _joined([goal, part])
                if longer.wanted is not None and longer.wanted <= goal.count:
                    goal = longer
                    continue
            yield goal.first, goal.raw
            goal = None
        run.append(part)
        if part.wanted is not None:
            *before, last = _settled(run, size)
            yield from ((part.first, part.raw) for part in before)
            size = _last_size([*before, last], size)
            goal, run = last, []
    if goal is not None:
        yield goal.first, goal.raw
    yield from ((part.first, part.raw) for part in _settled(run, size))


def _runs(text: str) -> Iterator[tuple[int, list[str]]]:
    """The runs of lines between blank ones, each with its first number; a ``goal`` on its own goes with its board."""
    lines = spaced(text).splitlines()
    blanks = [at for at, line in enumerate(lines) if not line or line.isspace() or _is_frame(line)]
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


def spaced(text: str) -> str:
    """The text with a space for every mark that only parts numbers; all stays in its column."""
    return text.translate(_SPACED)


def _is_frame(line: str) -> bool:
    """True for a line of a frame drawn with + - and =."""
    return line.lstrip()[:1] in ("+", "-", "=") and len(line.strip()) > 2 and _FRAME.issuperset(line)


def _says_goal(line: str) -> bool:
    return line.lstrip()[:4].lower() == "goal" and line.split()[0].lower() == "goal"


def _settled(run: list[_Part], size: Size | None) -> list[_Part]:
    """The parts as levels: each on its own where every one is whole, else joined where that makes whole boards."""
    known, whole = size, list[bool]()
    for part in run:
        whole.append(part.rows is None or _is_level(part.rows, known))
        known = _last_size([part], known)
    if all(whole):
        return run
    if _is_order(run, size):
        return [_joined(run)]
    out: list[_Part] = []
    held: list[_Part] = []
    for part, alone in zip(run, whole, strict=True):
        if alone and len(held) == 1 and _leads(held[0], part):
            out.append(_joined([held.pop(), part]))
        elif alone:
            out += [*_grouped(held), part]
            held = []
        else:
            held.append(part)
            while not _fits(held):
                out.append(held.pop(0))
            if _is_order(held, size):
                out.append(_joined(held))
                held = []
    return [*out, *_grouped(held)]


def _fits(run: list[_Part]) -> bool:
    """Whether the parts may be one board: not too many words, even with a size above it."""
    few = len(run) <= LARGEST**2 + 2 and all(part.rows is not None for part in run)
    return few and sum(part.count for part in run) <= LARGEST**2 + 2


def _joined(run: list[_Part]) -> _Part:
    """The lines of all the parts, with the blank ones that stand between them."""
    raw = [*run[0].raw]
    for part in run[1:]:
        raw += [""] * (part.first - run[0].first - len(raw))
        raw += part.raw
    return _Part(run[0].first, raw)


def _grouped(held: list[_Part]) -> list[_Part]:
    """Parts that make no board: one level where they look like its rows, so that it is said once what is missing."""
    rows = [row for part in held for row in part.rows or ()]
    return held if len(rows) < 2 or not _fits(held) or any(len(row) > LARGEST for row in rows) else [_joined(held)]


def _is_level(rows: list[list[str]], size: Size | None) -> bool:
    """True where the words make a whole board by their count, or each line does."""
    whole = prod(size) if size else -1
    words = [word for row in rows for word in row]
    if len(words) == whole or is_whole(words) or own_size(rows, size) is not None:
        return True
    return len(rows) > 1 and all(len(row) == whole or is_whole(row) for row in rows)


def _is_order(run: list[_Part], size: Size | None) -> bool:
    """True where the parts together hold each number of a board just once."""
    if not _fits(run):
        return False
    rows = [row for part in run for row in part.rows or ()]
    own = own_size(rows, size)
    words = gapped([word for row in (rows[1:] if own else rows) for word in row])
    if len({*words}) < len(words):
        return False
    if not square(len(words), 2) and len(words) not in (prod(own or (-1,)), prod(size or (-1,))):
        return False
    return sorted(map(value_of, words), key=lambda n: -1 if n is None else n) == list(range(len(words)))


def _leads(head: _Part, part: _Part) -> bool:
    """True for a line with rows and columns that stands apart from the board below it."""
    if not head.rows or not part.rows or len(head.rows) > 1:
        return False
    return own_size([*head.rows, *part.rows]) is not None


def _last_size(run: list[_Part], size: Size | None) -> Size | None:
    for part in run:
        if part.rows is not None:
            size = own_size(part.rows, size) or size
        elif part.raw:  # a long run of boards of a line each, perhaps below its size
            size = _as_size(part.raw[0].split(None, 3)) or size
    return size


def _as_size(words: list[str]) -> Size | None:
    """The rows and columns that two words say, where a board may have them."""
    if len(words) != 2 or not all(map(NUMBER.fullmatch, words)):
        return None
    rows, cols = map(int, words)
    return (rows, cols) if 1 <= rows <= LARGEST and 1 <= cols <= LARGEST else None


def own_size(rows: list[list[str]], known: Size | None = None) -> Size | None:
    """The size that a first line of two numbers says: only when the numbers of such a board follow, or several boards.

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
    if (square(len(words), 3) or len(words) == prod(known or (-1,))) and len({*gapped(words)}) == len(words):
        return None
    return size if any(len(row) == prod(size) for row in rows[1:]) else None


def is_whole(words: list[str]) -> bool:
    """True for words that can only be a whole board: no row is that long, or they are a 2×2 board's four numbers."""
    return square(len(words), 3) or is_small(words[:5])


def is_small(words: list[str]) -> bool:
    """True for the four numbers of a 2×2 board."""
    return len(words) == 4 and sorted(gapped(words)) == ["0", "1", "2", "3"]


def square(count: int, least: int) -> bool:
    return isqrt(count) ** 2 == count and least <= isqrt(count) <= LARGEST


def gapped(words: list[str]) -> list[str]:
    """The words with a 0 for what stands for the gap, where no 0 does.

    >>> gapped(["1", "x", "2", "3"]), gapped(["1", "x", "2", "0"])
    (['1', '0', '2', '3'], ['1', 'x', '2', '0'])
    """
    if GAPS.isdisjoint(words) or "0" in words:
        return words
    return ["0" if word in GAPS else word for word in words]


def value_of(word: str) -> int | None:
    return int(word) if NUMBER.fullmatch(word) else None


def split_lines(raw: list[str], first: int, size: Size | None) -> list[Line]:
    """The words of each line. Of a run that is too long for one board and not of whole boards, only the first lines."""
    kept = raw
    if len(raw) > _LONG:
        sizes = [[int(word) for word in raw[0].split(None, 2) if NUMBER.fullmatch(word)], size or ()]
        wholes = {side * side for side in range(2, LARGEST + 1)} | {prod(each) for each in sizes if len(each) == 2}
        if not any(len(line.split(None, MOST)) in wholes for line in raw[:_LONG]):
            kept = raw[:_LONG]
    lines = [words for number, line in enumerate(kept, first) if (words := split_line(line, number))]
    if kept is not raw:
        lines[-1] += lines[-1][-1:] * len(" ".join(raw[_LONG:]).split())
    return lines


def split_line(line: str, number: int) -> Line:
    """The words of a line; of one that is too long for any board only the first are read, the others counted."""
    words = [Word(m[0], number, m.start() + 1) for m in islice(_WORD.finditer(line), MOST)]
    if len(words) == MOST:
        words += words[-1:] * (len(line.split()) - MOST)
    return words
