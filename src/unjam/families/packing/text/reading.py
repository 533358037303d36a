"""From text to a tray and where its pieces lie; everything that is wrong is found in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....core.puzzle import Faults, Message
from ..board import Spot, Tray
from ..shapes import Kind, Point
from .pieces import read_kind
from .placed import Placed, read_placed
from .source import MOST, Source, Word, is_row, short, side, words

_PLACED = re.compile(r"\s*(\S+?)\s*@\s*(.*?)\s*")


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


@dataclass(slots=True)
class _Board:
    """The board as far as it is understood; without cells where it is not."""

    width: int = 0
    height: int = 0
    cells: list[Point] = field(default_factory=list)
    leftover: bool = False


@dataclass(slots=True)
class _Pieces:
    """The lines about pieces: by name the line and, where it is sound, the kind; and those placed."""

    kinds: dict[str, tuple[int, Kind | None]] = field(default_factory=dict)
    total: int = 0
    placed: list[Placed] = field(default_factory=list)


def read(lines: list[str], first: int = 1) -> tuple[Tray, tuple[Spot | None, ...]]:
    """The tray and the spot of every piece that the lines describe; PuzzleError says everything that is wrong."""
    source, pieces = Source(lines, first), _Pieces()
    board, headless = _read_board(source)
    faults = source.faults
    while (numbered := source.next()) is not None:
        n, line = numbered
        source.faults = Faults() if n == headless else faults  # its one fault is told, the others follow from it
        _read_line(source, n, line, pieces)
    source.faults = faults
    if not pieces.kinds:
        faults.add(Message("the level has no pieces; expected lines like 'Name 3x2'"), source.first, 1)
        faults.raise_any()
    sound = [kind for _, kind in pieces.kinds.values() if kind is not None]
    tray = Tray(board.width, board.height, board.cells, sound, board.leftover)
    spots = read_placed(tray, pieces.placed, pieces.kinds, faults)
    faults.raise_any()
    return tray, spots


def _read_board(source: Source) -> tuple[_Board, int | None]:
    """The board, and the number of the first line where that is about something else."""
    numbered, faults = source.next(), source.faults
    board = _Board()
    if numbered is None:
        faults.add(Message("the file holds no level; expected a line 'board W H'"))
        faults.raise_any()
        return board, None
    n, line = numbered
    head, *rest = words(line)
    if head.text.lower() != "board":
        why = Message("'{word}' where the board should be; expected a line 'board W H'", word=short(head.text))
        faults.add(why, n, head.column)
        if len(rest) != 2 or not all(map(_is_whole, rest)):
            source.at -= 1
            return board, n
    board.leftover = bool(rest) and rest[-1].text.lower() == "leftover"
    if board.leftover:
        rest.pop()
    if not rest:
        _draw(board, source, n, head.column)
    elif len(rest) > 1 and all(map(_is_whole, rest[:2])):
        width, height = (side(word.text) for word in rest[:2])
        if source.check_size(Message("the board"), width, height, n, rest[0].column):
            board.width, board.height = width, height
            board.cells = [(x, y) for x in range(width) for y in range(height)]
        for word in rest[2:]:
            why = Message(
                "'{word}' says nothing about the board; expected 'leftover' or nothing", word=short(word.text)
            )
            faults.add(why, n, word.column)
    else:
        said = short(" ".join(word.text for word in rest))
        why = Message("'board {words}' is no size; expected 'board W H', two whole numbers", words=said)
        faults.add(why, n, rest[0].column)
        if source.is_drawn():
            _draw(board, source, n, head.column)
    return board, None


def _draw(board: _Board, source: Source, n: int, column: int) -> None:
    board.cells = source.drawing(Message("the board"), n, column, on_board=True)
    if board.cells:
        board.width, board.height = max(x for x, _ in board.cells) + 1, max(y for _, y in board.cells) + 1


def _is_whole(word: Word) -> bool:
    return word.text.isascii() and word.text.isdigit()


def _read_line(source: Source, n: int, line: str, pieces: _Pieces) -> None:
    """Reads a line below the board, with the drawing that belongs to it."""
    start = words(line)[0].column
    if is_row(line):
        why = Message("a drawn row with no piece above it; expected a line 'Name …' before the drawing")
        source.faults.add(why, n, start)
        source.rows()
    elif match := _PLACED.fullmatch(line):
        pieces.placed.append(Placed(n, Word(match[1], match.start(1) + 1), Word(match[2], match.start(2) + 1)))
    else:
        name, kind = read_kind(source, n, words(line), pieces.kinds)
        if kind is not None:
            pieces.total += kind.count
            if pieces.total > MOST >= pieces.total - kind.count:
                why = Message("more than {most} pieces; expected no more in one level", most=MOST)
                source.faults.add(why, n, start)
        pieces.kinds.setdefault(name, (n, kind if pieces.total <= MOST else None))
