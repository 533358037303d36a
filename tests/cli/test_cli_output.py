"""Output of the command line: results and progress on a terminal, Ctrl-C, broken streams, encodings."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
import urllib.request
from pathlib import Path

import pytest
import walk_family
from command_line import BAD, EASY, EIGHT_LINE, HALL, STUCK, Piped, records
from interrupts import start_interruptible

from unjam.cli import main
from unjam.core.puzzle import Control, Limits
from unjam.families.rushhour import RushHour
from unjam.parallel.solve_many import solve_many
from unjam.rating.rate import rate_many
from unjam.solving.compare import compare_rows

UNJAM = [sys.executable, "-c", "from unjam.cli import main; main()"]
SHED = "#####\n#@$.#\n#####\n"


def shell(line: str, *argv: str, stdin: str = EASY, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a shell; the line redirects its streams, with "$@" for the command."""
    return subprocess.run(
        ["sh", "-c", line, "sh", *UNJAM, *argv], input=stdin.encode(), capture_output=True, env={**os.environ, **env}
    )


# -- a terminal


def seen(written: str) -> list[str]:
    """Return the lines that a terminal shows after this output."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", written):
        if part == "\r":
            column = 0
        elif part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[K":
            lines[row] = lines[row][:column]
        elif part.startswith("\x1b"):
            assert part.endswith("m"), part  # colours; nothing else moves or erases
        else:
            lines[row] = lines[row].ljust(column)[:column] + part + lines[row][column + len(part) :]
            column += len(part)
    return lines


def on_a_terminal(*argv: str, columns: int = 0, **env: str) -> tuple[int, str]:
    """Return the exit code and everything written to a terminal that is both standard output and error."""
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [*UNJAM, *argv], stdin=subprocess.DEVNULL, stdout=inside, stderr=inside, env={**around, **env}
    ) as process:
        os.close(inside)
        written = b""
        with contextlib.suppress(OSError):  # how Linux says that the other side was closed
            while part := os.read(outside, 4096):
                written += part
    os.close(outside)
    return process.returncode, written.decode()


WIDE = "#" * 60 + "\n#@$." + " " * 55 + "#\n" + "#" * 60 + "\n"
TANGRAM = "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n"


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_boards_and_tables_fit_the_terminal(tmp_path: Path, columns: int, term: str) -> None:
    wide, tangram = tmp_path / "wide.txt", tmp_path / "tangram.txt"
    wide.write_text(WIDE)
    tangram.write_text(TANGRAM)
    everything = ""
    for argv in (
        ("show", "--quiet", str(tangram), "rushhour/market-day"),
        ("solve", str(tangram), "--show", "boards", "--quiet"),
        ("show", "--quiet", str(wide) if columns > 60 else "sokoban/after-you"),
        ("compare", "rushhour/first-gear", "--algorithms", "native,bfs,astar"),
        ("compare", "sokoban/after-you", "--pruning", "--quiet"),
        ("levels", "tiles"),
    ):
        code, written = on_a_terminal(*argv, columns=columns, TERM=term)
        lines = [line for line in seen(written) if not re.match(r"  (corner|wall-line|retraced) |\d\. Put", line)]
        assert (code, [line for line in lines if len(line) > columns]) == (0, [])
        everything += written
    assert ("\x1b" in everything) == (term != "dumb")
    assert "max frontier" in on_a_terminal("compare", "rushhour/first-gear", columns=columns)[1]


def test_board_too_wide_for_colours_is_drawn_in_characters(tmp_path: Path) -> None:
    (tmp_path / "wide.txt").write_text(WIDE)
    _, written = on_a_terminal("show", str(tmp_path / "wide.txt"), columns=80, TERM="xterm")
    assert WIDE.splitlines()[1] in written.replace("\r", "")


def test_results_are_printed_above_the_progress(tmp_path: Path) -> None:
    file = tmp_path / "levels.txt"
    file.write_text(f"{EASY}\n{BAD}\n{EIGHT_LINE}\n" * 8)
    code, written = on_a_terminal("solve", str(file))
    assert code == 2
    assert "solving: 1 level, " in written
    shown = seen(written)
    assert not any("solving" in line for line in shown)
    assert shown[-1] == ""
    kinds = [re.sub(r"\d+", "0", line.split(" · ")[0])[:20] for line in shown[:-1]]
    of_one = ["Level 0", "B-0 A+0", re.sub(r"\d+", "0", str(file))[:20], "Level 0"]
    assert kinds[:4] == of_one
    assert len([kind for kind in kinds if kind == "Level 0"]) == 16


def test_progress_of_one_search_is_cleared(tmp_path: Path) -> None:
    file = tmp_path / "hall.xsb"
    file.write_text(HALL)
    code, written = on_a_terminal("solve", str(file), "--time-limit", "2", "--show", "none")
    assert code == 3
    assert "solving: " in written
    shown = seen(written)
    assert len(shown) == 2
    assert shown[0].startswith("Sokoban: gave up: ")


# -- as soon as it is known


class Watching(io.StringIO):
    """Standard output that records something whenever a line is written."""

    def __init__(self, note) -> None:
        super().__init__()
        self.note, self.noted = note, []

    def write(self, text: str) -> int:
        self.noted.append(self.note())
        return super().write(text)


def watch(monkeypatch: pytest.MonkeyPatch, note, *argv: str, stdin: str) -> Watching:
    monkeypatch.setattr(sys, "stdin", Piped(io.BytesIO(stdin.encode())))
    out = Watching(note)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit):
        main(list(argv))
    return out


@pytest.mark.parametrize("command", ["solve", "rate", "moves", "explore", "show", "compare", "convert"])
@pytest.mark.parametrize("as_json", [False, True])
def test_first_answer_does_not_wait_for_the_last_level(monkeypatch, command: str, as_json: bool) -> None:
    read = []
    levels = RushHour.levels.__func__

    def counted(cls, text: str, **options):
        for level in levels(cls, text, **options):
            read.append(level)
            yield level

    monkeypatch.setattr(RushHour, "levels", classmethod(counted))
    more = {"convert": ["--to", "grid"], "compare": ["--algorithms", "bfs"]}.get(command, [])
    argv = [command, *more, *(["--json"] if as_json else [])]
    out = watch(monkeypatch, lambda: len(read), *argv, stdin=f"{EASY}\n" * 400)
    assert len(read) >= 400
    assert out.noted[0] <= 40


def test_puzzles_are_read_lazily() -> None:
    taken = []

    def puzzles():
        for _ in range(3000):
            taken.append(1)
            yield RushHour.parse(EASY)

    assert next(solve_many(puzzles(), workers=2)).cost == 2
    assert len(taken) <= 10
    taken.clear()
    assert next(rate_many(puzzles(), workers=2)).level == "beginner"
    assert len(taken) <= 40
    assert len(list(solve_many(puzzles(), workers=2))) == 3000


def test_compare_prints_each_row_when_it_is_done(monkeypatch) -> None:
    begun = []
    module = sys.modules[compare_rows.__module__]
    run_task = module.run_task

    def counted(puzzle, task):
        begun.append(task.algorithm)
        return run_task(puzzle, task)

    monkeypatch.setattr(module, "run_task", counted)
    rows = compare_rows(RushHour.parse(EASY))
    assert next(rows).algorithm == "native"
    assert begun == ["native"]
    begun.clear()
    out = watch(monkeypatch, lambda: len(begun), "compare", "--algorithms", "bfs,dfs,dijkstra", stdin=EASY)
    assert out.noted == [1, 1, 2, 3]  # the heading with the first row, then row by row
    begun.clear()
    out = watch(monkeypatch, lambda: len(begun), "compare", "--json", "--algorithms", "bfs,dfs,dijkstra", stdin=EASY)
    assert out.noted == [1, 2, 3]


def test_table_columns_are_aligned(run) -> None:
    _, out, _ = run("compare", stdin=EIGHT_LINE)
    head, rule, *rows = out.splitlines()[1:]
    assert set(rule) == {"─"}
    assert len(rows) > 10
    ends = [match.end() for match in re.finditer(r"(?:max )?\w+", head)]
    assert all(row[end : end + 2].strip() == "" for row in rows for end in ends[3:])


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_prints_finished_results(tmp_path: Path, as_json: bool) -> None:
    file = tmp_path / "levels.xsb"
    file.write_text(f"{SHED}\n{SHED}\n{HALL}\n{HALL}\n{SHED}\n")
    argv = ["solve", str(file), "--workers", "2", "--memory-limit", "1G", "--quiet", *(["--json"] if as_json else [])]
    with start_interruptible([*UNJAM, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline(), process.stdout.readline()]
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            rest, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err.strip() == "unjam: stopped"
    assert rest == ""
    assert [json.loads(line)["moves"] for line in lines] == [["R"], ["R"]] if as_json else lines == ["R\n", "R\n"]


def busy_seconds(process: subprocess.Popen[str]) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_keeps_results_of_a_running_native_call(tmp_path: Path) -> None:
    file = tmp_path / "tiles.txt"
    file.write_text("15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0\n4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15\n")
    argv = ["solve", str(file), "--algorithm", "native", "--heuristic", "manhattan", "--workers", "2", "--json"]
    with start_interruptible([*UNJAM, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while busy_seconds(process) < 1:  # the first board keeps it busy for minutes, the second for no time
                assert process.poll() is None
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err.strip() == "unjam: stopped"
    assert [row["cost"] for row in records(out) if row["index"] == 1] == [2]
    assert all(row["status"] == "gave_up" for row in records(out) if row["index"] == 0)


def test_stopped_batch_returns_finished_results() -> None:
    control = Control()
    boards = [RushHour.parse(EASY)] * 3
    results = solve_many(iter(boards), control=control, workers=1, limits=Limits())
    first = next(results)
    control.stop()
    assert first.status == "solved"
    assert [result.status for result in results] == ["gave_up"] * 2  # one answer a puzzle, always


# -- streams that fail


@pytest.mark.parametrize("argv", [["solve"], ["solve", "--json"], ["show"], ["moves"], ["--help"], ["solve", "--help"]])
@pytest.mark.parametrize("stream", [">/dev/full", ">&-"])
def test_failing_output_prints_one_line_and_code_2(argv: list[str], stream: str) -> None:
    ended = shell(f'"$@" {stream}', *argv)
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1
    assert ended.stderr.startswith(b"unjam: ")
    assert b"no space left on device" in ended.stderr or b"closed" in ended.stderr


@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-", ">/dev/full 2>&1", ">&- 2>&-"])
@pytest.mark.parametrize("stdin", [BAD, "hello", STUCK + "\n" + BAD])
def test_unwritable_errors_still_give_code_2(stream: str, stdin: str) -> None:
    ended = shell(f'"$@" {stream}', "solve", stdin=stdin)
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr


def test_closed_streams_are_fine_if_nothing_is_written(tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    assert shell('"$@" >&- 2>&-', "show", "--quiet", "--svg", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"<svg")


def test_closed_pipe_is_not_an_error() -> None:
    ended = shell('"$@" | head -n 1', "solve", "--json", stdin=f"{EASY}\n" * 2000)
    assert (ended.returncode, ended.stderr, ended.stdout.count(b"\n")) == (0, b"", 1)


def test_unreadable_input_is_reported_as_input() -> None:
    ended = shell('"$@" </proc/self/mem', "solve", "-")
    assert ended.returncode == 2
    assert ended.stderr == b"standard input: input/output error\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize(
    "argv", [["explore"], ["compare"], ["show"], ["solve", "--show", "boards"], ["rate"], ["solve", "--help"]]
)
def test_unencodable_characters_become_ascii(argv: list[str], encoding: str) -> None:
    ended = shell('"$@"', *argv, PYTHONIOENCODING=encoding, FORCE_COLOR="1")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout
    if encoding == "ascii" and "--help" not in argv:
        text = ended.stdout.decode("ascii")
        assert "?" not in text
        assert "+-------------+" in text or argv[0] in ("compare", "rate")


def test_json_is_valid_in_any_encoding() -> None:
    text = f"; Größe ☃\n{SHED}"
    for encoding in ("ascii", "latin-1", "utf-8"):
        ended = shell('"$@"', "solve", "--json", stdin=text, PYTHONIOENCODING=encoding)
        assert json.loads(ended.stdout.decode(encoding))["title"] == "Größe ☃"


# -- families of one's own


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def x(:\n", "line 1: invalid syntax"),
        ("import unjam\n\n1 / 0\n", "line 3: ZeroDivisionError: division by zero"),
        ("import nonsense_nobody_has\n", "line 1: ModuleNotFoundError: "),
        ("import sys\nsys.exit(1)\n", "line 2: SystemExit: 1"),
        ("x = 1\n", "expected one Puzzle subclass, found 0"),
        ("raise ValueError('one\\ntwo')\n", "line 1: ValueError: one two"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "play", "serve"])
def test_broken_family_file_prints_one_line_and_code_2(run, tmp_path: Path, source: str, message: str, command) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    code, out, err = run(command, "--family", str(file), stdin=EASY)
    assert (code, out) == (2, "")
    assert err.startswith(f"{file}: {message}")
    assert err.count("\n") == 1


def test_exception_in_a_family_gives_code_2(tmp_path: Path) -> None:
    code = Path(walk_family.__file__).read_text()
    file = tmp_path / "own.py"
    file.write_text(code.replace('yield Move("S", cell)', 'raise KeyError("oh")', 1))
    ended = shell('"$@"', "solve", "--family", str(file), stdin="S.G")
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1
    assert ended.stderr.startswith(b"unjam: KeyError: 'oh' (")
    assert b"own.py, line " in ended.stderr
    assert b"Traceback" in shell('"$@"', "solve", "--family", str(file), stdin="S.G", UNJAM_TRACEBACK="1").stderr


# -- the page


@pytest.mark.parametrize("argv", [["serve", "--port", "0"], ["play", "--no-browser"]])
def test_server_ends_quietly_on_ctrl_c_during_a_search(tmp_path: Path, argv: list[str]) -> None:
    with start_interruptible(
        [*UNJAM, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+/", process.stdout.readline())[0]
            body = json.dumps({"text": HALL}).encode()
            request = urllib.request.Request(f"{address}api/v1/levels", body, {"content-type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                id = json.load(answer)["levels"][0]["id"]
            with urllib.request.urlopen(f"{address}api/v1/positions/{id}/solution") as stream:
                assert stream.readline()  # the search process is at work
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
                _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize(
    "module",
    [
        "unjam.parallel.solve_many",
        "unjam._core",
        "click.core",
        "unjam.cli.printing.terminal",
        "unjam.cli.commands.solve",
    ],
)
def test_ctrl_c_during_imports_ends_quietly(tmp_path: Path, module: str) -> None:
    script = tmp_path / "unjam"  # as installers call it
    script.write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from unjam.cli import main\n"
        "main()\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start_interruptible([sys.executable, str(script), "solve"], text=True, **pipes)
    output, errors = process.communicate(EASY)
    assert (process.returncode, output) == (130, "")
    assert errors.strip() in ("", "unjam: stopped")


def test_ctrl_c_is_handled_before_other_imports(tmp_path: Path) -> None:
    script = tmp_path / "unjam"
    script.write_text(
        "import os, sys\n"
        "class Finder:\n"
        "    names = []\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if 'unjam.core.interrupts' in self.names: os.kill(os.getpid(), 2)\n"
        "        self.names.append(name)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from unjam.cli import main\n"
    )
    process = start_interruptible([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.communicate() == (b"", b"")
    assert process.returncode == 130
