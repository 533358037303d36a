"""What a family says of itself as data: its title, its own options, its difficulty models, its colours.

The command line reads this and names no family. Everything has a default, so a family of one file needs none of it.
What only the page needs is a ``Page``, loaded when somebody opens it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .message import Message
from .notation import Written

if TYPE_CHECKING:
    from .generator import LevelGenerator
    from .page import Page
    from .result import Result


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that one family takes and others do not; the command line offers it as ``--name``.

    With ``reads`` it is given to ``levels``, with ``shows`` it says how a board is drawn, else it is given to the
    native solver. ``choices`` are all the values there are. One that is ``native`` is refused beside a reference
    search, which would not follow it; one that ``chooses`` only decides which of several solutions is found.
    """

    name: str
    help: Message
    choices: tuple[str, ...] = ()
    kind: type = str
    reads: bool = False
    shows: bool = False
    hidden: bool = False
    native: bool = False
    chooses: bool = False


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of a model of people's times: what a unit of each input adds to ln(seconds), and where levels begin.

    ``borders`` are seconds. ``calibrated`` says whether people's own times or successes are behind the weights; where
    they are not, the time is assumed. ``usual`` are the inputs of an ordinary level: the medians of those that people
    played, or else of those we ship.
    """

    intercept: float
    weights: Mapping[str, float]
    borders: tuple[float, float, float]
    calibrated: bool = False
    usual: Mapping[str, float] = field(default_factory=dict)

    def terms(self, inputs: Mapping[str, float]) -> dict[str, float]:
        """What each input adds to ln(seconds), the intercept first.

        >>> Weights(1.0, {"luck": 0.5}, (30, 90, 240)).terms({"luck": 3.0})
        {'intercept': 1.0, 'luck': 1.5}
        """
        return {"intercept": self.intercept} | {name: each * inputs[name] for name, each in self.weights.items()}


@dataclass(frozen=True, slots=True)
class Model:
    """A way to rate a level: what each feature adds to the score, and the scores at which the next level begins.

    Where it is ``timed`` the terms add up to ln(seconds) and the score is the seconds. ``features`` counts what the
    model needs where that is not what the family's own ``features`` gives; ``why`` says it in a sentence. ``usual`` are
    the terms of an ordinary level, where that is known.
    """

    terms: Callable[[Mapping[str, Any]], dict[str, float]]
    borders: tuple[float, float, float] = (50.0, 70.0, 90.0)
    timed: bool = False
    calibrated: bool = False
    features: Callable[[Any, Result], dict[str, Any]] | None = None
    why: Callable[[Any, Result, Mapping[str, Any]], Message] | None = None
    usual: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def human(
        cls,
        weights: Weights,
        inputs: Callable[[Mapping[str, Any]], dict[str, float]],
        why: Callable[[Any, Result, Mapping[str, Any]], Message],
    ) -> Model:
        """The model of people's times with these weights; ``inputs`` makes of the features what is weighed."""

        def terms(features: Mapping[str, Any]) -> dict[str, float]:
            return weights.terms(inputs(features))

        usual = weights.terms(weights.usual) if weights.usual else {}
        return cls(terms, weights.borders, timed=True, calibrated=weights.calibrated, why=why, usual=usual)


@dataclass(frozen=True, slots=True)
class Pruning:
    """Rules that leave out moves which no shortest solution needs, to be switched on one by one.

    ``rules`` has what each says; ``prune`` gives the same position for a search that follows some of them.
    """

    rules: Mapping[str, Message]
    prune: Callable[[Any, tuple[str, ...]], Any]


def lazy_imports(package: str) -> Callable[[str], Callable[..., Any]]:
    """Return a function that maps "module:name" in this package to a stand-in, which imports the name when called.

    The stand-in passes its arguments on to a function or class; a constant is returned as it is.
    """

    def lazy(target: str) -> Callable[..., Any]:
        module, _, name = target.partition(":")

        def load(*arguments: Any) -> Any:
            value = getattr(import_module(f".{module}", package), name)
            return value(*arguments) if callable(value) else value

        return load

    return lazy


def plain_page() -> Page:
    """The page of a family that says nothing about it."""
    from .page import Page

    return Page()


@dataclass(frozen=True, slots=True)
class About:
    """What a family says of itself; ``models`` are its own difficulty models, the default first."""

    title: Message | None = None
    rules: Message | None = None
    """The rules and how an answer is written, for somebody who has only the text of a level."""
    options: tuple[Option, ...] = ()
    models: Mapping[str, Model] | None = None
    advice: Callable[[Any, Result], list[Message]] | None = None
    """What a designer should know of a level, given its solution."""
    pruning: Pruning | None = None
    """The pruning rules that the reference searches can be shown with, where a family has such."""
    arrange: Callable[[Any, Mapping[str, Any]], Any] | None = None
    """Gives the same position for a reference search that follows the family's options for solving."""
    climbs_by: str | None = None
    """The heuristic that ``trace`` climbs by when none is named; None for the family's best."""
    letters: bool = False
    """Whether each letter of a solution is a move (Sokoban's LURD), or each word."""
    written: Written | None = None
    """How one move is written, so that what is no move at all is told from one that the rules forbid."""
    counts: Mapping[str, Callable[[Any, tuple[Any, ...]], int]] = field(default_factory=dict)
    """What else is counted of a whole solution, by name, beside the metrics that add up move by move: each is given
    the position and the moves."""
    sky: tuple[int, int] = (78, 275)
    """The hue, in degrees of OKLCH, that tints the board and the page round it: by day and by night."""
    by_shape: bool = False
    """Whether a viewer colours pieces by their shape (Klotski) instead of each piece or group by itself."""
    page: Callable[[], Page] = plain_page
    """Loads what the page needs."""
    generator: Callable[[type[Any]], LevelGenerator] | None = None
    """Loads what makes new levels; without one, random positions are tried."""
    key: Callable[[Any], str] | None = None
    """The same text for levels that are alike: mirrored, turned, pieces named otherwise; by default the level's own."""
    removals: Callable[[Any], Iterable[Any]] | None = None
    """The legal moves that take a piece back off the board: they lead back, so ``Puzzle.moves`` and with it every
    search leaves them out."""
    storage: Callable[[Any], str] | None = None
    """Writes a level's ``storage_text`` where that is not the text that people see."""
    line: str = ""
    """What a line looks like that is a whole level by itself, whatever stands above and below it, as a regular
    expression; long files of such lines are read by the piece."""
