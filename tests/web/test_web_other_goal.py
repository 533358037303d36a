"""Tiles that can only be solved with the gap at the other end."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from web_browser import Visit
from web_levels import id_of

from unjam.families import family
from unjam.families.tiles.game import suggest_other_goal

LAST = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15"
"""Solvable with the gap last, not with the gap first."""


def test_other_goal_is_known_in_both_directions() -> None:
    board = family("tiles").parse(LAST)
    proposal = suggest_other_goal(board)
    assert proposal is not None
    assert str(proposal.label) == "Put the gap last"
    assert proposal.level.dead() is None
    assert suggest_other_goal(proposal.level) is None
    first = family("tiles").parse("1 0 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15", goal="last")
    back = suggest_other_goal(first)
    assert back is not None
    assert str(back.label) == "Put the gap first"
    assert back.level.dead() is None


def test_other_goal_is_offered_in_play() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('tiles', LAST)}")
        page.locator(".below").get_by_role("link", name="Put the gap last").click()
        expect(page.locator(".goalrow")).to_contain_text("1 first, the gap last")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".board.lit")).to_have_count(1)


def test_other_goal_is_offered_in_draw() -> None:
    with Visit() as visit:
        page = visit.open(f"/draw/{id_of('tiles', LAST)}")
        page.get_by_role("button", name="Put the gap last").first.click()
        expect(page.get_by_label("Level text, updated as you draw")).to_have_value(re.compile("goal"))


def test_thumbnails_show_the_goal_of_the_gap() -> None:
    with Visit() as visit:
        page = visit.open("/puzzles/tiles")
        expect(page.locator("a .mini .home-line").first).to_be_visible()
