"""Positions that are proven dead, against the exact set of solvable positions."""

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


def accused(puzzle: Sokoban, left: dict[State, int], positions: Iterable[State]) -> Counter[str]:
    """Count the dead positions and those that each kind of proof finds; fail if a solvable one is called dead."""
    positions = list(positions)
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    assert native is not None
    board, boxes = native
    all_verdicts = board.refute(boxes, puzzle.player, [(sorted(boxes), player) for player, boxes in positions], 5)
    out = Counter(positions=len(positions))
    for state, verdicts in zip(positions, all_verdicts, strict=True):
        if state in left:
            assert not any(verdicts), f"{Sokoban(puzzle.board, *state)}\n{dict(zip(KINDS, verdicts, strict=True))}"
            continue
        out["dead"] += 1
        out.update(kind for kind, verdict in zip(KINDS, verdicts, strict=True) if verdict)
    return out


def sample(seen: set[State], rng: Random, most: int) -> list[State]:
    """Return some positions in random order: patterns learned from one are tried on the next."""
    return rng.sample(sorted(seen, key=lambda state: (state[0], sorted(state[1]))), min(most, len(seen)))


def inside(puzzle: Sokoban) -> bool:
    area = puzzle.board.area(puzzle.player)
    return puzzle.boxes <= area and puzzle.board.goals <= area


def test_proofs_and_patterns_never_reject_a_solvable_position() -> None:
    rng = Random(41)
    total: Counter[str] = Counter()
    for number in range(cases(160)):
        size = ((4, 5, 3), (5, 5, 2), (4, 6, 3), (3, 5, 4))[number % 4]
        puzzle = random_level(rng) if number % 5 == 0 else pulled_level(rng, *size)
        if inside(puzzle):
            left, seen = solvable(puzzle)
            total += accused(puzzle, left, sample(seen, rng, 400))
    if cases(160) >= 160:  # a small run may learn little
        assert min(total[kind] for kind in KINDS) > total["positions"] / 50, total


def test_game_is_stuck_exactly_in_dead_positions() -> None:
    rng = Random(43)
    dead = reported = plain = 0
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
            reported += fault is not None
            plain += position.dead() is not None
    assert reported > 0.99 * dead
    assert cases(60) < 60 or plain < 0.97 * dead  # which the rules of ``dead`` alone do not see


@pytest.mark.skipif("UNJAM_LEVELS" not in os.environ, reason="UNJAM_LEVELS names a folder of published levels")
def test_proofs_never_reject_solvable_published_positions() -> None:
    text = (Path(os.environ["UNJAM_LEVELS"]) / "sokoban" / "microban1.xsb").read_text(encoding="utf-8")
    rng = Random(42)
    total: Counter[str] = Counter()
    for level in Sokoban.levels(text):
        assert isinstance(level.puzzle, Sokoban)
        if inside(level.puzzle) and len(level.puzzle.boxes) == len(level.puzzle.board.goals):
            left, seen = solvable(level.puzzle, most=150_000)
            total += accused(level.puzzle, left, sample(seen, rng, 400))
    print(dict(total))
    assert total["positions"] > 5000


@pytest.mark.parametrize("name", PARTS)
def test_easy_levels_are_solved_without_any_one_part(name: str) -> None:
    differ = 0
    for puzzle in (warehouse(Random(1), 10), warehouse(Random(3), 10), pulled_level(Random(0), 11, 12, 12)):
        whole, part = (solve(puzzle, metric="moves", any=True, without=bit) for bit in (0, PARTS[name]))
        assert whole.solved
        assert part.solved
        differ += (whole.moves, whole.expanded) != (part.moves, part.expanded)
    assert differ or name in ("going_on", "meeting", "greedy")  # they are solved before these begin
