"""Writes whole lines to standard output and standard error, and keeps a progress line below them.

If a stream's encoding lacks some of our characters, they are written in ASCII. If the stream is closed or its disk is
full, ``Unwritable`` is raised.
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
_MIN_PAUSE = 0.1
"""Seconds between two updates of the progress line."""
_PLAIN = {
    "─": "-", "–": "-", "−": "-", "·": "-", "×": "x", "…": "...", "▇": "#", "█": "#", "▀": '"', "▄": "_",
    "“": '"', "”": '"', "‘": "'", "’": "'", "→": "->", "«": '"', "»": '"', "¿": "", "¡": "", "œ": "oe",
    "≤": "<=", "≥": ">=",
}  # fmt: skip


_captured: list[tuple[bool, str]] | None = None


class Unwritable(click.ClickException):
    """Standard output or standard error cannot be written to."""


class _Closed(io.TextIOBase):
    """Replaces a closed standard stream, so that writing to it fails like any other write."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "the stream is closed")


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    """Return an ASCII replacement for the character: from the table, or the letter without its accent."""
    if character in _PLAIN:
        return _PLAIN[character]
    from unicodedata import normalize

    return normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def prepare_streams() -> None:
    """Make the standard streams safe to write to, even if they are closed or their encoding lacks some characters."""
    codecs.register_error("unjam.ascii", _in_ascii)
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or _Closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="unjam.ascii")


@contextlib.contextmanager
def capture_lines() -> Iterator[list[tuple[bool, str]]]:
    """Collect lines instead of printing them, each as a pair: whether it is for standard error, and its text.

    Worker processes use this, so that the parent process can print the lines in order.
    """
    global _captured
    _captured = []
    try:
        yield _captured
    finally:
        _captured = None


def can_encode(stream: Any, text: str) -> bool:
    """Whether the stream's encoding can represent every character in the text."""
    if _captured is not None:
        return True
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_utf8() -> bool:
    """Whether standard output can print any character, so that captured lines need no replacements."""
    return (getattr(sys.stdout, "encoding", None) or "").lower() in ("utf-8", "utf8")


def has_colour() -> bool:
    if os.environ.get("NO_COLOR") or not can_encode(sys.stdout, "▀▄"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and not is_dumb())


def is_dumb() -> bool:
    """Whether the terminal prints escape sequences instead of interpreting them."""
    return os.environ.get("TERM") == "dumb"


def columns(err: bool = False) -> int | None:
    """Return the width of the terminal; None if the output is not a terminal, so that any width is fine."""
    stream = sys.stderr if err else sys.stdout
    if _captured is not None or not stream.isatty():
        return None
    with contextlib.suppress(KeyError, ValueError):
        if (width := int(os.environ["COLUMNS"])) > 0:
            return width
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or None
    return None


def echo(text: object = "", *, err: bool = False, colour: bool | None = None) -> None:
    """Print whole lines, above the progress line if there is one."""
    stream: TextIO = sys.stderr if err else sys.stdout
    lines = str(text)
    if _captured is not None:
        _captured.append((err, lines))
        return
    if not ((stream.isatty() and not is_dumb()) if colour is None else colour):
        lines = click.unstyle(lines)
    with _LOCK:
        _hide()
        try:
            stream.write(f"{lines}\n")
            stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            from . import language

            why = language.system_error(error)
            if err:
                raise Unwritable(language.words("cannot write to standard error: {reason}", reason=why)) from None
            raise Unwritable(language.words("cannot write to standard output: {reason}", reason=why)) from None


def print_error(text: str) -> None:
    """Print a line to standard error; failures are ignored, because they could not be reported anywhere."""
    with contextlib.suppress(Unwritable, OSError, ValueError):
        echo(text, err=True)


def silence_streams() -> None:
    """Redirect streams that cannot be flushed to the null device, so that Python does not report errors at exit."""
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


def can_show_progress() -> bool:
    """Whether standard error is a terminal that can erase a line, so that progress may be shown."""
    return bool(sys.stderr.isatty()) and not is_dumb()


def show_progress(text: str) -> None:
    """Update the progress line unless it was updated a moment ago; safe to call from any thread."""
    global _shown, _drawn
    now = monotonic()
    with _LOCK:
        if now - _drawn < _MIN_PAUSE:
            return
        _drawn = now
        with contextlib.suppress(OSError):
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write(_ERASE + text[: width - 1])
            sys.stderr.flush()
            _shown = True


def clear_progress() -> None:
    with _LOCK:
        _hide()


def _hide() -> None:
    global _shown
    if _shown:
        _shown = False
        with contextlib.suppress(OSError):
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
