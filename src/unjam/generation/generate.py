"""New levels of a wanted difficulty, the same ones for the same seed on any machine and any number of workers.

Candidates come in numbered streams. Stream ``k`` is drawn from (family, seed, k) alone and gives one level or none, so
it does not matter who looks at it; the levels are taken in the order of the streams, and those that are alike under the
symmetries of the board are dropped in that order.

A stream gives at most one level, so while ``n`` levels are still missing the next ``n`` streams are needed whatever
they give. Workers are handed those and hardly any other, so several workers do little more work than one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from itertools import count as counting
from random import Random
from time import process_time
from typing import Any

from ..core.generator import DIFFICULTIES, LevelGenerator, LevelRequest
from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Stopwatch, Unsupported, plural
from ..families import FAMILIES
from ..families import family as family_named
from ..parallel.solve_many import apart, cores
from ..rating.rate import Rating, difficulty_of, models, rate
from ..solving.solve import require_workers, solve

PLACES = 2
"""Decimal places of the score that decides: what two processors make different lies far behind them."""
LIMITS = Limits(bytes=1 << 30)
"""For each candidate; fixed, so that the memory of the machine does not choose the levels."""
SECONDS_ALONE = 1.0
"""Processor time in this process before others are started: most requests are answered by then. Not time on the clock,
which passes on a busy machine while little is done; starting two processes takes a third of a second of work."""
STREAMS_PER_GUESS = 8
"""After so many streams in a row without a level, one more is begun early that may turn out not to be needed."""


@dataclass(frozen=True, slots=True)
class Generated:
    """One new level: its number among those of the run, its difficulty, its optimal cost and where it came from."""

    index: int
    puzzle: Puzzle
    level: str
    score: float
    cost: int
    seed: int
    stream: int
    version: int
    request: LevelRequest = field(default_factory=LevelRequest)

    @property
    def difficulty(self) -> str:
        """The same as ``level``: beginner, intermediate, advanced or expert."""
        return self.level

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        scene = self.puzzle.scene()
        return scene.rows, scene.cols

    @property
    def name(self) -> str:
        """Family, level, size, seed, index and the generator's version, and what else was asked for: ``regenerate``
        makes the level again from it."""
        rows, cols = self.size
        base = f"{self.puzzle.family}-{self.level}-{rows}x{cols}-s{self.seed}-n{self.index}-g{self.version}"
        return base + self._wishes()

    def _wishes(self) -> str:
        """What was asked for, as far as the rest of the name does not say it."""
        request, generator = self.request, generator_for(type(self.puzzle))
        out = "" if request.difficulty else "-any"
        out += "-size" if request.size and generator.default_size is None else ""
        out += f"-m{request.moves[0]}-{request.moves[1]}" if request.moves else ""
        return out + "".join(f"-{name}={value}" for name, value in sorted(request.options.items()))

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()

    def record(self) -> dict[str, Any]:
        """The level as JSON lines hold it."""
        return {
            "index": self.index,
            "family": self.puzzle.family,
            "level": self.level,
            "score": self.score,
            "cost": self.cost,
            "board": self.puzzle.storage_text(),
            "seed": self.seed,
            "name": self.name,
        }


@dataclass(frozen=True, slots=True)
class _Found:
    """What a stream gave: a level as text, so that it travels between processes."""

    text: str
    key: str
    level: str
    score: float
    cost: int


def generate(
    family: str | type[Puzzle],
    *,
    difficulty: str | None = None,
    level: str | None = None,
    count: int = 1,
    seed: int = 1,
    size: tuple[int, int] | None = None,
    moves: tuple[int, int] | None = None,
    workers: int | None = None,
    control: Control | None = None,
    **options: Any,
) -> Generator[Generated, None, Message | None]:
    """New levels as they are found, no two alike; ``moves`` is the range of their cost in the default metric.

    ``control.report`` is told how many streams were tried. The generator's return value says why there are fewer than
    wanted, None where there are not. ``level`` is an older name of ``difficulty``.

    >>> [found] = generate("tiles", difficulty="beginner", size=(3, 3), workers=1)
    >>> found.difficulty, found.name
    ('beginner', 'tiles-beginner-3x3-s1-n0-g2-size')
    """
    kind = family_named(family) if isinstance(family, str) else family
    if not (isinstance(kind, type) and issubclass(kind, Puzzle)):
        raise TypeError(f"expected the name of a family or its class, not {type(kind).__name__}")
    _require_pair("size", size)
    _require_pair("moves", moves)
    require_workers(workers)
    if difficulty is not None and level is not None and difficulty != level:
        raise TypeError(f"difficulty is '{difficulty}' and level is '{level}'; expected one of them")
    request, control = wished(kind, difficulty or level, count, seed, size, moves, options), control_or_default(control)
    return _generated(kind, request, count, seed, workers or cores(), control)


def _require_pair(name: str, pair: object) -> None:
    """Nothing, or TypeError where this is neither None nor two numbers."""
    if pair is None:
        return
    if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and all(isinstance(each, int) for each in pair)):
        raise TypeError(f"{name} is {pair!r}; expected two numbers, such as (6, 6)")


def generator_for(kind: type[Puzzle]) -> LevelGenerator:
    """The family's own generator, or the one that draws random positions."""
    return kind.about.generator(kind) if kind.about.generator else LevelGenerator(kind)


def _options(kind: type[Puzzle], given: dict[str, Any]) -> dict[str, Any]:
    """The generator's own options that were given, checked."""
    known = {option.name: option for option in generator_for(kind).options}
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in chosen.items():
        if name not in known:
            why = Message("{family} has no option '{name}' for new levels", family=kind.family, name=name)
            raise Unsupported.choice(why, known) if known else Unsupported(why)
        option = known[name]
        if (option.choices and value not in option.choices) or not isinstance(value, option.kind):
            why = Message("no {name} '{value}'", name=name, value=value)
            raise Unsupported.choice(why, option.choices or (option.kind.__name__,))
    return chosen


def _check(kind: type[Puzzle], request: LevelRequest, count: int, seed: int) -> None:
    if request.difficulty is not None and request.difficulty not in DIFFICULTIES:
        raise Unsupported.choice(Message("no difficulty '{name}'", name=request.difficulty), DIFFICULTIES)
    if not isinstance(count, int) or not isinstance(seed, int) or count < 1 or seed < 0:
        why = Message("{count} levels from seed {seed}; expected 1 or more from 0 or more", count=count, seed=seed)
        raise Unsupported(why)
    if request.moves is not None and not 1 <= request.moves[0] <= request.moves[1]:
        low, high = request.moves
        raise Unsupported(Message("no range of moves: {low} to {high}; expected 1 or more, the fewest first",
                                  low=low, high=high))  # fmt: skip
    generator_for(kind).check(request)


def _generated(
    kind: type[Puzzle], request: LevelRequest, wanted: int, seed: int, workers: int, control: Control
) -> Generator[Generated, None, Message | None]:
    generator, clock = generator_for(kind), Stopwatch()
    patience = generator.patience(request)
    found, idle, seen = 0, 0, set[str]()
    known: str | type[Puzzle] = kind.family if kind.family in FAMILIES else kind  # a name travels between processes
    work = partial(_stream, known, request, seed)
    streams = _answers(work, workers, control, lambda: streams_ahead(wanted - found, idle))
    for stream, given in enumerate(streams):
        if control.report is not None:
            control.report(stream + 1, None, clock())
        if given is not None and given.key not in seen:
            seen.add(given.key)
            puzzle = kind.parse(given.text)
            if found + 1 == wanted:
                streams.close()  # before the level is handed over: the caller may never ask for another
            yield Generated(
                found, puzzle, given.level, given.score, given.cost, seed, stream, generator.version, request
            )
            found, idle = found + 1, 0
            if found == wanted:
                return None
        elif control.stopped:
            break
        elif (idle := idle + 1) >= patience:
            streams.close()
            return too_few(found, wanted, patience)
    return Message("stopped on request")


def streams_ahead(missing: int, idle: int) -> int:
    """How many streams may be under way while so many levels are missing and the last ``idle`` streams gave none.

    >>> streams_ahead(20, 0), streams_ahead(1, 0), streams_ahead(1, 16)
    (20, 1, 3)
    """
    return missing + idle // STREAMS_PER_GUESS


def _answers(
    work: Callable[[int, Control], _Found | None], workers: int, control: Control, room: Callable[[], int]
) -> Generator[_Found | None, None, None]:
    """What each stream gives, in order: from this process at first, then from others while there is room for two."""
    start = process_time()
    for number in counting():
        if control.stopped:
            return
        if workers > 1 and process_time() - start >= SECONDS_ALONE and room() > 1:
            yield from apart(work, counting(number), workers=workers, control=control, room=room)
            return
        yield work(number, control)


def wished(
    kind: type[Puzzle],
    level: str | None,
    count: int,
    seed: int,
    size: tuple[int, int] | None,
    moves: tuple[int, int] | None,
    options: dict[str, Any],
) -> LevelRequest:
    """The checked request; Unsupported says in one sentence what cannot be had."""
    request = LevelRequest(level, moves, size, _options(kind, options))
    _check(kind, request, count, seed)
    return request


def too_few(found: int, wanted: int, patience: int) -> Message:
    if not found:
        return plural("no such level was found in {n} try", "no such level was found in {n} tries", n=patience)
    return Message(
        "only {found} of {wanted} such levels were found: the last {patience} tries gave no other",
        found=found,
        wanted=wanted,
        patience=patience,
    )


def _stream(
    family: str | type[Puzzle], request: LevelRequest, seed: int, number: int, control: Control
) -> _Found | None:
    kind = family_named(family) if isinstance(family, str) else family
    found = stream(kind, request, seed, number, control)
    return None if found is None else _found(generator_for(kind), *found)


def stream(
    kind: type[Puzzle], request: LevelRequest, seed: int, number: int, control: Control
) -> tuple[Puzzle, Rating] | None:
    """The level that the stream gives, if any: the first of its candidates that is as wished."""
    generator, silent = (
        generator_for(kind),
        Control(stop_when=lambda: control.stopped),
    )  # progress is reported in streams, not positions
    generator.control = silent
    trying = generator.candidates(Random(f"unjam {kind.family} {seed} {number}"), request)
    try:
        puzzle = next(trying)
        while not control.stopped:
            verdict, rating = _judged(puzzle, request, silent)
            if verdict == 0 and rating is not None and not control.stopped:
                return puzzle, rating
            puzzle = trying.send(verdict)
    except StopIteration:
        pass
    return None


def _found(generator: LevelGenerator, puzzle: Puzzle, rating: Rating) -> _Found:
    cost = rating.result.cost if rating.result is not None else None
    score = round(rating.score or 0.0, PLACES)
    return _Found(puzzle.storage_text(), generator.key(puzzle), rating.level or "", score, cost or 0)


def _judged(puzzle: Puzzle, request: LevelRequest, control: Control) -> tuple[int, Rating | None]:
    """How the candidate does: below 0 too easy, above 0 too hard, 0 as wished, then with its rating."""
    result = solve(puzzle, limits=LIMITS, control=control, workers=1)
    if result.status == "gave_up":
        return 1, None
    if not result.cost:  # solved already, or never to be
        return -1, None
    if request.moves is not None and not request.moves[0] <= result.cost <= request.moves[1]:
        return (-1 if result.cost < request.moves[0] else 1), None
    rating = rate(puzzle, result=result, limits=LIMITS, control=control)
    if rating.score is None or rating.level is None:
        return 1, None
    by_rounded = difficulty_of(round(rating.score, PLACES), models(type(puzzle))[rating.model].borders)
    if request.rank is not None and rating.level != request.difficulty:
        return DIFFICULTIES.index(rating.level) - request.rank, None
    return 0, rating if by_rounded == rating.level else None
