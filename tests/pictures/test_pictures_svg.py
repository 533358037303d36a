"""SVG pictures: valid XML for every scene, labels are escaped, output is deterministic."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest
from sample_scenes import BLOCKS, EMPTY, NASTY, OWN, PACKING, RUSH, SCENES, SOKOBAN, TILES

from unjam.core.scene import Piece, Scene
from unjam.pictures.board import survey
from unjam.pictures.shapes import borders, outline
from unjam.pictures.svg import sheet, svg

NS = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", SCENES)
def test_svg_is_valid_and_deterministic(name: str, dark: bool) -> None:
    scene = SCENES[name]
    text = svg(scene, dark=dark, title=NASTY, page=True)
    root = ElementTree.fromstring(text.encode())
    assert root.tag == f"{NS}svg"
    assert text == svg(scene, dark=dark, title=NASTY, page=True)
    assert float(root.get("width", "0")) > 0 or scene is EMPTY
    assert root.find(f"{NS}title") is not None
    assert not list(root.iter(f"{NS}script"))


def test_labels_are_escaped_and_shown() -> None:
    root = ElementTree.fromstring(svg(OWN).encode())
    shown = ["".join(text.itertext()) for text in root.iter(f"{NS}text")]
    assert any("script" in words or '">' in words for words in shown)
    assert not any(ord(letter) < 32 for words in shown for letter in words)
    assert len(shown) == 4
    labels = ["".join(text.itertext()) for text in ElementTree.fromstring(svg(RUSH)).iter(f"{NS}text")]
    assert sorted(labels) == list("ABCDEFGHIJKL")


def test_ids_are_unique_between_pictures() -> None:
    texts = [svg(scene, dark=dark) for scene in SCENES.values() for dark in (False, True, None)]
    names = [set(re.findall(r' id="([^"]+)"', text)) for text in texts]
    assert all(not a & b for i, a in enumerate(names) for b in names[:i])
    for text, own in zip(texts, names, strict=True):
        root = re.search(r'^<svg id="([^"]+)"', text)
        assert set(re.findall(r"url\(#([^)]+)\)", text)) == own - ({root[1]} if root else set())
        assert "\x01" not in text


def test_one_picture_for_light_and_dark() -> None:
    for scene in SCENES.values():
        text = svg(scene, dark=None, title='fill="#000000"', page=True)
        ElementTree.fromstring(text)
        assert text.count("prefers-color-scheme:dark") == 1
        for dark in (False, True):
            alone = svg(scene, dark=dark, title='fill="#000000"', page=True)
            assert set(re.findall("#[0-9a-f]{6}", alone)) <= set(re.findall("#[0-9a-f]{6}", text))
        used, known = set(re.findall(r"var\((--c\d+)\)", text)), set(re.findall(r"(--c\d+):", text))
        assert used == known
        assert 'style="fill:var(--c0)"' in text


def test_light_and_dark_differ_only_in_colours() -> None:
    for scene in (RUSH, TILES, SOKOBAN, BLOCKS, PACKING):
        day, night = svg(scene), svg(scene, dark=True)
        assert day != night
        assert len(re.findall("<", day)) == len(re.findall("<", night))


def test_goal_of_tiles_is_beside_the_board() -> None:
    with_goal = ElementTree.fromstring(svg(TILES))
    without = ElementTree.fromstring(svg(TILES, goal=False))
    assert len(list(with_goal.iter(f"{NS}text"))) == 16
    assert len(list(without.iter(f"{NS}text"))) == 8
    assert float(with_goal.get("width", "0")) > float(without.get("width", "0"))


def test_scene_is_drawn_in_notebooks() -> None:
    assert RUSH._repr_svg_() == svg(RUSH)


def test_sheet_contains_every_board() -> None:
    scenes = list(SCENES.values())
    text = sheet(scenes, columns=3, captions=[f"<{k}>" for k in range(len(scenes))], title=NASTY)
    root = ElementTree.fromstring(text)
    boards = [group for group in root if group.tag == f"{NS}g"]
    assert len(boards) == len(scenes)
    assert len(list(root.iter(f"{NS}text"))) == len(scenes)
    width = float(root.get("width", "0"))
    for group in boards:
        assert float(re.findall(r"-?[\d.]+", group.get("transform", ""))[0]) < width
    assert text == sheet(scenes, columns=3, captions=[f"<{k}>" for k in range(len(scenes))], title=NASTY)
    ElementTree.fromstring(sheet([]))


def test_outer_walls_become_a_rim_and_inner_walls_stay() -> None:
    land = survey(SOKOBAN)
    assert land.island
    assert land.walls == {(3, 2), (3, 4), (4, 4)}
    assert survey(RUSH).walls == {(5, 0)}
    assert not survey(RUSH).island


def test_borders_follow_every_edge_of_random_shapes() -> None:
    rng = Random(7)
    for _ in range(300):
        cells = {(rng.randrange(6), rng.randrange(6)) for _ in range(rng.randrange(1, 24))}
        edges = sum((r + a, c + b) not in cells for r, c in cells for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        walked, area = 0, 0
        for loop in borders(cells):
            points = [at for at, _, _ in loop]
            for (r, c), (nr, nc) in zip(points, [*points[1:], points[0]], strict=True):
                assert (r == nr) != (c == nc)
                walked += abs(r - nr) + abs(c - nc)
                area += c * nr - nc * r
        assert walked == edges
        assert area == 2 * len(cells)  # outer borders count for, holes against
        steps = outline(cells, 10, inset=1, radius=2)
        assert [pen for pen, _ in steps].count("M") == [pen for pen, _ in steps].count("Z") == len(borders(cells))


def test_thumbnails_have_no_text() -> None:
    assert "<text" not in sheet([RUSH, PACKING])
    assert "<pattern" not in sheet([RUSH, PACKING])


def test_many_waiting_pieces_do_not_overlap() -> None:
    pieces = tuple(Piece(f"p{k}", ((0, 0), (0, 1), (1, 0)), "slab", str(k)) for k in range(40))
    scene = Scene("packing", 4, 4, ("....",) * 4, (), waiting=pieces)
    root = ElementTree.fromstring(svg(scene))
    places = [re.findall(r"-?[\d.]+", g.get("transform", "")) for g in root if g.tag == f"{NS}g"]
    corners = [(float(x), float(y)) for x, y in places]
    assert len(corners) == 40
    side = 2 * 0.7 * 64
    for i, (x, y) in enumerate(corners):
        assert x >= 0
        assert y >= 0
        assert all(abs(x - a) >= side or abs(y - b) >= side for a, b in corners[:i])
    assert replace(scene, waiting=()) != scene
