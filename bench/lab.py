"""The lab: how many bytes a skyline takes, and how smoothly the slider drags in a real browser."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import unjam
from unjam.formats.position_id import encode
from unjam.lab.record import lab
from unjam.web.presenters.skyline import describe_skyline
from unjam.web.wire.encoding import dumps

SIX = ("bfs", "astar", "greedy", "dfs", "idastar", "bidirectional")
TEN_THOUSAND = "FFF.E.JJJ.EIAA..EID.CBBBD.CHH..GG..."
TWENTY_THOUSAND = "..DDD..JJF.CAA.F.CIBBFECI.H.E...HGGG"
EIGHT_PUZZLE = "8 6 7 2 5 4 3 0 1"

DRAG = """async () => {
  const slider = document.querySelector("#t");
  const end = Number(slider.max);
  const frames = [];
  let last = performance.now();
  for (let i = 0; i < 240; i++) {
    slider.value = String(Math.round((1 - Math.cos((i / 239) * 4 * Math.PI)) / 2 * end));
    slider.dispatchEvent(new Event("input"));
    await new Promise((next) => requestAnimationFrame(next));
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  return frames;
}"""


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    for heuristic in ("blocking", "must-move"):
        searches = [(name, heuristic if name in unjam.search.INFORMED else None) for name in SIX]
        seen = lab(unjam.read(TEN_THOUSAND)[0], searches)
        size = len(gzip.compress(dumps(describe_skyline(seen)).encode(), 6))
        report(f"six searches by {heuristic} on {seen.skyline.states:,} positions: {size / 1000:.0f} kB as sent")
    began = time.process_time()
    count = lab(unjam.read(EIGHT_PUZZLE)[0], []).skyline.states
    report(f"the 8-puzzle's {count:,} positions listed in {time.process_time() - began:.1f} s of one core")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        report("no chromium here: frames not measured")
        return
    for name, (frames, work) in frame_times(chromium).items():
        middle = sorted(frames)[len(frames) // 2]
        report(
            f"{name}: {1000 * len(frames) / sum(frames):.0f} frames a second, half of them within {middle:.1f} ms, "
            f"of which the page works {work:.1f} ms"
        )


def _seconds(meter: Any) -> float:
    """The processor time of the page's main thread."""
    return float(
        next(m["value"] for m in meter.send("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")
    )


def frame_times(chromium: str) -> dict[str, tuple[list[float], float]]:
    """Milliseconds of each frame while the slider is dragged to and fro over the whole run, six panels in view; and how
    much of a frame the page itself worked."""
    from playwright.sync_api import sync_playwright

    server = subprocess.Popen(
        [sys.executable, "-c", "from unjam.web.server import serve; serve()"], stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().decode().split()[3].rstrip("/")
        searches = "&".join(f"search={name}" + (":blocking" if name in unjam.search.INFORMED else "") for name in SIX)
        measured = {}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for board in (TEN_THOUSAND, TWENTY_THOUSAND):
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(f"{address}/lab/{encode(unjam.read(board)[0])}?{searches}")
                page.wait_for_selector(".search-panels[data-ready]", timeout=120_000)
                windows = lab(unjam.read(board)[0], []).skyline.states
                slider = page.locator("#t").bounding_box()
                assert slider is not None
                page.mouse.move(slider["x"] + 8, slider["y"] + slider["height"] / 2)
                page.mouse.down()  # held, as in a drag
                meter = page.context.new_cdp_session(page)
                meter.send("Performance.enable", {"timeDomain": "threadTicks"})
                before = _seconds(meter)
                frames = page.evaluate(DRAG)
                measured[f"slider over {windows:,} windows"] = (
                    frames[10:],
                    1000 * (_seconds(meter) - before) / len(frames),
                )
                page.close()
            browser.close()
        return measured
    finally:
        server.terminate()
        server.wait()
