"""Every name that a rating shows is translated."""

from __future__ import annotations

from itertools import chain

import pytest
from rating_levels import parsed

from unjam import FAMILIES, Packing, family, locale, rate, rate_many
from unjam.core.message import Message
from unjam.formats.shipped import bundled
from unjam.rating.rate import HUMAN, Rating, models
from unjam.rating.words import feature_name

LANGUAGES = locale.languages()[1:]
RARE = {"rushhour": "luck_error", "sokoban": "luck_at_least", "packing": "more_solutions"}
"""What is shown only where the positions or the solutions are too many to be listed."""


def ratings(name: str) -> list[Rating]:
    """Return ratings of trivial and of shipped levels by every model of the family."""
    kind = family(name)
    puzzles = [*parsed(name), *(kind.parse(level.board) for level in bundled(name))]
    return list(chain.from_iterable(rate_many(puzzles, model=model) for model in models(kind)))


def rare_ratings(name: str, monkeypatch: pytest.MonkeyPatch) -> list[Rating]:
    """Return ratings of levels whose positions or solutions count as too many."""
    if name == "packing":
        monkeypatch.setattr("unjam.families.packing.difficulty.COUNT_SECONDS", 0.0)
        return [rate(Packing.parse("board 6 6\nA 2x1 18 turn"))]
    monkeypatch.setattr(f"unjam.families.{name}.difficulty.MAX_POSITIONS", 20)
    monkeypatch.setattr(f"unjam.families.{name}.difficulty.WALKS", 1)
    return list(rate_many(family(name).parse(level.board) for level in bundled(name)[-3:]))


def untranslated(name: str, rated: list[Rating]) -> set[str]:
    """Return the names that some language shows in English."""
    names = set(chain.from_iterable((*rating.features, *rating.contributions) for rating in rated))
    shown = {Message("base time") if each == "intercept" else feature_name(name, each) for each in names}
    assert len(shown) > 1
    return {
        f"{lang}: {message.template}"
        for lang in LANGUAGES
        for message in shown
        if locale.translation(lang, message.template) is None
    }


@pytest.mark.parametrize("name", FAMILIES)
def test_names_of_features_are_translated(name: str) -> None:
    assert untranslated(name, ratings(name)) == set()


@pytest.mark.parametrize("name", RARE)
def test_rare_names_of_features_are_translated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rated = rare_ratings(name, monkeypatch)
    assert any(RARE[name] in rating.features for rating in rated)
    assert untranslated(name, rated) == set()


def test_names_of_a_family_without_a_model_are_translated() -> None:
    rating = Rating("chess", "human", 1.0, "beginner", {"cost": 1}, HUMAN.terms({"cost": 1}))
    assert untranslated("chess", [rating]) == set()
