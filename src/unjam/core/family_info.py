"""Describes a family as data: its title, options, difficulty models and colours.

The command line reads this data and does not refer to any family by name. Every field has a default. Data that only the
page needs is in a ``Page``, which is loaded on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import exp
from typing import TYPE_CHECKING, Any

from .errors import Unsupported
from .message import Message
from .notation import MoveSyntax

if TYPE_CHECKING:
    from random import Random

    from .design import Advice, Changes
    from .generator import LevelGenerator
    from .page import Page
    from .result import Result

DIFFICULTIES = ("beginner", "intermediate", "advanced", "expert")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of one family; the command line offers it as ``--name``.

    Most options are passed to the native solver. Options with ``reads`` are passed to ``levels``, and options with
    ``shows`` control how a board is drawn. ``choices`` lists all allowed values. Reference searches cannot use
    ``native`` options, so combining the two is an error. An option with ``chooses`` only decides which of several
    solutions is returned.
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
    reference: bool = False
    """Whether only the reference searches can use the option, so that giving it selects one of them."""


EIGHT_IN_TEN = 1.2816
"""80 % of a normal distribution lie within this many standard deviations of its mean."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a model that predicts solving times: how much one unit of each input adds to ln(seconds).

    ``borders`` are the times in seconds at which the difficulties intermediate, advanced and expert begin.
    ``calibrated`` tells whether the weights were fitted to measured solving times or success rates; otherwise they are
    assumed. ``typical`` holds the inputs of a typical level: the medians over the levels that people played or, if
    there is no such data, over the shipped levels. ``spread`` is the standard deviation of ln(a person's time) around
    the prediction; it covers the differences between people and the error of the model.
    """

    intercept: float
    weights: Mapping[str, float]
    borders: tuple[float, float, float]
    calibrated: bool = False
    typical: Mapping[str, float] = field(default_factory=dict)
    spread: float = 1.0

    def terms(self, inputs: Mapping[str, float]) -> dict[str, float]:
        """Return how much each input adds to ln(seconds), starting with the intercept.

        >>> Weights(1.0, {"luck": 0.5}, (30, 90, 240)).terms({"luck": 3.0})
        {'intercept': 1.0, 'luck': 1.5}
        """
        return {"intercept": self.intercept} | {name: each * inputs[name] for name, each in self.weights.items()}


@dataclass(frozen=True, slots=True)
class Model:
    """A difficulty model: how much each feature adds to the score, and the scores at which the difficulties begin.

    If the model is ``timed``, the terms add up to ln(seconds) and the score is in seconds. ``features`` computes the
    model's input if that differs from the family's ``features``. ``why`` explains a rating in a sentence. ``typical``
    holds the terms of a typical level, if known. ``spread`` is the standard deviation of ln(a person's time).
    """

    terms: Callable[[Mapping[str, Any]], dict[str, float]]
    borders: tuple[float, float, float] = (50.0, 70.0, 90.0)
    timed: bool = False
    calibrated: bool = False
    features: Callable[[Any, Result], dict[str, Any]] | None = None
    why: Callable[[Any, Result, Mapping[str, Any]], Message] | None = None
    typical: Mapping[str, float] = field(default_factory=dict)
    spread: float = 1.0

    @classmethod
    def human(
        cls,
        weights: Weights,
        inputs: Callable[[Mapping[str, Any]], dict[str, float]],
        why: Callable[[Any, Result, Mapping[str, Any]], Message],
    ) -> Model:
        """Return a model that predicts how long people take; ``inputs`` computes its inputs from the features."""

        def terms(features: Mapping[str, Any]) -> dict[str, float]:
            return weights.terms(inputs(features))

        typical = weights.terms(weights.typical) if weights.typical else {}
        return cls(
            terms,
            weights.borders,
            timed=True,
            calibrated=weights.calibrated,
            why=why,
            typical=typical,
            spread=weights.spread,
        )

    def time_range(self, seconds: float) -> tuple[float, float]:
        """Return the times between which eight out of ten people solve a level whose expected time is ``seconds``.

        >>> [round(time) for time in Model(dict, spread=1.0).time_range(100.0)]
        [28, 360]
        """
        factor = exp(EIGHT_IN_TEN * self.spread)
        return seconds / factor, seconds * factor


@dataclass(frozen=True, slots=True)
class Pruning:
    """Pruning rules, which skip moves that no shortest solution needs; each rule can be enabled separately.

    ``rules`` describes each rule; ``prune`` returns a start position for a search that applies the named rules.
    """

    rules: Mapping[str, Message]
    prune: Callable[[Any, tuple[str, ...]], Any]

    def names(self, text: str) -> tuple[str, ...]:
        """Return the rules named in a comma-separated list; raise Unsupported for an unknown one."""
        names = tuple(name.strip() for name in text.split(",") if name.strip())
        for name in names:
            if name not in self.rules:
                raise Unsupported.choice(Message("unknown pruning rule '{name}'", name=name), self.rules)
        return names


PRUNING = Option(
    "pruning", Message("The pruning rules of the reference searches, comma-separated."), chooses=True, reference=True
)
"""The option of every family that has pruning rules."""


def lazy_imports(package: str) -> Callable[[str], Callable[..., Any]]:
    """Return a function that maps "module:name" in this package to a stand-in, which imports the name when called.

    If the name is a function or a class, the stand-in calls it with its own arguments; a constant is returned as is.
    """

    def lazy(target: str) -> Callable[..., Any]:
        module, _, name = target.partition(":")

        def load(*arguments: Any) -> Any:
            value = getattr(import_module(f".{module}", package), name)
            return value(*arguments) if callable(value) else value

        return load

    return lazy


def plain_page() -> Page:
    from .page import Page

    return Page()


@dataclass(frozen=True, slots=True)
class About:
    """The description of a family; ``models`` maps names to the family's own difficulty models."""

    title: Message | None = None
    rules: Message | None = None
    """The rules and the notation of solutions, for readers who see only the text of a level."""
    options: tuple[Option, ...] = ()
    models: Mapping[str, Model] | None = None
    advice: Callable[[Any, Result], Iterable[Advice]] | None = None
    """Returns advice for the designer of a level, given its solution."""
    changes: Callable[[Any, Random, bool], Changes] | None = None
    """Returns small changes to a level, those first that are likely to make it harder (True) or easier (False); by
    default, a level is only changed by starting a few moves elsewhere."""
    feature_names: tuple[Message, ...] = ()
    """The display names of the family's own features; their keys in ``features`` have underscores instead of spaces."""
    choice_metric: str = "moves"
    """The unit in which the features ``choices``, ``forced`` and ``dead_end`` are counted (Sokoban: pushes)."""
    pruning: Pruning | None = None
    arrange: Callable[[Any, Mapping[str, Any]], Any] | None = None
    """Returns the position from which a reference search starts, with the family's options applied."""
    climbs_by: str | None = None
    """The default heuristic for hill climbing in ``trace``; None for the family's best."""
    letters: bool = False
    """Whether every letter of a solution is a move, as in Sokoban's LURD notation; otherwise every token is a move."""
    move_syntax: MoveSyntax | None = None
    """The syntax of a move; it distinguishes a misspelt move from one that the rules forbid."""
    counts: Mapping[str, Callable[[Any, tuple[Any, ...]], int]] = field(default_factory=dict)
    """Additional costs of whole solutions: maps each name to a function of the start position and the moves."""
    sky: tuple[int, int] = (78, 275)
    """The hues, in degrees of OKLCH, that tint the board and the page in the light and in the dark theme."""
    by_shape: bool = False
    """Whether viewers colour pieces by their shape (Klotski) instead of by piece or group."""
    page: Callable[[], Page] = plain_page
    generator: Callable[[type[Any]], LevelGenerator] | None = None
    """Loads the level generator; the default generator tries random positions."""
    key: Callable[[Any], str] | None = None
    """Returns a canonical string that all equivalent levels share (mirrored, rotated, or with pieces renamed); by
    default the level's text."""
    removals: Callable[[Any], Iterable[Any]] | None = None
    """Returns the legal moves that take a piece off the board. They undo earlier moves, so ``Puzzle.moves`` and all
    searches leave them out."""
    storage: Callable[[Any], str] | None = None
    """Returns the ``storage_text`` of a position, if that differs from ``str``."""
    line: str = ""
    """A regular expression for lines that are complete levels on their own. Large files of such lines can be split
    without being parsed."""

    def __post_init__(self) -> None:
        if self.pruning is not None and PRUNING not in self.options:
            object.__setattr__(self, "options", (*self.options, PRUNING))

    def search_start(self, puzzle: Any, options: Mapping[str, Any]) -> Any:
        """Return the position from which a reference search starts, with the options and pruning rules applied."""
        start = self.arrange(puzzle, options) if self.arrange else puzzle
        if self.pruning is None or "pruning" not in options:
            return start
        return self.pruning.prune(start, self.pruning.names(options["pruning"]))
