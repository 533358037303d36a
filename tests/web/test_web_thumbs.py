"""Thumbnails on the page against the package's picture of the same scene, pixel by pixel."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page
from web_browser import Visit

from unjam.core.puzzle import Cell
from unjam.core.scene import Scene
from unjam.families import family
from unjam.pictures import colour
from unjam.pictures.board import picture, survey
from unjam.pictures.shapes import bounds
from unjam.pictures.svg import sheet
from unjam.web.presenters.positions import show_scene
from unjam.web.wire.encoding import plain

CELL = 40
"""Pixels of a cell in both pictures."""
BOARDS = {
    "rushhour": ("rushhour", "BoooCoBoooCoBAAoCoooooooooDDDooooooo"),
    "rushhour walls": ("rushhour", "oxBBBooooCooAAoCoxooxCoooxDDooooooox"),
    "rushhour small": ("rushhour", "Boo.\nBAA.\n....\nx..x\nexit right"),
    "tiles": ("tiles", "1 2 5\n3 4 0\n6 7 8"),
    "tiles flat": ("tiles", "2 5\n1 2 3 4 0\n6 7 8 9 5"),
    "blocks": ("blocks", "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at 3,1"),
    "blocks walls": ("blocks", "AB#\nA..\n.#C\ngoal A at 1,0\ngoal C at 0,1"),
    "blocks ell": ("blocks", "AAB.\nA.BB\n....\ngoal A at 1,2"),
    "sokoban": ("sokoban", "########\n#@     #\n# $  . #\n#      #\n########"),
    "sokoban goals covered": ("sokoban", "#######\n#+ $ *#\n# *  $#\n#   . #\n#######"),
    "sokoban odd": ("sokoban", "  #####\n###   #\n#.@$  #\n### $.#\n#.##$ #\n# # . ##\n#$ *$$.#\n#   .  #\n########"),
    "sokoban pillars": ("sokoban", "#########\n#   #   #\n# $ # . #\n#   @   #\n## # # ##\n#  .$   #\n#########"),
    "packing": ("packing", "board 4 3\nVerde 4x1\nAzul 2x2\nRoja 2x2\nVerde @ 0,0"),
}
SHOW = """async ([json, side]) => {
  const { thumbnail } = await import("/static/board/thumbnail.js");
  await (await import("/static/state/families.js")).loadFamilies(); // the page itself has them in a bundle
  const el = thumbnail(json);
  const box = document.createElement("div");
  box.id = "small";
  box.style = `position:fixed;z-index:99;left:0;top:0;width:${side}px;background:rgb(255,255,255)`;
  box.append(el);
  document.querySelector("#small")?.remove();
  document.body.append(box);
  const { a, e, f } = el.getScreenCTM();
  return [a * 100, e, f];
}"""


def scene_of(name: str) -> Scene:
    kind, text = BOARDS[name]
    return family(kind).parse(text).scene()


def shot(page: Page, left: float, top: float, wide: float, high: float) -> Image.Image:
    clip = {"x": left, "y": top, "width": wide, "height": high}
    return Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")  # type: ignore[arg-type]


def on_page(page: Page, scene: Scene, area: tuple[int, int, int, int]) -> Image.Image:
    """Return the part of the page's thumbnail that shows these cells: top, left, rows and columns."""
    u, _, _ = page.evaluate(SHOW, [plain(show_scene(scene)), 400])
    u, x, y = page.evaluate(SHOW, [plain(show_scene(scene)), 400 * CELL / u])
    assert u == pytest.approx(CELL, rel=0.01)
    top, left, rows, cols = area
    return shot(page, x + left * u, y + top * u, cols * u, rows * u)


def in_library(page: Page, scene: Scene, area: tuple[int, int, int, int]) -> Image.Image:
    """Return the same part of the package's picture, without the grid, which thumbnails do not have."""
    land = survey(scene)
    sky = colour.sky(family(scene.family).about.sky)
    drawn = picture(scene, cell=CELL, plain=True, goal=False)
    text = sheet([scene], size=max(drawn.width, drawn.height))
    floor = sky.cell if land.island else sky.tray
    text = text.replace(sky.cell.hex, floor.hex).replace(sky.tray.hex, floor.hex)
    page.evaluate(
        """text => { const box = document.querySelector("#small");
        box.style.width = "auto"; box.innerHTML = text; box.firstElementChild.style.display = "block"; }""",
        text,
    )
    row, col, _, _ = bounds(land.region)
    x, y = (12 + (land.rim + 0.06 - first) * CELL for first in (col, row))
    top, left, rows, cols = area
    return shot(page, x + left * CELL, y + top * CELL, cols * CELL, rows * CELL)


def apart(one: Image.Image, two: Image.Image, cell: Cell, shade: int) -> float:
    """Return the share of a cell's pixels that differ by more than a shade."""
    row, col = cell
    part = (col * CELL, row * CELL, (col + 1) * CELL, (row + 1) * CELL)
    one, two = one.crop(part), two.crop(part)
    worst = ImageChops.difference(one, two).split()
    far = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2]).point(lambda n: 255 * (n > shade))
    return far.histogram()[255] / (far.width * far.height)


def test_thumbnail_matches_the_svg_picture() -> None:
    with Visit(viewport={"width": 1000, "height": 1000}) as visit:
        page, shown = visit.page, ""
        for name, (kind, _) in BOARDS.items():
            if kind != shown:
                page, shown = visit.open(f"/draw?family={kind}"), kind
            page.evaluate("() => import('/static/ui/theme.js').then(({ loadStyle }) => loadStyle('island'))")
            check_thumbnail(page, name)


def check_thumbnail(page: Page, name: str) -> None:
    scene = scene_of(name)
    land = survey(scene)
    area = bounds(land.region)
    here, there = on_page(page, scene, area), in_library(page, scene, area)
    boxes = {cell for piece in scene.pieces if piece.kind == "box" for cell in piece.cells}
    worst = {
        (row, col): apart(here, there, (row - area[0], col - area[1]), 48 if (row, col) in boxes else 6)
        for row, col in sorted(land.region)
    }  # a small box has no planks
    assert max(worst.values()) < 0.35, (name, worst)
    assert sum(worst.values()) / len(worst) < 0.18, (name, worst)
