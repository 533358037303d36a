"""Is this solution right: legal move by move, solving, and how far from the best one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.limits import limits_or_default
from ..core.notation import split_moves
from ..core.puzzle import Control, IllegalMove, Limits, Message, Move, Puzzle, PuzzleError, Result, WrongAnswer, rules
from ..formats.read import PuzzleLike, one
from .solve import solve

SECONDS = 10.0
"""How long the optimum is looked for where nobody says."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the rules say of a solution that somebody brought.

    ``legal`` is whether every move can be played, ``solves`` whether the position after the last is solved; a text that
    is no solution at all is neither, nor ``readable``. ``costs`` counts the moves that could be played in every metric
    of the family, ``position`` is where they lead. ``optimum`` is the proven optimum in ``metric``, None where it is
    not known; then ``lower_bound`` may say what is needed at least.
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
    """What is wrong with the text or with the first move that cannot be played, its number first."""
    note: Message | None = None
    """What is odd and does not matter: capitals that do not fit, a goal that is reached early and left again."""

    def __bool__(self) -> bool:
        return self.solves

    @property
    def cost(self) -> int | None:
        """What the moves cost in ``metric``; None where they do not solve."""
        return self.costs[self.metric] if self.solves else None

    @property
    def optimal(self) -> bool | None:
        """Whether it solves at the lowest cost there is; None where that is not known."""
        if not self.solves:
            return False
        return None if self.optimum is None else self.costs[self.metric] == self.optimum

    def record(self) -> dict[str, Any]:
        """The check for JSON, with the keys of docs/formats.md."""
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
"""What stands for a solution: a text in the family's notation, a list of its words, moves, or what ``solve`` found."""


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
    """What the rules say of a solution: a text in the family's notation, a list of its words, moves, or a Result.

    A wrong solution is an answer, not an exception. Where it solves, the optimum is looked for, for ten seconds unless
    ``limits`` say otherwise; ``quick`` leaves that out. ``options`` are the family's own, as for ``solve``.

    >>> check("1 2 0 3 4 5 6 7 8", "2 1").optimal
    True
    >>> check("1 2 0 3 4 5 6 7 8", solve("1 2 0 3 4 5 6 7 8").moves).optimal
    True
    >>> str(check("1 2 0 3 4 5 6 7 8", "2 7").fault)
    "move 2: '7' cannot be played here: tile 7 is not beside the gap"
    """
    puzzle = one(puzzle)
    metric = puzzle.metric(metric)
    puzzle.settings(options)
    found = _played(puzzle, _text_or_moves(solution), metric)
    if quick or not found.solves:
        return found
    return _compared(puzzle, found, limits_or_default(limits, SECONDS), control, workers, options)


def _text_or_moves(solution: Solution) -> str | tuple[Move, ...]:
    """The solution as one text or as moves; TypeError where it is neither."""
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


def _played(puzzle: Puzzle, solution: str | tuple[Move, ...], metric: str) -> Check:
    try:
        words = _words(puzzle, solution)
    except PuzzleError as error:
        return Check(puzzle.family, metric, False, False, False, (), puzzle, {}, fault=_unreadable(error))
    position, moves, costs = puzzle, list[Move](), dict.fromkeys(puzzle.metrics, 0)
    play, early = rules(type(puzzle)), puzzle.is_solved()
    fault: Message | None = None
    note: Message | None = None
    cased = isinstance(solution, str) and puzzle.about.letters and _mixes_capitals(solution)
    for number, word in enumerate(words, 1):
        try:
            move = word if isinstance(word, Move) else position.parse_move(word)
            after = play(position, move)
        except IllegalMove as error:
            fault = _forbidden(number, str(word), error)
            break
        if cased and note is None:
            note = _odd_capital(number, str(word), position.notation(move))
        for each in costs:
            costs[each] += position.cost(move, each)
        moves.append(move)
        position = after
        early = early or position.is_solved()
    for name, counted in puzzle.about.counts.items():
        costs[name] = counted(puzzle, tuple(moves))
    legal = fault is None
    solves = legal and position.is_solved()
    if legal and early and not solves:
        note = Message("the puzzle is solved on the way, but no longer at the end")
    return Check(puzzle.family, metric, True, legal, solves, tuple(moves), position, costs, fault=fault, note=note)


def _words(puzzle: Puzzle, solution: str | tuple[Move, ...]) -> Sequence[str | Move]:
    if not isinstance(solution, str):
        return solution
    return split_moves(solution, letters=puzzle.about.letters, form=puzzle.about.move_syntax)


def _mixes_capitals(text: str) -> bool:
    return text.lower() not in (text, text.swapcase())


def _odd_capital(number: int, word: str, name: str) -> Message | None:
    """That a letter is written in the other size; None where it is not."""
    if name == word or name.lower() != word.lower():
        return None
    return Message("move {n}: '{word}' is written '{name}'", n=str(number), word=word, name=name)


def _unreadable(error: PuzzleError) -> Message:
    first = error.faults[0]
    if first.place is None:
        return first.message
    return Message("{place}: {why}", place=first.place, why=first.message)


def _forbidden(number: int, word: str, error: IllegalMove) -> Message:
    """Where a solution breaks; the number is written as it stands, for programs that look for it."""
    why = error.message
    if why.values.get("move") == word:  # it names the move itself
        return Message("move {n}: {why}", n=str(number), why=why)
    return Message("move {n}: '{word}' cannot be played here: {why}", n=str(number), word=word, why=why)


def _compared(
    puzzle: Puzzle,
    found: Check,
    limits: Limits,
    control: Control | None,
    workers: int | None,
    options: dict[str, Any],
) -> Check:
    """The same with the optimum, where a search proves it; a search that the solution contradicts is a bug of ours."""
    best = solve(puzzle, metric=found.metric, limits=limits, control=control, workers=workers, **options)
    cost, least = found.costs[found.metric], best.lower_bound
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
    return replace(found, optimum=proven, lower_bound=least if proven is None else proven)
