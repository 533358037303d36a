"""The Code view of the page as plain files: own searches and heuristics are run, checked, stopped, kept and saved.

UNJAM_SITE_APP names the folder of the page; see ``test_static_page``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from static_site import needs_site, site_address
from web_browser import Visit, examine, ready
from web_levels import id_of

from unjam.core.puzzle import Task
from unjam.formats.position_id import decode
from unjam.search import BLIND, INFORMED, run_search

SEARCHES = (*BLIND, *INFORMED)
BOARD = "rushhour"
EARLY = (
    "            known = nodes",
    "            if after.is_solved():\n                nodes.push(after, position, move, g_after)\n"
    "                return after\n            known = nodes",
)
MISTAKES = [
    ("search/astar.py", EARLY, "The goal is tested when a position is generated, not when it is expanded."),
    ("search/bfs.py", ("popleft()", "pop()"), "The newest position is expanded first: the frontier is a stack"),
    ("search/astar.py", ("return (g + h, h)", "return (h,)"), "The cost so far is left out of the priority"),
]
ENDLESS = 'def astar(start):\n    print("on and on")\n    while True:\n        pass\n'
TOO_HIGH = "def blocking(board):\n    return 7\n"


def visit_site(**options: Any) -> Visit:
    return Visit(site=site_address(), **options)


def status(page: Page) -> Locator:
    return page.locator(".write [role=status]")


def editor(page: Page) -> Locator:
    return page.get_by_label("Python code")


def choose(page: Page, key: str) -> None:
    page.locator(".choose-code select").first.select_option(key)


def change(page: Page, old: str, new: str) -> None:
    text = editor(page).input_value()
    assert old in text
    editor(page).fill(text.replace(old, new, 1))


def run(page: Page) -> None:
    page.locator("#run-code").click()
    expect(status(page)).to_have_text("Done.")


def check(page: Page) -> Locator:
    page.get_by_role("button", name="Check", exact=True).click()
    expect(status(page)).to_have_text("Checked.")
    return page.locator(".outcome")


@needs_site
def test_reference_searches_are_edited_and_run() -> None:
    puzzle = decode(id_of(BOARD))
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        for name in SEARCHES:
            choose(page, f"search/{name}.py")
            change(page, f"def {name}(", f'print("mine: {name}")\n\n\ndef {name}(')
            run(page)
            expect(page.locator(".printed pre")).to_have_text(f"mine: {name}")
            by = puzzle.heuristic(None) if name in INFORMED else None
            result = run_search(name, puzzle, Task(puzzle.metric(None)), heuristic=by)
            for side in (0, 1):
                figures = page.locator(f".figures tr[data-side='{side}'] td").all_inner_texts()
                assert figures == [f"{n:,}" for n in (result.cost, result.expanded, result.generated)], name
            expect(page.locator(".search-panels canvas.frontier")).to_have_count(2)
        expect(check(page)).to_contain_text("as unjam's own")
        examine(page, "the Code view")


@needs_site
def test_mistakes_are_named_and_drawn() -> None:
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        for key, (old, new), words in MISTAKES:
            choose(page, key)
            change(page, old, new)
            report = check(page)
            expect(report.locator(".mistakes")).to_contain_text(words)
            expect(report.locator(".checked svg").first).to_be_visible()
            page.get_by_role("button", name="Start again").click()
            expect(report.locator(".mistakes")).to_be_visible()
            assert new not in editor(page).input_value()
        examine(page, "a mistake")
        choose(page, "families/rushhour/blocking.py")
        editor(page).fill(TOO_HIGH)
        report = check(page)
        expect(report).to_contain_text("Not admissible")
        expect(report).to_contain_text("Here it says 7, but the goal is only 0 away.")
        run(page)
        expect(page.locator(".figures")).to_contain_text("mine.py:blocking")


@needs_site
def test_endless_loop_is_stopped() -> None:
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        editor(page).fill(ENDLESS)
        page.locator("#run-code").click()
        expect(status(page)).to_have_text("It is running.")
        page.locator("#run-code").click()
        expect(status(page)).to_have_text("Stopped.")
        page.get_by_label("Ends after").select_option("5")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(status(page)).to_have_text("It was stopped after 5 seconds. Does a loop never end?")
        choose(page, "search/bfs.py")
        run(page)  # in another worker


@needs_site
def test_errors_point_to_their_line() -> None:
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        for old, new, line, words in (
            ("nodes.generate()", "nodes.generat()", "generat()", "AttributeError"),
            ("nodes.generat()", "nodes.generate(", "generate(", "SyntaxError"),
        ):
            change(page, old, new)
            number = next(n for n, each in enumerate(editor(page).input_value().split("\n"), 1) if line in each)
            page.locator("#run-code").click()
            expect(status(page)).to_contain_text(re.compile(rf"Line {number}: {words}: "))
            expect(page.locator(".line-mark")).to_be_visible()
            expect(editor(page)).to_have_attribute("aria-invalid", "true")
            mark, sheet = page.locator(".line-mark").bounding_box(), page.locator(".sheet").bounding_box()
            assert mark is not None
            assert sheet is not None
            assert sheet["y"] <= mark["y"] <= sheet["y"] + sheet["height"] - mark["height"]
        page.get_by_role("button", name="Go to the line").click()
        chosen = page.evaluate("() => { const at = document.activeElement;"
                               " return at.value.slice(at.selectionStart, at.selectionEnd); }")  # fmt: skip
        assert chosen.strip() == "nodes.generate("
        page.keyboard.type("x")
        expect(page.locator(".line-mark")).to_be_hidden()


@needs_site
def test_code_is_saved_and_imported_and_kept_here(tmp_path: Path) -> None:
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        mine = 'def astar(start):\n    raise ValueError("ran")\n'
        editor(page).fill(mine)
        with page.expect_download() as got:
            page.get_by_role("button", name="Save as a file").click()
        assert got.value.suggested_filename == "astar.py"
        assert got.value.path().read_text(encoding="utf-8") == mine
        page.get_by_role("button", name="Start again").click()
        page.locator("input[type=file]").set_input_files(got.value.path())
        expect(status(page)).to_contain_text("Nothing of it has run yet")
        assert editor(page).input_value() == mine
        page = visit.load(f"/code/{id_of('tiles')}")
        assert editor(page).input_value() == mine
        page.wait_for_timeout(100)
        assert "ran" not in page.locator(".write").inner_text(), "it ran without a press of Run"
        assert page.url.endswith(f"#/code/{id_of('tiles')}")
        page.locator("#top [data-act=share]").click()
        assert "ValueError" not in page.locator("dialog").inner_html()


@needs_site
def test_link_carries_no_code() -> None:
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}?text=print(1)&code=print(1)&from=search/bfs.py&run=1")
        assert "def astar" in editor(page).input_value()
        assert "print" not in editor(page).input_value()
        page.wait_for_timeout(200)
        expect(status(page)).to_have_text("")
        expect(page.locator("#run-code")).to_have_text("Run")


@needs_site
def test_keyboard_is_not_trapped_and_undo_is_the_browsers() -> None:
    with visit_site() as visit:
        page = visit.load(f"/lab/{id_of(BOARD)}")
        page.get_by_role("link", name="Write your own search").click()
        page.wait_for_url(re.compile("#/code/"))
        ready(page)
        editor(page).focus()
        start = editor(page).input_value()
        page.keyboard.press("Control+Home")
        page.keyboard.type("if x:")
        page.keyboard.press("Enter")
        page.keyboard.type("y")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("z")
        assert editor(page).input_value() == f"if x:\n    y\n        z{start}"
        page.keyboard.press("Shift+Tab")
        assert editor(page).input_value() == f"if x:\n    y\n    z{start}"
        for _ in range(20):
            page.keyboard.press("Control+z")
        assert editor(page).input_value() == start
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.id") == "run-code"


@needs_site
def test_code_cannot_leave_its_worker() -> None:
    names = ["caches", "indexedDB", "fetch", "XMLHttpRequest", "BroadcastChannel", "Worker", "WebSocket"]
    text = f"import js\n\n\ndef astar(start):\n    print([n for n in {names} if hasattr(js, n)])\n"
    with visit_site() as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        editor(page).fill(text)
        run(page)
        expect(page.locator(".printed pre")).to_have_text("[]")


@pytest.mark.parametrize(("locale", "words"), [("es-ES", "Tu propia búsqueda"), ("fr-FR", "Votre propre recherche")])
@needs_site
def test_code_view_fits_a_phone_in_other_languages(locale: str, words: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with visit_site(locale=locale, **phone) as visit:
        page = visit.load(f"/code/{id_of(BOARD)}")
        page.locator("#run-code").click()
        expect(page.locator(".figures table")).to_be_visible()
        expect(page.locator("h1")).to_have_text(words)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        examine(page, locale)


def test_server_has_no_code_view() -> None:
    with Visit() as visit:
        page = visit.open("/code")
        expect(page.locator("h1")).to_have_text("No code runs here.")
        expect(page.locator("#top nav")).not_to_contain_text("Code")
