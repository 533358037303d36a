"""Measures a first and a second view of the page over a slow line: requests, bytes, time, and the server's CPU.

    python bench/first_view.py                            # this copy of unjam
    python bench/first_view.py --unjam A/unjam B/unjam    # several in turn, so that a busy machine is fair to all

Chromium adds 150 ms to every request. "CPU" is what the server process uses for one view, without its workers.
Needs Linux, playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
LATENCY = 150  # ms


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
        assert self.process.stdout is not None
        match = re.search(r"http://\S+", self.process.stdout.readline())
        assert match is not None
        self.address = match[0].rstrip("/")

    def cpu(self) -> float:
        """Return the seconds of CPU that the server process has used, without its children."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def visit(context: BrowserContext, server: Server, path: str, latency: int) -> View:
    """Open the page in a new tab and wait until its board and its levels are shown."""
    page, view = context.new_page(), View()
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
    before = server.cpu()
    page.goto(server.address + path)
    page.locator(".board .piece").first.wait_for()
    view.shown = page.evaluate("() => performance.now()")
    page.wait_for_load_state("networkidle")
    view.loaded = page.evaluate("() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    view.cpu = server.cpu() - before
    page.close()
    return view


def measure(browser: Browser, server: Server, path: str, latency: int) -> tuple[View, View]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    first, second = (visit(context, server, path, latency) for _ in range(2))
    context.close()
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unjam", nargs="+", default=[str(Path(sys.executable).with_name("unjam"))])
    parser.add_argument("--path", default="/", help="the view, such as /play/ID")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--latency", type=int, default=LATENCY, help="milliseconds added to every request")
    parser.add_argument("--list", action="store_true", help="list the requests of the first and the second view")
    options = parser.parse_args()
    servers = [Server(unjam) for unjam in options.unjam]
    views: dict[str, list[tuple[View, View]]] = {server.name: [] for server in servers}
    chromium = next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for server in servers:
            measure(browser, server, options.path, 0)  # what the first of all visitors waits for is not meant here
        for _ in range(options.rounds):
            for server in servers:
                views[server.name].append(measure(browser, server, options.path, options.latency))
        browser.close()
    for server in servers:
        server.close()
        for n, name in enumerate(("first", "second")):
            rows = [pair[n] for pair in views[server.name]]
            loaded, shown, cpu = (
                statistics.median(getattr(row, key) for row in rows) for key in ("loaded", "shown", "cpu")
            )
            print(
                f"{server.name}  {name} view: {rows[-1].requests} requests, {rows[-1].revalidated} revalidated, "
                f"{rows[-1].sent:.0f} bytes, DOMContentLoaded {loaded:.0f} ms, board {shown:.0f} ms, "
                f"CPU {cpu * 1000:.0f} ms"
            )
            if options.list:
                print("\n".join(rows[-1].paths))


if __name__ == "__main__":
    main()
