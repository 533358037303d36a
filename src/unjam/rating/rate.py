"""How hard a level is for people: the time they are expected to need, one of four names, and the features behind it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import exp, log2
from typing import Any

from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import Control, Limits, Message, Model, Puzzle, Result, Task, Unsupported, Weights, plural
from ..formats.read import PuzzleLike, one, several
from ..parallel.solve_many import cores, each, solve_many
from ..solving.solve import require_workers, solve

LEVELS = ("beginner", "intermediate", "advanced", "expert")
FEATURES: Mapping[str, Message] = {
    message.template.replace(" ", "_"): message
    for message in (
        Message("moves"), Message("cost"), Message("cars"), Message("cars moved"), Message("symmetry"),
        Message("solution"), Message("luck"), Message("positions"), Message("solutions"), Message("choices"),
        Message("forced"), Message("box luck"), Message("hidden dead"), Message("walk"), Message("boxes"),
        Message("pushes"), Message("box lines"), Message("box changes"), Message("pushing sessions"),
        Message("player lines"), Message("by hand"), Message("tiles"), Message("blocks"), Message("blocks moved"),
        Message("pieces"), Message("contributions"), Message("luck error"), Message("luck at least"),
        Message("more solutions"),
    )
}  # fmt: skip
"""What people call the features of our own models."""


def _length(features: Mapping[str, Any]) -> dict[str, float]:
    return {"cost": log2(max(1, features["cost"]))}


def _cost(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    return {"cost": result.cost}


def _plain(puzzle: Puzzle, result: Result, features: Mapping[str, Any]) -> Message:
    return Message("rated by the length of its solution alone")


HUMAN = replace(Model.human(Weights(-0.666, {"cost": 1.313}, (30.0, 90.0, 240.0)), _length, _plain), features=_cost)
"""For a family that says nothing of its own: the length of the solution, as Rush Hour's times go by length alone."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty; ``score`` and ``level`` are None where no solution was found, and ``reason`` says why.

    By the model ``human`` the score is the time in seconds that an ordinary person is expected to need, and
    ``contributions`` is what each feature adds to its natural logarithm; ``calibrated`` says whether that was fitted on
    people. By another model they are points. ``why`` is the rating in a sentence, ``note`` what makes it less certain,
    ``advice`` what a designer should know, where that was asked for.
    """

    family: str
    model: str
    score: float | None
    level: str | None
    features: Mapping[str, Any] = field(default_factory=dict)
    contributions: Mapping[str, float] = field(default_factory=dict)
    calibrated: bool | None = None
    why: Message | None = None
    note: Message | None = None
    result: Result | None = None
    reason: Message | None = None
    advice: tuple[Message, ...] | None = None

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import rating_html  # drawing is only loaded by those who look

        return rating_html(self)

    @property
    def difficulty(self) -> str | None:
        """The same as ``level``: beginner, intermediate, advanced or expert; None where there is no score."""
        return self.level

    @property
    def seconds(self) -> float | None:
        """The time that an ordinary person is expected to need, where the model says so."""
        return None if self.calibrated is None else self.score

    @property
    def outcome(self) -> Result:
        """What came of it in the terms of a search: solved where there is a score, else why there is none."""
        if self.score is not None:
            return Result("solved")
        return Result("gave_up") if self.result is None else self.result

    def record(self) -> dict[str, Any]:
        """The rating as JSON lines, tables and the page hold it."""
        out: dict[str, Any] = {
            "family": self.family,
            "score": self.score,
            "level": self.level,
            "model": self.model,
            "features": dict(self.features),
            "contributions": dict(self.contributions),
        }
        if self.calibrated is not None:
            out["calibrated"] = self.calibrated
        words = {"why": self.why, "note": self.note, "reason": self.reason}
        out |= {name: str(said) for name, said in words.items() if said is not None}
        return out if self.advice is None else out | {"advice": [str(each) for each in self.advice]}


def difficulty_of(score: float, borders: Iterable[float]) -> str:
    """The name of a score, given those at which intermediate, advanced and expert begin.

    >>> borders = (30, 90, 240)
    >>> difficulty_of(29.9, borders), difficulty_of(30, borders), difficulty_of(240, borders)
    ('beginner', 'intermediate', 'expert')
    """
    return LEVELS[sum(score >= border for border in borders)]


def about_time(seconds: float) -> Message:
    """The time as people say it.

    >>> [str(about_time(seconds)) for seconds in (1, 23, 70, 90, 250, 3000)]
    ['about 1 second', 'about 25 seconds', 'about 1 minute', 'about 1½ minutes', 'about 4 minutes', 'about 50 minutes']
    """
    if seconds < 4:
        return plural("about {n} second", "about {n} seconds", n=max(1, round(seconds)))
    if seconds < 57.5:
        return plural("about {n} second", "about {n} seconds", n=max(5, 5 * round(seconds / 5)))
    minutes = seconds / 60
    if minutes < 2.75 and round(2 * minutes) % 2:
        return plural("about {n}½ minutes", "about {n}½ minutes", n=round(2 * minutes) // 2)
    if minutes < 57.5:
        step = 1 if minutes < 10 else 5
        return plural("about {n} minute", "about {n} minutes", n=step * round(minutes / step))
    if minutes < 600:
        halves = round(minutes / 30)
        if halves % 2:
            return plural("about {n}½ hours", "about {n}½ hours", n=halves // 2)
        return plural("about {n} hour", "about {n} hours", n=halves // 2)
    return Message("more than ten hours")


def models(kind: type[Puzzle]) -> dict[str, Model]:
    """The difficulty models of a family, the default, ``human``, first."""
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
    """The difficulty of the puzzle by the family's model of people, or by another of its models.

    ``result`` may hand over the best solution known in the default metric. Where none is proven optimal the level is
    rated from the best one, and the rating says so.
    """
    puzzle = one(puzzle)
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
    """The difficulty of each puzzle, in order; the limits are per puzzle."""
    waiting: deque[tuple[Puzzle, str]] = deque()
    require_workers(workers)
    workers, control = workers or cores(), control_or_default(control)

    def chosen() -> Iterator[Puzzle]:
        for puzzle in several(puzzles):
            waiting.append((puzzle, model_of(type(puzzle), model)))
            yield puzzle

    def solved() -> Iterator[tuple[Puzzle, str, Result]]:
        for result in solve_many(chosen(), limits=limits, control=control, workers=workers):
            yield (*waiting.popleft(), result)

    def rated(found: tuple[Puzzle, str, Result]) -> Rating:
        return _rating(*found, limits, control, advice)

    yield from each(rated, solved(), workers=workers, control=control)


def model_of(kind: type[Puzzle], name: str | None) -> str:
    """The name of the model that is meant; Unsupported lists those that the family has."""
    known = models(kind)
    name = name or next(iter(known))
    if name not in known:
        why = Message("{family} has no difficulty model '{name}'", family=kind.family, name=name)
        raise Unsupported.choice(why, known)
    return name


def _rating(
    puzzle: Puzzle, name: str, result: Result, limits: Limits | None, control: Control | None, advice: bool
) -> Rating:
    model = models(type(puzzle))[name]
    result = replace(result, puzzle=puzzle)
    if model.timed and result.status == "gave_up" and result.cost is None:
        found = solve(puzzle, any=True, limits=limits, control=control)
        result = replace(found, optimal=False, reason=result.reason) if found.cost is not None else result
    if result.cost is None or not (model.timed or result.optimal):
        why = result.reason or Message("the solution found is not proven optimal")
        return Rating(puzzle.family, name, None, None, result=result, reason=why)
    if model.features is not None:
        features = model.features(puzzle, result)
    else:
        task = Task(result.metric or puzzle.metrics[0], limits_or_default(limits), control_or_default(control))
        features = puzzle.features(result, task)
    if None in features.values():  # a limit came before it was known
        why = features.get("reason") or limits_or_default(limits).time_reached()
        return Rating(puzzle.family, name, None, None, result=result, reason=why)
    terms = model.terms(features)
    score = exp(sum(terms.values())) if model.timed else sum(terms.values())
    return Rating(
        puzzle.family,
        name,
        score,
        difficulty_of(score, model.borders),
        features,
        terms,
        calibrated=model.calibrated if model.timed else None,
        why=_why(model, puzzle, result, features),
        note=_note(result, features),
        result=result,
        advice=advised(puzzle, result, features) if advice else None,
    )


def _why(model: Model, puzzle: Puzzle, result: Result, features: Mapping[str, Any]) -> Message | None:
    """The rating in a sentence; of a level that is solved there is nothing else to say."""
    if model.why is None:
        return None
    return Message("already solved") if puzzle.is_solved() else model.why(puzzle, result, features)


def _note(result: Result, features: Mapping[str, Any]) -> Message | None:
    """What makes the rating less certain than others."""
    best = Message("rated from the best solution found, which is not proven optimal")
    if (error := features.get("luck_error")) is None:
        return None if result.optimal else best
    if "luck_at_least" in features:
        sampled = Message("luck was sampled, and no try solved the level: it may be harder than rated")
    else:
        sampled = Message("luck was sampled, ± {error}", error=f"{error:.2f}")
    return sampled if result.optimal else Message("{one}; {other}", one=best, other=sampled)


def advised(puzzle: Puzzle, result: Result, features: Mapping[str, Any]) -> tuple[Message, ...]:
    """What a designer should know of the level: what plays no part, how much choice there is, how near a dead end."""
    advice = puzzle.about.advice
    out = [] if advice is None else list(advice(puzzle, result))
    if "luck_error" not in features:  # what a part of a large space shows says nothing of all the best solutions
        out += _choices(result, features)
    if (pushes := features.get("dead_end")) is not None:
        out.append(_dead_end(pushes, features["dead_end_hidden"]))
    return tuple(out)


def _choices(result: Result, features: Mapping[str, Any]) -> Iterator[Message]:
    """How many solutions there are, and how far the best ones are alike."""
    solutions, forced = features.get("solutions"), features.get("forced")
    if solutions is not None and not features.get("more_solutions"):
        if forced is None:
            yield plural("there is {n} solution", "there are {n} solutions", n=solutions)
        else:
            yield plural("there is {n} best solution", "there are {n} best solutions", n=solutions)
    if forced is None:
        return
    pushes = "pushes" in features
    if forced and forced == features.get("pushes", len(result.moves)):
        yield Message("every push is forced") if pushes else Message("every move is forced")
    elif forced and pushes:
        yield plural("the first push is forced", "the first {n} pushes are forced", n=forced)
    elif forced:
        yield plural("the first move is forced", "the first {n} moves are forced", n=forced)
    elif (choices := features.get("choices", 0)) > 1 and pushes:
        yield Message("the first push is not forced: {n} are equally good", n=choices)
    elif choices > 1:
        yield Message("the first move is not forced: {n} are equally good", n=choices)


def _dead_end(pushes: int, hidden: bool) -> Message:
    if hidden:
        return plural(
            "there is a dead end {n} push away, and nothing shows it",
            "there is a dead end {n} pushes away, and nothing shows it",
            n=pushes,
        )
    return plural(
        "there is a dead end {n} push away, plain to see",
        "there is a dead end {n} pushes away, plain to see",
        n=pushes,
    )
