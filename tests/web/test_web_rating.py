"""Rating and advice for the designer: the API and the dialog."""

from __future__ import annotations

import json
import re
from math import prod
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from web_browser import PHONE, STILL, Visit, examine, hold, mark_solved, shorten_searches
from web_levels import LONG, TEXTS, id_of
from web_server import address

import unjam
from unjam.core.message import Message
from unjam.rating.rate import rate
from unjam.web.presenters.positions import shipped

SPARE = "oooooooooooooAAooBoooooBoooooBCCoooo"
"""A board with a car that plays no part."""


def explained(id: str) -> dict[str, Any]:
    """Return the data of the last event of a rating."""
    answer = httpx.get(f"{address()}/api/v1/positions/{id}/rating", timeout=120)
    assert answer.status_code == 200
    last = answer.text.strip().split("\n\n")[-1].split("\n")
    assert last[0] == "event: done", last
    rating_json: dict[str, Any] = json.loads(last[1].removeprefix("data: "))
    return rating_json


@pytest.mark.parametrize("family", TEXTS)
def test_api_matches_rate(family: str) -> None:
    rating_json = explained(id_of(family))
    rating = rate(unjam.family(family).parse(TEXTS[family]), advice=True)
    assert rating.seconds is not None
    assert rating.why is not None
    assert (rating_json["level"], rating_json["calibrated"], rating_json["reason"]) == (
        rating.level,
        rating.calibrated,
        None,
    )
    assert str(Message.from_json(rating_json["time"])) == str(rating.short_time)
    assert str(Message.from_json(rating_json["expected"])) == str(rating.expected_time)
    assert (rating_json["low"], rating_json["high"]) == (rating.low, rating.high)
    assert str(Message.from_json(rating_json["why"])) == str(rating.why)
    assert [str(Message.from_json(each["message"])) for each in rating_json["advice"]] == [
        str(each) for each in rating.advice or ()
    ]


def test_unsolvable_level_has_a_reason() -> None:
    rating_json = explained(id_of("rushhour", "ooooBBooooooAACCCCoooooooooooooooooo"))
    assert rating_json["level"] is None
    assert rating_json["reason"] is not None


def test_invalid_id_has_no_rating() -> None:
    assert httpx.get(f"{address()}/api/v1/positions/nonsense/rating").status_code == 404


def test_rating_includes_its_explanation() -> None:
    for family in TEXTS:
        explanation = explained(id_of(family))["explanation"]
        rating = rate(unjam.family(family).parse(TEXTS[family]))
        assert explanation["seconds"] == pytest.approx(rating.seconds)
        assert explanation["typical_seconds"] * prod(each["by"] for each in explanation["factors"]) == pytest.approx(
            rating.seconds
        )
        assert len(explanation["factors"]) == len(rating.contributions) - 1, "all that is weighed is told"
        assert explanation["counted"]
        assert explanation["notes"]


def settled(page: Page) -> dict[str, Any]:
    """Return the places of everything beside the board."""
    boxes = page.locator(".side > *, .below").evaluate_all(
        "all => all.map((el) => [el.className, el.getBoundingClientRect().toJSON()])"
    )
    return {name: box for name, box in boxes if "logged" not in name}


@pytest.mark.parametrize("family", ["rushhour", "tiles", "sokoban"])
def test_card_has_its_height_before_the_search_ends(family: str) -> None:
    with Visit(reduced_motion="reduce") as visit:
        release = hold(visit.page, "**/solution?*")
        page = visit.open(f"/play/{id_of(family)}")
        card = page.locator(".rate")
        expect(card).to_contain_text("Not rated yet")
        expect(card.locator(".meter i")).to_have_count(0)
        page.evaluate(STILL)
        before = settled(page)
        assert card.bounding_box()["width"] == pytest.approx(320, abs=12)  # type: ignore[index]
        assert card.bounding_box()["y"] > page.locator(".counts").bounding_box()["y"]  # type: ignore[index]
        release()
        expect(card.locator(".when")).to_have_text(str(rate(unjam.family(family).parse(TEXTS[family])).short_time))
        expect(card.locator(".meter i")).to_have_count(1)
        expect(card.locator(".meter u")).to_have_count(1)
        expect(card.locator(".pill")).to_have_text(["Not checked against real players"] if family == "tiles" else [])
        assert card.locator(".feat li").count() == 0, "the reasons wait until the level is solved"
        assert settled(page) == before, "nothing may move"
        mark_solved(page, id_of(family), family)
        visit.load(f"/play/{id_of(family)}")
        expect(card.locator(".feat li")).to_have_count({"rushhour": 2, "tiles": 2, "sokoban": 3}[family])


FORGET = """() => {
  for (const key of Object.keys(localStorage)) if (key !== "unjam.rules") localStorage.removeItem(key);
}"""
"""Forgets everything but that the player knows the rules."""


def test_card_reports_missing_proof_and_search_can_be_stopped() -> None:
    with Visit() as visit:
        page = visit.page
        shorten_searches(page)
        visit.open(f"/play/{id_of('tiles', LONG)}")
        expect(page.locator(".rate .pill")).to_have_text(
            ["Not checked against real players", "May not be the fewest moves"]
        )
        page.unroute("**/solution?*")
        page.evaluate(FORGET)
        visit.open(f"/play/{id_of('tiles', LONG)}")
        card = page.locator(".rate")
        expect(card.locator("p")).to_have_text(re.compile(r"Searching, [\d,]+ positions so far\. Stop"))
        stop = card.get_by_role("link", name="Stop")
        stop.evaluate("(link) => { link.dataset.seen = 'yes' }")
        expect(card.locator("p")).not_to_have_text(card.locator("p").inner_text())
        expect(stop).to_have_attribute("data-seen", "yes")  # a link that is drawn anew cannot be clicked
        stop.click()
        expect(card.locator("p")).to_have_text("Stopped. Keep searching")
        card.get_by_role("link", name="Keep searching").click()
        expect(card.locator("p")).to_contain_text("so far")


def test_dialog_explains_the_rating_and_advises_the_designer() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour', SPARE)}")
        page.get_by_role("link", name="Why").click()
        sheet = page.locator("dialog")
        expect(sheet).to_contain_text("For the designer")
        rating = rate(unjam.family("rushhour").parse(SPARE))
        expect(sheet.locator("h2")).to_have_text(str(rating.short_time))
        expect(sheet.locator(".gist")).to_contain_text(f"{rating.expected_time}.".capitalize())
        expect(sheet.locator(".chart-axis .on")).to_have_text("Beginner")
        expect(sheet.locator(".step b:first-child")).to_have_text(
            ["A typical level", "2 moves", "Hardly any luck needed", "This level"]
        )
        expect(sheet.locator(".disc li").first).to_have_text(
            "Car C plays no part: the solution is just as long without it."
        )
        expect(sheet).to_contain_text("There is 1 best solution.")
        assert "ot checked against" not in (sheet.text_content() or "")
        examine(page, "why it is as hard")
        page.get_by_role("link", name="Copy as text").click()
        expect(sheet).to_contain_text("Text copied.")
        assert "2 moves" in page.evaluate("() => navigator.clipboard.readText()")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(page.get_by_role("link", name="Why")).to_be_focused()


def test_bars_continue_where_the_last_one_ended() -> None:
    id = next(id for id, level, _ in shipped("rushhour") if level.title == "Market Day")
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id}")
        page.get_by_role("link", name="Why").click()
        rating = unjam.rate("rushhour/market-day")
        expect(page.locator("dialog h2")).to_have_text(str(rating.short_time))
        expect(page.locator("dialog .gist")).to_contain_text(f"{rating.expected_time}.".capitalize())
        assert "for most people" in str(rating.expected_time)
        expect(page.locator(".fall .by").first).to_have_text("44 s")
        page.wait_for_function("() => [...document.querySelectorAll('.lane i')].every((el) => el.offsetWidth)")
        boxes = page.locator(".lane i").evaluate_all("all => all.map((el) => el.getBoundingClientRect().toJSON())")
        usual, length, luck, here = boxes
        middle = [(box["left"] + box["right"]) / 2 for box in (usual, here)]
        assert length["left"] == pytest.approx(middle[0], abs=1), "16 moves make it longer than 10"
        assert length["right"] > length["left"] + 20
        ends = {round(luck["left"]), round(luck["right"])}
        assert {round(length["right"]), round(middle[1])} == ends


def test_dialog_says_when_the_time_is_assumed() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/watch/{id_of('blocks')}")
        page.get_by_role("link", name="How hard is it").click()
        expect(page.locator("dialog")).to_contain_text("Not checked against real players")
        wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert wide
        visit.open(f"/play/{id_of('blocks')}")
        expect(page.locator(".rate .when")).to_have_text(
            str(rate(unjam.family("blocks").parse(TEXTS["blocks"])).short_time)
        )
        expect(page.locator(".rate .feat")).to_be_hidden()


def test_drawing_is_rated_for_its_designer() -> None:
    with Visit() as visit:
        page = visit.open(f"/draw/{id_of('rushhour', SPARE)}")
        page.get_by_role("link", name="How hard is it").click()
        expect(page.locator("dialog")).to_contain_text("Car C plays no part")
