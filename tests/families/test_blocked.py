"""What the page says about a piece that cannot move is true: compared with the legal moves and the cells in front."""

from __future__ import annotations

from random import Random

import pytest
from random_cases import cases
from rushhour_boards import wild
from sliding_boards import some_blocks, walked
from sokoban_boards import random_level

from unjam.core.message import Message
from unjam.core.obstacles import STEPS, Side
from unjam.core.page import Reason
from unjam.core.puzzle import IllegalMove, Puzzle
from unjam.families.blocks import Blocks
from unjam.families.rushhour import RushHour

Cells = set[tuple[int, int]]


def blocked(puzzle: Puzzle, piece: str, side: Side) -> Reason | None:
    explain = puzzle.about.page().explain_blocked
    assert explain is not None
    return explain(puzzle, piece, side)


def cells_of(puzzle: Puzzle) -> dict[str, Cells]:
    return {piece.id: set(piece.cells) for piece in puzzle.scene().pieces}


def front(cells: Cells, side: Side) -> Cells:
    down, right = STEPS[side]
    return {(row + down, col + right) for row, col in cells} - cells


def can_step(puzzle: Puzzle, piece: str, side: Side) -> bool:
    """Whether a legal move takes the piece, or any if it is empty, one cell to the side."""
    down, right = STEPS[side]
    first = {each.id: each.cells[0] for each in puzzle.scene().pieces}
    return any(
        piece in (move.piece, "") and move.to == (first[move.piece][0] + down, first[move.piece][1] + right)
        for move in puzzle.moves()
    )


def check_claim(puzzle: Puzzle, piece: str, side: Side, reason: Reason) -> None:
    """The pieces, walls and edges that the sentence names are on the cells in front."""
    scene, cells = puzzle.scene(), cells_of(puzzle)
    floor = puzzle.layout.floor if isinstance(puzzle, Blocks) else scene.floor  # a scene marks goals even on walls
    before, text = front(cells[piece], side), str(reason.message)
    others = [each for each in reason.pieces if each != piece]
    assert all(cells[other] & before for other in others)
    if others:
        assert {other for other in cells if other != piece and cells[other] & before} == set(others)
        assert all(other in text for other in others)
    outside = {(r, c) for r, c in before if not (0 <= r < scene.rows and 0 <= c < scene.cols) or floor[r][c] == " "}
    if "edge" in text:
        assert outside
    if "wall" in text:
        assert reason.cells
        assert all(floor[row][col] == "#" for row, col in reason.cells if (row, col) not in outside)
    if "only" in text:
        along = len({row for row, _ in cells[piece]}) == 1
        assert text.endswith("left and right" if along else "up and down")


@pytest.mark.parametrize("name", ["rushhour", "blocks"])
def test_pieces_are_blocked_by_what_is_in_front(name: str) -> None:
    rng, kinds = Random(31), set[str]()
    for _ in range(cases(400)):
        puzzle: Puzzle = some_blocks(rng) if name == "blocks" else wild(rng, rng.randint(3, 6), rng.randint(3, 6), 8, 2)
        for piece in cells_of(puzzle):
            for side in STEPS:
                reason = blocked(puzzle, piece, side)
                assert (reason is None) == can_step(puzzle, piece, side), (str(puzzle), piece, side)
                if reason is not None:
                    check_claim(puzzle, piece, side, reason)
                    kinds.add(reason.message.template)
    assert len(kinds) == (5 if name == "rushhour" else 3), "every sentence must have occurred"


def test_tiles_name_the_edge_at_which_the_gap_is() -> None:
    rng = Random(31)
    for _ in range(cases(200)):
        puzzle = walked(rng, 40, rng.randint(2, 4), rng.randint(2, 4))
        row, col = divmod(puzzle.cells.index(0), puzzle.cols)
        for side in STEPS:
            reason = blocked(puzzle, "", side)
            assert (reason is None) == can_step(puzzle, "", side)
            if reason is not None:
                where = {
                    "up": row == puzzle.rows - 1,
                    "down": row == 0,
                    "left": col == puzzle.cols - 1,
                    "right": col == 0,
                }
                words = {"up": "bottom row", "down": "top row", "left": "last column", "right": "first column"}
                assert where[side]
                assert words[side] in str(reason.message)


def test_player_is_blocked_by_walls_and_boxes_that_cannot_be_pushed() -> None:
    rng, kinds = Random(31), set[str]()
    for _ in range(cases(400)):
        puzzle = random_level(rng, odd=True)
        scene, at = puzzle.scene(), cells_of(puzzle)
        boxes = set().union(*(cells for id, cells in at.items() if id != "player"))
        for side in STEPS:
            reason = blocked(puzzle, "player", side)
            assert (reason is None) == can_step(puzzle, "player", side), (str(puzzle), side)
            if reason is None:
                continue
            [beside] = front(at["player"], side)
            [behind] = front({beside}, side)
            text = str(reason.message)
            kinds.add(text)
            assert ("box" in text) == (beside in boxes)
            assert ("another box" in text) == (beside in boxes and behind in boxes)
            wall = behind if beside in boxes else beside
            assert ("wall" in text) == (scene.floor[wall[0]][wall[1]] == "#" and wall not in boxes)
    assert kinds == {"there is a wall", "the box is blocked by a wall", "the box is blocked by another box"}


def test_unknown_pieces_are_refused() -> None:
    board = RushHour.parse("ooooooooooooAABoooooBoooooBoooooDDoo")
    assert blocked(board, "A", "right") == Reason(
        Message("car {car} is blocked by {other}", car="A", other="B"), ("A", "B")
    )
    with pytest.raises(IllegalMove):
        blocked(board, "Z", "left")
