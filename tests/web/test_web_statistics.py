"""Statistics of what was solved, and the wins of a second device."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from web_browser import PHONE, Visit, examine
from web_wins import STORE, WINS, win

from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled


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
