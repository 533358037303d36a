"""Every command of the README runs in an empty folder, and the hill climb's file is exact."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from interrupts import start_interruptible

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
SHELL = "".join(block for kind, block in BLOCKS if kind == "sh")
LINES = [line for line in SHELL.splitlines() if not line.startswith("make ")]
INLINE = [code for code in re.findall(r"`(unjam [^`]+)`", README) if code not in " ".join(LINES)]
STAYS = ("unjam play", "unjam serve")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of somebody who has just run `make setup`."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(folder / "home"), "BROWSER": "true", "PYTHONUNBUFFERED": "1"}


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_the_readme_has_commands() -> None:
    assert len(LINES) >= 15
    assert all(line.startswith(("unjam ", "echo ", "printf ")) for line in LINES)
    assert {line.split()[1] for line in LINES if line.startswith("unjam ")} >= {
        "levels", "solve", "rate", "generate", "compare", "moves", "trace", "explore", "show", "convert", "play",
        "serve", "bench",
    }  # fmt: skip


def test_every_command_runs(tmp_path: Path) -> None:
    for line in (*LINES, *INLINE):
        if line.startswith(STAYS):
            continue
        done = shell(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert done.stdout or done.stderr or ">" in line, line
        assert "Traceback" not in done.stderr, f"{line}\n{done.stderr}"
    for name in ("solution.gif", "level.xsb", "picture.svg", "puzzle3x3hill.txt"):
        assert (tmp_path / name).stat().st_size > 0
    assert (tmp_path / "puzzle3x3hill.txt").read_bytes() == climbed([4, 2, 5, 1, 7, 8, 3, 6, 0])


@pytest.mark.parametrize("line", [line for line in (*LINES, *INLINE) if line.startswith(STAYS)])
def test_server_commands_start(line: str, tmp_path: Path) -> None:
    command = line.partition("#")[0].split()
    if "8000" in command:  # another test, or somebody else, may listen there
        command[command.index("8000")] = "0"
    running = start_interruptible(
        command, cwd=tmp_path, env=environment(tmp_path), text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert running.stdout is not None
        line_printed = running.stdout.readline()
        assert "http://" in line_printed, line_printed + running.stdout.read()
    finally:
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)


# -- the hill climber's file

EXAMPLES = {"4 2 5 1 7 8 3 6 0": 11, "1 2 0 3 4 5 6 7 8": 3, "1 2 3 4 0 5 6 7 8": 23259}
LAYOUTS = {
    "one line": "{} {} {} {} {} {} {} {} {}",
    "one line with an end": "{} {} {} {} {} {} {} {} {}\n",
    "rows": "{} {} {}\n{} {} {}\n{} {} {}\n",
    "rows of Windows": "{} {} {}\r\n{} {} {}\r\n{} {} {}\r\n",
    "tabs": "{}\t{}\t{}\n{}\t{}\t{}\n{}\t{}\t{}",
    "wide": "  {}  {}   {} \n {}   {}  {}\n\t{} {}    {}  \n\n",
    "blank lines between the rows": "{} {} {}\n\n{} {} {}\n\n{} {} {}\n",
    "white lines between the rows": "{} {} {}\n \n{} {} {}\n\t\n{} {} {}\n\n\n",
    "one number a line": "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n",
    "blank lines before": "\n\n{} {} {}\n{} {} {}\n{} {} {}",
}


def climbed(start: list[int]) -> bytes:
    """Return the trace computed as the assignment says: a stack, the smallest F and then the smallest state on top."""
    stack, put, visited = [tuple(start)], {tuple(start)}, list[tuple[int, ...]]()
    while True:
        state = stack.pop()
        visited.append(state)
        if state == tuple(range(9)):
            break
        gap, successors = state.index(0), []
        for to in (gap - 3, gap + 3, gap - 1 if gap % 3 else -1, gap + 1 if gap % 3 < 2 else -1):
            if 0 <= to < 9:
                after = list(state)
                after[gap], after[to] = after[to], 0
                if tuple(after) not in put:
                    put.add(tuple(after))
                    successors.append(tuple(after))
        successors.sort(key=lambda each: (sum(abs(value - at) for at, value in enumerate(each)), each), reverse=True)
        stack += successors
    rows = "".join("{} {} {}\n{} {} {}\n{} {} {}\n\n".format(*state) for state in visited)
    return f"{rows}{len(visited)}\n".encode()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("numbers", EXAMPLES)
def test_hill_climb_file_is_exact_in_every_layout(numbers: str, layout: str, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_bytes(LAYOUTS[layout].format(*numbers.split()).encode())
    done = shell("unjam trace puzzle.txt -o puzzle3x3hill.txt", tmp_path)
    assert done.returncode == 0, done.stderr
    written = (tmp_path / "puzzle3x3hill.txt").read_bytes()
    assert written == climbed([int(number) for number in numbers.split()])
    assert written.endswith(f"\n\n{EXAMPLES[numbers]}\n".encode())
