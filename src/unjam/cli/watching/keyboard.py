"""Reads single keys from the terminal, also where standard input is a file or a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Protocol

ESCAPES = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end", "[1~": "home", "[4~": "end",
    "[7~": "home", "[8~": "end", "OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "end",
}  # fmt: skip
WINDOWS_KEYS = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end"}
ESCAPE_SECONDS = 0.05
"""How long the rest of an escape sequence may take; over a slow line it comes in parts."""


class Keyboard(Protocol):
    def read(self, seconds: float) -> str | None:
        """Return the next key, or None if none is pressed within so many seconds."""


@contextlib.contextmanager
def open_keyboard() -> Iterator[Keyboard]:
    """Let keys be read one by one, without showing them; raise OSError if there is no terminal."""
    if sys.platform == "win32":
        yield _Console()
        return
    import termios
    import tty

    handle = os.open("/dev/tty", os.O_RDONLY)
    try:
        before = termios.tcgetattr(handle)
        tty.setcbreak(handle)
        try:
            yield _Terminal(handle)
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
    finally:
        os.close(handle)


class _Terminal:
    def __init__(self, handle: int) -> None:
        self.handle, self.waiting = handle, ""

    def read(self, seconds: float) -> str | None:
        if not self.waiting and not self._fill(seconds):
            return None
        if self.waiting[0] != "\x1b":
            return self._take(1)
        while (name := self._escape()) is None:
            if not self._fill(ESCAPE_SECONDS):
                self._take(len(self.waiting))
                return "escape"
        return name

    def _escape(self) -> str | None:
        """Take an escape sequence off the waiting text; None if its end is still to come."""
        for length in range(2, len(self.waiting)):
            if self.waiting[length].isalpha() or self.waiting[length] == "~":
                return ESCAPES.get(self._take(length + 1)[1:], "")
        return None

    def _take(self, length: int) -> str:
        taken, self.waiting = self.waiting[:length], self.waiting[length:]
        return taken

    def _fill(self, seconds: float) -> bool:
        import select

        if not select.select([self.handle], [], [], seconds)[0]:
            return False
        if not (data := os.read(self.handle, 64)):
            raise EOFError("the terminal is gone")
        self.waiting += data.decode(errors="replace")
        return True


class _Console:
    """The keyboard of a Windows console."""

    def read(self, seconds: float) -> str | None:
        import msvcrt  # only on Windows

        end = monotonic() + seconds
        while not msvcrt.kbhit():  # type: ignore[attr-defined]
            if monotonic() >= end:
                return None
            sleep(0.01)
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key in ("\x00", "\xe0"):
            return WINDOWS_KEYS.get(msvcrt.getwch(), "")  # type: ignore[attr-defined]
        if key == "\x03":
            raise KeyboardInterrupt
        return "escape" if key == "\x1b" else key
