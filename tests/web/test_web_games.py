"""All views of a level share one game, and every started game is remembered."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from web_browser import MOVES, Visit, center, drag, hold, ready

from unjam.core.puzzle import Move, Puzzle
from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

FILL = """() => {
  localStorage.setItem("unjam.game.old", JSON.stringify({ start: "old", entries: [], at: 0, when: 1 }));
  let text = "";
  for (let size = 2 ** 23; size >= 1; size /= 2)
    try {
      localStorage.setItem("filler", text + "x".repeat(size));
      text += "x".repeat(size);
    } catch {
      // Then only half of it.
    }
}"""
"""Fills the storage to the last letter, beside a small game that was played long ago."""


def moves_of(puzzle: Puzzle) -> list[tuple[Puzzle, Move]]:
    out = []
    for move in solve(puzzle).moves:
        out.append((puzzle, move))
        puzzle = puzzle.play(move)
    return out


def shipped(at: int) -> tuple[str, str, Puzzle]:
    level = bundled("rushhour")[at]
    puzzle = as_puzzle(level.name)
    return level.title, encode(puzzle), puzzle


def play(page: Page, puzzle: Puzzle, first: int, last: int) -> None:
    """Play these moves of the best solution."""
    for n, (position, move) in enumerate(moves_of(puzzle)[first:last], first + 1):
        cell = next(p.cells[0] for p in position.scene().pieces if p.id == move.piece)
        drag(page, center(page, cell), center(page, move.to))
        page.wait_for_function(f"n => {MOVES} === n", arg=n, polling=20)


def stands(page: Page, title: str, moves: int) -> None:
    """Check the game: its title, its moves and its rating; the optimum waits until it is won."""
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#count-moves")).to_have_text(str(moves))
    expect(page.locator(".rate .meter i")).to_have_count(1)
    expect(page.locator(".counts")).not_to_contain_text("best possible")


def move(page: Page, puzzle: Puzzle, move: Move) -> None:
    cell = next(p.cells[0] for p in puzzle.scene().pieces if p.id == move.piece)
    drag(page, center(page, cell), center(page, move.to))


def test_game_in_two_tabs_loses_no_move() -> None:
    _, level, puzzle = shipped(0)
    best = moves_of(puzzle)[0][1]
    other = next(each for each in puzzle.moves() if each.piece != best.piece)
    with Visit() as visit:
        first, second = visit.page, visit.new_tab()
        for page in (first, second):
            page.goto(f"{visit.address}/play/{level}")
            ready(page)
        counts = [page.locator("#count-moves") for page in (first, second)]
        messages = [page.locator(".below") for page in (first, second)]
        play(first, puzzle, 0, 1)
        expect(counts[1]).to_have_text("1")
        expect(messages[1]).to_have_text(
            re.compile(r"^This game was continued in another tab\.\s*$")
        )  # there is nothing to choose
        second.keyboard.press("Home")
        expect(counts[0]).to_have_text("0")
        expect(messages[0]).to_contain_text("This game was continued in another tab.")
        release = hold(first, "**/moves")
        move(first, puzzle, best)  # both move at the same time; the answer to the first comes last
        move(second, puzzle, other)
        second.wait_for_function(f"() => {MOVES} === 1", polling=20)
        release()
        expect(messages[0].get_by_role("button")).to_have_text("Use the other tab")
        expect(first.locator(".log li")).to_contain_text(best.piece)
        expect(second.locator(".log li")).to_contain_text(best.piece)
        messages[1].get_by_role("button", name="Keep mine").click()
        expect(second.locator(".log li")).to_contain_text(other.piece)
        expect(first.locator(".log li")).to_contain_text(other.piece)
        first.reload()
        expect(first.locator(".log li")).to_contain_text(other.piece)


def test_full_storage_is_reported_without_other_losses() -> None:
    _, level, puzzle = shipped(0)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        page.evaluate(FILL)
        (_, first), (after, second) = moves_of(puzzle)[:2]
        move(page, puzzle, first)
        expect(page.locator(".below")).to_contain_text("This browser cannot save your moves")
        expect(page.locator("#count-moves")).to_have_text("1")
        assert page.evaluate("() => localStorage.getItem('unjam.game.old')"), "room was made in vain"
        page.evaluate("() => localStorage.removeItem('filler')")
        move(page, after, second)
        page.wait_for_function(f"() => {MOVES} === 2", polling=20)
        expect(page.locator(".below")).not_to_contain_text("save your moves")


def test_game_is_unchanged_after_watch_and_lab() -> None:
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
        page.keyboard.press("Control+z")
        expect(page.locator("#count-moves")).to_have_text("2")
        page.keyboard.press("Control+y")
        expect(page.locator("#count-moves")).to_have_text("3")
        page.locator("#top nav").get_by_text("Watch").click()
        page.wait_for_url("**/watch/*")
        page.go_back()
        stands(page, title, 3)
        page.reload()
        stands(page, title, 3)


def test_game_continues_from_the_watched_position() -> None:
    title, level, puzzle = shipped(20)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        play(page, puzzle, 0, 2)
        page.keyboard.press("Shift+W")
        expect(page.locator("#main-button")).to_have_text("Pause")
        page.keyboard.press(" ")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".score")).to_have_attribute("aria-valuenow", "2")
        page.locator("#play-from-here").click()
        page.wait_for_url(f"**/play/{level}")
        stands(page, title, 4)
        page.keyboard.press("Control+z")
        expect(page.locator("#count-moves")).to_have_text("3")
        page.keyboard.press("Home")
        expect(page.locator("#count-moves")).to_have_text("0")


def test_every_started_level_is_remembered_per_tab() -> None:
    (title, level, puzzle), (other_title, other, other_puzzle) = shipped(20), shipped(25)
    with Visit() as visit:
        page = visit.open(f"/play/{level}")
        play(page, puzzle, 0, 2)
        tab = visit.new_tab()
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
