"""Determines which title, author and notes belong to which level in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .drawing import Drawing

_KEY = re.compile(r"\s*([A-Za-z][A-Za-z /_-]{0,30}?)\s*:(?!:)\s*(.*)")
_RULE = re.compile(r"\s*([-=_*~.])\1*\s*")
"""A separator line, which is not a title."""
_SEVERAL = frozenset({"author", "comment"})
"""Keys that a level may have more than once; their values are joined into one note with one line for each value."""
_LURD = re.compile(r"[lurdLURD0-9()\s]+")


@dataclass(slots=True)
class TextBlock:
    """Consecutive lines of text, and whether a board is directly above or below them."""

    lines: list[str]
    above: bool
    below: bool


def is_note(line: str) -> bool:
    """Return whether a line is a note about a level, even if it stands between two rows."""
    marks = line.strip()
    return marks[0] == ";" or marks.startswith("::") or _KEY.fullmatch(line) is not None


def assign_notes(drawings: list[Drawing], blocks: list[list[TextBlock]]) -> None:
    """Set the title and notes of each drawing; ``blocks[k]`` is the text before drawing k.

    A title is plain text or "; text" above a board, or "Title: text" above or below it. Plain text that is directly
    below a board but not directly above another one is a comment on the board above. Keys belong to the board next to
    them. Keys next to no board, or between two boards, belong to the board above if the text after the last board has a
    title, and otherwise to the board below.
    """
    if not drawings:
        return
    above = len(drawings) == 1 or any("title" in _facts(part.lines)[0] for part in blocks[-1])
    keys_of: list[list[tuple[int, dict[str, str]]]] = [[] for _ in drawings]  # per board: (distance, keys)
    names: list[str | None] = [None] * len(drawings)
    for k, parts in enumerate(blocks):
        facts = [_facts(part.lines) for part in parts]
        named = [i for i, (keys, plain) in enumerate(facts) if "title" in keys or plain]
        for i, (part, (keys, plain)) in enumerate(zip(parts, facts, strict=True)):
            if k == 0 and i in named[:-1]:
                continue  # the title of the collection, since the first level also has one
            if plain and k and part.above and not part.below:
                keys_of[k - 1].append((0, {"comment": plain}))
            elif plain and k < len(drawings) and not (part.above and keys):
                names[k] = plain
            only = part.above != part.below
            owner = k - 1 if k == len(drawings) or (k > 0 and (part.above if only else above)) else k
            if keys:
                keys_of[owner].append((0 if part.above and owner < k else 1 if part.below else 2 + (k == 0), keys))
    for drawing, name, notes in zip(drawings, names, keys_of, strict=True):
        drawing.title = name
        titled = False
        for near, keys in sorted(notes, key=lambda note: note[0]):
            if titled and near == 3 and "title" in keys:
                continue  # this, too, is the title of the whole collection
            for key, value in keys.items():
                if key in _SEVERAL:
                    drawing.notes[key] = _join_lines(drawing.notes.get(key), value)
                elif key != "title":
                    drawing.notes.setdefault(key, value)
                elif not titled:
                    drawing.title, titled = value, True


def _facts(lines: list[str]) -> tuple[dict[str, str], str | None]:
    """Return the keys with their values, and the last line of plain text, if any."""
    keys: dict[str, str] = {}
    plain: str | None = None
    ends = [i for i, line in enumerate(lines) if _key(line)[0] in ("comment-end", "comment_end")]
    at = 0
    while at < len(lines):
        line = lines[at]
        key, value = _key(line)
        end = next((i for i in ends if i > at), None)
        if key == "comment" and end is not None:
            value = " ".join(filter(None, (value, *(line.strip() for line in lines[at + 1 : end]))))
            at = end
        at += 1
        if key:
            if value or key not in ("title", "author", "comment", "comment-end", "comment_end"):
                keys[key] = _join_lines(keys.get(key), value) if key in _SEVERAL else keys.get(key, value)
        elif _RULE.fullmatch(line):
            continue
        elif not line.strip().startswith("::") and not _LURD.fullmatch(line):
            plain = line.strip().lstrip(";").strip() or plain
        elif re.fullmatch(r"\s*\d+\s*", line):
            plain = line.strip()
    return keys, plain


def _join_lines(text: str | None, line: str) -> str:
    return line if not text else text if line in text.split("\n") else f"{text}\n{line}"


def _key(line: str) -> tuple[str, str]:
    match = None if line.strip().startswith(("::", ";")) else _KEY.fullmatch(line)
    return (match[1].lower(), match[2].strip()) if match else ("", "")
