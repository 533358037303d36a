"""The levels that the tests of the page play, and what solves them."""

from __future__ import annotations

import re
from pathlib import Path

from unjam.families import family
from unjam.share import encode

TEXTS = {
    "rushhour": "ooooBoooooBoAAooBooooDDooooooooooooo",
    "tiles": "1 2 5\n3 4 0\n6 7 8",
    "blocks": "AA.\nAAB\n..B\n...\ngoal A at 0,1",
    "sokoban": "########\n#@     #\n# $  . #\n#      #\n########",
    "packing": "board 4 3\nVerde 4x1\nAzul 2x2\nRoja 2x2",
}
LONG = "24 10 13 6 11 1 17 5 23 14 22 16 20 19 8 21 0 18 2 4 15 12 3 9 7"
"""A board of tiles that keeps any search busy for many seconds."""

GUIDE = Path(__file__).parents[1] / "docs" / "adding-a-puzzle.md"


def id_of(name: str, text: str | None = None) -> str:
    return encode(family(name).parse(text or TEXTS[name]))


def farmer(folder: Path) -> str:
    """The path of the family that the guide to adding one writes, in a file of its own."""
    path = folder / "farmer.py"
    path.write_text(re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0])
    return str(path)
