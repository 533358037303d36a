"""The colour word of a piece is the hue it is painted in, in every picture and on the page."""

from __future__ import annotations

import pytest

from unjam.families.packing import Packing
from unjam.families.packing.colours import NAMES, is_colour, value
from unjam.pictures.colour import Colour, coat, contrast, flat, paint
from unjam.pictures.svg import svg
from unjam.pictures.terminal import terminal
from unjam.web.positions import scene_json

HUES = {"red": 29, "orange": 71, "amarilla": 110, "vert": 142, "#00f": 264, "navy": 264, "Hot-Pink": 352}


def level(colour: str) -> Packing:
    return Packing.parse(f"board 3 2\nOne 2x2 {colour}\nTwo 1x2\nTwo @ 2,0\n")


@pytest.mark.parametrize("word", HUES)
def test_a_colour_word_is_the_hue_of_its_piece(word: str) -> None:
    plain, asked = level("").scene(), level(word).scene()
    assert plain.waiting[0].colour == ""
    assert asked.waiting[0].colour == value(word)
    painted = paint(asked)
    assert painted["One"].hue == pytest.approx(HUES[word], abs=1)
    assert painted["One"].hue != paint(plain)["One"].hue
    assert painted["Two"] == paint(plain)["Two"]
    assert painted["One"].tone == (word in ("red", "vert", "#00f", "navy"))
    for scene in (asked, level(word).play(next(iter(level(word).moves()))).scene()):
        face = flat(coat(paint(scene)["One"])).face
        assert face.hex in svg(scene)
        red, green, blue = face.rgb
        assert f"48;2;{red};{green};{blue}" in terminal(scene, dark=False)
        page = scene_json(scene)
        (found,) = [piece for piece in page["pieces"] + page["waiting"] if piece["id"] == "One"]
        assert found["hue"] == painted["One"].hue


def test_pieces_of_one_kind_wear_its_colour_in_their_own_pattern() -> None:
    painted = paint(Packing.parse("board 3 3\nA 1x3 2 teal\nB 1x3 teal\n").scene())
    assert painted["A#1"] == painted["A#2"]
    assert painted["A#1"].hue == painted["B"].hue
    assert painted["A#1"].pattern != painted["B"].pattern


@pytest.mark.parametrize("word", ["black", "white", "gris", "silver", "#777"])
def test_what_has_no_hue_leaves_the_piece_its_own(word: str) -> None:
    assert paint(level(word).scene()) == paint(level("").scene())


@pytest.mark.parametrize("dark", [False, True])
def test_labels_are_readable_on_every_colour(dark: bool) -> None:
    for word in NAMES:
        assert is_colour(word)
        worn = flat(coat(paint(level(word).scene())["One"], dark=dark))
        assert contrast(worn.mark, worn.face) >= 4.5


def test_colours_survive_the_round_trip() -> None:
    for word in NAMES:
        wanted = bytes.fromhex(value(word)[1:])
        found = Colour.of(value(word)).rgb
        assert all(abs(a - b) <= 1 for a, b in zip(found, wanted, strict=True))
