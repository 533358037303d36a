"""Faults in levels, and the exceptions that unjam raises deliberately.

Errors::

    UnjamError                      the base class; it has a ``message``
    ├── PuzzleError(ValueError)     text that cannot be read as a level; lists all faults
    ├── IllegalMove(ValueError)     a move that the rules do not allow in this position
    ├── Unsupported(ValueError)     a metric, format, heuristic or algorithm that this family does not have, or an
    │                               invalid limit
    ├── LimitReached(RuntimeError)  a limit was reached before the result was complete
    └── WrongAnswer(RuntimeError)   a solver's solution breaks the rules when replayed: a bug in unjam
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .message import Message, plural
from .move import Cell

MAX_FAULTS = 20
"""The maximum number of faults reported for a level; further faults are only counted."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a level: what is wrong, its line and column in the text (counted from 1), and its cells.

    >>> str(Fault(Message("car {car} has a gap", car="B"), line=3, column=5))
    'line 3, column 5: car B has a gap'
    """

    message: Message
    line: int | None = None
    column: int | None = None
    cells: tuple[Cell, ...] = ()

    @property
    def place(self) -> Message | None:
        if self.line is None:
            return None if self.column is None else Message("column {column}", column=self.column)
        if self.column is None:
            return Message("line {line}", line=self.line)
        return Message("line {line}, column {column}", line=self.line, column=self.column)

    def to(self, lang: str) -> str:
        place = self.place
        return f"{place.to(lang)}: {self.message.to(lang)}" if place else self.message.to(lang)

    def __str__(self) -> str:
        return self.to("en")


class Faults:
    """Collects the faults of a level so that one error can report them all.

    >>> faults = Faults()
    >>> faults.add(Message("no player"))
    >>> faults.raise_any()
    Traceback (most recent call last):
    ...
    unjam.core.errors.PuzzleError: no player
    """

    __slots__ = ("faults", "more")

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.more = 0

    def add(
        self, message: Message | str, line: int | None = None, column: int | None = None, cells: Iterable[Cell] = ()
    ) -> None:
        """Record a fault, unless the same fault has already been recorded."""
        fault = Fault(_message(message), line, column, tuple(cells))
        if fault in self.faults:
            return
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)
        else:
            self.more += 1

    def __len__(self) -> int:
        return len(self.faults) + self.more

    def raise_any(self) -> None:
        if self.faults:
            raise self.error()

    def error(self) -> PuzzleError:
        """Return a PuzzleError with all faults, in the order in which they appear in the text."""
        faults = sorted(self.faults, key=lambda fault: (fault.line is None, fault.line or 0, fault.column or 0))
        if self.more:
            faults.append(Fault(plural("{n} more fault", "{n} more faults", n=self.more)))
        return PuzzleError.of(faults)


def _message(text: Message | str) -> Message:
    return text if isinstance(text, Message) else Message.plain(text)


def uneven_row(length: int, expected: int, first: int) -> Message:
    """Return the message for a row of the wrong length; ``first`` is the length of the first row."""
    if first == expected:
        return plural(
            "the row has {n} cell; expected {cols} as in the first row",
            "the row has {n} cells; expected {cols} as in the first row",
            n=length,
            cols=expected,
        )
    return plural(
        "the row has {n} cell; expected {cols} as in most rows",
        "the row has {n} cells; expected {cols} as in most rows",
        n=length,
        cols=expected,
    )


class UnjamError(Exception):
    """The base class of every error that unjam raises deliberately."""

    def __init__(self, message: Message | str) -> None:
        self.message = _message(message)
        super().__init__(self.message)

    def to(self, lang: str) -> str:
        return self.message.to(lang)

    def __str__(self) -> str:
        return self.to("en")


class PuzzleError(UnjamError, ValueError):
    """Raised for text that cannot be read as a level; ``faults`` lists everything that is wrong with it, and where.

    >>> str(PuzzleError("car B has a gap", line=3, column=5))
    'line 3, column 5: car B has a gap'
    """

    def __init__(self, message: Message | str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.faults: tuple[Fault, ...] = (Fault(self.message, line, column),)

    @classmethod
    def of(cls, faults: Sequence[Fault]) -> PuzzleError:
        error = cls(faults[0].message)
        error.faults = tuple(faults)
        return error

    @property
    def line(self) -> int | None:
        return self.faults[0].line

    def to(self, lang: str) -> str:
        return "; ".join(fault.to(lang) for fault in self.faults)

    def __reduce__(self) -> Any:
        return PuzzleError.of, (self.faults,)


class IllegalMove(UnjamError, ValueError):
    """Raised for a move that the rules do not allow in the position."""


class Unsupported(UnjamError, ValueError):
    """Raised for a request that cannot be met, such as an unknown metric or algorithm, or an invalid limit."""

    @classmethod
    def choice(cls, message: Message | str, choices: Iterable[str]) -> Unsupported:
        """Return an error whose message ends with a list of the available choices.

        >>> str(Unsupported.choice("no metric 'x'", ["moves", "steps"]))
        "no metric 'x'; choose one of: moves, steps"
        """
        return cls(Message("{why}; choose one of: {choices}", why=_message(message), choices=", ".join(choices)))


class LimitReached(UnjamError, RuntimeError):
    """Raised if a limit is reached before a result that must be complete, such as a count of solutions, is known."""


class WrongAnswer(UnjamError, RuntimeError):
    """Raised if a solver returned moves that the Python rules reject; this is always a bug worth reporting."""
