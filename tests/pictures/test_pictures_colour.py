"""The colour recipe: evenly spread, away from red, readable, distinguishable with colour blindness."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import pairwise
from math import gcd, sqrt

import pytest
from colour_contrast import contrast
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_scenes import BENT, BLOCKS, PACKING, PLACED, PUSHED, RUSH, RUSH_OUT, SCENES, SOKOBAN, TILES

from unjam.core.puzzle import About, Message, Puzzle
from unjam.core.scene import Piece, Scene
from unjam.families import FAMILIES, about, register
from unjam.pictures.colour import Colour, Paint, coat, paint, recipe, sky
from unjam.pictures.pieces import caption
from unjam.pictures.svg import svg

LABELS = [chr(ord("B") + k) for k in range(25)] + [f"p{k}" for k in range(40)]


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ((0.627955, 0.257683, 29.2339), "#ff0000"),
        ((0.86644, 0.294827, 142.4953), "#00ff00"),
        ((0.452014, 0.313214, 264.052), "#0000ff"),
        ((0.5, 0, 0), "#636363"),
    ],
)
def test_colours_convert_to_srgb(css: tuple[float, float, float], expected: str) -> None:
    rgb = Colour(*css).rgb
    wanted = bytes.fromhex(expected[1:])
    assert all(abs(a - b) <= 1 for a, b in zip(rgb, wanted, strict=True))


@given(st.floats(0, 1), st.floats(0, 0.4), st.floats(0, 360))
@settings(max_examples=300)
def test_every_colour_has_a_hex_form(lightness: float, chroma: float, hue: float) -> None:
    red, green, blue = Colour(lightness, chroma, hue).rgb
    assert all(0 <= part <= 255 for part in (red, green, blue))


@pytest.mark.parametrize("n", range(1, len(LABELS) + 1))
def test_hues_are_even_and_away_from_red(n: int) -> None:
    paints = recipe(LABELS[:n])
    hues = sorted(p.hue for p in paints.values())
    assert hues[0] == 73
    assert len(set(hues)) == n
    assert all(min(abs(hue - 27), 360 - abs(hue - 27)) >= 46 - 0.01 for hue in hues)
    if n > 1:
        steps = [b - a for a, b in pairwise(hues)]
        assert max(steps) - min(steps) <= 0.021
        assert hues[-1] == 341


@pytest.mark.parametrize("n", range(2, 30))
def test_neighbouring_hues_differ_in_tone_and_pattern(n: int) -> None:
    by_hue = sorted(recipe(LABELS[:n]).values(), key=lambda p: p.hue)
    assert all(a.tone != b.tone and a.pattern != b.pattern for a, b in pairwise(by_hue))


@pytest.mark.parametrize("n", [5, *range(7, 30)])
def test_neighbouring_letters_differ_in_hue(n: int) -> None:
    assert all(abs(a.hue - b.hue) >= 1.9 * 268 / (n - 1) for a, b in pairwise(recipe(LABELS[:n]).values()))


def test_recipe_gives_the_documented_numbers() -> None:
    paints = recipe("BCDEFGHIJKL")
    assert [round(p.hue) for p in paints.values()] == [73, 180, 287, 100, 207, 314, 127, 234, 341, 153, 261]
    assert [p.tone for p in paints.values()] == [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1]
    for n in range(1, 60):
        step = next(s for s in range(round(0.382 * n), 2 * n + 2) if gcd(s, n) == 1)
        second = sorted(recipe(LABELS[:n]).values(), key=lambda p: p.hue)
        assert list(recipe(LABELS[:n]).values())[min(1, n - 1)] == second[step % n if n > 1 else 0]


def test_only_the_target_is_red() -> None:
    for scene in SCENES.values():
        for name, piece_paint in paint(scene).items():
            red = abs(piece_paint.hue - 27) < 40  # a wooden box is sand, at 68
            kinds = {p.kind for p in scene.pieces + scene.waiting if p.id == name}
            assert red == (piece_paint.style == "target")
            assert not red or kinds == {"target"}
    assert paint(RUSH)["A"].style == "target"
    assert paint(BENT)["C"].style == "big"


def test_paint_does_not_depend_on_position() -> None:
    assert paint(RUSH) == paint(RUSH_OUT)
    assert paint(PACKING) == paint(PLACED)
    solved = TILES.goal
    assert solved is not None
    assert paint(TILES) == paint(solved) == paint(replace(solved, goal=None))
    assert set(paint(SOKOBAN).values()) == set(paint(PUSHED).values())


def test_blocks_are_painted_by_shape() -> None:
    paints = paint(BLOCKS)
    assert {paints[name] for name in "ACDF"} == {Paint(73.0)}
    assert {paints[name] for name in "GHIJ"} == {Paint(341.0, 1)}
    assert paints["E"] == Paint(162.0, 1)
    assert paints["B"].style == "big"


def test_custom_family_gets_a_colour_per_piece_or_group() -> None:
    one = tuple(Piece(name, ((0, k),), "block", name) for k, name in enumerate("ABCD"))
    scene = Scene("own", 1, 4, ("....",), one)
    assert len({piece_paint.hue for piece_paint in paint(scene).values()}) == 4
    scene = replace(scene, pieces=tuple(replace(piece, group="x") for piece in one))
    assert len({piece_paint.hue for piece_paint in paint(scene).values()}) == 1


def test_custom_family_can_set_its_sky_and_colours_by_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = tuple(Piece(name, ((0, k),), "block", name) for k, name in enumerate("ABCD"))
    scene = Scene("own", 1, 4, ("....",), blocks)
    unknown = svg(scene, page=True)
    assert sky().page.hex in unknown
    assert "<title>own board, 4 by 1</title>" in unknown

    class Own(Puzzle):
        family = "own"
        about = About(title=Message("Our Own"), sky=(100, 200), by_shape=True)

    monkeypatch.setattr("unjam.families.FAMILIES", dict(FAMILIES))
    register(Own)
    assert len({piece_paint.hue for piece_paint in paint(scene).values()}) == 1
    known = svg(scene, page=True)
    assert sky((100, 200)).page.hex in known
    assert "<title>Our Own board, 4 by 1</title>" in known


def test_paint_survives_json() -> None:
    for scene in SCENES.values():
        for piece_paint in paint(scene).values():
            assert Paint(**json.loads(json.dumps(asdict(piece_paint)))) == piece_paint


@pytest.mark.parametrize("dark", [False, True])
def test_labels_are_readable(dark: bool) -> None:
    every = [Paint(hue, tone) for hue in range(73, 342) for tone in (0, 1)]
    for each in [*every, Paint(155, 0, style="tile"), Paint(155, 1, style="tile")]:
        worn = coat(each, dark=dark)
        assert min(contrast(worn.mark, worn.face), contrast(worn.mark, worn.roof)) >= 4.5
        locked = coat(each, "locked", dark=dark)
        assert contrast(locked.mark, locked.face) >= 4.5
    target, big = coat(Paint(27, style="target"), dark=dark), coat(Paint(258, style="big"), dark=dark)
    assert contrast(target.mark, target.roof) >= 4.5
    assert contrast(big.mark, big.face) >= 4.5
    for family in (*FAMILIES, "anything"):
        board = sky(about(family).sky, dark=dark)
        assert contrast(board.exit, board.page) >= 3
        assert contrast(board.goal_edge, board.cell) >= 3
        assert contrast(board.ink, board.page) >= 7


def deuteranopia(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """Return the colour as seen without green cones: Viénot, Brettel and Mollon, 1999, in linear sRGB."""
    red, green, blue = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in (part / 255 for part in rgb)
    )
    mixed = 0.29275 * red + 0.70725 * green
    return mixed, mixed, -0.02234 * red + 0.02234 * green + blue


@pytest.mark.parametrize("dark", [False, True])
def test_target_is_darkest_with_red_green_blindness(dark: bool) -> None:
    def light(rgb: tuple[int, int, int]) -> float:
        red, green, blue = deuteranopia(rgb)
        return sqrt(max(0.0, 0.2126 * red + 0.7152 * green + 0.0722 * blue))

    target = light(coat(Paint(27, style="target"), dark=dark).roof.rgb)
    for n in (3, 11, 25):
        others = [light(coat(piece_paint, dark=dark).face.rgb) for piece_paint in recipe(LABELS[:n]).values()]
        assert min(others) > target + 0.08


def test_every_car_has_a_label() -> None:
    for piece in RUSH.pieces:
        assert caption(replace(piece, label="")) == piece.id
        assert caption(piece) == piece.label
