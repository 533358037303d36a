"""A game of packing, key by key."""

import json
from random import Random

import pytest
from packing_history import UndoableGame

from unjam.core.puzzle import IllegalMove
from unjam.families.packing import Packing

LEVEL = "board 3 2\nDash 2x1 2\nPost 1x2 turn\n"


def game() -> UndoableGame:
    return UndoableGame(Packing.parse(LEVEL))


def test_number_key_selects_and_marks_possible_corners() -> None:
    played = game()
    assert played.caption == "None"
    assert played.stars == []
    assert played.select(3).caption == "Post (3)"
    assert played.form == [(-1, 0), (0, 0)]
    assert played.stars == [(1, 0), (1, 1), (1, 2)]
    assert played.turn().stars == [(0, 0), (0, 1), (1, 0), (1, 1)]
    with pytest.raises(IllegalMove, match="there is no piece 4"):
        played.select(4)


def test_place_and_lock_need_a_preview() -> None:
    played = game()
    before = played.position
    for key in (played.place, played.lock, played.select(1).place, played.lock):
        assert key().position == before
    assert played.preview((0, 2)).preview_cells == []  # no star there
    assert played.place().position == before
    assert played.selected == "Dash#1"


def test_preview_shows_and_place_puts_the_piece() -> None:
    played = game().select(1).preview((1, 0))
    assert played.preview_cells == [(1, 0), (1, 1)]
    assert played.position.covered == 0
    assert played.place().selected is None
    assert str(played.position).endswith("Dash @ 0,0\n")


def test_selecting_a_placed_piece_frees_its_cells() -> None:
    played = game().select(1).preview((1, 0)).place()
    assert played.select(1).stars == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert played.select(2).stars == [(0, 0), (0, 1)]
    moved = played.select(1).preview((1, 1)).place()
    assert str(moved.position).endswith("Dash @ 1,0\n")


def test_selecting_a_placed_piece_previews_it_in_place() -> None:
    played = game().select(3).turn().preview((0, 0)).place()
    placed = played.position
    assert played.select(3).preview_cells == [(0, 0), (0, 1)]
    assert played.place().position == placed  # Ctrl puts it back where it was
    assert played.selected is None
    assert str(played.select(3).lock().position).endswith("Post @ 0,1 r1 locked\n")  # Enter locks it there
    assert played.undo().position == placed
    assert played.undo().position == Packing.parse(LEVEL)  # putting it back was not a step
    again = game().select(3).turn().preview((0, 0)).place().select(3).turn()
    assert again.preview_cells == []  # once turned, it is tried nowhere


def test_escape_removes_a_placed_piece_or_deselects() -> None:
    played = game().select(1).preview((1, 0)).place()
    placed = played.position
    assert played.select(2).escape().selected is None
    assert played.position == placed
    assert played.select(1).escape().position == Packing.parse(LEVEL)
    assert played.selected is None
    assert played.undo().position == placed


def test_lock_is_permanent() -> None:
    played = game().select(1).preview((1, 0)).lock()
    locked = played.position
    assert str(locked).endswith("Dash @ 0,0 locked\n")
    assert played.select(1).selected is None
    assert played.stars == []
    for key in (played.escape, played.turn, played.place, played.lock, played.lock_all):
        assert key().position == locked
    assert played.undo().position == Packing.parse(LEVEL)
    assert played.redo().position == locked


def test_undo_and_redo_step_through_placed_pieces() -> None:
    played = game().select(1).preview((1, 0)).place()
    first = played.position
    second = played.select(3).preview((1, 2)).place().position
    assert played.undo().position == first
    assert played.redo().position == second
    assert played.redo().position == second
    assert played.undo().undo().undo().position == Packing.parse(LEVEL)
    played.select(2).preview((0, 0)).place()
    assert played.redo().position != first


def full() -> UndoableGame:
    played = game().select(1).preview((1, 0)).place().select(2).preview((0, 0)).place()
    return played.select(3).preview((1, 2)).place()


def test_full_board_is_won_when_all_pieces_are_locked() -> None:
    played = full()
    assert played.full
    assert not played.victory
    assert played.select(2).preview_cells == [(0, 0), (0, 1)]
    played.lock()
    assert not played.victory
    assert not played.select(1).lock().victory
    assert played.select(3).lock().victory
    assert not played.full
    won = played.state()
    for key in (lambda: played.select(1), lambda: played.preview((0, 0)), played.place, played.lock, played.escape):
        key()
    for key in (played.lock_all, played.redo, played.turn):
        key()
    assert played.state() == won


def test_won_game_can_be_undone_and_replayed() -> None:
    played = full()
    before = played.position
    assert game().lock_all().position == Packing.parse(LEVEL)  # nothing to win yet
    won = played.lock_all().position
    assert played.victory
    assert played.undo().position == before
    assert played.full
    assert played.redo().position == won
    assert played.restart().position == Packing.parse(LEVEL)
    assert not played.victory
    assert played.select(1).stars


def test_game_survives_json_at_any_time() -> None:
    rng = Random(3)
    played = UndoableGame(Packing.random(rng, width=4, height=4, pieces=5, freedom="turn"))
    for _ in range(300):
        keys = [lambda: played.select(rng.randint(1, len(played.position.placements))), played.turn, played.place]
        keys += [played.escape, played.undo, played.redo, played.lock_all, played.restart]
        keys += [lambda: played.preview(rng.choice(played.stars))] * 4 if played.stars else []
        rng.choice(keys)()
        state = json.loads(json.dumps(played.state()))
        loaded = UndoableGame.load(state)
        assert loaded.state() == state
        assert loaded.position == played.position
