"""The stock of new levels generated in advance, and the level of the day.

A level is identified by its seed: the same family, difficulty, size and seed give the same board on every machine, here
and with ``unjam generate``. Seeds have five digits. Each shelf goes through all seeds in a different order, so no two
players get the same level before all 90,000 are used.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from datetime import date
from typing import Any, NamedTuple

from ...core.family_info import DIFFICULTIES
from ...core.puzzle import Message, Unsupported
from ...families import FAMILIES, family
from ...generation.generate import generator_for
from .queue import NICE, NICEST, JobQueue, Task

STOCK_SIZE = 3
"""The number of levels kept in stock for each recently requested kind; for each default kind, one is always kept."""
RECENT_SECONDS = 1800.0
"""Seconds for which a kind counts as recently requested."""
START_DELAY = 2.0
"""Seconds before the first level is generated, so that the page can load first."""
IDLE_SECONDS = 30.0
"""Seconds without work after which the background process is ended."""
POLL_SECONDS = 0.2
"""Seconds between two checks for waiting searches."""
SEEDS, STEP = 90_000, 56_629
"""The number of five-digit seeds, and the step from one seed to the next; they are coprime, so every seed is used."""
MAX_TRIES = 3
"""The number of seeds tried for the level of the day, and the number of failures before a shelf is left empty."""
SEEDS_PER_LEVEL = 6
"""The number of seeds tried for a new level; on a small board, a generated level is often one of the shipped levels."""
MAX_REMEMBERED = 1_000
"""The maximum number of generated levels that are remembered, by seed or date."""
WEEK = ("beginner", "beginner", "intermediate", "intermediate", "advanced", "expert", "advanced")
"""The difficulty of the level of the day for each weekday, Monday first."""
NEXT_SEED = 100_000_000
"""The difference between two seeds that are tried for the same day."""


class Kind(NamedTuple):
    """A kind of new level: family, difficulty and the name of a size."""

    family: str
    difficulty: str
    size: str

    def task(self, seeds: list[int], day: str | None = None) -> Task:
        """Return the task for a worker: generate a level from the first seed that yields one."""
        return {"task": "new", **self._asdict(), "seeds": seeds, "date": day}


def choose_kind(name: str, difficulty: str | None = None, size: str | None = None) -> Kind:
    """Return the kind of level, using the family's defaults; raise Unsupported if it cannot be generated."""
    generator = generator_for(family(name))
    if not generator.sizes:
        raise Unsupported(Message("new levels of {family} cannot be generated", family=name))
    sizes = {offer.name: offer for offer in generator.sizes}
    difficulty = difficulty or DIFFICULTIES[1]
    size = size or generator.default_sizes[DIFFICULTIES.index(difficulty)]
    if size not in sizes:
        raise Unsupported.choice(Message("cannot generate levels of size {size}", size=size), sizes)
    if difficulty not in sizes[size].difficulties:
        why = Message("cannot generate levels of size {size} and difficulty '{name}'", size=size, name=difficulty)
        raise Unsupported.choice(why, sizes[size].difficulties)
    return Kind(name, difficulty, size)


def kind_of_day(name: str, day: date) -> Kind:
    """Return the kind of the level of the day: its difficulty depends on the day of the week.

    >>> kind_of_day(next(iter(FAMILIES)), date(2026, 11, 16)).difficulty
    'beginner'
    """
    return choose_kind(name, WEEK[day.weekday()])


def day_task(kind: Kind, day: date) -> Task:
    """Return the task that generates the level of the day, with the date as its seed.

    >>> day_task(Kind("any", "beginner", "4x4"), date(2026, 11, 16))["seeds"][0]
    20261116
    """
    first = day.year * 10_000 + day.month * 100 + day.day
    return kind.task([first + NEXT_SEED * attempt for attempt in range(MAX_TRIES)], day.isoformat())


class Shelf:
    """The levels of one kind in stock, and the seeds for further levels."""

    def __init__(self, rng: random.Random) -> None:
        self.levels: deque[dict[str, Any]] = deque()
        self.taken_at = float("-inf")
        self.failures = 0
        self._seed = rng.randrange(SEEDS)

    def next_seeds(self) -> list[int]:
        """Return a few seeds that this shelf has not used yet."""
        seeds = []
        for _ in range(SEEDS_PER_LEVEL):
            self._seed = (self._seed + STEP) % SEEDS
            seeds.append(SEEDS // 9 + self._seed)
        return seeds


class Order(NamedTuple):
    """A level to generate, for a shelf or as the level of the day; unless ``is_urgent``, running searches go first."""

    kind: Kind
    shelf: Shelf | None
    is_urgent: bool


class LevelStock:
    """The shelves of all kinds, filled by one background process, and the levels that were generated recently.

    If ``ahead`` is false, levels are generated in advance only for recently requested kinds.
    """

    def __init__(self, jobs: JobQueue, ahead: bool = True) -> None:
        self._jobs = jobs
        self._ahead = ahead
        self._shelves: dict[Kind, Shelf] = {}
        self._levels: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._failed_days: set[Hashable] = set()
        self._rng = random.SystemRandom()
        self._changed = asyncio.Event()
        self._filling: asyncio.Task[None] | None = None

    def take(self, kind: Kind) -> dict[str, Any] | None:
        """Return a level not handed out before, if one is in stock; its kind will be restocked."""
        shelf = self.shelf(kind)
        shelf.taken_at, shelf.failures = time.monotonic(), 0
        self._changed.set()
        return self.remember(shelf.levels.popleft()) if shelf.levels else None

    def shelf(self, kind: Kind) -> Shelf:
        if kind not in self._shelves:
            self._shelves[kind] = Shelf(self._rng)
        return self._shelves[kind]

    def remember(self, level: dict[str, Any]) -> dict[str, Any]:
        """Store the level so that ``recall`` finds it by its seed or date, and return it."""
        kind = Kind(level["family"], level["level"], level["size"])
        self._levels[kind, level["date"] or level["seed"]] = level
        while len(self._levels) > MAX_REMEMBERED:
            self._levels.popitem(last=False)
        return level

    def recall(self, kind: Kind, name: int | str) -> dict[str, Any] | None:
        """Return the level with that seed or date, if it was generated recently."""
        if (level := self._levels.get((kind, name))) is not None:
            self._levels.move_to_end((kind, name))
        return level

    def start(self) -> None:
        self._filling = asyncio.create_task(self._fill())

    async def close(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.gather(self._filling, return_exceptions=True)

    async def _fill(self) -> None:
        await asyncio.sleep(START_DELAY)
        while True:
            self._changed.clear()
            today = date.today()
            order = next(self._orders(today), None)
            if order is None:
                await self._pause()
            elif self._jobs.waiting or (self._jobs.running and not order.is_urgent):
                await asyncio.sleep(POLL_SECONDS)
            else:
                await self._generate(order, today)

    async def _generate(self, order: Order, today: date) -> None:
        kind, shelf, is_urgent = order
        task = day_task(kind, today) if shelf is None else kind.task(shelf.next_seeds())
        level = await self._jobs.run_in_background(task, NICE if is_urgent else NICEST)
        if shelf is None:
            self._failed_days.add((kind, today.isoformat())) if level is None else self.remember(level)
        elif level is None:
            shelf.failures += 1
        else:
            shelf.levels.append(level)

    async def _pause(self) -> None:
        """Wait until a level is taken; if none is taken for a while, end the background process."""
        try:
            async with asyncio.timeout(IDLE_SECONDS):  # unlike wait_for it never swallows a cancellation
                await self._changed.wait()
        except TimeoutError:
            self._jobs.end_background()

    def _orders(self, today: date) -> Iterator[Order]:
        """Yield the levels that have to be generated, most urgent first."""
        since = time.monotonic() - RECENT_SECONDS
        short = [
            (kind, shelf)
            for kind, shelf in self._shelves.items()
            if shelf.taken_at >= since and len(shelf.levels) < STOCK_SIZE and shelf.failures < MAX_TRIES
        ]
        for kind, shelf in sorted(short, key=lambda item: (len(item[1].levels), -item[1].taken_at)):
            yield Order(kind, shelf, True)
        if not self._ahead:
            return
        names = [name for name in FAMILIES if generator_for(family(name)).default_sizes]
        for name in names:
            kind = kind_of_day(name, today)
            if (key := (kind, today.isoformat())) not in self._levels and key not in self._failed_days:
                yield Order(kind, None, False)
        for difficulty in DIFFICULTIES:
            for name in names:
                shelf = self.shelf(kind := choose_kind(name, difficulty))
                if not shelf.levels and shelf.failures < MAX_TRIES:
                    yield Order(kind, shelf, False)
