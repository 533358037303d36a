"""Levels in XML as many collections are published: ``<Level Id="title">`` with a row in each ``<L>``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from ....core.puzzle import Message
from .rows import LARGEST, Drawing

_HAS_LEVELS = re.compile(r"<(?:SokobanLevels|LevelCollection|Level)\b", re.IGNORECASE)


def is_slc(text: str) -> bool:
    """Whether the text is a collection in XML."""
    return text.lstrip("\ufeff \t\r\n").startswith("<") and _HAS_LEVELS.search(text[:4096]) is not None


def slc(text: str) -> Iterator[Drawing]:
    """The levels of the collection; where the XML breaks off, the last one carries that as a fault."""
    return iter(_Collection().read(text))


class _Collection:
    """Listens to the XML parser and draws the levels, row by row."""

    def __init__(self) -> None:
        self.found: list[Drawing] = []
        self.author = ""
        self.now: Drawing | None = None
        self.words: list[str] | None = None
        self.place = (1, 1)
        self.begun = 1

    def read(self, text: str) -> list[Drawing]:
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._said
        parser.EntityDeclHandler = self._entity
        try:
            parser.Parse(_declared(text).encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            why = Message("this is not XML from here on: {why}", why=expat.errors.messages[error.code])
            lines = text.splitlines()
            if error.lineno > len(lines):  # it ends too early
                self._blame(why, len(lines), len(lines[-1]) + 1)
            else:
                self._blame(why, error.lineno, error.offset + 1)
        except _TooMuch as much:
            self._blame(much.message, *(much.place or (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)))
        return self.found

    def _blame(self, why: Message, line: int, column: int) -> None:
        if self.now is None:
            self.found.append(Drawing())
        self.found[-1].whole = False
        self.found[-1].lines = self.found[-1].lines or [line]
        self.found[-1].faults.add(why, line, column)

    def _start(self, tag: str, given: dict[str, str]) -> None:
        tag, told = tag.lower(), {key.lower(): value.strip() for key, value in given.items()}
        if tag == "levelcollection":
            self.author = told.get("copyright", "")
        elif tag == "level":
            author = told.get("copyright") or self.author
            self.now = Drawing(title=told.get("id") or None, notes={"author": author} if author else {})
            self.begun = self.parser.CurrentLineNumber
            self.found.append(self.now)
        elif tag == "l":
            self.words, self.place = [], (0, 0)

    def _said(self, words: str) -> None:
        if self.words is None:
            return
        if not self.words:
            self.place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.words.append(words)

    def _end(self, tag: str) -> None:
        tag = tag.lower()
        if tag == "l" and self.words is not None:
            row = "".join(self.words).rstrip()
            line, column = self.place if self.words else (self.parser.CurrentLineNumber, 1)
            self.words = None
            if self.now is None:
                return
            if len(self.now.rows) > LARGEST or len(row) > 4 * LARGEST:
                why = Message("the level is too large; expected at most {most} rows and columns", most=LARGEST)
                raise _TooMuch(why, (line, column))
            self.now.add(row, line, list(range(column, column + len(row) + 1)))
        elif tag == "level" and self.now is not None:
            self.now.lines = self.now.lines or [self.begun]
            self.now = None

    def _entity(self, *_: object) -> None:
        raise _TooMuch(Message("the XML declares entities; expected levels alone"))


class _TooMuch(Exception):
    def __init__(self, message: Message, place: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.message, self.place = message, place


def _declared(text: str) -> str:
    """The text without the encoding that it names: it is decoded already."""
    return re.sub(r"""(<\?xml[^>]*?)\sencoding\s*=\s*["'][^"'>]*["']""", r"\1", text, count=1)
