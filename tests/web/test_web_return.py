"""Reasons to return: clock, wins, streak, calendar, statistics, the result to share, the difficulty that suits."""

from __future__ import annotations

import json
import re
import tempfile
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from web_browser import PHONE, Visit, center, drag, examine, hold, played
from web_levels import id_of
from web_server import address, fetch_done

from unjam.formats.position_id import decode, encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

STREAK = """async (cases) => {
  const { findStreak } = await import("/static/state/streak.js");
  return cases.map(([wins, today]) => findStreak(wins, today));
}"""
SUITABLE = """async (cases) => {
  const { suitableDifficulty } = await import("/static/state/suitable_difficulty.js");
  return cases.map(([wins, family]) => suitableDifficulty(wins, family));
}"""
STORE = "all => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))"
WINS = "() => JSON.parse(localStorage.getItem('unjam.wins') ?? '[]')"
SUNDAY = date(2026, 11, 15)


def win(n: int = 0, **values: Any) -> dict[str, Any]:
    """Return a win as the page saves it; ``n`` tells them apart, a smaller one is newer."""
    at = 1_790_000_000_000 - n * 60_000
    return {
        **{"id": f"level{n}", "family": "rushhour", "title": f"Level {n}", "difficulty": "beginner"},
        **{"expected": 60, "moves": 10, "best": 10, "seconds": 30, "hints": 0, "lost": 0, "date": None},
        **{"begun": at - 30_000, "at": at, "day": "2026-11-01"},
        **values,
    }


def daily(day: date, /, **values: Any) -> dict[str, Any]:
    return win(abs((date(2030, 1, 1) - day).days), **{"date": day.isoformat(), "day": day.isoformat(), **values})


# -- the streak


def days_before(*ago: int) -> list[dict[str, Any]]:
    return [daily(SUNDAY - timedelta(days=n)) for n in ago]


STREAKS: list[tuple[list[dict[str, Any]], int, int, bool, bool]] = [
    ([], 0, 0, False, False),
    (days_before(0), 1, 1, True, False),
    (days_before(1), 1, 1, False, False),
    (days_before(*range(7)), 7, 7, True, False),
    (days_before(0, 1, 3, 4), 4, 4, True, False),  # one missed day is forgiven, and not counted
    (days_before(0, 2, 4, 6), 4, 4, True, False),  # each time
    (days_before(0, 3, 4, 5), 1, 3, True, False),  # two in a row are not
    (days_before(2, 3), 2, 2, False, True),  # yesterday was missed, today may still save it
    (days_before(3, 4, 5), 0, 3, False, False),
    ([*days_before(0), *days_before(0)], 1, 1, True, False),  # two families on one day
    ([daily(SUNDAY, day="2026-11-14")], 0, 0, False, False),  # a level of another day
    ([win(day=SUNDAY.isoformat())], 0, 0, False, False),  # no level of the day
    (days_before(0, -1, -2), 1, 1, True, False),  # the clock of the device was ahead
]
"""Wins, and what follows on Sunday: the streak, the longest one, whether today is solved, whether it ends today."""


def test_streak_forgives_one_missed_day() -> None:
    cases, streaks = [], []
    for days in (0, 47, 120, 136, 1200):  # over the ends of months and years, summer time and a leap day
        for wins, *streak in STREAKS:
            there = [
                {**each, **{key: _later(each[key], days) for key in ("date", "day") if each[key]}} for each in wins
            ]
            cases.append([there, _later(SUNDAY.isoformat(), days)])
            streaks.append(dict(zip(("length", "longest", "solvedToday", "endsToday"), streak, strict=True)))
    with Visit() as visit:
        assert visit.open("/open").evaluate(STREAK, cases) == streaks


def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


# -- the difficulty that suits

CALIBRATED = {"name": "rushhour", "calibrated": True}


RESULTS: list[tuple[list[dict[str, Any]], dict[str, Any], str | None]] = [
    ([win(n) for n in range(2)], CALIBRATED, None),
    ([win(n) for n in range(3)], CALIBRATED, "intermediate"),  # each faster than expected
    ([win(n, seconds=90) for n in range(5)], CALIBRATED, "beginner"),  # a bit slower
    ([win(n, seconds=400, difficulty="expert") for n in range(5)], CALIBRATED, "advanced"),
    ([win(n, hints=1) for n in range(5)], CALIBRATED, "beginner"),  # there is nothing easier
    ([win(n, difficulty="expert") for n in range(5)], CALIBRATED, "expert"),  # there is nothing harder
    ([win(n, hints=n % 2, difficulty="advanced") for n in range(4)], CALIBRATED, "intermediate"),
    ([win(n, seconds=90 if n < 5 else 400, difficulty="expert") for n in range(9)], CALIBRATED, "expert"),
    ([win(n, id="same") for n in range(9)], CALIBRATED, None),  # one level, again and again
    ([win(n, family="tiles") for n in range(9)], CALIBRATED, None),
    ([win(n, moves=12) for n in range(3)], {**CALIBRATED, "calibrated": False}, "intermediate"),
    ([win(n, moves=13, seconds=1) for n in range(3)], {**CALIBRATED, "calibrated": False}, "beginner"),
]


def test_difficulty_follows_the_last_results() -> None:
    with Visit() as visit:
        results = visit.open("/open").evaluate(SUITABLE, [[wins, family] for wins, family, _ in RESULTS])
    assert results == [difficulty for *_, difficulty in RESULTS]


def test_new_level_offers_the_difficulty_that_suits() -> None:
    with Visit() as visit:
        page = visit.open("/")
        chosen = page.locator(".difficulty-choice label:has(:checked)")
        expect(chosen).to_contain_text("Beginner")
        expect(chosen).not_to_contain_text("suits you")
        page.evaluate(STORE, {"unjam.wins": [win(n, at=1_795_000_000_000 + n) for n in range(3)]})
        visit.load("/")
        expect(chosen).to_contain_text("Intermediate")
        expect(chosen).to_contain_text("suits you")
        page.get_by_label("Expert").check()  # what the player chooses stays
        visit.load("/")
        expect(chosen).to_contain_text("Expert")
        expect(page.locator("label", has_text="suits you")).to_contain_text("Intermediate")


# -- the week of a player


def almost_won(page: Page, id: str, **more: Any) -> Any:
    """Save a game that lacks its last move; return that move and the position before it."""
    position, entries = decode(id), [{"id": id}]
    *moves, last = solve(position).moves
    for move in moves:
        position = position.play(move)
        entries.append({"id": encode(position), "costs": {"moves": 1}})  # type: ignore[dict-item]
    game = {"start": id, "title": "", "family": position.family, "entries": entries, "at": len(moves), "won": False}
    page.evaluate(STORE, {f"unjam.game.{id}": {**game, **more}})
    return last, position


def finish(visit: Visit, id: str, **more: Any) -> None:
    """Win a Rush Hour level with one move."""
    last, position = almost_won(visit.page, id, **more)
    page = visit.load(f"/play/{id}")
    cell = next(piece.cells[0] for piece in position.scene().pieces if piece.id == last.piece)
    drag(page, center(page, cell), center(page, last.to))
    page.locator(".board.lit").wait_for()


def test_week_of_daily_levels() -> None:
    """The archive by calendar, the streak over faked days, the result to share, and its import elsewhere."""
    with Visit(fresh=True) as visit, httpx.Client(base_url=f"{address()}/api/v1/", timeout=180) as client:
        page = visit.page
        page.clock.set_fixed_time(datetime(2026, 11, 15, 12))
        visit.open("/day/rushhour/2026-11-15")
        friday = fetch_done(client, "families/rushhour/day?date=2026-11-13")
        sunday = fetch_done(client, "families/rushhour/day?date=2026-11-15")
        assert page.url.endswith(f"/play/{sunday['id']}")
        # four days are won already; Tuesday and Friday were missed
        page.evaluate(STORE, {"unjam.wins": days_before(1, 3, 4, 6)})
        finish(visit, sunday["id"], seconds=125, begun=1)
        result = page.locator(".daily-result")
        expect(result).to_contain_text("Streak: 5 days. The next level comes tomorrow.")
        result.get_by_role("button", name="Share result").click()
        expect(result).to_contain_text("Result copied")
        solution = solve(decode(sunday["id"]))
        [newest, *_] = page.evaluate(WINS)
        seconds = newest["seconds"]
        assert seconds >= 125
        assert page.evaluate("() => navigator.clipboard.readText()").split("\n") == [
            "unjam · Level of the day, 15 November",
            "Rush Hour · Advanced",
            f"{seconds // 60}:{seconds % 60:02} · {solution.cost} moves · fewest {solution.cost}",
            "Streak: 5 days",
        ]
        assert (newest["id"], newest["date"], newest["day"]) == (sunday["id"], "2026-11-15", "2026-11-15")
        assert (newest["moves"], newest["best"], newest["difficulty"]) == (solution.cost, solution.cost, "advanced")
        examine(page, "daily result")

        # undone and won again, it is the same win
        page.keyboard.press("Control+z")
        page.locator(".board:not(.lit)").wait_for()
        page.keyboard.press("Control+y")
        page.locator(".board.lit").wait_for()
        assert len(page.evaluate(WINS)) == 5

        # the calendar: solved days are marked, any past day opens its level
        result.get_by_role("link", name="All days").click()
        expect(page.get_by_role("heading", name="November 2026")).to_be_visible()
        expect(page.locator(".calendar")).to_contain_text("5 of 15 solved")
        expect(page.locator("a.date.on-time")).to_have_count(5)
        expect(page.locator("a.date")).to_have_count(15)  # no link to days to come
        expect(page.get_by_role("link", name="15 November, solved in")).to_have_attribute("aria-current", "date")
        expect(page.get_by_role("button", name="Next month")).to_be_disabled()
        examine(page, "calendar")
        page.get_by_role("button", name="Previous month").click()
        expect(page.get_by_role("heading", name="October 2026")).to_be_visible()
        expect(page.locator("a.date")).to_have_count(31)
        visit.load("/calendar/rushhour?month=2025-02")
        expect(page.get_by_role("heading", name="February 2025")).to_be_visible()
        expect(page.locator("a.date")).to_have_count(28)
        expect(page.get_by_role("link", name="1 February 2025, not solved", exact=True)).to_have_count(1)
        expect(page.locator("tbody tr").first.locator("td").nth(5)).to_have_text("1")  # a Saturday
        visit.load("/calendar/rushhour")
        page.get_by_role("link", name="13 November, not solved").click()
        page.wait_for_url(f"**/play/{friday['id']}")
        expect(page.locator("h1")).to_have_text("Level of the day, 13 November")

        # solved later, it is marked, but does not count for the streak
        finish(visit, friday["id"])
        expect(page.locator(".daily-result")).to_contain_text("Streak: 5 days.")
        visit.open("/calendar/rushhour")
        expect(page.get_by_role("link", name="13 November, solved in")).to_have_count(1)
        expect(page.locator("a.date.on-time")).to_have_count(5)

        # the streak outlives one missed day, not two
        visit.open("/")
        links = page.locator(".return-links")
        expect(links).to_contain_text("Streak: 5 days")
        page.clock.set_fixed_time(datetime(2026, 11, 17, 12))
        visit.load("/calendar/rushhour")
        expect(page.locator("#view")).to_contain_text("You missed yesterday. It is forgiven if you solve one today.")
        page.clock.set_fixed_time(datetime(2026, 11, 18, 12))
        visit.load("/")
        expect(links).not_to_contain_text("Streak")
        visit.load("/day/rushhour/2026-12-24")  # a day to come
        page.wait_for_url("**/calendar/rushhour")


def test_level_of_the_day_can_be_won_on_the_home_page() -> None:
    with Visit() as visit, httpx.Client(base_url=f"{address()}/api/v1/", timeout=180) as client:
        page = visit.open("/open")
        today = page.evaluate("async () => (await import('/static/state/history.js')).localDate()")
        id = fetch_done(client, f"families/rushhour/day?date={today}")["id"]
        last, position = almost_won(page, id, seconds=30, begun=1)
        visit.load("/")
        page.locator(".day .board .piece").first.wait_for()
        cell = next(piece.cells[0] for piece in position.scene().pieces if piece.id == last.piece)
        expect(page.locator(".return-links")).not_to_contain_text("Streak")
        drag(page, center(page, cell), center(page, last.to))
        expect(page.locator(".return-links")).to_contain_text("Streak: 1 day")
        page.get_by_role("link", name="Result").click()
        expect(page.locator(".daily-result")).to_contain_text("Streak: 1 day. The next level comes tomorrow.")


def test_day_that_was_begun_before_midnight_counts() -> None:
    with Visit(fresh=True) as visit:
        page = visit.page
        page.clock.set_fixed_time(datetime(2026, 11, 15, 0, 5))
        page = visit.open("/open")
        record = """async (win) => {
          const { recordWin, listWins } = await import("/static/state/history.js");
          recordWin(win);
          return listWins().find(({ begun }) => begun === win.begun).day;
        }"""
        rest = {key: value for key, value in win(date="2026-11-14").items() if key not in ("at", "day")}
        assert page.evaluate(record, {**rest, "begun": 1, "seconds": 600}) == "2026-11-14"
        assert page.evaluate(record, {**rest, "begun": 2, "seconds": 60}) == "2026-11-15"


# -- the clock


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


# -- dead ends

STEPS = ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp")
"""Pushes the box to a wall without a goal."""
MORE = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight")
"""Three pushes along the wall."""


@pytest.mark.parametrize("when", ["later", "asked"])
def test_dead_end_is_told_when_the_player_wants(when: str) -> None:
    names = {"later": "After 3 moves", "asked": "When I press Hint"}
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        page.get_by_role("button", name="Settings").click()
        page.locator(".setting", has_text="dead end").get_by_role("button", name=names[when]).click()
        page.keyboard.press("Escape")
        n = 0
        for key in STEPS:
            page.keyboard.press(key)
            n += 1
            played(page, n)
        warning, button = page.locator(".below .warn"), page.locator("#main-button")
        expect(warning).to_have_count(0)
        expect(button).to_have_text("Hint")
        for key in MORE[:-1]:
            page.keyboard.press(key)
            n += 1
            played(page, n)
        expect(warning).to_have_count(0)
        page.keyboard.press(MORE[-1])
        played(page, n + 1)
        expect(warning).to_have_count(int(when != "asked"))
        if when == "asked":
            button.click()
        expect(page.locator(".below")).to_contain_text("Lost since move 4.")
        expect(button).to_have_text("Back to move 3")
        page.keyboard.press("Control+z")  # once told, until it is over
        expect(page.locator("#count-pushes")).to_have_text("3")
        expect(warning).to_have_count(1)


# -- statistics


def sample_wins() -> list[dict[str, Any]]:
    names = ("beginner", "intermediate", "advanced", "expert")
    return [
        win(
            n,
            family=("rushhour", "sokoban", "tiles")[n % 3],
            difficulty=names[n % 4],
            seconds=20 + 11 * n,
            expected=(15, 45, 150, 400)[n % 4],
            moves=10 + n % 2,
            hints=n % 5 == 4,
        )
        for n in range(30)
    ]


def test_statistics_show_what_was_solved() -> None:
    level = bundled("rushhour")[0]
    id = encode(as_puzzle(level.name))
    old = {"cost": level.cost, "hints": 0, "fewest": level.cost, "family": "rushhour", "title": "Old", "when": 5}
    with Visit() as visit:
        page = visit.open("/statistics")
        expect(page.locator("#view")).to_contain_text("Nothing is solved yet.")
        page.evaluate(STORE, {"unjam.wins": [*sample_wins(), win(99, id="level0")], f"unjam.best.{id}": old})
        page.evaluate(STORE, {f"unjam.game.{id}": {**_game(id), "won": True, "at": 0}})
        visit.open("/")
        page.get_by_role("link", name="Statistics").click()
        totals = page.locator(".totals")
        # one of them was solved twice; what was solved before there were statistics counts, too
        expect(totals.locator("div", has_text="Levels solved")).to_contain_text("31")
        expect(totals.locator("div", has_text="With the fewest moves")).to_contain_text("13")
        expect(page.locator(".chart svg")).to_have_count(5)
        expect(page.locator(".chart .expected")).to_have_count(3 + 4)
        expect(page.locator(".chart circle")).to_have_count(31 + 3 + 4)
        expect(page.locator(".chart circle.hinted")).to_have_count(6)
        recent = page.locator(".recent a")
        expect(recent).to_have_attribute("href", f"/play/{id}")
        expect(recent).to_contain_text(f"Solved · {level.cost} moves")
        page.locator("summary", has_text="All figures").click()
        rows = page.locator(".figures tbody tr")
        expect(rows).to_have_count(12)
        examine(page, "statistics")
        page.get_by_role("button", name="Sokoban").click()
        expect(totals.locator("div", has_text="Levels solved")).to_contain_text("10")
        expect(page.locator(".chart svg")).to_have_count(3)
        expect(rows).to_have_count(4)
        expect(page.locator(".recent")).to_have_count(0)


def _game(id: str) -> dict[str, Any]:
    return {"start": id, "title": "Old", "family": "rushhour", "entries": [{"id": id}], "at": 0, "won": False}


def test_charts_fit_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open("/open")
        page.evaluate(STORE, {"unjam.wins": sample_wins()})
        visit.open("/statistics")
        expect(page.locator(".chart svg")).to_have_count(5)
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".chart svg")].flatMap((svg) => {
              const frame = svg.getBoundingClientRect();
              return [...svg.querySelectorAll("text")].filter((text) => {
                const box = text.getBoundingClientRect();
                return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
              }).map((text) => text.textContent);
            })"""
        )
        assert cut == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# -- a second device


def test_wins_of_another_device_are_merged() -> None:
    here, there = [win(n) for n in range(3)], [win(n) for n in range(2, 6)]
    invalid = [{}, 7, win(7, day="soon"), win(8, moves="many"), {**win(9), "id": "<script>"}]
    file = {"format": "unjam progress", "version": 1, "wins": [*there, *invalid], "settings": {"clock": "hidden"}}
    old = {"format": "unjam progress", "version": 1, "best": {}, "game": {}}
    with Visit() as visit:
        page = visit.open("/open")
        page.evaluate(STORE, {"unjam.wins": here})
        assert bring(page, old) == "The file contains nothing newer or better than what is already here."
        assert bring(page, file) == "3 items were imported. Better results here were kept."
        assert [each["id"] for each in page.evaluate(WINS)] == [f"level{n}" for n in range(6)]
        assert page.evaluate("() => document.documentElement.dataset.clock") == "hidden"
        assert bring(page, file) == "The file contains nothing newer or better than what is already here."
        with page.expect_download() as saved:
            page.get_by_role("button", name="Settings").click()
            page.get_by_role("button", name="Save as a file").click()
        wins = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["wins"]
        assert wins == page.evaluate(WINS)


def bring(page: Page, content: dict[str, Any]) -> str:
    """Import a progress file and return what the page says."""
    page.get_by_role("button", name="Settings").click()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(content, file)
        file.flush()
        page.get_by_label("Choose a file of saved progress").set_input_files(file.name)
        status = page.locator("dialog [role=status]")
        expect(status).not_to_be_empty()
        words = status.inner_text()
    page.keyboard.press("Escape")
    return words
