"""A server that stops in the middle of a game and starts again: the board stays, and the game goes on."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import Page, expect
from web_browser import Visit, played
from web_levels import id_of

from unjam.web.server import open_listener

SERVE = """import sys
from unjam.web.server import ServerOptions, serve
serve(ServerOptions(port=int(sys.argv[1]), ahead=False, workers=1))"""
KEPT = """async () => Boolean(await (await caches.open("unjam-page")).match("/"))
    && navigator.serviceWorker.controller !== null"""
"""Would the browser open the page without the server?"""


def free_port() -> int:
    with contextlib.closing(open_listener("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def started(port: int) -> Iterator[str]:
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(port)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def count(page: Page, n: int) -> None:
    expect(page.locator("#count-moves")).to_have_text(str(n))


def move(page: Page, letter: str, arrow: str) -> None:
    page.keyboard.press(letter)
    page.keyboard.press(f"Arrow{arrow}")


def expect_board(page: Page, column: int) -> None:
    """The board of the game is shown, with car D in that column."""
    expect(page.locator("#view [data-id=D]")).to_have_attribute("data-x", str(column))


def test_game_goes_on_when_the_server_is_back() -> None:
    port, id = free_port(), id_of("rushhour")
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(contextlib.ExitStack())
        address = server.enter_context(started(port))
        visit = stack.enter_context(Visit(server=address, fresh=True, service_workers="allow"))
        page = visit.load(f"/play/{id}")
        below = page.locator(".below")
        move(page, "d", "Left")
        played(page, 1)
        expect_board(page, 2)
        page.wait_for_function(KEPT)

        server.close()
        move(page, "b", "Down")
        expect(below).to_contain_text("unjam is not responding. Your game is saved")
        count(page, 1)
        page.keyboard.press("Home")  # what has been shown needs no server
        count(page, 0)
        page.keyboard.press("Control+y")
        count(page, 1)

        page.locator("#top nav").get_by_text("Watch").click()  # its script was never loaded
        expect(page.locator(".bad-link")).to_contain_text("unjam is not responding. This opens as soon as it answers.")
        expect_board(page, 2)
        page.locator("#top nav").get_by_text("Play", exact=True).click()
        count(page, 1)
        expect(below).to_contain_text("unjam is not responding")
        page.reload()
        count(page, 1)
        expect_board(page, 2)
        expect(below).to_contain_text("unjam is not responding")

        server.enter_context(started(port))
        expect(below).not_to_contain_text("unjam is not responding")
        move(page, "d", "Right")
        count(page, 0)
        page.locator("#top nav").get_by_text("Watch").click()
        expect(page.locator(".score")).to_be_visible()
        visit.complaints.clear()  # the browser names every request that nobody answered


def test_view_opens_by_itself_when_the_server_is_back() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.locator("#main-button").wait_for()
        page.route("**/api/**", lambda route: route.abort())
        page.locator("#top nav").get_by_text("Watch").click()
        expect(page.locator(".bad-link")).to_contain_text("unjam is not responding")
        expect(page.locator("#view .board")).to_be_visible()
        page.unroute_all()
        expect(page.locator(".score")).to_be_visible()
        visit.complaints.clear()


def test_answer_of_a_proxy_without_its_server_counts_as_none() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")
        page.locator("#main-button").wait_for()
        page.route("**/api/**", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        move(page, "a", "Right")
        expect(page.locator(".below")).to_contain_text("unjam is not responding")
        page.unroute_all()
        expect(page.locator(".below")).not_to_contain_text("unjam is not responding")
        visit.complaints.clear()
