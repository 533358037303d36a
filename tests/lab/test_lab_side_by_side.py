"""Two searches side by side, what estimates count, and pictures of the lab, in a real browser."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from lab_levels import EIGHT_MOVES, SMALL
from lab_views import opened, puzzle
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, examine

import unjam
from unjam.lab.record import EXPANDED, REPEATS, Record, lab

SVG = "{http://www.w3.org/2000/svg}"


def expanded_after(record: Record, expansions: int) -> list[int]:
    """Return the positions that are expanded after so many expansions, in order."""
    out, done = [], 0
    for kind, n in zip(record.kinds, record.numbers, strict=True):
        done += n if kind == REPEATS else int(kind == EXPANDED)
        if done > expansions:
            break
        if kind == EXPANDED:
            out.append(n)
    return out


def test_two_searches_are_compared_step_by_step() -> None:
    board = unjam.read(EIGHT_MOVES)[0]
    seen = lab(board, [("bfs", None), ("astar", "blocking")])
    positions = list(seen.skyline.number)
    with Visit() as visit:
        page = opened(visit, board, "bfs", "astar:blocking")
        counts, boards = page.locator(".difference p"), page.locator(".step-board")
        expect(boards.first).to_have_text("Nothing is expanded yet.")
        for step in (1, 12, 40):
            page.locator("#t").fill(str(step))
            first, second = (set(expanded_after(record, step)) for record in seen.records)
            expect(counts).to_have_text(
                f"Both expanded {len(first & second)} position{'s' * (len(first & second) != 1)}. "
                f"Only Breadth-first: {len(first - second)}. Only A* by blocking: {len(second - first)}."
            )
            last = expanded_after(seen.records[1], step)[-1]
            distance = seen.skyline.distance[last]
            amount = f"{distance} move{'s' * (distance != 1)}"
            expect(boards.nth(1)).to_contain_text(f"Expanded last: a position {amount} from the start.")
            value = board.heuristics["blocking"](positions[last], "moves")
            expect(boards.nth(1)).to_contain_text(f"blocking: {value}")
            expect(boards.nth(1).locator("path.counted")).to_have_count(value)
            expect(boards.first.locator("path.counted")).to_have_count(0)
        page.keyboard.press("End")
        expect(page.locator(".way:visible")).to_have_count(2)
        examine(page, "two searches")
        page.keyboard.press("Home")
        expect(page.locator(".way:visible")).to_have_count(0)
        page.locator(".choose summary").click()
        page.get_by_label("First search").select_option("greedy:blocking")
        page.get_by_label("Second search").select_option("greedy:must-move")
        page.get_by_role("button", name="Compare these two").click()
        expect(page.locator(".difference")).to_contain_text("Greedy by must-move")
        page.get_by_role("checkbox", name="Depth-first").check()
        expect(page.locator(".difference")).to_have_count(0)
        expect(page.locator(".search-panels > li")).to_have_count(3)


@pytest.mark.parametrize("name", choose(["tiles", "sokoban"], list(SMALL)))
def test_estimates_are_explained_on_the_board(name: str) -> None:
    board = puzzle(name)
    with Visit(**(PHONE if name == "sokoban" else {})) as visit:
        page = opened(visit, board, "bfs")
        section = page.locator(".estimates")
        section.locator("summary").click()
        for by, heuristic in board.heuristics.items():
            if by == "zero":
                continue
            section.get_by_label("Estimate").select_option(by)
            value = heuristic(board, board.metrics[0])
            expect(section.locator("p b")).to_have_text(f"{by}: {value:,}")
            rows = [int(text.replace(",", "")) for text in section.locator(".terms b").all_inner_texts()]
            assert sum(rows) == value
            terms = heuristic.explain(board, board.metrics[0]) or []
            marks = {term.pieces[:1] or term.cells for term in terms if term.pieces or term.cells}
            badges = section.locator(".badge text").all_text_contents()
            if name != "packing":  # whose pieces are not on the board yet
                assert len(badges) == len(marks)
                marked = sum(term.amount for term in terms if term.pieces or term.cells)
                assert sum(map(int, badges)) == marked
        examine(page, "estimates")


def saved(page: Page, kind: str, folder: Path) -> bytes:
    with page.expect_download() as download:
        page.locator(f".save-picture [data-kind={kind}]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def test_pictures_show_what_the_lab_shows(tmp_path: Path) -> None:
    image: Any = pytest.importorskip("PIL.Image")
    board = unjam.read(EIGHT_MOVES)[0]
    with Visit() as visit:
        page = opened(visit, board, "bfs", "dfs")
        page.locator(".save-picture summary").click()
        page.keyboard.press("End")
        expect(page.locator(".playback label b")).to_have_text("all done")
        root = ElementTree.fromstring(saved(page, "svg", tmp_path))
        words = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
        expected = {r.algorithm: r for r in unjam.compare(board, algorithms=["bfs", "dfs"])}
        for name, row in (("Breadth-first", expected["bfs"]), ("Depth-first", expected["dfs"])):
            assert name in words
            assert f"{row.expanded:,} / {row.expanded:,}" in words
            assert f"Out in {row.cost:,} moves" in words
        assert len(list(root.iter(f"{SVG}polyline"))) == 3  # a short way with a light rim, a long one
        windows = sum(len(re.findall("M", path.get("d", ""))) for path in root.iter(f"{SVG}path"))
        assert windows >= 2 * lab(board, []).skyline.states
        png = image.open(io.BytesIO(saved(page, "png", tmp_path)))
        assert png.size[0] == 2 * int(root.get("width", "0"))
        assert len(png.convert("RGB").getcolors(1 << 20)) > 10
        gif = image.open(io.BytesIO(saved(page, "gif", tmp_path)))
        assert gif.n_frames == 41
        assert gif.size == (int(root.get("width", "0")), int(root.get("height", "0")))
        gif.seek(0)
        first = gif.convert("RGB").copy()
        gif.seek(40)
        assert first.tobytes() != gif.convert("RGB").tobytes()
        expect(page.locator(".save-picture [role=status]")).to_have_text("The picture is in your downloads.")
