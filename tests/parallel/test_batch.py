"""Large batches are answered by processes of their own, as they would be by one thread."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from unjam.core.puzzle import Result, WrongAnswer
from unjam.families.rushhour import RushHour
from unjam.parallel import solve_many


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> list[RushHour]:
    """More than threads answer."""
    monkeypatch.setattr(solve_many, "FEW", 10)
    rng = Random(8)
    return [RushHour.random(rng) for _ in range(120)]


def plain(results: Iterator[Result]) -> list[Result]:
    return [replace(result, seconds=0.0, peak_bytes=0) for result in results]


def test_processes_answer_like_one_thread(boards: list[RushHour]) -> None:
    assert plain(solve_many.solve_many(boards, workers=2)) == plain(solve_many.solve_many(boards, workers=1))


def test_a_large_batch_is_solved_and_replayed_in_other_processes(
    boards: list[RushHour], monkeypatch: pytest.MonkeyPatch
) -> None:
    def signed(puzzle: RushHour, result: Result) -> Result:
        return replace(result, algorithm=str(os.getpid()))

    monkeypatch.setattr(solve_many, "replayed", signed)
    by = [result.algorithm for result in solve_many.solve_many(boards, workers=2)]
    assert by[0] == str(os.getpid())
    assert by[-1] != str(os.getpid())


def test_a_wrong_answer_in_another_process_ends_the_batch(
    boards: list[RushHour], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.getpid()

    def wrong(puzzle: RushHour, result: Result) -> Result:
        if os.getpid() != here:
            raise WrongAnswer("three is no two")
        return result

    monkeypatch.setattr(solve_many, "replayed", wrong)
    with pytest.raises(WrongAnswer, match="three is no two"):
        list(solve_many.solve_many(boards, workers=2))


def test_a_board_travels_as_what_it_is_made_from(boards: list[RushHour]) -> None:
    sent = pickle.dumps(boards[0])
    assert pickle.loads(sent) == boards[0]
    assert len(sent) < 1000
