"""Wins as the page saves them, games that lack their last move, and how to win one by hand."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page
from web_browser import Visit, center, drag

from unjam.formats.position_id import decode, encode
from unjam.solving.solve import solve

STORE = "all => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))"
WINS = "() => JSON.parse(localStorage.getItem('unjam.wins') ?? '[]')"


def win(n: int = 0, **values: Any) -> dict[str, Any]:
    """Return a win as the page saves it; ``n`` tells them apart, a smaller one is newer."""
    at = 1_790_000_000_000 - n * 60_000
    return {
        **{"id": f"level{n}", "family": "rushhour", "title": f"Level {n}", "difficulty": "beginner"},
        **{"expected": 60, "moves": 10, "best": 10, "seconds": 30, "hints": 0, "lost": 0, "date": None},
        **{"begun": at - 30_000, "at": at, "day": "2026-11-01"},
        **values,
    }


def almost_won(page: Page, id: str, **more: Any) -> Any:
    """Save a game that lacks its last move; return that move and the position before it."""
    position, entries = decode(id), [{"id": id}]
    *moves, last = solve(position).moves
    for move in moves:
        position = position.play(move)
        entries.append({"id": encode(position), "costs": {"moves": 1}})  # type: ignore[dict-item]
    game = {"start": id, "title": "", "family": position.family, "entries": entries, "at": len(moves), "won": False}
    page.evaluate(STORE, {f"unjam.game.{id}": {**game, **more}})
    return last, position


def finish(visit: Visit, id: str, **more: Any) -> None:
    """Win a Rush Hour level with one move."""
    last, position = almost_won(visit.page, id, **more)
    page = visit.load(f"/play/{id}")
    cell = next(piece.cells[0] for piece in position.scene().pieces if piece.id == last.piece)
    drag(page, center(page, cell), center(page, last.to))
    page.locator(".board.lit").wait_for()
