"""A newcomer's week: rules, wins, seven days, a shelf, sheets, a drawing, the lab, a lost server, a second device.

UNJAM_SHOTS=folder writes a picture of every stop. UNJAM_FULL=1 runs it on a desktop and a phone, in the dark, in
Spanish and in French, and UNJAM_SITE_APP=folder with the page as plain files, without the lost server.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from random_cases import FULL_ONLY
from static_site import needs_site, site_address
from web_browser import MOVES, PHONE, STILL, Visit, played
from web_contrast import find_faults
from web_levels import id_of
from web_newcomer import Newcomer

from unjam.core.puzzle import Move, Puzzle
from unjam.formats.position_id import encode
from unjam.solving.solve import solve

DARK: dict[str, Any] = {"color_scheme": "dark"}
WEEKS = [
    pytest.param({}, False, id="desktop", marks=FULL_ONLY),
    pytest.param(PHONE, False, id="phone", marks=FULL_ONLY),
    pytest.param({"locale": "es-ES", **DARK}, False, id="desktop-es-dark", marks=FULL_ONLY),
    pytest.param({**PHONE, "locale": "fr-FR", **DARK}, False, id="phone-fr-dark", marks=FULL_ONLY),
    pytest.param({}, True, id="desktop-static", marks=needs_site),
    pytest.param({**PHONE, "locale": "es-ES"}, True, id="phone-es-static", marks=needs_site),
]
SUNDAY = datetime(2026, 11, 15, 12)
MISSED = 3
"""The day of the week, counted from 0, on which nobody plays: it is forgiven."""
CORRIDORS = "\n\n".join(f"#{'#' * n}####\n#@ {' ' * n}$.#\n#{'#' * n}####" for n in range(1, 13))
INTO_A_CORNER = ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp")
"""Pushes the box of the test level to a wall without a goal."""
ALONG_THE_WALL = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight")
SAVE_GAME = "([key, game]) => localStorage.setItem(key, JSON.stringify(game))"


class Player(Newcomer):
    """A newcomer on a day of the week, in any language."""

    def look(self, name: str) -> None:
        """A stop: axe has nothing against it, and is undecided about nothing."""
        super().look(name)
        self.page.evaluate(STILL)
        faults = find_faults(self.page, only_contrast=False)
        assert not faults, f"{name}: " + "\n".join(faults)

    def wake(self, day: int) -> None:
        """It is noon of that day, and the page is opened."""
        self.page.clock.set_fixed_time(SUNDAY + timedelta(days=day))
        self.visit.load("/")

    def begin(self, stop: str = "") -> None:
        """Read the rules that come before the first level of a family, and play."""
        rules = self.page.locator("dialog.help")
        expect(rules.locator(".rules > li")).to_have_count(3)
        expect(rules.locator(".rules > li:last-child .lit")).to_have_count(1)  # the pictures have moved
        if stop:
            self.look(stop)
        self.press(rules.get_by_role("button", name=self.say("Play"), exact=True))
        expect(rules).to_have_count(0)

    def press_button(self, english: str, **values: Any) -> None:
        self.press(self.page.get_by_role("button", name=self.say(english, **values), exact=True).first)

    def press_link(self, english: str) -> None:
        self.press(self.page.locator("#view").get_by_role("link", name=self.say(english), exact=True).first)

    def settings(self) -> None:
        self.press(self.page.locator("#top [data-act=settings]:visible"))

    def set(self, setting: str, choice: str, stop: str = "") -> None:
        self.settings()
        row = self.page.locator(".setting", has_text=self.say(setting))
        self.press(row.get_by_role("button", name=self.say(choice), exact=True))
        if stop:
            self.look(stop)
        self.page.keyboard.press("Escape")

    def all_but_the_last_move(self, seconds: int) -> Move:
        """The level at the address as if all but the last move had been played; return that move."""
        page, start = self.page, self.puzzle
        position, entries = start, [{"id": encode(start)}]
        *moves, last = solve(start).moves
        for move in moves:
            position = position.play(move)
            entries.append({"id": encode(position), "costs": {"moves": 1}})  # type: ignore[dict-item]
        path = f"/play/{encode(start)}"
        self.visit.open("/open")
        page.evaluate(SAVE_GAME, [f"unjam.game.{encode(start)}", {
            "start": encode(start), "title": "", "family": start.family, "entries": entries, "at": len(moves),
            "won": False, "seconds": seconds, "begun": 1}])  # fmt: skip
        self.visit.open(path)
        self.last_cell = _cell_of(position, last)
        return last

    def finish(self, seconds: int) -> None:
        """Win the level at the address."""
        last = self.all_but_the_last_move(seconds)
        self.slide(self.last_cell, last.to)
        self.won()
        expect(self.page.locator(".win-verdict")).to_have_text(self.say("Every move brought the goal nearer."))


# -- the first day


def first_visit(me: Player) -> None:
    page = me.page
    page.locator(".day :is([data-id], svg)").first.wait_for()
    me.look("first visit")
    me.press(page.locator(".continue"))
    me.begin("rules of Rush Hour")
    me.opened()
    expect(page.locator(".rate .feat")).to_have_count(0)  # no spoiler
    me.look("first level")
    page.keyboard.press("F1")
    expect(page.locator("dialog .rule-board")).to_have_count(3)
    me.look("help")
    page.keyboard.press("Escape")
    me.play()
    me.won()
    expect(page.locator(".win-verdict")).to_have_text(me.say("Every move brought the goal nearer."))
    expect(page.locator(".win-run")).to_have_count(0)
    me.look("won without lost moves")


def lose_moves(me: Player) -> None:
    """Go to and fro before the solution; look at the lost moment, and try for the fewest."""
    page, first = me.page, me.page.url
    me.press(page.locator("#main-button"))
    page.wait_for_url(lambda url: url != first)
    me.opened()
    board, puzzle = me.board(), me.puzzle
    best, (there, other) = _detour(puzzle)
    solution = solve(puzzle.play(there).play(other)).moves
    for n, move in enumerate((there, other, *solution), 1):
        me.slide(_cell_of(puzzle, move), move.to)
        page.wait_for_function(f"n => {MOVES} === n", arg=n, polling=20)
        puzzle = puzzle.play(move)
    me.won()
    win = page.locator(".win")
    expect(win.locator(".win-run")).to_have_count(1)
    expect(win.locator(".win-skyline .lost")).to_have_count(2)
    assert me.board() == board, "the board has jumped"
    me.look("won with two lost moves")
    me.press(win.locator(".win-run"))
    expect(page.locator(".below")).to_contain_text(me.say("Redo shows them; or play on another way."))
    me.look("the lost moment again")
    me.press_button("Try for {n}", n=best)
    page.wait_for_function(f"() => {MOVES} === 0")
    me.look("trying for the fewest")


def _cell_of(puzzle: Puzzle, move: Move) -> tuple[int, int]:
    return next(piece.cells[0] for piece in puzzle.scene().pieces if piece.id == move.piece)


def _detour(puzzle: Puzzle) -> tuple[int, tuple[Move, Move]]:
    """The fewest moves, and two moves of two pieces that bring the goal no nearer."""
    best = len(solve(puzzle).moves)
    for first in puzzle.moves():
        if len(solve(puzzle.play(first)).moves) >= best:
            for second in puzzle.play(first).moves():
                far = len(solve(puzzle.play(first).play(second)).moves)
                if second.piece != first.piece and far >= len(solve(puzzle.play(first)).moves):
                    return best, (first, second)
    raise AssertionError("every move brings the goal nearer")


# -- seven days


def seven_days(me: Player) -> None:
    """A level of the day each day but one, faster each time."""
    page = me.page
    for day in range(7):
        me.wake(day)
        if day == MISSED:
            continue
        page.locator(".day a.btn").wait_for()
        me.press(page.locator(".day a.btn"))
        me.opened()
        if day == 0:
            me.look("level of the day")
        me.finish(seconds=90 - 10 * day)
        result = page.locator(".daily-result")
        expect(result).to_contain_text(re.compile(rf"\b{day + (day < MISSED)}\b"))  # the streak
        if day in (0, 6):
            me.press(result.get_by_role("button", name=me.say("Share result")))
            expect(result.locator("[role=status]")).not_to_be_empty()
            me.look(f"result of day {day + 1}")
    me.press_link("All days")
    expect(page.locator("a.date.on-time")).to_have_count(6)
    me.look("calendar")
    me.home()
    expect(page.locator(".return-links")).to_contain_text("6")
    expect(page.locator(".day a.btn")).to_have_text(me.say("Result"))
    expect(page.locator(".difficulty-choice label:has(:checked)")).to_contain_text(me.say("suits you"))
    me.look("home after a week")
    page.locator(".my-levels").scroll_into_view_if_needed()
    me.look("home after a week, my levels")
    me.home()
    me.press(page.locator("#new-level"))
    page.wait_for_url("**/play/*")
    me.opened()
    me.look("new level that suits")
    me.home()
    me.press_link("Statistics")
    expect(page.locator(".totals")).to_contain_text("8")
    me.look("statistics")


# -- more to do


def dead_end_later(me: Player) -> None:
    page = me.page
    me.set("Tell me of a dead end", "After 3 moves", "settings")
    me.visit.open(f"/play/{id_of('sokoban')}")
    me.begin("rules of Sokoban")
    me.opened()
    for n, key in enumerate((*INTO_A_CORNER, *ALONG_THE_WALL), 1):
        expect(page.locator(".below .warn")).to_have_count(0)
        page.keyboard.press(key)
        played(page, n)
    expect(page.locator(".below .warn")).to_have_count(1)
    me.look("dead end, told later")


def shelf_and_sheets(me: Player) -> None:
    page = me.page
    me.visit.open("/open")
    file: Any = {"name": "Corridors.sok", "mimeType": "text/plain", "buffer": CORRIDORS.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/shelf/corridors")
    me.press_button("Rename")
    page.get_by_label(me.say("Name of the shelf")).fill("For the train")
    me.look("a shelf gets a name")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("For the train")
    me.press(page.locator(".shelf .go"))
    me.opened()
    me.play()
    me.won()
    me.press(page.locator(".crumb a").first)
    page.wait_for_url("**/shelf/corridors")
    expect(page.locator(".cnt .count")).to_have_text("1")
    expect(page.locator(".level-grid .status-icon.fewest")).to_have_count(1)
    me.look("shelf with a solved mark")
    me.press_link("Print")
    page.wait_for_url("**/print/**")
    expect(page.get_by_role("button", name=me.say("Print"), exact=True)).to_be_enabled()  # when all is there
    me.look("sheets to print")


def draw_harder(me: Player) -> None:
    page = me.page
    me.visit.open(f"/draw/{id_of('rushhour')}")
    for english in ("Make it easier", "Make it harder"):
        me.press_button(english)
        expect(page.locator(".proposals button").first).to_be_visible()
        expect(page.locator(".vary .row:last-child button")).to_be_hidden()  # it has ended
        me.look(english)
    me.press(page.locator(".proposals button").first)
    expect(page.locator(".below")).to_contain_text("+")  # what has changed
    me.look("drawn harder")


def compare_in_the_lab(me: Player) -> None:
    page = me.page
    me.visit.open(f"/lab/{id_of('rushhour')}")
    page.wait_for_selector(".search-panels[data-ready]")
    me.look("lab")
    me.press(page.locator(".choose > summary"))
    lists = page.locator(".pair select")
    lists.nth(0).select_option("bfs")
    lists.nth(1).select_option("astar:blocking")
    me.press_button("Compare these two")
    page.locator(".difference canvas").wait_for()
    expect(page.locator(".search-panels > li").first).to_be_in_viewport()  # the list may be far below them
    page.wait_for_selector(".search-panels[data-ready]")
    me.look("two searches side by side")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".step-board .marked-board")).to_have_count(2)
    me.look("two searches after five steps")


def server_gone_and_back(me: Player) -> None:
    page, level = me.page, f"/play/{id_of('rushhour')}"
    me.visit.open(level)
    page.route("**/api/**", lambda route: route.abort())
    me.slide((3, 3), (3, 2))
    gone = me.say("unjam is not responding.")
    expect(page.locator(".below")).to_contain_text(re.compile("unjam"))
    me.look("the server is gone")
    me.press(page.locator("#top nav a").nth(1))
    expect(page.locator(".bad-link")).to_contain_text(gone)
    expect(page.locator("#view [data-id=D]")).to_be_visible()  # the board of this level, though no move was made
    me.look("Watch without a server")
    page.unroute_all()
    expect(page.locator(".score")).to_be_visible()
    me.look("the server is back")
    me.visit.complaints.clear()  # the browser names every request that nobody answered


# -- a second device


def save_progress(me: Player) -> Path:
    me.settings()
    with me.page.expect_download() as saved:
        me.press_button("Save as a file")
    me.page.keyboard.press("Escape")
    return Path(saved.value.path())


def second_device(progress: Path, me: Player, site: str, window: dict[str, Any]) -> None:
    """The progress of the first device, on one that was never used."""
    with Visit(site=site, fresh=True, newcomer=True, **window) as visit:
        visit.page.clock.set_fixed_time(SUNDAY + timedelta(days=6))
        page = visit.open("/")
        other = Player(visit, window, f"{me.name} second device")
        other.settings()
        page.get_by_label(other.say("Choose a file of saved progress")).set_input_files(progress)
        expect(page.locator("dialog .setting [role=status]")).not_to_be_empty()
        other.look("imported")
        page.keyboard.press("Escape")
        visit.load("/")
        expect(page.locator(".return-links")).to_contain_text("6")
        other.look("home on the second device")
        page.locator(".my-levels").scroll_into_view_if_needed()
        expect(page.locator(".my-levels")).to_contain_text("For the train")
        other.home()
        other.press_link("Statistics")
        expect(page.locator(".totals")).to_contain_text("9")
        other.look("statistics on the second device")


@pytest.mark.parametrize(("window", "is_static"), WEEKS)
def test_newcomers_week(window: dict[str, Any], is_static: bool, request: pytest.FixtureRequest) -> None:
    site = site_address() if is_static else ""
    with Visit(site=site, fresh=True, newcomer=True, **window) as visit:
        me = Player(visit, window, f"week {request.node.callspec.id}")
        me.wake(0)
        first_visit(me)
        lose_moves(me)
        seven_days(me)
        dead_end_later(me)
        shelf_and_sheets(me)
        draw_harder(me)
        compare_in_the_lab(me)
        if not is_static:
            server_gone_and_back(me)
        second_device(save_progress(me), me, site, window)
