"""The command line follows docs/formats.md: JSON keys, exit codes, one line per fault."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from math import exp
from pathlib import Path

import pytest
from command_line import BAD, EASY, EIGHT, EIGHT_LINE, HALL, STUCK, THREE_LINE, records
from interrupts import start_interruptible

from unjam.cli import COMMANDS
from unjam.core.puzzle import PuzzleError
from unjam.families import detect

KEYS = [
    "index", "title", "family", "status", "metric", "cost", "optimal", "lower_bound", "moves", "expanded", "generated",
    "seconds", "algorithm", "reason",
]  # fmt: skip


def test_solve_json_has_the_documented_keys(run) -> None:
    code, out, err = run("solve", "--json", stdin=EIGHT)
    assert (code, err) == (0, "")
    (record,) = records(out)
    assert list(record) == KEYS
    assert (record["status"], record["cost"], record["optimal"], record["lower_bound"]) == ("solved", 8, True, 8)
    assert record["algorithm"] == "native"
    assert len(record["moves"]) == 8
    assert record["reason"] is None
    (steps,) = records(run("solve", "--json", "--metric", "steps", stdin=EIGHT)[1])
    assert steps["cost"] == 16 == sum(abs(int(move[1:])) for move in steps["moves"])


def test_every_level_is_answered_and_the_worst_code_wins(run, tmp_path: Path) -> None:
    file = tmp_path / "levels.txt"
    file.write_text(f"{EASY}\n{STUCK}\n")
    code, out, _ = run("solve", str(file), "--json")
    assert code == 1
    assert [r["status"] for r in records(out)] == ["solved", "unsolvable"]
    file.write_text(f"{EASY}\n{BAD}\n{STUCK}\n")
    code, out, err = run("solve", str(file), "--json")
    assert code == 2
    assert [r["status"] for r in records(out)] == ["solved", "invalid", "unsolvable"]
    assert [r["index"] for r in records(out)] == [0, 1, 2]
    assert err.startswith(f"{file}: level 2, line 2, column ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("levels", "worst"), [
    ((EIGHT_LINE, BAD), 2), ((EIGHT_LINE, STUCK), 3), ((STUCK, EIGHT_LINE), 3), ((STUCK, BAD), 2),
    ((STUCK, EIGHT_LINE, BAD), 2),
])  # fmt: skip
def test_bad_input_counts_before_a_limit_and_a_limit_before_no_solution(run, levels, worst, tmp_path: Path) -> None:
    file = tmp_path / "levels.txt"
    file.write_text("".join(f"{level}\n" for level in levels))
    code, out, _ = run("solve", str(file), "--json", "--memory-limit", "20K")
    verdicts = {EIGHT_LINE: "gave_up", STUCK: "unsolvable", BAD: "invalid"}
    assert [record["status"] for record in records(out)] == [verdicts[level] for level in levels]
    assert code == worst


def test_limit_gives_up_with_code_3_and_a_bound(run) -> None:
    code, out, _ = run("solve", "--json", "--algorithm", "astar", "--time-limit", "0.2", stdin=HALL)
    (record,) = records(out)
    assert (code, record["status"]) == (3, "gave_up")
    assert record["cost"] is None
    assert record["moves"] == []
    assert record["lower_bound"] > 0
    assert "time limit" in record["reason"]


def test_limit_before_the_proof_gives_a_solution_and_a_bound(run) -> None:
    code, out, _ = run("solve", "--json", "--memory-limit", "12M", stdin=HALL)
    (record,) = records(out)
    assert (code, record["status"], record["optimal"]) == (3, "gave_up", False)
    assert 0 < record["lower_bound"] < record["cost"]
    assert len("".join(record["moves"])) == record["cost"]
    assert "memory limit" in record["reason"]
    code, out, _ = run("solve", "--json", "--memory-limit", "8M", stdin=HALL)
    assert code == 3
    assert "memory limit" in records(out)[0]["reason"]


def test_json_of_explore_compare_rate_and_moves(run) -> None:
    (space,) = records(run("explore", "--json", stdin=EIGHT)[1])
    assert list(space) == ["index", "family", "states", "goals", "lost", "max_distance", "histogram", "hardest"]
    assert space["states"] == 1247 == sum(space["histogram"]) + space["lost"]
    rows = records(run("compare", "--json", stdin=EIGHT)[1])
    assert list(rows[0]) == [
        "index", "algorithm", "heuristic", "status", "cost", "optimal", "expanded", "generated", "max_frontier",
        "seconds",
    ]  # fmt: skip
    expanded = {row["heuristic"]: row["expanded"] for row in rows if row["algorithm"] == "astar"}
    assert expanded["two-level"] <= expanded["blocking"] <= expanded["zero"]
    assert all(row["cost"] == 8 for row in rows if row["optimal"])
    assert not any(row["optimal"] for row in rows if row["heuristic"] == "two-level")
    (rating,) = records(run("rate", "--json", stdin=EIGHT)[1])
    keys = ["index", "family", "score", "level", "model", "features", "contributions"]
    assert list(rating) == [*keys, "low", "high", "calibrated", "why"]
    assert rating["low"] < rating["score"] < rating["high"]
    assert rating["model"] == "human"
    assert rating["score"] == pytest.approx(exp(sum(rating["contributions"].values())))
    (rating,) = records(run("rate", "--model", "classic", "--json", stdin=EIGHT)[1])
    assert list(rating) == keys
    assert list(rating["features"]) == ["moves", "cars", "cars_moved", "symmetry", "solution"]
    (moves,) = records(run("moves", "--json", stdin=EIGHT)[1])
    assert "2+1" in moves["moves"]


def test_json_of_trace_show_and_convert(run, tmp_path: Path) -> None:
    (traced,) = records(run("trace", "--json", stdin="4 2 5 1 7 8 3 6 0")[1])
    assert list(traced) == [
        "index", "family", "algorithm", "heuristic", "status", "metric", "cost", "states", "visited", "file", "reason",
    ]  # fmt: skip
    assert (traced["states"], len(traced["visited"]), traced["visited"][0]) == (11, 11, "4 2 5\n1 7 8\n3 6 0")
    file = tmp_path / "trace.txt"
    (traced,) = records(run("trace", "--json", "-o", str(file), stdin="4 2 5 1 7 8 3 6 0")[1])
    assert (traced["visited"], traced["file"]) == (None, str(file))
    assert file.read_text().endswith("\n11\n")
    (shown,) = records(run("show", "--json", stdin=EASY)[1])
    assert list(shown) == ["index", "title", "family", "board", "files"]
    picture = str(tmp_path / "a.svg")
    code, out, err = run("show", "--solution", "--svg", picture, "--json", stdin=EASY)
    (shown,) = records(out)
    assert (code, err, shown["files"], shown["status"], shown["optimal"]) == (0, "", [picture], "solved", True)
    assert len(shown["moves"]) == len(shown["boards"]) == shown["cost"]
    code, out, _ = run("show", "--solution", "--json", stdin=STUCK)
    assert (code, records(out)[0]["status"], records(out)[0]["moves"]) == (1, "unsolvable", [])
    lines = records(run("convert", "--to", "line", "--json", stdin=f"{EASY}\n{STUCK}\n")[1])
    assert lines == [
        {"index": i, "title": None, "family": "rushhour", "format": "line", "text": text}
        for i, text in enumerate((EASY, STUCK))
    ]


@pytest.mark.parametrize("command", ["solve", "rate", "explore", "compare", "show"])
def test_several_workers_answer_in_order(run, command: str) -> None:
    files = f"{EASY}\n{BAD}\n{THREE_LINE if command == 'compare' else EIGHT_LINE}\n" * 3  # compare runs every search
    alone = run(command, "--json", "--workers", "1", "--quiet", stdin=files)
    together = run(command, "--json", "--workers", "3", "--quiet", stdin=files)
    assert alone[0] == together[0] == 2
    assert together[2] == alone[2]
    assert together[2].count("\n") == 3

    def timeless(text: str) -> list[dict]:
        return [{key: value for key, value in row.items() if key != "seconds"} for row in records(text)]

    assert timeless(together[1]) == timeless(alone[1])


def test_quiet_prints_only_the_answer(run, tmp_path: Path) -> None:
    assert run("show", "--svg", str(tmp_path / "a.svg"), "--quiet", stdin=EASY) == (0, "", "")
    assert run("trace", "-o", str(tmp_path / "a.txt"), "--quiet", stdin=EASY) == (0, "", "")
    assert run("solve", "--quiet", stdin=EASY)[1] == run("solve", stdin=EASY)[1].split("\n", 1)[1]


def test_words_of_several_levels_are_separated(run) -> None:
    _, out, _ = run("solve", "--show", "words", stdin="1 2 0 3 4 5 6 7 8\n2 1 0 3 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n")
    lines = [line if line.startswith(("Slide", "Level")) else "" for line in out.splitlines()]
    heads = [line.partition(" · ")[0] for line in lines]
    assert heads == ["Level 1", "Slide tile 2 right", "Slide tile 1 right", "", "Level 2", "", "Level 3",
                     "Slide tile 1 right"]  # fmt: skip


def test_interrupted_exploration_reports_what_is_known(run) -> None:
    code, out, _ = run("explore", "--memory-limit", "10K", stdin=EIGHT_LINE)
    assert code == 3
    assert "gave up: the memory limit of 10,240 bytes was reached; at least " in out
    (space,) = records(run("explore", "--json", "--memory-limit", "10K", stdin=EIGHT_LINE)[1])
    assert (space["goals"], space["lost"], space["max_distance"], space["histogram"]) == (None, None, None, [])


def test_trace_uses_the_labels_of_the_file(run) -> None:
    _, out, _ = run("trace", "--algorithm", "astar", "-o", "-", stdin=EIGHT)
    assert out.startswith("22...5\n6..7.5\n6117.5\n6..7..\n8...33\n8.444.\n\n")
    long = EIGHT.replace("\n8 v", "\nlorry v")
    assert run("trace", "--algorithm", "astar", "-o", "-", stdin=long)[1].splitlines()[4:6] == [
        "lorry     .     .     .     3     3",
        "lorry     .     4     4     4     .",
    ]


def test_convert_survives_a_round_trip_through_all_formats(run) -> None:
    _, grid, _ = run("convert", "--to", "grid", stdin=EASY)
    _, listed, _ = run("convert", "--to", "list", stdin=grid)
    _, line, _ = run("convert", "--to", "line", stdin=listed)
    assert len(grid.split()) == 6
    assert listed.split()[0] == "6"
    assert line.strip().replace(".", "o") == EASY


def test_convert_keeps_titles_and_numbers(run) -> None:
    board = "#####\n#@$.#\n#####\n"
    text = f"; One\n{board}Author: A\n\n{board}\n; Three\n{board}Comment: short\n"
    code, sok, _ = run("convert", "--to", "sok", stdin=text)
    assert code == 0
    assert sok == f"{board}Title: One\nAuthor: A\n\n{board}\n{board}Title: Three\nComment: short\n"
    assert run("convert", "--to", "sok", stdin=sok)[1] == sok
    assert [row["title"] for row in records(run("solve", "--json", stdin=sok)[1])] == ["One", None, "Three"]
    _, rle, _ = run("convert", "--to", "rle", stdin=sok)
    assert [row["cost"] for row in records(run("solve", "--json", stdin=rle)[1])] == [1, 1, 1]
    lines = f"12 {EASY} 3670 17\n{EASY}\n"
    assert run("convert", "--to", "line", stdin=lines)[1] == lines


@pytest.mark.parametrize(
    ("argv", "stdin", "words"),
    [
        (["solve"], "", "contains no level"),
        (["solve"], b"\x00\x01\x02", "not a text file"),
        (["solve", "--family", "chess"], EASY, "unknown family 'chess'"),
        (["solve", "--metric", "miles"], EASY, "no metric 'miles'"),
        (["solve", "--algorithm", "magic"], EASY, "unknown algorithm 'magic'"),
        (["solve", "--algorithm", "astar", "--heuristic", "luck"], EASY, "no heuristic 'luck'"),
        (["solve", "--time-limit", "soon"], EASY, "not a time"),
        (["solve", "--memory-limit", "much"], EASY, "not a size"),
        (["solve", "no-such-file.txt"], "", "no such file"),
        (["solve", "--nonsense"], EASY, "--nonsense"),
        (["sovle"], EASY, "did you mean 'solve'? (see 'unjam --help')\n"),
        (["compare", "--algorithms", "bfs,foo"], EASY, "unknown algorithm 'foo'"),
        (["compare", "--algorithms", "bfs,bidirectional", "--metric", "miles"], EASY, "no metric 'miles'"),
        (["show", "--png", "a.svg"], EASY, "--png writes a .png file, but 'a.svg' ends in .svg"),
        (["show", "--svg", "a.gif"], EASY, "ends in .gif"),
        (["show", "--gif", "a.PNG"], EASY, "ends in .png"),
        (["explore", "--plot", "a.gif"], EASY, "a plot is written as .svg or .png"),
        (["convert", "--to", "sok"], EASY, "no format 'sok'"),
        (["solve"], "hello there", "--family"),
        (["solve", "--count"], EASY, "--count"),
        (["solve", "--count", "--first", "B"], "board 2 2\nA 2x1 2\n", "choose one of: A; see"),
        (["solve", "--goal", "last"], EASY, "does not take 'goal'"),
        (["solve", "--tables", "huge"], "1 0 2 3", "choose one of: default, large"),
        (["solve", "--algorithm", "bfs", "--heuristic", "blocking"], EASY, "bfs uses no heuristic"),
        (["solve", "--algorithm", "native", "--heuristic", "blocking"], EASY, "native uses no heuristic"),
        (
            ["solve", "--algorithm", "native", "--heuristic", "misplaced"],
            "1 0 2 3",
            "cannot use the heuristic 'misplaced'",
        ),
        (["trace", "--algorithm", "native", "-o", "-"], EASY, "choose one of: bfs, dfs"),
        (["trace"], EASY, "-o"),
        (["trace", "--json", "-o", "-"], EASY, "choose one"),
        (["show", "--all"], EASY, "--svg"),
        (["show", "--sheet", "a.pdf"], EASY, "--sheet writes a .html file, but 'a.pdf' ends in .pdf"),
        (["show", "--sheet", "a.html", "--svg", "a.svg"], EASY, "--sheet writes a file of its own"),
        (["show", "--per-page", "4"], EASY, "--sheet"),
        (["solve"], BAD, "standard input: level 1, line 1, column "),
    ],
)
def test_invalid_usage_prints_one_line_and_code_2(run, argv: list[str], stdin: str | bytes, words: str) -> None:
    code, out, err = run(*argv, stdin=stdin)
    assert code == 2
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_line_of_ten_megabytes_is_rejected_quickly(run) -> None:
    code, _, err = run("solve", stdin="A" * 10_000_000)
    assert code == 2
    assert len(err) < 500


def test_pictures_are_written_completely_or_not_at_all(run, tmp_path: Path) -> None:
    for option, magic in (("--svg", b"<svg"), ("--png", b"\x89PNG"), ("--gif", b"GIF89a")):
        file = tmp_path / f"board{option[2:]}"
        assert run("show", option, str(file), stdin=EIGHT)[0] == 0
        assert file.read_bytes().startswith(magic)
    code, _, err = run("show", "--svg", str(tmp_path / "nowhere" / "x.svg"), stdin=EIGHT)
    assert code == 2
    assert err.count("\n") == 1
    existing = tmp_path / "kept.gif"
    existing.write_text("old")
    assert run("show", "--gif", str(existing), stdin=STUCK)[0] == 1
    assert existing.read_text() == "old"


def test_sheet_has_every_level_and_the_solutions_apart(run, tmp_path: Path) -> None:
    """Numbers and titles stay with the levels; a title is text, and a level that cannot be read leaves a gap."""
    sok = "#####\n#@$.#\n#####\nTitle: <One> & only\n\n#####\n#@@$#\n#####\n\n######\n#@$ .#\n######\nTitle: Two\n"
    (tmp_path / "Monday.sok").write_text(sok)
    file = tmp_path / "sheet.html"
    code, _, err = run("show", str(tmp_path / "Monday.sok"), "--sheet", str(file), "--per-page", "1", "--solution")
    assert code == 2  # the second level has two players
    assert "2 levels" in err
    text = file.read_text(encoding="utf-8")
    assert text.count('<section class="sheet">') == 2
    assert "<b>1</b><span>&lt;One&gt; &amp; only</span><small>Beginner</small>" in text
    assert re.search(r"<h1>Monday</h1><span>Page 2 of 2</span>", text)
    _, _, apart = text.partition('<section class="solutions">')
    assert re.findall("<li>(.*?)</li>", apart) == [
        "<b>1 · &lt;One&gt; &amp; only</b> 1 move R",
        "<b>3 · Two</b> 2 moves RR",
    ]
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)  # needs nothing else
    code, out, _ = run("show", "packing/bread-and-butter", "--sheet", str(file), "--solution", "--json", "--lang", "fr")
    assert (code, records(out)) == (0, [{"levels": 1, "files": [str(file)]}])
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg ") == 2  # the level and the finished board
    assert '<html lang="fr">' in text
    assert "<h1>Solutions</h1>" in text
    assert "Page 1 sur 1" in text
    code, out, _ = run("show", "--sheet", "-", stdin=STUCK)
    assert (code, "solutions" in out) == (0, False)
    assert "<li>" not in out


def test_gif_shows_step_and_difficulty_at_the_chosen_pace(run, tmp_path: Path, monkeypatch) -> None:
    from PIL import Image

    from unjam.pictures import gif

    captions: list[str] = []
    draw = gif.gif
    monkeypatch.setattr(gif, "gif", lambda scenes, **more: captions.extend(more["captions"]) or draw(scenes, **more))

    def seconds(*more: str) -> float:
        file = tmp_path / "solution.gif"
        assert run("show", "--gif", str(file), *more, stdin=EASY)[0] == 0
        with Image.open(file) as film:
            return sum(film.seek(frame) or film.info["duration"] for frame in range(film.n_frames)) / 1000

    slow, fast = seconds("--pace", "4"), seconds("--pace", "0.2")
    assert captions[:3] == ["beginner · step 0 of 2", "beginner · step 1 of 2", "beginner · step 2 of 2"]
    assert slow > fast + 2 * 3
    code, _, err = run("show", "--pace", "1", stdin=EASY)
    assert (code, err.count("\n")) == (2, 1)


def test_solve_shows_words_and_boards(run) -> None:
    _, out, _ = run("solve", "--show", "boards", stdin=EIGHT)
    assert "8. Move car 1 3 cells right" in out
    _, words, err = run("solve", "--show", "words", stdin=EIGHT)
    assert (len(words.splitlines()), err) == (9, "")
    assert words.splitlines()[0].startswith("Rush Hour: solved in 8 moves")  # as without --show
    assert run("solve", "--show", "words", "--quiet", stdin=EIGHT)[1] == words.split("\n", 1)[1]


@pytest.mark.parametrize("options", [["--show", "words,boards"], ["--show", "boards", "--show", "words"]])
def test_words_and_boards_are_shown_together(run, options: list[str]) -> None:
    code, out, err = run("solve", *options, "--style", "matrix", stdin=EIGHT)
    matrices = run("solve", "--show", "boards", "--style", "matrix", "--quiet", stdin=EIGHT)[1].strip().split("\n\n")
    sentences = run("solve", "--show", "words", "--quiet", stdin=EIGHT)[1].splitlines()
    assert code == 0
    assert out.rstrip().endswith("\n\n".join(f"{a}\n{b}" for a, b in zip(sentences, matrices[1:], strict=True)))
    assert out.rstrip().endswith("\n8")
    framed = run("solve", *options, "--quiet", stdin=EIGHT)[1]
    assert [line for line in framed.splitlines() if line.startswith("Move ")] == sentences
    assert [int(line) for line in framed.splitlines() if line.isdigit()] == list(range(9))
    code, _, err = run("solve", "--show", "moves,words", stdin=EIGHT)
    assert (code, err.count("\n")) == (2, 1)
    assert run("solve", "--show", "pictures", stdin=EIGHT)[0] == 2


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("board 2 2\nA 2x2\n", "packing"),
        ("board\n##\n##\nA 2x2\n", "packing"),
        ("Board of Directors\n#####\n#@$.#\n#####\n", "sokoban"),
        ("A.\n..\ngoal A at 1,1\n", "blocks"),
        ("The goal of this level, looked at twice\n#####\n#@$.#\n#####\n", "sokoban"),
        (EIGHT, "rushhour"),
        (EIGHT.replace("1 h", "1 H"), "rushhour"),
        ("5\n3\nWWWWW\nW+B.W\nWWWWW\n", "sokoban"),
        ("1 2 0 3 4 5 6 7 8", "tiles"),
        ("1 2 0 3 4 x 6 7 8", "tiles"),
        ("12 oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo 3670 17", "rushhour"),
        ("3#3_#|", "sokoban"),
    ],
)
def test_family_is_detected_from_the_text(text: str, family: str) -> None:
    assert detect(text) == family


SHED = "#####\n#@$.#\n#####\n"
LOT = "AAoooo\noooooo\noooooo\noooooo\noooooo\noooooo\n"


def test_two_families_in_one_drawing_need_the_family_option(run) -> None:
    code, _, err = run("solve", stdin=SHED + LOT)
    assert code == 2
    assert "--family" in err
    with pytest.raises(PuzzleError, match="--family"):
        detect(f"{SHED}\n{LOT}")  # one name for both would be wrong; apart, each is read by its own family
    assert run("solve", stdin=f"{SHED}\n{LOT}")[0] == 0


def test_every_command_has_help(run) -> None:
    for command in COMMANDS:
        code, out, _ = run(command, "--help")
        assert code == 0
        assert "Usage: unjam" in out


def test_check_and_improve_have_only_relevant_options(run) -> None:
    solves, checks, improves = (run(name, "--help")[1] for name in ("solve", "check", "improve"))
    assert all(name in solves for name in ("--style", "--seed", "--first", "--tables", "--target"))
    assert all(name in checks for name in ("--tables", "--target", "--goal"))
    assert not any(name in checks for name in ("--style", "--seed", "--first"))
    assert not any(name in improves for name in ("--style", "--seed", "--first", "--tables", "--target", "--goal"))


def test_trace_writes_every_state_and_their_number(run, tmp_path: Path) -> None:
    file = tmp_path / "trace.txt"
    for algorithm in ("bfs", "astar", "idastar", "hillclimb", "bidirectional"):
        assert run("trace", "--algorithm", algorithm, "-o", str(file), stdin=EASY)[0] == 0
        *states, count = file.read_text().split("\n\n")
        assert int(count) == len(states) >= 2
    file.unlink()
    assert run("trace", "-o", str(file), stdin=STUCK)[0] == 1
    assert not file.exists()


def test_ctrl_c_stops_a_native_search(tmp_path: Path) -> None:
    file = tmp_path / "hall.xsb"
    file.write_text(HALL)
    command = [sys.executable, "-c", "from unjam.cli import main; main()", "solve", str(file), "--memory-limit", "1G"]
    with start_interruptible(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            time.sleep(1.5)
            assert process.poll() is None, process.communicate()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_title_survives_show_and_solve(run) -> None:
    _, shown, _ = run("show", "rushhour/first-gear")
    _, out, _ = run("solve", stdin=shown)
    assert out.startswith("First Gear · Rush Hour: solved")


def test_immovable_piece_lists_the_choices(run) -> None:
    code, out, err = run("moves", "sokoban/after-you", "--piece", "box")
    assert (code, out) == (0, "After you · Sokoban: 0 legal moves\n")
    assert err.strip() == "the pieces are: box@2,3, box@3,3, player"


def test_sokoban_cells_are_counted_inside_the_wall(run) -> None:
    level = "#####\n#+$.#\n#$  #\n#####\n"
    _, _, err = run("convert", "--to", "brd", stdin=level)
    assert "(row 1, column 1)" in err
    _, out, _ = run("solve", stdin="#####\n#@ $#\n#  .#\n#####\n")
    assert "the box at row 1, column 3" in out
