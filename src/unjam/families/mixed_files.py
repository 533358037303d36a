"""Files that hold levels of several families: which lines belong to which.

``detect`` names one family for a whole text. Here each stretch between blank lines is looked at by itself, and believed
to be another family's where that family can read it, or where it is plainly a drawing that nobody else would claim.
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
"""A whole board on one line, as published lists have them; such a line needs no blank one beside it."""
_CONTINUES = re.compile(r"\s*(?:goal|exit)\b", re.IGNORECASE)
"""How a stretch begins that goes with the board above it."""
_MARKED = re.compile(r"^[^\S\n]*(?:board[^\S\n]*(?:\d.*)?$|goal\s+\S+\s+at\s)", re.IGNORECASE | re.MULTILINE)
"""A line that stands in levels alone."""
_SURE = 32
"""Stretches of one look that were all found to be of one family; others of that look are taken to be so too."""
_LOOK = str.maketrans(
    {chr(code): "0" if chr(code).isdigit() else "b" if chr(code).isupper() else "a"
     for code in range(128) if chr(code).isalnum() and chr(code) not in "AWox"}
)  # fmt: skip


@dataclass(slots=True)
class Part:
    """Lines of a text that belong to one family (None: not known yet), and the number of the first, from 1."""

    family: str | None
    first: int
    lines: list[str]

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @property
    def text(self) -> str:
        """The lines with as many empty ones above them as the text has, so that places in messages stay right."""
        return "\n" * (self.first - 1) + "\n".join(self.lines) + "\n"

    @property
    def own(self) -> str:
        return "\n".join(self.lines)


def parts(text: str) -> list[Part]:
    """The stretches of a text of several families, in order; [] for a text of one family, or of none.

    >>> [(part.family, part.first) for part in parts("1 2 0 3 4 5 6 7 8\\n\\n#####\\n#@$.#\\n#####\\n")]
    [('tiles', 1), ('sokoban', 3)]
    """
    stretches = [] if is_xml(text) else _stretches(text)
    if len(stretches) < 2:
        return []
    _name(stretches)
    named = Counter(part.family for part in stretches if part.family)
    if len(named) < 2:
        return []
    main = named.most_common(1)[0][0]
    _doubt(part for part in stretches if part.family != main)
    if len({part.family for part in stretches if part.family}) < 2:
        return []
    _doubt(part for part in stretches if part.family == main)
    if len({part.family for part in stretches if part.family}) < 2:
        return []
    return _joined(stretches)


def _stretches(text: str) -> list[Part]:
    """The runs of lines between blank ones, and between boards of one line and what stands beside them."""
    lines = _NEWLINE.split(text)
    found: list[Part] = []
    run: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line and not line.isspace():
            run.append(line)
        elif run:
            _add(found, Part(None, number - len(run), run))
            run = []
    return found


def _add(found: list[Part], part: Part) -> None:
    if found and _CONTINUES.match(part.lines[0]):
        _append(found[-1], part)
        return
    whole = [len(line) >= 25 and _BOARD_LINE.fullmatch(line) is not None for line in part.lines]
    if all(whole) or not any(whole):
        found.append(part)
        return
    start = 0
    for at in range(1, len(whole) + 1):
        if at == len(whole) or whole[at] != whole[start]:
            found.append(Part(None, part.first + start, part.lines[start:at]))
            start = at


def _name(stretches: list[Part]) -> None:
    """Gives each stretch the family it looks like, if any."""
    looks: dict[frozenset[str], Counter[str | None]] = defaultdict(Counter)
    for part in stretches:
        own = part.own
        look = frozenset(own.translate(_LOOK))
        seen = looks[look]
        if len(seen) == 1 and (known := next(iter(seen.items())))[1] >= _SURE:
            part.family = known[0]
            continue
        try:
            part.family = detect(own)
        except PuzzleError:
            part.family = None
        seen[part.family] += 1


def _doubt(stretches: Iterable[Part]) -> None:
    """Takes the family away from stretches that it cannot read and that are no drawing either: titles, remarks."""
    for part in stretches:
        if part.family and not _is_drawn(part.lines) and not _is_read(part):
            part.family = None


def _is_read(part: Part) -> bool:
    assert part.family is not None
    return any(level.puzzle is not None for level in family(part.family).levels(part.own))


def _is_drawn(lines: list[str]) -> bool:
    """Whether the lines are equal rows of marks or of numbers, or whole boards of one line: no title does so."""
    if all(len(line) >= 25 and _BOARD_LINE.fullmatch(line) for line in lines) or _MARKED.search("\n".join(lines)):
        return True
    rows = [line.split() for line in lines]
    wide = len(rows[0]) if len(rows[0]) > 1 else len(rows[0][0]) if rows[0] else 0
    if any((len(row) if len(row) > 1 else len(row[0]) if row else 0) != wide for row in rows):
        return False
    if len(rows[0]) == 1:
        return wide >= 4 and len(rows) >= 3
    return all(word.isdecimal() for row in rows for word in row) and wide * len(rows) >= 9


def _joined(stretches: list[Part]) -> list[Part]:
    """Neighbours of one family as one part; one line that is nobody's goes with the board below it, more lines with
    the one above."""
    loose: list[Part] = []
    found: list[Part] = []
    for part in stretches:
        if part.family is None and found and len(part.lines) > 1 and not loose:
            _append(found[-1], part)
        elif part.family is None:
            loose.append(part)
        else:
            whole = loose[0] if loose else part
            for other in [*loose[1:], part] if loose else []:
                _append(whole, other)
            whole.family, loose = part.family, []
            if found and found[-1].family == part.family:
                _append(found[-1], whole)
            else:
                found.append(whole)
    for part in loose:
        _append(found[-1], part)
    return found


def _append(part: Part, other: Part) -> None:
    part.lines += [*[""] * (other.first - part.last - 1), *other.lines]
