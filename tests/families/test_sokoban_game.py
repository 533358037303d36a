"""Walking round boxes and pushing a box to a far cell, checked against brute force."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from random_cases import CASES, cases
from sokoban_boards import pulled_level, random_level
from walking import walk

from unjam.core.puzzle import Cell, IllegalMove, Move
from unjam.families.sokoban import Sokoban
from unjam.solving.routes import route_to, routes


def by_brute_force(level: Sokoban, box: int | None) -> dict[Cell, tuple[int, int]]:
    """Return the cells that the player (or the box, without moving others) can reach, with the fewest (pushes, steps).

    Every position that single steps lead to, with the costs relaxed until nothing changes.
    """
    others = level.boxes - {box}
    best = {(level.player, level.boxes): (0, 0)}
    open_ = [level]
    while open_:
        position = open_.pop()
        paid = best[position.player, position.boxes]
        for move in position.moves():
            after = position.play(move)
            if not others <= after.boxes or (box is None and after.boxes != level.boxes):
                continue
            cost = paid[0] + position.cost(move, "pushes"), paid[1] + 1
            key = after.player, after.boxes
            if key not in best or cost < best[key]:
                best[key] = cost
                open_.append(after)
    costs: dict[Cell, tuple[int, int]] = {}
    for (player, boxes), cost in best.items():
        [at] = [player] if box is None else boxes - others
        cell = level.board.cell(at)
        costs[cell] = min(cost, costs.get(cell, cost))
    del costs[level.board.cell(level.player if box is None else box)]
    return costs


def paid(level: Sokoban, moves: list[Move]) -> tuple[int, int]:
    pushes = 0
    for move in moves:
        pushes += level.cost(move, "pushes")
        level = level.play(move)
    return pushes, len(moves)


@pytest.mark.parametrize("make", [lambda rng: pulled_level(rng, 4, 5, 2), random_level])
def test_paths_are_shortest(make: object) -> None:
    rng = Random(11)
    pushed = 0
    for _ in range(cases(60)):
        level = make(rng)  # type: ignore[operator]
        for box in (None, *sorted(level.boxes)):
            piece = "player" if box is None else "box@{},{}".format(*level.board.cell(box))
            own = level.board.cell(level.player if box is None else box)
            truth = by_brute_force(level, box)
            assert {way.to for way in routes(level, piece)} - {own} == set(truth), (piece, str(level))
            for cell, cost in truth.items():
                moves = walk(level, piece, cell)
                assert paid(level, moves) == cost, (piece, cell, str(level))
                after = level
                for move in moves:
                    after = after.play(move)
                if box is None:
                    assert after.boxes == level.boxes
                    assert level.board.cell(after.player) == cell
                else:
                    pushed += 1
                    assert after.boxes == level.boxes - {box} | {cell[0] * level.board.cols + cell[1]}
    assert pushed > 200 * CASES


def test_paths_continue_from_the_previous_one() -> None:
    level = Sokoban.parse("########|#@     #|# $ ## #|#    . #|########")
    steps = route_to(level, "box@2,2", (3, 5))
    assert [way.to for way in steps][-1] == (3, 5)
    for before, after in pairwise(steps):
        assert abs(before.to[0] - after.to[0]) + abs(before.to[1] - after.to[1]) == 1


def test_unknown_pieces_and_walls_have_no_path() -> None:
    level = Sokoban.parse("#######|#@ $ .#|#######")
    assert routes(level, "box@1,4") == routes(level, "lorry") == []
    for piece, cell in (("player", (0, 0)), ("player", (1, 4)), ("box@1,3", (1, 2)), ("nobody", (1, 2))):
        with pytest.raises(IllegalMove, match="no free path"):
            walk(level, piece, cell)


def test_cells_are_counted_inside_the_wall() -> None:
    level = Sokoban.parse("#######|#######|###@$.#|###---#|#-----#|#######")
    assert level.board.place(level.player) == (1, 3)
    assert str(Sokoban.parse("#######|#######|###@-.#|#$----#|#######").dead()) == (
        "the box at row 2, column 1 can never leave the corner"
    )
