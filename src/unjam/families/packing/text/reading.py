"""Reads a packing level (the board, the pieces and their placements) and reports all its faults in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....core.puzzle import Faults, Message
from ..board import Board, Placement
from ..shapes import Kind, Point
from .lines import MAX_PIECES, LineReader, Word, is_row, parse_side, short, words
from .pieces import read_kind
from .placements import PlacementLine, read_placements

_PLACEMENT = re.compile(r"\s*(\S+?)\s*@\s*(.*?)\s*")


def split(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the levels in a string as (number of the first line, lines); a level begins with its `board` line."""
    lines = text.splitlines()
    starts = [
        n for n, line in enumerate(lines) if line.split(None, 1)[:1] and line.split(None, 1)[0].lower() == "board"
    ]
    if not starts or any(line.strip() and not line.lstrip().startswith(";") for line in lines[: starts[0]]):
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, lines[start:end]


@dataclass(slots=True)
class _BoardText:
    """The board, as far as it could be read; ``cells`` is empty if the board has faults."""

    width: int = 0
    height: int = 0
    cells: list[Point] = field(default_factory=list)
    leftover: bool = False


@dataclass(slots=True)
class _Pieces:
    """The pieces read so far: line number and kind (None if faulty) by name, the total, and the placement lines."""

    kinds: dict[str, tuple[int, Kind | None]] = field(default_factory=dict)
    total: int = 0
    placements: list[PlacementLine] = field(default_factory=list)


def read(lines: list[str], first: int = 1) -> tuple[Board, tuple[Placement | None, ...]]:
    """Return the board and the placement of each piece; raise PuzzleError with all faults if there are any."""
    reader, pieces = LineReader(lines, first), _Pieces()
    drawing, headless = _read_board(reader)
    faults = reader.faults
    while (numbered := reader.next()) is not None:
        n, line = numbered
        reader.faults = Faults() if n == headless else faults  # this line already has a fault; ignore further ones
        _read_line(reader, n, line, pieces)
    reader.faults = faults
    if not pieces.kinds:
        faults.add(Message("the level has no pieces; expected lines like 'Name 3x2'"), reader.first, 1)
        faults.raise_any()
    sound = [kind for _, kind in pieces.kinds.values() if kind is not None]
    board = Board(drawing.width, drawing.height, drawing.cells, sound, drawing.leftover)
    placements = read_placements(board, pieces.placements, pieces.kinds, faults)
    faults.raise_any()
    return board, placements


def _read_board(reader: LineReader) -> tuple[_BoardText, int | None]:
    """Return the board and, if the first line is not a board line and must be read again, the number of that line."""
    numbered, faults = reader.next(), reader.faults
    drawing = _BoardText()
    if numbered is None:
        faults.add(Message("the file contains no level; expected a line 'board W H'"))
        faults.raise_any()
        return drawing, None
    n, line = numbered
    head, *rest = words(line)
    if head.text.lower() != "board":
        why = Message("'{word}' where the board should be; expected a line 'board W H'", word=short(head.text))
        faults.add(why, n, head.column)
        if len(rest) != 2 or not all(map(_is_whole, rest)):
            reader.at -= 1
            return drawing, n
    drawing.leftover = bool(rest) and rest[-1].text.lower() == "leftover"
    if drawing.leftover:
        rest.pop()
    if not rest:
        _draw(drawing, reader, n, head.column)
    elif len(rest) > 1 and all(map(_is_whole, rest[:2])):
        width, height = (parse_side(word.text) for word in rest[:2])
        if reader.check_size(Message("the board"), width, height, n, rest[0].column):
            drawing.width, drawing.height = width, height
            drawing.cells = [(x, y) for x in range(width) for y in range(height)]
        for word in rest[2:]:
            why = Message(
                "'{word}' is not a property of the board; expected 'leftover' or nothing", word=short(word.text)
            )
            faults.add(why, n, word.column)
    else:
        text = short(" ".join(word.text for word in rest))
        why = Message("'board {words}' is not a size; expected 'board W H', two whole numbers", words=text)
        faults.add(why, n, rest[0].column)
        if reader.is_drawn():
            _draw(drawing, reader, n, head.column)
    return drawing, None


def _draw(drawing: _BoardText, reader: LineReader, n: int, column: int) -> None:
    drawing.cells = reader.drawing(Message("the board"), n, column, on_board=True)
    if drawing.cells:
        drawing.width, drawing.height = max(x for x, _ in drawing.cells) + 1, max(y for _, y in drawing.cells) + 1


def _is_whole(word: Word) -> bool:
    return word.text.isascii() and word.text.isdigit()


def _read_line(reader: LineReader, n: int, line: str, pieces: _Pieces) -> None:
    """Read a line below the board, and the drawing that follows it, if there is one."""
    start = words(line)[0].column
    if is_row(line):
        reader.faults.add(
            Message("a drawn row with no piece above it; expected a line 'Name …' before the drawing"), n, start
        )
        reader.rows()
    elif match := _PLACEMENT.fullmatch(line):
        name, place = (Word(match[i], match.start(i) + 1) for i in (1, 2))
        pieces.placements.append(PlacementLine(n, name, place))
    else:
        label, kind = read_kind(reader, n, words(line), pieces.kinds)
        if kind is not None:
            pieces.total += kind.count
            if pieces.total > MAX_PIECES >= pieces.total - kind.count:
                reader.faults.add(
                    Message("more than {most} pieces; expected no more in one level", most=MAX_PIECES), n, start
                )
        pieces.kinds.setdefault(label, (n, kind if pieces.total <= MAX_PIECES else None))
