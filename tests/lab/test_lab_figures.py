"""The lab page shows the figures of `compare --json` for every family; each panel appears when its search ends."""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab_levels import EIGHT_MOVES, SMALL, TEN_THOUSAND
from playwright.sync_api import Locator, Page, expect
from random_cases import FULL_ONLY
from web_browser import Visit
from web_server import calm

import unjam
from unjam.cli import main
from unjam.formats.position_id import encode
from unjam.search import INFORMED

LEVELS = {
    "rushhour": [EIGHT_MOVES, TEN_THOUSAND, "ooooBoooooBoAAooBooooDDooooooooooooo"],
    "tiles": [SMALL["tiles"], "1 2 5 3 4 8 6 7 0", "2 3\n1 2 3\n5 4 0"],
    "blocks": [SMALL["blocks"], "AA.\nAAB\n..B\n...\ngoal A at 0,1", "AAA.\n.BB.\nC...\ngoal C at 0,0\ngoal B at 0,2"],
    "sokoban": [SMALL["sokoban"], "#######\n#@ $ .#\n# ##  #\n#  $ .#\n#######"],
    "packing": [SMALL["packing"]],
}
"""Twelve, two of them without a solution, and one where nothing is searched."""
LONG_SEARCHES = (TEN_THOUSAND, LEVELS["tiles"][1])
HOPELESS = (("tiles", 2), ("blocks", 2))
"""Those without a solution, on which IDA* goes on until it is stopped."""
NUMBERED = [
    pytest.param(name, at, marks=FULL_ONLY if texts[at] in LONG_SEARCHES else ())
    for name, texts in LEVELS.items()
    for at in range(len(texts))
]
SEARCHES = ("bfs", "astar", "greedy", "dfs", "idastar", "hillclimb", "dijkstra")
KEYS = {"expanded": "expanded", "generated": "generated", "frontier": "max_frontier", "cost": "cost"}


def level(name: str, at: int) -> unjam.Puzzle:
    return unjam.read(LEVELS[name][at], name)[0]


def compared(folder: Path, board: unjam.Puzzle, search: str, heuristic: str | None) -> dict[str, Any]:
    """Return the row of `compare --json` for one search."""
    path = folder / "level.txt"
    path.write_text(str(board))
    out = io.StringIO()
    argv = ["compare", str(path), "--json", "--family", board.family, "--algorithms", search]
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
        main([*argv, *(["--heuristics", heuristic] if heuristic else [])])
    [row] = map(json.loads, out.getvalue().splitlines())
    record: dict[str, Any] = row
    return record


def opened(visit: Visit, board: unjam.Puzzle, *searches: str) -> Page:
    page = visit.open(f"/lab/{encode(board)}?" + "&".join(f"search={search}" for search in searches))
    page.wait_for_selector(".search-panels[data-ready]")
    page.keyboard.press("End")
    expect(page.locator(".playback label b")).to_have_text("all done")
    page.locator(".figures summary").click()
    return page


def check_figures(page: Page, board: unjam.Puzzle, folder: Path) -> dict[str, str]:
    """Compare every figure on the page with compare; return the status of each algorithm."""
    table = [row.locator("td").all_inner_texts() for row in page.locator(".figures tbody tr").all()]
    panels = page.locator(".search-panels > li").all()
    rows = list(zip(panels, table, strict=True))
    return {_algorithm(panel): _check_panel(panel, cells, board, folder) for panel, cells in rows}


def _algorithm(panel: Locator) -> str:
    return str(panel.get_attribute("data-algorithm"))


def _check_panel(panel: Locator, cells: list[str], board: unjam.Puzzle, folder: Path) -> str:
    search, heuristic = _algorithm(panel), panel.get_attribute("data-heuristic")
    assert (heuristic is not None) == (search in INFORMED)
    status, total = str(panel.get_attribute("data-status")), panel.locator(".total b").inner_text()
    summary = panel.locator(".search-result").inner_text()
    label = panel.locator(".sky").get_attribute("aria-label") or ""
    if status == "gave_up":
        assert re.fullmatch(r"[\d,]+ so far", total)
        assert summary.startswith(f"stopped with {total.removesuffix(' so far')} expanded: ")
        assert all(re.fullmatch(r"–|[\d,]+ so far", cell) for cell in cells)
        assert not any(panel.get_attribute(f"data-{name}") for name in KEYS)
        return status
    row = compared(folder, board, search, heuristic)
    assert status == row["status"]
    assert total == f"{row['expanded']:,}"
    assert f" {total} positions expanded" in label
    for name, key in KEYS.items():
        assert panel.get_attribute(f"data-{name}") == (None if row[key] is None else str(row[key]))
    shown = ["–" if row[key] is None else f"{row[key]:,}" for key in ("cost", "expanded", "generated", "max_frontier")]
    assert cells == [shown[0] + (" proven" if row["optimal"] else ""), *shown[1:]]
    ending = rf"no solution: ({total} positions? expanded)?" if row["cost"] is None else rf"\w+ in {row['cost']:,} "
    assert re.match(ending, summary), summary
    return status


@pytest.mark.parametrize(("name", "at"), NUMBERED)
def test_figures_match_the_compare_command(name: str, at: int, tmp_path: Path) -> None:
    board = level(name, at)
    chosen = [*SEARCHES] if board.goals() is None else [*SEARCHES, "bidirectional"]
    if (name, at) in HOPELESS:
        chosen.remove("idastar")
    with Visit() as visit:
        ended = check_figures(opened(visit, board, *chosen), board, tmp_path)
    assert [*ended] == chosen
    assert ("unsolvable" in ended.values()) is ((name, at) in HOPELESS)
    assert all(status != "gave_up" for search, status in ended.items() if search != "hillclimb")


def test_stopped_search_shows_no_figure(tmp_path: Path) -> None:
    board = level("blocks", 2)
    with Visit() as visit:

        def brief(route: Any) -> None:
            route.continue_(url=route.request.url + "&seconds=2")

        visit.page.route("**/api/v1/positions/*/lab?*", brief)
        page = opened(visit, board, "bfs", "idastar", "astar")
        panel = page.locator('li[data-algorithm="idastar"]')
        expect(panel.locator(".search-result")).to_contain_text("the time limit of 2 s was reached")
        assert "IDA*" not in page.locator(".intro > p[role=status]").inner_text()
        ended = check_figures(page, board, tmp_path)
    assert ended == {"bfs": "unsolvable", "idastar": "gave_up", "astar": "unsolvable"}


def test_panel_shows_figures_while_other_searches_run() -> None:
    with Visit() as visit:
        page = visit.open(f"/lab/{encode(level('blocks', 2))}?search=idastar&search=greedy&search=bfs")
        greedy, slow = page.locator('li[data-algorithm="greedy"]'), page.locator('li[data-algorithm="idastar"]')
        result = page.locator('li[data-algorithm="bfs"] .search-result')
        expect(result).to_have_text("no solution: 126 positions expanded")
        expect(greedy).to_have_attribute("data-status", "unsolvable")
        expect(greedy.locator("canvas")).to_have_count(2)
        expect(slow).to_have_attribute("data-status", "running")
        expect(slow.locator(".search-result")).to_have_text("not done yet")
        page.get_by_role("button", name="Stop").click()
        expect(slow.locator(".search-result")).to_have_text("stopped")
        expect(greedy).to_have_attribute("data-status", "unsolvable")
    calm()


# -- on a busy machine


def _spin() -> None:
    while True:
        pass


@pytest.fixture(scope="module")
def busy() -> Iterator[int]:
    """Run as many busy processes as UNJAM_BUSY says; by default none."""
    many = int(os.environ.get("UNJAM_BUSY", "0"))
    loops = [multiprocessing.get_context("spawn").Process(target=_spin, daemon=True) for _ in range(many)]
    for loop in loops:
        loop.start()
    yield many
    for loop in loops:
        loop.kill()
        loop.join()


@pytest.mark.skipif("UNJAM_BUSY" not in os.environ, reason="UNJAM_BUSY asks how soon a panel comes on a busy machine")
@pytest.mark.parametrize(("name", "at"), NUMBERED)
def test_first_panel_comes_soon(name: str, at: int, busy: int) -> None:
    """UNJAM_BUSY=8 pytest -s -k soon tests/lab/test_lab_figures.py prints how soon; that is measured, not required."""
    with Visit() as visit:
        visit.open("/lab")  # the scripts are there, as in a browser that was here before
        began = time.perf_counter()
        page = visit.page
        page.goto(f"{visit.address}/lab/{encode(level(name, at))}")
        page.wait_for_selector(".search-panels > li:not([data-status=running]) .total b:not(:empty)")
        print(f"\n{name} {at}: the first panel after {time.perf_counter() - began:.2f} s, {busy} busy loops")
    calm()
