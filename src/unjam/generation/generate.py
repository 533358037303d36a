"""New levels of a wanted difficulty, the same ones for the same seed on any machine and any number of workers.

Candidates come in numbered streams. Stream ``k`` is drawn from (family, seed, k) alone and gives one level or none, so
it does not matter who looks at it; the levels are taken in the order of the streams, and those that are alike under the
symmetries of the board are dropped in that order.

A stream gives at most one level, so while ``n`` levels are still missing the next ``n`` streams are needed whatever
they give. Workers get those and hardly any other, so several workers do little more work than one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from time import process_time
from typing import Any

from ..core.generator import DIFFICULTIES, LevelGenerator, LevelRequest
from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Stopwatch, Unsupported, plural
from ..families import family as family_named
from ..parallel.scheduler import ChunkSize, CrashedLevel, Plan, count_cores, run_jobs
from ..rating.rate import Rating, difficulty_of, models, rate
from ..solving.solve import require_workers, solve

PLACES = 2
"""Decimal places of the score that decides: what two processors make different lies far behind them."""
LIMITS = Limits(bytes=1 << 30)
"""For each candidate; fixed, so that the memory of the machine does not choose the levels."""
SECONDS_ALONE = 1.0
"""Processor time in this process before others are started: most requests are done by then. Not time on the clock,
which passes on a busy machine while little is done; starting two processes takes a third of a second of work."""
STREAMS_PER_GUESS = 8
"""For every eight streams in a row without a level, one more is begun early that may turn out not to be needed."""


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
        """Family, level, size, seed, index, the generator's version and the rest of the request: ``regenerate`` makes
        the level again from it."""
        rows, cols = self.size
        base = f"{self.puzzle.family}-{self.level}-{rows}x{cols}-s{self.seed}-n{self.index}-g{self.version}"
        return base + self._request_suffix()

    def _request_suffix(self) -> str:
        """What the rest of the name does not say of the request."""
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
class _StreamLevel:
    """The level that a stream gave, as text, so that it travels between processes."""

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

    ``control.report`` is called with the number of streams tried. The generator's return value says why there are fewer
    than wanted; None if there are enough. ``level`` is an older name of ``difficulty``.

    >>> [level] = generate("tiles", difficulty="beginner", size=(3, 3), workers=1)
    >>> level.difficulty, level.name
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
    request = LevelRequest(difficulty or level, moves, size, options)
    return generate_levels(check_request(kind, request, count, seed), workers, control_or_default(control))


def _require_pair(name: str, pair: object) -> None:
    """Raise TypeError unless this is None or two numbers."""
    if pair is None:
        return
    if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and all(isinstance(each, int) for each in pair)):
        raise TypeError(f"{name} is {pair!r}; expected two numbers, such as (6, 6)")


def generator_for(kind: type[Puzzle]) -> LevelGenerator:
    """Return the family's own generator, or the one that draws random positions."""
    return kind.about.generator(kind) if kind.about.generator else LevelGenerator(kind)


@dataclass(frozen=True, slots=True)
class GenerateSpec:
    """A checked request: which levels, how many, from which seed."""

    kind: type[Puzzle]
    request: LevelRequest
    count: int
    seed: int


def check_request(kind: type[Puzzle], request: LevelRequest, count: int, seed: int) -> GenerateSpec:
    """Return the checked request; Unsupported says in one sentence what cannot be had."""
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
    if request.moves is not None and not 1 <= request.moves[0] <= request.moves[1]:
        low, high = request.moves
        raise Unsupported(Message("invalid range of moves: {low} to {high}; expected 1 or more, the lower number first",
                                  low=low, high=high))  # fmt: skip
    generator_for(kind).check(request)
    return GenerateSpec(kind, request, count, seed)


def _check_options(kind: type[Puzzle], options: Mapping[str, Any]) -> dict[str, Any]:
    """The generator's own options that are set, checked."""
    known = {option.name: option for option in generator_for(kind).options}
    chosen = {name: value for name, value in options.items() if value is not None}
    for name, value in chosen.items():
        if name not in known:
            why = Message("{family} has no option '{name}' for new levels", family=kind.family, name=name)
            raise Unsupported.choice(why, known) if known else Unsupported(why)
        option = known[name]
        if (option.choices and value not in option.choices) or not isinstance(value, option.kind):
            why = Message("invalid {name} '{value}'", name=name, value=value)
            raise Unsupported.choice(why, option.choices or (option.kind.__name__,))
    return chosen


@dataclass(slots=True)
class Selection:
    """Which levels of the streams, in their order, are taken: none twice, and no more than requested."""

    spec: GenerateSpec
    count: int = 0
    tried: int = 0
    idle: int = 0
    """Streams in a row that gave no new level."""
    keys: set[str] = field(default_factory=set)
    patience: int = field(init=False)
    """The number of idle streams after which it ends."""

    def __post_init__(self) -> None:
        self.patience = generator_for(self.spec.kind).patience

    def takes(self, key: str | None) -> bool:
        """Decide on the level of the next stream by its key, None where the stream gave no level."""
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
        """How many streams may be under way now.

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
    """The same for a request that was checked."""
    version, clock, selection = generator_for(spec.kind).version, Stopwatch(), Selection(spec)
    streams = _run_streams(spec, workers or count_cores(), control, selection.streams_ahead)
    for level in streams:
        if control.report is not None:
            control.report(selection.tried + 1, None, clock())
        is_new = selection.takes(None if level is None else level.key)
        if selection.is_over:
            streams.close()  # before the level is handed over: the caller may never ask for another
        if level is not None and is_new:
            yield Generated(
                selection.count - 1, spec.kind.parse(level.text), level.level, level.score, level.cost, spec.seed,
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
    """What each stream gives, in order: here at first, then in other processes once two streams are allowed."""
    start, begun, ended, is_alone = process_time(), 0, 0, True

    def take(size: int) -> range | None:
        nonlocal begun
        needs_help = is_alone and workers > 1 and process_time() - start >= SECONDS_ALONE and allowed() > 1
        if control.stopped or needs_help:
            return None
        begun += 1
        return range(begun - 1, begun)

    def can_start() -> bool:
        return begun - ended < allowed()

    work = partial(_level_of_stream, spec=spec, control=control)
    for _, level in run_jobs(Plan(take, work, ChunkSize(0.0, 1)), None, control):
        yield level
    if control.stopped:
        return
    from ..parallel.pool import ProcessPool

    ended, is_alone = begun, False
    with ProcessPool(workers) as pool:
        work = partial(_level_of_stream, spec=spec, control=pool.control)
        plan = Plan(take, work, ChunkSize(0.0, 1), is_ordered=True, can_start=can_start)
        for _, level in run_jobs(plan, pool, control):
            ended += 1
            yield None if isinstance(level, CrashedLevel) else level


def _level_of_stream(numbers: range, spec: GenerateSpec, control: Control) -> _StreamLevel | None:
    """Run one stream; in a worker, unless there is only this process."""
    level = run_stream(spec.kind, spec.request, spec.seed, numbers[0], control)
    if level is None:
        return None
    puzzle, rating = level
    cost = rating.result.cost if rating.result is not None else None
    key = generator_for(spec.kind).key(puzzle)
    return _StreamLevel(puzzle.storage_text(), key, rating.level or "", round(rating.score or 0.0, PLACES), cost or 0)


def run_stream(
    kind: type[Puzzle], request: LevelRequest, seed: int, number: int, control: Control
) -> tuple[Puzzle, Rating] | None:
    """Return the level that the stream gives, if any: the first of its candidates that fits the request."""
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
    """Below 0 the candidate is too easy, above 0 too hard; at 0 it fits, and its rating comes with it."""
    result = solve(puzzle, limits=LIMITS, control=control, workers=1)
    if result.status == "gave_up":
        return 1, None
    if not result.cost:  # solved already, or unsolvable
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
