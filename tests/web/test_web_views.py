"""The other views in a real browser: watch, open, draw, share, cancelled searches."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect
from random_cases import choose
from web_browser import PHONE, Visit, center, drag, hint
from web_levels import LONG, TEXTS, id_of
from web_server import address, calm, running

from unjam.families import FAMILIES

DROP = """text => { const data = new DataTransfer(), how = { bubbles: true, cancelable: true };
    data.items.add(new File([text], "two.xsb", { type: "text/plain" }));
    for (const kind of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, ...how })); }"""
SCENE = """() => [...document.querySelectorAll("[data-id]")]
    .map((el) => el.getAttribute("aria-label") ?? el.dataset.id).sort()"""

GLOW = """() => {
  const paint = getComputedStyle(document.querySelector(".lit")).backgroundImage;
  const colours = paint.match(/(oklch|oklab|color|rgba?)\\([^()]*\\)/g) ?? [""];
  return [colours[0], colours.at(-1)]; }"""
"""The first and the last colour of the light round a board that is solved."""


def at(page: Page, n: int) -> None:
    expect(page.locator(".score")).to_have_attribute("aria-valuenow", str(n))


@pytest.mark.parametrize("name", choose(["rushhour", "sokoban", "packing"], list(FAMILIES)))
def test_watch_with_every_control(name: str) -> None:
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of(name)}")
        go = page.locator("#main-button")
        expect(go).to_have_text("Pause")
        page.keyboard.press(" ")
        expect(go).to_have_text(re.compile("Play|Again"))
        page.keyboard.press("Home")
        at(page, 0)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        expect(page.locator(".side [role=status]")).to_contain_text(re.compile(r"Move 1 of \d+"))
        expect(page.locator(".difficulty")).to_contain_text(re.compile("Beginner|Intermediate|Advanced|Expert"))
        page.keyboard.press("ArrowLeft")
        at(page, 0)
        page.keyboard.press("End")
        last = int(page.locator(".score").get_attribute("aria-valuemax") or 0)
        at(page, last)
        expect(page.locator(".lit")).to_have_count(1)
        first, last_colour = page.evaluate(GLOW)
        assert first == last_colour  # the glow runs round the rim and meets itself without a seam
        page.get_by_role("button", name="One move back").click()
        at(page, last - 1)
        page.get_by_role("button", name="One move forward").click()
        at(page, last)
        page.get_by_role("button", name="To the start").click()
        at(page, 0)
        page.get_by_role("button", name="To the end").click()
        at(page, last)
        page.keyboard.press("3")
        expect(page.get_by_role("button", name="3×")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("r")
        expect(go).to_have_text("Pause")
        at(page, last)  # it plays to the end
        expect(go).to_have_text("Again")
        area = page.locator(".score").bounding_box()
        assert area is not None
        page.mouse.click(area["x"] + 1, area["y"] + area["height"] / 2)
        at(page, 0)
        page.locator('[data-step="1"]').click()
        at(page, 1)
        page.locator("#play-from-here").click()
        page.wait_for_url("**/play/*")
        expect(page.locator("#main-button")).to_have_text(re.compile("Hint|Next level"))


def test_space_toggles_playback_after_a_click_in_the_bar() -> None:
    """The link that was clicked still has the focus, and a link does nothing on Space."""
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        bar, go = page.get_by_role("navigation"), page.locator("#main-button")
        bar.get_by_text("Watch").click()
        expect(go).to_have_text("Pause")
        page.keyboard.press("Home")
        expect(go).to_have_text("Play")
        page.keyboard.press(" ")
        expect(go).to_have_text("Pause")
        bar.get_by_text("Lab").click()
        slider = page.locator(".lab input[type=range]")
        expect(go).to_have_text("Run all")
        page.keyboard.press("Home")
        expect(slider).to_have_value("0")
        page.keyboard.press(" ")
        expect(slider).not_to_have_value("0")


def test_browser_without_scripts_gets_an_explanation() -> None:
    """Read from the page as it is sent: a browser in which only the test forbids scripts does not show it."""
    sent = httpx.get(address()).text
    noscript = sent[sent.index("<noscript>") : sent.index("</noscript>")]
    for words in ("need JavaScript", "necesitan JavaScript", "besoin de JavaScript"):
        assert words in noscript


def test_watch_keeps_its_place_and_respects_reduced_motion() -> None:
    with Visit(reduced_motion="reduce") as visit:
        path = f"/watch/{id_of('rushhour')}"
        page = visit.open(path)
        go = page.locator("#main-button")
        expect(go).to_have_text("Play")
        at(page, 0)
        for n in (1, 2):
            page.keyboard.press("ArrowRight")
            at(page, n)
        page.reload()
        at(page, 2)
        expect(go).to_have_text("Play")
        page.keyboard.press(" ")
        expect(go).to_have_text("Again")  # asked for, it plays to the end
        visit.open(f"/play/{id_of('rushhour')}")
        visit.open(path)
        at(page, 0)  # who comes again begins anew
        expect(go).to_have_text("Play")
        page.evaluate("""() => localStorage.setItem("unjam", '{"settings": {"motion": "full"}}')""")
        visit.load(f"/watch/{id_of('tiles')}")
        expect(go).to_have_text(re.compile("Pause|Again"))  # who asked this page for motion gets it


def test_watch_takes_half_a_second_per_step() -> None:
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of('sokoban')}")
        at(page, 1)
        page.keyboard.press(" ")
        expect(page.locator("#main-button")).to_have_text("Play")
        page.evaluate(
            """() => { window.seen = [performance.now()];
            new MutationObserver(() => window.seen.push(performance.now()))
              .observe(document.querySelector(".score"), { attributeFilter: ["aria-valuenow"] }); }"""
        )
        page.keyboard.press("r")
        page.wait_for_function("() => window.seen.length >= 6")  # back to the start, then four steps
        seen = page.evaluate("() => window.seen")
        assert seen[5] - seen[1] > 1500


def test_paste_opens_a_level_and_a_collection() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.evaluate("text => navigator.clipboard.writeText(text)", TEXTS["sokoban"])
        page.keyboard.press("Control+v")
        expect(page.locator(".island")).to_have_count(1)
        many = "\n".join([TEXTS["rushhour"], "AAAAA", TEXTS["rushhour"].replace("DD", "oo")])
        page.evaluate("text => navigator.clipboard.writeText(text)", many)
        page.keyboard.press("Control+v")
        cells = page.locator(".level-grid [data-at]")
        expect(cells).to_have_count(3)
        expect(cells.nth(1)).to_contain_text("line 2")
        expect(cells.nth(0)).to_contain_text("3")  # ratings arrive one by one
        cells.nth(1).get_by_text("Fix in Draw").click()
        expect(page.get_by_label("Level text, updated as you draw")).to_have_value("AAAAA")
        page.go_back()
        page.locator(".level-grid a.level-card").first.dblclick()
        expect(page.locator("#main-button")).to_have_text("Hint")


def test_typed_text_is_opened() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        page.get_by_label("Level text").fill(TEXTS["blocks"])
        page.get_by_role("button", name="Open it").click()
        expect(page.locator(".board .piece.big")).to_have_count(1)


def test_dropped_and_chosen_files_are_opened() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        page.evaluate(
            DROP,
            f"{TEXTS['sokoban']}\nTitle: <img src=x onerror=alert(1)>\n\n{TEXTS['sokoban']}\nTitle: Second",
        )
        expect(page.locator("h1")).to_have_text("two")
        expect(page.locator(".look small")).to_have_text("<img src=x onerror=alert(1)>")
        assert page.locator("#view img").count() == 0
        visit.open("/open").get_by_label("Choose a file").set_input_files(
            {"name": "one.txt", "mimeType": "text/plain", "buffer": TEXTS["tiles"].encode("utf-16")}
        )
        expect(page.locator(".tile")).to_have_count(8)


def test_drawing_with_the_mouse_changes_board_and_text() -> None:
    with Visit() as visit:
        page = visit.open("/draw")
        text = page.get_by_label("Level text, updated as you draw")
        page.locator("[data-value=truck]").click()
        page.mouse.click(*center(page, (0, 0)))
        expect(text).to_have_value(re.compile("^BBB"))
        page.mouse.click(*center(page, (4, 0)))
        expect(text).to_have_value(re.compile("CCC"))
        page.mouse.click(*center(page, (4, 0)))  # a click turns it, but there is no room below row 5
        drag(page, center(page, (4, 0)), center(page, (3, 3)))
        expect(text).to_have_value(re.compile("oooCCC"))
        tool = page.locator("[data-value=car]").bounding_box()
        assert tool is not None
        drag(page, (tool["x"] + 20, tool["y"] + 20), center(page, (5, 4)))
        expect(text).to_have_value(re.compile("ooooDD$"))
        page.keyboard.press("z")
        expect(text).not_to_have_value(re.compile("D"))
        page.keyboard.press("y")
        expect(text).to_have_value(re.compile("ooooDD$"))
        page.locator("[data-value=eraser]").click()
        page.mouse.click(*center(page, (0, 1)))
        expect(text).not_to_have_value(re.compile("B"))
        expect(page.locator(".head .difficulty")).to_contain_text("Beginner")
        page.get_by_text("Play it").click()
        expect(page.locator("#main-button")).to_have_text("Hint")


def test_faults_are_shown_at_their_place_and_fixed() -> None:
    with Visit() as visit:
        page = visit.open("/draw")
        text = page.get_by_label("Level text, updated as you draw")
        text.fill("oooooo\nooBooo\nAAoooo\noooooo\noooooo\noooooo")
        expect(page.locator(".below")).to_contain_text("Car B")
        expect(page.locator(".at-fault")).to_have_count(1)
        expect(page.locator(".text-editor li.at")).to_have_attribute("data-n", "2")
        page.get_by_role("button", name="Make it two cells long").click()
        expect(page.locator(".at-fault")).to_have_count(0)
        expect(page.locator(".head .difficulty")).to_contain_text("Beginner")
        text.fill("oooooo\nooBBoo\nAAoooo\noooooo\noooooo\nBBBooo")
        page.get_by_role("button", name="Rename one to C").click()
        expect(text).to_have_value(re.compile("ooBBoo.*\nCCCooo$", re.DOTALL))
        expect(page.locator(".at-fault")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "tool", "cell", "expected"),
    [
        ("sokoban", "box", (1, 1), r"#\$"),
        ("blocks", "tall", (0, 0), "^B"),
        ("packing", "piece", (0, 0), "A 1x1"),
        ("tiles", "swap", (0, 0), "^0 2 1"),
    ],
)
def test_draw_every_family(name: str, tool: str, cell: tuple[int, int], expected: str) -> None:
    with Visit(**PHONE) as visit:
        page = visit.open(f"/draw?family={name}")
        page.locator(f"[data-value={tool}]").click()
        page.touchscreen.tap(*center(page, cell))
        expect(page.get_by_label("Level text, updated as you draw")).to_have_value(re.compile(expected, re.M))


def test_shared_link_opens_the_same_position() -> None:
    with Visit() as visit:
        shared = [share(visit, name) for name in choose(["sokoban", "packing"], list(FAMILIES))]
    with Visit() as visit:
        for link, scene in shared:
            assert link.startswith(visit.address)
            assert visit.open(link.removeprefix(visit.address)).evaluate(SCENE) == scene


def share(visit: Visit, name: str) -> tuple[str, list[str]]:
    """Play a move and share the position in every form; return its link and what is on the board."""
    page = visit.open(f"/play/{id_of(name)}")
    page.evaluate("() => sessionStorage.clear()")  # as in a new tab, in which no other game was played
    hint(page)
    before = page.evaluate(SCENE)
    page.get_by_role("button", name="Share this position").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("dialog")).to_contain_text("copied")
    link = page.evaluate("() => navigator.clipboard.readText()")
    page.get_by_role("button", name="Copy text").click()
    expect(page.locator("dialog")).to_contain_text("Text copied")
    with page.expect_download() as got:
        page.get_by_text("SVG picture").click()
    assert got.value.suggested_filename.endswith(".svg")
    with page.expect_download() as got:
        page.get_by_text("PNG picture").click()
    assert got.value.suggested_filename.endswith(".png")
    page.keyboard.press("Escape")
    return link, before


def test_solution_is_shared_as_gif() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.get_by_role("button", name="Share this position").click()
        with page.expect_download() as got:
            page.get_by_role("button", name="GIF").click()
        path = got.value.path()
        assert path.read_bytes()[:6] == b"GIF89a"


def test_stopping_a_search_frees_its_core() -> None:
    calm()
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of('tiles', LONG)}")
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
        assert running() == 1
        page.locator("#main-button").click()
        calm()
        expect(page.locator("h1")).to_have_text("Stopped")


def test_leaving_the_page_ends_its_search() -> None:
    with Visit() as visit:
        page = visit.open(f"/watch/{id_of('tiles', LONG)}")
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
        page.get_by_role("link", name="unjam, home").click()
        calm()
        visit.open(f"/watch/{id_of('tiles', LONG)}")
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
    calm()


def test_hint_of_a_long_search_can_be_stopped_and_resumed() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('tiles', LONG)}")
        page.locator("#main-button").click()
        expect(page.locator(".below")).to_contain_text("positions so far")
        expect(page.locator("#main-button")).to_have_text("Stop")
        page.locator("#main-button").click()
        expect(page.locator("#main-button")).to_have_text("Hint")
        expect(page.locator(".below")).to_contain_text("Stopped")
    calm()


def test_link_to_the_page_as_plain_files_opens_at_home() -> None:
    with Visit() as visit:
        id = id_of("rushhour")
        for path in (f"/#/play/{id}", f"/play/nothing#/play/{id}"):
            page = visit.load(path)
            expect(page.locator("#main-button")).to_have_text("Hint")
            assert page.url == f"{visit.address}/play/{id}"
        page.evaluate("() => { location.hash = '#//other.example/play/1'; }")
        expect(page.locator("#main-button")).to_have_text("Hint")
        assert page.evaluate("location.origin") == visit.address
