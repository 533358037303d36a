"""Hints lie on the best solution, and a lost game is lost since the move that exhaustive search finds."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest
from random_cases import FULL, cases
from reason_checks import check_reason
from sokoban_boards import pulled_level

from unjam.core.puzzle import Limits, Move, Puzzle, Result
from unjam.families import FAMILIES, family
from unjam.formats.shipped import bundled
from unjam.solving.game import Game
from unjam.solving.solve import solve

LIMITS = Limits(seconds=20.0)


def play_about(game: Game, rng: Random, moves: int) -> Game:
    """Play random moves, but none that solves the level."""
    for _ in range(moves):
        legal = [move for move in game.position.branches() if not game.position.play(move).is_solved()]
        if not legal:
            break
        game.play(rng.choice(legal))
    return game


def known_solution(game: Game) -> tuple[Move, ...]:
    """Return the solution that the hints of the game follow."""
    at = len(game.moves)
    while (move := game.hint(LIMITS)) is not None:
        game.play(move)
    solution = game.moves[at:]
    game.go(at)
    return solution


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "farmer"])
def test_a_hint_is_the_next_turn_of_the_best_solution_for_a_true_reason(name: str) -> None:
    rng, hints, reasons = Random(5), 0, 0
    levels = [level for level in bundled(name) if level.cost is not None and level.cost <= 40]
    while hints < (300 if FULL else cases(40)):
        game = play_about(Game(family(name).parse(rng.choice(levels).board)), rng, rng.randrange(8))
        hint = game.explain_hint(LIMITS)
        if hint is None:
            assert game.lost_since(LIMITS) is not None
            continue
        hints += 1
        best = solve(game.position, limits=LIMITS)
        after, cost = game.position, 0
        for move in hint.moves:
            cost += after.cost(move, game.metric)
            after = after.play(move)
        assert hint.notation == ("" if after.about.letters else " ").join(game.position.notations(hint.moves))
        if hint.optimal and best.optimal:
            rest = 0 if after.is_solved() else solve(after, limits=LIMITS).cost
            assert rest is not None
            assert hint.to_go == best.cost == cost + rest
        if hint.why is not None:
            reasons += 1
            check_reason(game.position, known_solution(game), hint.why)
    assert reasons * 5 > hints


def solvable_positions(start: Puzzle) -> tuple[set[Puzzle], set[Puzzle]]:
    """Return all positions that can be reached, and those of them from which a goal can be reached."""
    before: dict[Puzzle, list[Puzzle]] = {start: []}
    frontier = deque([start])
    while frontier:
        position = frontier.popleft()
        for move in position.moves():
            after = position.play(move)
            if after not in before:
                before[after] = []
                frontier.append(after)
            before[after].append(position)
    alive = {position for position in before if position.is_solved()}
    frontier = deque(alive)
    while frontier:
        for earlier in before[frontier.popleft()]:
            if earlier not in alive:
                alive.add(earlier)
                frontier.append(earlier)
    return set(before), alive


def test_a_game_is_lost_since_the_move_that_exhaustive_search_finds() -> None:
    rng, lost = Random(11), 0
    for _ in range(300 if FULL else cases(60)):
        level = pulled_level(rng, 4, 5, 2)
        every, alive = solvable_positions(level)
        if len(every) == len(alive):
            continue
        game = play_about(Game(level), rng, 40)
        truth = next((n for n, position in enumerate(game.positions) if position not in alive), None)
        loss = game.lost_since(LIMITS)
        if truth is None:
            assert loss is None
            continue
        lost += 1
        assert loss is not None
        assert (loss.since, loss.exact) == (truth, True)
    assert lost >= 3


def test_what_cannot_be_proven_is_not_called_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Game("#####|#  .#|# $@#|#   #|#####").play("uLdlU")
    found = lost.lost_since(LIMITS)
    assert found is not None
    assert (found.since, found.exact) == (3, True)
    unknown = Result("gave_up")
    monkeypatch.setattr("unjam.solving.hint.solve_in_time", lambda position, **rest: unknown)
    loss = lost.lost_since(LIMITS)
    assert loss is not None
    assert not loss.exact


def test_what_the_hint_has_proven_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("board 4 1\nBar 3x1\nDash 2x1\n")
    monkeypatch.setattr("unjam.solving.hint.stuck", lambda position: None)
    assert game.explain_hint(LIMITS) is None
    monkeypatch.setattr("unjam.solving.hint.solve_in_time", lambda position, **rest: Result("gave_up"))
    loss = game.lost_since(LIMITS)
    assert loss is not None
    assert loss.since == 0


def test_a_level_without_a_solution_is_lost_from_the_start() -> None:
    game = Game("oooxooooooooAAoxoooooooooooooooooooo")
    loss = game.lost_since(LIMITS)
    assert loss is not None
    assert loss.since == 0


def test_a_solved_game_has_no_hint_and_is_not_lost() -> None:
    game = Game("1 0 2 3 4 5 6 7 8").play("1")
    assert game.explain_hint() is None
    assert game.lost_since() is None
