"""The families as the page sees them: everything that a family says of itself, ready for JSON."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from ..core.generator import DIFFICULTIES
from ..core.message import Message
from ..core.page import Page, Words
from ..core.puzzle import Puzzle
from ..families import FAMILIES, family
from ..generation.generate import generator_for
from ..rating.rate import models
from .positions import shipped


def families_json() -> list[dict[str, Any]]:
    """The families, in the order they are shown."""
    return [family_json(family(name)) for name in FAMILIES]


def family_json(kind: type[Puzzle]) -> dict[str, Any]:
    """What the page needs to know of a family to play it, show it and speak of it."""
    about, page, generator = kind.about, kind.about.page(), generator_for(kind)
    model = next(iter(models(kind).values()))
    return {
        "name": kind.family,
        "title": kind.title().json(),
        "levels": len(shipped(kind.family)),
        "sizes": [{"name": s.name, "rows": s.rows, "cols": s.cols, "levels": s.difficulties} for s in generator.sizes],
        "usual": dict(zip(DIFFICULTIES, generator.default_sizes, strict=False)),
        "borders": model.borders if model.timed else [],
        "calibrated": model.calibrated,
        "weighs": max(0, len(model.typical) - 1),
        "formats": kind.formats,
        "metrics": [{"name": name, **_metric(page, name)} for name in kind.metrics],
        "motion": page.motion,
        "merges": page.merges_moves,
        "turn": page.undo_metric,
        "counts": page.shown_metrics or kind.metrics[:1],
        "logged": page.lists_moves,
        "wide_moves": page.wide_moves,
        "homes": page.home_kind,
        "leaves": page.target_leaves,
        "equal_costs": page.equal_costs,
        "sky": {"day": about.sky[0], "night": about.sky[1]},
        "ground": page.ground,
        "emblem": [[p.x, p.y, p.wide, p.high, p.hue, p.tone] for p in page.emblem],
        "strokes": [asdict(stroke) for stroke in page.strokes],
        "nouns": {name: noun.json() for name, noun in page.nouns.items()},
        "noun": page.noun.json(),
        "keys": [{"keys": key.keys, "does": key.does.json()} for key in page.keys],
        "words": {part.name: _said(getattr(page.words, part.name)) for part in fields(Words)},
        "editor": None if page.editor is None else page.editor.json(),
    }


def _metric(page: Page, name: str) -> dict[str, Any]:
    metric = page.metric(name)
    return {"counted": metric.counted.json(), "label": metric.label.json(), "some": metric.some.json()}


def _said(message: Message | None) -> dict[str, Any] | None:
    return None if message is None else message.json()
