"""unjam watch in a real pseudo-terminal, read through a model of a terminal's screen."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pyte
import pytest
from random_cases import choose
from sokoban_boards import warehouse
from web_levels import LONG

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import select
import signal
import struct
import termios

SECONDS = 120.0
LEVELS = {
    "rushhour": "rushhour/first-gear",
    "sokoban": "sokoban/after-you",
    "tiles": "1 0 2 3 4 5 6 7 8",
    "blocks": "blocks/two-suitcases",
    "packing": "board 3 2\nA 1x2 3 turn\n",
}


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80, colour: bool = True) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.process, self.handle = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            environment = {**os.environ, "TERM": "xterm-256color", **({} if colour else {"NO_COLOR": "1"})}
            environment.pop("COLUMNS", None)
            os.execve(
                sys.executable, [sys.executable, "-c", "from unjam.cli import main; main()", *arguments], environment
            )
        self.resize(rows, columns)
        self.raw = b""

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys: str) -> None:
        os.write(self.handle, keys.encode())

    def read(self) -> bool:
        """Read what the command wrote; False once it has ended."""
        if not select.select([self.handle], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self.handle, 1 << 16)
        except OSError:
            return False
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def wait(self, condition: Callable[[str], bool]) -> str:
        end = time.monotonic() + SECONDS
        while not condition(self.text):
            assert self.read(), self.text
            assert time.monotonic() < end, self.text
        return self.text

    def end(self) -> int:
        """Wait for the command to end; return its exit code."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@pytest.fixture
def watch() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, **options: object) -> Terminal:
        opened.append(Terminal("watch", *arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield start
    for terminal in opened:
        try:
            os.kill(terminal.process, signal.SIGKILL)
            os.waitpid(terminal.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(terminal.handle)


@pytest.mark.parametrize("name", choose(["rushhour", "sokoban"], list(LEVELS)))
def test_a_solution_is_stepped_through(watch: Callable[..., Terminal], tmp_path: object, name: str) -> None:
    path = f"{tmp_path}/level"
    with open(path, "w", encoding="utf-8") as file:
        file.write(LEVELS[name])
    terminal = watch(LEVELS[name] if "/" in LEVELS[name] else path)
    first = terminal.wait(lambda text: "step 0 of" in text and "q quit" in text)
    terminal.press("\x1b[C")
    terminal.wait(lambda text: "step 1 of" in text and text.split("step")[0] != first.split("step")[0])
    terminal.press("\x1b[D")
    assert terminal.wait(lambda text: "step 0 of" in text) == first
    terminal.press("\x1b[F")
    terminal.wait(lambda text: "solved" in text)
    terminal.press("\x1b[H++++ ")
    terminal.wait(lambda text: "playing" in text or "solved" in text)
    terminal.wait(lambda text: "solved" in text)
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.raw.rstrip().endswith(b"\x1b[?25h\x1b[?1049l")


def test_it_fits_a_small_terminal_without_colour(watch: Callable[..., Terminal]) -> None:
    terminal = watch("rushhour/market-day", rows=20, columns=40, colour=False)
    text = terminal.wait(lambda text: "step 0 of 16" in text)
    assert "| D B . E F F |" in text
    assert "…" not in text
    assert "steps a second" in text
    assert "\x1b[38" not in terminal.raw.decode()
    terminal.resize(14, 60)
    terminal.wait(lambda text: len(text.split("\n")) == 14 and "step 0 of 16" in text)
    terminal.press("q")
    assert terminal.end() == 0


def test_ctrl_c_gives_the_terminal_back(watch: Callable[..., Terminal]) -> None:
    terminal = watch("rushhour/first-gear")
    terminal.wait(lambda text: "step 0 of" in text)
    before = termios.tcgetattr(terminal.handle)
    assert not before[3] & termios.ECHO
    terminal.press("\x03")
    assert terminal.end() == 130
    assert b"\x1b[?1049l" in terminal.raw


def test_a_recorded_solution_is_shown_as_it_is(watch: Callable[..., Terminal]) -> None:
    terminal = watch("rushhour/first-gear", "--solution", "E+1")
    terminal.wait(lambda text: "step 0 of 1" in text)
    terminal.press("\x1b[C")
    terminal.wait(lambda text: "the end; not solved" in text and "Move car E 1 cell right" in text)
    terminal.press("\x1b")
    assert terminal.end() == 0


@pytest.fixture
def slow(tmp_path: Path) -> str:
    path = tmp_path / "slow.txt"
    path.write_text(LONG, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("key", ["q", "\x1b", "\x03"])
def test_a_slow_search_is_shown_and_ended_by_a_key(watch: Callable[..., Terminal], slow: str, key: str) -> None:
    terminal = watch(slow, rows=20, columns=40, colour=False)
    text = terminal.wait(lambda text: "positions" in text and "q quit" in text)  # the last line of the screen
    assert "solving" in text
    assert "24" in text, "the board is there"
    terminal.press(key)
    assert terminal.end() == 130
    assert b"\x1b[?25h\x1b[?1049l" in terminal.raw
    assert b"Traceback" not in terminal.raw


def test_the_time_limit_ends_a_slow_search_with_one_line(watch: Callable[..., Terminal], tmp_path: Path) -> None:
    level = tmp_path / "hall.xsb"
    level.write_text(str(warehouse(Random(1), 16, tight=True)), encoding="utf-8")
    terminal = watch(str(level), "--time-limit", "1")
    assert terminal.end() == 3
    after = terminal.raw.decode().rpartition("\x1b[?1049l")[2].strip()
    assert "the time limit of 1 s was reached" in after
    assert "\n" not in after


def test_any_solution_will_do(watch: Callable[..., Terminal], tmp_path: Path) -> None:
    level = tmp_path / "hall.xsb"
    level.write_text(str(warehouse(Random(1), 9)), encoding="utf-8")
    terminal = watch(str(level), "--any")
    terminal.wait(lambda text: "step 0 of" in text)
    terminal.press("q")
    assert terminal.end() == 0


def test_without_a_terminal_it_says_what_to_do(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = run("watch", "rushhour/first-gear")
    assert (code, out) == (2, "")
    assert "watch needs a terminal" in err
    assert err.count("\n") == 1
