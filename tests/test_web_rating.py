"""How hard a level is and the advice for its designer: what the server says, and the sheet that shows it."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import unjam
from test_web_access import examine
from unjam.message import Message
from unjam.rate import about_time, rate
from web_browser import PHONE, Visit
from web_levels import TEXTS, id_of
from web_server import address

SPARE = "oooooooooooooAAooBoooooBoooooBCCoooo"
"""A board with a car that plays no part."""


def explained(id: str) -> dict[str, Any]:
    """What the last event of a rating says."""
    answer = httpx.get(f"{address()}/api/v1/positions/{id}/rating", timeout=120)
    assert answer.status_code == 200
    last = answer.text.strip().split("\n\n")[-1].split("\n")
    assert last[0] == "event: done", last
    found: dict[str, Any] = json.loads(last[1].removeprefix("data: "))
    return found


@pytest.mark.parametrize("family", TEXTS)
def test_the_server_says_what_rate_says(family: str) -> None:
    found = explained(id_of(family))
    rating = rate(unjam.family(family).parse(TEXTS[family]), advice=True)
    assert rating.seconds is not None
    assert rating.why is not None
    assert (found["level"], found["calibrated"], found["reason"]) == (rating.level, rating.calibrated, None)
    assert str(Message.from_json(found["time"])) == str(about_time(rating.seconds))
    assert str(Message.from_json(found["why"])) == str(rating.why)
    assert [str(Message.from_json(each)) for each in found["advice"]] == [str(each) for each in rating.advice or ()]


def test_a_level_without_a_solution_has_a_reason_instead() -> None:
    found = explained(id_of("rushhour", "ooooBBooooooAACCCCoooooooooooooooooo"))
    assert found["level"] is None
    assert found["reason"] is not None


def test_no_rating_of_what_is_no_level() -> None:
    assert httpx.get(f"{address()}/api/v1/positions/nonsense/rating").status_code == 404


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheet_tells_the_designer(theme: Any) -> None:
    with Visit(color_scheme=theme, reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour', SPARE)}")
        page.get_by_role("link", name="How hard is it").click()
        sheet = page.locator("dialog")
        expect(sheet).to_contain_text("For the designer")
        expect(sheet).to_contain_text("Beginner · about")
        expect(sheet.locator("li").first).to_have_text("Car C plays no part: the level is as long without it.")
        expect(sheet).to_contain_text("There is 1 best solution.")
        assert "not calibrated" not in (sheet.text_content() or "")
        examine(page, f"how hard is it, {theme}")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(page.get_by_role("link", name="How hard is it")).to_be_focused()


def test_the_sheet_says_where_the_time_is_assumed_also_on_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/watch/{id_of('blocks')}")
        page.get_by_role("link", name="How hard is it").click()
        expect(page.locator("dialog")).to_contain_text("not calibrated on people")
        wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert wide


def test_a_drawing_is_rated_for_its_designer() -> None:
    with Visit() as visit:
        page = visit.open(f"/draw/{id_of('rushhour', SPARE)}")
        page.get_by_role("link", name="How hard is it").click()
        expect(page.locator("dialog")).to_contain_text("Car C plays no part")
