"""Reasons to return: the level of the day, its streak, calendar and result to share, the difficulty that suits."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import httpx
from playwright.sync_api import expect
from web_browser import Visit, center, drag, examine
from web_server import address, fetch_done
from web_wins import STORE, WINS, almost_won, finish, win

from unjam.formats.position_id import decode
from unjam.solving.solve import solve

STREAK = """async (cases) => {
  const { findStreak } = await import("/static/state/streak.js");
  return cases.map(([wins, today]) => findStreak(wins, today));
}"""
SUITABLE = """async (cases) => {
  const { suitableDifficulty } = await import("/static/state/suitable_difficulty.js");
  return cases.map(([wins, family]) => suitableDifficulty(wins, family));
}"""
SUNDAY = date(2026, 11, 15)


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
