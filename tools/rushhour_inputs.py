"""What may make one of two Rush Hour boards of equal length harder: the inputs that docs/difficulty.md defines.

    python tools/rushhour_inputs.py LEVELS

LEVELS as for tools/refit.py. They are computed in plain Python from all shortest solutions, for boards of a few
thousand positions. The table says how well each orders boards of equal length, alone and in the model.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log2
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from fitting import SHARE, Level, fit, halves, predicted, shown, spearman, unseen_halves, within
from refit import RushHour, levels_parser, rushhour_levels, table

from unjam import rate
from unjam.families.rushhour.heuristics import blockers

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from rushhour_player import DEEPEST, _Thought, choices

if TYPE_CHECKING:
    from unjam.core.puzzle import Move

INPUTS = (
    "surprise", "worst", "counter", "returns", "cars_moved", "tree", "tree_path", "depth", "solutions", "positions",
    "choices",
)  # fmt: skip
SAMPLES, HALVINGS = 2000, 300


def inputs(board: RushHour, positions: int) -> dict[str, float]:
    """Return every input of a board that is not solved; ``positions`` is the number that can be reached."""
    paths = ShortestPaths(board)
    returns, cars = paths.returns_and_cars()
    return {
        "surprise": paths.surprise(),
        "worst": paths.worst(),
        "counter": paths.counter(),
        "returns": returns,
        "cars_moved": cars,
        "tree": log2(len(tree(board))),
        "tree_path": log2(paths.expected(lambda position: len(tree(position))) / paths.length),
        "depth": depth(board),
        "solutions": -log2(paths.count()),
        "positions": log2(positions),
        "choices": paths.expected(lambda position: log2(len(list(position.moves())) / len(paths.edges[position]))),
    }


class ShortestPaths:
    """The positions on shortest solutions in layers, the moves between them, and the player's chances of these."""

    def __init__(self, board: RushHour) -> None:
        self.start = board
        layers = [{board}]
        before: defaultdict[RushHour, list[tuple[RushHour, Move]]] = defaultdict(list)
        seen = {board}
        while not any(position.is_solved() for position in layers[-1]):
            following: set[RushHour] = set()
            for position in layers[-1]:
                for move in position.moves():
                    after = position.play(move)
                    if after not in seen:
                        following.add(after)
                        before[after].append((position, move))
            seen |= following
            layers.append(following)
        self.length = len(layers) - 1
        self.edges: dict[RushHour, list[tuple[Move, RushHour]]] = {}
        ends = {position for position in layers[-1] if position.is_solved()}
        self.layers = [ends]
        while board not in self.layers[0]:
            for after in self.layers[0]:
                for position, move in before[after]:
                    self.edges.setdefault(position, []).append((move, after))
            self.layers.insert(0, {position for after in self.layers[0] for position, _ in before[after]})
        self.chances = {position: choices(position) for position in self.edges}

    def right(self, position: RushHour) -> float:
        """The chance that the player makes a move of a shortest solution."""
        return sum(self.chances[position][move] for move, _ in self.edges[position])

    def count(self) -> int:
        ways = dict.fromkeys(self.layers[-1], 1)
        for position in self._backwards():
            ways[position] = sum(ways[after] for _, after in self.edges[position])
        return ways[self.start]

    def surprise(self) -> float:
        value = dict.fromkeys(self.layers[-1], 1.0)
        for position in self._backwards():
            value[position] = sum(self.chances[position][move] * value[after] for move, after in self.edges[position])
        return -log2(value[self.start])

    def counter(self) -> int:
        least = dict.fromkeys(self.layers[-1], 0)
        for position in self._backwards():
            least[position] = min(
                least[after] + is_counter(position, move, after) for move, after in self.edges[position]
            )
        return least[self.start]

    def expected(self, measure: Callable[[RushHour], float]) -> float:
        """The expected sum of a measure over the positions of a shortest solution, the last one left out."""
        weights: defaultdict[RushHour, float] = defaultdict(float, {self.start: 1.0})
        total = 0.0
        for layer in self.layers[:-1]:
            for position in layer:
                total += weights[position] * measure(position)
                for chance, _, after in self._next(position):
                    weights[after] += weights[position] * chance
        return total

    def worst(self) -> float:
        states = {(self.start, 0.0): 1.0}
        for _ in range(self.length):
            following: defaultdict[tuple[RushHour, float], float] = defaultdict(float)
            for (position, worst), weight in states.items():
                here = max(worst, -log2(self.right(position)))
                for chance, _, after in self._next(position):
                    following[after, here] += weight * chance
            states = following
        return sum(worst * weight for (_, worst), weight in states.items())

    def returns_and_cars(self) -> tuple[float, float]:
        """The expected number of moves against the same car's last one, and of different cars that move."""
        states: dict[tuple[RushHour, frozenset[tuple[str, bool]]], tuple[float, float]] = {
            (self.start, frozenset()): (1.0, 0.0)
        }
        for _ in range(self.length):
            following: defaultdict[tuple[RushHour, frozenset[tuple[str, bool]]], tuple[float, float]] = defaultdict(
                lambda: (0.0, 0.0)
            )
            for (position, last), (weight, returns) in states.items():
                known = dict(last)
                for chance, move, after in self._next(position):
                    way = position.distance(move) > 0
                    back = known.get(move.piece, way) != way
                    key = (after, frozenset((known | {move.piece: way}).items()))
                    old = following[key]
                    following[key] = (old[0] + weight * chance, old[1] + chance * (returns + weight * back))
            states = following
        return (
            sum(returns for _, returns in states.values()),
            sum(weight * len(last) for (_, last), (weight, _) in states.items()),
        )

    def _next(self, position: RushHour) -> list[tuple[float, Move, RushHour]]:
        right = self.right(position)
        return [(self.chances[position][move] / right, move, after) for move, after in self.edges[position]]

    def _backwards(self) -> list[RushHour]:
        return [position for layer in reversed(self.layers[:-1]) for position in layer]


def is_counter(position: RushHour, move: Move, after: RushHour) -> bool:
    """Return whether the move takes the target away from the exit or puts one more car in its way."""
    lot = position.lot
    if position.lot.index[move.piece] == lot.target:
        return position.distance(move) * (1 if lot.goal else -1) < 0
    return len(blockers(after)) > len(blockers(position))


class _Tree(_Thought):
    """The player's thought without chances: which cars it reaches, and how soon one that can make way."""

    def __init__(self, board: RushHour) -> None:
        super().__init__(board)
        self.cars: set[int] = set()
        self.depth, self.level = DEEPEST, 0

    def request(self, car: int, way: int, cells: int, weight: float, path: tuple[tuple[int, int], ...]) -> None:
        self.cars.add(car)
        self.level = len(path)
        super().request(car, way, cells, weight, path)

    def _go(self, car: int, way: int, cells: int, weight: float) -> None:
        self.depth = min(self.depth, self.level)
        super()._go(car, way, cells, weight)


def tree(board: RushHour) -> set[int]:
    return _thought(board).cars


def depth(board: RushHour) -> int:
    return _thought(board).depth


def _thought(board: RushHour) -> _Tree:
    lot, here = board.lot, board.at[board.lot.target]
    thought = _Tree(board)
    thought.request(lot.target, 1 if lot.goal > here else -1, abs(lot.goal - here), 1.0, ())
    return thought


# -- the scores


def alone(levels: Sequence[Level], name: str) -> float:
    """How an input by itself orders boards of equal length."""
    return within(levels, [level.inputs[name] for level in levels])


def better_than_luck(levels: Sequence[Level], name: str) -> tuple[float, float, float]:
    """95 % of ``alone`` on boards drawn again, and in what share of the samples the input beats luck."""
    rng, scores, wins = Random(2), [], 0
    for _ in range(SAMPLES):
        sample = rng.choices(levels, k=len(levels))
        scores.append(alone(sample, name))
        wins += scores[-1] > alone(sample, "luck")
    scores.sort()
    return scores[int(0.025 * SAMPLES)], scores[int(0.975 * SAMPLES) - 1], wins / SAMPLES


def chosen_by_half(levels: Sequence[Level]) -> tuple[list[float], list[float], dict[str, int]]:
    """Spearman on the unseen half of the input that is best on the other half, and how often each was chosen."""
    rng, overall, inside = Random(1), [], []
    counts = dict.fromkeys(("luck", *INPUTS), 0)
    for _ in range(HALVINGS):
        seen, unseen = halves(levels, rng)
        best = max(counts, key=lambda name: alone(seen, name))
        counts[best] += 1
        model = fit(seen, ("moves", best), SHARE * len(seen))
        guesses = [predicted(model, level) for level in unseen]
        overall.append(spearman(guesses, [level.target for level in unseen]))
        inside.append(within(unseen, guesses))
    return overall, inside, counts


def main() -> None:
    folder = levels_parser(__doc__).parse_args().levels
    boards = [RushHour.parse(row["board"]) for row in table(folder / "rushhour" / "human35.tsv")]
    levels = [
        replace(level, inputs=level.inputs | inputs(board, rate(board).features["positions"]))
        for level, board in zip(rushhour_levels(folder), boards, strict=True)
    ]
    print("| input | alone, equal length | above luck | moves and it: overall | equal length ", end="")
    print("| moves, luck and it: overall | equal length |\n|---|---|---|---|---|---|---|")
    for name in ("luck", *INPUTS):
        low, high, wins = better_than_luck(levels, name)
        cells = [
            f"{alone(levels, name):.2f} ({low:.2f} to {high:.2f})",
            "–" if name == "luck" else f"{100 * wins:.0f} %",
        ]
        for names in (("moves", name), ("moves", "luck", name)):
            overall, inside = unseen_halves(levels, names)
            cells += [f"{fmean(overall):.3f}", f"{fmean(inside):.3f}"] if len(set(names)) == len(names) else ["–", "–"]
        print(f"| `{name}` | {' | '.join(cells)} |")
    overall, inside, counts = chosen_by_half(levels)
    print(f"\nchosen by the other half: {shown(overall)} overall, {shown(inside)} within equal length")
    print(", ".join(f"{name} {count}" for name, count in counts.items() if count))


if __name__ == "__main__":
    main()
