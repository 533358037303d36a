"""Recognises text with one level per line, and renumbers levels when such a file is read in parts."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from ..core.puzzle import Level, Puzzle, PuzzleError


def shift_level(level: Level, index: int, line: int) -> Level:
    """Renumber a level that was read from a part of a file, as if the whole file had been read.

    ``index`` levels and ``line`` lines precede the part.
    """
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
    """Return whether each line of the text is a complete level of the family."""
    return bool(kind.about.line) and _line_pattern(kind.about.line).fullmatch(text) is not None


def is_line(kind: type[Puzzle], text: str) -> bool:
    """Return whether the text is a single line with a complete level of the family."""
    text = text.strip()
    return "\n" not in text and is_lines(kind, f"{text}\n")
