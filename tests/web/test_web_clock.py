"""The clock of a game: it counts active play, is saved, can be hidden, and begins again after a win."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from web_browser import Visit, hold
from web_levels import id_of
from web_wins import WINS, almost_won, finish

from unjam.formats.position_id import decode
from unjam.solving.solve import solve


def test_clock_counts_active_play() -> None:
    with Visit() as visit:
        counted = visit.open("/open").evaluate(
            """async () => {
              const { Clock } = await import("/static/game/clock.js");
              let [now, hidden] = [1000, false];
              performance.now = () => now;
              Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
              const hide = (value) => {
                hidden = value;
                document.dispatchEvent(new Event("visibilitychange"));
              };
              const clock = new Clock();
              const counted = [];
              const pass = (seconds) => {
                now += 1000 * seconds;
                counted.push(clock.seconds);
              };
              pass(10); // not started yet
              clock.start();
              pass(65);
              pass(600); // nobody is there: two minutes count
              dispatchEvent(new Event("keydown"));
              pass(10);
              hide(true);
              pass(30);
              hide(false);
              pass(5);
              clock.stop();
              pass(50);
              clock.resume({ seconds: 40, begun: 7 });
              clock.start();
              pass(2);
              clock.stop();
              delete performance.now;
              delete document.hidden;
              return [counted, clock.saved];
            }"""
        )
        assert counted == [[0, 65, 120, 130, 130, 135, 135, 42], {"seconds": 42, "begun": 7}]


def test_clock_is_saved_and_can_be_hidden() -> None:
    id = id_of("rushhour")
    game = f"() => JSON.parse(localStorage.getItem('unjam.game.{id}'))"
    with Visit() as visit:
        page = visit.open("/open")
        almost_won(page, id, seconds=125, begun=1)
        visit.open(f"/play/{id}")
        clock = page.get_by_role("timer")
        expect(clock).to_have_text(re.compile(r"^[2-9]:\d\d$"))
        expect(clock).not_to_have_text("2:05")  # it ticks
        page.keyboard.press("Control+z")
        expect(page.locator("#count-moves")).to_have_text(str(len(solve(decode(id)).moves) - 2))
        page.get_by_role("button", name="Settings").click()
        page.locator(".setting", has_text="Clock").get_by_role("button", name="Hidden").click()
        page.keyboard.press("Escape")
        expect(clock).to_be_hidden()
        visit.open("/open")  # the time since the last move is saved, too
        assert page.evaluate(game)["seconds"] > 125
        assert page.evaluate(game)["begun"] == 1


def test_attempt_after_a_win_begins_at_zero() -> None:
    id = id_of("rushhour")
    with Visit() as visit:
        page = visit.open("/open")
        release = hold(page, "**/solution?*")
        finish(visit, id, seconds=100, begun=1)
        [first] = page.evaluate(WINS)
        assert (first["expected"], first["best"], first["difficulty"]) == (None, None, None)
        release()  # the search tells later what is expected
        page.wait_for_function("() => JSON.parse(localStorage.getItem('unjam.wins'))[0].expected > 0")
        page.keyboard.press("Home")
        expect(page.get_by_role("timer")).to_have_text("0:00")
        [first] = page.evaluate(WINS)
        assert (first["best"], first["difficulty"]) == (first["moves"], "beginner")
        assert (first["begun"], first["seconds"] >= 100, first["date"]) == (1, True, None)
        assert first["lost"] in (None, 0), "no move was lost, which is known a moment later"
