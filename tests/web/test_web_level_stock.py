"""The stock of new levels: it yields to waiting users, gives up impossible levels and stays small; floods and kills."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import date
from typing import Any

import httpx
import pytest
from child_processes import child_processes
from event_loop import run_async
from web_levels import LONG, id_of
from web_server import REQUEST_TIMEOUT, fetch_done, own_server

from unjam.families import FAMILIES
from unjam.web.jobs import level_stock, tasks
from unjam.web.jobs.level_stock import MAX_REMEMBERED, MAX_TRIES, STOCK_SIZE, Kind, LevelStock, choose_kind, kind_of_day
from unjam.web.jobs.queue import MAX_WAITING, NICE, NICEST, Event, JobQueue

KIND = Kind("tiles", "beginner", "5x5")


class Queue:
    """A job queue that runs and waits as the test says, and whose background process answers at once."""

    def __init__(self, works: bool = True) -> None:
        self.waiting = self.running = 0
        self.works, self.ended = works, False
        self.tasks: list[dict[str, Any]] = []
        self.nice: list[int] = []

    async def run_in_background(self, task: dict[str, Any], nice: int) -> dict[str, Any] | None:
        self.tasks.append(task)
        self.nice.append(nice)
        await asyncio.sleep(0)
        if not self.works:
            return None
        level = {name: task[name] for name in ("family", "size", "date")}
        return level | {"level": task["difficulty"], "seed": task["seeds"][0]}

    def end_background(self) -> None:
        self.ended = True


def run(jobs: Queue, steps: Callable[[LevelStock], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("START_DELAY", "POLL_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(level_stock, name, 0.001)

    async def main() -> None:
        stock = LevelStock(jobs)  # type: ignore[arg-type]
        stock.start()
        await steps(stock)
        await stock.close()

    run_async(lambda: asyncio.wait_for(main(), REQUEST_TIMEOUT))


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_nothing_is_generated_while_users_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = Queue()
    jobs.waiting = 1

    async def steps(stock: LevelStock) -> None:
        assert stock.take(KIND) is None
        await asyncio.sleep(0.05)  # many looks
        assert jobs.tasks == []
        jobs.waiting, jobs.running = 0, 1  # a core is free: what was asked for is made, and nothing else
        await until(lambda: len(stock.shelf(KIND).levels) == STOCK_SIZE)
        await asyncio.sleep(0.05)
        assert {task["family"] for task in jobs.tasks} == {KIND.family}
        assert len(jobs.tasks) == STOCK_SIZE
        jobs.running = 0
        await until(lambda: jobs.ended)  # and the process is let go when all is there

    run(jobs, steps, monkeypatch)
    days = [task for task in jobs.tasks if task["date"]]
    assert len(days) == len(FAMILIES)
    assert len(jobs.tasks) == STOCK_SIZE + len(FAMILIES) + 4 * len(FAMILIES)
    assert jobs.nice == [NICE] * STOCK_SIZE + [NICEST] * 5 * len(FAMILIES)  # what was asked for lately is wanted sooner
    first = len(jobs.tasks) - 5 * len(FAMILIES)
    assert jobs.tasks[first : first + len(FAMILIES)] == days  # today's before the levels that one begins with


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread has a priority")
def test_search_with_a_waiting_user_keeps_its_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    priorities: list[int] = []

    def look(task: Any, send: Any) -> None:
        priorities.append(os.getpriority(os.PRIO_PROCESS, 0))

    monkeypatch.setitem(tasks.TASKS, "look", look)

    class ThreadWorker:
        """A worker whose tasks run in threads of this process."""

        is_usable = True

        async def run(self, task: Any) -> AsyncGenerator[Event]:
            sent: list[Event] = []
            await asyncio.to_thread(tasks.answer, task, lambda name, data: sent.append(Event.of(name, data)))
            for event in sent:
                yield event

        def kill(self) -> None:
            raise AssertionError("nothing has to be killed")

        async def wait(self) -> None:
            pass

    async def start(memory: int | None, families: Sequence[str]) -> ThreadWorker:
        return ThreadWorker()

    async def run_both() -> None:
        jobs = JobQueue(start, workers=1)
        await anext(jobs.run({"task": "look"}))
        await jobs.run_in_background({"task": "look"})

    run_async(run_both)
    assert priorities == [os.getpriority(os.PRIO_PROCESS, 0), NICEST]


def test_each_level_is_given_once_and_the_stock_is_refilled(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(stock: LevelStock) -> None:
        seen = set()
        for _ in range(20):
            stock.take(KIND)
            await until(lambda: bool(stock.shelf(KIND).levels))
            level = stock.take(KIND)
            assert level is not None
            assert level["seed"] not in seen
            assert stock.recall(KIND, level["seed"]) == level
            seen.add(level["seed"])
        assert len(stock.shelf(KIND).levels) <= STOCK_SIZE

    run(Queue(), steps, monkeypatch)


def test_impossible_level_is_given_up_until_requested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = Queue(works=False)

    async def steps(stock: LevelStock) -> None:
        stock.take(KIND)
        await until(lambda: jobs.ended)
        assert sum((task["family"], task["size"]) == (KIND.family, KIND.size) for task in jobs.tasks) == MAX_TRIES
        before = len(jobs.tasks)
        await asyncio.sleep(0.05)
        assert len(jobs.tasks) == before
        stock.take(KIND)
        await until(lambda: len(jobs.tasks) == before + MAX_TRIES)

    run(jobs, steps, monkeypatch)


def test_number_of_remembered_levels_is_limited() -> None:
    stock = LevelStock(Queue())  # type: ignore[arg-type]
    for seed in range(3 * MAX_REMEMBERED):
        stock.remember({"family": KIND.family, "level": KIND.difficulty, "size": KIND.size, "seed": seed, "date": None})
    assert stock.recall(KIND, 0) is None
    assert stock.recall(KIND, 3 * MAX_REMEMBERED - 1) is not None
    assert sum(stock.recall(KIND, seed) is not None for seed in range(3 * MAX_REMEMBERED)) == MAX_REMEMBERED


def test_day_and_seed_of_the_same_number_are_different() -> None:
    stock = LevelStock(Queue())  # type: ignore[arg-type]
    kind = kind_of_day("tiles", date(2026, 11, 16))
    stock.remember(
        {"family": kind.family, "level": kind.difficulty, "size": kind.size, "seed": 20261116, "date": "2026-11-16"}
    )
    assert stock.recall(kind, 20261116) is None
    assert stock.recall(kind, "2026-11-16") is not None
    assert choose_kind("tiles").difficulty == "intermediate"


# -- a real server


def test_flood_is_told_to_wait_and_leaves_nothing_behind() -> None:
    with own_server() as (own, _), contextlib.ExitStack() as stack:
        wide = httpx.Client(base_url=own.base_url, timeout=REQUEST_TIMEOUT, limits=httpx.Limits(max_connections=None))
        stack.enter_context(wide)
        search = stack.enter_context(wide.stream("GET", f"positions/{id_of('tiles', LONG)}/solution"))
        assert search.status_code == 200  # the one core is busy
        refused, held = None, []
        for seed in range(MAX_WAITING + 10):
            answer = stack.enter_context(wide.stream("GET", f"families/rushhour/new?level=expert&seed={seed}"))
            if answer.status_code != 200:
                refused = answer
                break
            lines = answer.iter_lines()
            held.append(lines)  # who lets go of it hangs up
            assert next(lines) == "event: making"
            assert any(line == "event: place" for line in lines)
        assert refused is not None
        assert refused.status_code == 503
        refused.read()
        assert refused.json()["error"] == "Too many searches are waiting; try again in a minute."
        assert own.get("health").json()["waiting"] == MAX_WAITING
        stack.close()
        end = time.monotonic() + REQUEST_TIMEOUT
        while (health := own.get("health").json())["running"] or health["waiting"]:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert fetch_done(own, "families/tiles/new?level=beginner")["family"] == "tiles"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell who began a process")
def test_killed_server_takes_its_processes_with_it() -> None:
    line = "from unjam.web.server import serve; serve()"
    with subprocess.Popen([sys.executable, "-c", line], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        where = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        url = f"{where}api/v1/families/rushhour/new?level=expert&size=7x7"
        with httpx.stream("GET", url, timeout=REQUEST_TIMEOUT) as got:
            lines = got.iter_lines()
            assert next(lines) == "event: making"
            begun = child_processes(process.pid)
            assert begun
            process.send_signal(signal.SIGKILL)
            process.wait(60)
    end = time.monotonic() + REQUEST_TIMEOUT
    while any(os.path.isdir(f"/proc/{each}") for each in begun):
        assert time.monotonic() < end, "a process outlived its server"
        time.sleep(0.05)
