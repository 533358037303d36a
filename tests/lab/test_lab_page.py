"""The lab in a real browser: figures, slider, keys and dialogs, for every family."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from lab_levels import EIGHT_MOVES, FIFTEEN, SMALL, TEN_THOUSAND
from lab_views import opened, puzzle
from playwright.sync_api import expect
from random_cases import choose
from web_browser import PHONE, Visit, examine
from web_server import calm, running

import unjam
from unjam.cli import main
from unjam.formats.position_id import decode, encode
from unjam.lab.bins import MAX_WINDOWS_SENT
from unjam.lab.record import default_searches
from unjam.search import INFORMED

FILLED = """(canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const used = [width, 0, height, 0];
  for (let at = 3; at < data.length; at += 4)
    if (data[at]) {
      const [x, y] = [((at >> 2) % width), Math.floor((at >> 2) / width)];
      used[0] = Math.min(used[0], x);
      used[1] = Math.max(used[1], x);
      used[2] = Math.min(used[2], y);
      used[3] = Math.max(used[3], y);
    }
  return Math.min((used[1] - used[0]) / width, (used[3] - used[2]) / height);
}"""
"""The share of a canvas's width or height that towers use, whichever is less."""


def compared(path: Path, board: unjam.Puzzle, algorithms: list[str]) -> dict[str, dict[str, Any]]:
    """Return the rows of `compare --json`, with the family's best heuristic."""
    path.write_text(str(board))
    out = io.StringIO()
    argv = ["compare", str(path), "--json", "--family", board.family, "--algorithms", ",".join(algorithms)]
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
        main([*argv, "--heuristics", board.best_heuristic])
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    return {row["algorithm"]: row for row in rows}


@pytest.mark.parametrize("name", choose(["rushhour"], list(SMALL)))  # test_lab_figures.py has every family
def test_final_figures_match_the_compare_command(name: str, tmp_path: Path) -> None:
    board = puzzle(name)
    algorithms = [a for a, _ in default_searches(board)]
    expected = compared(tmp_path / "level.txt", board, algorithms)
    with Visit() as visit:
        page = opened(visit, board)
        page.keyboard.press("End")
        expect(page.locator(".playback label b")).to_have_text("all done")
        panels = page.locator(".search-panels > li").all()
        assert [panel.get_attribute("data-algorithm") for panel in panels] == algorithms
        for panel in panels:
            row = expected[str(panel.get_attribute("data-algorithm"))]
            assert panel.locator(".total b").inner_text() == f"{row['expanded']:,}"
            for attribute, key in (("expanded",) * 2, ("generated",) * 2, ("cost",) * 2, ("frontier", "max_frontier")):
                assert panel.get_attribute(f"data-{attribute}") == str(row[key])
            summary = panel.locator(".search-result").inner_text()
            assert re.match(rf"(Out|Solved) in {row['cost']:,} ", summary), summary
            best = expected["bfs"]["cost"]
            if row["cost"] > best:
                assert f"{row['cost'] - best:,} too many" in summary
            elif name != "packing":
                assert "the fewest possible" in summary
        page.locator(".figures summary").click()
        for cells in page.locator(".figures tbody tr").all():
            words = [cell.inner_text() for cell in cells.locator("td").all()]
            row = expected[algorithms.pop(0)]
            assert words[1:] == [f"{row[key]:,}" for key in ("expanded", "generated", "max_frontier")]


@pytest.mark.parametrize("name", choose(["sokoban", "packing"], list(SMALL)))
def test_slider_keys_hover_and_click(name: str) -> None:
    board = puzzle(name)
    with Visit() as visit:
        page = opened(visit, board, "bfs", "dfs")
        shown, slider = page.locator(".playback label b"), page.locator("#t")
        sky = page.locator(".sky").first
        expect(shown).to_have_text("0")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(shown).to_have_text("2")
        expect(sky).to_have_attribute("aria-label", re.compile("Breadth-first: 2 positions expanded"))
        page.keyboard.press("ArrowLeft")
        expect(shown).to_have_text("1")
        page.get_by_role("button", name="One expansion").click()
        expect(shown).to_have_text("2")
        slider.fill("5")
        expect(sky).to_have_attribute("aria-label", re.compile("Breadth-first: 5 positions expanded"))
        slider.fill("3")
        expect(sky).to_have_attribute("aria-label", re.compile("Breadth-first: 3 positions expanded"))
        page.get_by_role("button", name="Back to the start").click()
        expect(shown).to_have_text("0")
        page.locator("#main-button").click()
        expect(page.locator("#main-button")).to_have_text("Pause")
        page.keyboard.press("Home")
        expect(page.locator("#main-button")).to_have_text("Run all")
        page.keyboard.press("End")
        expect(shown).to_have_text("all done")
        area = sky.bounding_box()
        assert area is not None
        page.mouse.move(area["x"] + 2, area["y"] + area["height"] - 5)
        peek = page.locator(".preview")
        expect(peek).to_contain_text("0 ")
        expect(peek).to_contain_text("from the start")
        expect(peek.locator("svg.mini")).to_be_visible()
        page.mouse.move(5, 5)
        expect(peek).to_be_hidden()
        sky.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(peek).to_contain_text("1 ")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play/*")
        after = decode(page.url.rsplit("/", 1)[1])
        assert after in {board.play(move) for move in board.branches()}


def test_any_position_opens_in_the_lab() -> None:
    with Visit() as visit:
        page = opened(visit, unjam.read(EIGHT_MOVES)[0], "bfs")
        page.locator(".sky").first.click(
            position={"x": 3, "y": page.locator(".sky").first.bounding_box()["height"] - 4}
        )
        page.wait_for_url("**/play/*")
        page.get_by_role("link", name="Lab").click()
        page.wait_for_url("**/lab/*")
        assert decode(page.url.rsplit("/", 1)[1].split("?")[0]) == unjam.read(EIGHT_MOVES)[0]
        page.wait_for_selector(".search-panels[data-ready]")
        expect(page.locator(".search-panels > li")).to_have_count(6)


def test_searches_heuristics_and_metric_can_be_chosen() -> None:
    board = unjam.read(EIGHT_MOVES)[0]
    with Visit() as visit:
        page = opened(visit, board, "bfs", "astar:blocking")
        expect(page.locator("h1")).to_have_text("Two searches")
        page.get_by_label("Estimate for A*").select_option("must-move")
        expect(page.locator('li[data-algorithm="astar"] .total b')).to_have_text("9")
        page.locator(".choose summary").click()
        page.get_by_role("checkbox", name="Hill climbing").check()
        expect(page.locator("h1")).to_have_text("Three searches")
        page.get_by_label("Measure cost in").select_option("steps")
        expect(page.locator('li[data-algorithm="bfs"]')).to_have_attribute("data-cost", "16")
        assert "search=astar%3Amust-move" in page.url
        assert "metric=steps" in page.url
        assert set(INFORMED) >= {"hillclimb"}


def test_repeated_expansions_are_counted() -> None:
    board = unjam.read(EIGHT_MOVES)[0]
    with Visit() as visit:
        page = opened(visit, board, "bfs", "idastar:blocking")
        panel = page.locator('li[data-algorithm="idastar"]')
        expect(panel.locator(".total b")).to_have_text("4,378")
        expect(panel.locator(".bar")).to_have_class(re.compile("long"))
        expect(panel.locator(".search-result")).to_contain_text("3,532 repeats are counted, not drawn")


def test_tie_names_all_winners() -> None:
    with Visit() as visit:
        page = opened(visit, unjam.read("1 0 2 3 4 5 6 7 8")[0], "astar", "greedy", "bfs")
        expect(page.locator("#view")).to_contain_text("Tied for first with 2 expanded: A*, Greedy, Breadth-first.")


def test_too_large_level_is_explained() -> None:
    with Visit() as visit:
        page = visit.open(f"/lab/{encode(unjam.read(FIFTEEN)[0])}")
        expect(page.locator("h1")).to_have_text("Too large for the lab")
        expect(page.locator(".intro > p").first).to_contain_text("10,461,394,944,000 positions")


def test_stop_frees_the_search_process() -> None:
    board = unjam.read(TEN_THOUSAND)[0]
    calm()
    with Visit() as visit:
        page = visit.open(f"/lab/{encode(board)}?search=idastar:zero&search=bfs")
        expect(page.locator(".intro > p[role=status]")).to_contain_text("Searching")
        assert running() == 1
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".intro > p[role=status]")).to_have_text("Stopped.")
        calm()
        page.get_by_role("button", name="Run all").click()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_whole_eight_puzzle_is_shown() -> None:
    board = unjam.read("1 2 3 4 0 5 6 7 8")[0]
    with Visit() as visit:
        page = visit.open(f"/lab/{encode(board)}?search=bfs&search=greedy&search=hillclimb")
        page.wait_for_selector(".search-panels[data-ready]")
        expect(page.locator(".intro > p").first).to_contain_text("There are 181,440 positions")
        amount = page.locator(".intro > p").first.inner_text().split("stands for ")[1].split(" ")[0]
        assert int(amount) >= -(-181_440 // MAX_WINDOWS_SENT)
        page.keyboard.press("End")
        expect(page.locator(".way:visible")).to_have_count(3)
        assert page.evaluate(FILLED, page.locator(".sky canvas").first.element_handle()) > 0.9
        sky = page.locator(".sky").first
        expect(sky).to_have_attribute("aria-label", re.compile("4,322 positions expanded"))
        total = 0
        sky.focus()
        for _ in range(31):
            page.keyboard.press("ArrowRight")
            total += int(page.locator(".preview").inner_text().split("\n")[-1].split()[0].replace(",", ""))
        assert total == 181_440


@pytest.mark.parametrize("device", choose([PHONE], [PHONE, {}]))
def test_axe_finds_no_violations(device: dict[str, Any]) -> None:
    with Visit(**device) as visit:
        page = opened(visit, unjam.read(EIGHT_MOVES)[0])
        page.locator(".choose summary").click()
        page.locator(".figures summary").click()
        page.locator(".sky").first.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(".preview svg.mini")
        examine(page, "lab")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "the page scrolls sideways"
