"""The board in a notebook: what is touched is played by the rules, and Python sees and sets the game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("anywidget", reason="needs the notebook extra")
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import bundle_widget
import traitlets

import unjam
from unjam.puzzle import UnjamError

LEVEL = "oooBoooooBooAAoooooooooooooooooooooo"


def test_the_script_is_made_of_its_sources() -> None:
    assert not bundle_widget.is_stale()
    assert {path.name for path in bundle_widget.sources()} >= {"board.js", "drag.js", "tokens.css", "front.js"}


def test_python_sees_what_is_played() -> None:
    widget = unjam.widget(LEVEL)
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), "moves")
    moves = widget._view["destinations"][0]["moves"]
    widget._heard(widget, {"act": "move", "moves": moves}, [])
    assert len(widget.moves) == 1
    assert seen[-1] == widget.moves
    assert unjam.read(widget.position)[0] == widget.game.position
    widget._heard(widget, {"act": "undo"}, [])
    assert (widget.moves, widget._view["redo"]) == ([], True)
    widget._heard(widget, {"act": "redo"}, [])
    assert len(widget.moves) == 1


def test_the_game_can_be_won_and_watched() -> None:
    widget = unjam.widget(LEVEL)
    sent = []
    widget.send = sent.append
    widget._heard(widget, {"act": "hint"}, [])
    assert sent[0]["hint"]["piece"]
    widget._heard(widget, {"act": "watch"}, [])
    best = unjam.solve(LEVEL)
    assert len(sent[1]["film"]) == best.cost
    widget.moves = widget.game.start.notations(best.moves)
    assert widget.solved
    assert widget._view["said"].startswith("solved in")


def test_setting_the_position_moves_the_board() -> None:
    widget = unjam.widget(LEVEL)
    other = "ooooooooooooAAoBoooooBoooooooooooooo"
    widget.position = other
    assert [p["cells"][0] for p in widget._view["scene"]["pieces"] if p["id"] == "B"] == [(2, 3)]
    with pytest.raises((UnjamError, traitlets.TraitError)):
        widget.position = "nonsense"
    with pytest.raises((UnjamError, traitlets.TraitError)):
        widget.moves = ["Q+9"]
    assert widget.moves == []


@pytest.mark.parametrize("name", unjam.FAMILIES)
def test_every_family_has_its_board(name: str) -> None:
    level = unjam.read(f"{name}/{unjam.levels.bundled(name)[0].name.split('/')[1]}")[0]
    widget = unjam.widget(level, lang="fr")
    assert widget._view["destinations"] or widget._view["places"]
    assert widget._family["buttons"]["undo"] == "Annuler"
    widget._heard(widget, {"act": "fly"}, [])
    assert "ne peut pas" in widget._view["said"]
