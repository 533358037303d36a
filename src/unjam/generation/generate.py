"""Generates levels of a requested difficulty; a seed gives the same levels on any machine, with any number of workers.

Candidates come in numbered streams. A stream depends only on the family, the seed and its number, and it yields at most
one level, so any worker can run any stream. Levels are taken in the order of the streams; a level that is equivalent to
an earlier one is dropped.

While ``n`` levels are missing, at least the next ``n`` streams are needed. Workers start those and only a few others,
so that several workers together do little more work than one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from time import process_time
from typing import Any

from ..core.cores import count_workers
from ..core.family_info import DIFFICULTIES
from ..core.generator import LevelGenerator, LevelRequest
from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Stopwatch, Unsupported, plural
from ..families import family as family_named
from ..parallel.scheduler import ChunkSize, CrashedLevel, Plan, run_jobs
from ..rating.rate import Rating, difficulty_of, models, rate
from ..solving.solve import require_workers, solve

PLACES = 2
"""The number of decimal places to which scores are rounded, because processors differ in the last digits of a float."""
LIMITS = Limits(bytes=1 << 30)
"""The limits per candidate; fixed, so that the levels do not depend on the memory of the machine."""
SECONDS_ALONE = 1.0
"""The processor time that this process uses before it starts other processes; most requests are done by then. Starting
two processes takes a third of a second."""
STREAMS_PER_GUESS = 8
"""One extra stream may start for each such number of consecutive streams without a new level."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A new level: its number in the run, its difficulty, its optimal cost and its origin."""

    index: int
    puzzle: Puzzle
    difficulty: str
    score: float
    cost: int
    seed: int
    stream: int
    version: int
    request: LevelRequest = field(default_factory=LevelRequest)

    @property
    def level(self) -> str:
        """An alias of ``difficulty``; the key in JSON has this name."""
        return self.difficulty

    @property
    def size(self) -> tuple[int, int]:
        scene = self.puzzle.scene()
        return scene.rows, scene.cols

    @property
    def name(self) -> str:
        """The level's name, which contains all that ``regenerate`` needs: family, size, seed, index and the request."""
        rows, cols = self.size
        request, generator = self.request, generator_for(type(self.puzzle))
        out = f"{self.puzzle.family}-{self.difficulty}-{rows}x{cols}-s{self.seed}-n{self.index}-g{self.version}"
        out += "" if request.difficulty else "-any"
        out += "-size" if request.size and generator.default_size is None else ""
        out += f"-m{request.moves[0]}-{request.moves[1]}" if request.moves else ""
        return out + "".join(f"-{name}={value}" for name, value in sorted(request.options.items()))

    @property
    def title(self) -> str:
        """What the level is, in English; levels after the first of a seed add their number, such as 7-3."""
        rows, cols = self.size
        number = f"-{self.index + 1}" if self.index else ""
        return f"{self.difficulty.capitalize()} {rows}×{cols} · {self.seed}{number}"

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()

    def record(self) -> dict[str, Any]:
        model = next(iter(models(type(self.puzzle)).values()))
        low, high = model.time_range(self.score) if model.timed else (None, None)
        return {
            "index": self.index,
            "family": self.puzzle.family,
            "level": self.difficulty,
            "score": self.score,
            "cost": self.cost,
            "board": self.puzzle.storage_text(),
            "seed": self.seed,
            "name": self.name,
            "low": None if low is None else round(low, PLACES),
            "high": None if high is None else round(high, PLACES),
        }


@dataclass(frozen=True, slots=True)
class _StreamLevel:
    """The level of a stream, in a form that can be sent between processes."""

    text: str
    key: str
    difficulty: str
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
    """Yield new levels, no two of them equivalent; ``moves`` is the range of their cost in the default metric.

    ``control.report`` is called with the number of streams tried. The generator's return value says why there are fewer
    levels than requested; None if there are enough. ``level`` is the same as ``difficulty``.

    >>> [level] = generate("tiles", difficulty="beginner", size=(3, 3), workers=1)
    >>> level.difficulty, level.name, level.title
    ('beginner', 'tiles-beginner-3x3-s1-n0-g3-size', 'Beginner 3×3 · 1')
    """
    kind = family_named(family) if isinstance(family, str) else family
    if not (isinstance(kind, type) and issubclass(kind, Puzzle)):
        raise TypeError(f"expected the name of a family or its class, not {type(kind).__name__}")
    _require_pair("size", size)
    _require_pair("moves", moves)
    require_workers(workers)
    if difficulty is not None and level is not None and difficulty != level:
        raise TypeError(f"difficulty is '{difficulty}' and level is '{level}'; expected one of them")
    request = LevelRequest(difficulty or level, moves, size, options)
    return generate_levels(check_request(kind, request, count, seed), workers, control_or_default(control))


def _require_pair(name: str, pair: object) -> None:
    if pair is None:
        return
    if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and all(isinstance(each, int) for each in pair)):
        raise TypeError(f"{name} is {pair!r}; expected two numbers, such as (6, 6)")


def generator_for(kind: type[Puzzle]) -> LevelGenerator:
    """Return the family's generator; by default one that draws random positions."""
    return kind.about.generator(kind) if kind.about.generator else LevelGenerator(kind)


@dataclass(frozen=True, slots=True)
class GenerateSpec:
    """A validated request: which levels, how many, from which seed."""

    kind: type[Puzzle]
    request: LevelRequest
    count: int
    seed: int


def check_request(kind: type[Puzzle], request: LevelRequest, count: int, seed: int) -> GenerateSpec:
    """Return the validated request; raise Unsupported with the reason if it is not possible."""
    request = replace(request, options=_check_options(kind, request.options))
    if request.difficulty is not None and request.difficulty not in DIFFICULTIES:
        raise Unsupported.choice(Message("unknown difficulty '{name}'", name=request.difficulty), DIFFICULTIES)
    if not isinstance(count, int) or not isinstance(seed, int) or count < 1 or seed < 0:
        why = Message(
            "cannot generate {count} levels from seed {seed}; expected at least 1 level and a seed of at least 0",
            count=count,
            seed=seed,
        )
        raise Unsupported(why)
    low, high = request.moves or (1, 1)
    if not 1 <= low <= high:
        raise Unsupported(Message("invalid range of moves: {low} to {high}; expected 1 or more, the lower number first",
                                  low=low, high=high))  # fmt: skip
    generator_for(kind).check(request)
    return GenerateSpec(kind, request, count, seed)


def _check_options(kind: type[Puzzle], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not None; raise Unsupported if one is invalid."""
    known = {option.name: option for option in generator_for(kind).options}
    chosen = {name: value for name, value in options.items() if value is not None}
    for name, value in chosen.items():
        if name not in known:
            why = Message("{family} has no option '{name}' for new levels", family=kind.family, name=name)
            raise Unsupported.choice(why, known) if known else Unsupported(why)
        option = known[name]
        if (option.choices and value not in option.choices) or not isinstance(value, option.kind):
            why = Message("unknown {name} '{value}'", name=name, value=value)
            raise Unsupported.choice(why, option.choices or (option.kind.__name__,))
    return chosen


@dataclass(slots=True)
class Selection:
    """Selects levels in the order of their streams: no duplicates, and no more than requested."""

    spec: GenerateSpec
    count: int = 0
    tried: int = 0
    idle: int = 0
    """The number of streams in a row without a new level."""
    keys: set[str] = field(default_factory=set)
    patience: int = field(init=False)
    """The value of ``idle`` at which the search gives up."""

    def __post_init__(self) -> None:
        self.patience = generator_for(self.spec.kind).patience

    def takes(self, key: str | None) -> bool:
        """Count the next stream and return whether its level is selected; ``key`` is None if the stream has none."""
        self.tried += 1
        if key is None or key in self.keys:
            self.idle += 1
            return False
        self.keys.add(key)
        self.count, self.idle = self.count + 1, 0
        return True

    @property
    def is_over(self) -> bool:
        return self.count >= self.spec.count or self.idle >= self.patience

    def streams_ahead(self) -> int:
        """Return the number of streams that may run now.

        >>> spec = GenerateSpec(family_named("tiles"), LevelRequest(), 20, 1)
        >>> [Selection(spec, count, 0, idle).streams_ahead() for count, idle in ((0, 0), (19, 0), (19, 16))]
        [20, 1, 3]
        """
        return self.spec.count - self.count + self.idle // STREAMS_PER_GUESS

    def shortage(self) -> Message | None:
        """Return why there are fewer levels than requested; None if there are enough."""
        if self.count >= self.spec.count:
            return None
        if not self.count:
            return plural("no such level was found in {n} try", "no such level was found in {n} tries", n=self.patience)
        return Message(
            "only {n} of {wanted} such levels were found; the last {patience} tries gave no new one",
            n=self.count,
            wanted=self.spec.count,
            patience=self.patience,
        )


def generate_levels(
    spec: GenerateSpec, workers: int | None, control: Control
) -> Generator[Generated, None, Message | None]:
    """Generate the levels of a validated request."""
    version, clock, selection = generator_for(spec.kind).version, Stopwatch(), Selection(spec)
    streams = _run_streams(spec, count_workers(workers), control, selection.streams_ahead)
    for level in streams:
        if control.report is not None:
            control.report(selection.tried + 1, None, clock())
        is_new = selection.takes(None if level is None else level.key)
        if selection.is_over:
            streams.close()  # now, because the caller may never ask for another level
        if level is not None and is_new:
            yield Generated(
                selection.count - 1, spec.kind.parse(level.text), level.difficulty, level.score, level.cost, spec.seed,
                selection.tried - 1, version, spec.request,
            )  # fmt: skip
        elif control.stopped:
            break
        if selection.is_over:
            return selection.shortage()
    return Message("stopped on request")


def _run_streams(
    spec: GenerateSpec, workers: int, control: Control, allowed: Callable[[], int]
) -> Generator[_StreamLevel | None, None, None]:
    """Yield the level of each stream, in order; this process runs the first streams, other processes the later ones."""
    start, started, finished, is_alone = process_time(), 0, 0, True

    def take(size: int) -> range | None:
        nonlocal started
        needs_help = is_alone and workers > 1 and process_time() - start >= SECONDS_ALONE and allowed() > 1
        if control.stopped or needs_help:
            return None
        started += 1
        return range(started - 1, started)

    def can_start() -> bool:
        return started - finished < allowed()

    work = partial(_level_of_stream, spec=spec, control=control)
    for _, level in run_jobs(Plan(take, work, ChunkSize(0.0, 1)), None, control):
        yield level
    if control.stopped:
        return
    from ..parallel.pool import ProcessPool

    finished, is_alone = started, False
    with ProcessPool(workers) as pool:
        work = partial(_level_of_stream, spec=spec, control=pool.control)
        plan = Plan(take, work, ChunkSize(0.0, 1), is_ordered=True, can_start=can_start)
        for _, level in run_jobs(plan, pool, control):
            finished += 1
            yield None if isinstance(level, CrashedLevel) else level


def _level_of_stream(numbers: range, spec: GenerateSpec, control: Control) -> _StreamLevel | None:
    level = run_stream(spec.kind, spec.request, spec.seed, numbers[0], control)
    if level is None:
        return None
    puzzle, rating = level
    cost = rating.result.cost if rating.result is not None else None
    key = generator_for(spec.kind).key(puzzle)
    return _StreamLevel(
        puzzle.storage_text(), key, rating.difficulty or "", round(rating.score or 0.0, PLACES), cost or 0
    )


def run_stream(
    kind: type[Puzzle], request: LevelRequest, seed: int, number: int, control: Control
) -> tuple[Puzzle, Rating] | None:
    """Return the first candidate of the stream that fits the request, with its rating; None if no candidate fits."""
    generator = generator_for(kind)
    silent = Control(stop_when=lambda: control.stopped)  # progress is reported in streams, not positions
    generator.control = silent
    candidates = generator.candidates(Random(f"unjam {kind.family} {seed} {number}"), request)
    try:
        puzzle = next(candidates)
        while not control.stopped:
            verdict, rating = _judge(puzzle, request, silent)
            if verdict == 0 and rating is not None and not control.stopped:
                return puzzle, rating
            puzzle = candidates.send(verdict)
    except StopIteration:
        pass
    return None


def _judge(puzzle: Puzzle, request: LevelRequest, control: Control) -> tuple[int, Rating | None]:
    """Return a negative number if the candidate is too easy, a positive one if too hard, or 0 and its rating."""
    result = solve(puzzle, limits=LIMITS, control=control, workers=1)
    if result.status == "gave_up":
        return 1, None
    if not result.cost:  # solved already, or unsolvable
        return -1, None
    if request.moves is not None and not request.moves[0] <= result.cost <= request.moves[1]:
        return (-1 if result.cost < request.moves[0] else 1), None
    rating = rate(puzzle, result=result, limits=LIMITS, control=control)
    if rating.score is None or rating.difficulty is None:
        return 1, None
    by_rounded = difficulty_of(round(rating.score, PLACES), models(type(puzzle))[rating.model].borders)
    if request.difficulty_index is not None and rating.difficulty != request.difficulty:
        return DIFFICULTIES.index(rating.difficulty) - request.difficulty_index, None
    return 0, rating if by_rounded == rating.difficulty else None
