"""New levels and the level of the day: the same on every server, none twice, made while one waits where none is ready,
and nothing left running."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from farmer_family import write_farmer_family
from random_cases import LONG
from web_server import REQUEST_TIMEOUT, address, child_processes, fetch_done, own_server, parse_events

from unjam.core.generator import DIFFICULTIES
from unjam.core.limits import Control
from unjam.core.message import Message
from unjam.families import FAMILIES, family
from unjam.formats.position_id import decode
from unjam.generation.generate import generate, generator_for
from unjam.rating.rate import rate
from unjam.web.level_stock import MAX_TRIES, SEEDS, STEP, WEEK, Shelf, kind_of_day


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address()}/api/v1", timeout=REQUEST_TIMEOUT) as made:
        yield made


def steps_back(pid: int) -> set[int]:
    """How far the threads of a process stand back for others."""
    found = set()
    for status in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):
            found.add(int(status.read_text().rpartition(")")[2].split()[16]))
    return found


# -- what is offered


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_says_which_new_levels_there_are(client: httpx.Client, name: str) -> None:
    told = next(each for each in client.get("families").json() if each["name"] == name)
    sizes = {size["name"]: size for size in told["sizes"]}
    assert len(sizes) == len(told["sizes"]) >= 3
    assert list(told["usual"]) == list(DIFFICULTIES)
    for level, size in told["usual"].items():
        assert level in sizes[size]["levels"]
    assert all(size["name"] == f"{size['rows']}x{size['cols']}" for size in told["sizes"])
    assert sorted(told["borders"]) == told["borders"]
    assert len(told["borders"]) == 3
    assert isinstance(told["calibrated"], bool)


@pytest.mark.parametrize(
    ("name", "size", "level"),
    [
        pytest.param(
            name,
            size,
            level,
            marks=() if f"{size.rows}x{size.cols}" == generator.default_sizes[DIFFICULTIES.index(level)] else LONG,
        )
        for name in FAMILIES
        for generator in [generator_for(family(name))]
        for size in generator.sizes
        for level in size.difficulties
    ],
)
def test_what_is_offered_can_be_made(name: str, size: Any, level: str) -> None:
    [found] = generate(name, level=level, size=(size.rows, size.cols), seed=48_213, workers=1)
    assert (found.level, found.size) == (level, (size.rows, size.cols))


def test_a_family_without_sizes_has_no_new_levels(tmp_path: Path) -> None:
    where = address(str(write_farmer_family(tmp_path)))
    told = httpx.get(f"{where}/api/v1/families", timeout=REQUEST_TIMEOUT).json()[-1]
    assert (told["name"], told["sizes"], told["usual"]) == ("farmer", [], {})
    for path in ("new", "day"):
        answer = httpx.get(f"{where}/api/v1/families/farmer/{path}", timeout=REQUEST_TIMEOUT)
        assert answer.status_code == 404
        assert answer.json()["error"] == "no new levels of farmer are made"


# -- a new level


@pytest.mark.parametrize("name", FAMILIES)
def test_a_new_level_is_as_it_was_asked_for(client: httpx.Client, name: str) -> None:
    found = fetch_done(client, f"families/{name}/new?level=intermediate")
    assert (found["family"], found["level"], found["date"]) == (name, "intermediate", None)
    assert found["title"].replace(" ", "") == str(found["seed"])
    assert len(found["title"]) == 6  # as 48 213
    puzzle = decode(found["id"])
    rating = rate(puzzle)
    assert (puzzle.family, rating.level) == (name, "intermediate")
    assert rating.result is not None
    assert rating.result.cost == found["cost"]
    assert found["size"] == f"{found['scene']['rows']}x{found['scene']['cols']}"
    assert str(Message.from_json(found["time"])).startswith("about")


def test_none_is_given_twice_until_all_were(client: httpx.Client) -> None:
    seeds = [fetch_done(client, "families/tiles/new?level=beginner&size=3x3")["seed"] for _ in range(12)]
    assert len(set(seeds)) == 12
    assert len({at * STEP % SEEDS for at in range(SEEDS)}) == SEEDS


def test_the_seeds_of_a_shelf_have_five_digits() -> None:
    class Last:
        def randrange(self, most: int) -> int:
            return most - 1

    shelf = Shelf(Last())  # type: ignore[arg-type]
    seeds = [seed for _ in range(200) for seed in shelf.next_seeds()]
    assert len(set(seeds)) == 200 * MAX_TRIES
    assert all(10_000 <= seed <= 99_999 for seed in seeds)


def test_the_same_seed_is_the_same_board_on_another_server_and_on_the_command_line(client: httpx.Client) -> None:
    wishes = [
        (name, generator_for(family(name)).default_sizes[rank], DIFFICULTIES[rank])
        for rank, name in enumerate([*FAMILIES][:4])
    ]
    paths = [f"families/{name}/new?level={level}&size={size}&seed=48213" for name, size, level in wishes]
    here = [fetch_done(client, path) for path in paths]
    with own_server() as (there, _):
        assert [fetch_done(there, path)["id"] for path in paths] == [found["id"] for found in here]
    assert [found["title"] for found in here] == ["48 213"] * 4
    for (name, size, level), found in zip(wishes, here, strict=True):
        rows, cols = map(int, size.split("x"))
        [made] = generate(name, level=level, size=(rows, cols), seed=48_213, workers=1)
        assert made.puzzle == decode(found["id"])


def test_a_level_in_stock_is_found_by_its_seed(client: httpx.Client) -> None:
    given = fetch_done(client, "families/sokoban/new?level=beginner")
    path = f"families/sokoban/new?level=beginner&size={given['size']}&seed={given['seed']}"
    answer = client.get(path)
    assert parse_events(answer.text) == [("done", given)]


def test_an_empty_stock_says_so_at_once_makes_one_and_is_filled_again() -> None:
    with own_server() as (own, _):
        path = "families/rushhour/new?level=advanced&size=7x7"  # no size that one begins with
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
            time.sleep(1)
        assert own.get("health").json()["running"] == 0


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell who began a process")
def test_whoever_goes_away_frees_the_core() -> None:
    def wait(true: Callable[[], bool]) -> None:
        end = time.monotonic() + REQUEST_TIMEOUT
        while not true():
            assert time.monotonic() < end
            time.sleep(0.02)

    with own_server() as (own, pid):
        fetch_done(own, "families/tiles/new?level=beginner")
        begun = child_processes(pid)  # the one process for people, and perhaps the one that works ahead
        with own.stream("GET", "families/rushhour/new?level=expert&size=7x7&seed=104") as answer:  # takes many seconds
            lines = answer.iter_lines()
            assert next(lines) == "event: making"
            wait(lambda: own.get("health").json()["running"] == 1)
            assert any(steps_back(each) == {0} for each in child_processes(pid)), "what somebody waits for stands back"
        wait(lambda: own.get("health").json()["running"] == 0)
        assert not set(begun) <= set(child_processes(pid)), "it was not ended, but came to its end"


def test_nothing_is_left_running_when_the_server_ends() -> None:
    with own_server() as (own, pid):
        fetch_done(own, "families/rushhour/new?level=expert&size=7x7")
        end = time.monotonic() + REQUEST_TIMEOUT
        while len(child_processes(pid)) < 2 and os.path.isdir(f"/proc/{pid}"):  # the one that works ahead has begun
            assert time.monotonic() < end
            time.sleep(0.05)
        begun = child_processes(pid)
    end = time.monotonic() + REQUEST_TIMEOUT
    while any(os.path.isdir(f"/proc/{each}") for each in begun):
        assert time.monotonic() < end, "a process outlived its server"
        time.sleep(0.05)


def test_a_seed_that_gives_no_level_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from unjam.web import worker

    events: list[tuple[str, Any]] = []
    monkeypatch.setattr(worker, "send", lambda name, data: events.append((name, str(data))))
    task = {"task": "new", "family": "tiles", "level": "expert", "size": "2x3", "seeds": [1, 2], "date": None}
    worker.answer({**task, "seconds": 60})
    assert events[-1] == ("failed", "no such level was found; another seed may give one")
    worker.answer({**task, "seconds": 1e-9})
    assert events[-1] == ("failed", "no such level was found within 0 seconds")


def test_the_time_for_a_new_level_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    from unjam.web import worker

    worked = iter([0.0, 1.0, 59.0, 60.0])
    monkeypatch.setattr(worker, "process_time", lambda: next(worked))
    control = Control()
    worker._stop_in_time(control, 60, threading.Event())
    assert control.stopped
    assert list(worked) == []


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("new?size=9x9", 404, "no new levels of 9x9; choose one of: 4x4, 5x5, 6x6, 7x7"),
        ("new?size=4x4&level=expert", 404, "no new levels of 4x4 that are expert; choose one of: beginner"),
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
def test_what_cannot_be_had_is_told_in_a_line(client: httpx.Client, query: str, status: int, said: str) -> None:
    answer = client.get(f"families/rushhour/{query}")
    assert answer.status_code == status
    assert answer.json()["error"].startswith(said)
    assert "\n" not in answer.json()["error"]


# -- the level of the day


def test_the_level_of_the_day_goes_by_the_day_of_the_week(client: httpx.Client) -> None:
    days = [date(2026, 11, 16 + at) for at in range(7)]
    assert tuple(kind_of_day("tiles", day).level for day in days) == WEEK
    assert set(WEEK) == set(DIFFICULTIES)
    found = [fetch_done(client, f"families/tiles/day?date={day}") for day in days]
    assert [each["level"] for each in found] == list(WEEK)
    assert [each["date"] for each in found] == [day.isoformat() for day in days]
    assert found[0]["title"] == "20 261 116"
    assert len({each["id"] for each in found}) == 7


def test_the_level_of_the_day_is_the_same_everywhere(client: httpx.Client) -> None:
    paths = [f"families/{name}/day?date=2026-11-18" for name in FAMILIES]
    with own_server() as (there, _):
        assert [fetch_done(there, path) for path in paths] == [fetch_done(client, path) for path in paths]


def test_todays_level_is_made_before_anybody_asks(client: httpx.Client) -> None:
    fetch_done(client, "families/blocks/day")
    with own_server() as (own, _):
        end = time.monotonic() + REQUEST_TIMEOUT
        while True:
            if [name for name, _ in parse_events(own.get("families/packing/day").text)] == ["done"]:
                break
            assert time.monotonic() < end
            time.sleep(0.2)
    assert client.get("families/blocks/day").text.startswith("event: done")
