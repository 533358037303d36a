"""What an estimate counts: the marked amounts add up to its value on random boards, and name what is there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from packing_reference import random_level as random_packing
from random_cases import cases
from rushhour_boards import wild
from sliding_boards import some_blocks, walked
from sokoban_boards import random_level, warehouse

import unjam
from unjam.core.puzzle import Heuristic, Puzzle, legal_moves


def _tiles(rng: Random) -> Puzzle:
    rows, cols = rng.choice([(2, 3), (3, 3), (3, 2), (2, 4), (5, 2)])
    return walked(rng, rng.randrange(60), rows, cols)


def _rushhour(rng: Random) -> Puzzle:
    return wild(rng, rng.randrange(4, 8), rng.randrange(4, 8), rng.randrange(3, 12), rng.randrange(3))


def _packing(rng: Random) -> Puzzle:
    return unjam.read(random_packing(rng, leftover=rng.random() < 0.5).text(), "packing")[0]


BOARDS: dict[str, Callable[[Random], Puzzle]] = {
    "rushhour": _rushhour,
    "tiles": _tiles,
    "blocks": some_blocks,
    "sokoban": lambda rng: random_level(rng) if rng.random() < 0.5 else warehouse(rng, rng.randrange(2, 7)),
    "packing": _packing,
}


@pytest.mark.parametrize("name", BOARDS)
def test_marked_amounts_add_up_to_the_estimate(name: str) -> None:
    rng = Random(name)
    counted = set[str]()
    for _ in range(cases(400)):
        board = BOARDS[name](rng)
        for _ in range(rng.randrange(4)):  # positions in the middle of a game, too
            moves = legal_moves(board)
            board = board.play(rng.choice(moves)) if moves else board
        scene = board.scene()
        there = {piece.id for piece in (*scene.pieces, *scene.waiting)}
        for metric in board.metrics:
            for by, heuristic in board.heuristics.items():
                terms = heuristic.explain(board, metric)
                assert terms is not None, by
                assert sum(term.amount for term in terms) == heuristic(board, metric), (by, metric, str(board))
                for term in terms:
                    assert term.amount > 0
                    assert set(term.pieces) <= there, (by, term)
                    assert all(0 <= r < scene.rows and 0 <= c < scene.cols for r, c in term.cells)
                    assert str(term.words)
                if terms:
                    counted.add(by)
    assert counted == set(BOARDS[name](rng).heuristics) - {"zero"}, "an estimate that never counts anything"


def test_terms_name_what_a_person_would_count() -> None:
    board = unjam.read("ooBooo|ooBoDo|AABoDE|oFFFDE|oooooo|oooooo".replace("|", ""))[0]
    heuristics = board.heuristics
    assert [term.pieces for term in heuristics["blocking"].explain(board, "moves") or ()] == [("B",), ("D",), ("E",)]
    assert str((heuristics["blocking"].explain(board, "moves") or [])[0].words) == (
        "car B stands between car A and the exit"
    )
    tiles = unjam.read("3 3\n0 2 1 3 4 5 6 7 8")[0]
    terms = tiles.heuristics["linear-conflict"].explain(tiles, "moves") or []
    assert [(term.amount, term.cells) for term in terms] == [(1, ((0, 2),)), (1, ((0, 1),)), (2, ())]
    assert terms[2].pieces in (("1",), ("2",))
    sokoban = unjam.read("######\n#. $ #\n# $@.#\n######")[0]
    [first, second] = sokoban.heuristics["matching"].explain(sokoban, "pushes") or []
    assert first.amount + second.amount == sokoban.heuristics["matching"](sokoban, "pushes")
    assert {first.cells, second.cells} == {((1, 1),), ((2, 4),)}


def test_an_estimate_of_ones_own_may_explain_nothing() -> None:
    board = unjam.read("1 0 2 3 4 5 6 7 8")[0]
    assert Heuristic(lambda puzzle, metric: 3).explain(board, "moves") is None
    assert board.heuristics["zero"].explain(board, "moves") == []
