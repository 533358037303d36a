"""Phones and tablets: reachable controls, no mention of keys, no overlaps, zooming; printing; unknown addresses."""

from __future__ import annotations

import re
from itertools import chain, product
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import OVERLAPPING_PARTS, PHONE, STILL, Visit, center, examine, resize, swipe
from web_levels import HALL, id_of
from web_server import address

from unjam.families import FAMILIES
from unjam.web.presenters.positions import shipped

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}
SOME = choose(["rushhour", "packing"], list(FAMILIES))
SIZES = ((390, 844), (768, 1024), (1180, 820))
"""Phone, tablet, and that on its side."""
KEYS = re.compile(r"\b(press|keys?|Ctrl|Enter|Esc|Space)\b", re.I)
LANES = "\n".join(["o" * 16] * 7 + ["AA" + "o" * 5 + "B" + "o" * 8] + ["o" * 7 + "B" + "o" * 8] + ["o" * 16] * 7)
SLABS = "board 32 32\n" + "\n".join(f"P{n} 8x16" for n in range(8))
CUT = """(name) => [...document.querySelectorAll(name)].filter((el) => el.checkVisibility()).filter((el) => {
  const words = document.createRange();
  words.selectNodeContents(el);
  const [inner, outer] = [words.getBoundingClientRect(), el.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right || outer.right > document.documentElement.clientWidth;
}).map((el) => el.textContent)"""
"""Those of the elements whose words do not fit into them, or that reach beyond the window."""


NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.mark.parametrize("window", choose([TABLET, NARROW], [PHONE, TABLET, NARROW]))
def test_settings_and_help_can_be_reached(window: dict[str, Any]) -> None:
    with Visit(**window) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.get_by_role("button", name=re.compile("^Settings")).tap()
        page.get_by_role("button", name="Dark").tap()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.get_by_role("link", name="Keys and help").tap()
        sheet = page.locator("dialog")
        expect(sheet).to_have_count(1)
        expect(sheet).to_contain_text("Rush Hour")
        expect(sheet).to_contain_text("Drag any car")
        expect(sheet.locator("kbd").first).to_be_hidden()
        sheet.get_by_text("With a keyboard").tap()
        expect(sheet.locator("kbd").first).to_be_visible()
        if window in choose([TABLET], [PHONE, TABLET, NARROW]):
            examine(page, "help")
        if window is TABLET:
            page.get_by_role("button", name="Close").tap()
            page.get_by_role("button", name="Keys and help").tap()
            expect(page.locator("dialog")).to_contain_text("With a keyboard")


def test_keys_are_not_mentioned_without_a_keyboard() -> None:
    with Visit(**PHONE, reduced_motion="reduce") as visit:
        views = [(f"/play/{id_of(name)}", f"/puzzles/{name}", f"/draw?family={name}") for name in SOME]
        for path in chain.from_iterable(views):
            page = visit.open(path)
            for size in SIZES:
                resize(page, *size)
                words = page.locator("#view").inner_text()
                assert not KEYS.search(words), (path, size, KEYS.findall(words))


def test_keys_are_mentioned_with_a_keyboard() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('packing')}")
        expect(page.locator("#view")).to_contain_text(re.compile("number"))


def test_help_lists_the_keys() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.keyboard.press("?")
        expect(page.locator("dialog kbd").first).to_be_visible()


def check_no_overlap(page: Page, what: str) -> None:
    """Check that no parts overlap in any orientation."""
    for size in SIZES:
        resize(page, *size)
        assert page.evaluate(OVERLAPPING_PARTS) == [], (what, size)


def test_nothing_overlaps_in_play() -> None:
    with Visit(**PHONE, reduced_motion="reduce") as visit:
        high = "######\n#  . #\n#    #\n#@$  #\n#    #\n#    #\n######"
        levels = [("sokoban", HALL), ("sokoban", high), ("rushhour", LANES), *((name, None) for name in FAMILIES)]
        for name, text in levels:
            check_no_overlap(visit.open(f"/play/{id_of(name, text)}"), name)


def test_nothing_overlaps_in_draw() -> None:
    with Visit(**PHONE, reduced_motion="reduce") as visit:
        for name in FAMILIES:
            page = visit.open(f"/draw?family={name}")
            check_no_overlap(page, name)
        page.get_by_label("Level text, updated as you draw").fill(SLABS)
        expect(page.locator(".tray .piece")).to_have_count(8)
        check_no_overlap(page, "32 by 32")
        assert page.evaluate("document.querySelector('.tray').offsetHeight") <= 200


def test_landscape_phone_shows_controls_without_scrolling() -> None:
    views = (("watch", ".deck .dock"), ("play", ".below"), ("draw", ".below"))
    with Visit(**PHONE, reduced_motion="reduce") as visit:
        for name, (view, last) in product(SOME, views):
            page = visit.open(f"/{view}/{id_of(name)}")
            for wide, high in ((844, 390), (667, 375)):
                resize(page, wide, high)
                place = page.locator(last).bounding_box()
                assert place is not None
                assert place["y"] + place["height"] <= high, (name, view, wide)


@pytest.mark.parametrize("lang", choose(["en", "fr"], ["en", "es", "fr"]))
def test_buttons_of_a_held_piece_fit_their_text(lang: str) -> None:
    with Visit(**PHONE, locale=lang) as visit:
        for text in (None, "board 4 2\nA 4x1 turn\nB 4x1 turn"):  # without and with Turn
            page = visit.open(f"/play/{id_of('packing', text)}")
            for wide in (390, 320):
                resize(page, wide, 640)
                assert page.evaluate(CUT, ".hand-buttons .btn") == [], (wide, text)


def test_dock_is_opaque() -> None:
    with Visit(**PHONE) as visit:
        for path in (f"/play/{id_of('packing')}", "/shelf/rushhour", "/draw"):
            page = visit.open(path)
            for part in page.locator(".dock, .hand-buttons").all():
                colour = part.evaluate("el => getComputedStyle(el).backgroundColor")
                assert "/" not in colour, path
                assert "rgba" not in colour, path


def test_tablet_board_uses_most_of_the_width() -> None:
    with Visit(**TABLET) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        area = page.locator(".board").bounding_box()
        assert area is not None
        assert area["width"] >= 0.8 * 768
        page.locator("#top nav").get_by_text("Watch").tap()
        page.locator(".watch").wait_for()
        assert page.locator(".board").bounding_box() == area
        assert page.evaluate("getComputedStyle(document.body).webkitTapHighlightColor") == "rgba(0, 0, 0, 0)"


def test_draw_tools_are_large_enough_to_touch() -> None:
    with Visit(**PHONE) as visit:
        for name in FAMILIES:
            page = visit.open(f"/draw?family={name}")
            for tool in page.locator(".tool").all():
                area = tool.bounding_box()
                assert area is not None
                assert min(area["width"], area["height"]) >= 42, (name, area)


@pytest.mark.parametrize("name", ["rushhour", "blocks", "packing"])
def test_tap_works_right_after_a_fling(name: str) -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of(name)}")
        piece = page.locator('.tray [data-id="Roja"]' if name == "packing" else '[data-id="B"]')
        area, goal = piece.bounding_box(), center(page, (2, 0) if name == "packing" else (4, 2))
        assert area is not None
        page.evaluate("addEventListener('click', (event) => (window.taps = (window.taps ?? 0) + 1), true)")
        swipe(page, (area["x"] + area["width"] / 2, area["y"] + area["height"] / 2), goal)  # let go at full speed
        page.locator("h1").tap()
        page.wait_for_function("() => window.taps === 1")


# -- large boards


def side(page: Page) -> float:
    """Return the pixels of a cell."""
    pixels: float = page.evaluate(
        """() => document.querySelector(".well").getBoundingClientRect().width /
        getComputedStyle(document.querySelector(".play")).getPropertyValue("--cols")"""
    )
    return pixels


def fingers(page: Page, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Put fingers down one after the other, move them together and lift them."""
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[tuple[float, float]]) -> None:
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    starts = [start for start, _ in ways]
    for n in range(len(starts)):
        touch("touchStart", starts[: n + 1])
    for k in range(1, 7):
        touch("touchMove", [(a + (c - a) * k / 6, b + (d - b) * k / 6) for (a, b), (c, d) in ways])
    touch("touchEnd", [])
    hand.detach()


def steps(page: Page) -> Any:
    return page.locator("#count-steps, #count-moves").last


def test_board_of_forty_is_played_on_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('sokoban', HALL)}")
        page.locator(".zooms").wait_for()
        assert side(page) < 10
        x, y = center(page, (1, 1))
        fingers(page, ((x + 10, y + 10), (x + 5, y + 5)), ((x + 40, y + 40), (x + 140, y + 140)))
        assert side(page) > 26
        expect(steps(page)).to_have_text("0")
        page.touchscreen.tap(*center(page, (4, 4)))
        expect(steps(page)).to_have_text("6")
        before = center(page, (1, 4))
        fingers(page, ((150, 300), (90, 240)), ((220, 360), (160, 300)))
        after = center(page, (1, 4))
        assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((-60, -60), abs=3)
        expect(steps(page)).to_have_text("6")
        page.get_by_role("button", name="Whole board").tap()
        assert side(page) < 10
        for _ in range(40):  # on a busy machine two taps may come too far apart to be one act
            page.touchscreen.tap(200, 300)
            if page.locator(".viewport.in").count():
                break
        assert side(page) > 20
        examine(page, "zoomed")


def test_board_of_sixteen_is_played_on_a_phone() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('rushhour', LANES)}")
        page.locator(".zooms").wait_for()
        x, y = center(page, (7, 7))
        fingers(page, ((x - 20, y), (x - 70, y)), ((x + 20, y), (x + 70, y)))
        assert side(page) > 44
        swipe(page, center(page, (7, 7)), center(page, (5, 7)))
        expect(page.locator("#count-moves")).to_have_text("1")
        expect(page.locator("[data-id=B]")).to_have_attribute("data-y", "5")


def test_zoom_by_keyboard_keeps_the_player_in_view() -> None:
    with Visit(viewport={"width": 390, "height": 844}) as visit:
        page = visit.open(f"/play/{id_of('sokoban', HALL)}")
        closer = page.get_by_role("button", name="Zoom in")
        closer.focus()
        for _ in range(4):
            page.keyboard.press("Enter")
        expect(closer).to_be_focused()
        assert side(page) > 40
        for n in range(12):
            page.keyboard.press("ArrowDown")
            expect(steps(page)).to_have_text(str(n + 1))
        page.evaluate(STILL)
        port, hero = page.locator(".viewport").bounding_box(), page.locator(".hero").bounding_box()
        assert port is not None
        assert hero is not None
        assert hero["y"] + hero["height"] <= port["y"] + port["height"]
        page.get_by_role("button", name="Zoom out").focus()
        for _ in range(6):
            page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Zoom out")).to_have_attribute("aria-disabled", "true")
        assert side(page) < 10


def test_large_drawing_can_be_edited_zoomed_in() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/draw/{id_of('rushhour', LANES)}")
        page.get_by_role("button", name="Zoom in").tap()
        page.get_by_role("button", name="Zoom in").tap()
        assert side(page) > 44
        page.locator("[data-value=wall]").tap()
        page.evaluate("scrollTo(0, 0)")  # to reach the tool the page may have been scrolled
        page.touchscreen.tap(*center(page, (9, 9)))
        expect(page.get_by_label("Level text, updated as you draw")).to_have_value(re.compile("^o{9}xo{6}$", re.M))
        page.get_by_label("Columns").fill("9")
        page.get_by_label("Columns").blur()
        expect(page.locator(".zooms")).to_be_hidden()


# -- paper


def shown(page: Page, *names: str) -> list[bool]:
    return [page.locator(name).first.is_visible() for name in names]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_print_shows_board_title_goal_and_moves_on_white(theme: Any) -> None:
    with Visit(color_scheme=theme, viewport={"width": 794, "height": 1123}) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.keyboard.press("a")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".log li")).to_have_count(1)
        page.emulate_media(media="print")
        assert shown(page, "h1", ".board", ".below", ".log") == [True] * 4
        assert shown(page, ".top", ".dock", ".links") == [False] * 3
        ink = page.evaluate("[document.body, document.querySelector('h1')].map((el) => getComputedStyle(el))"
                            ".map((look) => [look.backgroundColor, look.backgroundImage, look.color])")  # fmt: skip
        assert ink[0][0] == "rgb(255, 255, 255)"
        assert "gradient" not in ink[0][1]
        light = page.evaluate("""() => { const at = document.createElement("canvas").getContext("2d");
            at.fillStyle = getComputedStyle(document.querySelector("h1")).color; at.fillRect(0, 0, 1, 1);
            return at.getImageData(0, 0, 1, 1).data[0]; }""")
        assert light < 90, "dark ink by night too"
        visit.open(f"/play/{id_of('tiles')}")
        assert shown(page, ".goalrow", ".board") == [True, True]


# -- addresses where there is nothing


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_unknown_address_is_explained(window: dict[str, Any]) -> None:
    paths = ["/nowhere", "/puzzles/chess", "/play/one/two", "/a/b/c/d"]
    with Visit(**window) as visit:
        for path in paths:
            assert httpx.get(address() + path).status_code == 404
            page = visit.load(path)
            expect(page.locator("h1")).to_have_text("There is no page here.")
            assert page.title().startswith("There is no page here")
            if path in choose(paths[:1] if window else [], paths):
                examine(page, path)
            page.get_by_role("link", name="Sliding tiles").click()
            page.wait_for_url("**/puzzles/tiles")


def test_known_addresses_still_work() -> None:
    for path in ("/", "/puzzles/tiles", f"/play/{id_of('tiles')}", "/draw"):
        assert httpx.get(address() + path).status_code == 200
    for path in ("/api/v1/nothing", "/static/nothing.js"):
        answer = httpx.get(address() + path)
        assert answer.status_code == 404
        assert "<html" not in answer.text
    assert httpx.post(f"{address()}/nowhere").headers["content-type"] == "application/json"


YARD = "\n".join("o" * 16 if row != 7 else "AAooooooBBoooooo" for row in range(16))
"""A car park so large that it can be brought closer."""


def test_exit_arrow_is_complete_when_zoomed_in() -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{id_of('rushhour', YARD)}")
        page.get_by_role("button", name="Zoom in").tap()
        page.get_by_role("button", name="Zoom in").tap()
        page.mouse.move(*center(page, (8, 8)))
        page.mouse.wheel(5000, 0)
        edges = "() => ['.viewport', '.exit svg'].map((at) => document.querySelector(at).getBoundingClientRect().right)"
        page.wait_for_function(f"() => {{ const [port, arrow] = ({edges})(); return arrow <= port + 1; }}")
        port, arrow = page.evaluate(edges)
        assert arrow > port - 6, "no farther than needed"
        page.mouse.wheel(-9000, 0)
        page.wait_for_function("() => document.querySelector('.viewport').style.getPropertyValue('--px') === '0px'")


def test_rating_takes_at_most_two_lines_in_watch() -> None:
    with Visit(**PHONE, reduced_motion="reduce") as visit:
        page = visit.open(f"/watch/{next(id for id, level, _ in shipped('sokoban') if level.title == 'Moving day')}")
        pill = page.locator(".head .difficulty")
        expect(pill).to_contain_text("moves")
        place = pill.bounding_box()
        assert place is not None
        assert place["height"] < 32, pill.inner_text()


LINK_AND_RATING = """(name) => {
  const link = document.querySelector(`a[aria-label="${name}"]`), pill = document.querySelector(".head .difficulty");
  return link && pill && !pill.textContent.includes("Not rated")
    && [link, pill].map((el) => el.getBoundingClientRect().toJSON()); }"""
"""The boxes of a link and of the rating, once the level is rated: measured at one moment, since both are redrawn."""


def test_previous_and_next_are_beside_the_crumb_on_a_phone() -> None:
    ids = [id for id, level, _ in shipped("sokoban") if level.level == "beginner"]  # these are shown first
    with Visit(**PHONE) as visit:
        page = visit.open(f"/play/{ids[7]}")
        expect(page.locator(".crumb")).to_contain_text("Sokoban, 8 of")
        for name, to in (("Next level, 9", ids[8]), ("Previous level, 8", ids[7])):
            box, pill = page.wait_for_function(LINK_AND_RATING, arg=name).json_value()
            assert box["width"] >= 36
            assert box["right"] <= pill["left"]
            page.get_by_role("link", name=name).tap()
            page.wait_for_url(f"**/play/{to}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
