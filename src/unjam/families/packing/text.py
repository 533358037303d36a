"""The packing format, read and written: a board, the pieces, and those already placed.

::

    board 4 3             or `board` and a drawn shape below; `leftover` after it: pieces may be left over
    Bar 3x1 2 turn        name, width x height, how many, fixed | turn | flip, a colour
    Ell flip              or name, how many, freedom, colour, and a drawn shape below
    #.
    ##
    Bar @ 0,0 r1 locked   a placed piece: lower left corner of its bounding box, orientation, locked for good;
                          `Bar#2` is the second of its kind where the first still waits

Lines that begin with `;` are comments. A file may hold several levels, each beginning with its `board` line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...puzzle import PuzzleError
from .colours import is_colour
from .shapes import FREEDOMS, TURNS, Kind, Point, Shape, Tray

LARGEST = 64
"""The longest side of a board and of a piece."""
MOST = 1024
"""The most pieces of a level."""

_SIZE = re.compile(r"(\d+)[xX×](\d+)")
_PLACED = re.compile(r"\s*(\S+?)\s*@\s*(.*?)\s*")
_CORNER = re.compile(r"(-?\d+)\s*,\s*(-?\d+)(?:\s+(.*))?")

Spot = tuple[int, int, int, bool]
"""Where a piece lies: x, y, orientation, locked for good."""


class Placed(NamedTuple):
    """A line about a placed piece: its name and its place as they stand there, each with its column."""

    line: int
    name: str
    name_at: int
    spot: str
    spot_at: int


class Lines:
    """The lines of one level with their numbers in the file, comments and empty lines left out."""

    def __init__(self, lines: list[str], first: int) -> None:
        numbered = [(n, line.rstrip()) for n, line in enumerate(lines, first)]
        self.lines = [(n, line) for n, line in numbered if not line.lstrip().startswith(";")]
        self.at = 0
        self.first = first

    def next(self) -> tuple[int, str] | None:
        """The next line with something on it."""
        while self.at < len(self.lines):
            n, line = self.lines[self.at]
            self.at += 1
            if line.strip():
                return n, line
        return None

    def drawing(self, what: str, line: int, column: int) -> list[Point]:
        """The points of the shape drawn on the next lines, at least one; y counts up from its last line."""
        rows: list[str] = []
        while self.at < len(self.lines) and _is_drawn(self.lines[self.at][1]):
            rows.append(self.lines[self.at][1])
            self.at += 1
        if not rows:
            why = f"{what} has no size and no shape; expected WxH or rows of '#' and '.' below it"
            raise PuzzleError(why, line=line, column=column)
        widest = max(map(len, rows))
        if widest > LARGEST or len(rows) > LARGEST:
            raise PuzzleError(
                f"{what} is {widest} wide and {len(rows)} high; expected at most {LARGEST} by {LARGEST}",
                line=line,
                column=column,
            )
        points = [(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
        if not points:
            raise PuzzleError(f"{what} has no cell; expected at least one '#'", line=line, column=column)
        return points


def _is_drawn(line: str) -> bool:
    return bool(line.strip()) and not line.strip(" #.")


def split(text: str) -> Iterator[tuple[int, list[str]]]:
    """The levels of a file as (number of the first line, lines); a level begins with its `board` line."""
    lines = text.splitlines()
    starts = [
        n for n, line in enumerate(lines) if line.split(None, 1)[:1] and line.split(None, 1)[0].lower() == "board"
    ]
    if not starts or any(line.strip() and not line.lstrip().startswith(";") for line in lines[: starts[0]]):
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, lines[start:end]


def read(lines: list[str], first: int = 1) -> tuple[Tray, tuple[Spot | None, ...]]:
    """The tray and the spot of every piece that the lines describe; PuzzleError says what is wrong."""
    source = Lines(lines, first)
    width, height, board, leftover = _read_board(source)
    kinds: dict[str, tuple[int, Kind]] = {}
    placed: list[Placed] = []
    total = 0
    while (numbered := source.next()) is not None:
        n, line = numbered
        if _is_drawn(line):
            why = "a drawn row with no piece above it; expected a line 'Name …' before the drawing"
            raise PuzzleError(why, line=n, column=_start(line))
        if match := _PLACED.fullmatch(line):
            placed.append(Placed(n, match[1], match.start(1) + 1, match[2], match.start(2) + 1))
            continue
        kind = _read_kind(n, line, source)
        if kind.name in kinds:
            why = f"piece {kind.name} was already given on line {kinds[kind.name][0]}; expected a new name"
            raise PuzzleError(why, line=n, column=_start(line))
        total += kind.count
        if total > MOST:
            why = f"more than {MOST} pieces; expected no more in one level"
            raise PuzzleError(why, line=n, column=_start(line))
        kinds[kind.name] = n, kind
    if not kinds:
        raise PuzzleError("the level has no pieces; expected lines like 'Name 3x2'", line=source.first, column=1)
    tray = Tray(width, height, board, (kind for _, kind in kinds.values()), leftover)
    return tray, _read_placed(tray, placed)


def _read_board(source: Lines) -> tuple[int, int, list[Point], bool]:
    numbered = source.next()
    if numbered is None:
        raise PuzzleError("the file holds no level; expected a line 'board W H'")
    n, line = numbered
    head, *words = line.split()
    if head.lower() != "board":
        why = f"'{_short(head)}' where the board should be; expected a line 'board W H'"
        raise PuzzleError(why, line=n, column=_start(line))
    leftover = bool(words) and words[-1].lower() == "leftover"
    if leftover:
        words.pop()
    if not words:
        board = source.drawing("the board", n, _start(line))
        return max(x for x, _ in board) + 1, max(y for _, y in board) + 1, board, leftover
    if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
        why = f"'board {_short(' '.join(words))}' is no size; expected 'board W H', two whole numbers"
        raise PuzzleError(why, line=n, column=_second(line))
    width, height = (int(word) if len(word) < 6 else 10**6 for word in words)
    _check_size("the board", width, height, n, _second(line))
    return width, height, [(x, y) for x in range(width) for y in range(height)], leftover


def _start(line: str) -> int:
    """The column of the first mark."""
    return len(line) - len(line.lstrip()) + 1


def _second(line: str) -> int:
    """The column of the second word."""
    return len(line) - len(line.split(None, 1)[1]) + 1


def _check_size(what: str, width: int, height: int, line: int, column: int) -> None:
    if width < 1 or height < 1:
        raise PuzzleError(f"{what} is {width} by {height}; expected sides of at least 1", line=line, column=column)
    if max(width, height) > LARGEST:
        raise PuzzleError(
            f"{what} is larger than {LARGEST} by {LARGEST}; expected sides of at most {LARGEST}",
            line=line,
            column=column,
        )


def _read_kind(n: int, line: str, source: Lines) -> Kind:
    (name, start), *rest = ((word[0], word.start() + 1) for word in re.finditer(r"\S+", line))
    if "#" in name or len(name) > 40:
        raise PuzzleError(
            f"'{_short(name)}' is no name; expected up to 40 characters without '#' and '@'", line=n, column=start
        )
    size = count = freedom = colour = None
    for word, at in rest:
        lower = word.lower()
        if match := _SIZE.fullmatch(word):
            if size is not None:
                raise PuzzleError(f"piece {name} has two sizes; expected one WxH", line=n, column=at)
            width, height = (int(side) if len(side) < 6 else 10**6 for side in match.groups())
            _check_size(f"piece {name}", width, height, n, at)
            size = width, height
        elif lower in FREEDOMS and freedom is None:
            freedom = lower
        elif re.fullmatch(r"[+-]?\d+", word) and count is None:
            count = int(word) if len(word) < 8 else 10**7
            if not 1 <= count <= MOST:
                raise PuzzleError(f"piece {name} has a count of {word[:12]}; expected 1 to {MOST}", line=n, column=at)
        elif colour is None and is_colour(word):
            colour = word
        else:
            why = f"'{_short(word)}' says nothing about piece {name}; expected fixed, turn, flip, a count or a colour"
            if lower in FREEDOMS or is_colour(word) or word.isdecimal():
                why = f"'{_short(word)}' is one too many for piece {name}; expected one freedom, count and colour"
            raise PuzzleError(why, line=n, column=at)
    if size is not None:
        points = [(x, y) for x in range(size[0]) for y in range(size[1])]
    else:
        points = source.drawing(f"piece {name}", n, start)
    return Kind(name, Shape.of(points), count or 1, freedom or "fixed", colour)  # type: ignore[arg-type]


def _read_placed(tray: Tray, placed: list[Placed]) -> tuple[Spot | None, ...]:
    spots: list[Spot | None] = [None] * len(tray.ids)
    taken: dict[int, int] = {}  # bit of a cell -> the piece on it
    for said in placed:
        n, name, at = said.line, said.name, said.name_at
        numbers = tray.numbers.get(name)
        if numbers is None:
            names = ", ".join(kind.name for kind in tray.kinds)
            why = f"no piece is called '{_short(name)}'; expected one of: {_short(names, 200)}"
            raise PuzzleError(why, line=n, column=at)
        piece = next((number for number in numbers if spots[number] is None), None)
        if piece is None:
            raise PuzzleError(f"{name} is placed more often than the {len(numbers)} there are", line=n, column=at)
        kind = tray.kinds[tray.kind_of[piece]]
        x, y, turn, locked = _read_spot(kind, said)
        for dx, dy in kind.shapes[turn].points:
            point = (x + dx, y + dy)
            if point not in tray.board:
                why = f"{name} at {x},{y} covers {point[0]},{point[1]}, which is not on the board"
                raise PuzzleError(why, line=n, column=said.spot_at)
            other = taken.setdefault(point[0] * tray.height + point[1], piece)
            if other != piece:
                why = f"{name} at {x},{y} overlaps {tray.ids[other]} on {point[0]},{point[1]}"
                raise PuzzleError(why, line=n, column=said.spot_at)
        spots[piece] = x, y, turn, locked
    return tuple(spots)


def _read_spot(kind: Kind, said: Placed) -> Spot:
    n, column = said.line, said.spot_at
    match = _CORNER.fullmatch(said.spot)
    if match is None or max(len(match[1]), len(match[2])) > 6:
        why = f"'{_short(said.spot)}' is no place for {kind.name}; expected 'x,y [r1] [locked]'"
        raise PuzzleError(why, line=n, column=column)
    words = (match[3] or "").lower().split()
    locked = "locked" in words
    turns = [word for word in words if word != "locked"]
    if len(turns) > 1 or len(words) - len(turns) > 1 or (turns and turns[0] not in (*TURNS[1:], "r0")):
        raise PuzzleError(
            f"'{_short(match[3])}' says nothing about a place; expected r1, r2, r3, m0 … m3 and 'locked'",
            line=n,
            column=column + match.start(3),
        )
    turn = TURNS.index(turns[0]) if turns and turns[0] != "r0" else 0
    wanted = kind.shape.turned(turn)
    for known, shape in kind.shapes.items():
        if shape == wanted:  # an orientation that looks like another goes by the lowest number
            return int(match[1]), int(match[2]), known, locked
    raise PuzzleError(f"{kind.name} is {kind.freedom} and may not be laid as {TURNS[turn]}", line=n, column=column)


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def write(tray: Tray, spots: tuple[Spot | None, ...]) -> str:
    """The text of a position: ``read`` gives the same back."""
    extra = " leftover" if tray.leftover else ""
    if len(tray.board) == tray.width * tray.height:
        lines = [f"board {tray.width} {tray.height}{extra}"]
    else:
        lines = [f"board{extra}"]
        for y in range(tray.height - 1, -1, -1):
            lines.append("".join(".#"[(x, y) in tray.board] for x in range(tray.width)))
    for kind in tray.kinds:
        words = [kind.name]
        if kind.shape.is_rectangle():
            words.append(f"{kind.shape.width}x{kind.shape.height}")
        if kind.count > 1:
            words.append(str(kind.count))
        if kind.freedom != "fixed":
            words.append(kind.freedom)
        if kind.colour is not None:
            words.append(kind.colour)
        lines.append(" ".join(words))
        if not kind.shape.is_rectangle():
            lines += kind.shape.rows()
    for piece, spot in enumerate(spots):
        if spot is not None:
            x, y, turn, locked = spot
            name = tray.kinds[tray.kind_of[piece]].name
            if None in (spots[other] for other in tray.numbers[name] if other < piece):
                name = tray.ids[piece]  # an earlier one of its kind still waits
            words = [name, "@", f"{x},{y}"]
            words += [TURNS[turn]] * bool(turn) + ["locked"] * locked
            lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
