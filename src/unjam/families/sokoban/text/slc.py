"""Reads collections in XML (``.slc``): each ``<Level Id="title">`` has its rows in ``<L>`` elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from ....core.puzzle import Message
from .drawing import MAX_SIDE, Drawing

_HAS_LEVELS = re.compile(r"<(?:SokobanLevels|LevelCollection|Level)\b", re.IGNORECASE)


def is_slc(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("<") and _HAS_LEVELS.search(text[:4096]) is not None


def read_slc(text: str) -> Iterator[Drawing]:
    """Yield the levels in the collection; if the XML is malformed, the last level has a fault that says so."""
    return iter(_Collection().read(text))


class _Collection:
    """XML parser handlers that collect the levels row by row."""

    def __init__(self) -> None:
        self.drawings: list[Drawing] = []
        self.author = ""
        self.current: Drawing | None = None
        self.row: list[str] | None = None
        self.place = (1, 1)
        self.first_line = 1

    def read(self, text: str) -> list[Drawing]:
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        try:
            parser.Parse(_without_encoding(text).encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            why = Message("this is not XML from here on: {why}", why=expat.errors.messages[error.code])
            lines = text.splitlines()
            if error.lineno > len(lines):  # the text is truncated
                self._add_fault(why, len(lines), len(lines[-1]) + 1)
            else:
                self._add_fault(why, error.lineno, error.offset + 1)
        except _Refused as refusal:
            self._add_fault(
                refusal.message, *(refusal.place or (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))
            )
        return self.drawings

    def _add_fault(self, why: Message, line: int, column: int) -> None:
        if self.current is None:
            self.drawings.append(Drawing())
        self.drawings[-1].complete = False
        self.drawings[-1].lines = self.drawings[-1].lines or [line]
        self.drawings[-1].faults.add(why, line, column)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag, values = tag.lower(), {key.lower(): value.strip() for key, value in attributes.items()}
        if tag == "levelcollection":
            self.author = values.get("copyright", "")
        elif tag == "level":
            author = values.get("copyright") or self.author
            self.current = Drawing(title=values.get("id") or None, notes={"author": author} if author else {})
            self.first_line = self.parser.CurrentLineNumber
            self.drawings.append(self.current)
        elif tag == "l":
            self.row, self.place = [], (0, 0)

    def _text(self, text: str) -> None:
        if self.row is None:
            return
        if not self.row:
            self.place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.row.append(text)

    def _end(self, tag: str) -> None:
        tag = tag.lower()
        if tag == "l" and self.row is not None:
            row = "".join(self.row).rstrip()
            line, column = self.place if self.row else (self.parser.CurrentLineNumber, 1)
            self.row = None
            if self.current is None:
                return
            if len(self.current.rows) > MAX_SIDE or len(row) > 4 * MAX_SIDE:
                why = Message("the level is too large; expected at most {most} rows and columns", most=MAX_SIDE)
                raise _Refused(why, (line, column))
            self.current.add_row(row, line, list(range(column, column + len(row) + 1)))
        elif tag == "level" and self.current is not None:
            self.current.lines = self.current.lines or [self.first_line]
            self.current = None

    def _entity(self, *_: object) -> None:
        raise _Refused(Message("the XML declares entities; expected only levels"))


class _Refused(Exception):
    def __init__(self, message: Message, place: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.message, self.place = message, place


def _without_encoding(text: str) -> str:
    """Return the text without its encoding declaration, because the text has already been decoded."""
    return re.sub(r"""(<\?xml[^>]*?)\sencoding\s*=\s*["'][^"'>]*["']""", r"\1", text, count=1)
