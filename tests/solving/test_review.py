"""Reviews of games: the distances and lost moves are compared with those that the rules alone give, by plain search."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from random import Random

import pytest
from packing_reference import random_level as random_packing
from random_cases import cases
from rushhour_boards import small
from sliding_boards import some_blocks, walked
from sokoban_boards import random_level as random_sokoban

import unjam
from unjam.core.limits import Limits
from unjam.core.puzzle import IllegalMove, Move, Puzzle, Result, WrongAnswer
from unjam.families.packing import Packing
from unjam.families.packing.lifting import lifts
from unjam.solving.review import Review, Run, review
from unjam.solving.solve import solve

MAX_POSITIONS = 1500
GAMES_PER_BOARD = 4
BOARDS: dict[str, Callable[[Random], Puzzle]] = {
    "rushhour": lambda rng: small(rng, MAX_POSITIONS),
    "tiles": lambda rng: walked(rng, rng.randint(1, 40), 2, 3),
    "blocks": some_blocks,
    "sokoban": random_sokoban,
    "packing": lambda rng: Packing.parse(random_packing(rng, leftover=rng.random() < 0.3).text()),
}


def neighbours(position: Puzzle) -> Iterator[tuple[Move, Puzzle]]:
    """Yield each move with the position after it; pieces may also be taken off, which ``moves`` leaves out."""
    off = lifts(position) if isinstance(position, Packing) else ()
    return ((move, position.play(move)) for move in (*position.moves(), *off))


def true_distances(start: Puzzle, metric: str) -> dict[Puzzle, int] | None:
    """Return the distance of every position from which the goal can be reached; None if there are too many."""
    before: dict[Puzzle, list[tuple[Puzzle, int]]] = {start: []}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        for move, after in neighbours(position):
            if after not in before:
                if len(before) == MAX_POSITIONS:
                    return None
                before[after] = []
                waiting.append(after)
            before[after].append((position, position.cost(move, metric)))
    distance = {position: 0 for position in before if position.is_solved()}
    waiting = deque(distance)
    while waiting:
        position = waiting.popleft()
        for earlier, cost in before[position]:
            if distance[position] + cost < distance.get(earlier, 1 << 30):
                distance[earlier] = distance[position] + cost
                waiting.append(earlier)
    return distance


def random_game(rng: Random, start: Puzzle, distance: dict[Puzzle, int]) -> list[tuple[list[Move], Puzzle]]:
    """Return a game that ends with the goal: some way about, then mostly towards it; each turn with its position.

    Now and then a piece is taken off and put elsewhere in one turn, as on the page.
    """
    turns: list[tuple[list[Move], Puzzle]] = []
    position, careless = start, rng.randint(0, 10)
    while not position.is_solved() or len(turns) < careless:
        choices = [(move, after) for move, after in neighbours(position) if after in distance]
        if not choices:
            break
        wanders = len(turns) < careless or rng.random() < 0.2
        move, after = rng.choice(choices) if wanders else min(choices, key=lambda each: distance[each[1]])
        moves = [move]
        if isinstance(position, Packing) and move in list(lifts(position)) and rng.random() < 0.5:
            again = [(put, then) for put, then in neighbours(after) if put.piece == move.piece and then in distance]
            if again:
                put, after = rng.choice(again)
                moves.append(put)
        turns.append((moves, after))
        position = after
        if len(turns) > 200:
            careless = 0
    return turns if position.is_solved() else []


def games(
    rng: Random, name: str, metric: str, count: int
) -> Iterator[tuple[Puzzle, dict[Puzzle, int], list[tuple[list[Move], Puzzle]]]]:
    """Yield so many random games with the distances of their boards."""
    while count:
        start = BOARDS[name](rng)
        distance = true_distances(start, metric)
        if distance is None or distance.get(start, 0) == 0:
            continue
        for _ in range(min(count, GAMES_PER_BOARD)):
            if game := random_game(rng, start, distance):
                yield start, distance, game
                count -= 1


def check_review(
    answer: Review, start: Puzzle, distance: dict[Puzzle, int], game: list[tuple[list[Move], Puzzle]]
) -> None:
    positions = [start, *(position for _, position in game)]
    expected = [distance[position] for position in positions]
    assert list(answer.distances) == expected
    assert answer.proved
    assert answer.best == expected[0]
    is_lost = [
        after >= before and cost > 0 for (before, after), cost in zip(pairwise(expected), answer.costs, strict=True)
    ]
    assert list(answer.lost) == [i for i, lost in enumerate(is_lost) if lost]
    runs = [(lost, len(list(group))) for lost, group in groupby(is_lost)]
    assert [run.count for run in answer.runs] == [count for lost, count in runs if lost]
    assert [i for run in answer.runs for i in range(run.first, run.first + run.count)] == list(answer.lost)


@pytest.mark.parametrize("name", BOARDS)
def test_lost_moves_are_those_that_plain_search_finds(name: str) -> None:
    rng = Random(f"review {name}")
    metric = unjam.family(name).metrics[0]
    lost = 0
    for start, distance, game in games(rng, name, metric, cases(200)):
        answer = review(start, [moves for moves, _ in game], metric=metric)
        check_review(answer, start, distance, game)
        lost += len(answer.lost)
    assert lost > cases(200) / 2, "most games have something to find"


@pytest.mark.parametrize(("name", "metric"), [("rushhour", "steps"), ("blocks", "steps"), ("sokoban", "pushes")])
def test_other_metrics(name: str, metric: str) -> None:
    for start, distance, game in games(Random(metric), name, metric, cases(12)):
        answer = review(start, [moves for moves, _ in game], metric=metric)
        check_review(answer, start, distance, game)


def wander(level: Puzzle, text: str) -> list[Sequence[Move]]:
    return [[move] for move in level.from_notation(text)]


def test_known_optimum_saves_the_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    level = unjam.read("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")[0]
    best = solve(level).moves
    searched = []

    def record(position: Puzzle, **options: object) -> object:
        searched.append(position)
        return solve(position, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("unjam.solving.review.solve", record)
    answer = review(level, [[move] for move in best], optimum=best)
    assert (answer.lost, answer.proved, answer.cost, searched) == ((), True, len(best), [])
    back = Move(best[0].piece, next(p.cells[0] for p in level.scene().pieces if p.id == best[0].piece))
    detour = [best[0], back, *best]
    answer = review(level, [[move] for move in detour], optimum=best)
    assert answer.lost == (1,)
    assert searched == [], "the way there and back is known, too"


def test_without_time_the_best_known_solution_counts() -> None:
    level = unjam.read("######\n#@   #\n# $. #\n#    #\n######")[0]
    turns = wander(level, "rrrddllluR")
    answer = review(level, turns, limits=Limits(seconds=0))
    assert (answer.proved, answer.best, answer.runs) == (False, 10, ()), "no shorter one is known"
    answer = review(level, turns, optimum=level.from_notation("dR"), limits=Limits(seconds=0))
    assert (answer.proved, answer.best, answer.runs) == (False, 2, (Run(0, 4),)), "back is the shortest known way"


def test_without_a_proof_the_own_solution_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    level = unjam.read("######\n#@   #\n# $. #\n#    #\n######")[0]
    monkeypatch.setattr("unjam.solving.review.solve", lambda position, **options: Result("gave_up", lower_bound=1))
    answer = review(level, wander(level, "rrrddllluR"))
    assert (answer.proved, answer.best, answer.runs) == (False, 2, (Run(0, 4),))


def test_search_that_contradicts_the_game_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unjam.solving.review.solve", lambda position, **options: Result("unsolvable"))
    level = unjam.read("1 2 0 3 4 5 6 7 8")[0]
    with pytest.raises(WrongAnswer):
        review(level, wander(level, "5 5 2 1"))


def test_turn_without_moves_is_never_lost() -> None:
    level = Packing.parse("board 3 1\nDash 2x1\nDot 1x1\n")
    put, off, again, dot = level.from_notation("Dash@1,0 Dash@off Dash@0,0 Dot@2,0")
    turns = [[put], [], [off, again], [], [off], [again], [dot], []]
    answer = review(level, turns)
    assert answer.distances == (2, 1, 1, 1, 1, 2, 1, 0, 0)
    assert answer.runs == (Run(2, 1), Run(4, 1))


def test_moves_that_do_not_solve_are_refused() -> None:
    with pytest.raises(IllegalMove):
        review("1 2 0 3 4 5 6 7 8", [])
