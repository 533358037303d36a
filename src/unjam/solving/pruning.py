"""Measures how much work each pruning rule of a family saves the reference searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Move, Puzzle, Result, Unsupported
from ..formats.read import PuzzleLike, as_puzzle
from ..search import INFORMED
from .solve import PRUNED_SEARCHES, SolveOptions, run_task

DEFAULT_SEARCHES = ("bfs", "astar")


def prunings(
    puzzle: PuzzleLike,
    *,
    algorithms: Iterable[str] | None = None,
    heuristics: Iterable[str] | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[tuple[str, Result]]:
    """Yield a label and a result: without rules (``none``), with each rule alone (its name), and with all (``all``).

    This is done for each search, by default breadth-first search and A* with the family's best heuristic.

    >>> level = "#######|#     #|# $ . #|#  @  #|#######"
    >>> {rules: result.expanded for rules, result in prunings(level, algorithms=["bfs"])}
    {'none': 51, 'corner': 48, 'wall-line': 19, 'retraced': 29, 'all': 12}
    """
    puzzle = as_puzzle(puzzle)
    if puzzle.about.pruning is None:
        raise Unsupported(Message("{family} has no pruning rules to switch on one by one", family=puzzle.family))
    rules, prune = puzzle.about.pruning.rules, puzzle.about.pruning.prune
    heuristic_names = list(heuristics) if heuristics is not None else [puzzle.best_heuristic]
    for name in heuristic_names:
        puzzle.heuristic(name)
    algorithm_names = list(DEFAULT_SEARCHES if algorithms is None else algorithms)
    for algorithm in algorithm_names:
        if algorithm not in PRUNED_SEARCHES:
            raise Unsupported.choice(Message("{name} does not take pruning rules", name=algorithm), PRUNED_SEARCHES)
    control = control_or_default(control)
    for algorithm in algorithm_names:
        for heuristic in heuristic_names if algorithm in INFORMED else [None]:
            search = SolveOptions(metric, algorithm, heuristic, limits=limits, control=control)
            for label, active in {"none": (), **{name: (name,) for name in rules}, "all": tuple(rules)}.items():
                if control.stopped:
                    return
                yield label, run_task(prune(puzzle, active), search.task(type(puzzle)))


@dataclass(frozen=True, slots=True)
class Cut:
    """What one pruning rule left out while a search ran: how many moves, and the first of them with its position."""

    rule: str
    moves: int
    position: Puzzle | None = None
    move: Move | None = None


def count_cuts(puzzle: PuzzleLike, rules: Iterable[str], positions: Iterable[Puzzle]) -> list[Cut]:
    """Return what each rule cuts in these positions, which a search with the rules has expanded.

    A move that several rules would cut counts for each of them.

    >>> level = as_puzzle("#######|#     #|# $ . #|#  @  #|#######")
    >>> [(cut.rule, cut.moves) for cut in count_cuts(level, ["corner", "retraced"], [level])]
    [('corner', 0), ('retraced', 1)]
    """
    puzzle = as_puzzle(puzzle)
    if puzzle.about.pruning is None:
        raise Unsupported(Message("{family} has no pruning rules to switch on one by one", family=puzzle.family))
    prune = puzzle.about.pruning.prune
    positions, cuts = list(positions), []
    for rule in rules:
        moves, example = 0, None
        for position in positions:
            kept = list(prune(position, (rule,)).branches())
            left_out = [move for move in prune(position, ()).branches() if move not in kept]
            moves += len(left_out)
            example = example or ((position, left_out[0]) if left_out else None)
        cuts.append(Cut(rule, moves, *(example or ())))
    return cuts
