"""A real Chromium for the tests of the page: one a process, a fresh context a test."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from web_server import address

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@cache
def browser() -> Browser:
    """The browser; skips where there is none at all."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on this machine: install it to test the page in a real browser")
    playwright = sync_playwright().start()
    found = playwright.chromium.launch(executable_path=path, args=FLAGS)
    atexit.register(playwright.stop)
    atexit.register(found.close)
    return found


class Visit:
    """A page in a context of its own; complaints of the console and requests to other hosts are kept for the end."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = browser().new_context(**options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address())
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((address(), "blob:", "data:")):
            self.complaints.append(f"asked {request.url}")

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *error: object) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    def open(self, path: str) -> Page:
        self.page.goto(address() + path)
        self.page.wait_for_selector("#view > *")
        return self.page


def center(page: Page, cell: tuple[float, float]) -> tuple[float, float]:
    """The pixel at the middle of a cell of the board."""
    well = page.locator(".board .well, .isle .well").first
    area = well.bounding_box()
    assert area is not None
    u, oy, ox = page.evaluate(
        """() => { const well = document.querySelector(".board .well, .isle .well");
        const stage = document.querySelector(".stage");
        const holder = well.closest(".play");
        const u = well.getBoundingClientRect().width / parseFloat(getComputedStyle(holder).getPropertyValue("--cols"));
        const off = (name) => stage ? parseFloat(getComputedStyle(stage).getPropertyValue(name)) : 0;
        return [u, off("--oy"), off("--ox")]; }"""
    )
    return area["x"] + (cell[1] + 0.5 + ox) * u, area["y"] + (cell[0] + 0.5 + oy) * u


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Presses, moves in steps and lets go, with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The same with a finger."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, at: tuple[float, float] | None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for k in range(1, 7):
        touch("touchMove", (start[0] + (end[0] - start[0]) * k / 6, start[1] + (end[1] - start[1]) * k / 6))
    touch("touchEnd", None)
    finger.detach()
