"""Rates how hard a level is for people: the expected time, one of four difficulties, and the features behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import exp, log2
from typing import Any

from ..core.cores import count_workers
from ..core.design import Advice
from ..core.family_info import DIFFICULTIES
from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Message, Model, Puzzle, Result, Task, Unsupported, Weights
from ..core.wording import expected_time, short_time
from ..formats.read import PuzzleLike, as_puzzle, as_puzzles
from ..parallel.scheduler import run_each
from ..parallel.solve_many import solve_many
from ..solving.solve import require_workers, solve
from . import words

HUMAN = replace(
    Model.human(
        Weights(-0.666, {"cost": 1.313}, (30.0, 90.0, 240.0)),
        inputs=lambda features: {"cost": log2(max(1, features["cost"]))},
        why=lambda puzzle, result, features: Message("rated by the length of its solution alone"),
    ),
    features=lambda puzzle, result: {"cost": result.cost},
)
"""The model for families without one: based on the length of the solution, fitted to solving times of Rush Hour."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating; ``score`` and ``difficulty`` are None without a solution, and ``reason`` says why.

    With the model ``human``, the score is the expected time of an average person in seconds, eight out of ten people
    need between ``low`` and ``high`` seconds, ``contributions`` is what each feature adds to ln(score), and
    ``calibrated`` tells whether the model was fitted to data from people. With other models, the score is in points.
    ``why`` explains the rating in a sentence, ``note`` says what makes it less certain, and ``advice`` is for
    designers, if requested: sentences with the cells that they are about.
    """

    family: str
    model: str
    score: float | None
    difficulty: str | None
    features: Mapping[str, Any] = field(default_factory=dict)
    contributions: Mapping[str, float] = field(default_factory=dict)
    calibrated: bool | None = None
    why: Message | None = None
    note: Message | None = None
    result: Result | None = None
    reason: Message | None = None
    advice: tuple[Advice, ...] | None = None
    low: float | None = None
    high: float | None = None

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import rating_html  # loaded only when shown

        return rating_html(self)

    @property
    def level(self) -> str | None:
        """An alias of ``difficulty``; the key in JSON has this name."""
        return self.difficulty

    @property
    def seconds(self) -> float | None:
        """The expected time of an average person, if the model predicts times."""
        return None if self.calibrated is None else self.score

    @property
    def expected_time(self) -> Message | None:
        """The expected time and that of most people, in words; None without a time."""
        return self._in_words(expected_time)

    @property
    def short_time(self) -> Message | None:
        """The time that most people need, in words; None without a time."""
        return self._in_words(short_time)

    def _in_words(self, words: Callable[[float, float, float], Message]) -> Message | None:
        if self.seconds is None or self.low is None or self.high is None:
            return None
        return words(self.seconds, self.low, self.high)

    @property
    def outcome(self) -> Result:
        """A Result for the exit code: solved if there is a score, otherwise the result of the search."""
        if self.score is not None:
            return Result("solved")
        return Result("gave_up") if self.result is None else self.result

    def record(self, to_json: Callable[[Message], Any] = str) -> dict[str, Any]:
        """Return the rating as data for JSON, tables and the page; docs/formats.md lists the keys.

        ``to_json`` converts the sentences: to English text, or with ``Message.json`` for readers that translate them.
        """
        out: dict[str, Any] = {
            "family": self.family,
            "score": self.score,
            "level": self.difficulty,
            "model": self.model,
            "features": dict(self.features),
            "contributions": dict(self.contributions),
        }
        if self.calibrated is not None:
            out |= {"low": self.low, "high": self.high, "calibrated": self.calibrated}
        sentences = {"why": self.why, "note": self.note, "reason": self.reason}
        out |= {name: to_json(sentence) for name, sentence in sentences.items() if sentence is not None}
        return out if self.advice is None else out | {"advice": [to_json(each.message) for each in self.advice]}


def difficulty_of(score: float, borders: Iterable[float]) -> str:
    """Return the difficulty for a score; ``borders`` are the scores at which intermediate, advanced and expert begin.

    >>> borders = (30, 90, 240)
    >>> difficulty_of(29.9, borders), difficulty_of(30, borders), difficulty_of(240, borders)
    ('beginner', 'intermediate', 'expert')
    """
    return DIFFICULTIES[sum(score >= border for border in borders)]


def models(kind: type[Puzzle]) -> dict[str, Model]:
    """Return the difficulty models of a family, starting with the default, ``human``."""
    return {"human": HUMAN, **(kind.about.models or {})}


def rate(
    puzzle: PuzzleLike,
    *,
    model: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    result: Result | None = None,
    advice: bool = False,
) -> Rating:
    """Rate how hard the puzzle is for people, or rate it with another difficulty model of its family.

    ``result`` may be the best known solution in the default metric. If it is not proven optimal, ``note`` says so.
    """
    puzzle = as_puzzle(puzzle)
    model = model_of(type(puzzle), model)
    if result is None:
        result = solve(puzzle, limits=limits, control=control)
    return _rating(puzzle, model, result, limits, control, advice)


def rate_many(
    puzzles: Iterable[PuzzleLike],
    *,
    model: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
    workers: int | None = None,
    advice: bool = False,
) -> Iterator[Rating]:
    """Yield the rating of each puzzle, in order; the limits apply to each puzzle separately."""
    require_workers(workers)
    workers, control = count_workers(workers), control_or_default(control)

    def check_models() -> Iterator[Puzzle]:
        for puzzle in as_puzzles(puzzles):
            model_of(type(puzzle), model)
            yield puzzle

    def rate_result(result: Result) -> Rating:
        puzzle = result.puzzle
        assert puzzle is not None
        return _rating(puzzle, model_of(type(puzzle), model), result, limits, control, advice)

    results = solve_many(check_models(), limits=limits, control=control, workers=workers)
    yield from run_each(rate_result, results, workers=workers, control=control)


def model_of(kind: type[Puzzle], name: str | None) -> str:
    """Return the name of the model, by default ``human``; raise Unsupported with the valid choices if it is unknown."""
    known = models(kind)
    name = name or next(iter(known))
    if name not in known:
        raise Unsupported.choice(
            Message("{family} has no difficulty model '{name}'", family=kind.family, name=name), known
        )
    return name


def _rating(
    puzzle: Puzzle, name: str, result: Result, limits: Limits | None, control: Control | None, advice: bool
) -> Rating:
    model = models(type(puzzle))[name]
    result = replace(result, puzzle=puzzle)
    if model.timed and result.status == "gave_up" and result.cost is None:
        fallback = solve(puzzle, any=True, limits=limits, control=control)
        result = replace(fallback, optimal=False, reason=result.reason) if fallback.cost is not None else result
    if result.cost is None or not (model.timed or result.optimal):
        why = result.reason or Message("the solution found is not proven optimal")
        return Rating(puzzle.family, name, None, None, result=result, reason=why)
    if model.features is not None:
        features = model.features(puzzle, result)
    else:
        task = Task(result.metric or puzzle.metrics[0], limits_or_default(limits), control_or_default(control))
        features = puzzle.features(result, task)
    if None in features.values():  # a limit was reached first
        why = features.get("reason") or limits_or_default(limits).time_reached()
        return Rating(puzzle.family, name, None, None, result=result, reason=why)
    terms = model.terms(features)
    score = exp(sum(terms.values())) if model.timed else sum(terms.values())
    low, high = model.time_range(score) if model.timed else (None, None)
    sentence: Message | None = None
    if model.why is not None:
        sentence = Message("already solved") if puzzle.is_solved() else model.why(puzzle, result, features)
    return Rating(
        puzzle.family,
        name,
        score,
        difficulty_of(score, model.borders),
        features,
        terms,
        calibrated=model.calibrated if model.timed else None,
        why=sentence,
        note=words.note(result, features),
        result=result,
        advice=words.advice(puzzle, result, features, control) if advice else None,
        low=low,
        high=high,
    )
