"""The pruning rules for beginners: all keep the optimum, each saves work, and `compare --pruning` shows it."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from random_cases import cases
from sokoban_boards import optimum, pulled_level, random_level

import unjam
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.pruning import RULES, corners, pruned, wall_lines
from unjam.formats.shipped import bundled
from unjam.solving.pruning import prunings
from unjam.solving.routes import moves_of

EVERY = [(), *((name,) for name in RULES), tuple(RULES)]


def unjam_shell(*argv: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from unjam.cli import main; main()", *argv]
    return subprocess.run(command, input=stdin, capture_output=True, text=True)


@pytest.mark.parametrize("metric", ["moves", "pushes"])
@pytest.mark.parametrize("rules", EVERY, ids="+".join)
def test_rules_keep_the_optimum(rules: tuple[str, ...], metric: str) -> None:
    rng, solved = Random(7), 0
    for number in range(cases(40)):
        level = pulled_level(rng, 4, 5, 2) if number % 2 else random_level(rng, odd=True)
        truth = optimum(level, metric)
        result = unjam.solve(pruned(level, rules), metric=metric, algorithm="dijkstra")
        assert (result.cost, result.status) == (truth, "unsolvable" if truth is None else "solved"), str(level)
        solved += truth is not None
    assert solved >= 5


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "greedy", "astar", "idastar", "hillclimb"])
def test_every_search_works_with_the_rules(algorithm: str) -> None:
    rng = Random(11)
    for _ in range(6):
        level = pulled_level(rng, 4, 4, 2)
        rows = dict(prunings(level, algorithms=[algorithm]))
        assert list(rows) == ["none", *RULES, "all"]
        assert {row.status for row in rows.values()} == {"solved"}
        if algorithm in ("bfs", "astar", "idastar"):
            assert len({row.cost for row in rows.values()}) == 1
        if algorithm == "bfs":
            assert rows["all"].expanded <= min(row.expanded for row in rows.values())


def test_each_rule_saves_work() -> None:
    level = Sokoban.parse(bundled("sokoban")[2].board)
    rows = dict(prunings(level, algorithms=["bfs"]))
    assert all(rows[name].expanded < rows["none"].expanded for name in RULES), rows
    assert rows["none"].expanded == unjam.solve(level, algorithm="bfs").expanded


def test_squares_of_the_rules() -> None:
    level = Sokoban.parse("#######\n#     #\n# $ . #\n#.@   #\n#######")
    board = level.board
    assert {board.cell(square) for square in corners(board)} == {(1, 1), (1, 5), (3, 5)}  # (3, 1) is storage
    assert {board.cell(square) for square in wall_lines(board)} == {(1, 2), (1, 3), (1, 4), (2, 5)}


def test_spare_boxes_may_lie_in_corners() -> None:
    level = Sokoban.parse("######\n# $@ #\n#$  .#\n######")
    assert len(level.boxes) > len(level.board.goals)
    fewer = Sokoban.parse("######\n# $@ #\n#.  .#\n######")
    assert fewer.from_notation("L")[0] not in pruned(fewer, ["corner"]).branches()
    for rules in EVERY[:3]:
        assert list(pruned(level, rules).branches()) == list(level.moves())


def test_walk_into_a_dead_end_is_pruned() -> None:
    level = Sokoban.parse("#########\n#   @ $.#\n#########")
    assert [level.notation(move) for move in level.moves()] == ["l", "r"]
    assert [level.notation(move) for move in pruned(level, ["retraced"]).branches()] == ["r"]


def test_compare_command_shows_what_each_rule_saves() -> None:
    board = bundled("sokoban")[1].board
    done = unjam_shell("compare", "--pruning", stdin=board)
    assert done.returncode == 0, done.stderr
    assert all(str(words) in done.stdout for words in Sokoban.about.pruning.rules.values())
    assert len([line for line in done.stdout.splitlines() if line.startswith(("bfs", "astar"))]) == 10
    done = unjam_shell("compare", "--pruning", "--algorithms", "bfs", "--json", stdin=board)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["pruning"] for row in rows] == ["none", *RULES, "all"]
    assert all(row["saved"] == rows[0]["expanded"] - row["expanded"] for row in rows[1:])
    assert rows[0]["saved"] is None


@pytest.mark.parametrize(
    ("argv", "stdin", "message"),
    [
        ([], "1 2 0 3 4 5 6 7 8", "tiles has no pruning rules"),
        (["--algorithms", "bidirectional"], bundled("sokoban")[0].board, "choose one of: bfs, dfs, dijkstra"),
        (["--heuristics", "fast"], bundled("sokoban")[0].board, "sokoban has no heuristic 'fast'"),
        (["--plot", "a.svg"], bundled("sokoban")[0].board, "leave out --plot and --explain"),
    ],
)
def test_invalid_pruning_requests_print_one_line(argv: list[str], stdin: str, message: str) -> None:
    done = unjam_shell("compare", "--pruning", *argv, stdin=stdin)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


# -- the moves of one piece


@pytest.mark.parametrize("family", ["rushhour", "tiles", "blocks", "sokoban", "packing"])
def test_moves_of_all_pieces_are_all_moves(family: str) -> None:
    for level in bundled(family)[:3]:
        board = unjam.family(family).parse(level.board)
        scene, legal = board.scene(), list(board.moves())
        listed = {piece.id: moves_of(board, piece.id) for piece in (*scene.pieces, *scene.waiting)}
        assert {move for moves in listed.values() for move in moves} == set(legal)
        for piece, moves in listed.items():
            if any(move.piece == piece for move in legal):
                assert moves == [move for move in legal if move.piece == piece]


def test_box_has_the_pushes_that_move_it() -> None:
    level = Sokoban.parse("#######\n#     #\n# @$ .#\n#     #\n#######")
    assert [level.notation(move) for move in moves_of(level, "box@2,3")] == ["R"]
    assert moves_of(level.play("d"), "box@2,3") == []


def test_copies_are_named_together_or_one_by_one() -> None:
    text = "board 2 2\nDot 1x1 3\nDash 1x1\n"
    for name in ("Dot", "Dot#1", "Dot#3"):
        done = unjam_shell("moves", "--piece", name, "--json", stdin=text)
        assert json.loads(done.stdout)["moves"] == ["Dot@0,0", "Dot@0,1", "Dot@1,0", "Dot@1,1"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("board 1 2\nDash 1x2\n", "Dash"),
        ("1 2 0 3 4 5 6 7 8", "1, 2, 3"),
        ("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo", "A, B, C"),
        ("#####\n#@$.#\n#####", "box@1,2, player"),
        ("AB\n..\ngoal A at 0,1", "A, B"),
    ],
)
def test_unknown_piece_lists_the_choices(text: str, pieces: str) -> None:
    for name in ("Spoon", ""):
        done = unjam_shell("moves", "--piece", name, stdin=text)
        assert (done.returncode, done.stdout) == (2, "")
        message = f"standard input: level 1: there is no piece '{name}'; choose one of: {pieces}"
        assert done.stderr.startswith(message)
        assert done.stderr.count("\n") == 1
