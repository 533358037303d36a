"""hint, estimate, prove-heuristic, trace and compare as a student uses them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from random_cases import choose

from unjam.core.puzzle import Puzzle, Result, Task

Run = Any
FAMILY_LEVELS = ("rushhour", "tiles", "blocks", "sokoban", "packing")
TINY = "#####\n#  .#\n# $@#\n#   #\n#####\n"
HEURISTICS = """
def boxes_left(board):
    return sum(box not in board.board.goals for box in board.boxes)

def too_high(board):
    return 0 if board.is_solved() else 50

def broken(board):
    return board.nonsense
"""


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    path = tmp_path / "tiny.xsb"
    path.write_text(TINY, encoding="utf-8")
    return str(path)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(HEURISTICS, encoding="utf-8")
    return str(path)


def first_level(run: Run, name: str) -> str:
    """Return the name of the first shipped level of a family."""
    return json.loads(run("levels", name, "--json")[1].splitlines()[0])["name"]


@pytest.mark.parametrize("name", FAMILY_LEVELS)
def test_hint_tells_where_then_why_then_the_move(run: Run, name: str) -> None:
    level = first_level(run, name)
    for steps, count in (("1", 1), ("2", 2), ("3", 3), ("all", 3)):
        code, out, err = run("hint", level, "--steps", steps, "--quiet")
        assert (code, err) == (0, "")
        assert len(re.findall("^  ", out, re.MULTILINE)) == count
    record = json.loads(run("hint", level, "--json")[1])
    assert record["status"] == "hint"
    assert record["look"].startswith("look at ")
    played = "".join(record["moves"]) if name == "sokoban" else " ".join(record["moves"])
    after = json.loads(run("hint", level, "--moves", played, "--json")[1])
    assert after["played"] == len(played if name == "sokoban" else record["moves"])
    assert (after["to_go"] or 0) < record["to_go"]
    for lang in choose(["fr"], ["es", "fr"]):
        assert "look at" not in run("hint", level, "--lang", lang)[1]


def test_hint_in_a_lost_game_tells_since_when(run: Run, tiny: str) -> None:
    code, out, _ = run("hint", tiny, "--moves", "uLdlU", "--quiet")
    assert code == 1
    assert "lost since move 3, D" in out
    assert "take back to move 2" in out
    record = json.loads(run("hint", tiny, "--moves", "uLdlU", "--json")[1])
    assert (record["status"], record["lost_since"], record["take_back_to"]) == ("lost", 3, 2)
    assert record["cells"]


def test_the_time_limit_of_a_hint_holds_for_all_its_searches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    now, searches = [0.0], list[float]()

    class Clock:
        """A clock on which only searches take time: all that they are given."""

        def __init__(self) -> None:
            self.start = now[0]

        def __call__(self) -> float:
            return now[0] - self.start

    def search(puzzle: Puzzle, task: Task, *rest: object) -> Result:
        assert task.limits.seconds is not None
        searches.append(task.limits.seconds)
        now[0] += task.limits.seconds
        return Result("gave_up", reason=task.limits.time_reached())

    for module in ("unjam.solving.solve", "unjam.cli.commands.hint"):
        monkeypatch.setattr(f"{module}.Stopwatch", Clock)
    monkeypatch.setattr("unjam.solving.solve.run_task", search)
    code, out, _ = run("hint", "sokoban/after-you", "--time-limit", "8", "--quiet")
    assert (code, out.count("within the limit")) == (3, 1)
    assert len(searches) > 3
    assert sum(searches) == pytest.approx(8, abs=0.1)


def test_hint_names_a_move_that_cannot_be_played(run: Run, tiny: str) -> None:
    code, out, err = run("hint", tiny, "--moves", "rrr")
    assert (code, out) == (2, "")
    assert "'r' cannot be played here" in err


def test_hint_of_a_solved_game(run: Run) -> None:
    code, out, _ = run("hint", "-", "--moves", "1", "--quiet", stdin="1 0 2 3 4 5 6 7 8")
    assert (code, "nothing left to do" in out) == (0, True)


@pytest.mark.parametrize("name", FAMILY_LEVELS)
def test_estimate_lists_every_heuristic(run: Run, name: str) -> None:
    code, out, _ = run("estimate", first_level(run, name))
    assert code == 0
    assert "proven" in out
    record = json.loads(run("estimate", first_level(run, name), "--json")[1])
    for each in record["estimates"]:
        assert each["heuristic"] in out
        assert not each["admissible"] or each["value"] <= record["distance"]


def test_prove_heuristic_gives_an_example(run: Run, tiny: str, mine: str) -> None:
    assert run("prove-heuristic", tiny)[0] == 0
    code, out, _ = run("prove-heuristic", tiny, "--heuristic", f"{mine}:boxes_left")
    assert (code, "admissible and consistent" in out) == (0, True)
    code, out, _ = run("prove-heuristic", tiny, "--heuristic", f"{mine}:too_high")
    assert code == 1
    assert "not admissible" in out
    assert "it says 50, the truth is" in out
    assert "@" in out.split("such as here")[1]
    record = json.loads(run("prove-heuristic", tiny, "--heuristic", f"{mine}:too_high", "--json")[1])
    assert record["overestimate"]["estimate"] == 50 > record["overestimate"]["distance"]
    assert run("prove-heuristic", "rushhour/market-day", "--time-limit", "0.01")[0] == 3


def test_a_heuristic_of_ones_own_in_compare_trace_and_solve(run: Run, tiny: str, mine: str, tmp_path: Path) -> None:
    own = f"{mine}:boxes_left"
    code, out, _ = run("compare", tiny, "--algorithms", "astar", "--heuristics", f"{own},simple")
    assert (code, own in out) == (0, True)
    code, _, err = run("trace", tiny, "--algorithm", "greedy", "--heuristic", own, "-o", str(tmp_path / "o.txt"))
    assert (code, "visited" in err) == (0, True)
    assert run("solve", tiny, "--heuristic", own)[0] == 0
    code, _, err = run("solve", tiny, "--heuristic", own, "--out", str(tmp_path / "run"))
    assert (code, err.count("\n")) == (2, 1)


def test_faults_in_a_heuristic_are_one_line(run: Run, tiny: str, mine: str) -> None:
    for name, part in (
        (f"{mine}:missing", "there is no function 'missing'"),
        (f"{mine}:broken", "line 9"),
        ("nowhere.py:h", "no such Python file"),
    ):
        code, out, err = run("prove-heuristic", tiny, "--heuristic", name)
        assert (code, out) == (2, ""), name
        assert part in err
        assert err.count("\n") == 1


def test_trace_as_lines_and_as_a_picture(run: Run, tmp_path: Path) -> None:
    lines, picture = tmp_path / "t.jsonl", tmp_path / "t.svg"
    assert run("trace", "rushhour/first-gear", "--algorithm", "astar", "-o", str(lines))[0] == 0
    steps = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    assert (steps[0]["parent"], steps[-1]["solved"]) == (None, True)
    for step in steps[1:]:
        assert step["cost"] == steps[step["parent"]]["cost"] + 1
    assert run("trace", "rushhour/first-gear", "--algorithm", "bfs", "-o", str(picture), "--nodes", "12")[0] == 0
    text = picture.read_text(encoding="utf-8")
    assert "12 · " in text
    assert "13 · " not in text


def test_pruning_in_solve_and_trace_shows_a_cut(run: Run, tmp_path: Path) -> None:
    level = "#######\n#     #\n# $ . #\n#  @  #\n#######\n"
    out = str(tmp_path / "o.txt")
    code, _, err = run("trace", "-", "--algorithm", "bfs", "--pruning", "corner,wall-line", "-o", out, stdin=level)
    assert code == 0
    assert re.search(r"wall-line cut \d+ moves?, such as [LURD] here:", err)
    codes = [
        run("solve", "-", "--pruning", rules, stdin=level)[0] for rules in ("corner", "corner,retraced", "nonsense")
    ]
    assert codes == [0, 0, 2]
    plain, pruned = (
        json.loads(run("solve", "-", "--algorithm", "bfs", *extra, "--json", stdin=level)[1])
        for extra in ((), ("--pruning", "corner,wall-line,retraced"))
    )
    assert plain["cost"] == pruned["cost"]
    assert pruned["expanded"] < plain["expanded"]


def test_compare_explains_its_table(run: Run) -> None:
    code, out, _ = run("compare", "rushhour/first-gear", "--algorithms", "bfs,dfs", "--explain")
    assert code == 0
    assert "The fewest moves are 5; bfs proves it. dfs finds a solution of 51 moves, about 10 times as long." in out


def test_boards_and_numbers_are_in_the_language_too(run: Run) -> None:
    words = {
        "es": ("meta: A en 0,2", "en espera: 1"),
        "fr": ("but\N{NO-BREAK SPACE}: A en 0,2", "en attente\N{NO-BREAK SPACE}: 1"),
    }
    for lang, (goal, waiting) in words.items():
        assert goal in run("hint", "blocks/two-suitcases", "--lang", lang)[1]
        assert waiting in run("hint", "packing/bread-and-butter", "--lang", lang)[1]
        searches = ("--algorithms", "bfs,astar", "--heuristics", "misplaced", "--explain")
        assert " 4,2 " in run("compare", "tiles/first-steps", *searches, "--lang", lang)[1]


def test_semicolons_are_those_of_the_language(run: Run, tmp_path: Path) -> None:
    (tmp_path / "astar.py").write_text(run("exercise", "astar")[1], encoding="utf-8")
    for lang in ("en", "es", "fr"):
        out = run("exercise", "astar", str(tmp_path / "astar.py"), "--lang", lang)[1]
        assert ("s\N{NARROW NO-BREAK SPACE}; " in out) is (lang == "fr")
        assert ("s; " in out) is (lang != "fr")
