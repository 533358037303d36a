"""A real browser for the tests of the page: one a process, and tabs that are cleared and used again.

It is Chromium, or with UNJAM_BROWSER=firefox the Firefox of the distribution, driven by WebDriver BiDi.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, TimeoutError, expect, sync_playwright
from web_contrast import find_faults
from web_server import address

from unjam.families import FAMILIES

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of Chromium; the headless shell comes first because it needs half the work."""
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
FIREFOX = os.environ.get("UNJAM_BROWSER", "chromium") == "firefox"
FIREFOX_NAMES = ("firefox-esr", "firefox")
NO_MEDIA: dict[str, Any] = dict.fromkeys(("color_scheme", "reduced_motion", "forced_colors", "contrast"), "null")
"""Firefox has no command yet for what a page should prefer; what it prefers by itself is what MEDIA says."""
FIREFOX_SETTINGS = {
    "dom.events.testing.asyncClipboard": True,  # the clipboard without a question to the player
    "layout.css.prefers-color-scheme.content-override": 1,
    "ui.prefersReducedMotion": 0,
    "ui.primaryPointerCapabilities": 6,  # a mouse: fine, and it can hover
    "ui.allPointerCapabilities": 6,
}
PICTURE_STYLE = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="
"""The style that playwright adds to take a picture; the policy of the page refuses it."""
PATIENCE = int(os.environ.get("UNJAM_PATIENCE", "180000"))
"""Milliseconds until something awaited counts as missing: long, because the machine may be busy with other things."""
STILL = """async () => {
  const gliding = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(gliding.map((each) => each.finished));
}"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
TURN = """(path) => {
  const view = document.querySelector("#view > *");
  if (!view) return false;
  view.dataset.left = "";
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  return true;
}"""
"""Shows the view of an address without loading the page again; false if the page is not loaded."""
RESTING_PLACE = "/static/icon.svg"
"""Where a tab waits for the next test: no script runs there, and the storage of the page can be cleared."""
KNOWS_RULES = """(() => { try { localStorage.setItem("unjam.rules", JSON.stringify(%s)); } catch {} })()"""
"""Says before every page that the player has seen the rules of these families."""
MEDIA = {"media": "screen", "color_scheme": "light", "reduced_motion": "no-preference"}
"""What a visit prefers unless it says otherwise."""
MAX_IDLE = 4
"""Contexts that wait for a test with the same options. Each keeps a process of Chromium."""
TAKE_DOWN = """(below) => {
  window.sentences = [];
  new MutationObserver(() => window.sentences.push(below.textContent)).observe(below, { childList: true });
}"""
"""Records every sentence below a board: a busy machine could miss a frame of the film."""
MOVES = """(JSON.parse(localStorage.getItem("unjam.game." + sessionStorage.getItem("unjam.open")))?.at ?? 0)"""
"""The number of moves of the game in this tab."""
OVERLAPPING_PARTS = """() => {
  const shown = (el) => el.checkVisibility() && !el.closest("dialog, .mini, svg, [hidden]");
  const box = (name) => [...document.querySelectorAll(name)].filter(shown).map((el) => [name, el]);
  const parts = [".top", ".head", ".board, .island", ".below", ".tools", ".faults", ".advice", ".vary",
    ".drafts-panel", ".text-panel", ".sizes", ".counts",
    ".side .links", ".tray", ".zooms"].flatMap(box);
  const out = [];
  for (const [i, [name, a]] of parts.entries())
    for (const [other, b] of parts.slice(i + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 1 && high > 1) out.push(`${name} and ${other}`);
    }
  return out; }"""
"""The parts of a view that overlap."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@cache
def browser() -> Browser:
    """Start the browser once; skip the test if there is none."""
    path = next(filter(None, map(shutil.which, FIREFOX_NAMES if FIREFOX else NAMES)), None)
    if path is None:
        name = "firefox" if FIREFOX else "chromium"
        pytest.skip(f"no {name} on this machine: install it to test the page in a real browser")
    expect.set_options(timeout=PATIENCE)
    if FIREFOX:
        os.environ["NODE_OPTIONS"] = f"--require={Path(__file__).with_name('firefox_media.cjs')}"
    playwright = sync_playwright().start()
    started = (
        _start_firefox(playwright, path) if FIREFOX else playwright.chromium.launch(executable_path=path, args=FLAGS)
    )
    atexit.register(playwright.stop)
    atexit.register(started.close)
    return started


def _start_firefox(playwright: Playwright, path: str) -> Browser:
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=FIREFOX_SETTINGS, timeout=PATIENCE
    )


def family_name(file: str) -> str:
    """Return the name of the family that a Python file defines."""
    match = re.search(r'^ +family = "(\w+)"', Path(file).read_text(encoding="utf-8"), re.MULTILINE)
    assert match is not None, file
    return match[1]


class Visit:
    """A tab of a browser with empty storage; it fails at the end on console errors and requests to other hosts.

    ``families`` are Python files that the server is started with, ``library`` and ``plays`` are folders. A tab of an
    earlier visit is used again, since starting one and loading all scripts costs more than most tests; ``fresh`` asks
    for a new one, for tests of what is loaded or that change the tab itself. ``server`` is the address of a server that
    the test started itself, ``site`` that of the page as plain files, where no server of ours answers. The rules of a
    family are shown on the first visit only to a ``newcomer``.
    """

    idle: ClassVar[dict[str, BrowserContext]] = {}

    def __init__(
        self,
        *families: str,
        library: str = "",
        plays: str = "",
        site: str = "",
        server: str = "",
        fresh: bool = False,
        newcomer: bool = False,
        **options: Any,
    ) -> None:
        self.address = f"{site}#" if site else server or address(*families, library=library, plays=plays)
        self.fresh, self.complaints = fresh or bool(site), list[str]()
        self.viewport = options.pop("viewport", {"width": 1280, "height": 800})
        self.media = {name: options.pop(name, default) for name, default in MEDIA.items()}
        # Requests that pass a service worker cannot be held back; the page as plain files needs its own.
        if FIREFOX:
            self.media = {}
            options = {**NO_MEDIA, **options}
        else:
            options.setdefault("service_workers", "allow" if site else "block")
        self.key = f"{self.address} {sorted(options.items())} {newcomer}"
        waiting = None if fresh else self.idle.pop(self.key, None)
        self.context = waiting or browser().new_context(viewport=self.viewport, **options)
        if waiting:
            self.page = self._adapt(waiting.pages[0])
        else:
            origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.address))
            if not FIREFOX:
                self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
            if not newcomer:
                self.context.add_init_script(KNOWS_RULES % json.dumps([*FAMILIES, *map(family_name, families)]))
            self.page = self.new_tab()

    def _adapt(self, page: Page) -> Page:
        """Give a tab the window and the preferences of this visit, and listen to it."""
        if page.viewport_size != self.viewport:
            page.set_viewport_size(self.viewport)
        if self.media:
            page.emulate_media(**self.media)
        for event, listener in self._listeners():
            page.on(event, listener)  # type: ignore[call-overload]
        return page

    def _listeners(self) -> list[tuple[str, Callable[[Any], None]]]:
        return [
            ("pageerror", self._record_error),
            ("console", self._record_console),
            ("framenavigated", self._check_address),
        ]

    def new_tab(self) -> Page:
        """Open another tab of the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        return self._adapt(page)

    def another_tab(self) -> None:
        """Close the tab and open another, which clears the session storage but not the local storage."""
        self.page.close()
        self.page = self.new_tab()

    def _record_error(self, error: Any) -> None:
        self._complain(str(error))

    def _record_console(self, message: Any) -> None:
        """Record errors; requests to other hosts are among them, since the page's own policy forbids them."""
        if message.type == "error" and "status of 4" not in message.text:
            self._complain(message.text)

    def _complain(self, text: str) -> None:
        if PICTURE_STYLE not in text:
            self.complaints.append(text)

    def _check_address(self, frame: Any) -> None:
        if not frame.url.startswith((self.address, "about:blank", "blob:", "data:")):
            self.complaints.append(f"went to {frame.url}")

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *error: object) -> None:
        if self.fresh or error[0] is not None or self.context.pages != [self.page] or self.key in self.idle:
            self.context.close()
        else:
            self._clear()
        assert not self.complaints, self.complaints

    def _clear(self) -> None:
        """Bring the tab back to how it was when it was new, and leave it to the next test with these options."""
        page = self.page
        page.unroute_all(behavior="ignoreErrors")
        page.goto(self.address + RESTING_PLACE)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        for event, listener in self._listeners():
            page.remove_listener(event, listener)
        page.mouse.move(0, 0)
        self.idle[self.key] = self.context
        while len(self.idle) > MAX_IDLE:
            self.idle.pop(next(iter(self.idle))).close()

    def open(self, path: str) -> Page:
        """Show the view of the address and wait until it can be used; the page is loaded only if it is not yet."""
        if not self.page.evaluate(TURN, f"#{path}" if self.address.endswith("#") else path):
            return self.load(path)
        self.page.wait_for_selector("#view > :not(.waiting, [data-left])")
        ready(self.page)
        return self.page

    def load(self, path: str) -> Page:
        """Load the page at the address and wait until the view can be used."""
        if self.address.endswith("#"):
            self.page.goto("about:blank")  # where only what is behind the # changes, nothing is loaded
        self.page.goto(self.address + path)
        ready(self.page)
        return self.page


def ready(page: Page) -> None:
    """Wait until the view is shown and everything is loaded."""
    page.wait_for_selector("#view > :not(.waiting)")
    page.wait_for_selector("#view:not(:has([aria-busy], textarea:disabled))", state="attached")


def examine(page: Page, what: str) -> None:
    """Check the page with axe in light mode, and its contrast in dark mode, where only colours differ."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(STILL)
        faults = find_faults(page, only_contrast=theme == "dark")
        assert not faults, f"{what}, {theme}: " + "\n".join(faults)
    page.emulate_media(color_scheme=None)


def resize(page: Page, wide: int, high: int) -> None:
    """Resize the window and wait until the view has adapted."""
    page.set_viewport_size({"width": wide, "height": high})
    page.evaluate(FRAMES)
    page.evaluate(STILL)


def hold(page: Page, pattern: str) -> Callable[[], None]:
    """Hold back the answers to these requests; the returned function releases them."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))

    def release() -> None:
        for route in held:
            route.continue_()
        page.unroute(pattern)

    return release


def shorten_searches(page: Page) -> None:
    """Give every search that the page limits one second: for levels on which no search comes to its end."""

    def shorten(route: Route) -> None:
        route.continue_(url=re.sub(r"seconds=\d+", "seconds=1", route.request.url))

    page.route("**/solution?*", shorten)


def mark_solved(page: Page, id: str, family: str) -> None:
    """Save a result for the level, as if the player had solved it; the next view of it shows its reasons."""
    result = {"cost": 99, "hints": 0, "title": "", "family": family, "when": 1}
    page.evaluate("([id, result]) => localStorage.setItem('unjam.best.' + id, JSON.stringify(result))", [id, result])


def played(page: Page, least: int) -> None:
    """Wait until the page has played and shown at least this many moves; if it never does, report what it says."""
    try:
        page.wait_for_function(f"n => {MOVES} >= n && !document.querySelector('.walking')", arg=least, polling=20)
    except TimeoutError as error:
        at, below = page.evaluate(f"() => {MOVES}"), page.locator(".below").all_inner_texts()
        raise AssertionError(f"{at} moves instead of {least}; the page says: {below}") from error


def hint(page: Page) -> int:
    """Press Hint until its move is played; return the number of presses."""
    button, below = page.locator("#main-button"), page.locator(".below")
    at = page.evaluate(f"() => {MOVES}")
    expect(button).to_have_text("Hint")
    button.click()
    expect(below).to_contain_text("Look at")
    button.click()
    expect(below).to_contain_text("to go")
    expect(button).to_have_text(re.compile("Why|Move it"))
    has_reason = button.inner_text() == "Why"
    if has_reason:
        button.click()
    expect(button).to_have_text("Move it")
    button.click()
    played(page, at + 1)
    return 4 if has_reason else 3


def center(page: Page, cell: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel in the middle of a cell of the board."""
    well = page.locator(".board .well, .island .well").first
    area = well.bounding_box()
    assert area is not None
    u, oy, ox = page.evaluate(
        """() => { const well = document.querySelector(".board .well, .island .well");
        const stage = document.querySelector(".stage");
        const holder = well.closest(".play");
        const u = well.getBoundingClientRect().width / parseFloat(getComputedStyle(holder).getPropertyValue("--cols"));
        const off = (name) => stage ? parseFloat(getComputedStyle(stage).getPropertyValue(name)) : 0;
        return [u, off("--oy"), off("--ox")]; }"""
    )
    return area["x"] + (cell[1] + 0.5 + ox) * u, area["y"] + (cell[0] + 0.5 + oy) * u


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse once no piece moves."""
    page.evaluate(STILL)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=2)  # each waits for a frame
    page.mouse.move(*end, steps=2)
    page.mouse.up()


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger once the page is idle, because a busy page would lose it."""
    page.evaluate(STILL)
    page.evaluate(FRAMES)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, at: tuple[float, float] | None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for k in range(1, 5):  # each waits for a frame
        touch("touchMove", (start[0] + (end[0] - start[0]) * k / 4, start[1] + (end[1] - start[1]) * k / 4))
    touch("touchEnd", None)
    finger.detach()
