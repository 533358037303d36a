"""The reasons given with hints are true by the rules, on many levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from sokoban_boards import pulled_level

from unjam.core.message import Message
from unjam.core.page import Reason
from unjam.core.puzzle import Limits, Move, Puzzle
from unjam.families import FAMILIES, family
from unjam.families.packing import Packing
from unjam.families.rushhour import RushHour
from unjam.families.sokoban import Sokoban
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve


def reason_for(puzzle: Puzzle, moves: Sequence[Move]) -> Reason | None:
    why = puzzle.about.page().explain_move
    assert why is not None
    return why(puzzle, moves)


def along(puzzle: Puzzle) -> Iterator[tuple[Puzzle, tuple[Move, ...]]]:
    """Yield every position of a solution with the remaining moves."""
    solution = solve(puzzle, limits=Limits(seconds=5.0))
    for at, move in enumerate(solution.moves):
        yield puzzle, solution.moves[at:]
        puzzle = puzzle.play(move)


def parts(message: Message) -> Iterator[Message]:
    """Yield the message and those within it."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from parts(value)


def moved(board: RushHour, moves: Sequence[Move], car: str) -> tuple[RushHour, Move]:
    """Return the first move of the car, and the position before it."""
    for move in moves:
        if move.piece == car:
            return board, move
        board = board.play(move)
    raise AssertionError(f"{car} never moves")


SIDES = {"above": (-1, 0), "below": (1, 0), "left": (0, -1), "right": (0, 1)}


def test_blocking_cars_are_where_the_reason_says() -> None:
    rng, links, whole = Random(17), 0, 0
    boards = [RushHour.parse(level.board) for level in bundled("rushhour")]
    boards += [RushHour.random(rng, cars=rng.randint(8, 13)) for _ in range(250)]
    for level in boards:
        for board, moves in along(level):
            assert isinstance(board, RushHour)
            reason = reason_for(board, moves)
            if reason is None:
                continue
            target = board.lot.labels[board.lot.target]
            if reason.message == Message("the way out is clear"):
                assert board.play(moves[0]).is_solved()
                continue
            where = {piece.id: set(piece.cells) for piece in board.scene().pieces}
            assert reason.message.values["car"] == moves[0].piece == reason.pieces[0]
            mentions = [part for part in parts(reason.message) if "other" in part.values and "car" in part.values]
            assert {part.values["car"] for part in mentions} | {moves[0].piece} == set(reason.pieces)
            for part in mentions:
                car, other = part.values["car"], part.values["other"]
                before, move = moved(board, moves, car)
                cells = where[car]
                assert before.cells(before.lot.index[car]) == board.cells(board.lot.index[car]), "it waits where it is"
                if "is blocked by" in part.template:
                    assert car == target
                    whole += 1
                    side = {"left": "left", "right": "right", "up": "above", "down": "below"}[board.lot.side]
                else:
                    side = next(name for name in SIDES if name in part.template)
                dr, dc = SIDES[side]
                links += 1
                way = {(r + k * dr, c + k * dc) for r, c in cells for k in range(abs(board.distance(move)) + 1)} - cells
                assert way & where[other], (str(board), str(reason.message))
                after = before.play(move)
                assert set(after.cells(after.lot.index[car])) <= way | cells, "it goes that way"
    assert links > 500
    assert whole > 100


def test_box_reaches_the_goal_or_opens_the_way_of_the_reason() -> None:
    rng, seen = Random(5), dict.fromkeys(("home", "way to the goal", "opens", "makes room"), 0)
    levels: list[Sokoban] = [pulled_level(rng, 5, 6, 3) for _ in range(200)]
    levels += [Sokoban.parse(level.board) for level in bundled("sokoban")]
    for level in levels:
        for position, moves in along(level):
            assert isinstance(position, Sokoban)
            reason = reason_for(position, moves)
            if reason is None:
                continue
            board = position.board
            place = reason.message.values["row"], reason.message.values["column"]
            [target] = [square for square in board.squares if board.place(square) == place]
            row, column = map(int, reason.pieces[0].removeprefix("box@").split(","))
            track, now, runs = row * board.cols + column, position, list[tuple[Sokoban, Sokoban, int]]()
            assert track in position.boxes
            for move in moves:
                after = now.play(move)
                if gone := now.boxes - after.boxes:
                    [box] = gone
                    if box == track:
                        [track] = after.boxes - now.boxes
                    runs.append((now, after, box))
                now = after
            seen[next(kind for kind in seen if kind in reason.message.template)] += 1
            if "goal" in reason.message.template:
                assert track == target
                assert target in board.goals
                assert reason.cells == (board.cell(target),)
                continue
            before, after, _ = next(run for run in runs if run[2] == target)
            [to] = after.boxes - before.boxes
            stand = target - (to - target)
            assert target in position.boxes
            area = board.area(position.player, position.boxes)
            assert stand not in area or to in position.boxes, "that push cannot be made yet"
            if "opens" in reason.message.template:
                assert stand not in area
            else:
                assert to in position.boxes
    assert all(count > 5 for count in seen.values()), seen


def test_no_other_piece_fills_the_marked_cells() -> None:
    rng, kinds = Random(3), {"only": 0, "any piece but": 0}
    levels = [Packing.parse(level.board) for level in bundled("packing")[:30]]
    levels += [Packing.random(rng) for _ in range(60)]
    for level in levels:
        for position, moves in along(level):
            assert isinstance(position, Packing)
            reason = reason_for(position, moves)
            if reason is None:
                continue
            after = position.play(moves[0])
            new = {cell for p in after.scene().pieces for cell in p.cells}
            old = {cell for p in position.scene().pieces for cell in p.cells}
            assert set(reason.cells) <= new - old
            name = reason.message.values["piece"]
            only = reason.message.template.startswith("only")
            kinds["only" if only else "any piece but"] += 1
            for move in position.moves():
                if position.kind(position.number(move.piece)).name == name:
                    continue
                other = position.play(move)
                taken = {cell for p in other.scene().pieces for cell in p.cells} - old
                if taken & set(reason.cells):
                    assert not only
                    assert other.dead() is not None
    assert all(kinds.values()), kinds


def test_next_tile_comes_home_and_stays() -> None:
    rng, checked = Random(2), 0
    kind = family("tiles")
    for _ in range(60):
        for position, moves in along(kind.random(rng, rows=3, cols=3)):
            reason = reason_for(position, moves)
            assert reason is not None
            tile, n = reason.pieces[0], reason.message.values.get("n", 1)
            now, homes = position, []
            for move in moves:
                now = now.play(move)
                homes.append({p.id for p in now.scene().pieces if p.state == "home"})
            assert all(tile in home for home in homes[n - 1 :])
            before = homes[n - 2] if n > 1 else {p.id for p in position.scene().pieces if p.state == "home"}
            assert tile not in before
            checked += 1
    assert checked > 500


def test_other_block_moves_to_the_named_place() -> None:
    checked = 0
    for bundle in bundled("blocks"):
        for position, moves in along(family("blocks").parse(bundle.board)):
            reason = reason_for(position, moves)
            if reason is None or len(reason.pieces) < 2:
                continue
            block, other = reason.pieces
            assert block == moves[0].piece
            here = {p.id: set(p.cells) for p in position.scene().pieces}
            assert set(reason.cells) <= here[block]
            now = position
            for move in moves:
                now = now.play(move)
                if move.piece == other:
                    there = {p.id: set(p.cells) for p in now.scene().pieces}
                    if set(reason.cells) <= there[other]:
                        break
            else:
                raise AssertionError(str(position))
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_gives_reasons(name: str) -> None:
    level = family(name).parse(bundled(name)[3].board)
    reasons = [reason for position, moves in along(level) if (reason := reason_for(position, moves))]
    assert reasons
    for reason in reasons:
        ids = {piece.id for piece in (*level.scene().pieces, *level.scene().waiting)}
        assert str(reason.message)
        assert name == "sokoban" or set(reason.pieces) <= ids


@pytest.mark.parametrize("lang", ["en", "es", "fr"])
def test_hint_uses_one_name_for_a_piece(lang: str) -> None:
    board = family("rushhour").parse("oooooBoooooBAAoooBoooooooooooooooooo")
    nouns = board.about.page().nouns
    assert set(nouns) <= {piece.kind for piece in board.scene().pieces}
    name = nouns["car"].fill(label="B").to(lang)
    assert name in board.words(board.from_notation("B+3")[0]).to(lang).lower().replace("b", "B")
