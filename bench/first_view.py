"""Measures a first and a second view of the page over a slow line: requests, bytes, time, and the server's CPU.

    python bench/first_view.py                            # this copy of unjam
    python bench/first_view.py --unjam A/unjam B/unjam    # several in turn, so that a busy machine is fair to all

Chromium adds 150 ms to every request. "CPU" is what the server process uses for one view, without its workers.
Where a step takes a minute, the run ends and says which. Needs Linux, playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
LATENCY = 150  # ms
LIMIT = 60.0
"""Seconds for each step: many times what one takes on a busy machine."""
RUNNING: list[subprocess.Popen[str]] = []
"""The servers to stop at the end, however it comes: one that lives on holds the pipes of whoever started this."""

ENDING = threading.RLock()


def stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


def give_up(reason: str) -> NoReturn:
    """Say why, stop the servers and end the process; Chromium ends with it. Any thread may call this."""
    ENDING.acquire()  # another thread, which the end of a server may wake, waits here
    print(f"first_view.py gave up: {reason}", file=sys.stderr, flush=True)
    for process in RUNNING:
        stop(process)
    os._exit(1)


@contextmanager
def step(what: str) -> Iterator[None]:
    """Give up where the step fails, or does not end within LIMIT: Playwright itself may wait forever."""
    timer = threading.Timer(LIMIT, give_up, [f"{what} took more than {LIMIT:.0f} s"])
    timer.daemon = True
    timer.start()
    try:
        yield
    except Error as error:
        give_up(f"{what} failed: {error.message.splitlines()[0]}")
    finally:
        timer.cancel()


@dataclass
class View:
    requests: int = 0
    sent: int = 0
    revalidated: int = 0
    loaded: float = 0
    shown: float = 0
    cpu: float = 0
    paths: list[str] = field(default_factory=list)


class Server:
    """A server of one installation, on a port of its own."""

    def __init__(self, unjam: str) -> None:
        self.name = unjam
        self.process = subprocess.Popen(
            [unjam, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
        )
        RUNNING.append(self.process)
        out = self.process.stdout
        assert out is not None
        with step(f"starting {unjam}"):
            match = re.search(r"http://\S+", out.readline())
        if match is None:
            give_up(f"{unjam} did not start")
        self.address = match[0].rstrip("/")
        threading.Thread(target=out.read, daemon=True).start()  # a full pipe would stop the server

    def cpu(self) -> float:
        """Return the seconds of CPU that the server process has used, without its children."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_tab(context: BrowserContext, server: Server, latency: int) -> tuple[Page, View]:
    """Open a tab behind a slow line; the view counts what is requested in it."""
    page, view = context.new_page(), View()
    page.set_default_timeout(0)  # the steps have a limit of their own
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    urls: dict[str, str] = {}
    cached: set[str] = set()

    def answered(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["response"]["url"]
        if event["response"].get("fromDiskCache"):
            cached.add(event["requestId"])

    def extra(event: dict[str, Any]) -> None:
        if event["statusCode"] == 304:
            view.revalidated += 1

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in cached and not event["encodedDataLength"]:
            return
        view.requests += 1
        view.sent += event["encodedDataLength"]
        url = urls.get(event["requestId"], "?").removeprefix(server.address)
        view.paths.append(f"{event['encodedDataLength']:>6.0f} {url}")

    session.on("Network.responseReceived", answered)
    session.on("Network.responseReceivedExtraInfo", extra)
    session.on("Network.loadingFinished", finished)
    return page, view


def visit(context: BrowserContext, server: Server, path: str, latency: int) -> View:
    """Open the page in a new tab and wait until its board and its levels are shown."""
    with step("opening a tab"):
        page, view = open_tab(context, server, latency)
    before = server.cpu()
    with step(f"loading {path}"):
        page.goto(server.address + path)
    with step(f"waiting for the board of {path}"):
        page.locator(".board .piece").first.wait_for()
        view.shown = page.evaluate("() => performance.now()")
    with step(f"waiting for the last request of {path}"):
        page.wait_for_load_state("networkidle")
    with step(f"closing {path}"):
        view.loaded = page.evaluate("() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        view.cpu = server.cpu() - before
        page.close()
    return view


def measure(browser: Browser, server: Server, path: str, latency: int) -> tuple[View, View]:
    with step("opening a window"):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
    first, second = (visit(context, server, path, latency) for _ in range(2))
    with step("closing a window"):
        context.close()
    return first, second


def measure_all(servers: list[Server], path: str, rounds: int, latency: int) -> list[list[tuple[View, View]]]:
    """Return the views of each server, which take turns."""
    views: list[list[tuple[View, View]]] = [[] for _ in servers]
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        give_up(f"none of {', '.join(NAMES)} is installed")
    with sync_playwright() as playwright:
        with step("starting Chromium"):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=0)
        for server in servers:
            measure(browser, server, path, 0)  # what the first of all visitors waits for is not meant here
        for _ in range(rounds):
            for server, own in zip(servers, views, strict=True):
                own.append(measure(browser, server, path, latency))
        with step("closing Chromium"):
            browser.close()
    return views


def report(name: str, views: list[tuple[View, View]], is_listed: bool) -> None:
    for n, which in enumerate(("first", "second")):
        rows = [pair[n] for pair in views]
        loaded, shown, cpu = (
            statistics.median(getattr(row, key) for row in rows) for key in ("loaded", "shown", "cpu")
        )
        print(
            f"{name}  {which} view: {rows[-1].requests} requests, {rows[-1].revalidated} revalidated, "
            f"{rows[-1].sent:.0f} bytes, DOMContentLoaded {loaded:.0f} ms, board {shown:.0f} ms, "
            f"CPU {cpu * 1000:.0f} ms"
        )
        if is_listed:
            print("\n".join(rows[-1].paths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unjam", nargs="+", default=[str(Path(sys.executable).with_name("unjam"))])
    parser.add_argument("--path", default="/", help="the view, such as /play/ID")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--latency", type=int, default=LATENCY, help="milliseconds added to every request")
    parser.add_argument("--list", action="store_true", help="list the requests of the first and the second view")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: give_up("it was told to stop"))
    try:
        servers = [Server(unjam) for unjam in options.unjam]
        views = measure_all(servers, options.path, options.rounds, options.latency)
    finally:
        for process in RUNNING:
            stop(process)
    for server, own in zip(servers, views, strict=True):
        report(server.name, own, options.list)


if __name__ == "__main__":
    main()
