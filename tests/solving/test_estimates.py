"""Heuristics keep what they declare on every position of small boards; false ones are caught with an example."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from random_cases import FULL, cases
from sliding_boards import some_blocks
from sokoban_boards import pulled_level

from unjam import compare
from unjam.core.puzzle import Limits, Puzzle, Unsupported
from unjam.families import family
from unjam.families.packing import Packing
from unjam.families.rushhour import RushHour
from unjam.solving.comparison_words import describe_comparison
from unjam.solving.estimates import check_heuristic, estimate_all
from unjam.solving.explore import explore
from unjam.solving.solve import solve

LIMITS = Limits(seconds=60.0)


def small_board(name: str, rng: Random) -> Puzzle:
    """Return a random board with few positions."""
    if name == "rushhour":
        return RushHour.random(rng, rows=4, cols=4, cars=rng.randint(3, 5))
    if name == "tiles":
        numbers = list(range(6))
        rng.shuffle(numbers)
        return family("tiles").parse("2 3\n" + " ".join(map(str, numbers)))
    if name == "sokoban":
        return pulled_level(rng, 4, 5, 2)
    if name == "blocks":
        return some_blocks(rng)
    sizes = {"width": rng.randint(2, 4), "height": rng.randint(2, 3), "pieces": rng.randint(2, 4)}
    return Packing.random(rng, **sizes, freedom=rng.choice(["fixed", "turn"]))


@pytest.mark.parametrize("name", ["rushhour", "tiles", "blocks", "sokoban", "packing"])
def test_claims_hold_on_every_position(name: str) -> None:
    rng, boards = Random(3), set[Puzzle]()
    while len(boards) < (100 if FULL else cases(40)):
        puzzle = small_board(name, rng)
        if puzzle in boards or (space := explore(puzzle, limits=LIMITS)).states > 3_000:
            continue
        boards.add(puzzle)
        for heuristic in puzzle.heuristics:
            for metric in puzzle.metrics[:2]:
                check = check_heuristic(puzzle, heuristic, metric=metric, limits=LIMITS)
                assert check.reason is None
                assert check.keeps_claims, (str(puzzle), heuristic, metric, check)
                if name != "packing":
                    assert check.positions + check.lost == space.states


def boxes_left(board: Any) -> int:
    """Return the number of boxes off storage: admissible, because each needs a push."""
    return sum(box not in board.board.goals for box in board.boxes)


def far_too_high(board: Any) -> int:
    return 0 if board.is_solved() else 100


def wobbles(board: Any) -> int:
    """Return what is never too high but jumps from position to position."""
    truth = solve(board).cost
    return 0 if truth is None or hash(str(board)) % 2 else truth


def negates(board: Any) -> int:
    return 0 if board.is_solved() else 1 + 3 * boxes_left(board)


def test_false_heuristics_are_caught_with_an_example() -> None:
    level = pulled_level(Random(2), 4, 5, 2)
    for function in (far_too_high, negates):
        check = check_heuristic(level, function)
        assert check.admissible is False
        example = check.overestimate
        assert example is not None
        assert solve(example.position).cost == example.distance < example.estimate == function(example.position)
    check = check_heuristic(level, wobbles, limits=LIMITS)
    assert (check.admissible, check.consistent) == (True, False)
    drop = check.drop
    assert drop is not None
    assert drop.estimate == wobbles(drop.position) > drop.cost + wobbles(drop.position.play(drop.move))


def test_a_true_heuristic_passes() -> None:
    check = check_heuristic(pulled_level(Random(2), 4, 5, 2), boxes_left)
    assert check.admissible
    assert check.mean_error > 0
    assert check.exact < check.positions


def test_a_limit_leaves_the_question_open() -> None:
    check = check_heuristic("rushhour/market-day", limits=Limits(seconds=0.0))
    assert check.admissible is None
    assert check.reason is not None


def test_a_heuristic_that_returns_nonsense_is_named() -> None:
    level = pulled_level(Random(2), 4, 5, 2)
    for value in (None, -1, 1.5, True):
        with pytest.raises(Unsupported, match="expected a whole number"):
            check_heuristic(level, lambda board, value=value: value)


def test_estimates_stand_beside_the_true_distance() -> None:
    found = estimate_all("rushhour/market-day")
    assert found.distance == 16
    for each in found.estimates:
        assert not each.admissible or each.value <= 16
        assert each.terms is None or sum(term.amount for term in each.terms) == each.value
    assert found.estimates[1].value == found.puzzle.estimate("blocking")
    assert estimate_all("rushhour/market-day", own=[far_too_high]).estimates[-1].value == 100


def test_sentences_about_a_comparison_say_what_the_table_says() -> None:
    rows = compare("rushhour/first-gear")
    words = [str(sentence) for sentence in describe_comparison(rows)]
    proven = [row for row in rows if row.optimal]
    assert words[0].startswith(f"The fewest moves are {proven[0].cost}; ")
    counted = [row for row in proven if row.algorithm != "native"]
    least, most = (choose(counted, key=lambda row: row.expanded) for choose in (min, max))
    assert f"with {least.expanded:,} position" in words[1]
    assert f"expands {most.expanded:,}, about {round(most.expanded / least.expanded)} times as many" in words[1]
    longest = max((row for row in rows if row.cost), key=lambda row: row.cost or 0)
    assert f"{longest.algorithm} finds a solution of {longest.cost} moves" in " ".join(words).replace(" (zero)", "")


def test_sentences_about_an_unsolvable_level() -> None:
    words = compare("1 0 2 3 4 5 6 8 7", algorithms="bfs,astar", heuristics="manhattan").explain()
    assert words.startswith("There is no solution; ")
