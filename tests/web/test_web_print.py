"""Sheets to print: chosen levels, so many on a page, their solutions by number on pages of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from web_browser import PHONE, Visit, examine
from web_shelves import open_file

import unjam
from unjam.formats.shipped import bundled

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")


def test_sheets_of_shipped_levels_with_solutions() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.locator(".levels").get_by_role("link", name="Print").click()
        page.wait_for_url("**/print/rushhour")
        expect(page.locator(".sheet-options [role=status]")).to_contain_text("52 levels on 9 pages.")
        page.get_by_label("Numbers of the levels").fill("2-4, 41")
        page.keyboard.press("Enter")
        page.get_by_role("group", name="Levels on a page").get_by_role("button", name="2").first.click()
        expect(page.get_by_role("button", name="Print")).to_be_enabled()
        expect(page.locator(".sheet-options [role=status]")).to_have_text("4 levels on 2 pages.")
        assert page.locator(".sheet-page figcaption > b").all_inner_texts() == ["2", "3", "4", "41"]
        expect(page.locator(".sheet-page figure").first.locator(".difficulty")).to_have_text("Beginner")
        hand_made = next(level for level in bundled("rushhour") if level.level is None)
        expect(page.locator(".sheet-page figure").last).to_contain_text(hand_made.title)
        moves = " ".join(unjam.solve(hand_made).record(unjam.read(hand_made.name)[0])["moves"])
        expect(page.locator(".sheet-solutions li").last).to_contain_text(f"41 · {hand_made.title}")
        expect(page.locator(".sheet-solutions li").last).to_contain_text(f"{hand_made.cost} moves {moves}")
        assert "levels=" in page.url
        assert "per=2" in page.url
        page.emulate_media(media="print")
        for paper in ("A4", "Letter"):
            assert len(PDF_PAGE.findall(page.pdf(format=paper))) == 3
        page.emulate_media(media="screen")
        page.get_by_label("Solutions at the end").uncheck()
        expect(page.locator(".sheet-solutions")).to_have_count(0)
        experts = sum(level.difficulty == "expert" for level in bundled("rushhour"))
        page.get_by_label("Difficulty").first.select_option("expert")
        expect(page.locator(".sheet-options [role=status]")).to_contain_text(f"{experts} levels on")
        page.get_by_label("Numbers of the levels").fill("one to three")
        page.keyboard.press("Enter")
        expect(page.locator(".sheet-options [role=status]")).to_contain_text("such as 1-10, 15")
        expect(page.get_by_role("button", name="Print")).to_be_disabled()


@pytest.mark.parametrize("phone", [False, True])
def test_filtered_shelf_is_printed_and_placed_pieces_show_the_finished_board(phone: bool) -> None:
    text = "\n\n".join(f"board {n} 2\nRed 1x2\nBlue {n - 1}x2" for n in (3, 4, 5))
    with Visit(**(PHONE if phone else {})) as visit:
        page = open_file(visit, text, "Slabs.txt")
        page.get_by_role("group", name="Size").get_by_role("button", name="Small").click()
        page.get_by_role("link", name="Print").click()
        page.wait_for_url("**/print/slabs?levels=1-3")
        expect(page.get_by_role("button", name="Print")).to_be_enabled()
        expect(page.locator(".sheet-solutions img")).to_have_count(3)
        assert page.locator(".sheets img").evaluate_all("all => all.every((el) => el.naturalWidth > 0)")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        examine(page, "sheets")
