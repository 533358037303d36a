"""The lab: how large a space may be, what is sent for it, and how smoothly it plays in a real browser."""

from __future__ import annotations

import gzip
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import unjam
from unjam.formats.position_id import encode
from unjam.lab.record import lab
from unjam.web.presenters.skyline import Picture, describe_search
from unjam.web.wire.encoding import dumps

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
    for space in SPACES:
        report(measure_sent(space))
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        report("no chromium here: frames not measured")
        return
    for line in frame_times(chromium):
        report(line)


def measure_sent(space: Space) -> str:
    """Record the searches and return how large the space is, what is sent for it, and how long all of it takes."""
    began = time.process_time()
    seen = lab(unjam.read(space.board)[0], space.choice)
    listed = time.process_time() - began
    picture = Picture(seen.skyline)
    parts = [
        picture.describe(),
        *(describe_search(i, each.result, each, picture) for i, each in enumerate(seen.records)),
    ]
    size = sum(len(gzip.compress(dumps(part).encode(), 6)) for part in parts)
    described = time.process_time() - began - listed
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return (
        f"{seen.skyline.states:,} positions, {len(space.searches)} searches: {size / 1000:.0f} kB as sent; recorded in "
        f"{listed:.1f} s of one core, described in {described:.1f} s; at most {memory:,} MB so far"
    )


def _seconds(meter: Any) -> float:
    """The processor time of the page's main thread."""
    return float(
        next(m["value"] for m in meter.send("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")
    )


def frame_times(chromium: str) -> list[str]:
    """Play the searches of each space, all panels in view, and return how long a frame takes, and how much of it the
    page itself works."""
    from playwright.sync_api import sync_playwright

    code = "import unjam.web.server as w; w.serve(w.ServerOptions(seconds=None, memory=None))"
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        address = "http://" + server.stdout.readline().decode().split("http://")[1].split()[0].rstrip("/")
        lines = []
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for space in SPACES:
                searches = "&".join(f"search={a}" + (f":{h}" if h else "") for a, h in space.choice)
                page = browser.new_page(viewport={"width": 1440, "height": 900})
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
