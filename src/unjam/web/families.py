"""The families as the page sees them: everything that a family says of itself, ready for JSON."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from ..about import About, Words
from ..families import FAMILIES, family
from ..message import Message
from ..puzzle import Puzzle
from .positions import shipped


def families_json() -> list[dict[str, Any]]:
    """The families, in the order they are shown."""
    return [family_json(family(name)) for name in FAMILIES]


def family_json(kind: type[Puzzle]) -> dict[str, Any]:
    """What the page needs to know of a family to play it, show it and speak of it."""
    about = kind.about
    return {
        "name": kind.family,
        "title": kind.title().json(),
        "levels": len(shipped(kind.family)),
        "formats": kind.formats,
        "metrics": [{"name": name, **_metric(about, name)} for name in kind.metrics],
        "motion": about.motion,
        "merges": about.merges,
        "turn": about.turn,
        "counts": about.counts or kind.metrics[:1],
        "logged": about.logged,
        "wide_moves": about.wide_moves,
        "homes": about.homes,
        "leaves": about.leaves,
        "equal_costs": about.equal_costs,
        "sky": {"day": about.sky[0], "night": about.sky[1]},
        "ground": about.ground,
        "emblem": [[p.x, p.y, p.wide, p.high, p.hue, p.tone] for p in about.emblem],
        "strokes": [asdict(stroke) for stroke in about.strokes],
        "nouns": {name: noun.json() for name, noun in about.nouns.items()},
        "noun": about.noun.json(),
        "keys": [{"keys": key.keys, "does": key.does.json()} for key in about.keys],
        "words": {part.name: _said(getattr(about.words, part.name)) for part in fields(Words)},
        "editor": None if kind.editor is None else kind.editor.json(),
    }


def _metric(about: About, name: str) -> dict[str, Any]:
    metric = about.metric(name)
    return {"counted": metric.counted.json(), "label": metric.label.json(), "some": metric.some.json()}


def _said(message: Message | None) -> dict[str, Any] | None:
    return None if message is None else message.json()
