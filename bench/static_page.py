"""Measures the page as plain files: first view, Python ready, bytes on the wire, moves, hints, new levels, memory.

    python bench/static_page.py build/site/app        # as `make site` builds it

The files are served as `python -m http.server` does, which compresses nothing. A cold visit is one in a browser without
any stored file, a warm one is the second in the same browser. Needs Linux, playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
AIMS = {
    "first view, cold": 1000, "first view, warm": 1000, "Python ready, cold": 5000, "Python ready, warm": 2000,
    "download, MB": 9, "a move": 10, "memory of the tab, first visit, MB": 200, "memory of the tab, MB": 200,
    "memory of the tab after a rest, MB": 200,
}  # fmt: skip
REST = 10_000
"""Milliseconds after which a worker that needed much memory has been replaced."""
FIRST_VIEW = """() => new Promise((done) => {
  const look = () => document.querySelector(".levels .mini") ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""
READY = """() => new Promise((done) => {
  const look = () => {
    const [mark] = performance.getEntriesByName("python");
    if (mark) done(mark.startTime); else setTimeout(look, 5);
  };
  look();
})"""
TIME = """async ([call, times]) => {
  const script = document.querySelector("script[type=module]").src;
  const api = (await import(script)).importModule("api.js");
  const level = (await api.levels("rushhour")).levels[30];
  const to = (await api.position(level.id)).destinations[0].moves;
  const calls = {
    position: () => api.position(level.id),
    move: () => api.play(level.id, to),
    solve: (k) => api.levels("rushhour").then(({ levels }) => api.solve(levels[k].id, {})),
    level: (k) => api.newLevel("rushhour", { level: "expert", size: "6x6", seed: String(k) }, {}),
  };
  const took = [];
  for (let k = 0; k < times; k++) {
    const began = performance.now();
    await calls[call](k);
    took.push(performance.now() - began);
  }
  return took;
}"""
CALLS = {
    "position": ("a position", 50), "move": ("a move", 50), "solve": ("a solution with its rating", 20),
    "level": ("a new expert level", 10),
}  # fmt: skip


class Counting(SimpleHTTPRequestHandler):
    """Counts the bytes of what it sends."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        Counting.sent += Path(source.name).stat().st_size
        super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None:
        pass


def tab_memory(browser: Browser) -> float:
    """Return the megabytes of the page's process with all its workers, what it shares with others in proportion."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = [0.0]
    for each in processes:
        if each["type"] == "renderer":
            match = re.search(r"^Pss: +(\d+)", Path(f"/proc/{each['id']}/smaps_rollup").read_text(), re.M)
            sizes.append(int(match[1]) / 1024 if match else 0)
    return max(sizes)


def visit(context: BrowserContext, address: str) -> tuple[Page, float, float]:
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.goto(address)
    return page, page.evaluate(FIRST_VIEW), page.evaluate(READY)


def measure(browser: Browser, address: str) -> dict[str, float]:
    """Visit the page twice in a new browser, and use it."""
    found: dict[str, float] = {}
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    before = Counting.sent
    page, found["first view, cold"], found["Python ready, cold"] = visit(context, address)
    page.locator(".day [data-id]").first.wait_for()
    found["level of the day, cold"] = page.evaluate("() => performance.now()")
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    page.wait_for_timeout(1000)
    found["download, MB"] = (Counting.sent - before) / 1e6
    page.wait_for_timeout(REST)
    found["memory of the tab, first visit, MB"] = tab_memory(browser)
    page.close()
    before = Counting.sent
    page, found["first view, warm"], found["Python ready, warm"] = visit(context, address)
    page.locator(".day [data-id]").first.wait_for()
    found["level of the day, warm"] = page.evaluate("() => performance.now()")
    page.wait_for_timeout(1000)
    found["download of the second visit, MB"] = (Counting.sent - before) / 1e6
    found["memory of the tab, MB"] = tab_memory(browser)
    for call, (name, times) in CALLS.items():
        found[name] = statistics.median(page.evaluate(TIME, [call, times]))
    found["memory of the tab after all that, MB"] = tab_memory(browser)
    page.wait_for_timeout(REST)
    found["memory of the tab after a rest, MB"] = tab_memory(browser)
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("app", type=Path, help="the folder of the page")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(options.app)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = next(filter(None, map(shutil.which, NAMES)))
    rounds = []
    with sync_playwright() as playwright:
        for _ in range(options.rounds):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            rounds.append(measure(browser, f"http://127.0.0.1:{server.server_port}/"))
            browser.close()
    server.shutdown()
    for name in rounds[0]:
        middle = statistics.median(each[name] for each in rounds)
        unit = "" if name.endswith("MB") else " ms"
        aim = f"   aim: {AIMS[name]}{unit}" if name in AIMS else ""
        print(f"{name:<40} {middle:>8.{1 if middle < 100 else 0}f}{unit}{aim}")


if __name__ == "__main__":
    main()
