"""Somebody at a window who plays, looks at every stop, and takes a picture of it where UNJAM_SHOTS names a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect
from web_browser import MOVES, OVERLAPPING_PARTS, STILL, Visit, center, drag, ready, swipe

from unjam.core.message import Message
from unjam.core.puzzle import Puzzle
from unjam.formats.position_id import decode
from unjam.solving.solve import solve

SHOTS = os.environ.get("UNJAM_SHOTS")
KEYS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}


class Newcomer:
    """Somebody at a window, with a mouse and keys or with fingers."""

    def __init__(self, visit: Visit, window: dict[str, Any], name: str) -> None:
        self.visit, self.page, self.name = visit, visit.page, name
        self.touch = "has_touch" in window
        self.language = str(window.get("locale", "en"))[:2]
        self.stops = 0

    def say(self, english: str, **values: Any) -> str:
        """A sentence of the page in this player's language."""
        return Message(english, **values).to(self.language)

    # -- hands

    def press(self, what: Locator) -> None:
        what.tap() if self.touch else what.click()

    def poke(self, cell: tuple[float, float]) -> None:
        at = center(self.page, cell)
        self.page.touchscreen.tap(*at) if self.touch else self.page.mouse.click(*at)

    def slide(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Takes what lies on one cell to another."""
        self.page.evaluate(STILL)
        (swipe if self.touch else drag)(self.page, center(self.page, start), center(self.page, end))

    def walk(self, puzzle: Puzzle, cell: tuple[int, int], to: tuple[int, int]) -> None:
        """Walks to the square beside, with a key, a tap, or a box that a finger draws on."""
        down, right = to[0] - cell[0], to[1] - cell[1]
        if not self.touch:
            self.page.keyboard.press(KEYS[down, right])
        elif any(to in piece.cells for piece in puzzle.scene().pieces if piece.kind == "box"):
            self.slide(to, (to[0] + down, to[1] + right))
        else:
            self.poke(to)

    # -- eyes

    def look(self, name: str) -> None:
        """A stop: nothing is cut off at the side or lies on anything; a picture where pictures are wanted."""
        page = self.page
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert page.evaluate(OVERLAPPING_PARTS) == [], name
        self.stops += 1
        if SHOTS:
            page.evaluate(STILL)
            folder = Path(SHOTS) / self.name
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{self.stops:02} {name}.png")
            self._look_below(folder / f"{self.stops:02} {name}, below.png")

    def _look_below(self, path: Path) -> None:
        """A second picture where much is below the edge of the window."""
        scroll = """(back) => { const dialog = document.querySelector("dialog[open]");
          const el = dialog ?? document.scrollingElement, at = el.scrollTop;
          if (back !== null) return el.scrollTo({ top: back, behavior: "instant" });
          if (el.scrollHeight - el.clientHeight - at < 60) return null;
          el.scrollTo({ top: at + 0.85 * el.clientHeight, behavior: "instant" });
          return at; }"""
        at = self.page.evaluate(scroll, None)
        if at is not None:
            self.page.screenshot(path=path)
            self.page.evaluate(scroll, at)

    def board(self) -> dict[str, int]:
        """Where the board stands."""
        area: Any = self.page.locator(".board, .island").first.bounding_box()
        return {side: round(pixels) for side, pixels in area.items()}

    @property
    def url(self) -> str:
        """The address, as the page knows it: through Firefox, playwright hears of some changes late or never."""
        address: str = self.page.evaluate("location.href")
        return address

    def arrived(self, pattern: str) -> None:
        """Waits for an address that the pattern matches."""
        self.page.wait_for_function("pattern => new RegExp(pattern).test(location.href)", arg=pattern, polling=50)

    @property
    def puzzle(self) -> Puzzle:
        """The level at the address."""
        return decode(self.url.partition("?")[0].rsplit("/", 1)[1])

    # -- ways

    def home(self) -> None:
        self.press(self.page.locator(".logo"))
        self.arrived(f"^{re.escape(self.visit.address)}/$")
        ready(self.page)

    def family(self, title: str) -> None:
        """To the page of a family, by its card."""
        self.home()
        self.press(self.page.locator(".family-card", has_text=title))
        expect(self.page.locator("h1")).to_have_text(title)
        ready(self.page)

    def view(self, name: str) -> None:
        """To another view of the same level, by the bar."""
        self.press(self.page.locator("#top nav").get_by_text(name, exact=True))
        self.arrived(f"/{name.lower()}[/?]")
        ready(self.page)

    def opened(self) -> None:
        """Waits for a level on the table."""
        self.arrived("/play/[^/]+$")
        ready(self.page)
        expect(self.page.locator("#main-button")).to_have_text(self.say("Hint"))

    def go_on(self) -> None:
        self.press(self.page.locator(".continue"))
        self.opened()

    # -- play

    def play(self, first: int = 0, last: int | None = None) -> int:
        """Makes those moves of the best solution by hand; how many there are now."""
        puzzle, board = self.puzzle, self.board()
        for n, move in enumerate(solve(puzzle).moves):
            if first <= n < (10_000 if last is None else last):
                cell = next(piece.cells[0] for piece in puzzle.scene().pieces if piece.id == move.piece)
                self.walk(puzzle, cell, move.to) if puzzle.family == "sokoban" else self.slide(cell, move.to)
                self.page.wait_for_function(f"n => {MOVES} === n", arg=n + 1, polling=20)
            puzzle = puzzle.play(move)
        assert self.board() == board, "the board has jumped"
        return len(solve(self.puzzle).moves) if last is None else last

    def won(self) -> None:
        expect(self.page.locator("#main-button")).to_have_text(self.say("Next level"))
