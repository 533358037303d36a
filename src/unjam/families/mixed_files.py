"""Splits a file that contains levels of several families.

``detect`` finds one family for the whole text. This module examines each section between blank lines separately. The
detected family is accepted only if it can read the section or if the section is clearly a drawing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ..core.puzzle import PuzzleError
from . import detect, family
from .detection import is_xml

_NEWLINE = re.compile(r"\r\n|\r|\n")
_BOARD_LINE = re.compile(r"\s*(?:\d+\s+)?[A-Za-z.]{25,256}(?:\s+\d+)*\s*")
"""Matches a whole board on one line, as in published lists; no blank line is needed before or after it."""
_CONTINUES = re.compile(r"\s*(?:goal|exit)\b", re.IGNORECASE)
"""Matches the start of a section that belongs to the board above it."""
_MARKED = re.compile(r"^[^\S\n]*(?:board[^\S\n]*(?:\d.*)?$|goal\s+\S+\s+at\s)", re.IGNORECASE | re.MULTILINE)
"""Matches a line that occurs only in levels."""
_MIN_SEEN = 32
"""After this many similar sections of one family, further similar sections are assumed to belong to it too."""
_LOOK = str.maketrans(
    {chr(code): "0" if chr(code).isdigit() else "b" if chr(code).isupper() else "a"
     for code in range(128) if chr(code).isalnum() and chr(code) not in "AWox"}
)  # fmt: skip


@dataclass(slots=True)
class Section:
    """Consecutive lines of one family (None if unknown); ``first`` is the number of the first line, from 1."""

    family: str | None
    first: int
    lines: list[str]

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @property
    def text(self) -> str:
        """Return the lines, with empty lines in front of them so that their line numbers match the file."""
        return "\n" * (self.first - 1) + "\n".join(self.lines) + "\n"

    @property
    def own(self) -> str:
        return "\n".join(self.lines)


def split_sections(text: str) -> list[Section]:
    """Split text that mixes several families into sections; return [] if it contains at most one family.

    >>> [(part.family, part.first) for part in split_sections("1 2 0 3 4 5 6 7 8\\n\\n#####\\n#@$.#\\n#####\\n")]
    [('tiles', 1), ('sokoban', 3)]
    """
    sections = [] if is_xml(text) else _blocks(text)
    if len(sections) < 2:
        return []
    _name(sections)
    named = Counter(section.family for section in sections if section.family)
    if len(named) < 2:
        return []
    main = named.most_common(1)[0][0]
    for is_main in (False, True):  # most sections are of the main family, so the others are examined first
        _drop_titles(section for section in sections if (section.family == main) == is_main)
        if len({section.family for section in sections if section.family}) < 2:
            return []
    return _join(sections)


def _blocks(text: str) -> list[Section]:
    """Return the groups of lines between blank lines, with one-line boards separated from other lines."""
    lines = _NEWLINE.split(text)
    blocks: list[Section] = []
    run: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line and not line.isspace():
            run.append(line)
        elif run:
            _add_block(blocks, Section(None, number - len(run), run))
            run = []
    return blocks


def _add_block(blocks: list[Section], block: Section) -> None:
    if blocks and _CONTINUES.match(block.lines[0]):
        _append(blocks[-1], block)
        return
    whole = [len(line) >= 25 and _BOARD_LINE.fullmatch(line) is not None for line in block.lines]
    if all(whole) or not any(whole):
        blocks.append(block)
        return
    start = 0
    for at in range(1, len(whole) + 1):
        if at == len(whole) or whole[at] != whole[start]:
            blocks.append(Section(None, block.first + start, block.lines[start:at]))
            start = at


def _name(sections: list[Section]) -> None:
    """Set the family of each section to the detected one, or to None if no family is detected."""
    looks: dict[frozenset[str], Counter[str | None]] = defaultdict(Counter)
    for section in sections:
        own = section.own
        look = frozenset(own.translate(_LOOK))
        seen = looks[look]
        if len(seen) == 1 and (known := next(iter(seen.items())))[1] >= _MIN_SEEN:
            section.family = known[0]
            continue
        try:
            section.family = detect(own)
        except PuzzleError:
            section.family = None
        seen[section.family] += 1


def _drop_titles(sections: Iterable[Section]) -> None:
    """Clear the family of each section that is not a drawing and that the family cannot read, such as a title."""
    for section in sections:
        if section.family and not _is_drawn(section.lines) and not _is_read(section):
            section.family = None


def _is_read(section: Section) -> bool:
    assert section.family is not None
    return any(level.puzzle is not None for level in family(section.family).levels(section.own))


def _is_drawn(lines: list[str]) -> bool:
    """Return whether the lines are clearly a board: one-line boards, equally long rows, numbers, or a level keyword."""
    if all(len(line) >= 25 and _BOARD_LINE.fullmatch(line) for line in lines) or _MARKED.search("\n".join(lines)):
        return True
    rows = [line.split() for line in lines]
    wide = len(rows[0]) if len(rows[0]) > 1 else len(rows[0][0]) if rows[0] else 0
    if any((len(row) if len(row) > 1 else len(row[0]) if row else 0) != wide for row in rows):
        return False
    if len(rows[0]) == 1:
        return wide >= 4 and len(rows) >= 3
    return all(word.isdecimal() for row in rows for word in row) and wide * len(rows) >= 9


def _join(blocks: list[Section]) -> list[Section]:
    """Join adjacent sections of the same family.

    A single line without a family is joined to the board below it; several such lines are joined to the board above.
    """
    loose: list[Section] = []
    sections: list[Section] = []
    for section in blocks:
        if section.family is None and sections and len(section.lines) > 1 and not loose:
            _append(sections[-1], section)
        elif section.family is None:
            loose.append(section)
        else:
            whole = loose[0] if loose else section
            for other in [*loose[1:], section] if loose else []:
                _append(whole, other)
            whole.family, loose = section.family, []
            if sections and sections[-1].family == section.family:
                _append(sections[-1], whole)
            else:
                sections.append(whole)
    for section in loose:
        _append(sections[-1], section)
    return sections


def _append(section: Section, other: Section) -> None:
    section.lines += [*[""] * (other.first - section.last - 1), *other.lines]
