"""Descriptions of families for the page."""

from __future__ import annotations

from ...core.family_info import DIFFICULTIES
from ...core.puzzle import Puzzle
from ...generation.generate import generator_for
from ...rating.rate import models
from ..wire import families as wire
from .positions import shipped


def describe_family(kind: type[Puzzle]) -> wire.Family:
    """Return everything the page needs to know about a family."""
    about, page, generator = kind.about, kind.about.page(), generator_for(kind)
    model = next(iter(models(kind).values()))
    metrics = [(name, page.metric(name)) for name in kind.metrics]
    return wire.Family(
        name=kind.family,
        title=kind.title(),
        levels=len(shipped(kind.family)),
        sizes=[wire.Size(size.name, size.rows, size.cols, size.difficulties) for size in generator.sizes],
        default_sizes=dict(zip(DIFFICULTIES, generator.default_sizes, strict=False)),
        borders=model.borders if model.timed else (),
        calibrated=model.calibrated,
        weighs=max(0, len(model.typical) - 1),
        formats=kind.formats,
        metrics=[wire.Metric(name, metric.counted, metric.label, metric.some) for name, metric in metrics],
        motion=page.motion,
        merges=page.merges_moves,
        turn=page.undo_metric,
        counts=page.shown_metrics or kind.metrics[:1],
        logged=page.lists_moves,
        wide_moves=page.wide_moves,
        homes=page.home_kind,
        leaves=page.target_leaves,
        equal_costs=page.equal_costs,
        sky=wire.Sky(*about.sky),
        ground=page.ground,
        emblem=[(patch.x, patch.y, patch.wide, patch.high, patch.hue, patch.tone) for patch in page.emblem],
        strokes=page.strokes,
        nouns=page.nouns,
        noun=page.noun,
        keys=page.keys,
        words=page.words,
        editor=None
        if page.editor is None
        else wire.Editor(**{name: getattr(page.editor, name) for name in wire.Editor.__dataclass_fields__}),
    )
