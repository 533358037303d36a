"""The page of a family: level of the day, new levels by difficulty, shelves and progress."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from random_cases import choose
from web_browser import MOVES, PHONE, Visit, center, drag, examine, hold, ready, resize

from unjam.core.puzzle import Puzzle
from unjam.families import FAMILIES, family
from unjam.formats.position_id import decode, encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

LEVELS = ["Beginner", "Intermediate", "Advanced", "Expert"]
BOARD = """() => [...document.querySelectorAll(".day [data-id]")]
    .map((el) => [el.dataset.id, el.dataset.x, el.dataset.y]).sort()"""
SEED = re.compile(r"^(Beginner|Intermediate|Advanced|Expert) \d+×\d+ · \d{5}$")
"""The title of a new level."""


def home(name: str) -> str:
    return f"/puzzles/{name}"


def area(locator: Locator) -> dict[str, float]:
    box: Any = locator.bounding_box()
    assert box is not None
    return dict(box)


def new_level(page: Page, level: str) -> str:
    """Request a new level of this difficulty; return its id."""
    page.get_by_role("radio", name=level).check()
    page.locator("#new-level").click()
    page.wait_for_url("**/play/*")
    ready(page)
    expect(page.locator("h1")).to_have_text(SEED)
    return page.url.rsplit("/", 1)[1]


def test_new_level_has_the_chosen_difficulty() -> None:
    with Visit() as visit:
        for level in choose(["Beginner", "Expert"], LEVELS):
            page = visit.open("/")
            id = new_level(page, level)
            expect(page.locator(".head .difficulty")).to_contain_text(level)
            board = decode(id)
            assert board.scene().rows == board.scene().cols == 6


def test_new_levels_can_be_shared() -> None:
    shared = []
    with Visit() as visit:
        for name in choose(["tiles", "packing"], [name for name in FAMILIES if name != "rushhour"]):
            page = visit.open(home(name))
            id = new_level(page, "Beginner")
            title = page.locator("h1").inner_text()
            expect(page.locator(".head .difficulty")).to_contain_text("Beginner")
            link = page.get_by_role("link", name="Link to this seed")
            path = link.get_attribute("href") or ""
            assert path.startswith(f"/new/{name}/beginner/")
            link.click()
            expect(page.locator(".below")).to_contain_text("Link copied")
            assert page.evaluate("() => navigator.clipboard.readText()") == visit.address + path
            shared.append((path, id, title))
    with Visit() as friend:
        for path, id, title in shared:
            friend.open(path)
            friend.page.wait_for_url(f"**/play/{id}")
            expect(friend.page.locator("h1")).to_have_text(title)


def test_invalid_new_level_address_is_explained() -> None:
    with Visit() as visit:
        for path in ("/new/rushhour/beginner/6x6/nonsense", "/new/rushhour/easy/6x6", "/new/rushhour/beginner/99x99"):
            visit.open(path)
            expect(visit.page.locator(".bad-link a")).to_have_attribute("href", "/")
            expect(visit.page.locator(".bad-link b")).not_to_be_empty()


def test_button_keeps_its_size_while_a_level_is_made() -> None:
    with Visit() as visit:
        page = visit.open("/")
        release = hold(page, "**/new?*")
        button = page.locator("#new-level")
        before = area(button)
        button.click()
        expect(button).to_have_text("Generating")
        expect(page.locator(".new [role=status]")).to_contain_text("opens as soon as")
        now = area(button)
        assert {name: round(size) for name, size in now.items()} == {k: round(v) for k, v in before.items()}
        button.click(force=True)  # a second press asks no second time
        release()
        page.wait_for_url("**/play/*")
        expect(page.locator("h1")).to_have_text(SEED)


def test_leaving_cancels_the_generation() -> None:
    with Visit(fresh=True) as visit:
        page = visit.open("/")
        failed: list[str] = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.route("**/new?*", lambda route: None)
        page.locator("#new-level").click()
        expect(page.locator("#new-level")).to_have_text("Generating")
        page.get_by_role("link", name="Sokoban").click()
        expect(page.locator("h1")).to_have_text("Sokoban")
        page.wait_for_function("() => location.pathname === '/puzzles/sokoban'")
        page.unroute("**/new?*")
        assert any("/new?" in url for url in failed)


def test_error_is_shown_beside_the_button() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.route("**/new?*", lambda route: route.abort())
        page.locator("#new-level").click()
        expect(page.locator(".new [role=status]")).to_contain_text("unjam is not responding")
        expect(page.locator("#new-level")).to_have_text("New level")
        visit.complaints.clear()


def test_last_choice_is_remembered_and_keys_work() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.get_by_role("radio", name="Beginner").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name="Intermediate")).to_be_checked()
        page.get_by_role("button", name="5×5").focus()
        page.keyboard.press("Enter")
        page.reload()
        ready(page)
        expect(page.get_by_role("radio", name="Intermediate")).to_be_checked()
        expect(page.get_by_role("button", name="5×5")).to_have_attribute("aria-pressed", "true")
        page.locator("#new-level").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/play/*")
        expect(page.locator("h1")).to_have_text(SEED)
        assert decode(page.url.rsplit("/", 1)[1]).scene().rows == 5


def test_new_level_is_followed_by_a_similar_one() -> None:
    with Visit() as visit:
        page = visit.open("/")
        first = new_level(page, "Beginner")
        won(page, decode(first))
        page.locator("#main-button").click()
        page.wait_for_function(
            "first => location.pathname.startsWith('/play/') && !location.href.endsWith(first)", arg=first
        )
        expect(page.locator("h1")).to_have_text(SEED)
        page.go_back()
        visit.open("/")
        page.locator(".my-levels").scroll_into_view_if_needed()
        shelf = page.locator(".my-levels .level-card")  # a level that was made here and begun stays
        expect(shelf).to_have_count(1)
        expect(shelf.locator("[data-mark=fewest]")).to_have_count(1)


def test_level_of_the_day_is_the_same_for_everybody() -> None:
    boards: list[list[Any]] = [[], []]
    for seen in boards:
        with Visit() as visit:
            for name in choose(["rushhour", "packing"], list(FAMILIES)):
                page = visit.open(home(name))
                page.locator(".day [data-id]").first.wait_for()
                expect(page.locator(".day .what")).to_contain_text(f"{date.today():%-d %B}")
                link = page.get_by_role("link", name="Play", exact=True).last
                seen.append((page.evaluate(BOARD), link.get_attribute("href")))
    assert boards[0] == boards[1]
    assert all(board for board, _ in boards[0])


def test_level_of_the_day_continues_in_play() -> None:
    with Visit() as visit:
        page = visit.open("/")
        link = page.locator(".day a.btn")
        puzzle = decode((link.get_attribute("href") or "").rsplit("/", 1)[1])
        page.locator(".day [data-id]").first.wait_for()
        step(page, puzzle, 0)
        page.keyboard.press("Escape")
        expect(page.locator(".day .what")).to_be_visible()
        link.click()
        expect(page.locator("#count-moves")).to_have_text("1")
        expect(page.locator("h1")).to_contain_text("Level of the day")
        page.go_back()
        expect(page.locator("#continue")).to_contain_text("Level of the day")
        expect(page.locator(".day .what")).to_contain_text("Level of the day")  # the board still says what it is
        expect(page.locator(".day .what")).to_be_visible()


def test_exit_arrow_does_not_overlap_the_text() -> None:
    with Visit() as visit:
        page = visit.open(home("blocks"))
        page.locator(".day .exit svg").wait_for()
        assert area(page.locator(".day .exit svg"))["y"] + 14 <= area(page.locator(".day .what b"))["y"] + 1


def step(page: Page, puzzle: Puzzle, at: int) -> None:
    """Play one move of the best solution with the mouse."""
    moves = solve(puzzle).moves
    for move in moves[:at]:
        puzzle = puzzle.play(move)
    cell = next(p.cells[0] for p in puzzle.scene().pieces if p.id == moves[at].piece)
    drag(page, center(page, cell), center(page, moves[at].to))
    page.wait_for_function(f"n => {MOVES} === n", arg=at + 1, polling=20)


def won(page: Page, puzzle: Puzzle) -> None:
    for at in range(len(solve(puzzle).moves)):
        step(page, puzzle, at)
    expect(page.locator(".lit")).to_have_count(1)


def beginner(at: int) -> Puzzle:
    return as_puzzle([level for level in bundled("rushhour") if level.level == "beginner"][at].name)


def test_win_changes_only_the_caption() -> None:
    with Visit() as visit:
        page = visit.open("/")
        row = page.locator(".tier").first
        expect(row).to_contain_text("0 of 10")
        thumbs = row.locator(".level-card")
        expect(thumbs.nth(0)).to_have_class(re.compile("next"))
        boxes = [area(thumbs.nth(n)) for n in range(4)]
        first, second, third = (beginner(n) for n in range(3))
        visit.open(f"/play/{encode(first)}")
        won(page, first)
        visit.open(f"/play/{encode(second)}")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("Look at")
        won(page, second)
        visit.open(f"/play/{encode(third)}")
        step(page, third, 0)
        visit.load("/")
        marks = [thumbs.nth(n).locator(".caption").get_attribute("data-mark") for n in range(4)]
        assert marks == ["fewest", "hinted", "started", "untouched"]
        expect(row).to_contain_text("2 of 10")
        expect(page.locator(".lead")).to_contain_text("2 of 52 solved, 1 as short as possible")
        expect(page.locator(".level-card.next")).to_have_count(1)
        expect(thumbs.nth(2)).to_have_class(re.compile("next"))
        assert [area(thumbs.nth(n)) for n in range(4)] == boxes
        expect(page.locator("#continue")).to_contain_text("Continue")
        page.locator("#continue").click()
        page.wait_for_url(f"**/play/{encode(third)}")


def test_levels_are_numbered_in_display_order() -> None:
    with Visit() as visit:
        page = visit.open("/")
        shown = page.locator(".tier .level-card").evaluate_all("all => all.map((el) => el.getAttribute('href'))")
        crumb = page.locator(".crumb")
        page.locator(".tier .level-card").first.click()
        expect(crumb).to_contain_text(f"1 of {len(shown)}")
        expect(page.get_by_label("Previous level")).to_have_count(0)
        page.get_by_label("Next level, 2").click()
        page.wait_for_url(f"**{shown[1]}")
        visit.open(shown[-1])
        expect(crumb).to_contain_text(f"{len(shown)} of {len(shown)}")
        expect(page.get_by_label("Next level")).to_have_count(0)
        visit.open("/shelf/rushhour")
        first = page.locator(".level-grid a.level-card").evaluate_all("all => all.map((el) => el.getAttribute('href'))")
        assert first == shown[: len(first)]
        page.keyboard.press("End")
        last = page.locator(".level-grid a.level-card").evaluate_all("all => all.map((el) => el.getAttribute('href'))")
        assert last == shown[-len(last) :]
    with Visit() as visit:
        visit.open("/play").wait_for_url(f"**{shown[0]}")  # where nothing was played yet


def test_drawings_and_collections_are_listed() -> None:
    with Visit() as visit:
        page = visit.open("/draw?family=rushhour")
        page.get_by_label("Title", exact=True).fill("Corner trap")
        page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('unjam.draft.'))")
        two = "######\n#@$. #\n######\n\n######\n# .$@#\n######\n"
        visit.open("/open")
        page.get_by_label("Level text").fill(two)
        page.get_by_role("button", name="Open it").click()
        page.wait_for_url("**/shelf/*")
        visit.open("/")
        page.locator(".my-levels").scroll_into_view_if_needed()
        expect(page.locator(".my-levels .level-card")).to_contain_text("Corner trap")
        card = page.locator(".my-levels .card").first
        expect(card).to_contain_text("Sokoban, 0 of 2")
        expect(page.locator(".my-levels .card").last).to_contain_text("Add a collection")
        card.click()
        page.wait_for_url("**/shelf/*")


def test_works_with_touch_on_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open("/")
        page.locator(".difficulty-choice label").nth(1).tap()
        expect(page.get_by_role("radio", name="Intermediate")).to_be_checked()
        page.locator("#new-level").tap()
        page.wait_for_url("**/play/*")
        expect(page.locator(".head .difficulty")).to_contain_text("Intermediate")
        visit.open("/")
        page.locator(".day a.btn").tap()
        page.wait_for_url("**/play/*")
        expect(page.locator("h1")).to_contain_text("Level of the day")
        visit.open("/")
        page.get_by_role("link", name="Klotski").tap()
        expect(page.locator("h1")).to_have_text("Klotski")


WIDE = """() => { const out = ({ width, left, right }) => width > 1 && (right > innerWidth + 1 || left < -1);
    return [document.documentElement.scrollWidth > innerWidth, [...document.querySelectorAll("#view *, header *")]
      .filter((el) => out(el.getBoundingClientRect()) && !el.closest("svg, .board, .island"))
      .map((el) => `${el.tagName}.${el.className}`)]; }"""


@pytest.mark.parametrize("name", choose(["sokoban", "packing"], list(FAMILIES)))
def test_fits_every_window(name: str) -> None:
    windows = ((320, 640), (390, 844), (768, 1024), (844, 390), (1000, 700), (1280, 800), (1800, 1000), (2560, 1440))
    with Visit() as visit:
        page = visit.open(home(name))
        for wide, high in windows:
            resize(page, wide, high)
            assert page.evaluate(WIDE) == [False, []], wide
            title, board = area(page.locator("h1")), area(page.locator(".board-box"))
            apart = board["x"] + board["width"] <= title["x"] or board["y"] >= title["y"] + title["height"]
            assert apart, f"the board covers the title in a window {wide} wide"


def test_wide_windows_are_used() -> None:
    with Visit() as visit:
        page = visit.open("/")
        for wide, used, columns in ((2560, 2240, 2), (1600, 1280, 1)):
            resize(page, wide, 1200)
            shelves, logo = area(page.locator(".levels")), area(page.locator(".logo"))
            assert round(shelves["width"]) == used
            assert abs(logo["x"] - shelves["x"]) <= 1
            ends = area(page.locator("#top [data-act=share]"))
            assert abs(ends["x"] + ends["width"] - shelves["x"] - used) <= 16
            first, second = (area(page.locator(".tier").nth(n)) for n in range(2))
            assert (first["y"] == second["y"]) == (columns == 2)


def test_axe_finds_no_violations_on_a_phone() -> None:
    with Visit(reduced_motion="reduce", **PHONE) as visit:
        for name in choose(["rushhour"], list(FAMILIES)):
            examine(visit.open(home(name)), name)


def test_generated_levels_are_counted_and_titled_in_the_language() -> None:
    """Also those that an older version stored with only their seed as the title."""
    ids = [encode(family("rushhour").parse(level.board)) for level in bundled("rushhour")[:12]]
    entry = {"id": ids[0]}
    made = {
        id: {"title": "69 607", "family": "rushhour", "level": "expert", "size": "6x6", "seed": 69_607} for id in ids
    }
    games = {
        f"unjam.game.{id}": {"start": id, "title": "", "family": "rushhour", "entries": [entry], "at": 0, "won": False}
        for id in ids
    }
    with Visit(locale="es-ES") as visit:
        page = visit.open("/open")
        page.evaluate(
            "all => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))",
            games | {"unjam": {"made": made}},
        )
        visit.open("/")
        page.locator(".my-levels").scroll_into_view_if_needed()
        cards = page.locator(".my-levels .level-card")
        expect(cards).to_have_count(10)
        expect(cards.first).to_contain_text("Experto 6×6 · 69607")
        expect(page.locator(".my-levels")).to_contain_text("Se muestran 10 de 12.")
        page.locator(".my-levels").get_by_role("link", name="Mostrar todos").click()
        expect(cards).to_have_count(12)
