"""The Python interface: accepted arguments, moves by notation, public names, clear type errors."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import unjam
from unjam.formats.shipped import bundled

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


def test_read_takes_text_path_or_open_file(collection: Path) -> None:
    expected = unjam.read(COLLECTION)
    assert len(expected) == 2
    assert unjam.read(collection) == expected
    assert unjam.read(str(collection)) == expected
    with collection.open(encoding="utf-8") as file:
        assert unjam.read(file) == expected
    with collection.open("rb") as binary:
        assert unjam.read(binary) == expected
    assert unjam.read(io.StringIO(COLLECTION)) == expected


def test_read_takes_the_name_of_a_shipped_level() -> None:
    (level,) = unjam.read_levels("rushhour/market-day")
    assert (level.title, [level.puzzle]) == ("Market Day", unjam.read("Rushhour/Market-Day"))
    with pytest.raises(unjam.PuzzleError, match="is neither a level nor a file"):
        unjam.read("rushhour/no-such-day")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("rushhour/market-dya", "; did you mean the level 'rushhour/market-day'?"),
        ("rushhour", "; 'unjam levels rushhour' lists the levels that come with unjam"),
        ("nothing/like-it.txt", "is neither a level nor a file"),
    ],
)
def test_read_suggests_a_similar_name(name: str, hint: str) -> None:
    with pytest.raises(unjam.PuzzleError) as refusal:
        unjam.read(name)
    assert str(refusal.value).endswith(hint)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_powershell_files_are_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes("1 2 0\r\n3 4 5\r\n6 7 8\r\n".encode(encoding))
    assert [str(board) for board in unjam.read(path)] == ["1 2 0\n3 4 5\n6 7 8"]
    path.write_bytes(b"\xff\xfe1")
    with pytest.raises(unjam.PuzzleError, match="not a text file"):
        unjam.read(path)


def test_mixed_text_is_read_family_by_family() -> None:
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


def test_latin_1_file_is_read(tmp_path: Path) -> None:
    old = tmp_path / "old.sok"
    old.write_bytes("#####\n#@$.#\n#####\nTitle: Café\n".encode("latin-1"))
    assert unjam.read_levels(old)[0].title == "Café"
    old.write_bytes(b"\x00\x01")
    with pytest.raises(unjam.PuzzleError, match="not a text file"):
        unjam.read(old)


@pytest.mark.parametrize("name", ["levels.txt", "no/such/LEVELS.sok", "./A.xsb"])
def test_missing_file_is_reported(name: str) -> None:
    with pytest.raises(unjam.PuzzleError, match="is neither a level nor a file"):
        unjam.read(name)
    with pytest.raises(FileNotFoundError):
        unjam.read(Path(name))


@pytest.mark.parametrize("wrong", [7, None, [BOARD], b"1 2 0"])
def test_read_rejects_wrong_types(wrong: object) -> None:
    with pytest.raises(TypeError, match="expected a text, a path or an open file"):
        unjam.read(wrong)  # type: ignore[arg-type]


# -- one puzzle, however it is handed over


@pytest.mark.parametrize("verb", ["solve", "compare", "trace", "explore", "rate"])
def test_verbs_take_puzzle_level_text_or_path(verb: str, tmp_path: Path) -> None:
    text = "1 2 0 3 4 5 6 7 8"
    path = tmp_path / "eight.txt"
    path.write_text(text)
    ask = getattr(unjam, verb)
    forms = [unjam.read(text)[0], unjam.read_levels(text)[0], text, path, str(path)]
    options = {"algorithms": "bfs"} if verb == "compare" else {}
    answers = [ask(each, **options) for each in forms]
    summary = {
        "solve": lambda answer: answer.moves,
        "compare": lambda answer: [row.cost for row in answer],
        "trace": lambda answer: answer.text(),
        "explore": lambda answer: answer.histogram,
        "rate": lambda answer: answer.score,
    }[verb]
    assert [summary(answer) for answer in answers] == [summary(answers[0])] * len(forms)


def test_solve_many_takes_levels_and_texts() -> None:
    levels = unjam.read_levels(COLLECTION)
    assert [result.cost for result in unjam.solve_many(levels)] == [1, 2]
    assert [rating.family for rating in unjam.rate_many([BOARD, levels[0]])] == ["rushhour", "sokoban"]


def test_several_levels_are_not_one_puzzle() -> None:
    with pytest.raises(unjam.PuzzleError, match="2 levels; expected one"):
        unjam.solve(COLLECTION)
    with pytest.raises(TypeError, match="expected one puzzle, not several"):
        unjam.solve(unjam.read(COLLECTION))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a puzzle, a level, a text or a path, not int"):
        unjam.solve(7)  # type: ignore[arg-type]


# -- moves by their notation


@pytest.mark.parametrize("family", CLASSES)
def test_solution_can_be_played_by_notation(family: str) -> None:
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
def test_every_legal_move_has_a_notation(family: str) -> None:
    for level in bundled(family)[:3]:
        board = unjam.family(family).parse(level.board)
        for move in board.moves():
            assert board.play(board.notation(move)) == board.play(move)


def test_wrong_notation_lists_possible_moves() -> None:
    board = unjam.read(BOARD)[0]
    assert board.play("C+2") == board.play(unjam.Move("C", (0, 4)))
    assert board.play("c+2") == board.play("C+2")
    with pytest.raises(unjam.IllegalMove, match=r"'C\+9' cannot be played here; possible: C\+1, C\+2, D-1, H\+1"):
        board.play("C+9")
    with pytest.raises(unjam.IllegalMove, match="cannot be played here: nothing can move"):
        unjam.Packing.parse("board 1 1\nA 1x1\nA @ 0,0 locked").play("A@0,0")
    many = unjam.Packing.parse("board 9 9\nA 1x1 81\n")
    with pytest.raises(unjam.IllegalMove, match="and 41 others"):
        many.play("A@9,9")


def test_sokoban_moves_with_and_without_spaces() -> None:
    level = unjam.Sokoban.parse("######\n#@ $.#\n######")
    assert level.play("rR") == level.play("r R") == level.play("rr")
    with pytest.raises(unjam.IllegalMove, match="'u' cannot be played here; possible: r"):
        level.play("u")


def test_illegal_move_leaves_the_game_unchanged() -> None:
    game = unjam.Game(BOARD)
    with pytest.raises(unjam.IllegalMove):
        game.play("C+2", "C+9")
    assert (game.moves, game.position) == ((), unjam.RushHour.parse(BOARD))


# -- names


def test_compare_takes_names_as_text_or_list() -> None:
    for named in ("bfs", ["bfs"], ("bfs",)):
        assert [row.algorithm for row in unjam.compare(BOARD, algorithms=named)] == ["bfs"]
    table = unjam.compare(BOARD, algorithms="bfs, astar", heuristics="zero,blocking")
    assert [(row.algorithm, row.heuristic) for row in table] == [
        ("bfs", None), ("astar", "zero"), ("astar", "blocking"),
    ]  # fmt: skip
    assert len(unjam.compare(BOARD, algorithms=[])) == 0
    with pytest.raises(unjam.Unsupported, match="unknown algorithm 'bsf'"):
        unjam.compare(BOARD, algorithms="bsf")


@pytest.mark.parametrize("family", CLASSES)
def test_repr_can_be_evaluated(family: str) -> None:
    names: dict[str, object] = {}
    exec("from unjam import *", names)
    for level in bundled(family)[:2]:
        board = unjam.family(family).parse(level.board)
        assert repr(board).startswith(f"{CLASSES[family]}.parse(")
        assert eval(repr(board), names) == board
    assert getattr(unjam, CLASSES[family]) is unjam.family(family)


def test_families_are_loaded_lazily() -> None:
    code = (
        "import sys, unjam; loaded = {f'unjam.families.{n}' for n in unjam.FAMILIES} & {*sys.modules};"
        "assert not loaded and 'unjam.solving.game' not in sys.modules, loaded;"
        "unjam.RushHour, unjam.Game; assert 'unjam.families.rushhour' in sys.modules;"
        "assert 'unjam.families.tiles' not in sys.modules; assert 'Tiles' in dir(unjam);"
        "import unjam.solving.trace, unjam.formats.shipped; assert callable(unjam.trace) and callable(unjam.levels)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="has no attribute 'Chess'"):
        _ = unjam.Chess


# -- what a person reads


def test_moves_results_and_games_print_readably() -> None:
    result = unjam.solve("1 2 0 3 4 5 6 7 8")
    assert [str(move) for move in result.moves] == ["2 to row 1, column 3", "1 to row 1, column 2"]
    assert str(unjam.Move("A", (0, 1), 2)) == "A to row 1, column 2, turn 2"
    assert str(result) == "solved in 2 moves, proven optimal: 2 1"
    assert str(unjam.solve("######\n#@ $.#\n######", metric="pushes")) == "solved in 1 push, proven optimal: rR"
    early = unjam.Result("gave_up", lower_bound=2, metric="moves", reason=unjam.Message("it was late"))
    assert str(early) == "gave up: it was late; at least 2 moves needed"
    assert str(unjam.solve("1 0 2 3 4 5 6 8 7")).startswith("no solution: ")
    moves = (unjam.Move("1", (0, 1)),)
    best = unjam.Result("gave_up", moves, 1, 1, metric="moves", reason=unjam.Message("it was late"))
    assert str(best) == "gave up: it was late; the best solution so far has 1 move"
    game = unjam.Game("1 2 0 3 4 5 6 7 8")
    assert repr(game) == "<Game of tiles, 0 moves played, not solved>"
    assert repr(game.play("2", "1")) == "<Game of tiles, 2 moves played, solved: 2 1>"
    assert repr(game.undo()) == "<Game of tiles, 1 move played, not solved: 2>"
    long = unjam.Game("######\n#@ $.#\n######").play("rl" * 30)
    assert repr(long) == f"<Game of sokoban, 60 moves played, not solved: …{'rl' * 10}>"


def test_result_is_true_if_solved() -> None:
    assert unjam.solve(BOARD)
    assert not unjam.solve("1 0 2 3 4 5 6 8 7")
    known = unjam.Result("gave_up", (unjam.Move("1", (0, 1)),), 1, 1)
    assert not known
    assert unjam.rate("1 0 2 3 4 5 6 8 7").outcome.status == "unsolvable"


@pytest.mark.parametrize("family", CLASSES)
def test_result_makes_a_record_without_its_puzzle(family: str) -> None:
    boards = [unjam.family(family).parse(level.board) for level in bundled(family)[:3]]
    for board, result in zip(boards, unjam.solve_many(boards, workers=2), strict=True):
        assert result.puzzle == board
        assert result.record() == result.record(board)
    with pytest.raises(TypeError, match=r"call record\(puzzle\)"):
        unjam.Result("solved").record()


def test_results_of_large_batches_have_their_puzzle() -> None:
    rng = Random(7)
    boards = [unjam.RushHour.random(rng, rows=5, cols=5, cars=4) for _ in range(2300)]  # so many go to processes
    for board, result in zip(boards, unjam.solve_many(boards, workers=2), strict=True):
        assert result.puzzle is board


def test_shipped_levels_are_listed() -> None:
    levels = unjam.levels()
    assert [level.family for level in levels] == sorted((level.family for level in levels), key=[*CLASSES].index)
    assert unjam.levels("tiles") == list(bundled("tiles"))
    first = unjam.levels("rushhour")[0]
    assert unjam.solve(first).cost == unjam.solve(first.name).cost == first.cost
    assert [result.cost for result in unjam.solve_many(unjam.levels("tiles")[:2])] == [
        level.cost for level in unjam.levels("tiles")[:2]
    ]
    assert first.board not in repr(first)
    with pytest.raises(unjam.Unsupported, match="unknown family 'chess'; choose one of: rushhour"):
        unjam.levels("chess")
    program = "import unjam; print(len(unjam.levels())); from unjam import levels; print(len(levels('tiles')))"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.split() == [str(len(levels)), str(len(unjam.levels("tiles")))]


def test_public_names_exist_without_extras() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = sys.modules['traitlets'] = None\n"
        "from unjam import *\n"
        "try: widget('1 2 0 3 4 5 6 7 8')\n"
        "except Unsupported as error: print(error)\n"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.strip() == 'a board in a notebook needs the notebook extra: pip install "unjam[notebook]"'
    assert "widget" in unjam.__all__
    assert not hasattr(unjam, "Faults")


# -- wrong types


@pytest.mark.parametrize(
    "verb", ["solve", "rate", "explore", "compare", "trace", "count_solutions", "check", "improve"]
)
@pytest.mark.parametrize("name", ["limits", "control"])
def test_wrong_type_of_limits_or_control_raises(verb: str, name: str) -> None:
    level = {"count_solutions": "board 2 2\nA 1x2 2\n", "improve": "#####\n#@$.#\n#####"}.get(verb, BOARD)
    solution = {"check": [unjam.solve(level)], "improve": ["R"]}.get(verb, [])
    with pytest.raises(TypeError, match=rf"^{name} is 5; expected unjam\.{name.capitalize()}"):
        getattr(unjam, verb)(level, *solution, **{name: 5})


def test_solve_many_and_games_reject_wrong_types() -> None:
    with pytest.raises(TypeError, match=r"^limits is '5'; expected unjam\.Limits, such as Limits\(seconds=5\)"):
        list(unjam.solve_many([BOARD], limits="5"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limits is 5; expected"):
        unjam.Game(BOARD).hint(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limits is 0; expected"):
        unjam.solve(BOARD, limits=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: unjam.RushHour.parse(5), "expected the text of a level, not int"),
        (lambda: unjam.compare(BOARD, algorithms=5), "expected one name or several, such as 'bfs,astar', not int"),
        (lambda: list(unjam.solve_many(BOARD)), "expected several puzzles, such as a list of them, not str"),
        (lambda: list(unjam.rate_many(5)), "expected several puzzles, such as a list of them, not int"),
        (lambda: list(unjam.solve_many([BOARD], workers="x")), "'x' is not a number of workers; expected 1 or more"),
        (lambda: list(unjam.rate_many([BOARD], workers="x")), "'x' is not a number of workers; expected 1 or more"),
        (lambda: unjam.generate(None), "expected the name of a family or its class, not NoneType"),
        (lambda: unjam.generate("tiles", size=5), "size is 5; expected two numbers, such as (6, 6)"),
        (lambda: unjam.generate("tiles", moves="3-5"), "moves is '3-5'; expected two numbers, such as (6, 6)"),
        (
            lambda: unjam.generate("tiles", seed="x"),
            "cannot generate 1 levels from seed x; expected at least 1 level and a seed of at least 0",
        ),
    ],
)
def test_other_wrong_types_raise(call: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, unjam.UnjamError)) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("family", CLASSES)
@pytest.mark.parametrize("wrong", [None, 5, ("A", (0, 1))])
def test_wrong_type_of_move_raises(family: str, wrong: object) -> None:
    board = unjam.family(family).parse(bundled(family)[0].board)
    message = f"^expected a move or its notation, not {type(wrong).__name__}$"
    with pytest.raises(TypeError, match=message):
        board.play(wrong)
    with pytest.raises(TypeError, match=message):
        unjam.Game(board).play(wrong)  # type: ignore[arg-type]


def test_counting_needs_no_limits() -> None:
    level = unjam.Packing.parse("board 2 2\nA 1x2 2\n")
    assert unjam.count_solutions(level) == level.count_solutions() == 1


@pytest.mark.parametrize("verb", ["solve", "solutions", "count_solutions"])
def test_misspelt_options_are_rejected(verb: str) -> None:
    level = unjam.Packing.parse("board 2 2\nA 1x2 2\n")
    with pytest.raises(unjam.Unsupported, match="does not take 'limts'"):
        getattr(unjam, verb)(level, limts=unjam.Limits())
    with pytest.raises(unjam.Unsupported, match="does not take 'gaol'"):
        unjam.read("1 2 0 3 4 5 6 7 8", gaol="last")


def test_family_file_may_import_its_neighbours(tmp_path: Path) -> None:
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


def test_verbs_stay_functions_after_their_modules_are_imported() -> None:
    program = (
        "import unjam.rating.rate, unjam.generation.generate; from unjam.solving.trace import Trace; import unjam\n"
        "print([callable(verb) for verb in (unjam.rate, unjam.generate, unjam.check, unjam.trace, unjam.compare)])"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.strip() == str([True] * 5)


def test_solve_command_loads_only_what_it_needs() -> None:
    program = "import sys, unjam.cli.commands.solve; print([name for name in sys.modules if name.startswith('unjam.')])"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "unjam.solving.solve" in out
    verbs = (
        "solving.check",
        "solving.compare",
        "solving.trace",
        "solving.improve",
        "generation.generate",
        "rating.rate",
    )
    for name in (*verbs, "families.tiles", "families.sokoban"):
        assert f"'unjam.{name}'" not in out
