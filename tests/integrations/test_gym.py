"""The gymnasium environments pass gymnasium's own check and follow the Python rules in every step."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import unjam
from unjam.core.family_info import DIFFICULTIES
from unjam.core.puzzle import IllegalMove, Unsupported
from unjam.families import family
from unjam.generation.generate import generate
from unjam.integrations import gym
from unjam.integrations.gym import STEPS, Board, PuzzleEnv, PuzzleVectorEnv
from unjam.integrations.gym_ids import NAMES, VECTORS
from unjam.solving.solve import solve

SMALL = {
    "rushhour": ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "oooBoooooBooAAoooooooooooooooooooooo"],
    "tiles": ["1 2 0 3 4 5 6 7 8", "1 2 5 3 4 8 6 7 0"],
    "blocks": ["AA.\nAAB\n...\ngoal A at 1,1"],
    "sokoban": ["#######\n#@ $ .#\n#  $ .#\n#######", "#####\n#@$.#\n#####"],
    "packing": ["board 4 3\nVerde 2x2\nAzul 4x1 turn\nRosa 2x2"],
}
EPISODES = int(os.environ.get("UNJAM_EPISODES", "40"))
"""10,000 in `make test-all`."""


def make_env(name: str, **options: Any) -> Any:
    return gymnasium.make(f"unjam/{name}-v0", levels=SMALL[NAMES[name]], disable_env_checker=True, **options)


@pytest.mark.parametrize("observation", ["planes", "image", "text"])
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_check_passes(name: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", message=".*Box observation space.*|.*minimum and maximum.*|.*not within.*image.*"
        )
        check_env(make_env(name, observation=observation, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_environments_are_registered(name: str) -> None:
    code = f"print(gymnasium.make('unjam/{name}-v0').reset(seed=1)[1]['action_mask'].sum())"
    for way in (
        "import gymnasium, unjam.integrations.gym",
        "import gymnasium, unjam",
        "import unjam.integrations.gym, gymnasium",
    ):
        done = subprocess.run([sys.executable, "-c", f"{way}; {code}"], capture_output=True, text=True, check=True)
        assert int(done.stdout) > 0


@pytest.mark.parametrize("name", NAMES)
def test_random_episodes_follow_the_rules(name: str) -> None:
    """Masks are exact, legal actions do what the rules say, others nothing; the end is the goal."""
    env = make_env(name, max_steps=60).unwrapped
    chance = np.random.default_rng(7)
    for episode in range(EPISODES):
        env.reset(seed=episode)
        puzzle, board = env.levels[env.at], env.board
        for _ in range(60):
            legal = board.numbered(puzzle)
            assert sorted(legal.values(), key=str) == sorted(puzzle.moves(), key=str)
            action = (
                int(chance.integers(board.actions)) if chance.random() < 0.2 else int(chance.choice([*legal] or [0]))
            )
            seen, reward, ended, cut, info = env.step(action)
            puzzle = puzzle.play(legal[action]) if action in legal else puzzle
            assert env.puzzle == puzzle
            assert info["legal"] == (action in legal)
            assert set(np.flatnonzero(info["action_mask"])) == set(board.numbered(puzzle))
            assert np.array_equal(seen, board.observe(puzzle))
            assert ended == puzzle.is_solved()
            assert reward == pytest.approx((1.0 if ended else 0.0) - 0.01)
            if ended or cut:
                break


@pytest.mark.parametrize("name", NAMES)
def test_different_positions_have_different_observations(name: str) -> None:
    for text in SMALL[NAMES[name]]:
        start = family(NAMES[name]).parse(text)
        board = Board([start])
        known, front = {start}, [start]
        while front and len(known) < 300:
            puzzle = front.pop()
            for move in puzzle.moves():
                after = puzzle.play(move)
                if after not in known:
                    known.add(after)
                    front.append(after)
        looks = {board.observe(puzzle).tobytes() for puzzle in known}
        scenes = {puzzle.scene() for puzzle in known}
        assert len(looks) == len(scenes)


def test_optimal_and_distance_are_exact() -> None:
    env = make_env("RushHour", optimal=True, distance=True)
    _, info = env.reset(options={"level": 0})
    puzzle = env.unwrapped.puzzle
    best = solve(puzzle)
    assert info["optimal"] == info["distance"] == best.cost
    board = env.unwrapped.board
    action = next(number for number, move in board.numbered(puzzle).items() if move == best.moves[0])
    assert env.step(action)[4]["distance"] == best.cost - 1


def test_dead_position_has_no_distance() -> None:
    env = make_env("Sokoban", distance=True).unwrapped
    env.reset(options={"level": 1})
    assert env.step(STEPS.index((0, 1)))[2]
    env = gymnasium.make("unjam/Sokoban-v0", level="######\n#@$ .#\n#    #\n######", distance=True).unwrapped
    _, info = env.reset()
    assert info["distance"] == 2
    lost = gymnasium.make("unjam/Sokoban-v0", level="######\n#  $.#\n#@   #\n######", distance=True).unwrapped
    assert lost.reset()[1]["distance"] is not None


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_difficulty_plays_the_shipped_levels(difficulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gym, "generate", None)
    for name, known in NAMES.items():
        env = gymnasium.make(f"unjam/{name}-v0", difficulty=difficulty, disable_env_checker=True).unwrapped
        shipped = [unjam.read(level.name)[0] for level in unjam.levels(known) if level.difficulty == difficulty]
        assert env.levels
        assert [each for each in shipped if each in env.levels] == env.levels
        assert known == "tiles" or env.levels == shipped


def test_count_size_or_seed_asks_for_new_levels() -> None:
    for asked in ({"count": 2}, {"count": 2, "size": (6, 6)}, {"count": 2, "level_seed": 3}):
        env = gymnasium.make("unjam/RushHour-v0", difficulty="beginner", **asked).unwrapped
        shipped = [unjam.read(level.name)[0] for level in unjam.levels("rushhour")]
        assert len(env.levels) == 2
        assert not [each for each in env.levels if each in shipped]


def test_difficulty_generates_new_levels() -> None:
    env = gymnasium.make("unjam/Sokoban-v0", difficulty="beginner", count=3, level_seed=5).unwrapped
    assert env.levels == [each.puzzle for each in generate("sokoban", level="beginner", count=3, seed=5)]


def test_all_render_modes() -> None:
    env = make_env("Klotski", render_mode="ansi")
    env.reset(seed=1)
    assert "A" in env.render()
    env = make_env("Klotski", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "smell"}, "unknown observation 'smell'"),
        ({"level": "1 2 0 3 4 5 6 7 8"}, "a level is of the family tiles; expected sokoban"),
        ({"levels": []}, "no level to play"),
        ({"difficulty": "deadly"}, "unknown difficulty 'deadly'"),
        ({"level": SMALL["sokoban"][0], "difficulty": "expert"}, "cannot be combined"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Unsupported, match=message):
        PuzzleEnv("sokoban", **options)
    with pytest.raises(Unsupported, match="native vector"):
        PuzzleVectorEnv("rushhour", num_envs=2)
    env = make_env("Sokoban").unwrapped
    env.reset()
    with pytest.raises(IllegalMove, match="unknown action 4"):
        env.step(4)


# -- many boards at once


@pytest.mark.parametrize("name", [name for name, of in NAMES.items() if of in VECTORS])
def test_vector_environment_matches_single_ones(name: str) -> None:
    levels = SMALL[NAMES[name]]
    many = gymnasium.make_vec(
        f"unjam/{name}-v0", num_envs=5, vectorization_mode="vector_entry_point", levels=levels, max_steps=25
    ).unwrapped
    singles = [make_env(name, max_steps=25).unwrapped for _ in range(5)]
    seen, info = many.reset(seed=3)
    chance = np.random.default_rng(1)

    def begin(at: int) -> None:
        single, single_info = singles[at].reset(options={"level": many.core.level_numbers()[at]})
        assert np.array_equal(single, seen[at])
        assert np.array_equal(single_info["action_mask"], info["action_mask"][at])

    for at in range(5):
        begin(at)
    ended = np.zeros(5, bool)
    for _ in range(300):
        actions = chance.integers(4, size=5)
        before = ended
        seen, rewards, solved, cut, info = many.step(actions)
        ended = solved | cut
        for at in range(5):
            if before[at]:
                assert (rewards[at], solved[at], cut[at]) == (0, False, False)
                begin(at)
                continue
            single, reward, over, stopped, single_info = singles[at].step(actions[at])
            assert np.array_equal(single, seen[at])
            assert (reward, over, stopped) == (pytest.approx(rewards[at]), solved[at], cut[at])
            assert np.array_equal(single_info["action_mask"], info["action_mask"][at])


def played(seed: int) -> list[bytes]:
    many = PuzzleVectorEnv("sokoban", num_envs=8, levels=SMALL["sokoban"], max_steps=20)
    seen, _ = many.reset(seed=seed)
    chance, out = np.random.default_rng(5), [seen.tobytes()]
    for _ in range(100):
        out.append(many.step(chance.integers(4, size=8))[0].tobytes())
    return out


def test_same_seed_gives_the_same_games() -> None:
    assert played(1) == played(1)
    assert played(1) != played(2)


@pytest.mark.parametrize(
    "actions", [[0, 1], [0, 1, 2, 4], [-1, 0, 0, 0], np.zeros(5, np.int64)], ids=["few", "unknown", "negative", "many"]
)
def test_invalid_actions_are_rejected(actions: Any) -> None:
    many = PuzzleVectorEnv("sokoban", num_envs=4, levels=SMALL["sokoban"])
    many.reset(seed=1)
    with pytest.raises((ValueError, TypeError)):
        many.step(actions)
