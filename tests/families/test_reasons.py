"""The reasons given with hints are true by the rules, on many levels, and the check of it refuses false ones."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from random import Random

import pytest
from reason_checks import BLOCKED, CHECKS, LINKS, check_reason, list_parts
from sokoban_boards import pulled_level

from unjam.core.message import Message
from unjam.core.page import Reason
from unjam.core.puzzle import Limits, Move, Puzzle
from unjam.families import FAMILIES, family
from unjam.families.packing import Packing
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

LIMITS = Limits(seconds=20.0)
Given = tuple[Puzzle, Sequence[Move], Reason]


def reason_for(puzzle: Puzzle, moves: Sequence[Move]) -> Reason | None:
    why = puzzle.about.page().explain_move
    assert why is not None
    return why(puzzle, moves)


def along(puzzle: Puzzle) -> Iterator[tuple[Puzzle, tuple[Move, ...]]]:
    """Yield every position of a solution with the remaining moves."""
    solution = solve(puzzle, limits=LIMITS)
    for at, move in enumerate(solution.moves):
        yield puzzle, solution.moves[at:]
        puzzle = puzzle.play(move)


def shipped(name: str, count: int) -> Iterator[Puzzle]:
    return (family(name).parse(level.board) for level in bundled(name)[:count])


def played_at_random(level: Puzzle, rng: Random) -> Puzzle:
    """Return the position after some placements, which may be wrong."""
    for _ in range(rng.randrange(1, 4)):
        moves = [move for move in level.moves() if not level.play(move).is_solved()]
        level = level.play(rng.choice(moves)) if moves else level
    return level


def levels_of(name: str) -> Iterator[Puzzle]:
    rng = Random(17)
    if name == "rushhour":
        drawn: Iterator[Puzzle] = (family(name).random(rng, cars=rng.randint(8, 13)) for _ in range(250))
        return chain(shipped(name, 100), drawn)
    if name == "sokoban":
        return chain(shipped(name, 100), (pulled_level(rng, 5, 6, 3) for _ in range(200)))
    if name == "tiles":
        return (family(name).random(rng, rows=3, cols=3) for _ in range(60))
    if name == "blocks":
        return shipped(name, 100)
    levels = [*shipped(name, 30), *(Packing.random(rng) for _ in range(60))]
    spare = [Packing.parse(f"board {rng.randint(2, 4)} 3 leftover\nBar 1x2 3 turn\nSquare 2x2 2\nDot 1x1 4\n")
             for _ in range(30)]  # fmt: skip
    return chain(levels, (played_at_random(level, rng) for level in [*levels, *spare]))


def reasons_of(name: str) -> Iterator[Given]:
    for level in levels_of(name):
        for position, moves in along(level):
            if (reason := reason_for(position, moves)) is not None:
                yield position, moves, reason


def is_true(position: Puzzle, moves: Sequence[Move], reason: Reason) -> bool:
    try:
        check_reason(position, moves, reason)
    except AssertionError:
        return False
    return True


def false_reasons(position: Puzzle, reason: Reason) -> Iterator[Reason]:
    """Yield the reason with one thing in it changed: a name, a number, a side, a cell, a piece."""
    named = {value for part in list_parts(reason.message) for value in part.values.values() if isinstance(value, str)}
    scene = position.scene()
    pieces = (*scene.pieces, *scene.waiting)
    names = {piece.group or piece.id for piece in pieces} if position.family == "packing" else {p.id for p in pieces}
    others = sorted(names - named - {"player"})
    for changed in false_messages(reason.message, others):
        yield reason._replace(message=changed)
    yield reason._replace(pieces=("nobody", *reason.pieces[1:]))
    if reason.cells:
        yield reason._replace(cells=(*reason.cells, (scene.rows, scene.cols)))
        yield reason._replace(cells=())


def false_messages(message: Message, others: Sequence[str]) -> Iterator[Message]:
    for name, value in message.values.items():
        if isinstance(value, Message):
            yield from (message.fill(**{name: each}) for each in false_messages(value, others))
        elif isinstance(value, int):
            yield message.fill(**{name: value + 1})
        elif others:
            yield message.fill(**{name: others[0]})
    for kinds in SWAPPED:
        if message.template in kinds:
            yield Message(kinds[1 - kinds.index(message.template)], **message.values)


SWAPPED = [
    *pairwise(LINKS),
    (BLOCKED, next(iter(LINKS))),
    tuple(CHECKS["sokoban"])[:2],
    ("only {piece} can fill the {n} marked squares",
     "any piece other than {piece} on the marked square would leave a space that cannot be filled"),
]  # fmt: skip
"""Kinds of statement of which at most one is true."""


@pytest.mark.parametrize("name", CHECKS)
def test_reasons_are_true_and_false_ones_are_refused(name: str) -> None:
    rng, kinds, refused = Random(1), Counter[str](), 0
    for position, moves, reason in reasons_of(name):
        kinds.update(check_reason(position, moves, reason))
        if rng.random() > 0.1:
            continue
        for false in false_reasons(position, reason):
            assert not is_true(position, moves, false), f"{position}\n{reason}\n{false}"
            refused += 1
    assert set(kinds) == set(CHECKS[name]), "every kind is given"
    assert refused > 20


def test_box_that_leaves_its_goal_again_is_not_home_yet() -> None:
    level = family("sokoban").parse(
        "########|#      #|### #  #|## ... #|# #.$$ #|# $$ ###|#   @  #|########".replace("|", "\n")
    )
    moves = level.from_notation("uUluRluurrdrddLUlldRddlUUrurruulDrddLLddllluRRdrUU")
    reason = reason_for(level, moves)
    assert reason is not None
    assert "goes home" not in reason.message.template
    check_reason(level, moves, reason)


def test_piece_is_not_in_the_way_of_a_longer_solution() -> None:
    level = Packing.parse("board 5 1 leftover\nDot 1x1 5\nBar 5x1\nDot @ 1,0\n")
    solution = solve(level, limits=LIMITS)
    assert level.notations(solution.moves) == ["Dot#1@off", "Bar@0,0"]
    assert reason_for(level, solution.moves) is None


@pytest.mark.parametrize("name", FAMILIES)
def test_every_kind_of_reason_has_a_check(name: str) -> None:
    why = family(name).about.page().explain_move
    assert why is not None
    module = inspect.getmodule(why)
    assert module is not None
    given = {
        node.args[-1].value
        for function in ast.parse(inspect.getsource(module)).body
        if isinstance(function, ast.FunctionDef) and function.name not in ("explain_blocked", "describe_turn")
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Message", "plural")
        if isinstance(node.args[-1], ast.Constant)
    }
    assert given - {"{first}; {others}"} == set(CHECKS[name])


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
