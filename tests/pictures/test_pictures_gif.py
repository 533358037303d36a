"""PNG and GIF: they decode, have the right size and frames, and are deterministic."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from sample_scenes import BLOCKS, PACKING, PLACED, PUSHED, RUSH, RUSH_OUT, SCENES, SOKOBAN, TILES

from unjam.core.scene import Piece, Scene
from unjam.pictures import colour
from unjam.pictures.board import picture
from unjam.pictures.film import add_steps, leaving_piece, match, route, with_stable_ids
from unjam.pictures.gif import gif
from unjam.pictures.png import png


def frames(data: bytes) -> list[Image.Image]:
    film = Image.open(BytesIO(data))
    out = []
    for k in range(getattr(film, "n_frames", 1)):
        film.seek(k)
        out.append(film.convert("RGB"))
    return out


@pytest.mark.parametrize("name", [name for name in SCENES if name != "empty"])
def test_png_has_the_size_of_the_drawing(name: str) -> None:
    drawn = picture(SCENES[name], cell=24)
    data = png(SCENES[name], cell=24)
    image = Image.open(BytesIO(data))
    assert image.size == (round(drawn.width), round(drawn.height))
    assert data == png(SCENES[name], cell=24)
    assert data != png(SCENES[name], cell=24, dark=True)
    assert image.getpixel((0, 0))[:3] == tuple(bytes.fromhex(drawn.page[1:]))


def test_png_may_be_transparent_and_shows_the_red_car() -> None:
    image = Image.open(BytesIO(png(RUSH, cell=40, page=False))).convert("RGBA")
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    face = colour.coat(colour.paint(RUSH)["A"]).face.rgb
    assert sum(count for count, pixel in image.getcolors(1 << 20) or [] if pixel[:3] == face) > 300


def slides(scene: Scene, name: str, columns: list[int]) -> list[Scene]:
    def moved(piece: Piece, by: int) -> Piece:
        return replace(piece, cells=tuple((row, col + by) for row, col in piece.cells)) if piece.id == name else piece

    return [replace(scene, pieces=tuple(moved(piece, by) for piece in scene.pieces)) for by in columns]


def test_gif_animates_and_ends_on_the_last_scene() -> None:
    scenes = slides(RUSH, "L", [0, 1, 2])
    data = gif(scenes, cell=20)
    shown = frames(data)
    assert len(shown) == 1 + 2 * 6
    assert data == gif(scenes, cell=20)
    last = frames(gif(scenes[-1:], cell=20))[0]
    far = sum(
        max(map(abs, (a - b for a, b in zip(p, q, strict=True)))) > 24
        for p, q in zip(_pixels(shown[-1]), _pixels(last), strict=True)
    )
    assert far < 0.001 * last.width * last.height
    film = Image.open(BytesIO(data))
    assert film.info["loop"] == 0
    assert sum(_durations(film)) == pytest.approx(800 + 500 + 300 + 1600, abs=200)


def _pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    data = image.tobytes()
    return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]


def _durations(film: Image.Image) -> list[int]:
    out = []
    for k in range(getattr(film, "n_frames", 1)):
        film.seek(k)
        out.append(film.info["duration"])
    return out


def test_target_drives_out_at_the_end() -> None:
    name, direction = leaving_piece(RUSH_OUT) or ("", (0, 0))
    assert (name, direction) == ("A", (0, 1))
    assert leaving_piece(RUSH) is None
    face = colour.coat(colour.paint(RUSH)["A"]).face.rgb
    shown = frames(gif(slides(RUSH_OUT, "A", [-1, 0]), cell=20))

    def red(image: Image.Image) -> int:
        return sum(all(abs(a - b) < 12 for a, b in zip(pixel, face, strict=True)) for pixel in _pixels(image))

    assert red(shown[0]) > 100
    assert red(shown[-1]) < 20  # the chevron alone


def test_many_moves_skip_intermediate_frames() -> None:
    scenes = slides(RUSH, "L", [k % 4 for k in range(60)])
    assert len(frames(gif(scenes, cell=8))) > 300
    scenes = slides(RUSH, "L", [k % 4 for k in range(500)])
    data = gif(scenes, cell=8)
    assert len(frames(data)) == 500
    assert len(data) < 1_500_000


def test_boxes_are_matched_although_their_ids_change() -> None:
    assert match(SOKOBAN, PUSHED) == {"box@3,5": "box@3,5", "box@2,4": "box@2,5", "player": "player"}
    assert {piece.id for piece in with_stable_ids([SOKOBAN, PUSHED])[1].pieces} == {
        piece.id for piece in SOKOBAN.pieces
    }


def test_player_walks_round_walls_then_pushes() -> None:
    steps = list(add_steps(with_stable_ids([SOKOBAN, PUSHED])))
    cells = [next(p.cells[0] for p in scene.pieces if p.kind == "player") for scene, _ in steps]
    assert [ends for _, ends in steps] == [False] * (len(steps) - 1) + [True]
    for (a, b), (c, d) in zip([(4, 1), *cells], cells, strict=False):
        assert abs(a - c) + abs(b - d) == 1
    assert cells[-2] == (2, 6)  # right of the box it pushes left
    assert all(PUSHED.floor[r][c] in ".o" for r, c in cells)
    assert len(frames(gif([SOKOBAN, PUSHED], cell=12))) >= len(steps)


def test_block_goes_round_the_corner() -> None:
    small = next(piece for piece in BLOCKS.pieces if piece.id == "I")
    assert route(BLOCKS, small, (4, 2)) == [(4, 1), (4, 2)]
    assert route(BLOCKS, small, (0, 0)) == []


def test_waiting_piece_is_put_on_the_board() -> None:
    shown = frames(gif([PACKING, PLACED], cell=16))
    assert len({image.size for image in shown}) == 1
    assert len(shown) == 7


def test_one_scene_is_a_still_and_none_is_rejected() -> None:
    assert len(frames(gif([TILES], cell=16))) == 1
    with pytest.raises(ValueError, match="at least one scene"):
        gif([])
    for scene in SCENES.values():
        assert gif([scene, scene], cell=12)[:6] == b"GIF89a"


def test_large_boards_get_smaller_cells() -> None:
    wide = Scene("sokoban", 30, 60, ("." * 60,) * 30, (Piece("player", ((0, 0),), "player"),))
    assert max(Image.open(BytesIO(gif([wide]))).size) <= 1200
    assert max(Image.open(BytesIO(png(wide))).size) <= 4096


def test_captions_are_below_the_board_during_their_move() -> None:
    plain, captioned = (
        Image.open(BytesIO(gif([RUSH, RUSH_OUT], **more))) for more in ({}, {"captions": ["easy · 0", "easy · 1"]})
    )
    assert captioned.n_frames == plain.n_frames
    assert captioned.width == plain.width
    assert captioned.height > plain.height
    feet = []
    for frame in range(captioned.n_frames):
        captioned.seek(frame)
        feet.append(captioned.convert("RGB").crop((0, plain.height, captioned.width, captioned.height)).tobytes())
    assert feet[0] != feet[1] == feet[2]
    with pytest.raises(ValueError, match="2 captions for 1 scenes"):
        gif([RUSH], captions=["a", "b"])
