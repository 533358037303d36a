"""From text to positions: XSB, its run-length form, ``.sok`` collections, ``.brd``; every refusal names its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...puzzle import PuzzleError
from .board import Board

MARKS = frozenset("#@+$*.-_ ")
PACKED = MARKS | frozenset("0123456789|()")
LARGEST = 256  # rows and columns; more is a mistake or mischief, not a level
_NEWLINE = re.compile(r"\r\n|\r|\n")
_KEY = re.compile(r"\s*([A-Za-z][A-Za-z /_-]{0,30}?)\s*:(?!:)\s*(.*)")
_LURD = re.compile(r"[lurdLURD0-9()\s]+")
_BRD = {"W": "#", ".": ".", "B": "$", "L": "*", " ": " ", "+": "@"}


@dataclass(slots=True)
class Said:
    """Lines of text without a blank one between them, and whether a board stands directly above or below them."""

    lines: list[str]
    above: bool
    below: bool


@dataclass(slots=True)
class Drawing:
    """The rows of one level as found in a file, with the line each stands on, and what was said about it."""

    rows: list[str]
    lines: list[int]
    packed: bool = False
    title: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    error: PuzzleError | None = None

    @property
    def line(self) -> int:
        return self.lines[0] if self.lines else 1

    def fault(self, why: str, row: int, column: int) -> PuzzleError:
        """An error at a square; in run-length form the text column means nothing, so the square is told in words."""
        if self.packed:
            return PuzzleError(f"{why} (row {row + 1}, column {column + 1} of the level)", line=self.lines[row])
        return PuzzleError(why, line=self.lines[row], column=column + 1)


def drawings(text: str) -> Iterator[Drawing]:
    """The drawings of all levels in the text, in order; nothing is checked yet beyond where each begins and ends."""
    lines = _NEWLINE.split(text)
    if _is_brd(lines):
        yield from _brd(lines)
        return
    found: list[Drawing] = []
    said: list[list[Said]] = [[]]  # said[k] = what the text says before drawing k
    for first, group in _groups(lines):
        for part in _split(group, first):
            if isinstance(part, Said):
                said[-1].append(part)
            else:
                found.append(part)
                said.append([])
    _name(found, said)
    yield from found


def _groups(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    # Runs of lines without a blank one between them; the number is the line of the first, from 1.
    group: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            group.append(line)
        elif group:
            yield number - len(group), group
            group = []
    if group:
        yield len(lines) + 1 - len(group), group


def _split(group: list[str], first: int) -> Iterator[Drawing | Said]:
    # Boards in one run of lines; lines that are remarks end a board, other foreign lines inside it are faulty rows.
    meant = [_looks_drawn(line) for line in group]
    if (
        not any(meant)
        and any(mark in "@+$*" for line in group for mark in line)
        and all(set(line) <= MARKS for line in group)
    ):
        meant = [True] * len(group)
    rows: list[str] = []
    lines: list[int] = []
    words: list[str] = []
    last = max((i for i, drawn in enumerate(meant) if drawn), default=-1)
    above = False
    for i, line in enumerate(group):
        drawn = meant[i] or (bool(rows) and i < last and not _is_remark(line))
        if drawn:
            if words:
                yield Said(words, above, below=True)
                words = []
            rows.append(line)
            lines.append(first + i)
            continue
        if rows:
            yield from _boards(rows, lines)
            rows, lines, above = [], [], True
        words.append(line)
    if words:
        yield Said(words, above, below=False)
    if rows:
        yield from _boards(rows, lines)


def _boards(rows: list[str], lines: list[int]) -> Iterator[Drawing]:
    # Usually one board; but where rows that hold row ends do not join into one level, each is a level of its own.
    whole = _unpacked(rows, lines)
    ends = ["|" in row.strip().rstrip("|") for row in rows]
    if len(rows) == 1 or not any(ends) or _is_level(whole):
        yield whole
        return
    alone = [end and _is_level(_unpacked([row], [line])) for row, line, end in zip(rows, lines, ends, strict=True)]
    if not any(alone) and sum(end and ("@" in row or "+" in row) for row, end in zip(rows, ends, strict=True)) < 2:
        yield whole
        return
    start = 0
    for i in range(1, len(rows) + 1):
        if i == len(rows) or ends[i] or ends[i - 1]:
            yield _unpacked(rows[start:i], lines[start:i])
            start = i


def _is_level(drawing: Drawing) -> bool:
    try:
        position(drawing)
    except PuzzleError:
        return False
    return True


def _looks_drawn(line: str) -> bool:
    marks = line.strip()
    if "#" not in marks or _is_remark(line):
        return False
    if set(marks) <= PACKED:
        return True
    if not (marks[0] == "#" or marks[-1] == "#") or len(marks) < 3:
        return False
    return 2 * sum(mark in PACKED for mark in marks) > len(marks) and marks.count("#") > 1


def _is_remark(line: str) -> bool:
    marks = line.strip()
    return marks[0] == ";" or marks.startswith("::") or _KEY.fullmatch(line) is not None


def _unpacked(rows: list[str], lines: list[int]) -> Drawing:
    # Run-length rows become plain ones; a plain drawing passes through.
    if not any(mark in "|()0123456789" for row in rows for mark in row):
        return Drawing([row.rstrip() for row in rows], lines)
    out = Drawing([], [], packed=True)
    try:
        for row, line in zip(rows, lines, strict=True):
            plain = _expand(row.strip(), line)
            pieces = plain.split("|")
            if pieces and not pieces[-1]:
                pieces.pop()  # the row end after the last row
            for piece in pieces:
                out.rows.append(piece.rstrip(" "))
                out.lines.append(line)
            if len(out.rows) > LARGEST:
                raise PuzzleError(f"more than {LARGEST} rows; expected a smaller level", line=line, column=1)
    except PuzzleError as error:
        out.error = error
        out.lines = out.lines or [lines[0]]
    return out


def _expand(packed: str, line: int) -> str:
    # "3#2(-$)" -> "###-$-$"; a stack of (repeat, text) for brackets, bounded so that no short text grows huge.
    stack: list[tuple[int, list[str]]] = []
    now: list[str] = []
    count, size = "", 0
    for column, mark in enumerate(packed, 1):
        if mark.isdigit():
            count += mark
            if len(count) > 4:
                raise PuzzleError(
                    f"run length {count}… is too large; expected at most {LARGEST}", line=line, column=column
                )
            continue
        times, count = int(count or 1), ""
        if mark == "(":
            stack.append((times, now))
            now = []
            continue
        if mark == ")":
            if not stack:
                raise PuzzleError("')' without '('", line=line, column=column)
            times, outer = stack.pop()
            now = [*outer, "".join(now) * min(times, LARGEST)]
        else:
            now.append(mark * times)
        size = sum(map(len, now)) if mark == ")" else size + times
        if size > LARGEST * (LARGEST + 1):
            raise PuzzleError("the level is too large when unpacked", line=line, column=column)
    if stack:
        raise PuzzleError("'(' without ')'", line=line, column=packed.rindex("(") + 1)
    if count:
        why = "a number at the end of a run-length row; expected a mark after it"
        raise PuzzleError(why, line=line, column=len(packed))
    return "".join(now)


def _name(found: list[Drawing], said: list[list[Said]]) -> None:
    # Titles stand above a board as plain text or "; text", or as "Title: text" above or below it. Keys belong to the
    # board they touch. Those that touch none, or one on either side, belong to the board above them if the text after
    # the last board names a title, and to the board below them if not.
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
            if plain and k < len(found) and not (part.above and keys):
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
                if key != "title":
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
                keys.setdefault(key, value)
        elif not line.strip().startswith("::") and not _LURD.fullmatch(line):
            plain = line.strip().lstrip(";").strip() or plain
        elif re.fullmatch(r"\s*\d+\s*", line):
            plain = line.strip()
    return keys, plain


def _key(line: str) -> tuple[str, str]:
    match = None if line.strip().startswith(("::", ";")) else _KEY.fullmatch(line)
    return (match[1].lower(), match[2].strip()) if match else ("", "")


def _is_brd(lines: list[str]) -> bool:
    full = [line.strip() for line in lines if line.strip()][:3]
    return len(full) == 3 and full[0].isdigit() and full[1].isdigit() and "W" in full[2]


def _brd(lines: list[str]) -> Iterator[Drawing]:
    # Line 1 the columns, line 2 the rows, then the rows; several such levels may follow one another.
    at = 0
    while True:
        while at < len(lines) and not lines[at].strip():
            at += 1
        if at >= len(lines):
            return
        out = Drawing([], [], notes={"format": "brd"})
        sizes = []
        for name in ("columns", "rows"):
            line = lines[at].strip() if at < len(lines) else ""
            if not (line.isascii() and line.isdigit() and len(line) < 5 and 0 < int(line) <= LARGEST):
                out.lines = [min(at + 1, len(lines))]
                why = f"'{line[:20]}' is not a number of {name}; expected 1 to {LARGEST}"
                out.error = PuzzleError(why, line=out.lines[0], column=1)
                yield out
                return
            sizes.append(int(line))
            at += 1
        cols, rows = sizes
        end = next((i for i in range(at, len(lines)) if lines[i].strip().isdecimal()), len(lines))
        while end > at and not lines[end - 1]:
            end -= 1
        for _ in range(rows):
            if at >= end:
                why = f"the level ends after {len(out.rows)} rows; expected {rows}"
                out.error = out.error or PuzzleError(why, line=at, column=1)
                break
            line = lines[at]
            at += 1
            out.lines.append(at)
            for column, mark in enumerate(line.rstrip(), 1):
                if out.error:
                    break
                if mark not in _BRD:
                    why = f"'{mark}' means nothing in a .brd level; expected W . B L + or a space"
                    out.error = PuzzleError(why, line=at, column=column)
                elif column > cols:
                    out.error = PuzzleError(
                        f"the row is longer than the {cols} columns promised", line=at, column=column
                    )
            out.rows.append("".join(_BRD.get(mark, "?") for mark in line.rstrip()))
        for extra in range(at, end):
            if lines[extra].strip() and not out.error:
                why = f"a row more than the {rows} promised; expected none here"
                out.error = PuzzleError(why, line=extra + 1, column=1)
        at = max(at, end)
        out.lines = out.lines or [at]
        yield out


def position(drawing: Drawing) -> tuple[Board, int, frozenset[int]]:
    """The board, the player's square and the boxes of a drawing; PuzzleError names the first fault and its place."""
    if drawing.error:
        raise drawing.error
    rows = drawing.rows
    height, width = len(rows), max(map(len, rows), default=0)
    if not height or not width:
        raise PuzzleError("the level has no rows; expected a board drawn with # @ $ .", line=drawing.line, column=1)
    if height > LARGEST or width > LARGEST:
        why = f"{height} rows of {width} columns; expected at most {LARGEST} each"
        raise PuzzleError(why, line=drawing.line, column=1)
    players: list[tuple[int, int]] = []
    things: list[tuple[int, int, str]] = []
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark not in MARKS:
                shown = mark if mark.isprintable() else repr(mark)[1:-1]
                raise drawing.fault(f"'{shown}' means nothing here; expected # @ + $ * . - _ or a space", r, c)
            if mark in "@+":
                players.append((r, c))
            if mark in "$*.+":
                things.append((r, c, mark))
    if not players:
        raise PuzzleError("the level has no player; expected one @ (or + on storage)", line=drawing.line, column=1)
    if len(players) > 1:
        raise drawing.fault("a second player; expected only one @ or +", *players[1])
    inside = _inside(rows, width, drawing, players[0], things)
    kept = [
        "".join(
            "#" if mark == "#" else " " if (r, c) not in inside else "o" if mark in ".*+" else "."
            for c, mark in enumerate(row.ljust(width))
        )
        for r, row in enumerate(rows)
    ]
    top = next(r for r, row in enumerate(kept) if row.strip())
    bottom = max(r for r, row in enumerate(kept) if row.strip())
    left = min(len(row) - len(row.lstrip()) for row in kept if row.strip())
    right = max(len(row.rstrip()) for row in kept)
    board = Board(tuple(row[left:right] for row in kept[top : bottom + 1]))

    def square(r: int, c: int) -> int:
        return (r - top) * board.cols + c - left

    boxes = frozenset(square(r, c) for r, c, mark in things if mark in "$*")
    return board, square(*players[0]), boxes


def _inside(
    rows: list[str], width: int, drawing: Drawing, player: tuple[int, int], things: list[tuple[int, int, str]]
) -> set[tuple[int, int]]:
    # Every square connected to the player, a box or a storage; none of these may leak out over the rim.
    inside: set[tuple[int, int]] = set()
    padded = [row.ljust(width) for row in rows]
    seeds = [(*player, "@"), *things]
    names = {"@": "the player", "+": "the storage", ".": "the storage", "$": "the box", "*": "the box"}
    for r0, c0, mark in seeds:
        if (r0, c0) in inside:
            continue
        inside.add((r0, c0))
        stack = [(r0, c0)]
        while stack:
            r, c = stack.pop()
            if r in (0, len(rows) - 1) or c in (0, width - 1):
                if mark == "@":
                    raise drawing.fault(
                        "the walls are open here: the player could walk out; expected # all round", r, c
                    )
                raise drawing.fault(f"{names[mark]} is outside the walls; expected it inside", r0, c0)
            for after in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if padded[after[0]][after[1]] != "#" and after not in inside:
                    inside.add(after)
                    stack.append(after)
    return inside
