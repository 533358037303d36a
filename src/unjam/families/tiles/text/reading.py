"""Reads tile boards from text, collecting all faults in each board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt, prod

from ....core.puzzle import Faults, Message, PuzzleError, plural
from .sections import (
    GAPS,
    MAX_SIDE,
    MAX_WORDS,
    NUMBER,
    Line,
    Size,
    Word,
    is_small,
    is_whole,
    own_size,
    split_lines,
    split_sections,
    square,
    value_of,
)
from .writing import standard_goal

_MAX_LISTED = 12  # the maximum number of missing numbers named in a message


@dataclass(frozen=True, slots=True)
class Board:
    """A level read from text: the size, the numbers row by row, and the goal."""

    rows: int
    cols: int
    cells: bytes
    goal: bytes


def boards(text: str, where: str = "first") -> Iterator[tuple[int, Board | PuzzleError]]:
    """Yield (number of the first line, board or error) for each level; an error lists all faults in its level."""
    standard_goal(1, 1, where)
    size: Size | None = None
    for first, raw in split_sections(text):
        lines = split_lines(raw, first, size)
        shared = Faults()  # faults in the size and goal, which all boards of this section share
        body, goal = _split_goal(lines, shared)
        if not body:
            yield lines[0][0].line, shared.error()
            continue
        body, goal = _with_zero(body), _with_zero(goal)
        before = len(shared)
        own, body = _split_size(body, size, shared)
        unsized = len(shared) > before
        size = own or size
        for level in _levels(body, size, own is not None):
            group = level if level is body else _with_zero(level)
            faults = Faults()
            faults.faults, faults.more = [*shared.faults], shared.more
            board = _board(group, goal, _size_of(group, size, own is not None), unsized, where, faults)
            start = (lines if group is body else group)[0][0].line
            yield start, board if board is not None else faults.error()


def _split_goal(lines: list[Line], faults: Faults) -> tuple[list[Line], list[Line]]:
    """Return the lines before ``goal`` and the lines after it."""
    places = [at for at, line in enumerate(lines) if line[0].text.lower() == "goal"]
    if not places:
        return lines, []
    at, end = places[0], places[1] if len(places) > 1 else len(lines)
    word = lines[at][0]
    for other in places[1:]:
        second = lines[other][0]
        faults.add(Message("a second 'goal'; expected one"), second.line, second.column)
    if at == 0:
        faults.add(Message("'goal' comes before any board; expected a board above it"), word.line, word.column)
    goal = [line for line in (lines[at][1:], *lines[at + 1 : end]) if line]
    if not goal and at:
        faults.add(Message("nothing after 'goal'; expected the numbers of the finished board"), word.line, word.column)
    return lines[:at], goal


def _split_size(lines: list[Line], known: Size | None, faults: Faults) -> tuple[Size | None, list[Line]]:
    """Return the size given by a first line of two numbers, and the other lines.

    ``known`` is the size of the boards above. Two numbers are not a size if all numbers together form a board. Two
    lines of two tokens are a 2×2 board if they contain 0 to 3, or something that is not a number.
    """
    first = lines[0]
    if len(first) != 2 or len(lines) == 1:
        return None, lines
    words = _texts(lines)
    if len(words) == 4 and (is_small(words) or None in map(value_of, words)):
        return None, lines
    own = own_size([_texts([line]) for line in lines], known)
    if own is not None:
        return own, lines[1:]
    if first[0].text != first[1].text and (square(len(words), 3) or (known and len(words) == prod(known))):
        return None, lines
    rows, cols = (value_of(word.text) for word in first)
    if rows is None or cols is None:
        for word in first:
            if (why := _wrong(word)) is not None:
                faults.add(why, word.line, word.column)
        return None, lines[1:]
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        why = Message(
            "the board is {size}; expected rows and columns from 1 to {most}", size=f"{rows}×{cols}", most=MAX_SIDE
        )
        faults.add(why, first[0].line, first[0].column)
        return None, lines[1:]
    return (rows, cols), lines[1:]


def _levels(lines: list[Line], size: Size | None, own: bool) -> list[list[Line]]:
    """Return the lines of each level: every line separately if the lines are whole boards, otherwise all together."""
    total = sum(map(len, lines))
    whole = size[0] * size[1] if size else -1
    if len(lines) == 1 or total == whole:
        return [lines]
    line_by_line = any(len(line) == whole for line in lines)
    if not own and not line_by_line:
        some, every = any(map(_is_whole, lines)), all(map(_is_whole, lines))
        line_by_line = every or (some and not square(total, 2))
    return [[line] for line in lines] if line_by_line else [lines]


def _is_whole(line: Line) -> bool:
    return is_whole(_texts([line]))


def _texts(lines: list[Line]) -> list[str]:
    return [word.text for line in lines for word in line]


def _with_zero(lines: list[Line]) -> list[Line]:
    """Return the lines with marks for the gap replaced by 0, unless there is already a 0."""
    if any(word.text == "0" for line in lines for word in line):
        return lines
    return [[word._replace(text="0") if word.text in GAPS else word for word in line] for line in lines]


def _size_of(lines: list[Line], size: Size | None, own: bool) -> Size | None:
    """Return the size given above the board, an earlier size that fits, or a square size; None if nothing fits."""
    count = sum(map(len, lines))
    if size is not None and (own or count == prod(size)):
        return size
    return (isqrt(count), isqrt(count)) if square(count, 2) else None


def _board(
    lines: list[Line], goal: list[Line], size: Size | None, unsized: bool, where: str, faults: Faults
) -> Board | None:
    """Return the board on these lines; None if it has faults. ``unsized`` means that its size line is faulty."""
    words, wanted = [word for line in lines for word in line], [word for line in goal for word in line]
    if size is None:
        _check_numbers(lines, faults, drawn=True)
        _check_numbers(goal, faults, drawn=False)
        if not unsized:
            _check_count(words, faults)
        return None
    cells = _cells(words, *size, faults, drawn=True)
    finished = _cells(wanted, *size, faults, drawn=False) if wanted else standard_goal(*size, where)
    return None if len(faults) else Board(*size, cells, finished)


def _check_numbers(lines: list[Line], faults: Faults, *, drawn: bool) -> None:
    """Add a fault for each token that is not a number; as the size is unknown, its cell is inferred from the lines."""
    for row, line in enumerate(lines):
        for column, word in enumerate(line[: 2 * MAX_WORDS]):
            if (why := _wrong(word)) is not None:
                faults.add(why, word.line, word.column, [(row, column)] if drawn and len(lines) > 1 else ())


def _check_count(words: Line, faults: Faults) -> None:
    """Add a fault if no board has this many numbers, unless invalid tokens explain the difference."""
    strange = sum(map(_is_strange, words[: 2 * MAX_WORDS]))
    if strange and (strange == len(words) or square(len(words) - strange, 2)):
        return
    why = plural(
        "{n} number; expected 9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns",
        "{n} numbers; expected 9 numbers (3×3), 16 (4×4), 25 (5×5), or a first line with rows and columns",
        n=len(words),
    )
    faults.add(why, words[0].line, words[0].column)


def _cells(words: Line, rows: int, cols: int, faults: Faults, *, drawn: bool) -> bytes:
    """Return the numbers as bytes; add faults unless each number from 0 to rows · cols − 1 occurs exactly once."""
    count, size = rows * cols, f"{rows}×{cols}"
    values = [value_of(word.text) for word in words[:count]]
    missing = sorted(set(range(count)) - set(values))
    right = len(words) == count
    first: dict[int, int] = {}  # number -> the first cell where it occurs
    for at, (word, number) in enumerate(zip(words, values, strict=False)):
        guilty = [at]
        if number is None:
            why = _wrong(word)
            assert why is not None
        elif number >= count:
            why = Message(
                "{number} is too large; a {size} board has the numbers 0 to {most}",
                number=str(number),
                size=size,
                most=count - 1,
            )
        elif first.setdefault(number, at) != at:
            guilty = [first[number], at]
            why = Message(
                "{number} appears twice; expected each of 0 to {most} once", number=str(number), most=count - 1
            )
        else:
            continue
        if right and number is not None:
            why = _with_missing(why, missing)
        faults.add(why, word.line, word.column, [divmod(cell, cols) for cell in guilty] if drawn else ())
    if not right:
        why = plural(
            "{n} number; expected {count} for a {size} board",
            "{n} numbers; expected {count} for a {size} board",
            n=len(words),
            count=count,
            size=size,
        )
        faults.add(_with_missing(why, missing), words[0].line, words[0].column)
        return b""
    return b"" if len(faults) else bytes(int(word.text) for word in words)


def _with_missing(why: Message, missing: list[int]) -> Message:
    if not missing:
        return why
    named = ", ".join(map(str, missing[:_MAX_LISTED])) + ", …" * (len(missing) > _MAX_LISTED)
    return Message("{why}; {numbers} missing", why=why, numbers=named)


def _is_strange(word: Word) -> bool:
    """Return whether the token is not a whole number at all, not even a negative or an excessively large one."""
    return not (word.text.isascii() and word.text.removeprefix("-").isdigit())


def _wrong(word: Word) -> Message | None:
    """Return why the token cannot be a number on any board, or None if it can."""
    if NUMBER.fullmatch(word.text):
        return None
    shown = word.text if len(word.text) <= 12 else word.text[:12] + "…"
    if _is_strange(word):
        return Message("'{word}' is not a number; expected numbers separated by spaces", word=shown)
    if word.text.startswith("-"):
        return Message("{word} is negative; expected numbers of 0 or more", word=shown)
    return Message("{word} is too large; expected numbers from 0 to {most}", word=shown, most=MAX_SIDE**2 - 1)
