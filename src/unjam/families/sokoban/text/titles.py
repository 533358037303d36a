"""Which title, author and notes belong to which level of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .rows import Drawing

_KEY = re.compile(r"\s*([A-Za-z][A-Za-z /_-]{0,30}?)\s*:(?!:)\s*(.*)")
_RULE = re.compile(r"\s*([-=_*~.])\1*\s*")
"""A line drawn across the page; it is no title."""
_SEVERAL = frozenset({"author", "comment"})
"""What a level may have more than one of; the notes hold them a line each."""
_LURD = re.compile(r"[lurdLURD0-9()\s]+")


@dataclass(slots=True)
class Said:
    """Lines of text without a blank one between them, and whether a board stands directly above or below them."""

    lines: list[str]
    above: bool
    below: bool


def is_remark(line: str) -> bool:
    """Whether a line says something about a level even where it stands among the rows of one."""
    marks = line.strip()
    return marks[0] == ";" or marks.startswith("::") or _KEY.fullmatch(line) is not None


def assign(found: list[Drawing], said: list[list[Said]]) -> None:
    """Gives each drawing its title and notes; ``said[k]`` is what the text says before drawing k.

    Titles stand above a board as plain text or "; text", or as "Title: text" above or below it; plain text right below
    a board, and not right above another, is a comment on it. Keys belong to the board they touch. Those that touch
    none, or one on either side, belong to the board above them if the text after the last board names a title, and to
    the board below them if not.
    """
    if not found:
        return
    above = len(found) == 1 or any("title" in _facts(part.lines)[0] for part in said[-1])
    told: list[list[tuple[int, dict[str, str]]]] = [[] for _ in found]  # for each board, how near the keys are
    names: list[str | None] = [None] * len(found)
    for k, parts in enumerate(said):
        facts = [_facts(part.lines) for part in parts]
        named = [i for i, (keys, plain) in enumerate(facts) if "title" in keys or plain]
        for i, (part, (keys, plain)) in enumerate(zip(parts, facts, strict=True)):
            if k == 0 and i in named[:-1]:
                continue  # the head of the collection, for the first level has a title of its own
            if plain and k and part.above and not part.below:
                told[k - 1].append((0, {"comment": plain}))
            elif plain and k < len(found) and not (part.above and keys):
                names[k] = plain
            only = part.above != part.below
            owner = k - 1 if k == len(found) or (k > 0 and (part.above if only else above)) else k
            if keys:
                told[owner].append((0 if part.above and owner < k else 1 if part.below else 2 + (k == 0), keys))
    for drawing, name, facts_told in zip(found, names, told, strict=True):
        drawing.title = name
        titled = False
        for near, keys in sorted(facts_told, key=lambda fact: fact[0]):
            if titled and near == 3 and "title" in keys:
                continue  # again the head of the collection
            for key, value in keys.items():
                if key in _SEVERAL:
                    drawing.notes[key] = _joined(drawing.notes.get(key), value)
                elif key != "title":
                    drawing.notes.setdefault(key, value)
                elif not titled:
                    drawing.title, titled = value, True


def _facts(lines: list[str]) -> tuple[dict[str, str], str | None]:
    # The keys with their values, and the last line of plain text.
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
                keys[key] = _joined(keys.get(key), value) if key in _SEVERAL else keys.get(key, value)
        elif _RULE.fullmatch(line):
            continue
        elif not line.strip().startswith("::") and not _LURD.fullmatch(line):
            plain = line.strip().lstrip(";").strip() or plain
        elif re.fullmatch(r"\s*\d+\s*", line):
            plain = line.strip()
    return keys, plain


def _joined(one: str | None, other: str) -> str:
    """Both, a line each."""
    return other if not one else one if other in one.split("\n") else f"{one}\n{other}"


def _key(line: str) -> tuple[str, str]:
    match = None if line.strip().startswith(("::", ";")) else _KEY.fullmatch(line)
    return (match[1].lower(), match[2].strip()) if match else ("", "")
