"""The rules of each family in pictures: a tiny level, moves that solve it, three sentences."""

from __future__ import annotations

import pytest

from unjam.families import FAMILIES, family
from unjam.locale import languages

MAX_CELLS = 50
"""A card has room for three boards of this size."""


@pytest.mark.parametrize("name", FAMILIES)
def test_card_plays_a_tiny_level_to_its_end(name: str) -> None:
    kind = family(name)
    card = kind.about.page().rules_card
    assert card is not None
    position = start = kind.parse(card.level)
    assert start.faults() == []
    assert not start.is_solved()
    scene = start.scene()
    assert scene.rows * scene.cols <= MAX_CELLS
    moves = start.from_notation(card.moves)
    for move in moves:
        assert not position.is_solved()
        position = position.play(move)
    assert position.is_solved()
    assert 0 < card.shown < len(moves), "the second picture shows less than the third"


@pytest.mark.parametrize("name", FAMILIES)
def test_sentences_of_a_card_are_short_in_every_language(name: str) -> None:
    card = family(name).about.page().rules_card
    assert card is not None
    for lang in languages():
        for message in (card.goal, card.move, card.win):
            text = message.to(lang)
            assert 15 < len(text) < 135, (lang, text)
            assert text.endswith(".")
            assert lang == "en" or text != str(message), (lang, text)
