"""The server inside the page, where there are no threads, no processes and no other packages."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from event_loop import run_async
from web_levels import LONG, id_of
from web_server import parse_events

from unjam.core import cores
from unjam.families import FAMILIES
from unjam.formats.position_id import decode, encode
from unjam.solving.solve import solve
from unjam.web.browser.app import BrowserServer
from unjam.web.jobs import tasks
from unjam.web.jobs.level_stock import day_task, kind_of_day

SCRIPT = Path(__file__).parents[1] / "support" / "run_browser_server.py"
API = "/api/v1"
DAY = date(2026, 11, 18)


def ask(*requests: tuple[str, str, Any, float | None]) -> list[tuple[int, str, str]]:
    """Return the status, the media type and the body that the server gives for each request."""
    lines = [
        json.dumps([method, API + path, body and json.dumps(body), limit]) for method, path, body, limit in requests
    ]
    done = subprocess.run(
        [sys.executable, SCRIPT], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def done(answer: tuple[int, str, str]) -> Any:
    status, media_type, body = answer
    assert (status, media_type) == (200, "text/event-stream"), body
    name, data = parse_events(body)[-1]
    assert name == "done", data
    return data


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_works_without_threads_and_packages(name: str) -> None:
    id = id_of(name)
    paths = (
        f"/positions/{id}", f"/positions/{id}/solution", f"/positions/{id}/rating", f"/positions/{id}/lab",
        f"/families/{name}/new?level=beginner", f"/families/{name}/day?date={DAY}", f"/families/{name}/levels",
    )  # fmt: skip
    game, place = [], decode(id)
    for move in solve(place).moves:
        place = place.play(move)
        game.append(encode(place))
    position, solution, rating, lab, new, day, levels, review = ask(
        *(("GET", path, "", 60) for path in paths), ("POST", f"/positions/{id}/review", {"ids": game}, 60)
    )
    assert json.loads(position[2])["family"] == name
    assert (done(solution)["status"], done(solution)["optimal"]) == ("solved", True)
    assert done(rating)["level"] is not None
    assert done(lab)["finished"]
    assert done(new)["level"] == "beginner"
    assert (done(review)["runs"], done(review)["cost"], done(review)["proved"]) == ([], len(game), True)
    assert json.loads(levels[2])["family"] == name
    at_home = tasks.generate_level(day_task(kind_of_day(name, DAY), DAY) | {"seconds": None}, lambda name, data: None)
    assert decode(done(day)["id"]) == decode(at_home.id)


def test_what_needs_other_packages_is_refused_with_a_message() -> None:
    id = id_of("rushhour")
    moves = {"moves": [{"piece": "A", "to": [2, 1]}]}
    svg, png, film, library, plays = ask(
        ("GET", f"/positions/{id}/picture.svg", "", 60),
        ("GET", f"/positions/{id}/picture.png", "", 60),
        ("POST", f"/positions/{id}/film", moves, 60),
        ("GET", "/library", "", 60),
        ("GET", "/plays/enabled", "", 60),
    )
    assert svg[:2] == (200, "image/svg+xml")
    for status, _, body in (png, film):
        assert status == 404
        assert "on your own computer" in json.loads(body)["error"]
    assert library[0] == 404
    assert json.loads(plays[2]) == {"enabled": False}


def test_time_limits_need_no_threads() -> None:
    level = "/families/rushhour/new?level=expert&size=7x7&seed=104"  # takes many seconds
    made, solved = ask(("GET", level, "", 0.2), ("GET", f"/positions/{id_of('tiles', LONG)}/solution", "", 0.3))
    name, why = parse_events(made[2])[-1]
    assert (name, why["text"]) == ("failed", "no such level was found within {n} seconds")
    assert done(solved)["status"] == "gave_up"


def test_only_what_the_browser_has_is_imported() -> None:
    process = subprocess.run([sys.executable, SCRIPT, "--modules"], stdout=subprocess.PIPE, check=True)
    modules = json.loads(process.stdout)
    folders = {name.split(".")[1] for name in modules if name.startswith("unjam.")}
    assert not folders & {"cli", "integrations"}
    assert not {name for name in modules if name.startswith("unjam.web.http")}
    families = {name.split(".")[2] for name in modules if name.startswith("unjam.families.")} & set(FAMILIES)
    assert families == set()  # they are loaded when a level of theirs is opened


def run(steps: Callable[[BrowserServer, list[Any]], Any], new_search: Any) -> list[Any]:
    """Run the steps with a server; return what it sent."""
    sent: list[Any] = []

    async def main() -> None:
        server = BrowserServer(lambda *parts: sent.append(parts), new_search)
        await steps(server, sent)
        await server.close()

    run_async(lambda: asyncio.wait_for(main(), 300))
    return sent


class Silent:
    """A search worker that hears tasks and never answers."""

    alive: list[Silent] = []

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.hear, self.tasks = hear, list[str]()
        self.alive.append(self)

    def tell(self, task: str) -> None:
        self.tasks.append(task)

    def kill(self) -> None:
        self.alive.remove(self)


@pytest.fixture
def alive(monkeypatch: pytest.MonkeyPatch) -> list[Silent]:
    monkeypatch.setattr(Silent, "alive", [])
    return Silent.alive


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.001)


SOLUTION = f"{API}/positions/{id_of('tiles')}/solution"


def test_cancelled_search_ends_its_worker(alive: list[Silent]) -> None:
    async def steps(server: BrowserServer, sent: list[Any]) -> None:
        server.handle(1, "GET", SOLUTION)
        await until(lambda: alive and alive[0].tasks)
        server.cancel(1)
        await until(lambda: server.state.jobs.running == 0)
        assert all(not search.tasks for search in alive)
        server.cancel(1)  # again, which changes nothing
        server.handle(2, "GET", SOLUTION)
        server.cancel(2)  # before anything was done for it
        await until(lambda: not server._running)

    assert [kind for _, kind, _ in run(steps, Silent)] == ["head"]


def test_failed_worker_is_reported_and_replaced(alive: list[Silent]) -> None:
    async def steps(server: BrowserServer, sent: list[Any]) -> None:
        for id in (1, 2):
            server.handle(id, "GET", SOLUTION)
            await until(lambda: any(search.tasks for search in alive))
            [search] = [search for search in alive if search.tasks]
            search.hear("")
            await until(lambda id=id: (id, "end", None) in sent)
            assert search not in alive

    sent = run(steps, Silent)
    bodies = [value for _, kind, value in sent if kind == "body"]
    assert [parse_events(body)[-1][0] for body in bodies] == ["failed", "failed"]


def test_worker_that_cannot_be_started_is_reported() -> None:
    def no_search(hear: Callable[[str], None]) -> Silent:
        raise RuntimeError("no room for another web worker")

    async def steps(server: BrowserServer, sent: list[Any]) -> None:
        for id in (1, 2):
            server.handle(id, "GET", SOLUTION)
            await until(lambda id=id: (id, "end", None) in sent)
        assert server.state.jobs.running == 0

    bodies = [value for _, kind, value in run(steps, no_search) if kind == "body"]
    assert [parse_events(body)[-1][0] for body in bodies] == ["failed", "failed"]


def test_a_bug_is_answered(alive: list[Silent], monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: BrowserServer, sent: list[Any]) -> None:
        monkeypatch.setattr(server.state.positions, "describe", lambda id: 1 // 0)
        server.handle(1, "GET", f"{API}/positions/{id_of('tiles')}")
        await until(lambda: (1, "end", None) in sent)

    head, body, _ = run(steps, Silent)
    assert head[2] == {"status": 500, "type": "application/json"}
    assert json.loads(body[2])["error"] == "the request failed: ZeroDivisionError"


def test_one_worker_where_threads_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)), raising=False)
    assert (cores.count_cores(), cores.count_workers(None), cores.count_workers(3)) == (8, 8, 3)
    for has_threads, counts in ((True, (8, 8, 3)), (False, (1, 1, 1))):
        monkeypatch.setattr(sys, "_emscripten_info", type("Info", (), {"pthreads": has_threads}), raising=False)
        assert (cores.count_cores(), cores.count_workers(None), cores.count_workers(3)) == counts
