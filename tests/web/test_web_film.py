"""The animation that the page draws itself: the same frames as the GIF that a server draws."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from web_levels import id_of

from unjam.core.scene import Scene
from unjam.families import FAMILIES
from unjam.formats.position_id import decode
from unjam.pictures.gif import gif
from unjam.solving.solve import solve
from unjam.web.presenters.film import show_film


def first_scenes(name: str, moves: int = 3) -> list[Scene]:
    puzzle = decode(id_of(name))
    scenes = [puzzle.scene()]
    for move in solve(puzzle).moves[:moves]:
        puzzle = puzzle.play(move)
        scenes.append(puzzle.scene())
    return scenes


@pytest.mark.parametrize("name", FAMILIES)
def test_frames_are_those_of_the_gif(name: str) -> None:
    scenes = first_scenes(name)
    film = show_film(scenes)
    drawn: Any = Image.open(BytesIO(gif(scenes)))
    times = []
    for k in range(drawn.n_frames):
        drawn.seek(k)
        times.append(drawn.info["duration"])
    assert (film.width, film.height) == drawn.size
    assert sum(10 * frame.time for frame in film.frames) == sum(times)
    assert len(film.frames) >= drawn.n_frames > len(scenes)
    assert {place[0] for frame in film.frames for place in frame.places} == set(range(1, len(film.drawings)))
    sizes = [ElementTree.fromstring(drawing).get("width") for drawing in film.drawings]
    assert sizes[0] == str(film.width)
    assert all(sizes)


def test_pieces_glide() -> None:
    film = show_film(first_scenes("rushhour", 1))
    start, *rest = (dict(enumerate(frame.places)) for frame in film.frames)
    [moved] = [k for k in start if rest[-1][k] != start[k]]
    way = [place[moved][1:] for place in (start, *rest)]
    steps = [abs(x - a) + abs(y - b) for (a, b), (x, y) in pairwise(way)]
    assert len(steps) == 6
    assert all(0 < step < sum(steps) / 3 for step in steps)
    assert {place[0] for place in (start[moved], rest[-1][moved])} <= set(range(1, len(film.drawings)))
