"""A piece is painted in its colour word, or in the colour it is named after, wherever it is piece_colour."""

from __future__ import annotations

from io import BytesIO

import pytest
from colour_contrast import contrast
from PIL import Image

from unjam.core.scene import Scene
from unjam.families.packing import Packing
from unjam.families.packing.colours import NAMES, is_colour, piece_colour, value
from unjam.pictures.colour import Colour, Paint, coat, flat, paint
from unjam.pictures.gif import gif
from unjam.pictures.png import png
from unjam.pictures.svg import svg
from unjam.pictures.terminal import terminal
from unjam.web.presenters.positions import show_scene

HUES = {"red": 25, "orange": 62, "amarilla": 98, "vert": 150, "azul": 252, "#00f": 264, "navy": 264, "Hot-Pink": 352}
SIX = "board 10 10\nVerde 4x2\nAzul 4x5\nRoja 3x8\nNaranja 7x3\nRosa 3x7\nAmarilla 3x2\n"
LOOK = {  # lightness, chroma, hue
    "Verde": (0.77, 0.135, 150), "Azul": (0.72, 0.115, 252), "Roja": (0.70, 0.15, 25),
    "Naranja": (0.80, 0.125, 62), "Rosa": (0.82, 0.09, 350), "Amarilla": (0.90, 0.13, 98),
}  # fmt: skip


def level(colour: str) -> Packing:
    return Packing.parse(f"board 3 2\nOne 2x2 {colour}\nTwo 1x2\nTwo @ 2,0\n")


def seen(scene: Scene, kind: str) -> set[tuple[int, int, int]]:
    """Return the colours of the pixels of the scene as a picture of this kind."""
    data = png(scene, cell=32) if kind == "png" else gif([scene, scene], cell=32)
    with Image.open(BytesIO(data)) as image:
        return {rgb for _, rgb in image.convert("RGB").getcolors(1 << 24)}  # type: ignore[union-attr, misc]


@pytest.mark.parametrize("word", HUES)
def test_colour_word_sets_the_colour_of_the_piece(word: str) -> None:
    plain, coloured = level("").scene(), level(word).scene()
    assert plain.waiting[0].colour == ""
    assert coloured.waiting[0].colour == piece_colour("One", word)
    painted = paint(coloured)
    assert painted["One"].hue == pytest.approx(HUES[word], abs=1)
    assert painted["One"].pattern == 0
    assert painted["Two"] == paint(plain)["Two"]
    assert painted["One"].style == ("deep" if word in ("#00f", "navy") else "named")
    for scene in (coloured, level(word).play(next(iter(level(word).moves()))).scene()):
        face = flat(coat(paint(scene)["One"])).face
        assert face.hex in svg(scene)
        red, green, blue = face.rgb
        assert f"48;2;{red};{green};{blue}" in terminal(scene, dark=False)
        page = show_scene(scene)
        (piece,) = [piece for piece in (*page.pieces, *page.waiting) if piece.id == "One"]
        assert Paint(piece.hue, 0, 0, piece.style, piece.light, piece.chroma) == painted["One"]


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_pictures_contain_the_colours_of_the_text(kind: str) -> None:
    scene = Packing.parse("board 3 2\nLado 2x2 roja\nTwo 1x2 navy\nLado @ 0,0\nTwo @ 2,0 locked\n").scene()
    pixels = seen(scene, kind)
    for name, state in (("Lado", ""), ("Two", "locked")):
        face = coat(paint(scene)[name], state).face.rgb
        assert any(sum(abs(a - b) for a, b in zip(face, pixel, strict=True)) <= 12 for pixel in pixels), name


def test_piece_named_after_a_colour_gets_it() -> None:
    painted = paint(Packing.parse(SIX).scene())
    for name, (light, chroma, hue) in LOOK.items():
        assert painted[name].light == pytest.approx(light, abs=0.003)
        assert painted[name].chroma == pytest.approx(chroma, abs=0.003)
        assert painted[name].hue == pytest.approx(hue, abs=1)
    written = SIX.replace("3x8", "3x8 azul")
    assert paint(Packing.parse(written).scene())["Roja"] == painted["Azul"]  # what is written counts more
    assert piece_colour("azul_3", None) == piece_colour("Azul", None) == piece_colour("BLEU", None)
    assert piece_colour("Bar", None) == piece_colour("T12", None) == piece_colour("10", None) == ""


def test_pieces_of_one_colour_look_alike() -> None:
    painted = paint(Packing.parse("board 3 3\nA 1x3 2 teal\nB 1x3 teal\n").scene())
    assert painted["A#1"] == painted["A#2"] == painted["B"]


@pytest.mark.parametrize("word", ["black", "white", "gris", "silver", "#777"])
def test_greys_are_painted_grey(word: str) -> None:
    grey = paint(level(word).scene())["One"]
    assert grey.chroma < 0.01
    assert grey.light == pytest.approx(Colour.of(value(word)).lightness, abs=0.4)
    order = [paint(level(each).scene())["One"].light for each in ("black", "gris", "silver", "white")]
    assert order == sorted(order)


@pytest.mark.parametrize("dark", [False, True])
def test_labels_are_readable_on_every_colour(dark: bool) -> None:
    for word in NAMES:
        assert is_colour(word)
        for state in ("", "locked"):
            worn = flat(coat(paint(level(word).scene())["One"], state, dark=dark))
            assert contrast(worn.mark, worn.face) >= 4.5, (word, state)


def test_colours_survive_a_round_trip() -> None:
    for word in NAMES:
        wanted = bytes.fromhex(value(word)[1:])
        rgb = Colour.of(value(word)).rgb
        assert all(abs(a - b) <= 1 for a, b in zip(rgb, wanted, strict=True))
