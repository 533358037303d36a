"""The Python interface: what can be handed over, moves by their notation, and names that are there when looked for."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

import unjam
from unjam.levels import bundled

BOARD = "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo"
COLLECTION = "#####\n#@$.#\n#####\nTitle: One push\nAuthor: Nobody\n\n######\n#@ $.#\n######\nTitle: One walk\n"
CLASSES = {
    "rushhour": "RushHour", "tiles": "Tiles", "blocks": "Blocks", "sokoban": "Sokoban", "packing": "Packing"
}  # fmt: skip


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "two.sok"
    path.write_text(COLLECTION, encoding="utf-8")
    return path


# -- reading


def test_read_takes_text_a_path_and_an_open_file(collection: Path) -> None:
    expected = unjam.read(COLLECTION)
    assert len(expected) == 2
    assert unjam.read(collection) == expected
    assert unjam.read(str(collection)) == expected
    with collection.open(encoding="utf-8") as file:
        assert unjam.read(file) == expected
    with collection.open("rb") as binary:
        assert unjam.read(binary) == expected
    assert unjam.read(io.StringIO(COLLECTION)) == expected


def test_read_takes_the_name_of_a_level_that_comes_with_unjam() -> None:
    (level,) = unjam.read_levels("rushhour/market-day")
    assert (level.title, [level.puzzle]) == ("Market Day", unjam.read("Rushhour/Market-Day"))
    with pytest.raises(unjam.PuzzleError, match="there is no such file"):
        unjam.read("rushhour/no-such-day")


def test_each_level_of_a_mixed_text_is_read_by_its_own_family() -> None:
    text = "1 2 0 3 4 5 6 7 8\n\n#####\n#@$.#\n#####\n\n0 2 1 3 4 5 6 7 8\n"
    levels = unjam.read_levels(text, goal="last")
    assert [(level.index, level.line, level.puzzle and level.puzzle.family) for level in levels] == [
        (0, 1, "tiles"), (1, 3, "sokoban"), (2, 7, "tiles"),
    ]  # fmt: skip
    with pytest.raises(unjam.Unsupported, match="does not take 'gaol'"):
        unjam.read(text, gaol="last")


def test_levels_keep_titles_notes_and_errors(collection: Path) -> None:
    levels = unjam.read_levels(collection)
    assert [level.title for level in levels] == ["One push", "One walk"]
    assert "Nobody" in levels[0].notes.values()
    broken = unjam.read_levels("#####\n#@$.#\n#####\n\n#####\n#@@.#\n#####\n")
    assert [level.error is None for level in broken] == [True, False]
    with pytest.raises(unjam.PuzzleError):
        unjam.read("#####\n#@@.#\n#####\n")


def test_a_file_in_latin_1_with_a_mark_is_read_as_the_shell_reads_it(tmp_path: Path) -> None:
    old = tmp_path / "old.sok"
    old.write_bytes("#####\n#@$.#\n#####\nTitle: Café\n".encode("latin-1"))
    assert unjam.read_levels(old)[0].title == "Café"
    old.write_bytes(b"\x00\x01")
    with pytest.raises(unjam.PuzzleError, match="not a text file"):
        unjam.read(old)


@pytest.mark.parametrize("name", ["levels.txt", "no/such/LEVELS.sok", "./A.xsb"])
def test_a_file_that_is_not_there_is_said_to_be_missing(name: str) -> None:
    with pytest.raises(unjam.PuzzleError, match="there is no such file"):
        unjam.read(name)
    with pytest.raises(FileNotFoundError):
        unjam.read(Path(name))


@pytest.mark.parametrize("wrong", [7, None, [BOARD], b"1 2 0"])
def test_what_cannot_be_read_is_told_what_is_expected(wrong: object) -> None:
    with pytest.raises(TypeError, match="expected a text, a path or an open file"):
        unjam.read(wrong)  # type: ignore[arg-type]


# -- one puzzle, however it is handed over


@pytest.mark.parametrize("verb", ["solve", "compare", "trace", "explore", "rate"])
def test_a_verb_takes_a_puzzle_a_level_a_text_and_a_path(verb: str, tmp_path: Path) -> None:
    text = "1 2 0 3 4 5 6 7 8"
    path = tmp_path / "eight.txt"
    path.write_text(text)
    ask = getattr(unjam, verb)
    given = [unjam.read(text)[0], unjam.read_levels(text)[0], text, path, str(path)]
    options = {"algorithms": "bfs"} if verb == "compare" else {}
    answers = [ask(each, **options) for each in given]
    said = {
        "solve": lambda answer: answer.moves,
        "compare": lambda answer: [row.cost for row in answer],
        "trace": lambda answer: answer.text(),
        "explore": lambda answer: answer.histogram,
        "rate": lambda answer: answer.score,
    }[verb]
    assert [said(answer) for answer in answers] == [said(answers[0])] * len(given)


def test_many_take_levels_and_texts_too() -> None:
    levels = unjam.read_levels(COLLECTION)
    assert [result.cost for result in unjam.solve_many(levels)] == [1, 2]
    assert [rating.family for rating in unjam.rate_many([BOARD, levels[0]])] == ["rushhour", "sokoban"]


def test_more_than_one_level_is_not_one() -> None:
    with pytest.raises(unjam.PuzzleError, match="2 levels; expected one"):
        unjam.solve(COLLECTION)
    with pytest.raises(TypeError, match="expected one puzzle, not several"):
        unjam.solve(unjam.read(COLLECTION))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a puzzle, a level, a text or a path, not int"):
        unjam.solve(7)  # type: ignore[arg-type]


# -- moves by their notation


@pytest.mark.parametrize("family", CLASSES)
def test_a_whole_solution_can_be_played_by_its_notation(family: str) -> None:
    board = unjam.family(family).parse(bundled(family)[0].board)
    moves = unjam.solve(board).moves
    names = board.notations(moves)
    assert board.play(" ".join(names)).is_solved()
    assert board.from_notation(" ".join(names))[-1] == moves[-1]
    position = board
    for name in names:
        position = position.play(name)
    assert position.is_solved()
    assert unjam.Game(board).play(*names).solved


@pytest.mark.parametrize("family", CLASSES)
def test_every_legal_move_is_found_by_its_notation(family: str) -> None:
    for level in bundled(family)[:3]:
        board = unjam.family(family).parse(level.board)
        for move in board.moves():
            assert board.play(board.notation(move)) == board.play(move)


def test_a_wrong_notation_lists_what_can_be_played() -> None:
    board = unjam.read(BOARD)[0]
    assert board.play("C+2") == board.play(unjam.Move("C", (0, 4)))
    assert board.play("c+2") == board.play("C+2")
    with pytest.raises(unjam.IllegalMove, match=r"'C\+9' cannot be played here; possible: C\+1, C\+2, D-1, H\+1"):
        board.play("C+9")
    with pytest.raises(unjam.IllegalMove, match="cannot be played here: nothing can move"):
        unjam.Packing.parse("board 1 1\nA 1x1\nA @ 0,0").play("A@0,0")
    many = unjam.Packing.parse("board 9 9\nA 1x1 81\n")
    with pytest.raises(unjam.IllegalMove, match="and 41 others"):
        many.play("A@9,9")


def test_sokoban_takes_letters_with_and_without_spaces() -> None:
    level = unjam.Sokoban.parse("######\n#@ $.#\n######")
    assert level.play("rR") == level.play("r R") == level.play("rr")
    with pytest.raises(unjam.IllegalMove, match="'u' cannot be played here; possible: r"):
        level.play("u")


def test_a_game_that_meets_a_wrong_move_stays_as_it_was() -> None:
    game = unjam.Game(BOARD)
    with pytest.raises(unjam.IllegalMove):
        game.play("C+2", "C+9")
    assert (game.moves, str(game.position)) == ((), BOARD)


# -- names


def test_compare_takes_one_name_several_or_a_list() -> None:
    for named in ("bfs", ["bfs"], ("bfs",)):
        assert [row.algorithm for row in unjam.compare(BOARD, algorithms=named)] == ["bfs"]
    table = unjam.compare(BOARD, algorithms="bfs, astar", heuristics="zero,blocking")
    assert [(row.algorithm, row.heuristic) for row in table] == [
        ("bfs", None), ("astar", "zero"), ("astar", "blocking"),
    ]  # fmt: skip
    assert len(unjam.compare(BOARD, algorithms=[])) == 0
    with pytest.raises(unjam.Unsupported, match="no algorithm 'bsf'"):
        unjam.compare(BOARD, algorithms="bsf")


@pytest.mark.parametrize("family", CLASSES)
def test_a_repr_can_be_typed_again(family: str) -> None:
    names: dict[str, object] = {}
    exec("from unjam import *", names)
    for level in bundled(family)[:2]:
        board = unjam.family(family).parse(level.board)
        assert repr(board).startswith(f"{CLASSES[family]}.parse(")
        assert eval(repr(board), names) == board
    assert getattr(unjam, CLASSES[family]) is unjam.family(family)


def test_the_families_are_loaded_when_asked_for() -> None:
    code = (
        "import sys, unjam; loaded = {f'unjam.families.{n}' for n in unjam.FAMILIES} & {*sys.modules};"
        "assert not loaded and 'unjam.game' not in sys.modules, loaded;"
        "unjam.RushHour, unjam.Game; assert 'unjam.families.rushhour' in sys.modules;"
        "assert 'unjam.families.tiles' not in sys.modules; assert 'Tiles' in dir(unjam);"
        "import unjam.trace, unjam.levels; assert callable(unjam.trace)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="has no attribute 'Chess'"):
        unjam.Chess  # noqa: B018


def test_counting_needs_no_limits() -> None:
    level = unjam.Packing.parse("board 2 2\nA 1x2 2\n")
    assert unjam.count_solutions(level).solutions == level.count_solutions().solutions == 1


@pytest.mark.parametrize("verb", ["solve", "solutions", "count_solutions"])
def test_misspelt_options_are_refused(verb: str) -> None:
    level = unjam.Packing.parse("board 2 2\nA 1x2 2\n")
    with pytest.raises(unjam.Unsupported, match="does not take 'limts'"):
        getattr(unjam, verb)(level, limts=unjam.Limits())
    with pytest.raises(unjam.Unsupported, match="does not take 'gaol'"):
        unjam.read("1 2 0 3 4 5 6 7 8", gaol="last")


def test_a_family_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "counting_rules.py").write_text("STEP = 1\n")
    (tmp_path / "counting.py").write_text(
        "from unjam import Move, Puzzle, Scene\n"
        "import counting_rules\n"
        "class Counting(Puzzle):\n"
        "    family = 'counting'\n"
        "    def __init__(self, n): self.n = n\n"
        "    @classmethod\n"
        "    def parse(cls, text): return cls(int(text))\n"
        "    def __str__(self): return str(self.n)\n"
        "    def moves(self): return [Move('n', (0, self.n - counting_rules.STEP))]\n"
        "    def play(self, move):\n"
        "        from counting_rules import STEP\n"
        "        return Counting(self.n - STEP)\n"
        "    def is_solved(self): return self.n == 0\n"
        "    def scene(self): raise NotImplementedError\n"
    )
    command = [sys.executable, "-c", "from unjam.cli import main; main()", "solve", "--json", "-"]
    file = str(tmp_path / "counting.py")
    done = subprocess.run([*command, "--family", file], input="3", capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    assert '"cost": 3' in done.stdout


def test_a_verb_stays_a_function_when_its_module_is_imported_first() -> None:
    program = (
        "import unjam.rate, unjam.generate, unjam.check; from unjam.trace import Trace; import unjam\n"
        "print([callable(verb) for verb in (unjam.rate, unjam.generate, unjam.check, unjam.trace, unjam.compare)])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str([True] * 5)


def test_what_a_solver_does_not_need_is_not_loaded() -> None:
    program = "import sys, unjam, unjam.cli.solve; print([name for name in sys.modules if name.startswith('unjam.')])"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "unjam.solve" in said
    for name in ("generate", "rate", "check", "compare", "trace", "improve", "families.tiles", "families.sokoban"):
        assert f"'unjam.{name}'" not in said
