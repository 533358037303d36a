"""Every sentence that pieces and moves are spoken of in, by language; families name a sentence and give its values."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "car.right": "Move car {piece} {n} {cells} right",
        "car.left": "Move car {piece} {n} {cells} left",
        "car.up": "Move car {piece} {n} {cells} up",
        "car.down": "Move car {piece} {n} {cells} down",
        "tile.right": "Slide tile {piece} right",
        "tile.left": "Slide tile {piece} left",
        "tile.up": "Slide tile {piece} up",
        "tile.down": "Slide tile {piece} down",
        "block.path": "Slide block {piece} {path}",
        "block.then": ", then ",
        "block.right": "{n} {cells} right",
        "block.left": "{n} {cells} left",
        "block.up": "{n} {cells} up",
        "block.down": "{n} {cells} down",
        "packing.place": "Put {piece} in column {column}, row {row} from below",
        "packing.turned": "Put {piece}, turned {degrees}, in column {column}, row {row} from below",
        "packing.mirrored": "Put {piece}, mirrored and turned {degrees}, in column {column}, row {row} from below",
        "packing.degrees": "{degrees} degrees",
        "cell": "cell",
        "cells": "cells",
        "step.up": "Up",
        "step.down": "Down",
        "step.left": "Left",
        "step.right": "Right",
        "place": "row {row}, column {column}",
        "dead.corner": "the box at {place} can never leave the corner",
        "dead.square": "the box at {place} can never reach a storage from there",
        "dead.walled": "the box at {place} is walled off from the player and not on storage",
        "dead.few": "too few boxes and storages can be reached by the player",
        "dead.side": "from the side the player is on, the boxes can never be pushed where they are needed",
        "dead.empty": "the storage at {place} is walled off from the player and empty",
        "dead.frozen.one": "the box at {place} can never be moved again and is not on storage",
        "dead.frozen": "these boxes block one another for good off storage: {places}",
        "dead.crowd": "these boxes can reach only {n} storage squares between them: {places}",
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
