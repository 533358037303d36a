"""What each pruning rule of a family saves the reference searches: none, each alone, and all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Result, Unsupported
from ..formats.read import PuzzleLike, one
from ..search import INFORMED
from .solve import solve

SEARCHES = ("bfs", "dfs", "dijkstra", *INFORMED)
"""The searches that look at nothing but what a position branches to."""
BY_DEFAULT = ("bfs", "astar")


def prunings(
    puzzle: PuzzleLike,
    *,
    algorithms: Iterable[str] | None = None,
    heuristics: Iterable[str] | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[tuple[str, Result]]:
    """For each search its results without any rule, with each rule alone, and with all: ``none``, the rule, ``all``.

    Without ``algorithms`` breadth-first search and A*; without ``heuristics`` the family's best.

    >>> level = "#######|#     #|# $ . #|#  @  #|#######"
    >>> {rules: result.expanded for rules, result in prunings(level, algorithms=["bfs"])}
    {'none': 51, 'corner': 48, 'wall-line': 19, 'retraced': 29, 'all': 12}
    """
    puzzle = one(puzzle)
    if puzzle.about.pruning is None:
        raise Unsupported(Message("{family} has no pruning rules to switch on one by one", family=puzzle.family))
    rules, prune = puzzle.about.pruning.rules, puzzle.about.pruning.prune
    named = list(heuristics) if heuristics is not None else [puzzle.best_heuristic]
    for name in named:
        puzzle.heuristic(name)
    chosen = list(BY_DEFAULT if algorithms is None else algorithms)
    for algorithm in chosen:
        if algorithm not in SEARCHES:
            raise Unsupported.choice(Message("{name} does not take pruning rules", name=algorithm), SEARCHES)
    control = control_or_default(control)
    for algorithm in chosen:
        for heuristic in named if algorithm in INFORMED else [None]:
            for shown, some in {"none": (), **{name: (name,) for name in rules}, "all": tuple(rules)}.items():
                if control.stopped:
                    return
                board = prune(puzzle, some)
                yield (
                    shown,
                    solve(
                        board, metric=metric, algorithm=algorithm, heuristic=heuristic, limits=limits, control=control
                    ),
                )
