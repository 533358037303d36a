"""Puzzles as gymnasium environments (extra ``gym``): one board of any family, or thousands advanced by the core.

Create an environment with ``gymnasium.make("unjam/Sokoban-v0", level=…)``; docs/gym.md describes actions, observations
and rewards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ..core.family_info import DIFFICULTIES
from ..core.limits import Limits
from ..core.puzzle import Cell, IllegalMove, Message, Move, Puzzle, Unsupported
from ..core.scene import Piece, Scene
from ..families import family
from ..formats.read import PuzzleLike, as_puzzle
from ..formats.shipped import bundled
from ..generation.generate import generate
from ..solving.solve import solve
from .gym_ids import register

STEPS: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The actions of a walking player, or of a tile that slides into the gap: up, down, left, right."""
ORIENTATIONS = 8
"""The orientations of a piece in packing: four rotations, each also mirrored."""
CELL = 24
"""The size of a cell in an image, in pixels."""
DEFAULT_MAX_STEPS = 1000
DEFAULT_COUNT = 64
"""The number of levels that are generated if their size or seed is given but not their number."""

Planes = NDArray[np.uint8]
Mask = NDArray[np.int8]


class Board:
    """The common layout of all levels in an environment: the board size, and the numbering of actions and planes."""

    def __init__(self, levels: Sequence[Puzzle]) -> None:
        scenes = [level.scene() for level in levels]
        self.motion = levels[0].about.page().motion
        self.rows, self.cols = max(s.rows for s in scenes), max(s.cols for s in scenes)
        self.slots = max(len(_pieces(s)) for s in scenes)
        self.by_steps = self.motion in ("walks", "gap")
        self.turns = 1
        if self.motion == "placed" and any(move.turn for level in levels for move in level.moves()):
            self.turns = ORIENTATIONS
        if self.motion == "gap" and len({(s.rows, s.cols) for s in scenes}) > 1:
            raise Unsupported("the levels are of several sizes; expected one size")

    # -- actions

    @property
    def actions(self) -> int:
        return len(STEPS) if self.by_steps else self.slots * self.turns * self.rows * self.cols

    def numbered(self, puzzle: Puzzle) -> dict[int, Move]:
        scene = puzzle.scene()
        if self.by_steps:
            first = {piece.id: piece.cells[0] for piece in scene.pieces}
            return {STEPS.index(_step(first[move.piece], move.to)): move for move in puzzle.moves()}
        slot = {piece.id: at for at, piece in enumerate(_pieces(scene))}
        return {
            ((slot[move.piece] * self.turns + move.turn) * self.rows + move.to[0]) * self.cols + move.to[1]: move
            for move in puzzle.moves()
        }

    def mask(self, legal: Iterable[int]) -> Mask:
        mask = np.zeros(self.actions, np.int8)
        mask[list(legal)] = 1
        return mask

    # -- planes

    @property
    def planes(self) -> int:
        if self.motion == "walks":
            return 4
        if self.motion == "gap":
            return 2 * self.rows * self.cols
        return 2 + self.slots * (2 if self.motion == "placed" else 1)

    def observe(self, puzzle: Puzzle) -> Planes:
        """Return the position as planes of zeros and ones, with one number per cell."""
        out = np.zeros((self.planes, self.rows, self.cols), np.uint8)
        scene = puzzle.scene()
        if self.motion == "gap":
            self._numbers(out[: len(out) // 2], scene)
            self._numbers(out[len(out) // 2 :], scene.goal or scene)
            return out
        out[0] = 1
        for row, line in enumerate(scene.floor):
            for col, sign in enumerate(line):
                out[0, row, col] = sign in "# "
                out[1, row, col] = sign == "o"
        if scene.exit is not None and self.motion != "walks":
            for cell in _doorway(scene):
                out[1][cell] = 1
        if self.motion == "walks":
            for piece in scene.pieces:
                out[3 if piece.kind == "player" else 2][piece.cells[0]] = 1
            return out
        waiting = {piece.id for piece in scene.waiting}
        for at, piece in enumerate(_pieces(scene)):
            for cell in piece.cells:
                out[2 + at + (self.slots if piece.id in waiting else 0)][cell] = 1
        return out

    def _numbers(self, out: Planes, scene: Scene) -> None:
        taken = {piece.cells[0]: int(piece.label or piece.id) for piece in scene.pieces}
        for row in range(scene.rows):
            for col in range(scene.cols):
                out[taken.get((row, col), 0), row, col] = 1


def _step(start: Cell, end: Cell) -> Cell:
    return end[0] - start[0], end[1] - start[1]


def _pieces(scene: Scene) -> list[Piece]:
    """Return all pieces, including waiting ones, in a fixed order: the target first, then by name."""
    return sorted((*scene.pieces, *scene.waiting), key=lambda piece: (piece.kind != "target", len(piece.id), piece.id))


def _doorway(scene: Scene) -> list[Cell]:
    assert scene.exit is not None
    out = scene.exit
    along = range(out.first, out.last + 1)
    if out.side in ("left", "right"):
        return [(at, 0 if out.side == "left" else scene.cols - 1) for at in along]
    return [(0 if out.side == "up" else scene.rows - 1, at) for at in along]


def chosen_levels(
    kind: type[Puzzle],
    level: PuzzleLike | None = None,
    levels: Iterable[PuzzleLike] | None = None,
    difficulty: str | None = None,
    size: tuple[int, int] | None = None,
    count: int | None = None,
    level_seed: int | None = None,
) -> list[Puzzle]:
    """Return the levels of an environment: given, shipped (filtered by ``difficulty``, if given) or newly generated.

    New levels take seconds to generate, so this is only done if a difficulty and a size, count or seed are given.
    """
    if sum(each is not None for each in (level, levels, difficulty)) > 1:
        raise Unsupported("level, levels and difficulty cannot be combined; choose one")
    if difficulty is not None and any(each is not None for each in (size, count, level_seed)):
        count = DEFAULT_COUNT if count is None else count
        new = generate(kind, difficulty=difficulty, count=count, seed=level_seed or 0, size=size, workers=1)
        puzzles: list[Puzzle] = [each.puzzle for each in new]
    elif levels is not None:
        puzzles = [as_puzzle(each) for each in levels]
    elif level is not None:
        puzzles = [as_puzzle(level)]
    else:
        if difficulty is not None and difficulty not in DIFFICULTIES:
            raise Unsupported.choice(Message("unknown difficulty '{name}'", name=difficulty), DIFFICULTIES)
        shipped = (each for each in bundled(kind.family) if difficulty in (None, each.difficulty))
        puzzles = [kind.parse(each.board) for each in shipped]
        if kind.about.page().motion == "gap":  # all levels must have the same size
            sizes = [(scene.rows, scene.cols) for scene in (each.scene() for each in puzzles)]
            puzzles = [each for each, size in zip(puzzles, sizes, strict=True) if size == sizes[0]]
    if not puzzles:
        raise Unsupported("no level to play; expected one or more")
    for each in puzzles:
        if not isinstance(each, kind):
            raise Unsupported(
                Message("a level is of the family {actual}; expected {family}", actual=each.family, family=kind.family)
            )
    return puzzles


class PuzzleEnv(gymnasium.Env[Any, np.int64]):
    """A gymnasium environment with one board of one family.

    An illegal action changes nothing and costs a step. With ``optimal`` and ``distance``, ``info`` contains the optimal
    cost of the level and of the current position: exact, or None if it is not proven within ``seconds`` or no goal can
    be reached.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}

    def __init__(
        self,
        family_name: str,
        *,
        level: PuzzleLike | None = None,
        levels: Iterable[PuzzleLike] | None = None,
        difficulty: str | None = None,
        size: tuple[int, int] | None = None,
        count: int | None = None,
        level_seed: int | None = None,
        observation: str = "planes",
        render_mode: str | None = None,
        max_steps: int = DEFAULT_MAX_STEPS,
        step_cost: float = 0.01,
        prize: float = 1.0,
        optimal: bool = False,
        distance: bool = False,
        seconds: float = 10.0,
    ) -> None:
        if observation not in ("planes", "image", "text"):
            raise Unsupported.choice(
                Message("unknown observation '{name}'", name=observation), ("planes", "image", "text")
            )
        self.levels = chosen_levels(family(family_name), level, levels, difficulty, size, count, level_seed)
        self.board = Board(self.levels)
        self.observation, self.render_mode = observation, render_mode
        self.max_steps, self.step_cost, self.prize = max_steps, step_cost, prize
        self.optimal, self.distance, self.limits = optimal, distance, Limits(seconds)
        self.action_space = spaces.Discrete(self.board.actions)
        self.observation_space = self._space()
        self.puzzle = self.levels[0]
        self.at, self.steps = 0, 0
        self._legal: dict[int, Move] = {}

    def _space(self) -> spaces.Space[Any]:
        board = self.board
        if self.observation == "planes":
            return spaces.Box(0, 1, (board.planes, board.rows, board.cols), np.uint8)
        if self.observation == "text":
            texts = [each.storage_text() for each in self.levels]
            signs = {chr(code) for code in range(32, 127)} | {"\n", *"".join(texts)}
            return spaces.Text(max(map(len, texts)) * 2 + 64, charset=frozenset(signs))
        shapes = [_bitmap(each.scene()).shape for each in self.levels]
        high, wide = max(shape[0] for shape in shapes), max(shape[1] for shape in shapes)
        return spaces.Box(0, 255, (high, wide, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start one of the levels, by default at random; ``options={"level": k}`` selects level k."""
        super().reset(seed=seed)
        index = (options or {}).get("level")
        self.at = int(self.np_random.integers(len(self.levels))) if index is None else int(index)
        self.puzzle, self.steps = self.levels[self.at], 0
        info = self._info()
        if self.optimal:
            info["optimal"] = self._cost()
        if self.render_mode == "human":
            self.render()
        return self._observe(), info

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        move = self._legal.get(int(action))
        if move is None and not self.action_space.contains(np.int64(action)):
            raise IllegalMove(
                Message(
                    "unknown action {number}; expected 0 to {most}", number=int(action), most=self.board.actions - 1
                )
            )
        if move is not None:
            self.puzzle = self.puzzle.play(move)
        self.steps += 1
        solved = self.puzzle.is_solved()
        info = self._info()
        info["legal"] = move is not None
        if self.render_mode == "human":
            self.render()
        reward = (self.prize if solved else 0.0) - self.step_cost
        return self._observe(), reward, solved, not solved and self.steps >= self.max_steps, info

    def _info(self) -> dict[str, Any]:
        self._legal = self.board.numbered(self.puzzle)
        info: dict[str, Any] = {"action_mask": self.board.mask(self._legal), "level": self.at, "steps": self.steps}
        if self.distance:
            info["distance"] = self._cost()
        return info

    def _cost(self) -> int | None:
        result = solve(self.puzzle, limits=self.limits)
        return result.cost if result.optimal else None

    def _observe(self) -> Any:
        if self.observation == "planes":
            return self.board.observe(self.puzzle)
        if self.observation == "text":
            return self.puzzle.storage_text()
        return self._image()

    def _image(self) -> NDArray[np.uint8]:
        drawn = _bitmap(self.puzzle.scene())
        shape = self.observation_space.shape if self.observation == "image" else None
        if shape is None:
            return drawn
        out = np.zeros(shape, np.uint8)
        out[:] = drawn[0, 0]
        part = drawn[: shape[0], : shape[1]]
        out[: part.shape[0], : part.shape[1]] = part
        return out

    def render(self) -> Any:
        """Return the board as text or pixels, or print it in the terminal."""
        if self.render_mode == "rgb_array":
            return self._image()
        if self.render_mode is None:
            return None
        from ..pictures.terminal import terminal

        text = terminal(self.puzzle.scene(), colour=self.render_mode == "human")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _bitmap(scene: Scene) -> NDArray[np.uint8]:
    from ..pictures.board import picture
    from ..pictures.raster import bitmap

    return np.asarray(bitmap(picture(scene, cell=CELL, goal=True)).convert("RGB"), np.uint8)


class PuzzleVectorEnv(VectorEnv[Any, Any, Any]):
    """A vectorised environment: many boards that the core advances in one call, with planes as in ``PuzzleEnv``.

    A finished board starts its next level at the next step (``AutoresetMode.NEXT_STEP``). With ``copy=False`` every
    step overwrites and returns the same arrays.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        family_name: str,
        *,
        num_envs: int = 1,
        max_steps: int = DEFAULT_MAX_STEPS,
        step_cost: float = 0.01,
        prize: float = 1.0,
        copy: bool = True,
        **which: Any,
    ) -> None:
        levels = chosen_levels(family(family_name), **which)
        board, native = Board(levels), levels[0].native
        core = native.vector(levels, board.rows, board.cols, num_envs, max_steps, step_cost, prize) if native else None
        if core is None:
            raise Unsupported(Message("{family} has no native vector environment", family=levels[0].title()))
        self.num_envs, self.copy, self.levels, self.core = num_envs, copy, levels, core
        self.single_action_space = spaces.Discrete(board.actions)
        self.single_observation_space = spaces.Box(0, 1, (board.planes, board.rows, board.cols), np.uint8)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.planes = np.zeros((num_envs, board.planes, board.rows, board.cols), np.uint8)
        self.rewards = np.zeros(num_envs, np.float64)
        self.solved, self.cut = np.zeros(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self.masks = np.zeros((num_envs, board.actions), np.int8)
        self.core.set_arrays(self.planes, self.rewards, self.solved, self.cut, self.masks)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a level on every board; board k uses the seed plus k."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds: list[int | None] = (
            [seed + at for at in range(self.num_envs)]
            if isinstance(seed, int)
            else [None] * self.num_envs
            if seed is None
            else list(seed)
        )
        for at, each in enumerate(seeds):
            first = int(self.np_random.integers(1 << 62)) if each is None and not self.masks[at].any() else each
            self.core.reset(at, first)
        return self._output(self.planes), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self.core.step(np.ascontiguousarray(actions, np.int64))
        arrays: list[NDArray[Any]] = [self.planes, self.rewards, self.solved, self.cut]
        planes, rewards, solved, cut = map(self._output, arrays)
        return planes, rewards, solved, cut, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._output(self.masks)}

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array


register()
