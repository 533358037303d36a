"""Every view of a level is a view of one game, and every game that was begun is remembered."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from unjam.levels import bundled
from unjam.puzzle import Move, Puzzle
from unjam.reading import one
from unjam.share import encode
from unjam.solve import solve
from web_browser import MOVES, Visit, center, drag


def moves_of(puzzle: Puzzle) -> list[tuple[Puzzle, Move]]:
    out = []
    for move in solve(puzzle).moves:
        out.append((puzzle, move))
        puzzle = puzzle.play(move)
    return out


def shipped(at: int) -> tuple[str, str, Puzzle]:
    level = bundled("rushhour")[at]
    puzzle = one(level.name)
    return level.title, encode(puzzle), puzzle


def play(page: Page, puzzle: Puzzle, first: int, last: int) -> None:
    """Plays those moves of the best solution."""
    for n, (position, move) in enumerate(moves_of(puzzle)[first:last], first + 1):
        cell = next(p.cells[0] for p in position.scene().pieces if p.id == move.piece)
        drag(page, center(page, cell), center(page, move.to))
        page.wait_for_function(f"n => {MOVES} === n", arg=n, polling=20)


def stands(page: Page, title: str, moves: int) -> None:
    """The game is on the table: its title, its moves, the best possible and the level after it."""
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#count-moves")).to_have_text(str(moves))
    expect(page.locator(".counts")).to_contain_text("best possible")


def test_the_game_is_the_same_after_watching_and_after_the_lab() -> None:
    title, level, puzzle = shipped(20)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        play(page, puzzle, 0, 3)
        for name in ("Watch", "Lab"):
            page.locator("#top nav").get_by_text(name).click()
            page.wait_for_url(f"**/{name.lower()}/*")
            if name == "Watch":
                expect(page.locator(".score")).to_have_attribute("aria-valuenow", "1")
            page.locator("#top nav").get_by_text("Play").click()
            page.wait_for_url(f"**/play/{level}")
            stands(page, title, 3)
        page.keyboard.press("z")
        expect(page.locator("#count-moves")).to_have_text("2")
        page.keyboard.press("y")
        expect(page.locator("#count-moves")).to_have_text("3")
        page.locator("#top nav").get_by_text("Watch").click()
        page.wait_for_url("**/watch/*")
        page.go_back()
        stands(page, title, 3)
        page.reload()
        stands(page, title, 3)


def test_the_game_goes_on_with_what_was_watched() -> None:
    title, level, puzzle = shipped(20)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        play(page, puzzle, 0, 2)
        page.keyboard.press("w")
        expect(page.locator("#filled")).to_have_text("Pause")
        page.keyboard.press(" ")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".score")).to_have_attribute("aria-valuenow", "2")
        page.locator("#play-from-here").click()
        page.wait_for_url(f"**/play/{level}")
        stands(page, title, 4)
        page.keyboard.press("z")
        expect(page.locator("#count-moves")).to_have_text("3")
        page.keyboard.press("r")
        expect(page.locator("#count-moves")).to_have_text("0")


def test_every_level_that_was_touched_is_remembered_and_tabs_keep_apart() -> None:
    (title, level, puzzle), (other_title, other, other_puzzle) = shipped(20), shipped(25)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        play(page, puzzle, 0, 2)
        tab = visit.context.new_page()
        tab.goto(f"{visit.address}/play/{other}")
        play(tab, other_puzzle, 0, 1)
        play(page, puzzle, 2, 3)
        play(tab, other_puzzle, 1, 2)
        page.reload()
        stands(page, title, 3)
        tab.reload()
        stands(tab, other_title, 2)
        page.goto(f"{visit.address}/play/{other}")
        stands(page, other_title, 2)
        page.goto(f"{visit.address}/")
        expect(page.locator("#continue")).to_have_text(re.compile(title))  # of this tab
        page.goto(f"{visit.address}/play/{level}")
        stands(page, title, 3)
