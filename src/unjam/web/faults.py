"""Every fault of a text that cannot be read, not only the first one the family stumbles over.

Each fault is eased, the least that lets the reader go on is put in its place, and the text is read again. What is eased
keeps lines and columns where they were, so that every fault is told at its own place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..families import family
from ..puzzle import Puzzle, PuzzleError
from .drawing import LETTERS

MOST = 12
"""Faults that are looked for; who draws mends one at a time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fault in words, and its line and column from 1 where it has them."""

    why: str
    line: int | None
    column: int | None


def is_general(why: str) -> bool:
    """Whether a fault is about the whole level, so that no square of it is to blame.

    >>> is_general("no goal; expected a line such as 'goal B at 3,1'"), is_general("car B has one cell")
    (True, False)
    """
    return re.match(r"no (goal|block on|numbers)|the level has no|[\d,]+ (numbers?;|rows)|a board of", why) is not None


def look(name: str, text: str) -> tuple[list[Found], Puzzle | None]:
    """The faults of a text, and what it would be without them where that can be told.

    >>> [(fault.why, fault.line, fault.column) for fault in look("sokoban", "####\\n#@@#\\n#?.#\\n####")[0]][1]
    ('a second player; expected only one @ or +', 2, 3)
    """
    found: list[Found] = []
    for _ in range(MOST):
        try:
            return found, family(name).parse(text)
        except PuzzleError as error:
            found += [fault for fault in _parts(error) if fault not in found]
            eased = _EASES[name](text, error) if name in _EASES else None
            if eased is None or eased == text:
                break
            text = eased
    return found, None


def _parts(error: PuzzleError) -> list[Found]:
    """The faults that one error names; a family may name several in one sentence, each with its place."""
    out = []
    for part in re.split(r"; (?=line \d+)", str(error)):
        match = re.match(r"(?:line (\d+))?(?:, column (\d+))?(?:: )?(.*)", part, re.S)
        assert match is not None
        line, column = (int(n) if n else None for n in match.group(1, 2))
        out.append(Found(match.group(3), line, column))
    return out


def _lay(text: str, line: int, column: int, mark: str) -> str | None:
    lines = text.split("\n")
    if line > len(lines) or column > len(lines[line - 1]):
        return None
    row = lines[line - 1]
    lines[line - 1] = row[: column - 1] + mark + row[column:]
    return "\n".join(lines)


def _ease_sokoban(text: str, error: PuzzleError) -> str | None:
    lines = text.split("\n")
    if "no player" in error.why:  # whoever draws has put boxes and storages inside, so the player fits on a storage
        return text.replace(".", "+", 1)
    if not (error.line and error.column) or error.line > len(lines) or is_general(error.why):
        return None
    there = lines[error.line - 1][error.column - 1 : error.column] or " "
    if there == " ":  # a gap in the walls
        lines[error.line - 1] = lines[error.line - 1].ljust(error.column)
        return _lay("\n".join(lines), error.line, error.column, "#")
    return _lay(text, error.line, error.column, "." if there == "+" else " ")


def _ease_blocks(text: str, error: PuzzleError) -> str | None:
    lines = text.split("\n")
    if error.line is None or error.line > len(lines):
        return None
    row, goals = lines[error.line - 1], [line for line in lines if line.strip().lower().startswith("goal")]
    letters = sorted({mark for line in lines if line not in goals for mark in line if mark in LETTERS + "o"})
    if "no goal" in error.why:
        return "\n".join([*lines, f"goal {letters[0]} at 0,0"]) if letters else None
    if row in goals:
        free = [letter for letter in letters if not any(letter in line.split()[1:2] for line in goals)]
        lines[error.line - 1] = f"goal {free[0]} at 0,0" if free else row
        return "\n".join(lines)
    if wide := re.search(r"the row has .*; expected (\d+)", error.why):
        lines[error.line - 1] = row.strip().ljust(int(wide[1]), ".")[: int(wide[1])]
        return "\n".join(lines)
    return _lay(text, error.line, error.column, ".") if error.column and not is_general(error.why) else None


def _ease_tiles(text: str, error: PuzzleError) -> str | None:
    # A wrong number becomes one that is missing; a shorter one is filled up with spaces.
    lines = text.split("\n")
    if not (error.line and error.column and error.line <= len(lines)) or is_general(error.why):
        return None
    row = lines[error.line - 1]
    word = re.match(r"\S+", row[error.column - 1 :])
    used = {int(n) for n in re.findall(r"(?<!\S)\d{1,4}(?!\S)", text.split("goal")[0])}
    missing = next(n for n in range(10_000) if n not in used)
    if word is None or len(str(missing)) > len(word[0]):
        return None
    at = error.column - 1
    lines[error.line - 1] = row[:at] + str(missing).ljust(len(word[0])) + row[at + len(word[0]) :]
    return "\n".join(lines)


def _ease_packing(text: str, error: PuzzleError) -> str | None:
    # The line of the fault becomes a comment, with the drawing below it and the places of a piece that is gone.
    lines = text.split("\n")
    at = (error.line or 0) - 1
    words = lines[at].split() if 0 <= at < len(lines) else []
    if not words or words[0].lower() == "board" or "no pieces" in error.why:
        return None
    lines[at] = f";{lines[at]}"
    if "@" in lines[at]:
        return "\n".join(lines)
    for below in range(at + 1, len(lines)):
        if not lines[below].strip() or lines[below].strip(" #."):
            break
        lines[below] = f";{lines[below]}"
    still = any(line.split()[:1] == words[:1] and "@" not in line for line in lines)
    for n, line in enumerate(lines):
        if not still and "@" in line and line.split("@")[0].strip() == words[0]:
            lines[n] = f";{line}"
    return "\n".join(lines)


_EASES: dict[str, Callable[[str, PuzzleError], str | None]] = {
    "sokoban": _ease_sokoban,
    "blocks": _ease_blocks,
    "tiles": _ease_tiles,
    "packing": _ease_packing,
}
