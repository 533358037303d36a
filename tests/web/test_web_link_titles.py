"""Titles in links: a shared level keeps its name, on a server and as plain files; what a link says stays text."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Page, expect
from web_browser import Visit, hint, ready
from web_levels import id_of

TITLE = "Two rooms & a <b>door</b>"
HOSTILE = "<img src=x onerror=alert(1)>\n\u202e" + "long " * 40


def copied(page: Page) -> str:
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


def title_in(link: str) -> str:
    return parse_qs(urlsplit(link).query)["title"][0]


def test_link_carries_the_title() -> None:
    id = id_of("rushhour")
    with Visit() as visit:
        page = visit.open(f"/play/{id}?{urlencode({'title': TITLE})}")
        expect(page.locator("h1")).to_have_text(TITLE)
        assert page.title() == f"{TITLE} · unjam"
        expect(page.locator("h1 b")).to_have_count(0)
        visit.open("/")
        visit.open(f"/play/{id}")  # the title is kept
        expect(page.locator("h1")).to_have_text(TITLE)
        hint(page)
        page.get_by_role("link", name="Copy link").click()
        expect(page.locator(".below")).to_contain_text("Link copied")
        link = copied(page)
        assert title_in(link) == TITLE
        assert id not in link, "it opens the position, with the title of its level"
        page.get_by_role("button", name="Share this position").click()
        page.get_by_role("button", name="From the start").click()
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("dialog")).to_contain_text("Link copied")
        start = copied(page)
        assert urlsplit(start).path == f"/play/{id}"
        assert title_in(start) == TITLE
    with Visit() as friend:
        friend.page.goto(link)
        ready(friend.page)
        expect(friend.page.locator("h1")).to_have_text(TITLE)
    with Visit() as pasted:
        page = pasted.open("/open")
        page.get_by_label("Level text").fill(start.replace("/play/", "/some/folder/#/play/"))
        page.get_by_role("button", name="Open it").click()
        expect(page.locator("h1")).to_have_text(TITLE)
        pasted.load(f"/#/play/{id_of('sokoban')}?title=Behind+a+hash")
        expect(page.locator("h1")).to_have_text("Behind a hash")


def test_title_of_a_link_is_short_text_and_changes_no_name() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban')}?{urlencode({'title': HOSTILE})}")
        expect(page.locator("h1")).to_contain_text("<img src=x onerror=alert(1)> long")
        shown = page.locator("h1").inner_text()
        assert len(shown) <= 80
        assert "\u202e" not in shown
        expect(page.locator("#view img")).to_have_count(0)
        visit.open(f"/play/{id_of('sokoban')}?title=Another")
        expect(page.locator("h1")).to_have_text(shown)
        visit.open(f"/play/{id_of('tiles')}")
        expect(page.locator("h1")).to_have_text("Untitled level")
        page.get_by_role("link", name="Copy link").click()
        expect(page.locator(".below")).to_contain_text("Link copied")
        assert "title" not in copied(page)
