"""Detects the puzzle family of a level from its text."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from ..core.puzzle import PuzzleError

_SEPARATORS = str.maketrans(dict.fromkeys([*",;|[](){}\"'<>", *map(chr, range(0x2500, 0x2580))], " "))
_FRAME = frozenset("+-=^v \t")
_GAPS = frozenset("_.xX")
_SOKOBAN_MARKS = frozenset("#@+$*.-_ pPbB0123456789|()")
_LURD = frozenset("lurdLURD0123456789() ")
# Patterns are strings, compiled when they are first used: most texts need few of them.
_XML = r"(?i)<(?:SokobanLevels|LevelCollection|Level)\b"
_COMMENT = r"(?:;|//|::)|#+\s*\w*[A-Za-z]{2}.*[^#]$"
_BOARD = r"(?i)board(\s+[-\d].*|\s+leftover)?"
_GOAL = r"goal\s+\S+\s+at\s+\S*\d"
_CAR_ROWS = r"(?m)^(?:[A-Zox.]{4,16}\n){3}"
_LINE = r"(?:[-+.\d]+\s+)*([A-Za-z.]{25,256})(?:\s+[-+.\d]+)*"
_DRAWN_ROW = r"[A-Za-z.#]{2,16}"
_SPACED_ROW = r"[A-Zox.#](?:[ \t]+[A-Zox.#])+"
_MAX_LINES, _MAX_COLUMNS = 64, 1024  # this much of a long text is enough to detect its family


class Unrecognised(PuzzleError):
    """Raised if the text matches no family, or more than one."""


def detect(text: str) -> str:
    """Return the family whose format (docs/formats.md) fits the text; raise PuzzleError unless exactly one fits."""
    if is_xml(text):
        return "sokoban"
    full = [line.strip() for line in text.splitlines() if line.strip()]
    if not full:
        raise PuzzleError("the file contains no level; expected a board")
    comment = re.compile(_COMMENT)
    lines = [line for line in full if not comment.match(line[:_MAX_COLUMNS])] or full
    if re.fullmatch(_BOARD, lines[0]):
        return "packing"
    if any(line.startswith("goal") and re.match(_GOAL, line) for line in lines):
        return "blocks"
    first = next((at for at, line in enumerate(lines) if _is_integer(line)), len(lines))  # maybe below a title
    if len(lines) > first + 2 and _is_integer(lines[first + 1]):
        words = lines[first + 2].split()
        if len(words) > 2 and not all(_is_number(word) for word in words[:-1]) and _is_integer(words[-1]):
            return "rushhour"
        if first == 0 and "W" in lines[2]:
            return "sokoban"
    if _has_exit(lines):
        return "rushhour"
    if _mostly_integers(lines):
        return "rushhour" if _is_matrix(text) else "tiles"
    if _has_blocks(text):
        return "blocks"  # the missing goal line is reported when the level is read
    parks, pushes = _has_cars(lines), _has_boxes(lines)
    if parks and pushes:
        raise Unrecognised("this fits both sokoban and rushhour; name the family with --family")
    if parks:
        return "rushhour"
    if pushes or any(mark in line for line in lines for mark in "#@$"):
        return "sokoban"
    if any("A" in line for line in lines):
        return "rushhour"
    raise Unrecognised(
        "this does not look like a level of any family; looked for 'board', 'goal … at', vehicles, numbers, '#@$' "
        "and a car 'A': name the family with --family"
    )


def is_xml(text: str) -> bool:
    """Return whether the text is a collection of Sokoban levels in XML."""
    return re.search(_XML, text[:4096]) is not None


def _has_cars(lines: list[str]) -> bool:
    """Return whether the lines contain Rush Hour boards: on one line, in rows, in spaced rows or in a frame."""
    whole_board, spaced_row = re.compile(_LINE), re.compile(_SPACED_ROW)
    for line in lines:
        whole = whole_board.fullmatch(line) if len(line) < _MAX_COLUMNS else None
        if whole and ("o" in whole[1] or "." in whole[1]) and "A" in whole[1]:
            return True
    framed = [line for line in lines if _is_framed(line) and spaced_row.fullmatch(line.strip("|<> \t"))]
    spaced = [line for line in lines if spaced_row.fullmatch(line)]
    if any(map(str.isupper, "".join(framed))) or (len(spaced) > 1 and any(map(str.isupper, "".join(spaced)))):
        return True
    return bool(re.search(_CAR_ROWS, "\n".join(lines) + "\n"))


def _has_blocks(text: str) -> bool:
    """Return whether most boards drawn with letters have a block at least two cells wide and high, unlike any car."""
    boards, count, grid = 0, 0, list[str]()
    drawn_row = re.compile(_DRAWN_ROW)
    for line in [*map(str.strip, text[: _MAX_LINES * _MAX_COLUMNS].splitlines()), ""]:
        if drawn_row.fullmatch(line) and (not grid or len(line) == len(grid[0])):
            grid.append(line)
        elif grid:
            boards += len(grid) > 1
            count += _has_block(grid)
            grid = [line] if drawn_row.fullmatch(line) else []
    return 2 * count > boards


def _has_block(grid: list[str]) -> bool:
    """Return whether a letter covers 2×2 cells; False if the board uses the marks of Rush Hour or Sokoban."""
    marks = set("".join(grid))
    if "o" in marks or ("#" in marks and _SOKOBAN_MARKS.issuperset(marks)):
        return False
    return any(
        mark.isalpha() and mark != "x" and mark == above[col + 1] == below[col] == below[col + 1]
        for above, below in pairwise(grid)
        for col, mark in enumerate(above[:-1])
    )


def _has_exit(lines: list[str]) -> bool:
    """Return whether there is a frame with an arrow at the exit, as drawn by ``unjam show``."""
    edges = [line for line in lines if line[0] == line[-1] == "+" and len(line) > 2 and _FRAME.issuperset(line)]
    if not edges:
        return False
    arrows = any(_is_framed(line) and (line[0] == "<" or line[-1] == ">") for line in lines)
    return arrows or any("^" in edge or "v" in edge for edge in edges)


def _has_boxes(lines: list[str]) -> bool:
    """Return whether the lines contain Sokoban rows: walls with a player or a box."""
    rows = [line for line in lines if "#" in line and _SOKOBAN_MARKS.issuperset(line) and not _is_framed(line)]
    return any(mark in line for line in rows for mark in "@+$*pPbB")


def _is_framed(line: str) -> bool:
    return line[0] in "|<" and line[-1] in "|>" and len(line) > 2 and " " in line


def _mostly_integers(lines: list[str]) -> bool:
    """Return whether nearly all tokens are numbers; the few others are reported as faults when the level is read."""
    sample = [line[:_MAX_COLUMNS] for line in lines[:_MAX_LINES] if line != "goal" and not _FRAME.issuperset(line)]
    words = [word for line in sample for word in line.translate(_SEPARATORS).split()]
    numbers = sum(map(_is_integer, words))
    if numbers > 2 and any(map(str.isdigit, words)):
        numbers += sum(word in _GAPS for word in words)
    return numbers == len(words) > 0 or (numbers >= 4 and numbers >= 0.8 * len(words))


def _is_matrix(text: str) -> bool:
    """Return whether the text contains a Rush Hour matrix, in which equal numbers are adjacent.

    Either 0 or every other number must also occur more than once. On a tile board, all numbers differ, except for
    typos.
    """
    run: list[list[str]] = []
    for line in [*text[: _MAX_LINES * _MAX_COLUMNS].splitlines()[: 4 * _MAX_LINES], ""]:
        words = ["0" if word in _GAPS else word for word in line.translate(_SEPARATORS).split()]
        if words and all(map(_is_integer, words)):
            run.append(words)
        elif run:
            if _is_lot(run):
                return True
            run = []
    return False


def _is_lot(rows: list[list[str]]) -> bool:
    wide = len(rows[0])
    if len(rows) > 1 and len(rows[-1]) == 1 < wide:
        rows = rows[:-1]  # a step number below the board
    if any(len(row) != wide for row in rows) or (len(rows) == 1 and rows[0].count("1") < 2):
        return False
    cells = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row)}
    taken = [cell for cell, word in cells.items() if word != "0"]
    beside = sum(
        any(cells.get(other) == cells[r, c] for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
        for r, c in taken
    )
    counts = Counter(cells.values())
    alone = any(counts[word] == 1 for word in counts if word != "0")
    in_line = any(len(row) - len(set(row)) >= (1 if wide < 9 else 2) for row in rows)
    return in_line and bool(taken) and 2 * beside >= len(taken) and (counts["0"] > 1 or not alone)


def _is_integer(word: str) -> bool:
    return word.lstrip("+-").isdigit()


def _is_number(word: str) -> bool:
    return _is_integer(word) or word in _GAPS
