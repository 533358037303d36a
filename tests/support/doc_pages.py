"""The pages of the documentation, their code blocks, and how each kind of block is checked.

Every block says by its fence what it is, and all but outputs are run, page by page, from top to bottom in one folder:

- ``python``: run, or as a doctest where it has prompts; a listing of one of our files must be that file;
- ``console``: commands after ``$`` with what they print below, which is compared (``...`` stands for anything);
- ``sh``: commands, one a line, which must succeed; ``make`` and ``pip`` are checked and not run;
- ``level``: a level that is read, written, read again and solved;
- ``sql``: asked of DuckDB; ``json``: read;
- ``text``: output or a drawing, which is not run.

"… as `NAME`:" above a block saves it under that name instead.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interrupts import start_interruptible

import unjam

ROOT = Path(__file__).parents[2]
OUTPUT = ("text", "output")
STAYS = re.compile(r"unjam (play|serve)\b")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SMALLER = {
    "--count 10000": "--count 2", "--port 8000": "--port 0", " every --workers 2": " every --workers 2 --share 20000",
    "--share 10 ": "--share 1000000 ",
}  # fmt: skip
"""Replacements for commands that take long or use a port that may be taken."""


def pages() -> list[Path]:
    """Every page, those at the root of the repository too."""
    return [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "bench/README.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    line: int
    saved: str | None
    """The file name to save the block as."""


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced and the indented blocks of a page."""
    lines, at, before = page.splitlines(), 0, ""
    while at < len(lines):
        fence = re.match(r"( *)(```+|~~~+)\s*([\w-]*)", lines[at])
        if fence:
            end = next(k for k in range(at + 1, len(lines)) if lines[k].strip() == fence[2])
            text = "".join(line.removeprefix(fence[1]) + "\n" for line in lines[at + 1 : end])
            name = re.search(r"\bas `([\w.-]+)`:$", before)
            yield Block(fence[3], text, at + 1, name and name[1])
            at = end
        elif re.match(r" {4,}\S", lines[at]) and not before and not _in_list(lines, at):
            yield Block("indented", lines[at] + "\n", at + 1, None)
        before = lines[at].strip() or (before if fence is None and before.endswith("`:") else "")
        at += 1


def _in_list(lines: list[str], at: int) -> bool:
    above = (line for line in reversed(lines[:at]) if line.strip() and not line.startswith(" "))
    return bool(re.match(r"([-*]|\d+\.) ", next(above, "")))


@dataclass
class Reader:
    """Runs the blocks of a page in a folder."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("docs", "examples"):  # what the pages name stands beside the reader
            (self.folder / name).symlink_to(ROOT / name)

    def run(self, block: Block) -> None:
        """Run the block; raise AssertionError if its output is wrong."""
        if block.saved:
            (self.folder / block.saved).write_text(block.text, encoding="utf-8")
            return
        if block.kind in OUTPUT:
            return
        doing: Callable[[Block], None] | None = getattr(self, f"_{block.kind}", None)
        assert doing is not None, f"line {block.line}: a block of '{block.kind}' is neither run nor marked as output"
        doing(block)

    def _python(self, block: Block) -> None:
        if ">>> " in block.text:
            self._doctest(block)
        elif block.text not in listings():
            with contextlib.redirect_stdout(io.StringIO()), contextlib.chdir(self.folder):
                exec(compile("\n" * block.line + block.text, "page", "exec"), self.names)

    def _doctest(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, self.names, "page", "page", block.line)
        failures: list[str] = []
        with contextlib.chdir(self.folder):
            doctest.DocTestRunner(optionflags=FLAGS).run(test, out=failures.append, clear_globs=False)
        self.names |= test.globs
        assert not failures, "".join(failures)

    def _console(self, block: Block) -> None:
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if STAYS.search(command):
                self._stays(command)
                continue
            done = self._runs(f"{{ {command}\n}} 2>&1")  # in the order in which a terminal shows it
            printed = done.stdout
            assert "Traceback" not in printed, printed
            if not shown.strip():
                assert done.returncode == 0, f"line {block.line}: {command}\n{printed}"
            else:
                same = doctest.OutputChecker().check_output(steady(shown), steady(printed), FLAGS)
                assert same, f"line {block.line}: {command}\nthe page shows\n{shown}\nand it prints\n{printed}"

    def _sh(self, block: Block) -> None:
        for line in block.text.replace("\\\n", " ").splitlines():
            command = line.partition(" #")[0].strip()
            if command.startswith("make "):
                assert command.split()[1] in targets(), f"line {block.line}: {command}: there is no such target"
            elif command.startswith("pip install"):
                wanted = {each for listed in re.findall(r"unjam\[([\w,]+)\]", command) for each in listed.split(",")}
                assert wanted <= extras(), f"line {block.line}: {command}: there are no such extras"
            elif STAYS.match(command):
                self._stays(command)
            elif command and not command.startswith("#"):
                done = self._runs(line)
                assert done.returncode == 0, f"line {block.line}: {line}\n{done.stdout}{done.stderr}"
                assert "Traceback" not in done.stderr, done.stderr

    def _level(self, block: Block) -> None:
        (puzzle,) = unjam.read(block.text)
        assert type(puzzle).parse(str(puzzle)) == puzzle
        assert unjam.solve(puzzle).status == "solved", f"line {block.line}: this level has no solution"

    def _sql(self, block: Block) -> None:
        import duckdb

        with contextlib.chdir(self.folder):
            assert duckdb.connect().execute(block.text).fetchall()

    def _json(self, block: Block) -> None:
        for line in block.text.splitlines():
            json.loads(line)

    def _runs(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", smaller(command)], cwd=self.folder, env=self._environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip

    def _stays(self, command: str) -> None:
        """Start a server command, read its address, and stop it."""
        running = start_interruptible(
            ["bash", "-c", f"exec {smaller(command)}"], cwd=self.folder, env=self._environment(), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            assert "http://" in line, line + running.stdout.read()
        finally:
            running.send_signal(signal.SIGINT)
            try:
                running.communicate(timeout=60)
            finally:
                running.kill()  # a server that stays would keep the port from the next one

    def _environment(self) -> dict[str, str]:
        """Return the environment of somebody who has just installed unjam."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        own = {"PATH": path, "HOME": str(self.folder / "home"), "BROWSER": "true", "LANG": "C.UTF-8", "COLUMNS": "100"}
        return {**os.environ, **own, "PYTHONUNBUFFERED": "1"}


def smaller(command: str) -> str:
    for long, short in SMALLER.items():
        command = command.replace(long, short)
    return command


def steady(text: str) -> str:
    """Return the output with times replaced, which differ from run to run."""
    return re.sub(r"\b\d[\d.,]* (ms|s)\b|\b\d\.\d{4}$", "0 s", text.replace("\u202f", " "), flags=re.MULTILINE)


def listings() -> set[str]:
    """Return our source files, which a page may show."""
    return {path.read_text(encoding="utf-8") for path in (ROOT / "src" / "unjam" / "search").glob("*.py")}


def targets() -> set[str]:
    return set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def extras() -> set[str]:
    import tomllib

    return set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
