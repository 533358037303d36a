"""Defines Puzzle, the interface that the positions of every family implement.

A family implements ``Puzzle``; searches, pictures, games and the page use only this interface and do not depend on any
family. The types that it uses (``Message``, ``Limits``, ``About``, ``Move``, ``Result`` and so on) can also be imported
from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .errors import Fault, Faults, IllegalMove, LimitReached, PuzzleError, UnjamError, Unsupported, WrongAnswer
from .family_info import About, Model, Option, Weights
from .heuristic import EVERY_METRIC, ZERO, Heuristic, Term
from .limits import STOPPED, Control, Limits, Stopwatch
from .message import Message, join_messages, plural
from .move import Cell, Move
from .native import Native
from .notation import MoveSyntax, match_case, split_moves
from .own_heuristics import LOADED, make_heuristic
from .result import MAX_HARDEST, Result, Space, Status, Task

if TYPE_CHECKING:
    from random import Random

    from .scene import Scene


__all__ = [
    "EVERY_METRIC",
    "MAX_HARDEST",
    "STOPPED",
    "ZERO",
    "About",
    "Cell",
    "Control",
    "Fault",
    "Faults",
    "Heuristic",
    "IllegalMove",
    "Level",
    "LimitReached",
    "Limits",
    "Message",
    "Model",
    "Move",
    "MoveSyntax",
    "Native",
    "Option",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Space",
    "Status",
    "Stopwatch",
    "Task",
    "Term",
    "UnjamError",
    "Unsupported",
    "Weights",
    "WrongAnswer",
    "join_messages",
    "legal_moves",
    "plural",
    "rules",
]  # fmt: skip


MAX_MOVES_LISTED = 40


@dataclass(frozen=True, slots=True)
class Level:
    """A level in a file: its puzzle, or an error if it cannot be read; ``line`` is its first line, counted from 1."""

    index: int
    puzzle: Puzzle | None
    title: str | None = None
    error: PuzzleError | None = None
    line: int = 1
    notes: Mapping[str, str] = field(default_factory=dict)


class Puzzle(ABC):
    """One immutable, hashable position. Any position is itself a puzzle.

    A subclass is a value type: equal positions have equal hashes, ``parse(str(p)) == p`` throughout a game, and
    ``play`` returns a new position.
    """

    family: ClassVar[str]

    # -- what a family must implement: parse or levels, and the five abstract methods ----------------------------------

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text of one level; raise PuzzleError, which lists all faults, if it is not one valid level."""
        if cls.levels.__func__ is Puzzle.levels.__func__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__} must define parse or levels")
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a level, not {type(text).__name__}")
        levels = list(cls.levels(text))
        if not levels:
            raise PuzzleError("the text contains no level; expected one")
        first, *more = levels
        if more:
            raise PuzzleError(
                Message("expected one level, but there are {n}; the second one starts here", n=len(levels)),
                line=more[0].line,
            )
        if first.error is not None:
            raise first.error
        assert isinstance(first.puzzle, cls)
        return first.puzzle

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """Yield the levels in the text in order, including unreadable ones; by default the whole text is one level."""
        try:
            yield Level(0, cls.parse(text))
        except PuzzleError as error:
            yield Level(0, None, error=error, line=error.line or 1)

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """Return the legal moves, in a fixed, documented order."""

    @abstractmethod
    def play(self, move: Move | Any) -> Self:
        """Return the position after the move; raise IllegalMove if the rules forbid it.

        Families only need to handle a ``Move``. Callers may also pass notation, such as "B+1" or several moves
        separated by spaces; IllegalMove then lists the legal moves.
        """

    @abstractmethod
    def is_solved(self) -> bool: ...

    @abstractmethod
    def scene(self) -> Scene: ...

    # -- what a family may override; at most twenty members ------------------------------------------------------------

    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    """The names of the metrics in which the family can measure costs; the first is the default."""
    heuristics: ClassVar[Mapping[str, Heuristic]] = {"zero": ZERO}
    best_heuristic: ClassVar[str] = "zero"
    """The admissible heuristic that reference searches use by default."""
    formats: ClassVar[tuple[str, ...]] = ("text",)
    about: ClassVar[About] = About()
    """The family's title, options and wording, as data for the command line and the page."""
    native: ClassVar[Native | None] = None

    def cost(self, move: Move, metric: str) -> int:
        """Return the cost of the move in this position, in the given metric."""
        return 1

    def notation(self, move: Move) -> str:
        """Return the compact form of a move in this position ("B+1"), described in docs/formats.md for each family."""
        return f"{move.piece}@{move.to[0]},{move.to[1]}"

    def parse_move(self, word: str) -> Move:
        """Return the move that ``word`` denotes in this position; raise IllegalMove if the rules forbid it.

        ``word`` matches ``about.move_syntax``. By default it is looked up among the legal moves. Case only matters if
        two moves differ in nothing else.
        """
        legal = self._legal_by_notation()
        name = match_case(word, legal)
        if name not in legal:
            raise _impossible(word, list(legal))
        return legal[name]

    def notations(self, moves: Iterable[Move]) -> list[str]:
        """Return the moves of a solution that starts here, in compact notation."""
        position, out = self, []
        for move in moves:
            out.append(position.notation(move))
            position = position.play(move)
        return out

    def words(self, move: Move) -> Message:
        """Return a sentence that describes the move."""
        return Message(
            "Move {piece} to row {row}, column {column}", piece=move.piece, row=move.to[0] + 1, column=move.to[1] + 1
        )

    def text(self, format: str, *, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
        """Return this position in one of ``formats``, with the level's title and notes if the format supports them.

        Raises Unsupported, saying what the format cannot express.
        """
        self.format(format)
        return str(self)

    def drawing(self) -> str:
        """Return the position as rows of text, for traces and for breaking ties between estimates in hill climbing."""
        return str(self).rstrip("\n")

    def branches(self) -> Iterable[Move]:
        """Return the moves that a solver must consider; packing returns only the moves of the next piece."""
        return self.moves()

    def goals(self) -> Iterable[Self] | None:
        """Return every solved position that might be reachable from here, or None if they cannot be listed."""
        return None

    def back(self) -> Iterable[tuple[Move, Self]]:
        """Return a (move, previous position) pair for each move that leads here, for searches from the goal."""
        raise Unsupported(
            Message(
                "{family} cannot list the moves that lead to a position, so it cannot be searched from both ends",
                family=self.family,
            )
        )

    def dead(self) -> Fault | None:
        """Return why no solution can be reached any more, and the cells that show it; None if no quick proof exists."""
        return None

    def faults(self) -> list[Fault]:
        """Return all faults that make this position unsuitable as a level, for designers."""
        dead = self.dead()
        return [] if dead is None else [dead]

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        """Return the features that make the level hard or easy, given its best known solution, for difficulty models.

        ``task`` limits the effort. If luck had to be sampled, ``luck_error`` is its standard error.
        """
        return {"cost": result.cost}

    @classmethod
    def random(cls, rng: Random, **options: Any) -> Self:
        """Return a random position; the same state of ``rng`` gives the same position."""
        raise Unsupported(Message("{family} cannot make random positions yet", family=cls.family))

    # -- what every family inherits ------------------------------------------------------------------------------------

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "play" in vars(cls):
            cls.play = _by_notation(cls.play)  # type: ignore[assignment, method-assign]

    def from_notation(self, text: str) -> tuple[Move, ...]:
        """Parse moves in compact notation; raise IllegalMove, which lists the legal moves, if one cannot be played.

        Case only matters if two moves differ in nothing else.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the notation of moves as text, not {type(text).__name__}")
        position, moves = self, []
        for word in split_moves(text, letters=self.about.letters):
            try:
                if (form := self.about.move_syntax) is not None and not form.fits(word):
                    raise IllegalMove("there is no move here")
                moves.append(position.parse_move(word))
                position = position.play(moves[-1])
            except IllegalMove:
                raise _impossible(word, list(position._legal_by_notation())) from None
        return tuple(moves)

    def _legal_by_notation(self) -> dict[str, Move]:
        moves: dict[str, Move] = {}
        for move in legal_moves(self):
            moves.setdefault(self.notation(move), move)
        return moves

    def estimate(self, heuristic: str | Callable[..., int] | None = None, metric: str | None = None) -> int:
        """Return what a heuristic says the distance to a solution is, by default the family's best heuristic.

        >>> import unjam
        >>> unjam.read("rushhour/first-gear")[0].estimate("blocking")
        2
        """
        return self.heuristic(heuristic)[1](self, self.metric(metric))

    def storage_text(self) -> str:
        """Return this position's text for files, ids and links; unlike ``str``, it never changes between versions."""
        return str(self) if self.about.storage is None else self.about.storage(self)

    def __eq__(self, other: object) -> bool:
        return NotImplemented if type(other) is not type(self) else str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.storage_text()!r})"

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    @classmethod
    def title(cls) -> Message:
        return cls.about.title or Message.plain(cls.family)

    @classmethod
    def metric(cls, name: str | None) -> str:
        """Return ``name``, or the default metric for None; raise Unsupported with the choices if it is unknown."""
        if name is None:
            return cls.metrics[0]
        if name not in cls.metrics:
            raise Unsupported.choice(
                Message("{family} has no metric '{name}'", family=cls.family, name=name), cls.metrics
            )
        return name

    @classmethod
    def heuristic(cls, name: str | Callable[..., int] | None) -> tuple[str, Heuristic]:
        """Return the name and the heuristic, by default the family's best; raise Unsupported if it is unknown.

        A function of a position, or of a position and a metric, is a heuristic too; nothing is known about it.
        """
        if callable(name):
            called = getattr(name, "__name__", "heuristic")
            return called, make_heuristic(name, called)
        name = name or cls.best_heuristic
        if name in LOADED:
            return name, LOADED[name]
        if name not in cls.heuristics:
            raise Unsupported.choice(
                Message("{family} has no heuristic '{name}'", family=cls.family, name=name), cls.heuristics
            )
        return name, cls.heuristics[name]

    @classmethod
    def format(cls, name: str) -> str:
        """Return ``name`` if it is one of the formats; otherwise raise Unsupported with a list of them."""
        if name not in cls.formats:
            raise Unsupported.choice(
                Message("{family} has no format '{name}'", family=cls.family, name=name), cls.formats
            )
        return name

    @classmethod
    def settings(cls, values: Mapping[str, Any], *, reads: bool = False, shows: bool = False) -> dict[str, Any]:
        """Return the values of the family's own options that are not None; raise Unsupported if one is invalid."""
        known = {option.name: option for option in cls.about.options if (option.reads, option.shows) == (reads, shows)}
        chosen = {name: value for name, value in values.items() if value is not None}
        for name, value in chosen.items():
            if name not in known:
                raise Unsupported(_unknown(cls.family, name, [o.name for o in known.values() if not o.hidden]))
            option = known[name]
            if option.choices and value not in option.choices:
                raise Unsupported.choice(Message("unknown {name} '{value}'", name=name, value=value), option.choices)
            if not isinstance(value, option.kind):
                raise Unsupported(
                    Message(
                        "{name} is {value}; expected {kind}", name=name, value=repr(value), kind=option.kind.__name__
                    )
                )
        return chosen


def legal_moves(puzzle: Puzzle) -> list[Move]:
    """Return all legal moves: first ``Puzzle.moves``, then the moves that take a piece off the board."""
    removals = puzzle.about.removals
    return [*puzzle.moves(), *(removals(puzzle) if removals else ())]


def _impossible(word: str, legal: list[str]) -> IllegalMove:
    if not legal:
        return IllegalMove(Message("'{move}' cannot be played here: nothing can move", move=word))
    shown = ", ".join(legal[:MAX_MOVES_LISTED])
    if (more := len(legal) - MAX_MOVES_LISTED) > 0:
        return IllegalMove(
            plural(
                "'{move}' cannot be played here; possible: {known} and {n} other",
                "'{move}' cannot be played here; possible: {known} and {n} others",
                move=word,
                known=shown,
                n=more,
            )
        )
    return IllegalMove(Message("'{move}' cannot be played here; possible: {known}", move=word, known=shown))


def _by_notation(play: Callable[[Any, Move], Any]) -> Callable[[Any, Move | str], Any]:
    """Extend a family's ``play`` to accept moves written in notation."""

    @wraps(play)
    def play_any(self: Any, move: Move | str) -> Any:
        if isinstance(move, Move):
            return play(self, move)
        if not isinstance(move, str):
            raise TypeError(f"expected a move or its notation, not {type(move).__name__}")
        for each in self.from_notation(move):
            self = play(self, each)
        return self

    return play_any


def rules(kind: type[Puzzle]) -> Callable[[Any, Move], Any]:
    """Return the family's ``play`` without support for notation, which is faster for playing millions of moves."""
    return getattr(kind.play, "__wrapped__", kind.play)


def _unknown(family: str, name: str, known: list[str]) -> Message:
    if not known:
        return Message("{family} does not take '{name}'; it has no options of its own", family=family, name=name)
    return Message(
        "{family} does not take '{name}'; its own options are: {known}",
        family=family,
        name=name,
        known=", ".join(known),
    )
