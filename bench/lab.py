"""The lab: how large a space may be, what is sent for it, and how smoothly it plays in a real browser."""

from __future__ import annotations

import gzip
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import unjam
from unjam.core.puzzle import Control, Limits
from unjam.formats.position_id import encode
from unjam.web.jobs.queue import Event
from unjam.web.presenters.skyline import run_lab

SIX = ("bfs", "astar", "greedy", "dfs", "idastar", "bidirectional")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
THREE = ("bfs", "astar", "greedy")


@dataclass(frozen=True)
class Space:
    """A board with about so many positions, and the searches that are played on it."""

    board: str
    searches: tuple[str, ...]
    heuristic: str = "blocking"

    @property
    def choice(self) -> list[tuple[str, str | None]]:
        return [(name, self.heuristic if name in unjam.search.INFORMED else None) for name in self.searches]


SPACES = (
    Space("FFF.E.JJJ.EIAA..EID.CBBBD.CHH..GG...", SIX),
    Space("..DDD..JJF.CAA.F.CIBBFECI.H.E...HGGG", SIX),
    Space("GFFFCJGoHHCJooIAAJooIDoooooDBBooooEE", SIX),
    Space("LoKKoooLooDoooLoJDoEHAAJDoEHBBFFoooGIIIoooGCCCooo", THREE),
)

PLAY = """async () => {
  const button = document.querySelector("#main-button");
  const frames = [];
  const tasks = [];
  button.click();
  let last = await new Promise((next) => requestAnimationFrame(next));
  const began = last;
  while (last - began < 7_500) {
    const now = await new Promise((next) => requestAnimationFrame(next));
    frames.push(now - last);
    last = now;
  }
  return frames;
}"""
"""Plays the whole run, which takes eight seconds, and returns the milliseconds of each frame."""


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    answers = {}
    for space in SPACES:
        answers[space], line = record(space)
        report(line)
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        report("no chromium here: frames not measured")
        return
    for line in frame_times(chromium, answers):
        report(line)


def record(space: Space) -> tuple[str, str]:
    """Return what a server sends for the searches of a space, and how large it is and how long it takes."""
    began, events = time.process_time(), list[Event]()
    board = unjam.read(space.board)[0]
    end = run_lab(board, space.choice, None, Limits(), Control(), lambda part: events.append(Event.of("part", part)))
    seconds = time.process_time() - began
    text = "".join(map(str, [*events, Event.of("done", end)]))
    size = len(gzip.compress(text.encode(), 6))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    states = next(event.data["skyline"]["states"] for event in events if "skyline" in event.data)
    return text, (
        f"{states:,} positions, {len(space.searches)} searches: {size / 1000:.0f} kB as sent, "
        f" recorded in {seconds:.1f} s of one core; at most {memory:,} MB so far"
    )


def _seconds(meter: Any) -> float:
    """The processor time of the page's main thread."""
    return float(
        next(m["value"] for m in meter.send("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")
    )


def frame_times(chromium: str, answers: Mapping[Space, str]) -> list[str]:
    """Play the searches of each space, all panels in view, and return how long a frame takes, and how much of it the
    page itself works. The searches are not run again."""
    from playwright.sync_api import Route, sync_playwright

    code = "from unjam.web.server import serve; serve()"
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        address = "http://" + server.stdout.readline().decode().split("http://")[1].split()[0].rstrip("/")
        lines = []
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for space, answer in answers.items():
                searches = "&".join(f"search={a}" + (f":{h}" if h else "") for a, h in space.choice)
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                headers = {"content-type": "text/event-stream"}
                page.route("**/api/v1/positions/*/lab*", partial(Route.fulfill, headers=headers, body=answer))
                page.goto(f"{address}/lab/{encode(unjam.read(space.board)[0])}?{searches}")
                page.wait_for_selector(".search-panels[data-ready]", timeout=1_200_000)
                meter = page.context.new_cdp_session(page)
                meter.send("Performance.enable", {"timeDomain": "threadTicks"})
                before = _seconds(meter)
                frames = sorted(page.evaluate(PLAY))
                work = 1000 * (_seconds(meter) - before) / len(frames)
                words = page.locator(".intro > p").first.inner_text().split(".")[0]
                lines.append(
                    f"{words}: a frame takes {frames[len(frames) // 2]:.1f} ms, of 100 one more than "
                    f"{frames[int(len(frames) * 0.99)]:.1f} ms, the longest {frames[-1]:.1f} ms; the page works "
                    f"{work:.1f} ms of it"
                )
                page.close()
            browser.close()
        return lines
    finally:
        server.terminate()
        server.wait()
