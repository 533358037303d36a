"""What the page keeps back before a level is solved, and what it shows after the win: times, lost moves, what next."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import MOVES, OVERLAPPING_PARTS, PHONE, STILL, Visit, center, drag, examine, hint, mark_solved, swipe
from web_levels import TEXTS, id_of
from web_server import address

from unjam.core.message import Message
from unjam.core.puzzle import Move, Puzzle
from unjam.core.wording import amount, term
from unjam.families import FAMILIES, family
from unjam.families.packing import Packing
from unjam.formats.position_id import encode
from unjam.rating.rate import rate
from unjam.solving.review import review
from unjam.solving.solve import solve

DETOUR = "A+1 D+1 A-1 D-2 B+3 B-1 B+1 A+4"
"""A game of the test level: three moves are lost at the start, one after the fifth; three moves are enough."""
SAVE = """([start, family, ids, seconds]) => {
  const entries = [start, ...ids].map((id) => ({ id, costs: { moves: 1 } }));
  const game = { start, title: "A game", family, entries, at: ids.length, won: false, hints: 0, seconds, begun: 1 };
  localStorage.setItem("unjam.game." + start, JSON.stringify(game));
}"""
"""Saves a game that the page continues."""
SIMILAR = """async ([name, difficulty, rows, cols]) => {
  const families = await (await fetch("/api/v1/families")).json();
  const { similarLevels } = await import("/static/state/similar_levels.js");
  const { same, harder } = similarLevels(families.find((each) => each.name === name), difficulty, { rows, cols }, "");
  return [same, harder];
}"""
"""The addresses of a new level as hard as one, and of a harder one."""
WINS = "() => JSON.parse(localStorage.getItem('unjam.wins') ?? '[]')"


def play_all(level: Puzzle, moves: Sequence[Move]) -> list[Puzzle]:
    """Return the positions after each move."""
    out = []
    for move in moves:
        level = level.play(move)
        out.append(level)
    return out


def reviewed(id: str, ids: Sequence[str]) -> dict[str, Any]:
    """Return the data of the last event of a review."""
    answer = httpx.post(f"{address()}/api/v1/positions/{id}/review", json={"ids": ids}, timeout=120)
    assert answer.status_code == 200, answer.text
    last = answer.text.strip().split("\n\n")[-1].split("\n")
    assert last[0] == "event: done", last
    data: dict[str, Any] = json.loads(last[1].removeprefix("data: "))
    return data


@pytest.mark.parametrize("name", FAMILIES)
def test_api_matches_review(name: str) -> None:
    level = family(name).parse(TEXTS[name])
    first = next(iter(level.moves()))
    game = [first, *solve(level.play(first)).moves]
    answer = reviewed(encode(level), [encode(position) for position in play_all(level, game)])
    expected = review(level, [[move] for move in game])
    assert answer["distances"] == list(expected.distances)
    assert [(run["first"], run["count"]) for run in answer["runs"]] == [(run.first, run.count) for run in expected.runs]
    assert (answer["cost"], answer["best"], answer["proved"]) == (expected.cost, expected.best, True)


def test_api_counts_a_piece_that_was_moved_in_one_action() -> None:
    level = Packing.parse("board 3 1\nDash 2x1\nDot 1x1\n")
    there = level.play(level.parse_move("Dot@0,0"))
    here = there.take_back().play(level.parse_move("Dot@2,0"))
    full = here.play(level.parse_move("Dash@0,0"))
    answer = reviewed(encode(level), [encode(each) for each in (there, here, full, full.lock())])
    assert answer["distances"] == [2, 1, 1, 0, 0]
    assert answer["runs"] == [{"first": 1, "count": 1}]


def test_api_refuses_games_without_a_win() -> None:
    level = family("rushhour").parse(TEXTS["rushhour"])
    path = f"{address()}/api/v1/positions/{encode(level)}/review"
    (position,) = play_all(level, level.from_notation("D-2"))
    assert "event: failed" in httpx.post(path, json={"ids": [encode(position)]}).text
    assert "event: failed" in httpx.post(path, json={"ids": ["1nonsense"]}).text
    assert httpx.post(path, json={"ids": []}).status_code == 422
    assert httpx.post(f"{address()}/api/v1/positions/nonsense/review", json={"ids": ["1a"]}).status_code == 404


def open_before_the_win(visit: Visit, name: str, notation: str, seconds: int = 95) -> tuple[Page, Move]:
    """Open the test level as if all but the last move had been played; return that move."""
    level = family(name).parse(TEXTS[name])
    *moves, last = level.from_notation(notation)
    ids = [encode(position) for position in play_all(level, moves)]
    page = visit.open("/open")
    page.evaluate(SAVE, [encode(level), name, ids, seconds])
    page = visit.open(f"/play/{encode(level)}")
    expect(page.locator(".count").first).to_have_text(str(len(ids)))
    return page, last


def finish(page: Page, hand: Any, last: Move) -> None:
    """Play the last move by hand and wait for the result."""
    cell = page.evaluate(
        """(id) => { const style = document.querySelector(`[data-id="${id}"]`).style;
        return ["--y", "--x"].map((name) => Number(style.getPropertyValue(name))); }""",
        last.piece,
    )
    hand(page, center(page, cell), center(page, last.to))
    expect(page.locator(".win")).to_be_visible()


def test_reasons_wait_for_the_win_or_why() -> None:
    rating = rate(family("rushhour").parse(TEXTS["rushhour"]))
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        card = page.locator(".rate")
        expect(card.locator(".when")).to_have_text(str(rating.short_time))
        expect(card.locator("p")).to_contain_text(f"{rating.expected_time}".capitalize())
        expect(card.locator(".meter i")).to_have_count(1)
        assert str(rating.why).capitalize() not in card.inner_text()
        expect(card.locator(".feat")).to_have_count(0)
        expect(page.locator(".win")).to_be_hidden()
        card.get_by_role("link", name="Why").click()
        expect(page.locator("dialog .gist")).to_contain_text(str(rating.why).capitalize())
        page.keyboard.press("Escape")
        while page.locator("#main-button").inner_text() != "Next level":
            hint(page)
        expect(card.locator("p")).to_contain_text(str(rating.why).capitalize())
        expect(card.locator(".feat li")).to_have_count(2)
        expect(page.locator(".win-verdict")).to_have_text("Every move brought the goal nearer. You had 3 hints.")
        expect(page.locator(".win-run")).to_have_count(0)
        expect(page.get_by_role("button", name="Try for")).to_have_count(0)
        page.keyboard.press("Home")
        expect(card.locator(".feat li")).to_have_count(2)  # what is known stays


@pytest.mark.parametrize(
    ("lang", "window", "names"),
    [
        ("en", {}, [*FAMILIES]),
        ("es", PHONE, choose(["sokoban"], [*FAMILIES])),
        ("fr", {}, choose(["sokoban"], [*FAMILIES])),
    ],
    ids=["desktop", "phone-es", "desktop-fr"],
)
def test_fewest_moves_wait_for_why(lang: str, window: dict[str, Any], names: Sequence[str]) -> None:
    with Visit(locale=lang, reduced_motion="reduce", **window) as visit:
        for name in names:
            level = family(name).parse(TEXTS[name])
            fewest = solve(level).cost or 0
            page = visit.open(f"/play/{id_of(name)}")
            head, counts, why = page.locator(".head"), page.locator(".counts"), page.locator(".rate p a")
            expect(page.locator(".rate .meter i")).to_have_count(1)
            expect(head).not_to_contain_text(amount(fewest, level.metrics[0]).to(lang))
            expect(counts).not_to_contain_text(Message("best possible {n}", n=fewest).to(lang))
            why.click()
            expect(page.locator("dialog .gist")).to_be_visible()
            page.keyboard.press("Escape")
            expect(why).to_be_focused()
            expect(head).to_contain_text(amount(fewest, level.metrics[0]).to(lang))
            if name != "packing":  # there, the squares are counted
                expect(counts).to_contain_text(Message("best possible {n}", n=fewest).to(lang))


def test_fewest_moves_wait_for_the_win() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        head, counts = page.locator(".head"), page.locator(".counts")
        expect(page.locator(".rate .meter i")).to_have_count(1)
        expect(head).not_to_contain_text("moves")
        expect(counts).not_to_contain_text("best possible")
        finish(page, drag, last)
        expect(head).to_contain_text("3 moves")
        expect(counts).to_contain_text("best possible 3")
        page.keyboard.press("Home")
        expect(counts).to_contain_text("best possible 3")  # what is known stays
        visit.load(f"/play/{id_of('rushhour')}")
        expect(counts).to_contain_text("best possible 3")


@pytest.mark.parametrize("lang", ["en", "es", "fr"])
def test_head_and_counter_name_the_same_thing(lang: str) -> None:
    with Visit(locale=lang, reduced_motion="reduce") as visit:
        page = visit.open("/open")
        mark_solved(page, id_of("sokoban"), "sokoban")
        visit.open(f"/play/{id_of('sokoban')}")
        moves = term("moves").to(lang)
        expect(page.locator(".head .rest")).to_contain_text(moves)
        expect(page.locator("#count-moves + span")).to_contain_text(moves)


def test_result_shows_lost_moves_and_leads_back_to_them() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        before = page.locator(".board").bounding_box()
        finish(page, drag, last)
        win = page.locator(".win")
        runs = win.locator(".win-run")
        expect(runs).to_have_text(["3 moves lost hereat the start", "1 move lost hereafter move 5"])
        expect(win.locator(".win-verdict")).to_have_text("After 4 moves the goal was no nearer.")
        expect(win.locator(".win-verdict")).to_have_attribute("role", "status")
        expect(win.locator(".win-facts b")).to_have_text(["8", re.compile(r"1:3\d|1:4\d")])
        expect(win.locator(".win-facts")).to_contain_text("fewest 3")
        rating = rate(family("rushhour").parse(TEXTS["rushhour"]))
        expect(win.locator(".win-facts")).to_contain_text(f"most people: {rating.short_time}")
        expect(page.locator(".rate .meter s")).to_have_text("you")
        heights = win.locator(".win-skyline i").evaluate_all("all => all.map((el) => el.style.getPropertyValue('--h'))")
        assert [round(3 * float(height)) for height in heights] == [3, 3, 3, 2, 1, 2, 1, 0]
        lost = win.locator(".win-skyline i").evaluate_all("all => all.map((el) => el.className === 'lost')")
        assert lost == [True, True, True, False, False, True, False, False]
        assert page.locator(".board").bounding_box() == before, "the board may not move"
        assert page.evaluate(OVERLAPPING_PARTS) == []
        page.wait_for_function(f"() => ({WINS})()[0]?.lost === 4")
        examine(page, "the result")

        runs.nth(1).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {MOVES} === 5")
        expect(page.locator(".below")).to_contain_text("This move was lost.")
        expect(runs.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(runs.nth(1)).to_be_focused()
        expect(win).to_be_visible()
        win.get_by_role("button", name="Back to the end").click()
        expect(page.locator("#main-button")).to_have_text("Next level")
        win.locator(".win-skyline .lost").first.click()
        page.wait_for_function(f"() => {MOVES} === 0")
        expect(page.locator(".below")).to_contain_text("3 moves were lost from here.")
        page.keyboard.press("Control+y")
        page.wait_for_function(f"() => {MOVES} === 1")
        expect(win).to_be_visible()

        win.get_by_role("button", name="Try for 3").click()
        page.wait_for_function(f"() => {MOVES} === 0")
        drag(page, center(page, (3, 4)), center(page, (3, 2)))
        page.wait_for_function(f"() => {MOVES} === 1")
        expect(win).to_be_hidden()  # another game has begun
        assert len(page.evaluate(WINS)) == 1, "looking back is no second win"


def test_next_levels_are_as_hard_or_harder() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        finish(page, drag, last)
        win = page.locator(".win")
        expect(win.get_by_role("link", name="A bit harder")).to_have_attribute("href", "/new/rushhour/intermediate/6x6")
        win.get_by_role("link", name="A new one as hard").click()
        page.wait_for_function("id => location.pathname.startsWith('/play/') && !location.pathname.endsWith(id)",
                               arg=id_of("rushhour"))  # fmt: skip
        expect(page.locator(".difficulty").first).to_contain_text("Beginner")
        expect(page.locator(".win")).to_be_hidden()
        for asked, addresses in (
            (["rushhour", "advanced", 5, 5], ["/new/rushhour/advanced/5x5", "/new/rushhour/expert/6x6"]),
            (["rushhour", "expert", 6, 6], ["/new/rushhour/expert/6x6", "/new/rushhour/expert/7x7"]),
            (["rushhour", None, 6, 6], [None, None]),
        ):
            assert page.evaluate(SIMILAR, asked) == addresses, asked


def test_win_moves_unless_the_player_prefers_none() -> None:
    for preference in ("no-preference", "reduce"):
        with Visit(reduced_motion=preference) as visit:
            page, last = open_before_the_win(visit, "rushhour", DETOUR)
            page.evaluate("""() => { window.moved = [];
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...all) {
                window.moved.push(this.dataset.id); return animate.apply(this, all); };
              new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes)
                if (node.className === "win-light") window.moved.push("light"); })
                .observe(document.querySelector(".board"), { childList: true }); }""")
            finish(page, drag, last)
            expect(page.locator(".win-run")).to_have_count(2)
            moved = page.evaluate("window.moved")
            assert sorted(moved) == (["B", "D", "light"] if preference == "no-preference" else []), preference
            if preference == "no-preference":
                expect(page.locator(".win-light")).to_have_count(0)  # it goes out
                page.locator(".win-run").nth(1).click()
                page.wait_for_function(f"() => {MOVES} === 6")  # what was lost is shown again,
                page.wait_for_function(f"() => {MOVES} === 5")  # and the player may go another way
                expect(page.locator(".below")).to_contain_text("play on another way")


def test_next_attempt_ends_the_replay() -> None:
    with Visit(fresh=True) as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        finish(page, drag, last)
        page.locator(".win-run").first.wait_for()
        page.clock.install()
        page.locator(".win-run").first.click()
        expect(page.locator(".below")).to_contain_text("3 moves were lost from here.")
        page.get_by_role("button", name="Try for 3").click()
        expect(page.locator(".below")).not_to_contain_text("lost")
        page.clock.run_for(10_000)
        assert page.evaluate(f"() => {MOVES}") == 0


def test_result_on_a_phone_in_spanish() -> None:
    with Visit(**PHONE, locale="es-ES", reduced_motion="reduce") as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        page.evaluate(STILL)
        before = page.locator(".board").bounding_box()
        finish(page, swipe, last)
        win = page.locator(".win")
        expect(win.locator(".win-run b")).to_have_text(["3 movimientos perdidos aquí", "1 movimiento perdido aquí"])
        assert page.locator(".board").bounding_box() == before, "the board may not move"
        assert page.evaluate(OVERLAPPING_PARTS) == []
        assert win.evaluate("el => el.scrollWidth <= el.clientWidth")
        win.locator(".win-run").first.tap()
        page.wait_for_function(f"() => {MOVES} === 0")
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.9)
        examine(page, "the result on a phone")


def test_packing_counts_what_was_taken_off_again() -> None:
    with Visit(reduced_motion="reduce") as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        places = (("Verde", (1, 0)), ("Verde", (0, 0)), ("Azul", (1, 0)), ("Roja", (1, 2)))
        for n, (piece, cell) in enumerate(places, 1):
            drag(page, center_of(page, piece), center_of_place(page, piece, cell))
            page.wait_for_function(f"n => {MOVES} === n", arg=n)
        page.locator("#lock-all").click()
        win = page.locator(".win")
        expect(win.locator(".win-run")).to_have_text(["1 move lost hereat the start"])
        expect(win.locator(".win-facts b").first).to_have_text("5")
        expect(win.locator(".win-facts")).to_contain_text("fewest 3")


def center_of(page: Page, piece: str) -> tuple[float, float]:
    box = page.locator(f'[data-id="{piece}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def center_of_place(page: Page, piece: str, cell: tuple[int, int]) -> tuple[float, float]:
    """Return the pixel where the middle of a piece is when its upper left cell is this one."""
    rows, cols = {"Verde": (1, 4), "Azul": (2, 2), "Roja": (2, 2)}[piece]
    return center(page, (cell[0] + (rows - 1) / 2, cell[1] + (cols - 1) / 2))


def test_lost_moves_without_a_proof() -> None:
    """The page says so where nobody knows the fewest moves."""
    with Visit(reduced_motion="reduce") as visit:
        page, last = open_before_the_win(visit, "rushhour", DETOUR)
        body = {"metric": "moves", "distances": [4, 4, 3, 3, 3, 3, 2, 1, 0], "cost": 8, "best": 4, "proved": False,
                "runs": [{"first": 0, "count": 1}, {"first": 2, "count": 3}]}  # fmt: skip
        page.route("**/review", lambda route: route.fulfill(
            content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(body)}\n\n"))  # fmt: skip
        finish(page, drag, last)
        expect(page.locator(".win-verdict")).to_contain_text("Measured by the best solution known")
        page.route("**/review", lambda route: route.abort())
        visit.load(f"/play/{id_of('rushhour')}")
        expect(page.locator(".win")).to_be_visible()
        expect(page.locator(".win-chart")).to_be_hidden()
        expect(page.locator(".win-verdict")).to_have_text("")
        visit.complaints.clear()  # the request was refused on purpose
