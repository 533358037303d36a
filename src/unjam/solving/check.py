"""Checks a solution: whether its moves are legal, whether they solve the puzzle, and how far it is from the optimum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.limits import limits_or_default
from ..core.notation import split_moves
from ..core.puzzle import Control, IllegalMove, Limits, Message, Move, Puzzle, PuzzleError, Result, WrongAnswer, rules
from ..formats.read import PuzzleLike, as_puzzle
from .solve import solve

DEFAULT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a solution against the rules.

    A solution is ``readable`` if its notation is correct and ``legal`` if every move can be played; it ``solves`` the
    puzzle if the last position is solved. ``costs`` is the cost of the legal moves in every metric, and ``position`` is
    the position after them. ``optimum`` is the proven optimum in ``metric``; if it is None, ``lower_bound`` is the best
    known bound, if any.
    """

    family: str
    metric: str
    readable: bool
    legal: bool
    solves: bool
    moves: tuple[Move, ...]
    position: Puzzle = field(repr=False)
    costs: dict[str, int]
    optimum: int | None = None
    lower_bound: int | None = None
    fault: Message | None = None
    """What is wrong with the text, or with the first illegal move, whose number is given."""
    note: Message | None = None
    """A remark that does not affect the verdict: wrong upper or lower case, or a goal that is reached and left
    again."""

    def __bool__(self) -> bool:
        return self.solves

    @property
    def cost(self) -> int | None:
        """The cost of the moves in ``metric``; None if they do not solve the puzzle."""
        return self.costs[self.metric] if self.solves else None

    @property
    def optimal(self) -> bool | None:
        """Whether the cost is optimal; None if that is not known."""
        if not self.solves:
            return False
        return None if self.optimum is None else self.costs[self.metric] == self.optimum

    def record(self) -> dict[str, Any]:
        """Return the check as data for JSON; docs/formats.md lists the keys."""
        return {
            "family": self.family,
            "legal": self.legal,
            "solves": self.solves,
            "costs": self.costs,
            "optimal": self.optimum,
            "fault": None if self.fault is None else str(self.fault),
            "metric": self.metric,
            "readable": self.readable,
            "played": len(self.moves),
            "lower_bound": self.lower_bound,
            "note": None if self.note is None else str(self.note),
        }


Solution = str | Iterable[str] | Iterable[Move] | Result
"""A solution: a string in the family's notation, a list of notations, moves, or the result of ``solve``."""


def check(
    puzzle: PuzzleLike,
    solution: Solution,
    *,
    metric: str | None = None,
    quick: bool = False,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
    **options: Any,
) -> Check:
    """Check a solution against the rules: a string in the family's notation, a list of notations, moves, or a Result.

    A wrong solution raises no exception. If the solution solves the puzzle, the optimum is computed too, for up to ten
    seconds unless ``limits`` says otherwise; ``quick`` skips that. ``options`` are specific to the family, as for
    ``solve``.

    >>> check("1 2 0 3 4 5 6 7 8", "2 1").optimal
    True
    >>> check("1 2 0 3 4 5 6 7 8", solve("1 2 0 3 4 5 6 7 8").moves).optimal
    True
    >>> str(check("1 2 0 3 4 5 6 7 8", "2 7").fault)
    "move 2: '7' cannot be played here: tile 7 is not beside the gap"
    """
    puzzle = as_puzzle(puzzle)
    metric = puzzle.metric(metric)
    puzzle.settings(options)
    checked = _replay(puzzle, _text_or_moves(solution), metric)
    if quick or not checked.solves:
        return checked
    limits = limits_or_default(limits, DEFAULT_SECONDS)
    best = solve(puzzle, metric=metric, limits=limits, control=control, workers=workers, **options)
    return _with_optimum(checked, best)


def costs(puzzle: Puzzle, moves: Iterable[Move]) -> dict[str, int]:
    """Return the cost of the moves in every metric of the family, and the family's other counts (``About.counts``)."""
    moves = tuple(moves)
    position, play, out = puzzle, rules(type(puzzle)), dict.fromkeys(puzzle.metrics, 0)
    for move in moves:
        for metric in out:
            out[metric] += position.cost(move, metric)
        position = play(position, move)
    return out | {name: count(puzzle, moves) for name, count in puzzle.about.counts.items()}


def _text_or_moves(solution: Solution) -> str | tuple[Move, ...]:
    """Return the solution as one string or as moves; raise TypeError if it is neither."""
    if isinstance(solution, str):
        return solution
    if isinstance(solution, Result):
        return solution.moves
    if not isinstance(solution, Iterable):
        raise TypeError(f"expected a solution as text, notations, moves or a Result, not {type(solution).__name__}")
    steps = tuple(solution)
    if all(isinstance(each, str) for each in steps):
        return " ".join(map(str, steps))
    moves = tuple(each for each in steps if isinstance(each, Move))
    if len(moves) < len(steps):
        raise TypeError("expected a solution of notations alone or of moves alone")
    return moves


def _replay(puzzle: Puzzle, solution: str | tuple[Move, ...], metric: str) -> Check:
    words: Sequence[str | Move] = ()
    is_mixed_case = False
    try:
        if isinstance(solution, str):
            words = split_moves(solution, letters=puzzle.about.letters, form=puzzle.about.move_syntax)
            is_mixed_case = puzzle.about.letters and solution.lower() not in (solution, solution.swapcase())
        else:
            words = solution
    except PuzzleError as error:
        return Check(puzzle.family, metric, False, False, False, (), puzzle, {}, fault=_unreadable(error))
    position, moves, costs = puzzle, list[Move](), dict.fromkeys(puzzle.metrics, 0)
    play, was_solved = rules(type(puzzle)), puzzle.is_solved()
    fault: Message | None = None
    note: Message | None = None
    for number, word in enumerate(words, 1):
        try:
            move = word if isinstance(word, Move) else position.parse_move(str(word))
            after = play(position, move)
        except IllegalMove as error:
            fault = _illegal(number, str(word), error)
            break
        if is_mixed_case and note is None:
            note = _case_remark(number, str(word), position.notation(move))
        for each in costs:
            costs[each] += position.cost(move, each)
        moves.append(move)
        position = after
        was_solved = was_solved or position.is_solved()
    for name, count in puzzle.about.counts.items():
        costs[name] = count(puzzle, tuple(moves))
    legal = fault is None
    solves = legal and position.is_solved()
    if legal and was_solved and not solves:
        note = Message("the puzzle is solved on the way, but no longer at the end")
    return Check(puzzle.family, metric, True, legal, solves, tuple(moves), position, costs, fault=fault, note=note)


def _case_remark(number: int, word: str, name: str) -> Message | None:
    """Return a remark if ``word`` differs from the move's notation only in case; otherwise None."""
    if name == word or name.lower() != word.lower():
        return None
    return Message("move {n}: write '{word}' as '{name}'", n=str(number), word=word, name=name)


def _unreadable(error: PuzzleError) -> Message:
    first = error.faults[0]
    if first.place is None:
        return first.message
    return Message("{place}: {why}", place=first.place, why=first.message)


def _illegal(number: int, word: str, error: IllegalMove) -> Message:
    """Return the message for an illegal move; its number has no thousands separators, so that programs can parse it."""
    why = error.message
    if why.values.get("move") == word:  # the reason already names the move
        return Message("move {n}: {why}", n=str(number), why=why)
    return Message("move {n}: '{word}' cannot be played here: {why}", n=str(number), word=word, why=why)


def _with_optimum(checked: Check, best: Result) -> Check:
    """Add the optimum to the check, if proven; raise WrongAnswer if the solution contradicts the search."""
    cost, least = checked.costs[checked.metric], best.lower_bound
    if best.status == "unsolvable" or (least is not None and least > cost):
        raise WrongAnswer(
            Message(
                "{algorithm} says {status}, at least {least}; the rules accept a solution of {cost}",
                algorithm=best.algorithm,
                status=best.status,
                least=str(least),
                cost=cost,
            )
        )
    proven = best.cost if best.optimal else cost if least == cost else None
    return replace(checked, optimum=proven, lower_bound=least if proven is None else proven)
