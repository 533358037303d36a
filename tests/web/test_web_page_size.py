"""The size of the page: scripts, styles and markup as sent, compressed."""

from __future__ import annotations

import re

from playwright.sync_api import Page
from web_browser import Visit
from web_levels import KINDS, id_of

from unjam.web.http.bundle import REGISTRY, strip_comments, strip_types
from unjam.web.http.static_files import IN_BROWSER, SERVICE_WORKER, STATIC, PageFiles

FIRST_VIEW, EVERYTHING = 75_000, 200_000
OWN = (".js", ".css")
CODE_STYLE = "style/code.css"
"""Only a page without a server has the Code view."""
FILES = PageFiles()
WEIGHED = """() => performance.getEntries()
    .filter((entry) => entry.entryType === "navigation" || /\\.(js|css)$/.test(entry.name))
    .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"""


def sent(page: Page) -> dict[str, int]:
    """Return the files loaded so far, the document among them, and the bytes of each."""
    sizes: list[tuple[str, int]] = page.evaluate(WEIGHED)
    return {path.removeprefix(f"/static/{FILES.version}/"): size for path, size in sizes}


def test_first_view_is_small() -> None:
    with Visit(fresh=True) as visit:
        page = visit.open("/")
        page.locator(".board .piece").first.wait_for()
        page.locator(".levels .mini").first.wait_for()
        sizes = sent(page)
        assert all(sizes.values())
        assert sum(sizes.values()) <= FIRST_VIEW, (sum(sizes.values()), sizes)
        html = page.content()
        late = [path for path in sizes if path.endswith(".js") and path not in html]
        assert late == [], "the first bundle lacks what the first view needs"


def test_whole_page_is_small_and_every_file_is_used() -> None:
    sizes: dict[str, int] = {}
    with Visit(fresh=True) as visit:
        visit.open("/").evaluate("() => performance.setResourceTimingBufferSize(10_000)")
        for path in [*KINDS, "/library", "/print/sokoban?levels=1", f"/lab/{id_of('rushhour')}"]:
            page = visit.open(path)
            if path.startswith("/shelf"):
                page.get_by_text("My solutions").click()
                page.locator("dialog").wait_for()
            if path.startswith("/watch"):
                page.get_by_role("link", name="How hard is it").click()
                page.locator("dialog").wait_for()
            if path == f"/play/{id_of('rushhour')}":
                page.keyboard.press("d")
                page.keyboard.press("ArrowLeft")  # after the first move, the result of a win is loaded
                page.locator("link[href$='style/win.css']").wait_for(state="attached")
            if path == KINDS[-1]:
                page.locator(".viewport").wait_for(state="attached")  # a vast board loads what brings it closer
            if path.startswith("/lab"):
                page.locator(".save-picture summary").click()
                page.get_by_role("button", name="SVG").click()  # loads what draws pictures
                page.get_by_text("The picture is in your downloads.").wait_for()
                page.locator(".estimates summary").click()
                page.locator(".marked-board").wait_for()
                page.keyboard.press("?")
                page.locator("dialog").wait_for()
            if path == "/":
                page.locator(".my-levels").scroll_into_view_if_needed()
                page.locator(".my-levels .card").first.wait_for()
            page.keyboard.press("Escape")  # closes the dialog
            for file, size in sent(page).items():
                sizes[file] = max(size, sizes.get(file, 0))  # what the browser already had is sent no second time
    document = max(size for path, size in sizes.items() if not path.endswith(OWN))
    own = {path: size for path, size in sizes.items() if path.endswith(OWN)}
    assert all(own.values()), [path for path, size in own.items() if not size]
    assert sum(own.values()) + document <= EVERYTHING, (sum(own.values()) + document, own)
    linked = re.findall(r'href="(style/[^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    on_demand = {f"style/{file.name}" for file in (STATIC / "style").glob("*.css")}.difference(linked, {CODE_STYLE})
    assert set(own) == on_demand | {path for path in FILES.files if path.startswith("bundle/")}
    bundled = {path for paths in FILES.bundles.contents.values() for path in paths}
    scripts = {file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.js")}
    assert bundled == {path for path in scripts if not path.startswith(IN_BROWSER)} - {REGISTRY, SERVICE_WORKER}


def test_scripts_lose_their_types_but_keep_line_numbers() -> None:
    for file in STATIC.rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        sent_, lines = strip_types(text).split("\n"), text.split("\n")
        assert len(sent_) == len(lines)
        assert not [line for line in sent_ if "@param" in line or "@type" in line], file
        for was, now in zip(lines, sent_, strict=True):
            code = was.lstrip()
            removed = code.removeprefix(now)
            is_comment = not removed.strip() or removed.lstrip().startswith("// ")
            assert now == "" or "/**" in was or (code.startswith(now) and is_comment), (file, was)


def test_styles_lose_their_comments_but_keep_line_numbers() -> None:
    for file in STATIC.rglob("*.css"):
        text = file.read_text(encoding="utf-8")
        short, lines = strip_comments(text).split("\n"), text.split("\n")
        assert len(short) == len(lines)
        assert "*/" not in "".join(short), file
        assert all(was.lstrip().startswith(now) for was, now in zip(lines, short, strict=True)), file
