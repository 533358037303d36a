"""How much of a shortest solution is forced, against distances counted position by position."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from unjam import Limits, Puzzle, family, solve
from unjam.families.blocks.generate import scatter
from unjam.solving.forced import count_forced

MINUTE = Limits(seconds=60)


def distances(start: Puzzle) -> dict[Puzzle, int]:
    """Return the distance of every reachable position to the nearest goal; every move can be taken back."""
    reached, queue = {start}, deque([start])
    while queue:
        position = queue.popleft()
        for move in position.moves():
            if (after := position.play(move)) not in reached:
                reached.add(after)
                queue.append(after)
    distance = {position: 0 for position in reached if position.is_solved()}
    queue = deque(distance)
    while queue:
        position = queue.popleft()
        for move in position.moves():
            if (after := position.play(move)) not in distance:
                distance[after] = distance[position] + 1
                queue.append(after)
    return distance


def boards(name: str) -> list[Puzzle]:
    kind = family(name)
    if name == "tiles":
        return [kind.random(Random(seed), rows=2, cols=3) for seed in range(12)]
    return [kind.parse(scatter(Random(seed), 4, 3, 3)) for seed in range(24)]


@pytest.mark.parametrize("name", ["tiles", "blocks"])
def test_forced_moves_agree_with_counted_distances(name: str) -> None:
    seen = set()
    for board in boards(name):
        result = solve(board)
        if not result.cost:
            continue
        distance, position = distances(board), board
        expected = (len(result.moves), 0)
        for number, best in enumerate(result.moves):
            after = {position.play(move) for move in position.moves()}
            good = [each for each in after if distance[each] == distance[position] - 1]
            if len(good) > 1:
                expected = (number, len(good))
                break
            position = position.play(best)
        assert count_forced(board, result, MINUTE) == expected
        seen.add(expected[1] == 0)
    assert seen == {True, False}


def test_limits_give_no_answer() -> None:
    board = family("tiles").parse("1 2 5 3 4 0 6 7 8")
    assert count_forced(board, solve(board, any=True, algorithm="greedy"), MINUTE) is None
