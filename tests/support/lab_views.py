"""The lab in a tab, with some searches that have ended."""

from __future__ import annotations

from lab_levels import SMALL
from playwright.sync_api import Page
from web_browser import Visit

import unjam
from unjam.formats.position_id import encode


def puzzle(name: str) -> unjam.Puzzle:
    return unjam.read(SMALL[name], name)[0]


def opened(visit: Visit, board: unjam.Puzzle, *searches: str) -> Page:
    page = visit.open(f"/lab/{encode(board)}?" + "&".join(f"search={search}" for search in searches))
    page.wait_for_selector(".search-panels[data-ready]")
    return page
