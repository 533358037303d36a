"""What the search for any solution proves dead, against the exact set of positions that can be solved."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from random_cases import cases
from sokoban_boards import State, pulled_level, random_level, solvable, warehouse

from unjam import solve
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.native import PARTS, native_board
from unjam.solving.game import stuck

KINDS = ("subset", "corral", "pattern")


def accused(puzzle: Sokoban, left: dict[State, int], asked: Iterable[State]) -> Counter[str]:
    """How many of the positions are dead, and are proved so by each kind; a false accusation fails the test."""
    asked = list(asked)
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    assert native is not None
    board, boxes = native
    found = board.refute(boxes, puzzle.player, [(sorted(boxes), player) for player, boxes in asked], 5)
    out = Counter(asked=len(asked))
    for state, verdicts in zip(asked, found, strict=True):
        if state in left:
            assert not any(verdicts), f"{Sokoban(puzzle.board, *state)}\n{dict(zip(KINDS, verdicts, strict=True))}"
            continue
        out["dead"] += 1
        out.update(kind for kind, verdict in zip(KINDS, verdicts, strict=True) if verdict)
    return out


def sample(seen: set[State], rng: Random, most: int) -> list[State]:
    """Some of the positions in any order: what is learned from one is tried on the next."""
    return rng.sample(sorted(seen, key=lambda state: (state[0], sorted(state[1]))), min(most, len(seen)))


def inside(puzzle: Sokoban) -> bool:
    area = puzzle.board.area(puzzle.player)
    return puzzle.boxes <= area and puzzle.board.goals <= area


def test_no_proof_and_no_learned_pattern_accuses_a_solvable_position() -> None:
    rng = Random(41)
    total: Counter[str] = Counter()
    for number in range(cases(160)):
        size = ((4, 5, 3), (5, 5, 2), (4, 6, 3), (3, 5, 4))[number % 4]
        puzzle = random_level(rng) if number % 5 == 0 else pulled_level(rng, *size)
        if inside(puzzle):
            left, seen = solvable(puzzle)
            total += accused(puzzle, left, sample(seen, rng, 400))
    if cases(160) >= 160:  # a small run may learn little
        assert min(total[kind] for kind in KINDS) > total["asked"] / 50, total


def test_a_game_is_called_stuck_when_it_is_and_only_then() -> None:
    rng = Random(43)
    dead = told = plain = 0
    for number in range(cases(60)):
        puzzle = pulled_level(rng, *((4, 5, 3), (5, 5, 2), (4, 6, 3), (3, 5, 4))[number % 4])
        left, seen = solvable(puzzle)
        for state in sample(seen, rng, 60):
            position = Sokoban(puzzle.board, *state)
            fault = stuck(position)
            if state in left:
                assert fault is None, f"{position}\n{fault}"
                continue
            dead += 1
            told += fault is not None
            plain += position.dead() is not None
    assert told > 0.99 * dead
    assert cases(60) < 60 or plain < 0.97 * dead  # which the rules of ``dead`` alone do not see


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_no_proof_accuses_a_solvable_position_of_a_published_level() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "microban1.xsb").read_text(encoding="utf-8")
    rng = Random(42)
    total: Counter[str] = Counter()
    for level in Sokoban.levels(text):
        assert isinstance(level.puzzle, Sokoban)
        if inside(level.puzzle) and len(level.puzzle.boxes) == len(level.puzzle.board.goals):
            left, seen = solvable(level.puzzle, most=150_000)
            total += accused(level.puzzle, left, sample(seen, rng, 400))
    print(dict(total))
    assert total["asked"] > 5000


@pytest.mark.parametrize("name", PARTS)
def test_easy_levels_are_solved_with_any_part_switched_off(name: str) -> None:
    differ = 0
    for puzzle in (warehouse(Random(1), 10), warehouse(Random(3), 10), pulled_level(Random(0), 11, 12, 12)):
        whole, part = (solve(puzzle, metric="moves", any=True, without=bit) for bit in (0, PARTS[name]))
        assert whole.solved
        assert part.solved
        differ += (whole.moves, whole.expanded) != (part.moves, part.expanded)
    assert differ or name in ("going_on", "meeting")  # they are solved before these begin
