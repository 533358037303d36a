"""The notebook widget: moves follow the rules, and Python sees and sets the game."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("anywidget", reason="needs the notebook extra")
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import bundle_widget
import traitlets

import unjam
from unjam.core.puzzle import UnjamError

LEVEL = "oooBoooooBooAAoooooooooooooooooooooo"


def test_bundled_script_is_up_to_date() -> None:
    assert not bundle_widget.is_stale()
    assert {path.name for path in bundle_widget.sources()} >= {"board.js", "drag.js", "tokens.css", "widget_source.js"}


def test_python_sees_the_moves() -> None:
    widget = unjam.widget(LEVEL)
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), "moves")
    moves = widget._view["destinations"][0]["moves"]
    widget._handle(widget, {"act": "move", "moves": moves}, [])
    assert len(widget.moves) == 1
    assert seen[-1] == widget.moves
    assert unjam.read(widget.position)[0] == widget.game.position
    widget._handle(widget, {"act": "undo"}, [])
    assert (widget.moves, widget._view["redo"]) == ([], True)
    widget._handle(widget, {"act": "redo"}, [])
    assert len(widget.moves) == 1


def test_game_can_be_won_and_replayed() -> None:
    widget = unjam.widget(LEVEL)
    sent = []
    widget.send = sent.append
    widget._handle(widget, {"act": "hint"}, [])
    best = unjam.solve(LEVEL)
    assert widget._view["hint"]["piece"] == best.moves[0].piece
    widget._handle(widget, {"act": "watch"}, [])
    assert widget._view["hint"] is None
    assert len(sent[0]["film"]) == best.cost
    widget.moves = widget.game.start.notations(best.moves)
    assert widget.solved
    assert widget._view["said"].startswith("solved in")


def test_setting_the_position_moves_the_board() -> None:
    widget = unjam.widget(LEVEL)
    other = "ooooooooooooAAoBoooooBoooooooooooooo"
    widget.position = other
    assert [p["cells"][0] for p in widget._view["scene"]["pieces"] if p["id"] == "B"] == [[2, 3]]
    with pytest.raises((UnjamError, traitlets.TraitError)):
        widget.position = "nonsense"
    with pytest.raises((UnjamError, traitlets.TraitError)):
        widget.moves = ["Q+9"]
    assert widget.moves == []


def test_widget_uses_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unjam.widget(LEVEL)._family["said"] == {}
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert unjam.widget(LEVEL)._family["buttons"]["hint"] == "Pista"


def test_root_styles_apply_to_the_shadow_host() -> None:
    assert doctest.testmod(bundle_widget).failed == 0
    assert ":host([data-theme=dark])" in bundle_widget.BUNDLE.read_text(encoding="utf-8")


def test_every_action_is_answered() -> None:
    widget = unjam.widget(LEVEL)
    before = widget._view["answer"]
    widget._handle(widget, {"act": "undo"}, [])
    assert widget._view["answer"] == before + 1  # else the board would wait for ever


def test_notebooks_page_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "notebooks.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    exec(compile(code, "notebooks.md", "exec"), {})
    assert "cannot be played here" in capsys.readouterr().out


@pytest.mark.parametrize("name", unjam.FAMILIES)
def test_every_family_has_a_widget(name: str) -> None:
    level = unjam.read(f"{name}/{unjam.levels(name)[0].name.split('/')[1]}")[0]
    widget = unjam.widget(level, lang="fr")
    assert widget._view["destinations"] or widget._view["places"]
    assert widget._family["buttons"]["undo"] == "Annuler"
    translations = widget._family["said"]
    assert (
        translations["The exit is right of row {n}."] == "La sortie est à droite de la rangée {n}."
    )  # what the script says
    assert widget._family["title"]["text"] in translations  # and what the family is called
    widget._handle(widget, {"act": "fly"}, [])
    assert "ne peut pas" in widget._view["said"]
