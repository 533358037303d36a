"""Splits a written solution into tokens, one for each move.

Only the syntax is checked here; the family decides which move a token means and whether it is legal.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from .errors import PuzzleError
from .message import Message

MAX_MOVES = 1_000_000
"""The maximum number of moves in a solution, so that a short string with large counts cannot exhaust the memory."""
_MAX_WORD_SHOWN = 40


@dataclass(frozen=True, slots=True)
class MoveSyntax:
    """The notation of a move in a family: a regular expression, and a description for error messages.

    >>> MoveSyntax(r"[0-9]+", Message("the number of a tile")).fits("12")
    True
    """

    pattern: str
    description: Message

    def fits(self, word: str) -> bool:
        return re.fullmatch(self.pattern, word) is not None


def match_case(name: str, names: Collection[str]) -> str:
    """Return the entry of ``names`` that equals ``name`` up to case; if there is not exactly one, return ``name``.

    >>> match_case("b", ["A", "B"]), match_case("b", ["B", "b"]), match_case("c", ["A"])
    ('B', 'b', 'c')
    """
    if name in names:
        return name
    near = [known for known in names if known.lower() == name.lower()]
    return near[0] if len(near) == 1 else name


def split_moves(text: str, *, letters: bool = False, form: MoveSyntax | None = None) -> list[str]:
    """Split a solution into tokens, one for each move; raise PuzzleError with line and column if one is malformed.

    Tokens are separated by white space. With ``letters``, each letter is a token, white space is ignored, and a number
    before a letter, or before or after a group in brackets, repeats it.

    >>> split_moves("B+1 C-3")
    ['B+1', 'C-3']
    >>> "".join(split_moves("3r U (lD)2 2(u)", letters=True))
    'rrrUlDlDuu'
    """
    if letters:
        return _Letters(text, form).read()
    words = []
    for match in re.finditer(r"\S+", text):
        _check(match[0], form, text, match.start())
        words.append(match[0])
    if len(words) > MAX_MOVES:
        raise _too_many()
    return words


def _check(word: str, form: MoveSyntax | None, text: str, at: int) -> None:
    if form is not None and not form.fits(word):
        shown = word if len(word) <= _MAX_WORD_SHOWN else f"{word[:_MAX_WORD_SHOWN]}…"
        raise _fault(Message("'{word}' is not a move; expected {form}", word=shown, form=form.description), text, at)


def _fault(message: Message, text: str, at: int) -> PuzzleError:
    line, start = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
    return PuzzleError(message, line=line if "\n" in text.strip() else None, column=at - start + 1)


def _too_many() -> PuzzleError:
    return PuzzleError(Message("the solution has more than {n} moves", n=MAX_MOVES))


class _Letters:
    """A parser for letters with counts and brackets, such as ``3r2U(lD)2``."""

    def __init__(self, text: str, form: MoveSyntax | None) -> None:
        self.text, self.form = text, form
        self.signs = [(at, sign) for at, sign in enumerate(text) if not sign.isspace()]
        self.next = 0

    def read(self) -> list[str]:
        words: list[str] = []
        open_brackets: list[tuple[int, int | None, list[str]]] = []  # offset, count before it, tokens before it
        while self.next < len(self.signs):
            begin, _ = self.signs[self.next]
            count = self._number()
            at, sign = self.signs[self.next] if self.next < len(self.signs) else (begin, "")
            if sign in "0123456789" or (sign == ")" and count is not None):
                raise _fault(Message("a number without a move after it"), self.text, begin)
            self.next += 1
            if sign == "(":
                open_brackets.append((at, count, words))
                words = []
            elif sign == ")":
                if not open_brackets:
                    raise _fault(Message("')' without a matching '('"), self.text, at)
                _, before, outer = open_brackets.pop()
                words = _repeat(outer, words, before if before is not None else self._number())
            else:
                _check(sign, self.form, self.text, at)
                words = _repeat(words, [sign], count)
        if open_brackets:
            raise _fault(Message("'(' without a matching ')'"), self.text, open_brackets[-1][0])
        return words

    def _number(self) -> int | None:
        begin, digits = self.next, ""
        while self.next < len(self.signs):
            at, sign = self.signs[self.next]
            if sign not in "0123456789" or (digits and at != self.signs[self.next - 1][0] + 1):
                break
            digits += sign
            self.next += 1
        if not digits:
            return None
        if len(digits) > len(str(MAX_MOVES)) or not int(digits):
            why = Message("the count is {n}; expected 1 to {most}", n=digits[:_MAX_WORD_SHOWN], most=MAX_MOVES)
            raise _fault(why, self.text, self.signs[begin][0])
        return int(digits)


def _repeat(words: list[str], more: list[str], count: int | None) -> list[str]:
    if len(words) + len(more) * (count or 1) > MAX_MOVES:
        raise _too_many()
    words += more * (count or 1)
    return words
