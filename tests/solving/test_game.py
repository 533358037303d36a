"""Game: moves, undo, redo, restart, cost and hints; walking to a cell; a good solution when no optimum is proven."""

from __future__ import annotations

from random import Random

import pytest
from sokoban_boards import pulled_level
from walking import walk

from unjam.core.puzzle import IllegalMove, Limits, Move, Result
from unjam.families import family
from unjam.solving.game import Game
from unjam.solving.solve import solve, solve_in_time

RUSH = "ooooBoooooBoAAooBooooooooooooooooooo"


def test_play_undo_redo_and_restart() -> None:
    game = Game(family("rushhour").parse(RUSH))
    assert not game.can_undo
    assert not game.can_redo
    first, second = Move("B", (3, 4)), Move("A", (2, 4))
    game.play(first)
    assert game.cost == 1
    game.play(second)
    assert game.solved
    assert game.moves == (first, second)
    game.undo()
    assert not game.solved
    assert game.can_redo
    game.redo()
    assert game.solved
    game.restart()
    assert game.position == game.start
    assert game.cost == 0
    game.redo(2)
    assert game.solved
    game.undo(5)
    game.play(Move("A", (2, 1)))
    assert not game.can_redo
    assert game.moves == (Move("A", (2, 1)),)


def test_illegal_move_changes_nothing() -> None:
    game = Game(family("rushhour").parse(RUSH))
    with pytest.raises(IllegalMove):
        game.play(Move("B", (3, 4)), Move("A", (2, 0)))
    assert game.moves == ()
    assert game.position == game.start


def test_cost_uses_the_chosen_metric() -> None:
    game = Game(family("rushhour").parse(RUSH), "steps")
    game.play(Move("B", (3, 4)))
    assert game.cost == 3


def test_hints_lead_to_an_optimal_solution() -> None:
    game = Game(family("tiles").parse("1 2 5 3 4 8 6 7 0"))
    while (move := game.hint()) is not None:
        game.play(move)
    assert game.solved
    assert game.cost == 4
    assert game.hint() is None


def test_hints_lead_to_the_goal_without_proof() -> None:
    game = Game(pulled_level(Random(6), 10, 11, 8))
    limits = Limits(bytes=12_000_000)
    assert not solve(game.position, limits=limits).optimal
    while not game.position.is_solved():
        move = game.hint(limits)
        assert move is not None
        game.play(move)
    assert len(game.moves) == solve(game.start, limits=limits).cost


def test_unsolvable_position_has_no_hint() -> None:
    game = Game(family("tiles").parse("0 2 1 3 4 5 6 7 8"))
    assert game.hint() is None
    assert game.stuck is not None


def test_boxes_that_block_each_other_are_stuck() -> None:
    # No single box is lost and none is frozen, but the two are in each other's way.
    game = Game("########|#    . #|##$@  ##|#    #*#|# $.# ##|########")
    assert game.position.dead() is None
    assert game.stuck is not None
    assert game.stuck.cells == ((2, 2), (4, 2))


def test_closed_off_area_is_stuck() -> None:
    game = Game(
        "############|#..  #     ###|#..  #$$  $  #|#..  # ####  #|#..      ##  #|#..  # # $ $##|"
        "###### ## $$ #|  # $ $   @$ #|  #    #     #|  ############"
    )
    assert game.position.dead() is None
    assert game.stuck is not None
    assert "close off an area" in str(game.stuck)
    assert (6, 11) in game.stuck.cells


def test_box_in_a_corner_is_stuck() -> None:
    game = Game(family("sokoban").parse("######\n#    #\n# $@.#\n#    #\n######"))
    assert game.stuck is None
    game.play(Move("player", (2, 2)))
    assert game.stuck is not None
    assert game.stuck.cells == ((2, 1),)
    assert game.undo().stuck is None


def test_walk_goes_round_boxes_without_pushing() -> None:
    level = family("sokoban").parse("######\n#@$ .#\n#    #\n######")
    path = walk(level, "player", (1, 3))
    assert [move.to for move in path] == [(2, 1), (2, 2), (2, 3), (1, 3)]
    with pytest.raises(IllegalMove, match="no free path"):
        walk(level, "player", (0, 0))


def test_good_way_returns_a_solution_without_proof_in_time() -> None:
    board = family("tiles").parse("24 10 13 6 11 1 17 5 23 14 22 16 20 19 8 21 0 18 2 4 15 12 3 9 7")
    result = solve_in_time(board, limits=Limits(seconds=0.01))
    assert result.cost is not None
    assert not result.optimal
    position = board
    for move in result.moves:
        position = position.play(move)
    assert position.is_solved()


def test_good_way_falls_back_to_greedy_search(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, object]] = []

    def gives_up(puzzle: object, **how: object) -> object:
        calls.append(how)
        return solve("1 2 0 3 4 5 6 7 8") if "algorithm" in how else Result("gave_up", seconds=1.0, lower_bound=1)

    monkeypatch.setattr("unjam.solving.solve.solve", gives_up)
    result = solve_in_time("1 2 0 3 4 5 6 7 8", limits=Limits(seconds=9.0))
    assert result.cost == 2
    assert [("any" in how, how.get("algorithm")) for how in calls] == [(False, None), (True, None), (False, "greedy")]


def test_good_way_stops_when_there_is_no_solution() -> None:
    assert solve_in_time("0 2 1 3 4 5 6 7 8").status == "unsolvable"
