"""The page as plain files: offline, two tabs, workers that die, full storage, hostile texts, and its policy.

UNJAM_SITE_APP names the folder; the newcomer's first hour on it is in ``test_web_journey``.
"""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, Worker, expect
from static_site import APP, needs_site, site_address
from web_browser import MOVES, PATIENCE, Visit, center, drag, hint, ready
from web_levels import LONG, id_of
from web_server import address, fetch_done

from unjam.core.puzzle import Move, Puzzle
from unjam.formats.position_id import decode
from unjam.pictures.gif import gif
from unjam.solving.solve import solve
from unjam.web.api.routes import ROUTES

pytestmark = needs_site
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const files = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) files.push(url);
  return navigator.serviceWorker.controller ? files : [];
}"""
TRY_ALL = """() => setTimeout(async () => {
  const out = {};
  try { new Function("return 1")(); out.code = "ran"; } catch (error) { out.code = error.name; }
  const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(eval('1'))"])));
  out.worker = await new Promise((done) => {
    worker.onmessage = () => done("ran");
    worker.onerror = (event) => { event.preventDefault(); done("refused"); };
  });
  out.fetch = await fetch("ADDRESS", { mode: "no-cors" }).then(() => "sent", () => "refused");
  self.tried = out;
})"""
"""Tries what the policy forbids, outside of the debugger's own call, for which less is forbidden."""
RECORD_WORKERS = """() => {
  const Plain = Worker;
  self.made = [];
  self.Worker = class extends Plain {
    constructor(...given) { super(...given); self.made.push(this); }
  };
}"""
NEW_LEVEL = """async () => {
  const script = document.querySelector("script[type=module]").src;
  const api = (await import(script)).importModule("api.js");
  await api.newLevel("rushhour", { level: "expert", size: "6x6", seed: "1" }, {});
}"""
HOSTILE = [
    "#/play/<script>alert(1)</script>",
    "#/play/%3Cimg%20src=x%20onerror=alert(1)%3E",
    "#/play/%E0%A4%A",
    "#/play/javascript:alert(1)",
    "#//other.example/play/1",
    "#/shelf/__proto__",
    "#/new/constructor/expert/6x6",
    "#/new/rushhour/expert/9999999x9999999/1",
    "#/play/" + "1" * 100_000,
    "#/../../secret",
]
PASTED = (
    "Title: <img src=x onerror=alert(1)>\nAuthor: <script>alert(2)</script>\n#####\n#@$.#\n#####\n\n"
    "Title: {text} ${alert(3)} {{1+1}}\n######\n#@ $.#\n######\n"
)


def server(page: Page) -> Worker:
    """The worker that answers the page's requests."""
    return page.workers[0]


def visit_site(**options: Any) -> Visit:
    return Visit(site=site_address(), **options)


def move(page: Page, puzzle: Puzzle, move: Move) -> None:
    cell = next(piece.cells[0] for piece in puzzle.scene().pieces if piece.id == move.piece)
    drag(page, center(page, cell), center(page, move.to))


def keep(page: Page) -> list[str]:
    """Wait until the page's files are kept in the browser; return their addresses."""
    page.wait_for_function(f"async () => (await ({KEPT})()).length > 20", polling=200)
    files: list[str] = page.evaluate(KEPT)
    return files


def test_constant_answers_are_files_that_the_page_knows() -> None:
    constant = {route.path for route in ROUTES if route.is_constant}
    assert constant == {"/families", "/families/{name}/levels", "/families/{name}/rules"}, (
        "browser/transport.js knows no other"
    )
    stored = sorted(path.relative_to(APP).as_posix().partition("/")[2] for path in APP.glob("*/answers/**/*.gz"))
    assert "answers/families.json.gz" in stored
    assert "answers/families/rushhour/levels.json.gz" in stored


def test_no_file_is_named_from_the_root() -> None:
    html = (APP / "index.html").read_text(encoding="utf-8")
    assert not re.search(r'(?:href|src|data-python)="/', html)
    assert not re.search(r'(?:href|src)="\w+:', html)


def test_first_view_needs_no_python() -> None:
    with visit_site() as visit:
        visit.page.route("**/python/**", lambda route: route.abort())
        page = visit.page
        page.goto(f"{visit.address}/")
        page.locator(".levels .mini").first.wait_for()
        expect(page.locator("h1")).to_have_text("Rush Hour")
        expect(page.locator(".day")).to_contain_text("could not be loaded")
        visit.complaints.clear()  # the browser reports the files that it did not get


def test_second_visit_needs_no_network() -> None:
    with visit_site() as visit:
        page = visit.load("/")
        files = keep(page)
        assert any(file.endswith("pyodide.asm.wasm.gz") for file in files)
        assert any(file.endswith("/memory") for file in files), "the memory of Python is not kept"
        visit.context.set_offline(True)
        visit.another_tab()
        page = visit.load(f"/play/{id_of('rushhour')}")
        hint(page)
        page.locator(".logo").click()
        page.locator("#new-level").click()
        page.wait_for_url("**/play/*")
        ready(page)
        expect(page.locator("#main-button")).to_have_text("Hint")
        for view in ("Watch", "Lab", "Draw"):
            page.locator("#top nav").get_by_text(view, exact=True).click()
            page.wait_for_url(re.compile(f"/{view.lower()}[/?]"))
            ready(page)
        visit.context.set_offline(False)


def test_policy_holds_page_and_workers() -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        hint(page)
        workers = page.workers
        assert len(workers) >= 2, "one that answers, one that searches"
        for place in (page, *workers):
            place.evaluate(TRY_ALL.replace("ADDRESS", address()))
            tried: Any = None
            while not tried:
                tried = place.evaluate("() => self.tried")
                page.wait_for_timeout(50)
            assert tried == {"code": "EvalError", "worker": "refused", "fetch": "refused"}, place.url
        assert any("Content Security Policy" in each for each in visit.complaints)
        visit.complaints.clear()


@pytest.mark.parametrize("link", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_link_opens_nothing(link: str) -> None:
    with visit_site() as visit:
        page = visit.page
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(site_address() + link)
        page.wait_for_selector("#view > :not(.waiting)")
        page.wait_for_timeout(100)
        assert page.evaluate("() => document.querySelectorAll('#view script, #view img').length") == 0
        assert page.evaluate("() => ({}).polluted") is None
        assert page.url.startswith(site_address())
        assert dialogs == []


def test_pasted_levels_are_text() -> None:
    with visit_site() as visit:
        page = visit.load("/open")
        page.locator("textarea").fill(PASTED)
        page.get_by_role("button", name="Open it").click()
        page.wait_for_url("**/shelf/*")
        ready(page)
        expect(page.locator(".level-grid .level-card")).to_have_count(2)
        assert page.evaluate("() => document.querySelectorAll('#view script, #view img').length") == 0
        page.locator(".shelf .go").click()
        page.wait_for_url("**/play/*")
        ready(page)
        expect(page.locator("h1")).to_have_text("<img src=x onerror=alert(1)>")


def test_game_in_two_tabs_is_one() -> None:
    level = id_of("rushhour")
    best = solve(decode(level)).moves[0]
    with visit_site() as visit:
        first, second = visit.page, visit.new_tab()
        for page in (first, second):
            page.goto(f"{visit.address}/play/{level}")
            ready(page)
        move(first, decode(level), best)
        expect(second.locator("#count-moves")).to_have_text("1")
        second.keyboard.press("Home")
        expect(first.locator("#count-moves")).to_have_text("0")


def test_game_is_lost_since_the_move_that_a_server_finds() -> None:
    with visit_site() as visit:
        page = visit.page
        page.goto(f"{visit.address}/play/{id_of('sokoban')}")
        ready(page)
        for n, key in enumerate(("Down", "Down", "Right", "Up", "Left", "Up", "Right"), 1):
            page.keyboard.press(f"Arrow{key}")
            expect(page.locator("#count-moves")).to_have_text(str(n))
        expect(page.locator(".below")).to_contain_text("Lost since move 4.")
        expect(page.locator(".mark.lost")).to_have_count(1)
        button = page.locator("#main-button")
        expect(button).to_have_text("Back to move 3")
        button.click()
        expect(page.locator("#count-moves")).to_have_text("3")


def test_killed_search_is_reported_and_the_next_one_runs() -> None:
    with visit_site() as visit:
        page = visit.load("/")
        server(page).evaluate(RECORD_WORKERS)
        page.goto(f"{visit.address}/watch/{id_of('tiles', LONG)}")
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
        page.locator("#main-button").click()  # called off: that worker is ended, and another one started
        expect(page.locator("h1")).to_have_text("Stopped")
        page.locator("#main-button").click()
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
        server(page).evaluate("() => made.at(-1).terminate()")
        expect(page.locator(".side [role=status]")).to_contain_text("ended")
        page.goto(f"{visit.address}/watch/{id_of('rushhour')}")
        expect(page.locator(".score")).to_be_visible()


def test_search_that_is_called_off_ends_at_once() -> None:
    with visit_site() as visit:
        page = visit.load(f"/watch/{id_of('tiles', LONG)}")
        expect(page.locator(".side [role=status]")).to_contain_text("positions so far")
        closed: list[Worker] = []
        for worker in page.workers[1:]:
            worker.on("close", lambda each: closed.append(each))
        page.locator("#main-button").click()
        expect(page.locator("h1")).to_have_text("Stopped")
        while not closed:
            page.wait_for_timeout(20)
        page.goto(f"{visit.address}/watch/{id_of('rushhour')}")
        expect(page.locator(".score")).to_be_visible()


def test_search_that_took_much_memory_gives_it_back() -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        hint(page)
        server(page).evaluate(RECORD_WORKERS)
        page.evaluate(NEW_LEVEL)
        page.wait_for_timeout(100)
        assert server(page).evaluate("() => made.length") == 0, "not at once: another search may follow"
        while server(page).evaluate("() => made.length") == 0:
            page.wait_for_timeout(100)
        page.goto(f"{visit.address}/watch/{id_of('tiles')}")
        expect(page.locator(".score")).to_be_visible()
        assert server(page).evaluate("() => made.length") == 1, "one that took little memory stays"


def test_server_that_stops_is_reported_and_starts_again() -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        server(page).evaluate("() => void setTimeout(() => { throw new Error('out of memory'); })")
        while page.workers:
            page.wait_for_timeout(20)
        hint(page)
        assert visit.complaints == ["Uncaught Error: out of memory"]
        visit.complaints.clear()


def test_full_storage_costs_only_the_second_visit() -> None:
    with visit_site() as visit:
        session = visit.context.new_cdp_session(visit.page)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(site_address()))
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
        for _ in range(2):
            page = visit.load(f"/play/{id_of('rushhour')}")
            hint(page)
        page.wait_for_timeout(1000)
        visit.complaints.clear()


def test_browser_without_webassembly_is_told_so() -> None:
    with visit_site() as visit:
        visit.page.add_init_script("delete globalThis.WebAssembly")
        page = visit.page
        page.goto(f"{visit.address}/play/{id_of('rushhour')}")
        expect(page.locator("#view")).to_contain_text("WebAssembly")
        page.goto(f"{visit.address}/")
        page.locator(".levels .mini").first.wait_for()
        expect(page.locator(".day")).to_contain_text("WebAssembly")


def test_tab_in_the_background_begins_nothing() -> None:
    hidden = "Object.defineProperty(Document.prototype, 'hidden', { get: () => !window.isShown })"
    with visit_site() as visit:
        visit.page.add_init_script(hidden)
        page = visit.page
        page.goto(f"{visit.address}/")
        page.locator(".levels .mini").first.wait_for()
        page.wait_for_timeout(500)
        assert page.workers == []
        page.evaluate("() => { window.isShown = true; document.dispatchEvent(new Event('visibilitychange')); }")
        expect(page.locator(".day [data-id]").first).to_be_visible()


def test_link_opens_on_a_server_too() -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        page.locator("#top [data-act=share]").click()
        page.locator("dialog").get_by_role("button", name="Copy link").click()
        expect(page.locator("dialog")).to_contain_text("Link copied.")
        link: str = page.evaluate("() => navigator.clipboard.readText()")
        assert link == f"{visit.address}/play/{id_of('rushhour')}"
    with Visit() as visit:
        page = visit.load("/" + link.removeprefix(site_address()))
        expect(page.locator("#main-button")).to_have_text("Hint")
        assert page.url == f"{visit.address}/play/{id_of('rushhour')}"


@pytest.mark.parametrize("family", ["rushhour", "tiles", "blocks", "sokoban", "packing"])
def test_level_of_the_day_is_that_of_a_server(family: str) -> None:
    today = date.today().isoformat()
    with httpx.Client(base_url=f"{address()}/api/v1", timeout=PATIENCE / 1000) as client:
        at_home = fetch_done(client, f"/families/{family}/day?date={today}")
    with visit_site() as visit:
        page = visit.load("/" if family == "rushhour" else f"/puzzles/{family}")
        page.locator(".day a.btn").click()
        page.wait_for_url("**/play/*")
        assert page.url.rpartition("/")[2] == at_home["id"]


def test_calendar_opens_the_levels_of_a_server() -> None:
    with visit_site() as visit, httpx.Client(base_url=f"{address()}/api/v1/", timeout=PATIENCE / 1000) as client:
        page = visit.load("/calendar/blocks?month=2026-09")
        page.get_by_role("link", name=re.compile("^14 September")).click()
        expect(page.locator("h1")).to_contain_text("14 September")
        day = fetch_done(client, "families/blocks/day?date=2026-09-14")
        assert page.url.endswith(f"#/play/{day['id']}")
        page = visit.load("/statistics")
        expect(page.locator("h1")).to_have_text("Statistics")


def test_pictures_are_made_in_the_browser(tmp_path: Path) -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        page.locator("#top [data-act=share]").click()
        for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
            with page.expect_download() as got:
                page.locator("dialog a.option[href^=blob]").get_by_text(kind).click()
            assert got.value.path().read_bytes().startswith(start)
            assert got.value.suggested_filename == f"unjam-rushhour.{kind.lower()}"


def test_animation_glides_as_a_server_draws_it() -> None:
    level = id_of("rushhour")
    puzzle = decode(level)
    scenes = [puzzle.scene()]
    for best in solve(puzzle).moves:
        puzzle = puzzle.play(best)
        scenes.append(puzzle.scene())
    with visit_site() as visit:
        page = visit.load(f"/play/{level}")
        page.locator("#top [data-act=share]").click()
        with page.expect_download() as got:
            page.get_by_role("button", name="GIF").click()
        film: Any = Image.open(BytesIO(got.value.path().read_bytes()))
        expected: Any = Image.open(BytesIO(gif(scenes)))
        assert (film.format, film.size, film.n_frames) == ("GIF", expected.size, expected.n_frames)
        for k in range(film.n_frames):
            film.seek(k)
            expected.seek(k)
            assert film.info["duration"] == expected.info["duration"], k
            difference = ImageStat.Stat(ImageChops.difference(film.convert("RGB"), expected.convert("RGB")))
            assert max(difference.mean) < 3, k


@pytest.mark.parametrize(("locale", "words"), [("es-ES", "Nivel del día"), ("fr-FR", "Niveau du jour")])
def test_page_speaks(locale: str, words: str) -> None:
    with visit_site(locale=locale) as visit:
        page = visit.load("/")
        expect(page.locator(".day")).to_contain_text(words)


def test_moves_are_counted_in_the_game_of_this_browser() -> None:
    with visit_site() as visit:
        page = visit.load(f"/play/{id_of('rushhour')}")
        hint(page)
        page.reload()
        ready(page)
        assert page.evaluate(f"() => {MOVES}") == 1
