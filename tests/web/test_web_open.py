"""Open reads ids, links and every format that we write; titles stay; errors are clear."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect
from web_browser import Visit
from web_levels import TEXTS, id_of
from web_server import address

from unjam.families import FAMILIES, family
from unjam.formats.position_id import decode, encode


def paste(page: Page, text: str) -> None:
    page.get_by_label("Level text").fill(text)
    page.get_by_role("button", name="Open it").click()


def test_id_opens_its_level() -> None:
    with Visit() as visit:
        for name in FAMILIES:
            page = visit.open("/open")
            paste(page, f"  {id_of(name)}\n")
            page.wait_for_url(f"**/play/{id_of(name)}")


LINKS = (
    "http://127.0.0.1:8080/play/{id}",
    "https://puzzles.example.org/watch/{id}",
    "https://example.org/games/unjam/lab/{id}?search=bfs#top",
    "http://[::1]:9/draw/{id}",
)


def test_link_of_any_server_opens_here() -> None:
    id = id_of("sokoban")
    with Visit() as visit:
        for link in LINKS:
            page = visit.open("/")
            page.evaluate("text => navigator.clipboard.writeText(text)", link.format(id=id))
            page.keyboard.press("Control+v")
            page.wait_for_url(f"{visit.address}/play/{id}")


@pytest.mark.parametrize("name", FAMILIES)
def test_every_written_format_is_read(name: str) -> None:
    id = id_of(name)
    texts = httpx.get(f"{address()}/api/v1/positions/{id}/text", timeout=60).json()
    assert texts
    for form, text in texts.items():
        (level,) = httpx.post(f"{address()}/api/v1/levels", json={"text": text}, timeout=60).json()["levels"]
        pieces = sorted(piece.cells for piece in decode(id).scene().pieces)
        again = decode(level["id"])  # some formats number the pieces anew
        assert (again.family, sorted(piece.cells for piece in again.scene().pieces)) == (name, pieces), form


def test_single_level_keeps_its_title() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        paste(page, f"{TEXTS['sokoban']}\nTitle: Over the Hill\n")
        for _ in range(2):
            expect(page.locator("h1")).to_have_text("Over the Hill")
            page.reload()


def test_level_of_a_pasted_collection_links_back() -> None:
    many = "\n\n".join(f"{TEXTS['sokoban']}\nTitle: {name}" for name in ("One", "Two"))
    other = "########\n#@  $ .#\n########\nTitle: Three"
    with Visit() as visit:
        page = visit.open("/open")
        paste(page, f"{many}\n\n{other}")
        page.locator(".level-grid .level-card").nth(2).dblclick()
        expect(page.locator("h1")).to_have_text("Three")
        page.reload()
        page.get_by_role("link", name="Pasted levels, 3 of 3").click()
        expect(page.locator(".level-grid .level-card")).to_have_count(3)


def test_text_that_is_no_level_is_explained() -> None:
    with Visit() as visit:
        for text in ("hello there, is this a level?", "{}", "1nosuchid", "<html><body>x</body></html>"):
            page = visit.open("/open")
            paste(page, text)
            status = page.locator(".paste [role=status]")
            expect(status).to_contain_text("This is not a level of any puzzle we know.")
            expect(status).not_to_contain_text("--")
            assert page.url.endswith("/open")


def test_link_without_a_level_is_explained() -> None:
    with Visit() as visit:
        page = visit.open("/open")
        paste(page, "https://example.org/play/1nonsense")
        expect(page.locator(".paste [role=status]")).to_have_text("This link does not contain a readable level.")


def test_faulty_level_can_be_fixed() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.evaluate("text => navigator.clipboard.writeText(text)", "########\n#@ $  .#\n#   @  #\n########")
        page.keyboard.press("Control+v")
        dialog = page.locator("dialog")
        expect(dialog).to_be_visible()
        expect(dialog).not_to_contain_text("--")
        dialog.get_by_role("link", name="Fix in Draw").click()
        expect(page.get_by_label("Level text, updated as you draw")).to_have_value(
            "########\n#@ $  .#\n#   @  #\n########"
        )


def test_local_link_offers_id_and_text_instead() -> None:
    id = id_of("rushhour")
    with Visit() as visit:
        page = visit.open(f"/play/{id}")
        page.get_by_role("link", name="Copy link").click()
        expect(page.locator(".below")).to_contain_text("Only this computer can open it.")
        page.get_by_role("button", name="Id and text").click()
        dialog = page.locator("dialog")
        expect(dialog).to_contain_text("Only this computer can open the link.")
        dialog.get_by_role("button", name="Copy id").click()
        expect(dialog).to_contain_text("Id copied.")
        assert page.evaluate("() => navigator.clipboard.readText()") == id
        dialog.get_by_role("button", name="Copy text").click()
        expect(dialog).to_contain_text("Text copied.")
        text = page.evaluate("() => navigator.clipboard.readText()")
        assert encode(family("rushhour").parse(text)) == id
