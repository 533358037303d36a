"""The page of a server that records plays: it asks once and sends only what was allowed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, center, drag, examine, hint
from web_levels import id_of

from unjam.datasets.plays import ExportSummary, export_plays, read_plays

LEVEL = f"/play/{id_of('rushhour')}"
QUESTION = "May this server learn from how you play?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("plays"))


def events(folder: str) -> list[dict[str, Any]]:
    return list(read_plays(folder, ExportSummary()))


def answer(page: Page, words: str) -> None:
    sheet = page.get_by_role("dialog", name=QUESTION)
    expect(sheet).to_contain_text("no name, no address")
    sheet.get_by_role("button", name=words).click()
    expect(sheet).to_have_count(0)


def sent(page: Page) -> list[dict[str, Any]]:
    """Return a list that collects what the page sends from now on."""
    posts: list[dict[str, Any]] = []

    def heard(request: Any) -> None:
        if request.method == "POST" and request.url.endswith("/plays"):
            posts.append(json.loads(request.post_data or "{}"))

    page.on("request", heard)
    return posts


def up(page: Page) -> None:
    """Move car B one cell up or down."""
    page.keyboard.press("b")
    page.keyboard.press("ArrowDown")


def test_server_without_plays_does_not_ask() -> None:
    with Visit(fresh=True) as visit:
        posted = sent(visit.page)
        with visit.page.expect_response("**/api/v1/plays/enabled"):
            page = visit.open(LEVEL)
        drag(page, center(page, (3, 4)), center(page, (4, 4)))
        hint(page)
        expect(page.locator("dialog")).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog")).to_contain_text("Motion")
        expect(page.get_by_role("dialog")).not_to_contain_text("my plays")
        page.keyboard.press("Escape")
        visit.open("/")
        assert posted == []


def test_refusal_is_asked_once_and_nothing_is_sent(folder: str) -> None:
    before = events(folder)
    with Visit(plays=folder, fresh=True) as visit:
        posted = sent(visit.page)
        page = visit.open(LEVEL)
        expect(page.get_by_role("dialog", name=QUESTION)).to_be_visible()
        page.keyboard.press("Escape")
        hint(page)
        with page.expect_response("**/api/v1/plays/enabled"):
            page.reload()
        expect(page.locator("#main-button")).to_have_text("Hint")
        hint(page)
        visit.open("/")
        expect(page.locator("dialog")).to_have_count(0)
        assert posted == []
    assert events(folder) == before


def test_allowed_plays_are_stored_and_exported(folder: str, tmp_path: Path) -> None:
    before = len(events(folder))
    with Visit(plays=folder) as visit:
        page = visit.open(LEVEL)
        answer(page, "Yes, record my plays")
        acts = ["start", *["hint"] * hint(page), "move", "undo", "redo"]
        page.keyboard.press("Control+z")
        expect(page.locator("#count-moves")).to_have_text("0")
        page.keyboard.press("Control+y")
        expect(page.locator("#count-moves")).not_to_have_text("0")
        acts += [*["hint"] * hint(page), "move", "restart"]
        page.keyboard.press("Home")
        expect(page.locator("#count-moves")).to_have_text("0")
        while page.locator("#main-button").inner_text() == "Hint":
            at = page.locator("#count-moves").inner_text()
            acts += [*["hint"] * hint(page), "move"]
            expect(page.locator("#count-moves")).not_to_have_text(at)
        page.goto("about:blank")  # what waits is sent on the way out
        wait_for(page, folder, before, "win")
        page = visit.open(LEVEL)
        page.keyboard.press("Home")
        hint(page)
        page.keyboard.press("Shift+W")
        page.wait_for_url("**/watch/*")
        wait_for(page, folder, before, "give_up")
    kinds = [event["kind"] for event in events(folder)[before:]]
    first = kinds[: kinds.index("win") + 1]
    assert first == [*acts, "win"]
    assert acts.count("move") == 5, "one, another, and the three that solve it"
    assert kinds[-1] == "give_up"
    times = [event["ms"] for event in events(folder)[before:][: len(first)]]
    assert times == sorted(times)
    assert export_plays(folder, tmp_path / "plays.parquet").skipped == 0


def wait_for(page: Page, folder: str, before: int, kind: str) -> None:
    while kind not in [event["kind"] for event in events(folder)[before:]]:
        page.wait_for_timeout(50)


def test_settings_can_revoke_the_permission(folder: str) -> None:
    with Visit(plays=folder, fresh=True) as visit:
        posted = sent(visit.page)
        page = visit.open(LEVEL)
        answer(page, "Yes, record my plays")
        hint(page)
        page.wait_for_function("() => true")
        page.get_by_role("button", name="Settings").click()
        choice = page.get_by_role("dialog").get_by_role("group", name="What the server records of my plays")
        choice.or_(page.get_by_label("What the server records of my plays")).first.get_by_text("Nothing").click()
        page.keyboard.press("Escape")
        page.goto("about:blank")
        count = len(posted)
        page = visit.open(LEVEL)
        hint(page)
        page.goto("about:blank")
        assert len(posted) == count


@pytest.mark.parametrize("device", choose([PHONE], [PHONE, {}]))
def test_axe_finds_no_violations_in_the_question(folder: str, device: dict[str, Any]) -> None:
    with Visit(plays=folder, **device) as visit:
        page = visit.open(LEVEL)
        expect(page.get_by_role("dialog", name=QUESTION)).to_be_visible()
        examine(page, "the question")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
