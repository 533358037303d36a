"""The notebook board: a playable game as an anywidget (extra ``notebook``).

It uses the page's board, bundled by ``tools/bundle_widget.py``; the rules run in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ... import locale
from ...core.limits import Limits
from ...core.puzzle import Message, Move, Puzzle, UnjamError, plural
from ...formats.read import PuzzleLike, as_puzzle
from ...solving.game import Game
from ...solving.solve import solve
from ...web.presenters.families import describe_family
from ...web.presenters.positions import list_destinations, show_scene
from ...web.wire.encoding import plain
from . import DEFAULT_SECONDS

HERE = Path(__file__).parent


class Widget(anywidget.AnyWidget):
    """A playable board; ``position`` is the text of the current position, ``moves`` the moves so far in notation.

    Both can be read, observed and set from Python. Setting ``position`` shows that board; setting ``moves`` plays them
    from the start.
    """

    _esm = HERE / "widget.js"

    position = traitlets.Unicode().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    solved = traitlets.Bool(False).tag(sync=True)
    _family = traitlets.Dict().tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    def __init__(self, puzzle: PuzzleLike, *, lang: str | None = None, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__()
        start = as_puzzle(puzzle)
        self.lang, self.limits = lang or locale.of_environment(), Limits(seconds)
        self._message: Message | None = None
        self._hint_move: Move | None = None
        self._film: list[dict[str, Any]] = []
        self._answers = 0
        self._is_updating = False
        self.game = Game(start)
        self._family = self._words(plain(describe_family(type(start))))
        self.on_msg(self._handle)
        self._show()

    # -- from Python

    @traitlets.validate("position")
    def _parse_position(self, proposal: Any) -> str:
        return as_puzzle(proposal["value"]).storage_text()

    @traitlets.observe("position")
    def _show_position(self, change: Any) -> None:
        if self._is_updating:
            return
        now = as_puzzle(change["new"])
        known = [*self.game.positions]
        if now in known:
            self.game.go(known.index(now))
        else:
            self.game = Game(now)
        self._show()

    @traitlets.validate("moves")
    def _check_moves(self, proposal: Any) -> list[str]:
        notations = [str(each) for each in proposal["value"]]
        Game(self.game.start).play(*notations)  # an illegal move raises, and nothing changes
        return notations

    @traitlets.observe("moves")
    def _replay_moves(self, change: Any) -> None:
        if not self._is_updating:
            self.game = Game(self.game.start).play(*change["new"])
            self._show()

    # -- from the board

    def _handle(self, _: Any, content: dict[str, Any], buffers: Any) -> None:
        self._message = self._hint_move = None
        self._film, self._answers = [], self._answers + 1
        actions: dict[str, Callable[[], object]] = {
            "move": lambda: self._play(content["moves"]),
            "undo": self.game.undo,
            "redo": self.game.redo,
            "restart": self.game.restart,
            "hint": self._hint,
            "watch": self._watch,
        }
        try:
            actions.get(content.get("act", ""), self._refuse)()
        except UnjamError as error:
            self._message = error.message
        self._show()
        if self._film:
            self.send({"film": self._film})

    def _refuse(self) -> None:
        self._message = Message("that cannot be done here")

    def _play(self, moves: list[dict[str, Any]]) -> None:
        self.game.play(*(Move(each["piece"], tuple(each["to"]), each.get("turn", 0)) for each in moves))

    def _hint(self) -> None:
        move = self.game.hint(self.limits)
        if move is None:
            self._message = Message("no hint was found in time")
            return
        self._message, self._hint_move = self.game.position.words(move), move

    def _watch(self) -> None:
        position = self.game.position
        result = solve(position, limits=self.limits)
        if result.cost is None:
            self._message = result.reason or Message("no solution was found in time")
            return
        for move in result.moves:
            words = position.words(move).to(self.lang)
            position = position.play(move)
            self._film.append({"scene": plain(show_scene(position.scene())), "said": words})

    # -- to the board

    def _show(self) -> None:
        position = self.game.position
        self._is_updating = True
        try:
            with self.hold_trait_notifications():
                self.position, self.solved = position.storage_text(), position.is_solved()
                self.moves = self._notations()
        finally:
            self._is_updating = False
        self._view = {
            "scene": plain(show_scene(position.scene())),
            "destinations": plain(list_destinations(position)),
            "places": _places(position),
            "said": (self._message or self._status()).to(self.lang),
            "hint": plain(self._hint_move),
            "undo": self.game.can_undo,
            "redo": self.game.can_redo,
            "solved": position.is_solved(),
            "answer": self._answers,  # changes every time, so that the board receives every update
        }

    def _notations(self) -> list[str]:
        """Return the notation of each move; ``Puzzle.notations`` may join them into one string."""
        return [before.notation(move) for before, move in zip(self.game.positions, self.game.moves, strict=False)]

    def _status(self) -> Message:
        if self.game.solved:
            return plural("solved in {n} move", "solved in {n} moves", n=len(self.game.moves))
        if (stuck := self.game.stuck) is not None:
            return stuck.message
        return plural("{n} move so far", "{n} moves so far", n=len(self.game.moves))

    def _words(self, family: dict[str, Any]) -> dict[str, Any]:
        """Return the family's description for the board, with the labels of the buttons and all translations."""
        buttons = {
            "undo": Message("Undo"), "redo": Message("Redo"), "restart": Message("Start again"),
            "hint": Message("Hint"), "watch": Message("Watch the solution"), "turn": Message("Turn the piece"),
            "goal": Message("Goal"),
        }  # fmt: skip
        labels = {name: label.to(self.lang) for name, label in buttons.items()}
        translations = _script_translations(self.lang) | _translations(family, self.lang)
        return family | {"buttons": labels, "lang": self.lang, "said": translations}


@cache
def _script_translations(lang: str) -> dict[str, Any]:
    """Return the translations of all templates that occur in the board's script."""
    script = (HERE / "widget.js").read_text(encoding="utf-8")
    return {template: words for template, words in locale.catalogue(lang).items() if template in script}


def _translations(value: Any, lang: str) -> dict[str, Any]:
    """Return the translations of all messages inside a JSON value, such as the family's title."""
    out: dict[str, Any] = {}
    if isinstance(value, dict):
        template = value.get("text", "")
        if words := locale.catalogue(lang).get(template):
            out[template] = words
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        out |= _translations(each, lang)
    return out


def _places(position: Puzzle) -> list[dict[str, Any]]:
    """Return all possible placements of the waiting pieces, each with the cells that the piece would cover."""
    if position.about.page().motion != "placed" or position.is_solved():
        return []
    out = []
    for move in position.moves():
        after = position.play(move).scene()
        cells = next(piece.cells for piece in after.pieces if piece.id == move.piece)
        out.append(plain(move) | {"cells": cells})
    return out
