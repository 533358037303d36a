"""Puzzle: one position of any family, and with it the nouns everything else is written in.

A family implements ``Puzzle``; searches, pictures, games and the page work on ``Puzzle`` alone and know no family.
Below this file stand only the nouns it speaks in (``message``, ``limits``, ``about``, ``scene``, ``faults``,
``result``), and all of them can be had from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .errors import Fault, Faults, IllegalMove, LimitReached, PuzzleError, UnjamError, Unsupported, WrongAnswer
from .family_info import About, Model, Option, Weights
from .limits import STOPPED, Control, Limits, Stopwatch
from .message import Message, listed, plural
from .notation import Written, spelled
from .result import MAX_HARDEST, Native, Result, Space, Status, Task
from .scene import Cell, Exit, Home, Move, Piece, Scene

if TYPE_CHECKING:
    from random import Random


__all__ = [
    "EVERY_METRIC", "MAX_HARDEST", "STOPPED", "ZERO",
    "About", "Cell", "Control", "Exit", "Fault", "Faults", "Heuristic", "Home", "IllegalMove", "Level", "LimitReached",
    "Limits", "Message", "Model", "Move", "Native", "Option", "Piece", "Puzzle", "PuzzleError", "Result", "Scene",
    "Space", "Status", "Stopwatch", "Task", "UnjamError", "Unsupported", "Weights", "Written", "WrongAnswer",
    "legal_moves", "listed", "plural", "rules",
]  # fmt: skip


MAX_NAMED = 40
"""How many of the moves that could be played an error lists."""


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A named estimate of the distance to the goal, with what is proven about it, metric by metric."""

    estimate: Callable[[Any, str], int]
    admissible: frozenset[str] = frozenset()
    consistent: frozenset[str] = frozenset()

    def __call__(self, puzzle: Puzzle, metric: str) -> int:
        return self.estimate(puzzle, metric)


def _nothing_known(puzzle: Puzzle, metric: str) -> int:
    return 0


class _Everything(frozenset[str]):
    """The set of all metrics, for facts that hold in each."""

    def __contains__(self, metric: object) -> bool:
        return True


EVERY_METRIC: frozenset[str] = _Everything()
ZERO = Heuristic(_nothing_known, admissible=EVERY_METRIC, consistent=EVERY_METRIC)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a file: a puzzle, or the error that kept it from being one; ``line`` is where it starts, from 1."""

    index: int
    puzzle: Puzzle | None
    title: str | None = None
    error: PuzzleError | None = None
    line: int = 1
    notes: Mapping[str, str] = field(default_factory=dict)


class Puzzle(ABC):
    """One immutable, hashable position. Any position is itself a puzzle.

    A subclass is a value: equal positions are equal and hash alike, ``parse(str(p)) == p`` at any moment of a game,
    and ``play`` returns a new position.
    """

    family: ClassVar[str]

    # -- what a family must give: one of parse and levels, and these five ----------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Self:
        """The one position that the text describes, or PuzzleError with places, reasons and what was expected."""
        if cls.levels.__func__ is Puzzle.levels.__func__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__} must define parse or levels")
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a level, not {type(text).__name__}")
        found = list(cls.levels(text))
        if not found:
            raise PuzzleError("the text holds no level; expected one")
        first, *more = found
        if more:
            raise PuzzleError(Message("{n} levels, the second here; expected one", n=len(found)), line=more[0].line)
        if first.error is not None:
            raise first.error
        assert isinstance(first.puzzle, cls)
        return first.puzzle

    @classmethod
    def levels(cls, text: str, **options: Any) -> Iterator[Level]:
        """The levels of a file in order, unreadable ones included; by default the whole text is one level."""
        try:
            yield Level(0, cls.parse(text))
        except PuzzleError as error:
            yield Level(0, None, error=error, line=error.line or 1)

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """The legal moves, in a fixed documented order."""

    @abstractmethod
    def play(self, move: Move | Any) -> Self:
        """The position after the move; IllegalMove where the rules forbid it.

        A family plays a ``Move``. Whoever calls may also write what ``notation`` would, "B+1", or several such moves
        with spaces between them; IllegalMove then lists what can be played.
        """

    @abstractmethod
    def is_solved(self) -> bool: ...

    @abstractmethod
    def scene(self) -> Scene: ...

    # -- what a family may give, at most twenty ------------------------------------------------------------------------

    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    """What a cost can count; the first is the default."""
    heuristics: ClassVar[Mapping[str, Heuristic]] = {"zero": ZERO}
    best_heuristic: ClassVar[str] = "zero"
    """The admissible heuristic that informed reference searches take when none is named."""
    formats: ClassVar[tuple[str, ...]] = ("text",)
    """The names of the text forms that ``text`` can write."""
    about: ClassVar[About] = About()
    """The family's title, options and words, as data for the command line and the page."""
    native: ClassVar[Native | None] = None
    """What the core does for this family."""

    def cost(self, move: Move, metric: str) -> int:
        """What the move costs in the metric, in this position."""
        return 1

    def notation(self, move: Move) -> str:
        """The compact form of a move in this position ("B+1"); docs/formats.md has it for each family."""
        return f"{move.piece}@{move.to[0]},{move.to[1]}"

    def parse_move(self, word: str) -> Move:
        """The move that one word of notation means here; IllegalMove says why where the rules forbid it.

        The word has the form that ``about.written`` asks for. By default it is looked up among the legal moves.
        Capitals only matter where two moves differ by nothing else.
        """
        return _named(word, self._known())

    def notations(self, moves: Iterable[Move]) -> list[str]:
        """The whole solution from here in compact form."""
        position, out = self, []
        for move in moves:
            out.append(position.notation(move))
            position = position.play(move)
        return out

    def words(self, move: Move) -> Message:
        """The move as a sentence for people."""
        return Message(
            "Move {piece} to row {row}, column {column}", piece=move.piece, row=move.to[0] + 1, column=move.to[1] + 1
        )

    def text(self, format: str, *, title: str | None = None, notes: Mapping[str, str] | None = None) -> str:
        """This position in one of ``formats``, with its level's title and notes where the format has a place for them.

        Unsupported names what the format cannot hold.
        """
        self.format(format)
        return str(self)

    def drawing(self) -> str:
        """The position alone as rows of text, as a trace shows it; ties of equal estimate are broken by it."""
        return str(self).rstrip("\n")

    def branches(self) -> Iterable[Move]:
        """What a solver must consider here. Only packing narrows it: the order of its pieces does not matter, so
        the places of the next piece are enough."""
        return self.moves()

    def goals(self) -> Iterable[Self] | None:
        """Every position that counts as solved and might be reached from here, or None where nobody can list them."""
        return None

    def back(self) -> Iterable[tuple[Move, Self]]:
        """Each (move, earlier position) such that playing the move there leads here; for search from the goal."""
        raise Unsupported(
            Message("{family} cannot step back, so it cannot be searched from both ends", family=self.family)
        )

    def dead(self) -> Fault | None:
        """Why no solution can be reached any more and on which cells one sees it, where that is quickly proven."""
        return None

    def faults(self) -> list[Fault]:
        """Everything that makes this position pointless as a level (for designers); [] when it is sound."""
        dead = self.dead()
        return [] if dead is None else [dead]

    def features(self, result: Result, task: Task | None = None) -> dict[str, Any]:
        """What makes the level hard or easy, given the best solution known; the difficulty models weigh these.

        ``task`` says what may be spent on finding out. A feature that was sampled comes with ``luck_error``.
        """
        return {"cost": result.cost}

    @classmethod
    def random(cls, rng: Random, **options: Any) -> Self:
        """A random position of the family; the same generator state gives the same position."""
        raise Unsupported(Message("{family} cannot make random positions yet", family=cls.family))

    # -- what every family gets for nothing ----------------------------------------------------------------------------

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "play" in vars(cls):
            setattr(cls, "play", _by_notation(cls.play))  # noqa: B010

    def from_notation(self, text: str) -> tuple[Move, ...]:
        """The moves that a text in compact notation means from here; IllegalMove lists what can be played instead.

        Capitals only matter where two moves differ by nothing else.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the notation of moves as text, not {type(text).__name__}")
        position, moves = self, []
        for word in spelled(text, letters=self.about.letters):
            try:
                if (form := self.about.written) is not None and not form.fits(word):
                    raise IllegalMove("no move")
                moves.append(position.parse_move(word))
                position = position.play(moves[-1])
            except IllegalMove:
                raise _impossible(word, list(position._known())) from None
        return tuple(moves)

    def _known(self) -> dict[str, Move]:
        """The legal moves by their notation."""
        known: dict[str, Move] = {}
        for move in legal_moves(self):
            known.setdefault(self.notation(move), move)
        return known

    def storage_text(self) -> str:
        """The text by which files, ids and links hold this position: ``str``, unless the family has a shorter one.

        It reads back as this position, and what was stored once stays as it is, however ``str`` shows a position.
        """
        write = self.about.storage
        return str(self) if write is None else write(self)

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
        """What the family is called by people."""
        return cls.about.title or Message.plain(cls.family)

    @classmethod
    def metric(cls, name: str | None) -> str:
        """The named metric, or the default one; Unsupported lists the choices."""
        if name is None:
            return cls.metrics[0]
        if name not in cls.metrics:
            why = Message("{family} has no metric '{name}'", family=cls.family, name=name)
            raise Unsupported.choice(why, cls.metrics)
        return name

    @classmethod
    def heuristic(cls, name: str | None) -> tuple[str, Heuristic]:
        """The named heuristic with its name, or the family's best; Unsupported lists the choices."""
        name = name or cls.best_heuristic
        if name not in cls.heuristics:
            why = Message("{family} has no heuristic '{name}'", family=cls.family, name=name)
            raise Unsupported.choice(why, cls.heuristics)
        return name, cls.heuristics[name]

    @classmethod
    def format(cls, name: str) -> str:
        """The named format; Unsupported lists the choices."""
        if name not in cls.formats:
            why = Message("{family} has no format '{name}'", family=cls.family, name=name)
            raise Unsupported.choice(why, cls.formats)
        return name

    @classmethod
    def settings(cls, given: Mapping[str, Any], *, reads: bool = False, shows: bool = False) -> dict[str, Any]:
        """The family's own options that were given (None counts as not given); Unsupported names a wrong one."""
        known = {option.name: option for option in cls.about.options if (option.reads, option.shows) == (reads, shows)}
        chosen = {name: value for name, value in given.items() if value is not None}
        for name, value in chosen.items():
            if name not in known:
                raise Unsupported(_unknown(cls.family, name, [o.name for o in known.values() if not o.hidden]))
            option = known[name]
            if option.choices and value not in option.choices:
                raise Unsupported.choice(Message("no {name} '{value}'", name=name, value=value), option.choices)
            if not isinstance(value, option.kind):
                raise Unsupported(
                    Message(
                        "{name} is {value}; expected {kind}", name=name, value=repr(value), kind=option.kind.__name__
                    )
                )
        return chosen


def legal_moves(puzzle: Puzzle) -> list[Move]:
    """Everything that can be played: ``moves`` and then what can be taken back off the board."""
    removals = puzzle.about.removals
    return [*puzzle.moves(), *(removals(puzzle) if removals else ())]


def _named(word: str, known: dict[str, Move]) -> Move:
    near = [name for name in known if name.lower() == word.lower()]
    if word in known or len(near) == 1:
        return known[word if word in known else near[0]]
    raise _impossible(word, list(known))


def _impossible(word: str, known: list[str]) -> IllegalMove:
    """The error that lists what can be played instead."""
    if not known:
        return IllegalMove(Message("'{move}' cannot be played here: nothing can move", move=word))
    shown = ", ".join(known[:MAX_NAMED])
    if (more := len(known) - MAX_NAMED) > 0:
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
    """A family's ``play`` that takes the notation of moves too."""

    @wraps(play)
    def played(self: Any, move: Move | str) -> Any:
        if isinstance(move, Move):
            return play(self, move)
        if not isinstance(move, str):
            raise TypeError(f"expected a move or its notation, not {type(move).__name__}")
        for each in self.from_notation(move):
            self = play(self, each)
        return self

    return played


def rules(kind: type[Puzzle]) -> Callable[[Any, Move], Any]:
    """The family's own ``play`` without the look for notation, for loops that play millions of moves."""
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
