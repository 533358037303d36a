"""Progress of every level: the fewest moves, whether that is the optimum, whether hints were used, the moves."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from web_browser import Visit, center, drag, hint, played
from web_levels import TEXTS, id_of
from web_server import address

from unjam.families import FAMILIES
from unjam.formats.position_id import decode, encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve

OURS = tuple(FAMILIES)
BEST = "id => JSON.parse(localStorage.getItem('unjam.best.' + id))"


def best_of(page: Page, id: str) -> Any:
    return page.evaluate(BEST, id)


def stored_best(page: Page, id: str) -> Any:
    """Return the stored progress once the server has written the moves as notation."""
    page.wait_for_function(f"id => ({BEST})(id)?.notation", arg=id)
    return best_of(page, id)


# -- moves written down and read out


@pytest.mark.parametrize("name", OURS)
def test_moves_are_written_and_read_as_notation(name: str) -> None:
    id = id_of(name)
    puzzle = decode(id)
    moves, ids = solve(puzzle).moves, []
    for move in moves:
        puzzle = puzzle.play(move)
        ids.append(encode(puzzle))
    with httpx.Client(base_url=f"{address()}/api/v1/positions/{id}", timeout=180) as client:
        written = client.post("/line", json={"ids": ids}).json()
        start = decode(id)
        assert start.from_notation(written["notation"]) == moves
        cost = sum(c for c in [1] * len(moves))
        assert (written["cost"], written["solved"]) == (cost, True)
        replay = client.post("/replay", json={"notation": written["notation"]}).json()
        assert [step["id"] for step in replay["steps"]] == ids
        assert (replay["cost"], replay["solved"]) == (cost, True)
        assert len(replay["words"]) == len(replay["costs"]) == len(replay["moves"]) == len(moves)


def test_sokoban_uses_lurd() -> None:
    id = id_of("sokoban")
    solution = solve(decode(id))
    puzzle, ids = decode(id), []
    for move in solution.moves:
        puzzle = puzzle.play(move)
        ids.append(encode(puzzle))
    written = httpx.post(f"{address()}/api/v1/positions/{id}/line", json={"ids": ids}, timeout=180).json()
    assert set(written["notation"]) <= set("lurdLURD")
    assert written["notation"].endswith("R")


def test_packing_game_is_written_without_detours() -> None:
    from unjam.families.packing import Packing

    start = Packing.parse(TEXTS["packing"])
    away = start.play("Verde@0,2")
    end = start.after(solve(start).moves).lock()
    ids = [encode(each) for each in (away, away.take_back("Verde"), end)]
    written = httpx.post(f"{address()}/api/v1/positions/{encode(start)}/line", json={"ids": ids}, timeout=180).json()
    assert start.from_notation(written["notation"]) == solve(start).moves
    assert written["solved"]


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("line", {"ids": [id_of("tiles")]}, 409),
        ("line", {"ids": ["nonsense"]}, 404),
        ("line", {"ids": []}, 422),
        ("replay", {"notation": "Z+9"}, 409),
        ("replay", {"notation": ""}, 422),
        ("replay", {}, 422),
    ],
)
def test_invalid_moves_are_rejected_with_a_message(what: str, body: dict[str, Any], status: int) -> None:
    answer = httpx.post(f"{address()}/api/v1/positions/{id_of('rushhour')}/{what}", json=body, timeout=180)
    assert answer.status_code == status
    assert answer.json()["error"]


# -- what the page keeps


def test_optimal_solution_keeps_moves_and_mark() -> None:
    level = bundled("rushhour")[0]
    puzzle = as_puzzle(level.name)
    id = encode(puzzle)
    with Visit() as visit:
        page = visit.open(f"/play/{id}")
        position = puzzle
        for n, move in enumerate(solve(puzzle).moves, 1):
            cell = next(p.cells[0] for p in position.scene().pieces if p.id == move.piece)
            drag(page, center(page, cell), center(page, move.to))
            played(page, n)
            position = position.play(move)
        best = stored_best(page, id)
        assert (best["cost"], best["fewest"], best["hints"]) == (level.cost, level.cost, 0)
        assert position.is_solved()
        assert puzzle.from_notation(best["notation"]) == solve(puzzle).moves
        visit.open("/")
        link = page.locator(f'a.level-card[href="/play/{id}"]')
        expect(link).to_have_attribute("aria-label", f"{level.title}, {level.cost} moves, solved optimally")
        expect(link.locator(".status-icon.fewest")).to_have_count(1)
        expect(link.locator(".caption")).to_have_text(str(level.cost))


def test_solution_without_hints_beats_one_with_hints() -> None:
    id = id_of("rushhour")
    with Visit() as visit:
        page = visit.open(f"/play/{id}")
        while "lit" not in (page.locator(".board").get_attribute("class") or ""):
            hint(page)
            page.wait_for_function("() => !document.querySelector('.board .hint')")
        with_hints = stored_best(page, id)
        assert with_hints["hints"] == with_hints["cost"], "one for each move hinted at, whatever presses it took"
        page.keyboard.press("Home")
        expect(page.locator("#count-moves")).to_have_text("0")
        puzzle = decode(id)
        for n, move in enumerate(solve(puzzle).moves, 1):
            cell = next(p.cells[0] for p in puzzle.scene().pieces if p.id == move.piece)
            drag(page, center(page, cell), center(page, move.to))
            played(page, n)
            puzzle = puzzle.play(move)
        page.wait_for_function(f"id => ({BEST})(id).hints === 0", arg=id)


def test_restarted_game_keeps_its_hints() -> None:
    id = id_of("rushhour")
    game = f"() => JSON.parse(localStorage.getItem('unjam.game.{id}'))"
    with Visit() as visit:
        page = visit.open(f"/play/{id}")
        hint(page)
        page.keyboard.press("Home")
        expect(page.locator("#count-moves")).to_have_text("0")
        assert page.evaluate(game)["hints"] == 1
        page.reload()
        page.get_by_label("Redo").click()
        played(page, 1)
        assert page.evaluate(game)["hints"] == 1


def test_every_state_has_a_shape_and_words() -> None:
    levels = bundled("rushhour")[:5]
    ids = [encode(as_puzzle(level.name)) for level in levels]
    best = {"hints": 0, "when": 1, "family": "rushhour"}
    entry = {"id": ids[1], "costs": {"moves": 1}}
    game = {"start": ids[1], "title": "", "family": "rushhour", "entries": [entry, entry], "at": 1, "won": False}
    keep = {
        f"unjam.game.{ids[1]}": game,
        f"unjam.best.{ids[2]}": {**best, "cost": levels[2].cost + 4},
        f"unjam.best.{ids[3]}": {**best, "cost": levels[3].cost},
        f"unjam.best.{ids[4]}": {**best, "cost": levels[4].cost + 2, "hints": 1},
    }
    captions = ["not played", "started", f"solved in {levels[2].cost + 4} moves", "solved optimally", "with hints"]
    shapes: set[str] = set()
    with Visit() as visit:
        page = visit.open("/open")
        page.evaluate(
            "all => Object.entries(all).forEach(([k, v]) => localStorage.setItem(k, JSON.stringify(v)))", keep
        )
        visit.open("/")
        for n, (id, words) in enumerate(zip(ids, captions, strict=True)):
            link = page.locator(f'a.level-card[href="/play/{id}"]')
            assert (link.get_attribute("aria-label") or "").endswith(words)
            shape = link.locator(".caption").evaluate("el => el.querySelector('.status-icon')?.innerHTML ?? ''")
            assert bool(shape) == bool(n)
            shapes.add(shape)
            text = (link.locator(".caption").text_content() or "").strip()
            before = {2: f"{levels[n].cost + 4}/ ", 4: f"{levels[n].cost + 2}/ "}
            assert text == f"{before.get(n, '')}{levels[n].cost}"
            if n:  # a badge on the corner of the thumbnail, large enough to be seen
                mini, badge = (link.locator(name).bounding_box() for name in (".mini", ".status-icon"))
                assert mini
                assert badge
                assert badge["width"] >= 20
                assert mini["x"] + mini["width"] / 2 < badge["x"]
                assert badge["y"] < mini["y"] + mini["height"] / 4
        hand_made = [level.title for level in bundled("rushhour") if level.level is None]
        assert page.locator(".tier.rest .level-card small").all_inner_texts() == hand_made
    assert len(shapes) == 5
