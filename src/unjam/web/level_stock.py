"""New levels kept ready for everybody, and the level of the day: a few of each kind, made while nobody waits.

A level has its seed for a name: the same family, level, size and seed give the same board on every machine, here and by
``unjam generate``. Seeds are five digits; each pool goes through all of them in an order of its own, so no two players
get the same level before 90,000 were given.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from datetime import date
from typing import Any, NamedTuple

from ..core.generator import DIFFICULTIES
from ..core.puzzle import Message, Unsupported
from ..families import FAMILIES, family
from ..generation.generate import generator_for
from .jobs import NICE, NICEST, Searches

READY = 3
"""Levels kept ready of a kind that was asked for lately; one of the kinds that people begin with."""
LATELY = 1800.0
"""Seconds for which a kind that was asked for is kept ready."""
CALM = 2.0
"""Seconds after the start before anything is made: the page comes first."""
REST = 30.0
"""Seconds without work after which the process that makes levels is let go."""
LOOK = 0.2
"""Seconds between looks at whether people still wait."""
SEEDS, STEP = 90_000, 56_629
"""How many seeds of five digits there are, and from each to the next; nothing divides both."""
AGAIN = 3
"""Seeds that are tried where the first gives no level, and failures after which a pool is left alone."""
REMEMBERED = 1_000
"""Levels that were made lately, to be found by their seed or date."""
WEEK = ("beginner", "beginner", "intermediate", "intermediate", "advanced", "expert", "advanced")
"""The level of each day, Monday first."""
NEXT_SEED = 100_000_000
"""From the seed of a day, its date as a number, to the one that is tried where it gives no level."""


class Kind(NamedTuple):
    """What sort of new level: family, level and the name of a size."""

    family: str
    level: str
    size: str

    def task(self, seeds: list[int], day: str | None = None) -> dict[str, Any]:
        """What a search process is told: the level of the first of the seeds that gives one."""
        return {"task": "new", **self._asdict(), "seeds": seeds, "date": day}


def offered(name: str, level: str | None = None, size: str | None = None) -> Kind:
    """The kind that is meant, the family's usual where nothing is said; Unsupported where such is not offered."""
    generator = generator_for(family(name))
    if not generator.sizes:
        raise Unsupported(Message("no new levels of {family} are made", family=name))
    sizes = {each.name: each for each in generator.sizes}
    level = level or DIFFICULTIES[1]
    size = size or generator.default_sizes[DIFFICULTIES.index(level)]
    if size not in sizes:
        raise Unsupported.choice(Message("no new levels of {size}", size=size), sizes)
    if level not in sizes[size].difficulties:
        why = Message("no new levels of {size} that are {level}", size=size, level=level)
        raise Unsupported.choice(why, sizes[size].difficulties)
    return Kind(name, level, size)


def kind_of_day(name: str, day: date) -> Kind:
    """What sort of level a day has: the level by the day of the week, the usual size of that.

    >>> kind_of_day(next(iter(FAMILIES)), date(2026, 11, 16)).level
    'beginner'
    """
    return offered(name, WEEK[day.weekday()])


def of_day(kind: Kind, day: date) -> dict[str, Any]:
    """The task that makes the level of the day; its seed is the date.

    >>> of_day(Kind("any", "beginner", "4x4"), date(2026, 11, 16))["seeds"][0]
    20261116
    """
    first = day.year * 10_000 + day.month * 100 + day.day
    return kind.task([first + NEXT_SEED * again for again in range(AGAIN)], day.isoformat())


class Pool:
    """The levels that are ready of one kind, and the seeds of those to come."""

    def __init__(self, rng: random.Random) -> None:
        self.ready: deque[dict[str, Any]] = deque()
        self.asked = float("-inf")
        self.failures = 0
        self._at = rng.randrange(SEEDS)

    def seeds(self) -> list[int]:
        """The next few that no level was made of here."""
        found = []
        for _ in range(AGAIN):
            self._at = (self._at + STEP) % SEEDS
            found.append(SEEDS // 9 + self._at)
        return found


class Job(NamedTuple):
    """A level to be made: for a pool, or for a day; one that is not ``urgent`` waits until no search runs."""

    kind: Kind
    pool: Pool | None
    urgent: bool


class Pools:
    """The pools of all kinds, filled in the background by one process of low priority; and what was made lately."""

    def __init__(self, searches: Searches, ahead: bool = True) -> None:
        self._searches = searches
        self._ahead = ahead
        self._pools: dict[Kind, Pool] = {}
        self._made: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._gone: set[Hashable] = set()
        self._rng = random.SystemRandom()
        self._news = asyncio.Event()
        self._filling: asyncio.Task[None] | None = None

    def take(self, kind: Kind) -> dict[str, Any] | None:
        """A level that nobody has had, if one is ready; from now on some will be."""
        pool = self.pool(kind)
        pool.asked, pool.failures = time.monotonic(), 0
        self._news.set()
        return self.keep(pool.ready.popleft()) if pool.ready else None

    def pool(self, kind: Kind) -> Pool:
        """The pool of the kind, empty at first."""
        if kind not in self._pools:
            self._pools[kind] = Pool(self._rng)
        return self._pools[kind]

    def keep(self, level: dict[str, Any]) -> dict[str, Any]:
        """The level, remembered by its seed, or by its day."""
        kind = Kind(level["family"], level["level"], level["size"])
        name: Hashable = level["date"] or level["seed"]
        self._made[kind, name] = level
        while len(self._made) > REMEMBERED:
            self._made.popitem(last=False)
        return level

    def known(self, kind: Kind, name: Hashable) -> dict[str, Any] | None:
        """The level of that seed or date, where it was made lately."""
        if (level := self._made.get((kind, name))) is not None:
            self._made.move_to_end((kind, name))
        return level

    def begin(self) -> None:
        """Begins to fill the pools."""
        self._filling = asyncio.create_task(self._fill())

    async def close(self) -> None:
        """Makes no more."""
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.gather(self._filling, return_exceptions=True)

    async def _fill(self) -> None:
        await asyncio.sleep(CALM)
        while True:
            self._news.clear()
            today = date.today()
            job = next(self._wanted(today), None)
            if job is None:
                await self._pause()
            elif self._searches.waiting or (self._searches.running and not job.urgent):
                await asyncio.sleep(LOOK)
            else:
                await self._make(job, today)

    async def _make(self, job: Job, today: date) -> None:
        kind, pool, urgent = job
        task = of_day(kind, today) if pool is None else kind.task(pool.seeds())
        last = await self._searches.aside(task, NICE if urgent else NICEST)
        if pool is None:
            self.keep(last["done"]) if "done" in last else self._gone.add((kind, today.isoformat()))
        elif "done" in last:
            pool.ready.append(last["done"])
        else:
            pool.failures += 1

    async def _pause(self) -> None:
        """Waits for somebody to take a level, or for another day."""
        try:
            async with asyncio.timeout(REST):  # unlike wait_for it never takes a call to end for its own
                await self._news.wait()
        except TimeoutError:
            self._searches.end_aside()

    def _wanted(self, today: date) -> Iterator[Job]:
        """What is to be made, the most wanted first."""
        since = time.monotonic() - LATELY
        short = [(kind, pool) for kind, pool in self._pools.items() if pool.asked >= since and len(pool.ready) < READY]
        for kind, pool in sorted(short, key=lambda each: (len(each[1].ready), -each[1].asked)):
            if pool.failures < AGAIN:
                yield Job(kind, pool, True)
        if not self._ahead:
            return
        names = [name for name in FAMILIES if generator_for(family(name)).default_sizes]
        for name in names:
            kind = kind_of_day(name, today)
            if (named := (kind, today.isoformat())) not in self._made and named not in self._gone:
                yield Job(kind, None, False)
        for level in DIFFICULTIES:
            for name in names:
                pool = self.pool(kind := offered(name, level))
                if not pool.ready and pool.failures < AGAIN:
                    yield Job(kind, pool, False)
