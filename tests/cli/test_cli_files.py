"""Input and output of the command line: files, folders, shipped levels and mixed files; devices, pipes and links."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command_line import BAD, EASY, EIGHT_LINE, HALL, STUCK, records
from PIL import Image

from unjam.cli.printing.output_file import number_path, write
from unjam.families import FAMILIES, family
from unjam.families.mixed_files import split_sections
from unjam.formats.shipped import bundled, shipped_level

UNJAM = [sys.executable, "-c", "from unjam.cli import main; main()"]
SHED = "#####\n#@$.#\n#####\n"
EIGHT = "1 2 0 3 4 5 6 7 8\n"
PAIR = "board 2 2\nA 2x1\nB 2x1\n"
KLOTSKI = "AB..\nA...\ngoal A at 0,2\n"
READING = ["solve", "rate", "compare", "moves", "explore", "show", "convert"]
MORE = {"convert": ["--to", "grid"], "compare": ["--algorithms", "bfs"]}


# -- writing


def test_devices_pipes_and_links_are_written_through(run, tmp_path: Path) -> None:
    code, _, err = run("show", "--svg", "/dev/full", stdin=EASY)
    assert (code, err) == (2, "/dev/full: no space left on device\n")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    assert run("show", "--png", "/dev/null", stdin=EASY)[0] == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)

    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    assert run("show", "--svg", str(pipe), stdin=EASY)[0] == 0
    reader.join()
    assert read[0].startswith(b"<svg")
    assert stat.S_ISFIFO(os.stat(pipe).st_mode)

    real, link, chain = tmp_path / "real.svg", tmp_path / "link.svg", tmp_path / "chain.svg"
    link.symlink_to("real.svg")
    chain.symlink_to(link)
    assert run("show", "--svg", str(chain), stdin=EASY)[0] == 0  # the file is not there yet
    assert link.is_symlink()
    assert chain.is_symlink()
    assert real.read_bytes().startswith(b"<svg")


def test_file_keeps_its_mode_and_hard_links(run, tmp_path: Path) -> None:
    file, other = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text("old")
    file.chmod(0o640)
    assert run("trace", "-o", str(file), stdin=EIGHT)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    os.link(file, other)
    file.write_text("a much longer text than the trace will be" * 100)
    assert run("trace", "-o", str(file), stdin=EIGHT)[0] == 0
    assert file.samefile(other)
    assert other.read_text().endswith("\n\n3\n")
    assert list(tmp_path.iterdir()) == [file, other] or list(tmp_path.iterdir()) == [other, file]


def test_new_file_follows_the_umask(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write(str(tmp_path / "new"), b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_file_is_written_completely_or_unchanged(tmp_path: Path, monkeypatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        path.write_text("old")
    os.link(two, tmp_path / "twin")
    real = os.write
    monkeypatch.setattr(os, "replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data) if data == b"old" else _full(handle))

    def _full(handle: int) -> int:
        real(handle, b"ne")
        raise OSError(28, "No space left on device")

    from unjam.cli.reading.sources import BadFile

    for path in (one, two):
        with pytest.raises(BadFile, match="no space left on device"):
            write(str(path), b"new and longer")
        assert path.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "twin", "two"]


def test_unwritable_path_prints_one_line(run, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "a.svg"):
        code, _, err = run("show", "--svg", str(path), stdin=EASY)
        assert code == 2
        assert err.startswith(f"{path}: ")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "magic"),
    [
        (["show", "--svg", "-"], b"<svg"),
        (["show", "--png", "-"], b"\x89PNG"),
        (["show", "--gif", "-"], b"GIF89a"),
        (["show", "--solution", "--png", "/dev/stdout"], b"\x89PNG"),
        (["explore", "--plot", "-"], b"<svg"),
        (["compare", "--algorithms", "bfs", "--plot", "-"], b"<svg"),
        (["trace", "-o", "-"], b"oooooo\n"),
    ],
)
def test_dash_writes_only_the_file_to_stdout(argv: list[str], magic: bytes, tmp_path: Path) -> None:
    ended = subprocess.run([*UNJAM, *argv], input=EASY.encode(), capture_output=True, cwd=tmp_path)
    assert ended.returncode == 0
    assert ended.stdout.startswith(magic)
    tails = (b"</svg>", b"</svg>\n", b"IEND\xaeB`\x82", b"\x00;", b"\n")
    assert ended.stdout.endswith(tails)
    assert ended.stdout.count(magic) == 1 or magic == b"oooooo\n"
    assert list(tmp_path.iterdir()) == []


def test_stdout_is_appended_to(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("kept\n")
    for path in ("-", "/dev/stdout", "/dev/fd/1"):
        line = f'"$@" >> {out}'
        argv = ["sh", "-c", line, "sh", *UNJAM, "trace", "-o", path]
        assert subprocess.run(argv, input=EIGHT.encode(), capture_output=True).returncode == 0
    assert out.read_text().startswith("kept\n")
    assert out.read_text().count("\n3\n") == 3


@pytest.mark.parametrize(
    "argv",
    [
        ["show", "--svg", "-", "--png", "-"],
        ["show", "--svg", "-", "--json"],
        ["explore", "--plot", "-", "--json"],
        ["explore", "--plot", "-"],
        ["compare", "--plot", "-"],
    ],
)
def test_stdout_takes_only_one_file(run, argv: list[str]) -> None:
    code, out, err = run(*argv, stdin=f"{EASY}\n{EASY}\n")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_several_pictures_are_numbered(run, tmp_path: Path) -> None:
    assert number_path("a.b/plot", 2, True) == "a.b/plot-2"
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(EASY)
    assert run("show", *map(str, files), "--svg", str(tmp_path / "x.svg"), "--quiet")[0] == 0
    assert run("trace", *map(str, files), "-o", str(tmp_path / "t.txt"), "--quiet")[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.txt", "b.txt", "x-1.svg", "x-2.svg", "t-1.txt", "t-2.txt",
    }  # fmt: skip


# -- what is told


def test_png_of_a_solution_is_a_sheet_of_every_step(run, tmp_path: Path) -> None:
    one, sheet = tmp_path / "one.png", tmp_path / "sheet.png"
    assert run("show", "--png", str(one), stdin=EIGHT_LINE)[0] == 0
    assert run("show", "--solution", "--png", str(sheet), stdin=EIGHT_LINE)[0] == 0
    drawn = Image.open(io.BytesIO(sheet.read_bytes()))
    assert sheet.read_bytes() != one.read_bytes()
    assert drawn.width > 5 * 190
    assert 2 * 200 < drawn.height < 3 * 200  # the start and eight moves: five and four
    cells = [drawn.crop((12 + x * 212, 12 + y * 230, 200 + x * 212, 190 + y * 230)) for y in (0, 1) for x in range(5)]
    assert len({cell.tobytes() for cell in cells[:9]}) == 9  # each step another board
    assert len(cells[9].getcolors()) == 1  # nothing where there is no tenth


def test_trace_reports_a_reached_limit(run, tmp_path: Path) -> None:
    file = tmp_path / "trace.txt"
    argv = ["trace", "--algorithm", "bfs", "--time-limit", "0.3", "-o", str(file)]
    code, _, err = run(*argv, stdin=HALL)
    assert code == 3
    assert "gave up: the time limit of 0.3 s was reached; " in err
    visited = int(err.rpartition(" states visited; nothing was written")[0].rpartition(" ")[2].replace(",", ""))
    assert visited > 0
    assert not file.exists()
    (record,) = records(run(*argv, "--json", stdin=HALL)[1])
    assert record["status"] == "gave_up"
    assert record["states"] > 0


def test_quiet_prints_one_line_per_level(run) -> None:
    code, out, _ = run("solve", "--quiet", stdin=f"{EASY}\n{STUCK}\n{BAD}\n{EIGHT_LINE}\n")
    lines = out.splitlines()
    assert code == 2
    assert lines[:3] == ["B-1 A+4", "unsolvable", "invalid"]
    assert len(lines) == 4
    assert len(lines[3].split()) == 8
    assert run("solve", "--quiet", "--show", "none", stdin=EASY)[1] == "solved\n"
    assert run("solve", "--quiet", stdin="0 1 2 3 4 5 6 7 8")[1] == "solved\n"
    assert run("solve", "--quiet", "--algorithm", "astar", "--time-limit", "0.2", stdin=HALL)[:2] == (3, "gave_up\n")
    long = (bundled("sokoban")[-1]).board
    assert run("solve", "--quiet", stdin=long)[1].count("\n") == 1


def test_text_and_json_agree_on_the_status(run) -> None:
    hard = "15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0\n"
    argv = ["solve", "--algorithm", "native", "--heuristic", "manhattan", "--time-limit", "0.3"]
    (record,) = records(run(*argv, "--json", stdin=hard)[1])
    assert record["status"] == "gave_up"
    assert record["cost"] > 0
    code, out, _ = run(*argv, stdin=hard)
    assert code == 3
    assert "solved" not in out
    assert "gave up: the time limit of 0.3 s was reached; the best solution so far has " in out
    assert run(*argv, "--quiet", stdin=hard)[1].startswith("gave_up: ")


def test_play_names_unreadable_levels(run, tmp_path: Path, monkeypatch) -> None:
    started = []
    monkeypatch.setattr("unjam.web.server.serve", started.append)
    file = tmp_path / "levels.txt"
    file.write_text(f"{EASY}\n{BAD}\n{EIGHT_LINE}\n")
    code, _, err = run("play", str(file))
    assert code == 0
    assert err.startswith(f"{file}: level 2, line 2, column ")
    assert started[0].level_text == file.read_text()
    file.write_text(BAD)
    assert run("play", str(file))[0] == 2
    file.write_text(f"{EASY}\n\n{SHED}\n")
    code, _, err = run("play", str(file), "rushhour/first-gear")
    assert code == 0
    assert err == f"{file}: level 2: skipped: sokoban; the page opens levels of one family only\n"
    kind = family("rushhour")
    assert [level.puzzle for level in kind.levels(started[1].level_text)] == [
        kind.parse(EASY),
        kind.parse(bundled("rushhour")[0].board),
    ]
    assert len(started) == 2


@pytest.mark.parametrize(
    "algorithm",
    ["native", "scan", "cover", "bfs", "dfs", "dijkstra", "greedy", "astar", "idastar", "hillclimb"],
)
def test_every_search_follows_the_first_option(run, algorithm: str) -> None:
    (record,) = records(run("solve", "--json", "--first", "B", "--algorithm", algorithm, stdin=PAIR)[1])
    assert record["moves"][0].startswith("B@")
    assert sorted(record["moves"]) in (["A@0,0", "B@0,1"], ["A@0,1", "B@0,0"])
    assert run("solve", "--first", "C", "--count", stdin=PAIR)[0] == 2


# -- reading


@pytest.mark.parametrize("command", READING)
def test_every_command_takes_files_and_folders(run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "levels"
    (folder / "more").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    (folder / "b.txt").write_text(f"{EASY}\n{EIGHT_LINE}\n")
    (folder / "a.txt").write_text(EASY)
    (folder / "more" / "c.txt").write_text(EASY)
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (folder / ".hidden" / "d.txt").write_text("nonsense")
    (folder / ".e.txt").write_text("nonsense")
    single = tmp_path / "single.txt"
    single.write_text(EASY)
    argv = [command, str(single), str(folder), "-", *MORE.get(command, []), "--json"]
    code, out, err = run(*argv, stdin=EIGHT_LINE)
    sources = [(row["file"], row["index"]) for row in records(out)]
    assert code == 0
    assert sources == [
        (str(single), 0),
        (str(folder / "a.txt"), 0),
        (str(folder / "b.txt"), 0),
        (str(folder / "b.txt"), 1),
        (str(folder / "more" / "c.txt"), 0),
        ("-", 0),
    ]
    assert err.splitlines() == [
        f"{folder}: skipped because hidden or not a file: {folder / '.e.txt'}, {folder / '.hidden'}",
        f"{folder / 'picture.png'}: skipped: this is not a text file (byte 0 at offset 8); expected a level",
    ]
    assert "file" not in records(run(command, str(single), *MORE.get(command, []), "--json")[1])[0]


def test_trace_names_its_source(run, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(EASY)
    out = run("trace", str(tmp_path), "--json")[1]
    assert [(row["source"], row["file"]) for row in records(out)] == [
        (str(tmp_path / "a"), None),
        (str(tmp_path / "b"), None),
    ]


def test_bad_file_does_not_stop_the_others(run, tmp_path: Path) -> None:
    good, empty, binary, unread = (str(tmp_path / name) for name in ("good", "empty", "binary", "unread"))
    Path(good).write_text(f"{EASY}\n{BAD}\n")
    Path(empty).write_text("\n")
    Path(binary).write_bytes(b"\0")
    code, out, err = run("solve", unread, empty, binary, good, "--json")
    assert code == 2
    assert [row["status"] for row in records(out)] == ["solved", "invalid"]
    lines = err.splitlines()
    assert [line.split(": ")[0] for line in lines] == [unread, empty, binary, good]
    assert lines[3].startswith(f"{good}: level 2, line 2, ")
    code, out, _ = run("solve", good, "rushhour/first-gear")
    assert f"{good} · Level 1 · Rush Hour: " in out
    assert "rushhour/first-gear · Level 1 · First Gear · Rush Hour: " in out


def test_stdin_is_read_once(run, tmp_path: Path) -> None:
    assert run("solve", "-", "-", stdin=EASY)[0] == 2
    code, _, err = run("solve", str(tmp_path))
    assert code == 2
    assert err == f"{tmp_path}: the folder contains no file; expected levels\n"


MIXED = f"{EASY}\n{EIGHT_LINE}\n\n{SHED}\n{EIGHT}\n{PAIR}\n{KLOTSKI}\n; again\n{SHED}"


def test_mixed_file_is_read_family_by_family(run) -> None:
    code, out, err = run("solve", "--json", stdin=MIXED)
    assert (code, err) == (0, "")
    rows = records(out)
    assert [row["index"] for row in rows] == list(range(7))
    assert [row["family"] for row in rows] == [
        "rushhour", "rushhour", "sokoban", "tiles", "packing", "blocks", "sokoban",
    ]  # fmt: skip
    assert rows[-1]["title"] == "again"
    assert {row["status"] for row in rows} == {"solved"}


def test_one_line_board_needs_no_blank_lines_around(run) -> None:
    rows = records(run("solve", "--json", stdin=f"{EASY}\n{SHED}{EASY}\n")[1])
    assert [row["family"] for row in rows] == ["rushhour", "sokoban", "rushhour"]


def test_any_two_families_can_share_a_file() -> None:
    for one in FAMILIES:
        for other in FAMILIES:
            text = "\n\n".join(level.board.strip("\n") for name in (one, other) for level in bundled(name)[:3])
            sections = split_sections(text)
            assert [section.family for section in sections] == ([] if one == other else [one, other]), (one, other)
            counts = [len(list(family(section.family).levels(section.text))) for section in sections]
            assert counts == ([] if one == other else [3, 3])


def test_shipped_levels_of_one_family_are_one_family() -> None:
    for name in FAMILIES:
        assert split_sections("\n\n".join(level.board.strip("\n") for level in bundled(name))) == []


@pytest.mark.parametrize(
    "text",
    [
        f"Title: A Walk\nAuthor: Anna\n\nAll About A\n\n{SHED}\n1\n\n{SHED}\nALPHA\n",
        "6\n2\n1 h 2 1 3\n\n2 v 3 4 2\n",
        "1 2 3\n\n4 5 6\n\n7 8 0\n",
        "AB..\nA...\n\ngoal A at 0,2\n",
        f"{PAIR}\nC 2\n##\n\nD 1x1\n",
        "4 1 2\n3 0 5\n6 7 8\n\ngoal\n0 1 2\n3 4 5\n6 7 8\n",
    ],
)
def test_titles_and_comments_are_not_another_family(text: str) -> None:
    assert split_sections(text) == []


def test_faults_in_a_mixed_file_name_the_file_line(run) -> None:
    broken = "AAoooo\noooooo\nooBooo\noooooo\noooooo\noooooo\n"
    code, out, err = run("solve", "--json", stdin=f"{SHED}\n{broken}\n1 2 3\n4 5 5\n6 7 8\n")
    assert code == 2
    assert [(row["family"], row["status"]) for row in records(out)] == [
        ("sokoban", "solved"), ("rushhour", "invalid"), ("tiles", "invalid"),
    ]  # fmt: skip
    lines = err.splitlines()
    assert lines[0].startswith("standard input: level 2, line 7, column 3: ")
    assert lines[1].startswith("standard input: level 3, line 13, column 5: ")


def test_named_family_reports_skipped_levels(run) -> None:
    code, out, err = run("solve", "--family", "sokoban", "--json", stdin=f"{EIGHT}\n{SHED}\n{EASY}\n")
    assert code == 0
    assert [row["family"] for row in records(out)] == ["sokoban"]
    assert err.splitlines() == [
        "standard input: skipped line 1: tiles, not sokoban",
        "standard input: skipped line 7: rushhour, not sokoban",
    ]


# -- the levels that come with unjam


def test_shipped_levels_are_listed_and_found_by_name(run) -> None:
    code, out, _ = run("levels", "--json")
    rows = records(out)
    assert code == 0
    assert [row["name"] for row in rows] == [level.name for name in FAMILIES for level in bundled(name)]
    assert list(rows[0]) == ["name", "title", "family", "metric", "cost", "level", "score", "low", "high"]
    assert all(row["low"] < row["score"] < row["high"] for row in rows)
    assert len({row["name"] for row in rows}) == len(rows)
    assert {row["level"] for row in rows} <= {"beginner", "intermediate", "advanced", "expert"}
    for row in rows[::7]:
        (answer,) = records(run("solve", row["name"], "--json")[1])
        assert (answer["title"], answer["family"], answer["cost"]) == (row["title"], row["family"], row["cost"])
    text = run("levels", "rushhour")[1]
    assert "rushhour/market-day" in text
    assert "tiles" not in text
    assert shipped_level("rushhour/Market-Day") == shipped_level("rushhour/market-day")


@pytest.mark.parametrize("command", [*READING, "trace"])
def test_every_command_takes_shipped_and_generated_names(run, command: str) -> None:
    more = {"trace": ["--algorithm", "bfs"]} | MORE
    for name in ("rushhour/first-gear", "rushhour-beginner-6x6-s5-n0-g2"):
        (row, *_) = records(run(command, name, "--json", *more.get(command, []))[1])
        assert row["index"] == 0
        if "title" in row:
            assert row["title"] in ("First Gear", "Beginner 6×6 · 5")


def test_file_wins_over_a_shipped_level(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rushhour").mkdir()
    Path("rushhour/market-day").write_text(EASY)
    assert records(run("solve", "rushhour/market-day", "--json")[1])[0]["cost"] == 2


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("rushhour/marketday", "did you mean the level 'rushhour/market-day'?"),
        ("market-day", "did you mean the level 'rushhour/market-day'?"),
        ("rushour/market-day", "did you mean the level 'rushhour/market-day'?"),
        ("rushhour", "'unjam levels rushhour' lists the levels that come with unjam"),
        ("levels.txt", "no such file or directory"),
        ("rushhour/nope", "no such file or directory"),
        ("levels/market-day", "no such file or directory"),
    ],
)
def test_unknown_name_suggests_a_close_match(run, name: str, suggestion: str) -> None:
    code, out, err = run("solve", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"{name}: no such file or directory")
    assert err.rstrip().endswith(suggestion)
    assert run("levels", "chess")[0] == 2


# -- --level


@pytest.mark.parametrize("command", [*READING, "check", "improve", "trace"])
def test_level_option_picks_one_level(run, tmp_path: Path, command: str) -> None:
    file, solution = tmp_path / "three.txt", ["--solution", "RR"]
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\n")
    more = {
        "check": solution, "improve": ["--solution", "rR"], "trace": ["--algorithm", "bfs"], "convert": ["--to", "xsb"],
    }  # fmt: skip
    argv = [command, str(file), "--json", *more.get(command, MORE.get(command, []))]
    assert {row["index"] for row in records(run(*argv, "--level", "2")[1])} == {1}
    for number in ("0", "-1", "4"):
        code, out, err = run(*argv, "--level", number)
        assert (code, out) == (2, "")
        assert err == f"{file}: there is no level {number}; the file has levels 1 to 3\n"
    assert "--level" in run(command, "--help")[1]


def test_level_option_counts_in_each_file(run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text(EASY)
    two.write_text(f"{EASY}\n{EIGHT_LINE}\n{EASY}\n" * 400)
    code, out, err = run("solve", "--json", "--level", "2", str(one), str(two))
    assert (code, [(row["file"], row["index"]) for row in records(out)]) == (2, [(str(two), 1)])
    assert err == f"{one}: there is no level 2; the file has only one\n"
    code, out, _ = run("solve", "--level", "1101", str(two))
    assert (code, out.splitlines()[0].split(":")[0]) == (0, "Level 1,101 · Rush Hour")
    assert run("explore", "--level", "2", str(two), "--plot", str(tmp_path / "plot.svg"))[0] == 0
    assert (tmp_path / "plot.svg").exists()
    for number in ("0", "9"):
        code, out, err = run("show", str(one), "--svg", str(tmp_path / "a.svg"), "--level", number)
        assert (code, out, err.count("\n")) == (2, "", 1)
        code, out, err = run("show", str(one), "--level", number)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "a.svg").exists()


def test_level_option_picks_the_stored_row(run, tmp_path: Path) -> None:
    file, folder = tmp_path / "three.txt", tmp_path / "run"
    file.write_text(f"{EASY}\n{EIGHT_LINE}\n{STUCK}\n")
    code, out, _ = run("solve", "--level", "2", "--out", str(folder), "--json", str(file))
    assert (code, records(out)[0]["statuses"]) == (0, {"solved": 1})
    code, out, _ = run("library", "add", "--at", str(tmp_path / "library"), "--level", "2", "--json", str(file))
    assert (code, records(out)[0]["new"]) == (0, 1)
    parquet = next(str(path) for path in (tmp_path / "library").glob("*.parquet"))
    code, _, err = run("library", "add", "--at", str(tmp_path / "other"), "--level", "2", parquet)
    assert (code, err) == (2, f"unjam: {parquet}: there is no level 2; the file has only one\n")


@pytest.mark.parametrize("command", ["solve", "rate"])
@pytest.mark.parametrize(
    "text", ["1 2 0 3 4 5 6 7 8", "#####\n#@$.#\n#####", "oooooooooBooAAoBoooooooooooooooooooo\n" * 9]
)
def test_level_text_as_file_name_points_to_stdin(run, command: str, text: str) -> None:
    code, _, err = run(command, text)
    assert code == 2
    assert err.count("\n") == 1
    assert err.endswith(f"send it to standard input: echo '…' | unjam {command} -\n")
