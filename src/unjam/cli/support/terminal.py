"""Standard output and standard error: lines that always come out whole, and a line of progress that stays below them.

Whatever these streams are, a terminal, a full disk, closed, or in an encoding without our signs, a line is written as
well as can be, or an ``Unwritable`` says why not.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys
import threading
from collections.abc import Iterator
from time import monotonic
from typing import Any, TextIO

import click

_ERASE = "\r\x1b[K"
_PAUSE = 0.1
"""Seconds between two drawings of the progress."""
_PLAIN = {
    "─": "-", "–": "-", "−": "-", "·": "-", "×": "x", "…": "...", "▇": "#", "█": "#", "▀": '"', "▄": "_",
    "“": '"', "”": '"', "‘": "'", "’": "'", "→": "->", "«": '"', "»": '"', "¿": "", "¡": "", "œ": "oe",
    "≤": "<=", "≥": ">=",
}  # fmt: skip


_kept: list[tuple[bool, str]] | None = None


class Unwritable(click.ClickException):
    """Standard output or standard error takes nothing more."""


class _Closed(io.TextIOBase):
    """Stands for a standard stream that is closed: whoever writes to it is told."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "the stream is closed")


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(sign: str) -> str:
    """The sign in ASCII: our own as they are known, letters without their accents."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    from unicodedata import normalize

    return normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def prepare() -> None:
    """Makes the standard streams safe to write to: closed ones say so, signs they cannot hold become ASCII."""
    codecs.register_error("unjam.ascii", _in_ascii)
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or _Closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="unjam.ascii")


@contextlib.contextmanager
def captured() -> Iterator[list[tuple[bool, str]]]:
    """Within it lines are kept, each with whether it is for standard error, for another process to write."""
    global _kept
    _kept = []
    try:
        yield _kept
    finally:
        _kept = None


def holds(stream: Any, text: str) -> bool:
    """Whether the stream's encoding has every sign of the text."""
    if _kept is not None:
        return True
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def holds_all() -> bool:
    """Whether standard output holds every sign, so that what other processes write can go there as it is."""
    return (getattr(sys.stdout, "encoding", None) or "").lower() in ("utf-8", "utf8")


def colourful() -> bool:
    """Whether standard output takes colours."""
    if os.environ.get("NO_COLOR") or not holds(sys.stdout, "▀▄"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and not is_dumb())


def is_dumb() -> bool:
    """Whether the terminal shows escape sequences as they are instead of following them."""
    return os.environ.get("TERM") == "dumb"


def columns(err: bool = False) -> int | None:
    """How many columns the terminal has; None where the output is no terminal, which may be as wide as it likes."""
    stream = sys.stderr if err else sys.stdout
    if _kept is not None or not stream.isatty():
        return None
    with contextlib.suppress(KeyError, ValueError):
        if (wanted := int(os.environ["COLUMNS"])) > 0:
            return wanted
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or None
    return None


def echo(text: object = "", *, err: bool = False, colour: bool | None = None) -> None:
    """Writes one or more whole lines, above the progress where some is shown."""
    stream: TextIO = sys.stderr if err else sys.stdout
    words = str(text)
    if _kept is not None:
        _kept.append((err, words))
        return
    if not ((stream.isatty() and not is_dumb()) if colour is None else colour):
        words = click.unstyle(words)
    with _LOCK:
        _hide()
        try:
            stream.write(f"{words}\n")
            stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            from . import translate

            why = translate.system(error)
            if err:
                raise Unwritable(translate.words("cannot write to standard error: {reason}", reason=why)) from None
            raise Unwritable(translate.words("cannot write to standard output: {reason}", reason=why)) from None


def complain(text: str) -> None:
    """Writes a line to standard error, or nothing where nobody can read it."""
    with contextlib.suppress(Unwritable, OSError, ValueError):
        echo(text, err=True)


def silence() -> None:
    """Both streams lead nowhere from now on where they fail, so that leaving does not fail on what is still in them."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# -- progress: one line at the bottom of a terminal

_LOCK = threading.RLock()
_shown = False
_drawn = 0.0


def watched() -> bool:
    """Whether somebody sits before a terminal on standard error that can take a line away again."""
    return bool(sys.stderr.isatty()) and not is_dumb()


def tell(words: str) -> None:
    """Draws the progress, unless it was drawn a moment ago; safe from any thread."""
    global _shown, _drawn
    now = monotonic()
    with _LOCK:
        if now - _drawn < _PAUSE:
            return
        _drawn = now
        with contextlib.suppress(OSError):
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write(_ERASE + words[: width - 1])
            sys.stderr.flush()
            _shown = True


def clear() -> None:
    """Takes the progress away."""
    with _LOCK:
        _hide()


def _hide() -> None:
    global _shown
    if _shown:
        _shown = False
        with contextlib.suppress(OSError):
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
