"""check() on good, illegal, truncated and unreadable solutions of every family."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from command_line import records
from sokoban_boards import random_level

import unjam
from unjam.core.notation import MAX_MOVES, split_moves
from unjam.formats.shipped import bundled

BOARDS = {
    "rushhour": "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo",
    "tiles": "1 2 5 3 0 4 6 7 8",
    "blocks": "A..\nAB.\n...\ngoal A at 1,2",
    "sokoban": "#######\n#@ $ .#\n#  $ .#\n#######",
    "packing": "board 3 2\nBar 1x2 turn\nSquare 2x2\n",
}
ILLEGAL = {
    "rushhour": ["C+9", "Q+1", "A+0", "B+1"],
    "tiles": ["8", "0", "99"],
    "blocks": ["Ax+1", "Zx+1", "Bx+1x-1", "Bx+9", "By+0"],
    "sokoban": ["u", "L"],
    "packing": ["Bar@9,9", "None@0,0", "Square@0,0 Bar@0,0", "Bar@0,0 Bar@1,0", "Bar@-1,0"],
}
UNREADABLE = {
    "rushhour": ["hello", "B", "B+", "B+x", "+1", "B+1 C_3"],
    "tiles": ["left", "-1", "1.5", "2 a"],
    "blocks": ["B", "B+1", "Bz+1", "Bx1"],
    "sokoban": ["x", "3", "r(", ")r", "(r", "0r", "r9999999r", "r-l", "(2)", "1 2r"],
    "packing": ["Bar", "Bar@1", "Bar@1,1r4", "Bar@a,b", "@1,1"],
}


def board(family: str) -> unjam.Puzzle:
    return unjam.family(family).parse(BOARDS[family])


def text(puzzle: unjam.Puzzle, result: unjam.Result) -> str:
    return " ".join(puzzle.notations(result.moves))


@pytest.mark.parametrize("family", BOARDS)
def test_optimal_solution_passes(family: str) -> None:
    puzzle = board(family)
    result = unjam.solve(puzzle)
    check = unjam.check(puzzle, text(puzzle, result))
    assert (check.readable, check.legal, check.solves, check.optimal, check.fault) == (True, True, True, True, None)
    assert check.cost == check.optimum == check.lower_bound == result.cost
    assert check.moves == result.moves
    assert set(puzzle.metrics) <= check.costs.keys()
    assert check
    assert unjam.check(puzzle, puzzle.notations(result.moves), quick=True).optimum is None


@pytest.mark.parametrize("family", BOARDS)
def test_solution_may_be_moves_or_a_result(family: str) -> None:
    puzzle = board(family)
    result = unjam.solve(puzzle)
    expected = unjam.check(puzzle, text(puzzle, result))
    for solution in (result.moves, list(result.moves), iter(result.moves), result):
        assert unjam.check(puzzle, solution) == expected
    short = unjam.check(puzzle, result.moves[:-1])
    assert (short.legal, short.solves, short.cost) == (True, False, None)
    assert not unjam.check(puzzle, unjam.Result("gave_up"), quick=True)


@pytest.mark.parametrize("family", BOARDS)
def test_moves_of_another_board_are_reported_not_raised(family: str) -> None:
    puzzle = board(family)
    wrong = [move for other in BOARDS if other != family for move in unjam.solve(board(other)).moves]
    wrong += [unjam.Move("", (-1, 99)), *(unjam.Move(piece.id, (99, 99), 9) for piece in puzzle.scene().pieces)]
    for move in wrong:
        check = unjam.check(puzzle, [move], quick=True)
        assert check.legal or str(check.fault).startswith("move 1: ")


@pytest.mark.parametrize("wrong", [5, None, [2, 1], ["2", unjam.Move("1", (0, 1))], unjam.Move("2", (0, 2))])
def test_wrong_types_raise_a_clear_type_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="expected a solution"):
        unjam.check(BOARDS["tiles"], wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("family", BOARDS)
def test_costs_match_the_solver_in_every_metric(family: str) -> None:
    for level in bundled(family)[:3]:
        puzzle = unjam.family(family).parse(level.board)
        for metric in puzzle.metrics:
            result = unjam.solve(puzzle, metric=metric)
            check = unjam.check(puzzle, text(puzzle, result), metric=metric)
            assert check.costs[metric] == result.cost == check.optimum


@pytest.mark.parametrize("family", BOARDS)
def test_truncated_solution_is_legal_but_does_not_solve(family: str) -> None:
    puzzle = board(family)
    moves = unjam.solve(puzzle).moves[:-1]
    check = unjam.check(puzzle, " ".join(puzzle.notations(moves)))
    assert (check.readable, check.legal, check.solves, check.optimal, check.fault) == (True, True, False, False, None)
    assert check.cost is None
    assert len(check.moves) == len(moves)
    assert not check
    assert unjam.check(puzzle, "").solves is False


@pytest.mark.parametrize(
    ("family", "solution"), [(family, solution) for family in ILLEGAL for solution in ILLEGAL[family]]
)
def test_illegal_move_is_named(family: str, solution: str) -> None:
    check = unjam.check(board(family), solution)
    assert (check.readable, check.legal, check.solves) == (True, False, False)
    assert str(check.fault).startswith(f"move {len(solution.split())}: ")
    assert solution.split()[-1] in str(check.fault)


@pytest.mark.parametrize(
    ("family", "solution"), [(family, solution) for family in UNREADABLE for solution in UNREADABLE[family]]
)
def test_unreadable_solution_is_rejected(family: str, solution: str) -> None:
    check = unjam.check(board(family), solution)
    assert (check.readable, check.legal, check.solves, check.moves, check.costs) == (False, False, False, (), {})
    assert check.fault is not None


def test_unreadable_text_is_reported_before_an_illegal_move() -> None:
    assert not unjam.check(board("rushhour"), "C+9 hello").readable


@pytest.mark.parametrize("family", BOARDS)
def test_notation_of_every_legal_move_reads_back(family: str) -> None:
    for level in bundled(family)[:4]:
        puzzle = unjam.family(family).parse(level.board)
        rng = Random(1)
        for _ in range(12):
            moves = list(puzzle.moves())
            if not moves:
                break
            for move in moves:
                word = puzzle.notation(move)
                assert puzzle.about.move_syntax is not None
                assert puzzle.about.move_syntax.fits(word)
                assert puzzle.play(puzzle.parse_move(word)) == puzzle.play(move)
            puzzle = puzzle.play(rng.choice(moves))


def test_longer_solution_is_not_optimal() -> None:
    check = unjam.check("1 2 0 3 4 5 6 7 8", "5 5 2 1")
    assert (check.solves, check.costs, check.optimum, check.optimal) == (True, {"moves": 4}, 2, False)


def test_solution_must_end_at_the_goal() -> None:
    check = unjam.check("1 2 0 3 4 5 6 7 8", "2 1 1")
    assert (check.legal, check.solves) == (True, False)
    assert "no longer at the end" in str(check.note)


def test_optimality_is_not_claimed_without_proof() -> None:
    puzzle = board("sokoban")
    stopped = unjam.Control()
    stopped.stop()
    check = unjam.check(puzzle, "rRRlldRR", control=stopped)
    assert (check.solves, check.optimum, check.optimal) == (True, None, None)
    assert (check.lower_bound or 0) <= 8


# -- notation


def test_lurd_is_read_in_any_case_with_run_lengths() -> None:
    puzzle = board("sokoban")
    for solution in ("rRRlldRR", "rrrlldrr", "3r2ld2r", "r 2R\nlldRR", "(r)3(l)2d(r)2", "r2(R)l l d R", "RRRLLDRR"):
        check = unjam.check(puzzle, solution)
        assert check.legal, (solution, check.fault)
        assert check.note is None or solution not in ("rrrlldrr", "3r2ld2r", "RRRLLDRR")
    assert "as 'r'" in str(unjam.check(puzzle, "Rrr").note)
    assert unjam.check(puzzle, "Rrr").legal
    lines = unjam.check(board("sokoban"), "rRR").costs
    assert lines == {"moves": 3, "pushes": 2, "lines": 1}


@pytest.mark.parametrize(
    ("solution", "expanded"),
    [("3r2U", "rrrUU"), ("(rU)2", "rUrU"), ("2(rU)", "rUrU"), ("((r)2u)2", "rrurru"), ("(r)2u", "rru"),
     ("12l", "l" * 12), ("2(r)3u", "rruuu"), ("(r)2 2u", "rruu"), ("", ""), (" \n", "")],
)  # fmt: skip
def test_counts_and_brackets_are_expanded(solution: str, expanded: str) -> None:
    assert "".join(split_moves(solution, letters=True)) == expanded


def test_repeat_counts_cannot_exceed_the_maximum() -> None:
    for solution in (f"{MAX_MOVES}r2r", "(" * 9 + "r" + ")9" * 9):
        with pytest.raises(unjam.PuzzleError, match="more than"):
            split_moves(solution, letters=True)


def test_fault_names_line_and_column() -> None:
    assert str(unjam.check(board("sokoban"), "rr\nrx").fault).startswith("line 2, column 2: 'x' is not a move")
    assert str(unjam.check(board("tiles"), "4  up").fault).startswith("column 4: 'up' is not a move")


def test_blocks_may_take_any_free_path() -> None:
    puzzle = board("blocks")
    for solution in ("Bx+1y+1", "By+1x+1", "bx+1y+1"):
        assert unjam.check(puzzle, solution).legal
    assert unjam.check(puzzle, "Bx+1y+1x-1").legal


def test_orientations_that_look_alike_are_equal() -> None:
    puzzle = unjam.Packing.parse("board 3 2\nBar 1x2 turn\nSquare 2x2\n")
    assert unjam.check(puzzle, "Bar@0,0r2 square@1,0r1").solves
    fixed = unjam.Packing.parse("board 3 2\nBar 1x2\nSquare 2x2")
    assert "may not be turned" in str(unjam.check(fixed, "Bar@0,0r1").fault)


def test_random_text_never_raises() -> None:
    rng = Random(2)
    signs = "BCx+-1 2@,lurdLURD()9\n"
    for _ in range(600):
        family = rng.choice(list(BOARDS))
        solution = "".join(rng.choice(signs) for _ in range(rng.randrange(12)))
        check = unjam.check(board(family), solution, quick=True)
        assert check.legal == (check.fault is None)
    for _ in range(60):
        level = random_level(rng)
        solution = "".join(rng.choice("lurd") for _ in range(30))
        check = unjam.check(level, solution, quick=True)
        assert check.position == level.play("".join(solution[: len(check.moves)]))
        assert check.legal == (len(check.moves) == 30)


def test_custom_family_is_checked(farmer: Path, run) -> None:
    from farmer import Farmer  # type: ignore[import-not-found]

    puzzle = Farmer()
    moves = unjam.solve(puzzle).moves
    assert unjam.check(puzzle, puzzle.notations(moves)).optimal
    assert not unjam.check(puzzle, "wolf@1,2").legal
    assert not unjam.check(puzzle, puzzle.notations(moves)[:-1]).solves
    level = farmer.parent / "level.txt"
    level.write_text("0000\n")
    good = " ".join(puzzle.notations(moves))
    assert run("check", "--family", "farmer.py", str(level), "--solution", good)[0] == 0
    assert run("check", "--family", "farmer.py", str(level), "--solution", "nonsense")[0] == 1


# -- the command line

KEYS = ["index", "family", "legal", "solves", "costs", "optimal", "fault",
        "metric", "readable", "played", "lower_bound", "note"]  # fmt: skip


@pytest.mark.parametrize("family", BOARDS)
def test_check_command_prints_json_and_sets_exit_code(family: str, run, tmp_path: Path) -> None:
    file = tmp_path / "level.txt"
    file.write_text(BOARDS[family])
    puzzle = board(family)
    good = text(puzzle, unjam.solve(puzzle))
    code, out, err = run("check", str(file), "--solution", good, "--json")
    (record,) = records(out)
    assert (code, err) == (0, "")
    assert list(record) == KEYS
    assert record["legal"] is record["solves"] is True
    assert record["optimal"] == record["costs"][puzzle.metrics[0]]
    for solution, wanted in ((ILLEGAL[family][0], 1), (UNREADABLE[family][0], 2), ("", 1)):
        code, out, err = run("check", str(file), "--solution", solution, "--json")
        assert code == wanted
        assert err.count("\n") == (wanted == 2)
        assert json.loads(out)["solves"] is False
        code, _, err = run("check", str(file), "--solution", solution)
        assert code == wanted
        assert "Traceback" not in err


def test_check_command_prints_sentences(run, tmp_path: Path) -> None:
    file = tmp_path / "level.txt"
    file.write_text("1 2 0 3 4 5 6 7 8\n")
    out = run("check", str(file), "--solution", "2 1")[1]
    assert out == "Sliding tiles: solves the level in 2 moves; no solution has fewer moves\n"
    out = run("check", str(file), "--solution", "5 5 2 1")[1]
    assert out == "Sliding tiles: solves the level in 4 moves; 2 moves more than the optimum of 2\n"
    assert run("check", str(file), "--solution", "2 1", "--quick")[1] == "Sliding tiles: solves the level in 2 moves\n"
    code, out, _ = run("check", str(file), "--solution", "2 7")
    assert code == 1
    assert out.startswith("Sliding tiles: not legal: move 2: '7' cannot be played here: tile 7 is not beside the gap\n")
    assert out.count("\n") > 3  # the board there
    code, _, err = run("check", str(file), "--solution", "2 up")
    assert code == 2
    assert (
        err == f"{file}: level 1: the solution cannot be read: column 3: 'up' is not a move; expected the number of a "
        f"tile\n"
    )


def test_check_command_reads_the_solution_from_file_or_stdin(run, tmp_path: Path) -> None:
    level, solution = tmp_path / "level.txt", tmp_path / "solution.txt"
    level.write_text("1 2 0 3 4 5 6 7 8\n")
    solution.write_text("2\n1\n")
    assert run("check", str(level), "--solution", f"@{solution}")[0] == 0
    assert run("check", str(level), "--solution", "-", stdin="2 1")[0] == 0
    assert run("check", "--solution", f"@{solution}", stdin=level.read_text())[0] == 0
    code, _, err = run("check", "--solution", "-", stdin="2 1")
    assert code == 2
    assert "standard input" in err
    code, _, err = run("check", str(level), "--solution", f"@{tmp_path / 'none'}")
    assert (code, err.count("\n")) == (2, 1)


def test_check_command_picks_one_level_of_several(run, tmp_path: Path) -> None:
    file = tmp_path / "levels.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n")
    assert run("check", str(file), "--solution", "R")[0] == 0
    assert run("check", str(file), "--solution", "rR")[0] == 1
    assert run("check", str(file), "--solution", "rR", "--level", "2")[0] == 0
    assert run("check", str(file), "--solution", "rR", "--level", "3")[0] == 2
    assert run("check", str(file), "--solution", "rR", "--metric", "x")[0] == 2
