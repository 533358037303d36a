"""Since when a game is lost: what the API answers, what the page says and marks, and taking back all of it at once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect
from web_browser import Visit, played
from web_levels import TEXTS, id_of
from web_server import address

from unjam.core.message import Message
from unjam.families.packing import Packing
from unjam.formats.position_id import encode
from unjam.solving.game import Game

ALONG_THE_WALL = "ddrulurrr"
"""Pushes the box of the test level to a wall without a goal in move 4, and then three times along the wall."""
KEYS = {"u": "ArrowUp", "d": "ArrowDown", "l": "ArrowLeft", "r": "ArrowRight"}
WORDS = {
    "en": ("Lost since move 4.", "Back to move 3"),
    "es": ("Partida perdida desde el movimiento 4.", "Volver al movimiento 3"),
    "fr": ("Partie perdue depuis le coup 4.", "Revenir au coup 3"),
}


def loss_of(id: str, ids: Sequence[str]) -> dict[str, Any] | None:
    """Return the data of the last event of the answer."""
    answer = httpx.post(f"{address()}/api/v1/positions/{id}/loss", json={"ids": ids}, timeout=120)
    assert answer.status_code == 200, answer.text
    last = answer.text.strip().split("\n\n")[-1].split("\n")
    assert last[0] == "event: done", last
    data: dict[str, Any] | None = json.loads(last[1].removeprefix("data: "))
    return data


def game_ids(level: str, moves: str) -> tuple[str, list[str]]:
    start, *rest = Game(level).play(moves).positions
    return encode(start), [encode(position) for position in rest]


def test_api_answers_as_the_game_does() -> None:
    game = Game(TEXTS["sokoban"]).play(ALONG_THE_WALL)
    start, *rest = [encode(position) for position in game.positions]
    loss, expected = loss_of(start, rest), game.lost_since()
    assert loss is not None
    assert expected is not None
    assert (loss["since"], loss["exact"]) == (expected.since, expected.exact) == (4, True)
    assert [tuple(cell) for cell in loss["why"]["cells"]] == list(expected.why.cells)
    assert Message.from_json(loss["why"]["message"]) == expected.why.message
    assert loss_of(start, rest[:3]) is None


def test_api_refuses_what_is_no_game() -> None:
    start, ids = game_ids(TEXTS["sokoban"], "dd")
    path = f"{address()}/api/v1/positions/{start}/loss"
    assert "event: failed" in httpx.post(path, json={"ids": ids[1:]}).text
    assert httpx.post(path, json={"ids": []}).status_code == 422
    assert httpx.post(f"{address()}/api/v1/positions/nonsense/loss", json={"ids": ids}).status_code == 404


def test_piece_that_can_be_taken_off_loses_nothing() -> None:
    level = Packing.parse("board 3 1\nDash 2x1\nDot 1x1\n")
    there = level.play(level.parse_move("Dot@1,0"))
    assert there.dead() is not None
    assert loss_of(encode(level), [encode(there)]) is None
    assert Game(level).play(level.parse_move("Dot@1,0")).lost_since() is None
    locked = loss_of(encode(there.lock()), [encode(there.lock())])
    assert locked is not None
    assert locked["since"] == 0


def lose(page: Page, moves: str = ALONG_THE_WALL) -> None:
    for n, letter in enumerate(moves, 1):
        page.keyboard.press(KEYS[letter])
        played(page, n)


@pytest.mark.parametrize("lang", WORDS)
def test_page_says_since_when_and_takes_all_of_it_back_at_once(lang: str) -> None:
    words, back = WORDS[lang]
    with Visit(locale=lang) as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        lose(page)
        expect(page.locator(".below")).to_contain_text(words)
        mark = page.locator(".mark.lost")
        expect(mark).to_have_count(1)
        place = "el => ['--y', '--x'].map(name => Number(el.style.getPropertyValue(name)))"
        assert mark.evaluate(place) == [1, 2], "where the box was lost, not where it is"
        button = page.locator("#main-button")
        expect(button).to_have_text(back)
        button.click()
        expect(page.locator("#count-moves")).to_have_text("3")
        expect(page.locator("#count-pushes")).to_have_text("0")
        expect(mark).to_have_count(0)
        expect(page.locator(".below .warn")).to_have_count(0)
        page.keyboard.press("Control+y")
        expect(page.locator(".below")).to_contain_text(words)


def hide_dead_end(route: Route) -> None:
    """Answer as if the position after a move were not known to be a dead end."""
    answer = route.fetch()
    played = answer.json()
    played["position"]["dead"] = None
    route.fulfill(response=answer, json=played)


def test_search_without_a_solution_says_since_when() -> None:
    with Visit() as visit:
        page = visit.open(f"/play/{id_of('sokoban')}")
        page.route("**/moves", hide_dead_end)
        lose(page)
        button = page.locator("#main-button")
        expect(button).to_have_text("Hint")
        button.click()
        expect(page.locator(".below")).to_contain_text("Lost since move 4.")
        expect(page.locator(".mark.lost")).to_have_count(1)
        expect(button).to_have_text("Back to move 3")
        button.click()
        expect(page.locator("#count-moves")).to_have_text("3")
        expect(button).to_have_text("Hint")
