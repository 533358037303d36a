"""Texts with a whole level in each line, which can be read in parts, and the numbers of levels in such parts."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from ..core.puzzle import Level, Puzzle, PuzzleError


def shift_level(level: Level, index: int, line: int) -> Level:
    """The level of a part of a text, numbered as in the whole, which has ``index`` levels and ``line`` lines before."""
    if not index and not line:
        return level
    error = level.error
    if error is not None:
        error = PuzzleError.of([f if f.line is None else replace(f, line=f.line + line) for f in error.faults])
    return replace(level, index=level.index + index, line=level.line + line, error=error)


@lru_cache
def _line_pattern(line: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[ \t]*+(?:{line})[ \t]*+\r?+\n)*+", re.ASCII)


def is_lines(kind: type[Puzzle], text: str) -> bool:
    """Whether each line of the text is a whole level of the family, whatever lies above and below it."""
    return bool(kind.about.line) and _line_pattern(kind.about.line).fullmatch(text) is not None


def is_line(kind: type[Puzzle], text: str) -> bool:
    """Whether the text is one such line."""
    text = text.strip()
    return "\n" not in text and is_lines(kind, f"{text}\n")
