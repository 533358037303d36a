"""unjam library on the command line: exit codes, what is printed where, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import sys
from pathlib import Path

import pytest
from interrupts import start_interruptible
from library_levels import boards, claiming, parquet

import unjam
from unjam.cli import main
from unjam.datasets.library import Library

UNJAM = [sys.executable, "-c", "from unjam.cli import main; main()"]
PUSH = "#####\n#@$.#\n#####\nTitle: One push\nAuthor: A. N.\n"
STUCK = "oooxooooooooAAoxoooooooooooooooooooo"


def run(*argv: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leaving:
        main(["library", *map(str, argv)])
    output = capsys.readouterr()
    return int(leaving.value.code or 0), output.out, output.err


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    (tmp_path / "push.sok").write_text(PUSH)
    library.add([tmp_path / "push.sok", *boards(5), "1 2 0 3 4 5 6 7 8"], workers=1)
    return library


def test_add_says_what_became_of_the_levels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at, file = tmp_path / "library", tmp_path / "a.txt"
    easy = [board.storage_text() for board in boards(9) if unjam.solve(board).solved]
    file.write_text("\n".join([*easy, easy[0]]))
    code, out, err = run("add", "--at", at, file, capsys=capsys)
    assert (code, out, err) == (0, f"{at}: {len(easy)} levels added, 1 already there\n", "")
    file.write_text("\n".join([easy[0], STUCK]))
    code, out, err = run("add", "--at", at, file, "--json", capsys=capsys)
    assert (code, err) == (1, "")
    summary = {"at": str(at), "new": 1, "known": 1, "invalid": 0, "unsolvable": 1, "gave_up": 0, "stopped": False}
    assert json.loads(out) == summary
    file.write_text(f"{easy[0]}\nAAoooooooooooAoooooooooooooooooooooo\n")
    code, out, err = run("add", "--at", at, file, "--quiet", capsys=capsys)
    assert (code, out) == (2, "")
    assert err.startswith(f"{file}: level 2")


def test_add_takes_parquet_and_other_libraries(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = parquet(
        tmp_path / "own.parquet", "SELECT unnest(['1 2 0 3 4 5 6 7 8', 'nonsense', '0 1 2 3 4 5 6 8 7']) AS text"
    )
    code, out, err = run("add", "--at", tmp_path / "new", library.path, own, capsys=capsys)
    assert code == 2
    stuck = 1 + library.count("status = 'unsolvable'")
    summary = f"8 levels added, 1 already there, {stuck} without a solution, 1 unreadable"
    assert out == f"{tmp_path}/new: {summary}\n"
    assert err.startswith(f"{own}: level 2: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["cut", "billion", "types", "columns"])
def test_add_refuses_a_hostile_file_in_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.parquet"
    parquet(file, {"types": "SELECT 7 AS text", "columns": "SELECT 7 AS a"}.get(name, "SELECT 'x' AS text"))
    if name == "cut":
        file.write_bytes(file.read_bytes()[:-20])
    if name == "billion":
        claiming(file, 10**9)
    code, out, err = run("add", "--at", tmp_path / "library", file, "--quiet", capsys=capsys)
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert lines[-1].startswith(f"unjam: {file}: ")
    assert len(lines) == 1 or name == "billion"  # its first rows are no levels and are said to be none


def test_query_prints_text_for_a_pipe_and_rows_as_json(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run("query", "--at", library.path, "cost is not null", "--order", "family, key", capsys=capsys)
    assert (code, err) == (0, "")
    assert len(unjam.read(out)) == library.count("cost is not null")
    code, out, _ = run("query", "--at", library.path, "--json", "--family", "sokoban", "cost < 9", capsys=capsys)
    (row,) = map(json.loads, out.splitlines())
    assert (row["title"], row["author"], row["costs"]["pushes"], row["time"][10]) == ("One push", "A. N.", 1, "T")


@pytest.mark.parametrize("verb", ["query", "stats", "rerate", "export"])
def test_a_bad_condition_is_one_line(verb: str, library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["-o", "out.parquet"] if verb == "export" else []
    code, out, err = run(verb, "--at", library.path, *more, "cost > 3; drop table x", capsys=capsys)
    assert (code, out) == (2, "")
    assert err.startswith("unjam: cannot query 'cost > 3; drop table x': ")
    assert err.count("\n") == 1
    assert "features, contributions" in err
    assert not os.path.exists("out.parquet")


def test_no_library_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("query", "stats", "compact", "rerate"):
        code, _, err = run(verb, "--at", tmp_path / "none", capsys=capsys)
        assert (code, err) == (2, f"unjam: {tmp_path}/none: no library here; 'unjam library add' creates one\n")


def test_export_writes_every_format(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def export(name: str, *argv: str) -> tuple[int, str, str]:
        return run("export", "--at", library.path, "-o", tmp_path / name, *argv, capsys=capsys)

    assert export("a.parquet") == (0, f"{tmp_path}/a.parquet: 7 levels\n", "")
    assert Library(tmp_path / "copy").add(tmp_path / "a.parquet").new == 7
    assert export("a.sok", "family = 'sokoban'")[0] == 0
    assert "Title: One push\nAuthor: A. N." in (tmp_path / "a.sok").read_text()
    assert export("a.rle", "family = 'sokoban'")[0] == 0
    assert (tmp_path / "a.rle").read_text() == "5#|#@$.#|5#\n"
    assert export("grid.txt", "--family", "rushhour", "--to", "grid")[0] == 0
    puzzles = unjam.read((tmp_path / "grid.txt").read_text())
    assert sorted(board.storage_text() for board in puzzles) == sorted(
        row["text"] for row in library.rows("family = 'rushhour'")
    )
    code, _, err = export("b.sok")
    assert (code, (tmp_path / "b.sok").exists()) == (2, False)
    assert err.startswith("unjam: ")
    assert "no format 'sok'" in err


def test_stats_count_and_draw(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("stats", "--at", library.path, capsys=capsys)
    assert code == 0
    assert out.startswith(f"{library.path}: 7 levels in 1 file, ")
    assert "Rush Hour\n  beginner" in out
    assert "█" in out
    code, out, _ = run("stats", "--at", library.path, "--json", capsys=capsys)
    assert sum(json.loads(line)["levels"] for line in out.splitlines()) == 7
    pytest.importorskip("altair")
    code, out, _ = run("stats", "--at", library.path, "--plot", tmp_path / "plot.svg", capsys=capsys)
    drawn = (tmp_path / "plot.svg").read_text()
    assert code == 0
    assert all(word in drawn for word in ("Rush Hour", "Sokoban", "beginner", "7 levels"))


def test_compact_and_rerate_say_what_they_did(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    library.put(list(library.rows(limit=2)))
    assert run("compact", "--at", library.path, capsys=capsys) == (
        0,
        f"{library.path}: 2 files merged into one, 2 rows dropped\n",
        "",
    )
    old = [row | {"version": "0.0.1", "score": 1.0} for row in library.rows("family = 'tiles'")]
    for file in library.files():
        os.unlink(file)
    library.put(old)
    code, out, _ = run("rerate", "--at", library.path, "--workers", "1", capsys=capsys)
    assert (code, out) == (0, f"{library.path}: 1 level rated again, 0 already rated with the current model\n")


def test_without_the_extra_one_line_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    (tmp_path / "a.txt").write_text(f"{boards(1)[0].storage_text()}\n")
    for argv in (["add", tmp_path / "a.txt"], ["query"], ["stats"], ["compact"]):
        code, _, err = run(*argv, "--at", tmp_path, capsys=capsys)
        assert (code, err) == (2, 'unjam: Parquet files need the library extra: pip install "unjam[library]"\n')


def seen_on_a_terminal(*argv: object, until: bytes | None = None) -> bytes:
    """What a person sees; where something to wait for is given, Ctrl-C is pressed once it is there."""
    leader, follower = pty.openpty()
    env = os.environ | {"COLUMNS": "100", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    env.pop("NO_COLOR", None)
    person = start_interruptible([*UNJAM, *map(str, argv)], stdin=follower, stdout=follower, stderr=follower, env=env)
    os.close(follower)
    seen = b""
    while select.select([leader], [], [], 60)[0]:
        try:
            seen += os.read(leader, 65536)
        except OSError:
            break
        if until is not None and until in seen:
            person.send_signal(signal.SIGINT)
            until = None
    os.close(leader)
    person.wait()
    return seen + b"\nexit %d" % person.returncode


def test_boards_stand_side_by_side_in_colour_on_a_terminal(library: Library) -> None:
    seen = seen_on_a_terminal("library", "query", "--at", library.path, "family = 'rushhour'", "--limit", "3").decode()
    assert "\x1b[" in seen
    captions = next(line for line in seen.splitlines() if "beginner" in line or "·" in line)
    assert captions.count("moves") + captions.count("move ") + captions.count("unsolvable") >= 2
    assert "3 of 5; --limit shows more" in seen


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """Long after the first, many small levels: once some are rated, Ctrl-C; those are in the library, whole."""
    many = boards(3000, seed=9)
    (tmp_path / "a.txt").write_text("".join(f"{board.storage_text()}\n" for board in many))
    seen = seen_on_a_terminal("library", "add", "--at", tmp_path / "library", tmp_path / "a.txt", until=b" new, ")
    library = Library(tmp_path / "library")
    assert b"exit 130" in seen, seen[-500:]
    assert 0 < len(library) < len(many)
    assert f"{len(library):,} level".encode() in seen
    assert library.count("score is null and status <> 'unsolvable'") == 0
