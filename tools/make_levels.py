"""Makes the levels that come with unjam, forty a family, ten a level, and a contact sheet to look at them.

    python tools/make_levels.py [FAMILY …] [--seed N] [--out src/unjam/formats/shipped] [--sheets out/sheets]

Every level is named by the seed and the stream it came from, so that each can be made again. Without ``--out`` nothing
is written but the sheets. Afterwards run tools/rate_levels.py.
"""

from __future__ import annotations

import argparse
import io
from itertools import islice
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw

from unjam import FAMILIES
from unjam import family as family_named
from unjam.core.family_info import DIFFICULTIES
from unjam.formats.shipped import bundled
from unjam.generation.generate import Generated, generate, generator_for
from unjam.pictures.png import png

SEED, EACH = 2026, 10
CELL, ACROSS, GAP = 300, 5, 24
TITLES = {
    "rushhour": ("Lane", "Street", "Square", "Ring"),
    "tiles": ("Step", "Row", "Drawer", "Cabinet"),
    "blocks": ("Latch", "Door", "Gate", "Vault"),
    "sokoban": ("Shed", "Cellar", "Store", "Vaults"),
    "packing": ("Tray", "Box", "Case", "Trunk"),
}
"""What the levels from beginner to expert are called, with a number."""


def generate_levels(family: str, seed: int) -> dict[str, list[Generated]]:
    """Ten levels of each difficulty, the easiest first, none like one of those by hand."""
    kind, by_difficulty = family_named(family), {}
    key = generator_for(kind).key
    known = {key(kind.parse(each.board)) for each in bundled(family) if each.generated_name is None}
    for level in DIFFICULTIES:
        fresh = (
            each for each in generate(family, level=level, count=5 * EACH, seed=seed) if key(each.puzzle) not in known
        )
        levels = list(islice(fresh, EACH))
        by_difficulty[level] = sorted(levels, key=lambda each: (each.score, each.index))
        print(
            f"{family} {level}: {len(levels)} levels, cost {[each.cost for each in by_difficulty[level]]}", flush=True
        )
    return by_difficulty


def toml(family: str, by_difficulty: dict[str, list[Generated]]) -> str:
    """The file that ships."""
    out = [
        "# Made by tools/make_levels.py; every cost is proven by the solver, every level rated by the family's model."
    ]
    for title, level in zip(TITLES[family], DIFFICULTIES, strict=True):
        for number, each in enumerate(by_difficulty[level], 1):
            out.append(
                f'\n[[level]]\ntitle = "{title} {number}"\nlevel = "{level}"\ncost = {each.cost}\n'
                f'made = "{each.name}"\nstream = {each.stream}\nboard = """\n{_text(each)}\n"""'
            )
    return "\n".join(out) + "\n"


def _text(each: Generated) -> str:
    """The board as people read it: in rows where the family has such a format."""
    grid = "grid" in each.puzzle.formats
    return (each.puzzle.text("grid") if grid else each.puzzle.storage_text()).rstrip("\n")


def sheet(by_difficulty: dict[str, list[Generated]], dark: bool = False) -> Image.Image:
    """Every level as a picture, ten of each difficulty in two rows, the cost and the score below each."""
    rows = [row for level in DIFFICULTIES for row in _rows(by_difficulty[level])]
    high = CELL + 40
    page = Image.new(
        "RGB", (ACROSS * (CELL + GAP) + GAP, len(rows) * (high + GAP) + GAP), "#20242b" if dark else "white"
    )
    pen = ImageDraw.Draw(page)
    for r, row in enumerate(rows):
        for c, each in enumerate(row):
            picture = Image.open(io.BytesIO(png(each.puzzle.scene(), dark=dark))).convert("RGB")
            picture.thumbnail((CELL, CELL))
            x, y = GAP + c * (CELL + GAP), GAP + r * (high + GAP)
            page.paste(picture, (x + (CELL - picture.width) // 2, y + (CELL - picture.height) // 2))
            words = f"{each.level} {each.index}: cost {each.cost}, score {each.score:.0f}"
            pen.text((x, y + CELL + 8), words, fill="white" if dark else "black", font_size=18)
    return page


def _rows(levels: list[Generated]) -> list[list[Generated]]:
    return [levels[n * ACROSS : (n + 1) * ACROSS] for n in range(ceil(len(levels) / ACROSS))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", default=list(FAMILIES))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sheets", type=Path, default=Path("out/sheets"))
    options = parser.parse_args()
    options.sheets.mkdir(parents=True, exist_ok=True)
    for family in options.families:
        by_difficulty = generate_levels(family, options.seed)
        if options.out is not None:
            (options.out / f"{family}.toml").write_text(toml(family, by_difficulty), encoding="utf-8")
        sheet(by_difficulty).save(options.sheets / f"{family}.png")


if __name__ == "__main__":
    main()
