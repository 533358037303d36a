"""Every sentence that pieces and moves are spoken of in, by language; families name a sentence and give its values."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "car.right": "Move car {piece} {n} {cells} right",
        "car.left": "Move car {piece} {n} {cells} left",
        "car.up": "Move car {piece} {n} {cells} up",
        "car.down": "Move car {piece} {n} {cells} down",
        "cell": "cell",
        "cells": "cells",
    },
}


def say(sentence: str, lang: str = "en", **values: object) -> str:
    """The sentence in the language, its values filled in; ``n`` also chooses between cell and cells.

    >>> say("car.right", piece="B", n=1)
    'Move car B 1 cell right'
    """
    table = SENTENCES.get(lang, SENTENCES["en"])
    if "n" in values:
        values.setdefault("cells", table["cell" if values["n"] == 1 else "cells"])
    return table.get(sentence, SENTENCES["en"][sentence]).format(**values)
