"""A newcomer's first hour: play, watch, draw, share, new levels, a collection; all of it is still there the next day.

UNJAM_SHOTS=folder writes a picture of every stop. UNJAM_FULL=1 repeats it on a tablet and on a phone, and
UNJAM_SITE_APP=folder with the page as plain files, where no server answers.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from random_cases import FULL_ONLY
from static_site import needs_site, site_address
from web_browser import MOVES, PHONE, Visit, hint, ready
from web_newcomer import Newcomer

from unjam.solving.solve import solve

DESKTOP: dict[str, Any] = {}
TABLET: dict[str, Any] = {**PHONE, "viewport": {"width": 768, "height": 1024}}
WINDOWS = [
    pytest.param(DESKTOP, False, id="desktop"),
    pytest.param(TABLET, False, id="tablet", marks=FULL_ONLY),
    pytest.param(PHONE, False, id="phone", marks=FULL_ONLY),
    pytest.param(DESKTOP, True, id="desktop-static", marks=needs_site),
    pytest.param(PHONE, True, id="phone-static", marks=needs_site),
]
ROOMS = [
    "\n".join(
        "".join({(1, 1): "@", (2, 2): "$", (row, col): "."}.get((r, c), " ") if 0 < r < high and 0 < c < wide else "#"
                for c in range(wide + 1))
        for r in range(high + 1)
    )
    for high in range(4, 9) for wide in range(5, 12) for row in range(1, high) for col in range(2, wide)
    if (row, col) not in ((1, 1), (2, 2))
][:155]  # fmt: skip
"""A collection: one box and one goal in rooms that grow."""
COLLECTION = "\n\n".join(f"{room}\nTitle: Room {n}" for n, room in enumerate(ROOMS, 1))
SHARED = "Link copied."


def solved(page: Page, count: str) -> None:
    """The first row of a family's page says how many of its levels are solved."""
    expect(page.locator(".tier").first).to_contain_text(count)


def play_three_families(me: Newcomer) -> None:
    page = me.page
    page.locator(".day :is([data-id], svg)").first.wait_for()
    me.look("first page")
    me.go_on()
    me.look("Rush Hour begun")
    me.play()
    me.won()
    expect(page.locator(".below")).to_contain_text("best possible")
    me.look("Rush Hour won")
    me.family("Sokoban")
    me.look("Sokoban")
    me.go_on()
    me.look("Sokoban begun")
    me.play()
    me.won()
    me.look("Sokoban won")
    me.family("Sliding tiles")
    me.go_on()
    me.look("tiles begun")
    for n, move in enumerate(solve(me.puzzle).moves, 1):
        me.press(page.locator(f'[data-id="{move.piece}"]'))
        # exactly n: until the first move is saved, the game that was open before counts
        page.wait_for_function(f"n => {MOVES} === n", arg=n, polling=20)
    me.won()
    me.look("tiles won")


def take_hints(me: Newcomer) -> None:
    """Packing and Klotski, for whoever does not know them: a hint at a time."""
    page = me.page
    me.family("Packing")
    me.look("Packing")
    me.go_on()
    first = me.url
    me.press(page.get_by_label("Next level, 2"))  # the hints of the second level give a reason
    page.wait_for_function("first => location.href !== first", arg=first, polling=50)
    me.opened()
    me.press(page.locator("#main-button"))
    expect(page.locator(".below")).to_contain_text("Look at")
    me.press(page.locator("#main-button"))
    expect(page.locator(".below")).to_contain_text("to go")
    me.look("Packing hint")
    me.press(page.locator("#main-button"))
    expect(page.locator("#main-button")).to_have_text("Move it")
    me.look("Packing reason")
    me.press(page.locator("#main-button"))
    page.wait_for_function(f"() => {MOVES} === 1", polling=20)
    full = page.locator("#lock-all, .victory")
    while True:
        full.or_(page.locator("#main-button", has_text="Hint")).first.wait_for()
        if full.count():
            break
        hint(page)
    if page.locator("#lock-all").is_visible():
        me.look("Packing full")
        me.press(page.locator("#lock-all"))
    expect(page.locator(".victory")).to_have_text("Victory")
    me.look("Packing won")
    me.family("Klotski")
    me.go_on()
    me.look("Klotski begun")
    me.play()
    me.won()
    me.look("Klotski won")


def watch_and_come_back(me: Newcomer) -> str:
    """Another level, begun, watched and still there; its address."""
    page = me.page
    me.home()
    solved(page, "1 of 10")
    me.go_on()
    me.play(0, 2)
    title, address, board = page.locator("h1").inner_text(), me.url, me.board()
    me.view("Watch")
    expect(page.locator("#main-button")).to_have_text("Pause")
    assert me.board() == board, "Watch has another box"
    me.look("watching")
    me.press(page.locator(".segmented", has_text="3×").get_by_text("3×"))
    last = page.locator(".score").get_attribute("aria-valuemax")
    expect(page.locator(".score")).to_have_attribute("aria-valuenow", last or "")
    me.look("watched")
    me.view("Play")
    assert me.url == address
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#count-moves")).to_have_text("2")
    assert me.board() == board
    me.look("come back")
    return address


def draw(me: Newcomer) -> str:
    """Draws a level with a title and plays it; the link that Share gives."""
    page = me.page
    me.home()
    page.locator(".my-levels").scroll_into_view_if_needed()
    me.press(page.get_by_role("link", name="Draw one"))
    me.arrived(r"/draw\?family=")
    page.get_by_label("Title", exact=True).wait_for()
    ready(page)
    me.look("Draw")
    page.get_by_label("Title", exact=True).fill("Corner trap")
    text = page.get_by_label("Level text, updated as you draw")
    for tool, cell, wanted in (("car", (0, 0), "^BB"), ("truck", (4, 1), "oCCC"), ("car", (1, 3), "ooDDo?")):
        me.press(page.locator(f"[data-value={tool}]"))
        me.poke(cell)
        expect(text).to_have_value(re.compile(wanted, re.M))
    me.poke((1, 3))  # a tap turns it
    expect(text).to_have_value(re.compile(r"^o{3}Doo\n..oDoo", re.M))
    expect(page.locator(".head .difficulty")).to_contain_text(re.compile(r"\d moves?"))
    expect(page.locator(".saved")).to_have_text("Saved in this browser")
    me.look("drawn")
    me.press(page.get_by_role("button", name="Play it"))
    me.opened()
    expect(page.locator("h1")).to_have_text("Corner trap")
    me.play(0, 1)
    me.look("own level")
    me.press(page.locator("#top [data-act=share]"))
    sheet = page.locator("dialog")
    me.press(sheet.get_by_text("From the start"))
    me.press(sheet.get_by_role("button", name="Copy link"))
    expect(sheet).to_contain_text(SHARED)
    me.look("Share")
    me.press(sheet.get_by_role("button", name="Close"))
    link: str = page.evaluate("() => navigator.clipboard.readText()")
    address, _, title = link.partition("?title=")
    assert address == me.url.partition("?")[0]
    assert title == "Corner+trap"
    return link


def reopen(link: str, site: str, window: dict[str, Any], name: str) -> None:
    """A friend opens the link in a browser of their own."""
    with Visit(site=site, **window) as visit:
        friend = Newcomer(visit, window, f"{name} friend")
        visit.open(link.removeprefix(visit.address))
        friend.opened()
        expect(visit.page.locator("#count-moves")).to_have_text("0")
        friend.look("a friend's level")
        friend.play()
        friend.won()
        friend.look("a friend's level won")


def new_expert_level(me: Newcomer) -> str:
    """A new level, begun; its title."""
    page = me.page
    me.home()
    me.press(page.locator(".difficulty-choice label").nth(3))
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()
    me.press(page.locator("#new-level"))
    me.arrived("/play/[^/]+$")  # at once, or when it is made
    me.opened()
    expect(page.locator("h1")).to_have_text(re.compile(r"^Expert 6×6 · \d{5}$"))
    expect(page.locator(".head .difficulty")).to_contain_text("Expert")
    me.play(0, 1)
    me.look("new expert level")
    return page.locator("h1").inner_text()


def level_of_the_day(me: Newcomer) -> None:
    page = me.page
    me.home()
    page.locator(".day a.btn").wait_for()
    me.press(page.locator(".day a.btn"))
    me.opened()
    expect(page.locator("h1")).to_contain_text("Level of the day")
    me.play(0, 1)
    me.look("level of the day")


def collection(me: Newcomer) -> None:
    """A collection of 155 levels, of which two are solved."""
    page = me.page
    me.home()
    page.locator(".my-levels").scroll_into_view_if_needed()
    me.press(page.locator(".card.adding"))
    me.arrived("/open$")
    page.locator(".paste").wait_for()
    me.look("Open")
    file: Any = {"name": "Growing rooms.sok", "mimeType": "text/plain", "buffer": COLLECTION.encode()}
    page.get_by_label("Choose a file").set_input_files(file)
    me.arrived("/shelf/growing-rooms$")
    expect(page.locator(".level-grid > li").first).to_have_attribute("aria-setsize", "155")
    expect(page.locator(".cnt")).to_contain_text("of 155 solved")
    me.look("collection")
    me.press(page.locator(".shelf .go"))
    for n in (1, 2):
        me.opened()
        expect(page.locator("h1")).to_have_text(f"Room {n}")
        expect(page.locator(".crumb")).to_contain_text(f"Growing rooms, {n} of 155")
        me.play()
        me.won()
        me.look(f"Room {n} won")
        me.press(page.locator("#main-button"))
        expect(page.locator("h1")).to_have_text(f"Room {n + 1}")
    me.press(page.locator(".crumb a").first)
    me.arrived("/shelf/growing-rooms$")
    two_of_155(me)
    me.look("two of 155")


def two_of_155(me: Newcomer) -> None:
    page = me.page
    expect(page.locator(".level-grid > li").first).to_have_attribute("aria-setsize", "155")
    expect(page.locator(".cnt")).to_contain_text(re.compile(r"^2\s*of 155 solved"))
    expect(page.locator(".level-card.next")).to_contain_text("Next")
    expect(page.locator(".shelf .go")).to_have_text("Play level 3")


def everything_is_there(me: Newcomer, begun: str, new_title: str) -> None:
    """In a new tab, as on another day."""
    visit, page = me.visit, me.page
    page.goto(f"{visit.address}/")
    ready(page)
    solved(page, "1 of 10")
    expect(page.locator(".lead")).to_contain_text("1 of 52 solved, 1 as short as possible.")
    me.look("the next day")
    page.locator(".my-levels").scroll_into_view_if_needed()
    own = page.locator(".my-levels .level-card")
    for title in ("Corner trap", new_title):
        expect(own.filter(has_text=title)).to_have_count(1)
    card = page.locator(".my-levels .card").first
    expect(card).to_contain_text("Growing rooms")
    expect(card).to_contain_text("Sokoban, 2 of 155")
    me.look("what is mine")
    me.press(own.filter(has_text="Corner trap"))
    me.arrived(r"/draw\?draft=")
    ready(page)
    expect(page.get_by_label("Title", exact=True)).to_have_value("Corner trap")
    expect(page.get_by_label("Level text, updated as you draw")).to_have_value(re.compile("^BB"))
    page.goto(begun)
    ready(page)
    expect(page.locator("#count-moves")).to_have_text("2")
    for title in ("Sokoban", "Sliding tiles", "Packing", "Klotski"):
        me.family(title)
        solved(page, "1 of 10")
        mark = "hinted" if title == "Packing" else "fewest"
        at = 1 if title == "Packing" else 0
        expect(page.locator(".tier .level-card").nth(at).locator(f"[data-mark={mark}]")).to_have_count(1)
    me.look("Klotski, one solved")


@pytest.mark.parametrize(("window", "is_static"), WINDOWS)
def test_newcomers_first_hour(window: dict[str, Any], is_static: bool, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.id
    site = site_address() if is_static else ""
    with Visit(site=site, **window) as visit:
        visit.open("/")
        me = Newcomer(visit, window, name)
        play_three_families(me)
        take_hints(me)
        begun = watch_and_come_back(me)
        reopen(draw(me), site, window, name)
        new_title = new_expert_level(me)
        level_of_the_day(me)
        collection(me)
        me.page.reload()
        two_of_155(me)
        visit.another_tab()
        me.page = visit.page
        everything_is_there(me, begun, new_title)
