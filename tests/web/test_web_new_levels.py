"""New levels and the level of the day: deterministic, without repeats, generated on demand, nothing left running."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser_server import SERVERS, connect
from child_processes import child_processes
from farmer_family import farmer_file
from random_cases import FULL_ONLY
from web_server import REQUEST_TIMEOUT, address, fetch_done, own_server, parse_events

from unjam.core.family_info import DIFFICULTIES
from unjam.core.message import Message
from unjam.families import FAMILIES, family
from unjam.formats.position_id import decode
from unjam.generation.generate import generate, generator_for
from unjam.rating.rate import rate
from unjam.web.jobs.level_stock import SEEDS, SEEDS_PER_LEVEL, STEP, WEEK, Shelf, kind_of_day
from unjam.web.presenters.positions import shipped_by_id


@pytest.fixture(scope="module", params=SERVERS)
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    with connect(request.param, "/api/v1") as http_client:
        yield http_client


def niceness(pid: int) -> set[int]:
    """Return the nice values of the threads of a process."""
    values = set()
    for status in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):
            values.add(int(status.read_text().rpartition(")")[2].split()[16]))
    return values


def wait(true: Callable[[], bool]) -> None:
    end = time.monotonic() + REQUEST_TIMEOUT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


# -- what is offered


@pytest.mark.parametrize("name", FAMILIES)
def test_family_lists_sizes_and_difficulties(client: httpx.Client, name: str) -> None:
    info = next(each for each in client.get("families").json() if each["name"] == name)
    sizes = {size["name"]: size for size in info["sizes"]}
    assert len(sizes) == len(info["sizes"]) >= 3
    assert list(info["default_sizes"]) == list(DIFFICULTIES)
    for level, size in info["default_sizes"].items():
        assert level in sizes[size]["difficulties"]
    assert all(size["name"] == f"{size['rows']}x{size['cols']}" for size in info["sizes"])
    assert sorted(info["borders"]) == info["borders"]
    assert len(info["borders"]) == 3
    assert isinstance(info["calibrated"], bool)


@pytest.mark.parametrize(
    ("name", "size", "level"),
    [
        pytest.param(
            name,
            size,
            level,
            marks=() if f"{size.rows}x{size.cols}" == generator.default_sizes[DIFFICULTIES.index(level)] else FULL_ONLY,
        )
        for name in FAMILIES
        for generator in [generator_for(family(name))]
        for size in generator.sizes
        for level in size.difficulties
    ],
)
def test_every_offered_level_can_be_generated(name: str, size: Any, level: str) -> None:
    [level_made] = generate(name, level=level, size=(size.rows, size.cols), seed=48_213, workers=1)
    assert (level_made.level, level_made.size) == (level, (size.rows, size.cols))


def test_family_without_sizes_has_no_new_levels() -> None:
    where = address(farmer_file())
    info = httpx.get(f"{where}/api/v1/families", timeout=REQUEST_TIMEOUT).json()[-1]
    assert (info["name"], info["sizes"], info["default_sizes"]) == ("farmer", [], {})
    for path in ("new", "day"):
        answer = httpx.get(f"{where}/api/v1/families/farmer/{path}", timeout=REQUEST_TIMEOUT)
        assert answer.status_code == 404
        assert answer.json()["error"] == "new levels of farmer cannot be generated"


# -- a new level


@pytest.mark.parametrize("name", FAMILIES)
def test_new_level_matches_the_request(client: httpx.Client, name: str) -> None:
    new = fetch_done(client, f"families/{name}/new?level=intermediate")
    assert (new["family"], new["level"], new["date"]) == (name, "intermediate", None)
    assert new["title"] == f"Intermediate {new['size'].replace('x', '×')} · {new['seed']}"
    puzzle = decode(new["id"])
    rating = rate(puzzle)
    assert (puzzle.family, rating.level) == (name, "intermediate")
    assert rating.result is not None
    assert rating.result.cost == new["cost"]
    assert new["size"] == f"{new['scene']['rows']}x{new['scene']['cols']}"
    assert str(Message.from_json(new["time"])) == str(rating.short_time)


def test_no_level_repeats_until_all_were_given(client: httpx.Client) -> None:
    seeds = [fetch_done(client, "families/tiles/new?level=beginner&size=3x3")["seed"] for _ in range(12)]
    assert len(set(seeds)) == 12
    assert len({at * STEP % SEEDS for at in range(SEEDS)}) == SEEDS


def test_seeds_have_five_digits() -> None:
    class Last:
        def randrange(self, most: int) -> int:
            return most - 1

    shelf = Shelf(Last())  # type: ignore[arg-type]
    seeds = [seed for _ in range(200) for seed in shelf.next_seeds()]
    assert len(set(seeds)) == 200 * SEEDS_PER_LEVEL
    assert all(10_000 <= seed <= 99_999 for seed in seeds)


def test_another_server_gives_the_same_levels(client: httpx.Client) -> None:
    """For the same seed and for the same day; and it has made the level of today before anybody asks."""
    wishes = [
        (name, generator_for(family(name)).default_sizes[rank], DIFFICULTIES[rank])
        for rank, name in enumerate([*FAMILIES][:4])
    ]
    seeds = [f"families/{name}/new?level={level}&size={size}&seed=48213" for name, size, level in wishes]
    days = [f"families/{name}/day?date=2026-11-18" for name in FAMILIES]
    here = [fetch_done(client, path) for path in seeds]
    with own_server() as (there, _):
        assert [fetch_done(there, path)["id"] for path in seeds] == [new["id"] for new in here]
        assert [fetch_done(there, path) for path in days] == [fetch_done(client, path) for path in days]
        wait(lambda: [name for name, _ in parse_events(there.get("families/packing/day").text)] == ["done"])
    assert all(new["title"].endswith(" · 48213") for new in here)
    for (name, size, level), new in zip(wishes, here, strict=True):
        rows, cols = map(int, size.split("x"))
        [generated] = generate(name, level=level, size=(rows, cols), seed=48_213, workers=1)
        assert generated.puzzle == decode(new["id"])
    fetch_done(client, "families/blocks/day")
    assert client.get("families/blocks/day").text.startswith("event: done")


def test_level_of_the_stock_can_be_requested_by_seed(client: httpx.Client) -> None:
    new = fetch_done(client, "families/sokoban/new?level=beginner")
    path = f"families/sokoban/new?level=beginner&size={new['size']}&seed={new['seed']}"
    answer = client.get(path)
    assert parse_events(answer.text) == [("done", new)]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell who began a process")
def test_leaving_frees_the_core_and_the_end_leaves_nothing_running() -> None:
    with own_server() as (own, pid):
        fetch_done(own, "families/tiles/new?level=beginner")
        begun = child_processes(pid)  # the one process for people, and perhaps the one that works ahead
        with own.stream("GET", "families/rushhour/new?level=expert&size=7x7&seed=104") as answer:  # takes many seconds
            lines = answer.iter_lines()
            assert next(lines) == "event: making"
            wait(lambda: own.get("health").json()["running"] == 1)
            ours = {os.getpriority(os.PRIO_PROCESS, 0)}  # not 0 under nice
            assert any(niceness(each) == ours for each in child_processes(pid)), "what somebody waits for stands back"
        wait(lambda: own.get("health").json()["running"] == 0)
        assert not set(begun) <= set(child_processes(pid)), "it was not ended, but came to its end"
        fetch_done(own, "families/blocks/new?level=intermediate&size=4x5")  # soon there, on a busy machine too
        wait(lambda: len(child_processes(pid)) >= 2 or not os.path.isdir(f"/proc/{pid}"))  # one works ahead
        begun = child_processes(pid)
        assert len(begun) >= 2
    wait(lambda: not any(os.path.isdir(f"/proc/{each}") for each in begun))  # no process outlives its server


def test_empty_stock_generates_at_once_and_is_refilled() -> None:
    with own_server() as (own, _):
        path = "families/blocks/new?level=intermediate&size=4x5"  # no size that one begins with
        first = parse_events(own.get(path).text)
        assert first[0] == ("making", True)
        assert first[-1][0] == "done", first
        seen, end = {first[-1][1]["seed"]}, time.monotonic() + REQUEST_TIMEOUT
        while True:  # until the stock is filled
            again = parse_events(own.get(path).text)
            assert again[-1][0] == "done", again
            assert again[-1][1]["seed"] not in seen
            seen.add(again[-1][1]["seed"])
            if [name for name, _ in again] == ["done"]:
                break
            assert time.monotonic() < end
            time.sleep(0.3)
        assert own.get("health").json()["running"] == 0


def test_seed_without_a_level_is_reported() -> None:
    from unjam.web.jobs.tasks import answer

    events: list[tuple[str, Any]] = []

    def send(name: str, data: Any) -> None:
        events.append((name, str(data)))

    task = {"task": "new", "family": "tiles", "difficulty": "expert", "size": "2x3", "seeds": [1, 2], "date": None}
    answer({**task, "seconds": 60}, send)
    assert events[-1] == ("failed", "no such level was found; another seed may give one")
    answer({**task, "seconds": 1e-9}, send)
    assert events[-1] == ("failed", "no such level was found within 0 seconds")


def test_new_level_is_not_a_shipped_one() -> None:
    from unjam.web.jobs.tasks import generate_level

    def send(name: str, data: Any) -> None:
        pass

    task = {"family": "blocks", "difficulty": "beginner", "size": "4x4", "date": None, "seconds": None}
    assert generate_level({**task, "seeds": [22302]}, send).id in shipped_by_id("blocks")
    new = generate_level({**task, "seeds": [22302, 22302, 10000, 10001, 10002]}, send)
    assert new.seed != 22302
    assert new.id not in shipped_by_id("blocks")


def test_time_for_a_new_level_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from unjam.web.jobs import tasks

    worked = iter([5.0, 6.0, 64.0, 65.0])
    monkeypatch.setattr(tasks, "process_time", lambda: next(worked))
    is_up = tasks._processor_time_is_up(60)
    assert [is_up() for _ in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("new?size=9x9", 404, "cannot generate levels of size 9x9; choose one of: 4x4, 5x5, 6x6, 7x7"),
        (
            "new?size=4x4&level=expert",
            404,
            "cannot generate levels of size 4x4 and difficulty 'expert'; choose one of: beginner",
        ),
        ("new?size=large", 422, "size: "),
        ("new?size=999x999", 422, "size: "),
        ("new?level=easy", 422, "level: "),
        ("new?seed=-1", 422, "seed: "),
        ("new?seed=1000000000", 422, "seed: "),
        ("new?seed=48.5", 422, "seed: "),
        ("day?date=2026-02-30", 422, "date: no such day; expected one from 2000-01-01 to 2099-12-31"),
        ("day?date=1999-12-31", 422, "date: no such day"),
        ("day?date=2100-01-01", 422, "date: no such day"),
        ("day?date=20261116", 422, "date: no such day"),
        ("day?date=2026-W47-1", 422, "date: no such day"),
        ("day?date=today", 422, "date: no such day"),
        ("day?date=", 422, "date: no such day"),
        ("day?date=9999999999999-01-01", 422, "date: no such day"),
    ],
)
def test_invalid_requests_are_reported_in_one_line(client: httpx.Client, query: str, status: int, message: str) -> None:
    answer = client.get(f"families/rushhour/{query}")
    assert answer.status_code == status
    assert answer.json()["error"].startswith(message)
    assert "\n" not in answer.json()["error"]


# -- the level of the day


def test_difficulty_of_the_day_depends_on_the_weekday(client: httpx.Client) -> None:
    days = [date(2026, 11, 16 + at) for at in range(7)]
    assert tuple(kind_of_day("tiles", day).difficulty for day in days) == WEEK
    assert set(WEEK) == set(DIFFICULTIES)
    levels = [fetch_done(client, f"families/tiles/day?date={day}") for day in days]
    assert [each["level"] for each in levels] == list(WEEK)
    assert [each["date"] for each in levels] == [day.isoformat() for day in days]
    assert levels[0]["title"] == "Level of the day, 2026-11-16"
    assert len({each["id"] for each in levels}) == 7
